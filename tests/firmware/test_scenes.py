from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.games.city_chase.actions import Abandon, Done, Hide, Move, Place
from companion.games.city_chase.city import BUILDINGS, CROSSINGS, Route
from companion.games.city_chase.pieces import HELICOPTERS, ROUNDS, Colour, Find, Helicopter
from companion.games.city_chase.rules import new_game
from companion.games.city_chase.state import Ending, Game, Over
from companion.games.city_chase.views import PublicView, ResultView, view_public
from firmware.frames import LIGHTS, OFF, RGB, Frame, building_light, crossing_light, round_light
from firmware.lights import Lights
from firmware.picture import NOTHING_UP, Discovery, Picture
from firmware.plan import read_plan
from firmware.power import current_ma
from firmware.scenes import AMBER, BLUE, HELICOPTER_COLOURS, RED, TRACE_COLOURS, WHITE, YELLOW, paint
from firmware.simulated_strip import SimulatedStrip
from tests.companion.games.city_chase.playing import BEN, GREEN, PINK, THIEF, begin, do, hide, play_rounds
from tests.companion.games.city_chase.test_knowledge import games
from tests.companion.games.city_chase.test_no_interference import (
    Script,
    Witness,
    following_traces,
    play_all_routes,
    searching_in_turn,
)

FRAMES_PER_SECOND = 50
LONG = tuple(number / FRAMES_PER_SECOND for number in range(10 * FRAMES_PER_SECOND))
"""Ten seconds: longer than any period."""
ROUTE: Route = (1, 2, 3, 4, 5, 10, 9, 8, 7, 6, 11)
ENDED_AT = 100.0


def look(game: Game) -> PublicView:
    return view_public(game.public)


def watch(view: PublicView, picture: Picture, light: int) -> tuple[RGB, ...]:
    return tuple(paint(view, picture, now)[light] for now in LONG)


def is_still(view: PublicView, picture: Picture = NOTHING_UP) -> bool:
    return len({paint(view, picture, now) for now in LONG}) == 1


def rhythm(shown: tuple[RGB, ...]) -> tuple[bool, ...]:
    """Return when a light is in the upper half of what it shows: its rhythm without its colour."""
    levels = [sum(colour) for colour in shown]
    middle = (max(levels) + min(levels)) / 2
    return tuple(level >= middle for level in levels)


def changes(beats: tuple[bool, ...]) -> int:
    return sum(before is not after for before, after in pairwise(beats))


def is_shade(colour: RGB, of: RGB) -> bool:
    """Tell whether a colour is another one dimmed."""
    share = max(colour) / max(of)
    return colour != OFF and all(abs(part - share * full) <= 2 for part, full in zip(colour, of, strict=True))


def police_phase() -> PublicView:
    """Pink is on F, yellow on G, green on K, and all of them have still to act."""
    return look(hide(begin("FGK"), 13))


def with_traces() -> PublicView:
    """A police phase in which a Trace of each colour shows."""
    return replace(police_phase(), round=8, traces={1: Colour.YELLOW, 2: Colour.BLUE, 8: Colour.RED})


def over(reason: Ending = Ending.ESCAPED, route: Route = ROUTE) -> PublicView:
    return replace(look(play_rounds(ROUTE)), round=len(route), result=ResultView(None, reason, route))


def helicopter_light(view: PublicView, helicopter: Helicopter) -> int:
    return crossing_light(str(view.helicopters[helicopter].crossing))


def buildings_of(frame: Frame) -> dict[int, RGB]:
    return {one: frame[building_light(one)] for one in BUILDINGS if frame[building_light(one)] != OFF}


def test_helicopters_in_set_up_are_bright_and_steady_once_they_stand() -> None:
    game = new_game()
    assert not any(paint(look(game), NOTHING_UP, 0)[crossing_light(one)] != OFF for one in "ABCDEFGHIJKLMNOP")
    view = look(do(game, BEN, Place(PINK, "F"), Place(GREEN, "P")))
    assert is_still(view)
    frame = paint(view, NOTHING_UP, 0)
    assert frame[crossing_light("F")] == HELICOPTER_COLOURS[PINK]
    assert frame[crossing_light("P")] == HELICOPTER_COLOURS[GREEN]


def test_the_helicopter_that_set_ups_arrows_would_move_pulses() -> None:
    view = look(do(new_game(), BEN, Place(PINK, "F"), Place(GREEN, "P")))
    picture = Picture(selected=PINK)
    assert changes(rhythm(watch(view, picture, crossing_light("F")))) > 10
    assert set(watch(view, picture, crossing_light("P"))) == {HELICOPTER_COLOURS[GREEN]}


