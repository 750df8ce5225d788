"""What must hold after any request at all, whoever sent it and whatever it was."""

import re
from typing import Any

from msgspec import Struct
from msgspec.json import decode

from companion.table.seats import Player
from companion.table.storage import SEATS
from tests.web.asking import Answer, Question
from tests.web.wire_table import WireTable

DOCUMENTED_503 = frozenset({"not_saved", "no_room"})
_SECRETS = (b'"car":', b'"route":', b'"choices":', b'"choice":')
_VERSION = re.compile(rb'\A\{"version":(\d+),')
NEVER_CHANGE = frozenset({"GET", "HEAD", "OPTIONS"})


class Standing(Struct, frozen=True):
    """All of a table that anyone could change: rows, seats, and every view as it travels."""

    rows: int
    seats: bytes
    views: dict[str, bytes]


def look_at(opened: WireTable) -> Standing:
    table = opened.table
    seats = opened.folder / SEATS
    # What those see who look on, and what a thief would see, is there also while nobody does.
    players = [None, Player("", "watch", ""), Player("", "thief", ""), *table.scene.seats.police]
    views = {player.seat + player.id if player else "public": table.letter(player, "en").text for player in players}
    return Standing(opened.rows(), seats.read_bytes() if seats.exists() else b"", views)


def check_answer(question: Question, answer: Answer) -> None:
    """An answer is fine, or an error in its documented form."""
    told = f"{question} was answered {answer.status}: {answer.body[:300]!r}"
    if answer.is_fine or question.method == "HEAD":
        assert answer.status < 500, told
        return
    is_page = not question.path.startswith(("/api", "/bench/", "/assets/"))
    if answer.status == 404 and is_page and (answer.header("Content-Type") or "").startswith("text/html"):
        return
    assert answer.header("Content-Type") == "application/json", told
    error = decode(answer.body)
    assert answer.status < 500 or (answer.status == 503 and error["error"] in DOCUMENTED_503), told
    check_error(error, told)


def check_error(error: Any, told: str) -> None:
    assert list(error) == ["error", "rule", "message"], told
    assert re.fullmatch(r"[a-z_]+", error["error"]), told
    assert error["rule"] is None or re.fullmatch(r"[A-Z]\d", error["rule"]), told
    message = error["message"]
    assert message.strip(), told
    assert message[-1] in ".!?", told
    assert not set("{}\n") & set(message), told
    assert "Traceback" not in message, told


def check_change(question: Question, answer: Answer, before: Standing, after: Standing) -> None:
    """What is refused changes nothing, and what only asks changes nothing."""
    if not answer.is_fine or question.method in NEVER_CHANGE:
        assert after == before, f"{question} changed something"
    check_versions(before, after)


def check_versions(before: Standing, after: Standing) -> None:
    """A view's version rises exactly when its bytes change."""
    for key in before.views.keys() & after.views.keys():
        (was, old), (now, new) = _taken_apart(before.views[key]), _taken_apart(after.views[key])
        assert now >= was, f"{key} counts backwards"
        assert (now > was) is (old != new), f"{key}: version {was} and {now}, {old!r} and {new!r}"


def _taken_apart(view: bytes) -> tuple[int, bytes]:
    found = _VERSION.match(view)
    assert found
    return int(found[1]), view[found.end() :]


def check_secrets(standing: Standing) -> None:
    """Nobody but the thief sees anything of the secret before the end."""
    for key, view in standing.views.items():
        if not key.startswith("thief") and b'"phase":"over"' not in view:
            assert not any(secret in view for secret in _SECRETS), f"{key}: {view!r}"
            assert view.endswith(b'"classic":null}')
