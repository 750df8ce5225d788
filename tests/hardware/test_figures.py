from hardware.making.figures import TIMES, figures
from hardware.making.mechanics import read_mechanics
from hardware.making.reeds import fields
from tests.hardware.measuring import WRITTEN, plan_with


def test_the_guide_says_what_board_toml_says() -> None:
    told = figures(plan_with())
    assert told["pitch_mm"] == f"{WRITTEN['pitch_mm']:g}"
    assert told["plate_size"].startswith(f"{5 * WRITTEN['pitch_mm'] + 2 * WRITTEN['margin_mm']:.0f} {TIMES} ")
    assert told["magnet"] == f"6 {TIMES} 3 mm"


def test_the_guide_says_what_was_worked_out() -> None:
    plan = plan_with(("remanence_t = 1.17", "remanence_t = 1.4"))
    told, before = figures(plan), figures(plan_with())
    assert float(told["own_mt"]) > float(before["own_mt"])
    assert told["own_mt"] == f"{fields(read_mechanics(plan)).own:.1f}"
    assert float(before["opens_at_mm"]) < float(before["open_by_mm"])


def test_another_order_of_leds_has_other_wires() -> None:
    backwards = ", ".join(map(str, reversed(range(41, 52))))
    forwards = ", ".join(map(str, range(41, 52)))
    told = figures(plan_with((f"rounds = [{forwards}]", f"rounds = [{backwards}]")))
    assert told["all_wires_m"] != figures(plan_with())["all_wires_m"]
