"""Where the program writes what happened, for a bug report. Nothing secret is ever handed to a logger.

On a terminal a line begins with its level. In systemd's journal each line carries its level as systemd wants it, so
that `journalctl -p warning` finds it, also in the middle of a traceback.
"""

import logging
import os
import sys
from typing import TextIO

_SEVERITIES = {logging.CRITICAL: 2, logging.ERROR: 3, logging.WARNING: 4, logging.INFO: 6, logging.DEBUG: 7}


class JournalFormatter(logging.Formatter):
    """Writes lines as sd-daemon(3) describes them."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a record with its severity before every line."""
        level = next((one for one in _SEVERITIES if record.levelno >= one), logging.DEBUG)
        return "\n".join(f"<{_SEVERITIES[level]}>{line}" for line in super().format(record).splitlines() or [""])


def is_journal(stream: TextIO | None) -> bool:
    """Tell whether a stream ends in systemd's journal."""
    if stream is None:
        return False
    try:
        found = os.fstat(stream.fileno())
    except (OSError, ValueError):
        return False
    return os.environ.get("JOURNAL_STREAM") == f"{found.st_dev}:{found.st_ino}"


def begin_logging() -> None:
    """Write what happened to standard error."""
    # It tells when a phone's stream breaks off, which is sooner noticed the more the thief does.
    logging.getLogger("waitress").setLevel(logging.WARNING)
    writer = logging.StreamHandler(sys.stderr)
    if is_journal(sys.stderr):
        writer.setFormatter(JournalFormatter("%(name)s: %(message)s"))
    else:
        writer.setFormatter(logging.Formatter("%(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.INFO, handlers=[writer])