@pytest.mark.parametrize("helicopter", HELICOPTERS)
def test_a_helicopter_that_has_still_to_act_pulses_brightly_in_its_colour(helicopter: Helicopter) -> None:
    view = police_phase()
    shown = watch(view, NOTHING_UP, helicopter_light(view, helicopter))
    assert all(is_shade(colour, HELICOPTER_COLOURS[helicopter]) for colour in shown)
    assert max(map(max, shown)) > 250
    assert max(map(max, shown)) > 3 * min(map(max, shown))


def test_a_helicopter_that_has_acted_is_steady_and_darker_than_any_that_waits() -> None:
    view = look(do(hide(begin("FGK"), 13), BEN, Move(PINK, "E")))
    [acted] = set(watch(view, NOTHING_UP, crossing_light("E")))
    assert is_shade(acted, HELICOPTER_COLOURS[PINK])
    assert 2 * max(acted) < min(map(max, watch(view, NOTHING_UP, crossing_light("G"))))
    assert set(watch(view, Picture(selected=PINK), crossing_light("E"))) == {acted}


def test_the_chosen_helicopter_pulses_twice_as_fast() -> None:
    view = police_phase()
    for helicopter in HELICOPTERS:
        light = helicopter_light(view, helicopter)
        usual = changes(rhythm(watch(view, NOTHING_UP, light)))
        assert changes(rhythm(watch(view, Picture(selected=helicopter), light))) >= 1.8 * usual


def test_pink_pulses_once_yellow_twice_and_green_three_times_in_each_period() -> None:
    view = police_phase()
    period = [number / 100 for number in range(240)]
    for count, helicopter in enumerate(HELICOPTERS, 1):
        light = helicopter_light(view, helicopter)
        beats = rhythm(tuple(paint(view, NOTHING_UP, now)[light] for now in period))
        assert changes(beats) == 2 * count
        assert not beats[0]
        assert not beats[-1]


def test_in_the_thief_phase_helicopters_are_dim_and_nothing_moves() -> None:
    view = look(begin("FGK"))
    assert all(is_still(view, Picture(selected=helicopter)) for helicopter in (None, *HELICOPTERS))
    frame = paint(view, NOTHING_UP, 0)
    assert all(0 < max(frame[crossing_light(one)]) < 60 for one in "FGK")
    assert is_still(replace(with_traces(), phase="thief"))


def test_the_round_track_is_yellow_first_red_sixth_and_blue_elsewhere() -> None:
    frame = paint(over(), NOTHING_UP, 0)
    wanted = {1: YELLOW, 6: RED}
    assert all(is_shade(frame[round_light(one)], wanted.get(one, BLUE)) for one in range(1, ROUNDS + 1))


@pytest.mark.parametrize("current", range(ROUNDS + 1))
def test_the_current_round_is_brightest_and_rounds_to_come_are_hardly_lit(current: int) -> None:
    frame = paint(replace(with_traces(), round=current), NOTHING_UP, 0)
    levels = {number: max(frame[round_light(number)]) for number in range(1, ROUNDS + 1)}
    past = [level for number, level in levels.items() if number < current]
    to_come = [level for number, level in levels.items() if number > current]
    assert all(60 < level < 128 for level in past)
    assert all(0 < level < 20 for level in to_come)
    assert current == 0 or levels[current] == 255


def test_found_traces_show_in_their_colours() -> None:
    view = with_traces()
    for building, colour in view.traces.items():
        assert all(
            is_shade(shown, TRACE_COLOURS[colour]) for shown in watch(view, NOTHING_UP, building_light(building))
        )
    assert set(buildings_of(paint(view, NOTHING_UP, 0))) == set(view.traces)


def test_a_lifted_building_is_white_at_once_even_over_a_trace() -> None:
    view = with_traces()
    picture = Picture(lifted=frozenset({1, 13}))
    assert set(watch(view, picture, building_light(13))) == {WHITE}
    assert set(watch(view, picture, building_light(1))) == {WHITE}


@pytest.mark.parametrize("lifted", [frozenset(), frozenset({12})])
def test_nothing_found_is_two_short_blinks(lifted: frozenset[int]) -> None:
    picture = Picture(lifted=lifted, discovery=Discovery(12, Find.NOTHING, 50.0))
    shown = [paint(police_phase(), picture, 50 + number / 100)[building_light(12)] for number in range(100)]
    assert set(shown) == {WHITE, OFF}
    beats = tuple(colour == WHITE for colour in shown)
    assert changes(beats) == 4
    assert not beats[0]
    assert not beats[-1]
    before, after = (paint(police_phase(), picture, now)[building_light(12)] for now in (49.9, 51.1))
    assert before == after == (WHITE if lifted else OFF)


