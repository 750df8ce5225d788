"""Versions: each seat counts its own, and what makes a decision stale is the game, never seats or board."""

import pytest

from tests.web.visiting import Guests, View, WebTable


def versions(guests: Guests) -> dict[str, int]:
    return {name: browser.view()["version"] for name, browser in guests.everyone().items()}


def test_a_view_that_does_not_change_keeps_its_version(guests: Guests) -> None:
    before = versions(guests)
    assert versions(guests) == before
    guests.ben.act("start")
    assert versions(guests) == before


def test_the_thiefs_choosing_counts_for_the_thief_alone(guests: Guests) -> None:
    guests.play_to("thief")
    before = versions(guests)
    texts = [browser.get("/api/view").text for browser in guests.others()]
    for building in (13, 14, 13, 1):
        guests.ana.do("hide", building=building)
    after = versions(guests)
    assert after.pop("thief") == before.pop("thief") + 4
    assert after == before
    assert [browser.get("/api/view").text for browser in guests.others()] == texts


def test_choosing_the_same_building_again_changes_nothing_at_all(guests: Guests) -> None:
    guests.play_to("thief")
    version = guests.ana.do("hide", building=13)["version"]
    assert guests.ana.do("hide", building=13)["version"] == version


def test_an_action_answers_with_the_version_that_the_view_then_has(guests: Guests) -> None:
    answered = guests.ben.do("new_game")
    assert answered == guests.ben.view()
    assert answered["version"] > 0


def test_versions_go_on_counting_over_a_restart(guests: Guests) -> None:
    guests.play_to("police")
    before = versions(guests)
    guests.web.restart()
    after = versions(guests)
    assert all(after[name] >= before[name] for name in before)
    guests.ben.do("move", helicopter="pink", crossing="E")
    assert all(version > before[name] for name, version in versions(guests).items())


def someone_sits(guests: Guests) -> None:
    assert guests.stranger.sit("police", "Dan").status == 200


def someone_leaves(guests: Guests) -> None:
    assert guests.chloe.leave().status == 200


def someone_is_renamed(guests: Guests) -> None:
    assert guests.ana.sit("thief", "Anna").status == 200


def someone_takes_a_helicopter(guests: Guests) -> None:
    guests.chloe.do("take", helicopter="yellow")


def a_building_is_lifted(guests: Guests) -> None:
    guests.web.lift(25)


def a_building_is_to_be_put_back(guests: Guests) -> None:
    guests.web.hold(25)


@pytest.mark.parametrize(
    "happening",
    [
        someone_sits,
        someone_leaves,
        someone_is_renamed,
        someone_takes_a_helicopter,
        a_building_is_lifted,
        a_building_is_to_be_put_back,
    ],
)
def test_seats_and_board_never_make_an_action_stale(guests: Guests, happening: object) -> None:
    guests.play_to("police")
    before = guests.ben.view()
    assert callable(happening)
    happening(guests)
    assert guests.ben.view()["version"] > before["version"]
    guests.ben.do("move", helicopter="pink", crossing="E", version=before["version"])


def a_move(guests: Guests) -> None:
    guests.chloe.do("move", helicopter="yellow", crossing="C")


def a_search(guests: Guests) -> None:
    guests.chloe.do("search", helicopter="yellow", building=8)


def the_end(guests: Guests) -> None:
    guests.ana.do("abandon")


def a_lift_that_is_a_search(guests: Guests) -> None:
    # Crossing A's own corner: green alone can be searching there.
    guests.web.hold(2)


@pytest.mark.parametrize("happening", [a_move, a_search, the_end, a_lift_that_is_a_search])
def test_the_game_makes_an_action_stale(guests: Guests, happening: object) -> None:
    guests.play_to("police")
    before: View = guests.ben.view()
    assert callable(happening)
    happening(guests)
    answer = guests.ben.act("move", helicopter="pink", crossing="E", version=before["version"])
    assert answer.refusal == (409, "stale")
    if happening is not the_end:
        guests.ben.do("move", helicopter="pink", crossing="E", version=guests.ben.view()["version"])


def test_the_thiefs_own_choice_makes_the_thiefs_done_stale_and_nobody_elses_action(guests: Guests) -> None:
    guests.play_to("thief")
    seen, police = guests.ana.view()["version"], guests.ben.view()["version"]
    guests.ana.do("hide", building=13)
    assert guests.ana.act("done", version=seen).refusal == (409, "stale")
    guests.ben.do("take", helicopter="pink", version=police)
    guests.ana.do("done", version=guests.ana.view()["version"])


@pytest.mark.parametrize("ahead", [1, 1000, 10**18, 10**30])
def test_a_version_that_the_view_never_had_is_stale(guests: Guests, ahead: int) -> None:
    version = guests.ben.view()["version"]
    assert guests.ben.act("new_game", version=version + ahead).refusal == (409, "stale")


def test_without_a_version_an_action_is_never_stale(guests: Guests) -> None:
    guests.play_to("police")
    a_move(guests)
    guests.ben.do("move", helicopter="pink", crossing="E", version=None)


def test_seats_that_look_alike_may_have_different_versions(web: WebTable) -> None:
    """A version is compared with the caller's own view, not with another's."""
    ben = web.browser()
    ben.sit("police", "Ben")
    ben.sit("watch", "Ben")
    ben.do("new_game", seat="police")
    for _ in range(3):
        ben.do("take", seat="police", helicopter="pink")
        ben.do("release", seat="police", helicopter="pink")
    late = web.browser()
    late.sit("police", "Chloé")
    assert late.view()["version"] < ben.view("watch")["version"]
    assert late.act("abandon", version=ben.view("watch")["version"]).refusal == (409, "stale")
