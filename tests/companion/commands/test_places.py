from companion.commands.places import Lines, printable


def test_an_excerpt_shows_the_token_and_its_neighbourhood() -> None:
    text = "first\n" + "a" * 40 + " TOKEN " + "b" * 40 + "\nlast"
    offset = text.index("TOKEN")
    lines = Lines(text)
    assert lines.place(offset) == (2, 42)
    assert lines.excerpt(offset, 5) == "…" + "a" * 23 + " >>TOKEN<< " + "b" * 23 + "…"
    assert lines.excerpt(len(text), 0) == "last>><<"
    assert lines.place(0) == (1, 1)


def test_what_a_terminal_would_obey_is_escaped() -> None:
    assert printable("a\x1b[31mb\u202ec é") == "a\\x1b[31mb\\u202ec é"