def test_a_found_trace_takes_the_place_of_white_and_stays() -> None:
    view = with_traces()
    discovery = Discovery(8, Find.RED, 50.0)
    still_up = Picture(lifted=frozenset({8}), discovery=discovery)
    light = building_light(8)
    assert paint(view, still_up, 49.9)[light] == WHITE
    assert {paint(view, still_up, now)[light] for now in (50, 51, 60, 500)} == {RED}
    back = Picture(discovery=discovery)
    assert paint(view, back, 50.5)[light] == RED
    assert all(is_shade(paint(view, back, now)[light], RED) for now in (51.6, 60, 500))


def test_a_refused_building_blinks_red_and_reveals_nothing() -> None:
    view = with_traces()
    for building, find in ((8, Find.RED), (13, Find.NOTHING), (2, Find.BLUE)):
        picture = Picture(
            lifted=frozenset({building}), refused=frozenset({building}), discovery=Discovery(building, find, 1.0)
        )
        untold = Picture(lifted=picture.lifted, refused=picture.refused)
        shown = watch(view, picture, building_light(building))
        assert set(shown) == {RED, OFF}
        assert shown == watch(police_phase(), untold, building_light(building))


def test_helicopters_that_could_be_searching_blink_one_after_the_other() -> None:
    view = police_phase()
    picture = Picture(lifted=frozenset({13}), choosing=(PINK, GREEN))
    pink, green = (watch(view, picture, helicopter_light(view, one)) for one in (PINK, GREEN))
    assert set(pink) == {OFF, HELICOPTER_COLOURS[PINK]}
    assert set(green) == {OFF, HELICOPTER_COLOURS[GREEN]}
    assert all((one == OFF) is not (other == OFF) for one, other in zip(pink, green, strict=True))
    assert changes(rhythm(pink)) > 10
    [bystander] = set(watch(view, picture, crossing_light("G")))
    assert 0 < max(bystander) < 60


def test_three_helicopters_that_could_be_searching_each_get_their_turn() -> None:
    view = police_phase()
    picture = Picture(choosing=HELICOPTERS)
    lit = [
        [one for one in HELICOPTERS if paint(view, picture, now)[helicopter_light(view, one)] != OFF] for now in LONG
    ]
    assert all(len(one) == 1 for one in lit)
    turns = [after[0] for before, after in pairwise(lit) if before != after]
    assert turns[:6] == [*HELICOPTERS[1:], *HELICOPTERS, HELICOPTERS[0]]


def test_once_a_helicopter_is_chosen_it_alone_pulses() -> None:
    view = police_phase()
    picture = Picture(choosing=(PINK, GREEN), searcher=GREEN)
    usual = watch(view, Picture(selected=GREEN), crossing_light("K"))
    assert watch(view, picture, crossing_light("K")) == usual
    assert all(len(set(watch(view, picture, crossing_light(one)))) == 1 for one in "FG")


def test_a_helicopter_selected_before_the_lift_is_not_taken_for_the_searcher() -> None:
    view = police_phase()
    choosing = Picture(choosing=(PINK, GREEN))
    selected = Picture(choosing=(PINK, GREEN), selected=GREEN)
    assert [paint(view, selected, now) for now in LONG] == [paint(view, choosing, now) for now in LONG]


def test_missing_buildings_blink_amber_one_after_the_other() -> None:
    missing = (20, 3, 11)
    picture = Picture(lifted=frozenset(missing), missing=missing)
    lit = []
    for now in LONG:
        frame = paint(look(begin()), picture, now)
        assert all(is_shade(frame[building_light(one)], AMBER) for one in missing)
        lit.append([one for one in missing if frame[building_light(one)] == AMBER])
    assert all(len(one) == 1 for one in lit)
    turns = [lit[0][0], *(after[0] for before, after in pairwise(lit) if before != after)]
    assert turns[:6] == [20, 3, 11, 20, 3, 11]


def test_a_single_missing_building_blinks_too() -> None:
    shown = watch(look(begin()), Picture(missing=(7,)), building_light(7))
    assert changes(rhythm(shown)) > 10


def test_corrections_win_over_all_that_lies_below() -> None:
    view = with_traces()
    everything = frozenset(BUILDINGS)
    for now in LONG[::7]:
        below = Picture(lifted=everything, discovery=Discovery(8, Find.RED, now))
        missing = paint(view, replace(below, missing=BUILDINGS), now)
        assert all(is_shade(missing[building_light(one)], AMBER) for one in BUILDINGS)
        refused = paint(view, replace(below, missing=BUILDINGS, refused=everything), now)
        assert len({refused[building_light(one)] for one in BUILDINGS}) == 1
        assert refused[building_light(8)] in {RED, OFF}


