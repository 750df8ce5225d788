"""The virtual Pi is built from wherever this machine's apt fetches: both forms of its sources are read."""

from pathlib import Path

from tests.mirror import Source, read_lines, read_paragraphs, read_sources

ARCHIVE = Source("http://mirror.example/debian", ("bookworm",), ("main", "contrib"))


def test_the_one_line_form_is_read_with_its_options_and_comments() -> None:
    text = """
# deb http://commented.example/debian bookworm main
deb http://mirror.example/debian bookworm main contrib # ours
deb [ arch=amd64 signed-by=/a/key.gpg ] http://mirror.example/debian bookworm main contrib
deb [arch=amd64] http://mirror.example/debian bookworm main contrib
deb-src http://mirror.example/debian bookworm main
"""
    assert list(read_lines(text)) == [ARCHIVE] * 3


def test_the_form_with_fields_is_read() -> None:
    text = """Types: deb deb-src
# a remark
URIs: http://mirror.example/debian
Suites: bookworm
  bookworm-updates
Components: main
Signed-By: /a/key.gpg

Enabled: no
Types: deb
URIs: http://disabled.example/debian
Suites: bookworm
Components: main

Types: deb-src
URIs: http://source.example/debian
Suites: bookworm
Components: main
"""
    assert list(read_paragraphs(text)) == [
        Source("http://mirror.example/debian", ("bookworm", "bookworm-updates"), ("main",))
    ]


def test_security_and_other_peoples_archives_are_not_debians() -> None:
    assert ARCHIVE.may_be_debian
    assert not Source("http://mirror.example/debian-security", ("bookworm-security",), ("main",)).may_be_debian
    assert not Source("http://other.example/linux", ("bookworm",), ("stable",)).may_be_debian


def test_all_files_of_apt_are_read(tmp_path: Path) -> None:
    folder = tmp_path / "sources.list.d"
    folder.mkdir()
    (tmp_path / "sources.list").write_text("deb http://one.example/debian bookworm main\n")
    (folder / "two.list").write_text("deb http://two.example/debian bookworm main\n")
    (folder / "three.sources").write_text(
        "Types: deb\nURIs: http://three.example/debian\nSuites: bookworm\nComponents: main\n"
    )
    (folder / "four.list.disabled").write_text("deb http://four.example/debian bookworm main\n")
    assert [source.uri for source in read_sources(tmp_path)] == [
        f"http://{name}.example/debian" for name in ("one", "two", "three")
    ]
