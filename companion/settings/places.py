"""Finds the line that each name in a TOML text stands on, which the parsers of the standard library do not tell."""

import re
import tomllib

_TOKEN = re.compile(
    r"""(?x)
    (?P<long>\"\"\"(?:\\[\s\S]|[^\\])*?\"\"\"|'''[\s\S]*?''')
    |(?P<short>"(?:\\.|[^"\\\n])*"|'[^'\n]*')
    |(?P<comment>\#[^\n]*)
    |(?P<open>[\[{])|(?P<close>[\]}])
    |(?P<line>\n)
    |(?P<other>[^"'\#\[\]{}\n]+|.)
    """
)
_FIRST_NAME = re.compile(r"""\s*\[*\s*("(?:\\.|[^"\\\n])*"|'[^'\n]*'|[A-Za-z0-9_-]+)""")


def lines_of_names(text: str) -> dict[str, int]:
    """Return the line of every name at the top of a text that is valid TOML, tables among them."""
    lines: dict[str, int] = {}
    is_in_table = False
    for line, statement in _statements(text):
        is_table = statement.lstrip().startswith("[")
        is_in_table = is_in_table or is_table
        name = _first_name(statement)
        if name is not None and (is_table or not is_in_table):
            lines.setdefault(name, line)
    return lines


def _statements(text: str) -> list[tuple[int, str]]:
    """Return what a text consists of, each with its first line: a value may go on over many lines."""
    found: list[tuple[int, str]] = []
    line = begun = 1
    depth = start = 0
    for token in _TOKEN.finditer(text):
        depth += (token.lastgroup == "open") - (token.lastgroup == "close")
        line += token[0].count("\n")
        if token.lastgroup == "line" and depth <= 0:
            found.append((begun, text[start : token.start()]))
            start, begun, depth = token.end(), line, 0
    return [*found, (begun, text[start:])]


def _first_name(statement: str) -> str | None:
    found = _FIRST_NAME.match(statement)
    if found is None:
        return None
    written = found[1]
    return next(iter(tomllib.loads(f"{written} = 0"))) if written[0] in "\"'" else written
