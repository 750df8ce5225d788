"""Starts the installer: `systemd/install`, which `sudo make install` calls."""

import errno
import fcntl
import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from systemd.installer.commands import RealCommands
from systemd.installer.installing import install
from systemd.installer.machine import look_at_machine
from systemd.installer.options import Options, read_options
from systemd.installer.places import Places
from systemd.installer.problems import BadUsage, Problem, tell_os_error
from systemd.installer.uninstalling import uninstall
from systemd.installer.voice import Unheard, Voice, open_voice, open_what_is_closed, silence
from systemd.installer.work import Work

CHECKOUT = Path(__file__).resolve().parents[2]
FINE, PROBLEM, UNUSABLE = 0, 1, 2
WAIT_S = 60


def run(words: Sequence[str]) -> int:
    """Do what the words say, wherever what is said may go, and return the exit code."""
    open_what_is_closed()
    return main(words)


def main(words: Sequence[str]) -> int:
    """Do what the words say, and return the exit code. What goes wrong is told in a sentence."""
    try:
        _work(_understand(words))
    except SystemExit:
        return FINE
    except Unheard as unheard:
        return _give_up(unheard)
    except BadUsage as error:
        return _complain(str(error), UNUSABLE)
    except Problem as error:
        return _complain(str(error), PROBLEM)
    except OSError as error:
        return _complain(tell_os_error(error), PROBLEM)
    except KeyboardInterrupt:
        return _complain("stopped half way. Run it again: it goes on where it stopped.", PROBLEM)
    return FINE


def _understand(words: Sequence[str]) -> Options:
    """Return what is wanted. Raises BadUsage, Unheard, and SystemExit where that was the help, which is shown."""
    try:
        try:
            return read_options(list(words))
        finally:
            sys.stdout.flush()
    except OSError as error:
        silence(sys.stdout)
        raise Unheard(error) from error


def _complain(sentence: str, code: int) -> int:
    try:
        sys.stderr.write(f"\ncitychase: {sentence}\n" if code == PROBLEM else f"citychase: {sentence}\n")
    except OSError:
        # The exit code still tells.
        silence(sys.stderr)
    return code


def _give_up(unheard: Unheard) -> int:
    """End where nobody hears the answer. Who has read enough of it, as `head` does, need not be told."""
    return PROBLEM if unheard.error.errno == errno.EPIPE else _complain(str(unheard), UNUSABLE)


def _work(options: Options) -> None:
    if os.geteuid() and not options.is_dry_run:
        verb = "uninstall" if options.uninstalls else "install"
        raise Problem(f"This changes the system, so it must be root's: sudo make {verb}")
    # What is installed must be readable for the table's user, whatever root's own habits are.
    os.umask(0o022)
    voice = open_voice(options.says_yes, only_talks=options.is_dry_run)
    commands = RealCommands(voice)
    places = Places()
    work = Work(CHECKOUT, places, look_at_machine(places.root, commands), commands, voice, options)
    with _alone(places.lock, options, commands, voice):
        (uninstall if options.uninstalls else install)(work)


@contextmanager
def _alone(path: Path, options: Options, commands: RealCommands, voice: Voice) -> Iterator[None]:
    """Let no other installer work at the same time. A dry run disturbs nobody."""
    if options.is_dry_run:
        yield
        return
    with path.open("a") as lock:
        _wait_for(lock.fileno(), voice)
        commands.hold(lock.fileno())
        # The file stays: one who waits for it must not get hold of another than the next who comes.
        yield


def _wait_for(lock: int, voice: Voice) -> None:
    for second in range(WAIT_S):
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if not second:
                voice.say("Another installer, or what an interrupted one has left running, is still at work …")
            time.sleep(1)
        else:
            return
    raise Problem("Another installer is still at work. Wait until it has ended and run this again.")


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