def test_an_arrest_is_a_siren_over_the_whole_board() -> None:
    view = over(Ending.ARRESTED)
    times = [ENDED_AT + number / 50 for number in range(149)]
    frames = [paint(view, Picture(refused=frozenset({5}), ended_at=ENDED_AT), now) for now in times]
    assert all(set(frame) == {RED, BLUE} for frame in frames)
    for light in range(LIGHTS):
        turns = changes(tuple(frame[light] == RED for frame in frames))
        # Three flashes a second or more can hurt people who are sensitive to them.
        assert 6 <= turns < 6 * 3


@pytest.mark.parametrize("reason", Ending)
def test_the_route_is_drawn_building_by_building_and_stays(reason: Ending) -> None:
    view = over(reason)
    begins = ENDED_AT + (3 if reason is Ending.ARRESTED else 0)
    picture = Picture(ended_at=ENDED_AT, lifted=frozenset({25}))
    for drawn in range(1, len(ROUTE) + 1):
        for within in (0.01, 0.25, 0.49):
            shown = buildings_of(paint(view, picture, begins + 0.5 * (drawn - 1) + within))
            assert set(shown) == set(ROUTE[:drawn])
            assert max(shown[ROUTE[drawn - 1]]) == 255
    picture = Picture(ended_at=ENDED_AT)
    assert len({paint(view, picture, begins + 5.5 + later) for later in (0.1, 1, 2.35, 1000)}) == 1
    assert set(buildings_of(paint(view, picture, begins + 6))) == set(ROUTE)


def test_the_route_is_yellow_first_red_sixth_white_at_the_car() -> None:
    shown = buildings_of(paint(over(), NOTHING_UP, 0))
    wanted = {1: YELLOW, 6: RED, 11: WHITE}
    for number, building in enumerate(ROUTE, 1):
        assert is_shade(shown[building], wanted.get(number, BLUE))
    assert is_shade(buildings_of(paint(over(route=ROUTE[:6]), NOTHING_UP, 0))[10], WHITE)
    assert buildings_of(paint(over(route=(1,)), NOTHING_UP, 0)) == {1: WHITE}


def test_without_the_time_of_the_end_the_whole_route_simply_shows() -> None:
    view = over(Ending.ARRESTED)
    assert is_still(view)
    assert paint(view, NOTHING_UP, 0) == paint(view, Picture(ended_at=0), 1000)


def test_a_building_that_is_missing_after_the_end_shows_above_the_route() -> None:
    shown = paint(over(), Picture(missing=(1,), ended_at=0), 1000)[building_light(1)]
    assert is_shade(shown, AMBER)


def test_a_game_given_up_before_anyone_hid_has_no_route_to_draw() -> None:
    view = look(do(begin("FGK"), BEN, Abandon()))
    assert buildings_of(paint(view, Picture(ended_at=0), 0.1)) == {}
    assert is_still(view)


def test_traces_that_show_stay_where_nobody_knows_the_route() -> None:
    view = replace(with_traces(), phase="over", result=ResultView(None, Ending.ABANDONED, ()))
    assert set(buildings_of(paint(view, Picture(ended_at=0), 0.1))) == {1, 2, 8}


def rhythms_of_helicopters() -> Iterator[tuple[bool, ...]]:
    view = police_phase()
    yield from (rhythm(watch(view, NOTHING_UP, helicopter_light(view, one))) for one in HELICOPTERS)


def rhythms_of_buildings() -> Iterator[tuple[bool, ...]]:
    view = with_traces()
    yield from (rhythm(watch(view, NOTHING_UP, building_light(one))) for one in view.traces)
    yield rhythm(watch(view, Picture(refused=frozenset({13})), building_light(13)))
    yield rhythm(watch(view, Picture(missing=(13,)), building_light(13)))


@pytest.mark.parametrize("rhythms", [list(rhythms_of_helicopters()), list(rhythms_of_buildings())])
def test_colours_that_must_be_told_apart_differ_in_how_often_they_change(rhythms: list[tuple[bool, ...]]) -> None:
    counts = sorted(changes(one) for one in rhythms)
    assert all(after - before >= 3 for before, after in pairwise(counts)), counts


def test_red_blinks_more_than_twice_as_fast_as_amber() -> None:
    *_, red, amber = rhythms_of_buildings()
    assert changes(red) > 2 * changes(amber)


