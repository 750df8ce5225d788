"""Finds the Debian mirror that this machine's own apt uses, so that no host is written into a file."""

import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct

APT = Path("/etc/apt")
APT_HELPER = "/usr/lib/apt/apt-helper"
WAYS_TO_FETCH = tuple(
    f"Acquire::{name}" for name in ("http", "https", "tor", "Retries", "ForceIPv", "Check-Valid-Until", "Check-Date")
)


class NoMirror(Exception):
    """None of the places that apt knows has what is wanted."""


class Source(Struct, frozen=True):
    """A place that packages come from."""

    uri: str
    suites: tuple[str, ...]
    components: tuple[str, ...]

    @property
    def may_be_debian(self) -> bool:
        """Whether Debian's main archive may be here; others have other components or suites."""
        is_security = any("security" in suite for suite in self.suites)
        return "main" in self.components and not is_security


def find_mirror(suites: Iterable[str], folder: Path = APT) -> str:
    """Return the first of apt's mirrors that has all of these suites. Raises NoMirror."""
    wanted = tuple(suites)
    uris = list(dict.fromkeys(source.uri.rstrip("/") for source in read_sources(folder) if source.may_be_debian))
    for uri in uris:
        if all(_has(uri, suite) for suite in wanted):
            return uri
    tried = ", ".join(uris) or "nothing"
    raise NoMirror(f"A Debian mirror with {' and '.join(wanted)} is needed; {folder} offers {tried}.")


def _has(uri: str, suite: str) -> bool:
    # apt's own way of fetching knows its proxies and certificates.
    with TemporaryDirectory() as folder:
        command = [APT_HELPER, "download-file", f"{uri}/dists/{suite}/InRelease", f"{folder}/InRelease"]
        return subprocess.run(command, check=False, capture_output=True).returncode == 0


def apt_settings() -> list[str]:
    """Return how apt fetches on this machine (proxies, certificates, patience), to fetch elsewhere in the same way."""
    dump = subprocess.run(["apt-config", "dump"], check=True, capture_output=True, text=True).stdout
    return [line for line in dump.splitlines() if line.startswith(WAYS_TO_FETCH) and not line.endswith(' "";')]


def read_sources(folder: Path = APT) -> Iterator[Source]:
    """Read all of apt's sources, in both of their forms."""
    for path in (folder / "sources.list", *sorted((folder / "sources.list.d").glob("*.list"))):
        if path.exists():
            yield from read_lines(path.read_text())
    for path in sorted((folder / "sources.list.d").glob("*.sources")):
        yield from read_paragraphs(path.read_text())


def read_lines(text: str) -> Iterator[Source]:
    """Read the one-line form: deb [options] URI suite component…"""
    for line in text.splitlines():
        kind, *words = line.partition("#")[0].split() or [""]
        while words and words[0].startswith("["):
            # Options may have spaces in them.
            end = next((index for index, word in enumerate(words) if word.endswith("]")), len(words) - 1)
            words = words[end + 1 :]
        if kind == "deb" and len(words) > 1:
            yield Source(words[0], (words[1],), tuple(words[2:]))


def read_paragraphs(text: str) -> Iterator[Source]:
    """Read the form with fields, a paragraph a source."""
    lines = "\n".join(line for line in text.splitlines() if not line.startswith("#"))
    for paragraph in lines.split("\n\n"):
        fields = _fields(paragraph)
        if "deb" in fields.get("types", []) and fields.get("enabled", ["yes"]) != ["no"]:
            for uri in fields.get("uris", []):
                yield Source(uri, tuple(fields.get("suites", [])), tuple(fields.get("components", [])))


def _fields(paragraph: str) -> dict[str, list[str]]:
    fields: dict[str, list[str]] = {}
    name = ""
    for line in paragraph.splitlines():
        if line[:1].isspace():
            fields.setdefault(name, []).extend(line.split())
        else:
            name, _, words = line.partition(":")
            name = name.strip().lower()
            fields[name] = words.split()
    return fields
