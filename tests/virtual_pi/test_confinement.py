"""What the program may not do, tried on the running process."""

from tests.virtual_pi.machine import VirtualPi

FORBIDDEN = (
    *("/", "/boot", "/etc", "/etc/citychase", "/etc/systemd/system", "/home", "/opt", "/opt/citychase", "/root"),
    *("/dev/shm", "/run", "/run/lock", "/srv", "/usr", "/usr/local/bin", "/var", "/var/lib", "/var/lock", "/var/log"),  # noqa: S108
)
ITS_OWN = ("/var/lib/citychase", "/run/citychase")
"""Beside its own /tmp and /var/tmp, which nobody else sees."""
TRY_ALL = """for folder; do
    if (echo >"$folder/try") 2>/dev/null; then
        rm "$folder/try"
        echo "$folder"
    fi
done
"""


def writable(pi: VirtualPi, *who: str) -> list[str]:
    """Return where someone can write who sees the files that the program sees."""
    enter = ("nsenter", f"--target={pi.main_pid}", "--mount", *who)
    return pi.read(*enter, "sh", "-c", TRY_ALL, "sh", *FORBIDDEN, *ITS_OWN).splitlines()


def test_the_process_has_no_capabilities(pi: VirtualPi) -> None:
    status = pi.read("cat", f"/proc/{pi.wait_until_active()}/status")
    fields = dict(line.split(":\t", 1) for line in status.splitlines() if ":\t" in line)
    for name in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"):
        assert int(fields[name], 16) == 0, f"{name} is {fields[name]}"
    assert fields["NoNewPrivs"] == "1"
    assert fields["Seccomp"] == "2"
    user = pi.read("id", "-u", "citychase")
    assert set(fields["Uid"].split()) == {user}
    assert user != "0"


def test_it_can_write_into_its_own_folders_and_nowhere_else(pi: VirtualPi) -> None:
    pi.wait_until_active()
    user, group = pi.read("id", "-u", "citychase"), pi.read("id", "-g", "citychase")
    assert writable(pi, f"--setuid={user}", f"--setgid={group}") == [*ITS_OWN]


def test_even_roots_rights_would_not_let_it(pi: VirtualPi) -> None:
    pi.wait_until_active()
    # systemd leaves this as it is: what people edit for the unit. It is root's, and the test before has shown that the
    # program cannot write there.
    assert set(writable(pi)) <= {*ITS_OWN, "/etc/citychase"}