buildings = st.sampled_from(BUILDINGS)
times = st.floats(0, 1e7)


@st.composite
def pictures(draw: st.DrawFn) -> Picture:
    lifted = draw(st.frozensets(buildings))
    discoveries = st.builds(Discovery, buildings, st.sampled_from(Find), times)
    return Picture(
        lifted=lifted,
        refused=draw(st.frozensets(st.sampled_from(sorted(lifted)))) if lifted else frozenset(),
        choosing=tuple(draw(st.lists(st.sampled_from(HELICOPTERS), unique=True))),
        missing=tuple(draw(st.lists(buildings, unique=True))),
        selected=draw(st.none() | st.sampled_from(HELICOPTERS)),
        searcher=draw(st.none() | st.sampled_from(HELICOPTERS)),
        intended=draw(st.none() | st.builds(Move, st.sampled_from(HELICOPTERS), st.sampled_from(CROSSINGS))),
        discovery=draw(st.none() | discoveries),
        ended_at=draw(st.none() | times),
    )


@st.composite
def moments(draw: st.DrawFn, picture: Picture) -> float:
    """Any time, and often one soon after something happened."""
    happened = [0.0, picture.ended_at or 0.0, picture.discovery.at if picture.discovery else 0.0]
    return draw(times | st.builds(float.__add__, st.sampled_from(happened), st.floats(0, 12)))


@settings(max_examples=300, deadline=None)
@given(games(), pictures(), st.data())
def test_any_frame_is_52_colours_and_depends_on_nothing_else(game: Game, picture: Picture, data: st.DataObject) -> None:
    if data.draw(st.booleans()) and not isinstance(game.public, Over):
        game = do(game, BEN, Abandon())
    now = data.draw(moments(picture))
    view = look(game)
    frame = paint(view, picture, now)
    assert len(frame) == LIGHTS
    assert all(isinstance(part, int) and 0 <= part <= 255 for colour in frame for part in colour)
    assert all(len(colour) == 3 for colour in frame)
    assert paint(look(game), replace(picture, lifted=frozenset(sorted(picture.lifted))), now) == frame
    known = {*view.traces, *(view.result.route if view.result else ())}
    told = {*picture.lifted, *picture.missing, *([picture.discovery.building] if picture.discovery else [])}
    if set(frame) != {RED, BLUE}:
        assert set(buildings_of(frame)) <= known | told


SHOWN_TIMES = (0.1, 0.35, 3.3)
SHOWN_PICTURES = (NOTHING_UP, Picture(lifted=frozenset({12, 13}), refused=frozenset({13})), Picture(missing=(13, 18)))


def shown_by_lights(game: Game) -> bytes:
    frames = (paint(look(game), picture, now) for picture in SHOWN_PICTURES for now in SHOWN_TIMES)
    return b"".join(bytes(colour) for frame in frames for colour in frame)


@pytest.mark.parametrize("script", [searching_in_turn, following_traces])
def test_secrets_with_the_same_public_history_are_lit_the_same(script: Script) -> None:
    witness = Witness()
    for game in play_all_routes(script, Witness(), rounds=4):
        if not isinstance(game.public, Over):
            witness.look(game, shown_by_lights(game))
            hidden = do(game, THIEF, Hide(game.secret.ways_out()[0]), Done())
            witness.look(hidden, shown_by_lights(hidden))
    assert witness.compared > 5 * len(witness.seen)


def test_what_the_thief_chooses_before_done_changes_no_light() -> None:
    game = play_rounds((1, 2))
    before = shown_by_lights(game)
    for building in game.secret.ways_out():
        game = do(game, THIEF, Hide(building))
        assert shown_by_lights(game) == before


def test_a_move_that_waits_to_be_confirmed_blinks_where_it_would_go() -> None:
    view = police_phase()
    shown = watch(view, Picture(intended=Move(PINK, "B")), crossing_light("B"))
    assert set(shown) == {OFF, HELICOPTER_COLOURS[PINK]}
    assert watch(view, NOTHING_UP, crossing_light("B"))[0] == OFF


@settings(max_examples=300, deadline=None)
@given(games(), pictures(), st.floats(0, 1000))
def test_no_scene_draws_more_than_the_limit_at_the_strip(game: Game, picture: Picture, now: float) -> None:
    leds = replace(read_plan().leds, brightness=1.0, limit_ma=300)
    strip = SimulatedStrip(leds)
    lights = Lights(leds, strip)
    for later in range(10):
        lights.show(paint(look(game), picture, now + later / 10))
        assert current_ma(strip.lights(), leds.count) <= leds.limit_ma
    lights.close()
