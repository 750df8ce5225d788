"""What can keep the installer from its work. Each message is a sentence for the one who started it."""

import errno

NO_NETWORK = (
    "Temporary failure in name resolution",
    "Temporary failure resolving",
    "Could not resolve",
    "Name or service not known",
    "Network is unreachable",
    "Failed to establish a new connection",
    "Connection refused",
    "Connection timed out",
    "Unable to connect",
    "Max retries exceeded",
)
"""What apt and pip say, somewhere among much else, where the network is not there."""
NO_SPACE = ("No space left on device", "not enough free space", "You don't have enough free space")
READ_ONLY = "Read-only file system"
LAST_LINES = 8


class Problem(Exception):
    """The work cannot be done, or not be finished. The message says why and what to do."""


class BadUsage(Exception):
    """The installer was called in a way that it does not understand."""


class CommandFailed(Problem):
    """A command that the work needs has failed."""

    def __init__(self, command: str, code: int, output: str) -> None:
        self.output = output
        super().__init__(tell_failure(command, code, output))


def tell_failure(command: str, code: int, output: str) -> str:
    """Return what has happened, in words, where the command's own words are known, and else with them."""
    if any(words in output for words in NO_SPACE):
        return disk_is_full()
    if READ_ONLY in output:
        return disk_is_read_only()
    if any(words in output for words in NO_NETWORK):
        return f"{command} cannot reach the network. Connect this machine to the internet and run this again."
    last = [line for line in output.splitlines() if line.strip()][-LAST_LINES:]
    said = "\n".join(f"    {line}" for line in last) or "    (nothing)"
    return f"{command} failed with exit code {code}. Its last words:\n{said}"


def tell_os_error(error: OSError) -> str:
    """Return what the system refused."""
    if error.errno in {errno.ENOSPC, errno.EDQUOT}:
        return disk_is_full()
    if error.errno == errno.EROFS:
        return disk_is_read_only()
    where = f"{error.filename}: " if error.filename else ""
    return f"{where}{error.strerror or error}."


def disk_is_read_only() -> str:
    """Return what to say and to do where nothing can be written at all."""
    return (
        "The disk can only be read. Switch the overlay file system off (sudo raspi-config, Performance), restart and "
        "run this again. If it is off already, the card is worn out: put the system on a new one."
    )


def disk_is_full() -> str:
    """Return what to say and to do where nothing more can be written."""
    return "The disk is full. Make room (sudo apt clean, df -h) and run this again."
