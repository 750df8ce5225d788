"""Which version of the program this is."""

from importlib.metadata import version

DISTRIBUTION = "citychase-tabletop"


def program_version() -> str:
    """Return the version that was installed."""
    return version(DISTRIBUTION)
