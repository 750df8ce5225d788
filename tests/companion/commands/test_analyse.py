import json
from pathlib import Path

from tests.companion.commands.running import run_citychase

GAME = """[Helicopters "F G K"]

1. 13 pB yx8- gO
2. 14 px7- yx13y gP
3. 15 pC yx14b gx20- *
"""
PUBLIC = GAME.replace(" 13 ", " ? ").replace(" 14 ", " ? ").replace(" 15 ", " ? ")


def test_the_contracts_own_step() -> None:
    run = run_citychase("analyse", "--json", given=GAME)
    assert run.code == 0
    report = json.loads(run.out)
    assert report["game"] == 1
    tokens = " ".join(step["token"] for step in report["steps"])
    assert tokens == "? pB yx8- gO ? px7- yx13y gP ? pC yx14b gx20-"
    assert report["steps"][6] == {
        "round": 2,
        "token": "yx13y",
        "routes": 4,
        "possible": [8, 12, 14, 18],
        "weights": {"8": 1, "12": 1, "14": 1, "18": 1},
    }


def test_only_what_the_police_saw_counts() -> None:
    assert run_citychase("analyse", "--json", given=GAME).out == run_citychase("analyse", "--json", given=PUBLIC).out


def test_weights_add_up_to_the_routes() -> None:
    for step in json.loads(run_citychase("analyse", "--json", given=GAME).out)["steps"]:
        assert sum(step["weights"].values()) == step["routes"]
        assert [int(building) for building in step["weights"]] == step["possible"]


def test_after_an_arrest_routes_end_where_the_car_was() -> None:
    text = '[Helicopters "F G K"]\n1. ? pB yx8- gO 2. ? yx13# arrested\n'
    last = json.loads(run_citychase("analyse", "--json", given=text).out)["steps"][-1]
    assert (last["token"], last["possible"], last["routes"]) == ("yx13#", [13], 3)


def test_a_game_without_a_round_has_no_steps() -> None:
    assert run_citychase("analyse", "--json", given='[Helicopters "F G K"]\n*').out == '{"game":1,"steps":[]}\n'


def test_a_record_that_contradicts_itself_names_the_action() -> None:
    text = PUBLIC.replace("yx14b", "yx13-")
    run = run_citychase("analyse", "--json", given=text)
    assert run.code == 1
    report = json.loads(run.out)
    assert (report["ok"], report["round"], report["token"], report["rule"]) == (False, 3, "yx13-", "P5")
    assert "no route of the thief fits" in report["error"]
    assert run.out == run_citychase("verify", "--json", given=text).out
    assert ">>yx13-<<" in run_citychase("analyse", given=text).out


def test_people_get_a_map_for_every_step(tmp_path: Path) -> None:
    file = tmp_path / "night.chase"
    file.write_text(GAME)
    out = run_citychase("analyse", file, COLUMNS="140").out
    assert "\x1b" not in out
    last = out[out.index("3. ?") :].splitlines()
    assert last[0].split() == ["3.", "?", "3.", "pC", "3.", "yx14b", "3.", "gx20-"]
    assert "yellow lifts 14: blue Trace" in last[1]
    assert "3 routes, 3 buildings" in last[2]
    final_map = [line[99:].split() for line in last[3:12]]
    assert final_map == [
        ["·", "·", "·", "·", "·"],
        ["+", "+", "p", "+"],
        ["·", "·", "·", "1", "·"],
        ["+", "+", "y", "+"],
        ["·", "·", "(y)", "(b)", "1"],
        ["+", "+", "+", "+"],
        ["·", "·", "·", "1", "·"],
        ["+", "+", "+", "g"],
        ["·", "·", "·", "·", "·"],
    ]


def test_a_narrow_terminal_still_gets_every_building() -> None:
    for columns in ("20", "0"):
        out = run_citychase("analyse", given=GAME, COLUMNS=columns).out
        assert "…" not in out
        assert "  ·     ·    (y)   (b)    1" in out


def test_a_terminal_with_colour_gets_colour() -> None:
    assert "\x1b[" in run_citychase("analyse", given=GAME, FORCE_COLOR="1", TERM="xterm-256color").out
    assert "\x1b[" not in run_citychase("analyse", given=GAME, TERM="xterm-256color").out
