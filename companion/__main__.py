"""Starts the program. It imports nothing before it is ready for Ctrl-C."""

import sys


def main() -> None:
    """Run `citychase`."""
    try:
        from companion.cli import run  # noqa: PLC0415 - most of the start is imports, and those can be interrupted too

        code = run()
    except KeyboardInterrupt:
        sys.stderr.write("citychase: stopped.\n")
        code = 1
    sys.exit(code)


if __name__ == "__main__":
    main()
