"""What the project promises about itself: rules, documents, and what a module may import."""

import ast
import re
import shlex
import subprocess
import sys
import tomllib
from functools import cache
from itertools import chain
from pathlib import Path

import pytest

from companion.cli import citychase
from companion.games.city_chase.rejection import Reason, Rejected, Rule
from companion.games.city_chase.wording import languages, words
from companion.table.refusal import Refused, Trouble, status_of

ROOT = Path(__file__).parents[1]
GAME = ROOT / "companion" / "games" / "city_chase"
RULES = re.findall(r"^\| ([A-Z]\d) \|", (ROOT / "docs" / "rules.md").read_text(), re.MULTILINE)
README = (ROOT / "README.md").read_text()
CONTRACT = (ROOT / "docs" / "contract.md").read_text()


@cache
def rules_shown_by_tests() -> set[str]:
    """Return the numbers in every `@pytest.mark.rule(…)` that stands on a test."""
    shown: set[str] = set()
    for file in (ROOT / "tests").rglob("test_*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                shown.update(number for decorator in node.decorator_list for number in rules_named(decorator))
    return shown


def rules_named(decorator: ast.expr) -> list[str]:
    if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.rule":
        return [ast.literal_eval(argument) for argument in decorator.args]
    return []


def test_the_code_knows_every_rule_of_the_document() -> None:
    assert [rule.value for rule in Rule] == RULES


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_is_shown_by_a_test(rule: str) -> None:
    assert rule in rules_shown_by_tests()


def test_no_test_shows_a_rule_that_is_not_there() -> None:
    assert rules_shown_by_tests() <= set(RULES)


@pytest.mark.parametrize("command", sorted(citychase.commands))
def test_every_command_is_in_the_contract_and_has_help(command: str) -> None:
    assert f"`citychase {command}" in CONTRACT
    assert citychase.commands[command].help


@pytest.mark.parametrize("reason", Reason)
def test_every_rejection_is_in_the_contract_with_its_rule_and_status(reason: Reason) -> None:
    rows = re.findall(rf"^\| `{reason}` \| ?([A-Z]\d)? ?\| (\d+) \|", CONTRACT, re.MULTILINE)
    rejected = Rejected(reason)
    assert rows == [(rejected.rule or "", "403" if rejected.is_forbidden else "409")]


@pytest.mark.parametrize("trouble", Trouble)
def test_every_refusal_is_in_the_contract_with_its_status_and_has_words(trouble: Trouble) -> None:
    rows = re.findall(rf"^\| `{trouble}` \| (\d+) \|", CONTRACT, re.MULTILINE)
    assert rows == [str(status_of(Refused(trouble)))]
    assert all(words(language).table[trouble] for language in languages())


def imports_of(file: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "imports are written out"
            names.add(str(node.module))
    return names


PURE = {"bisect", "collections", "enum", "functools", "importlib", "itertools", "re", "typing"}
"""What the game may use of the standard library: nothing with a clock, chance, files or threads."""
OWN_WORDS = {"importlib.resources", "importlib.resources.abc"}


@pytest.mark.parametrize("file", sorted(GAME.rglob("*.py")), ids=lambda file: str(file.relative_to(GAME)))
def test_the_game_is_pure(file: Path) -> None:
    for name in imports_of(file):
        top = name.split(".")[0]
        if top == "companion":
            assert name.startswith("companion.games.city_chase") or name == "companion.errors"
        else:
            assert top == "msgspec" or top in PURE
        assert top != "importlib" or (name in OWN_WORDS and file.name == "wording.py")


def test_importing_the_game_does_no_work() -> None:
    program = """
import sys, threading
import companion.games.city_chase.knowledge, companion.games.city_chase.record.replay
from companion.games.city_chase import routes, wording
assert routes.atlas.cache_info().currsize == 0, "routes were prepared"
assert wording.words.cache_info().currsize == 0, "words were read"
assert threading.active_count() == 1
heavy = {"flask", "rich", "click", "gpiozero", "numpy"} & set(sys.modules)
assert not heavy, heavy
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_the_record_of_a_known_game_needs_no_routes() -> None:
    program = """
from companion.games.city_chase import routes
from companion.games.city_chase.record.replay import replay_all
assert [outcome.end for _, outcome in replay_all('[Helicopters "F G K"]\\n1. 13 pB *')] == ["*"]
assert routes.atlas.cache_info().currsize == 0
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_the_readme_names_every_dependency() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = [*project["dependencies"], *chain.from_iterable(project["optional-dependencies"].values())]
    # An extra may name the project itself, with another extra.
    names = {re.split(r"[><=;\[]", requirement)[0] for requirement in wanted} - {project["name"]}
    assert {"msgspec", "RPi.GPIO", "pytest", "adafruit-lgpio"} <= names
    assert [name for name in names if name not in README.split("## Dependencies")[1]] == []


def examples() -> list[tuple[str, str]]:
    """Return the commands that the README shows after a $, each with what it says they print."""
    blocks = re.findall(r"^```\n(\$ .*?)^```", README, re.MULTILINE | re.DOTALL)
    return [(shown.split("\n", 1)[0], shown.split("\n", 1)[1]) for block in blocks for shown in block[2:].split("\n$ ")]


@pytest.mark.parametrize(("command", "printed"), examples())
def test_the_readmes_examples_are_true(command: str, printed: str) -> None:
    program = shlex.quote(str(Path(sys.executable).with_name("citychase")))
    here = command.replace(".venv/bin/citychase", program)
    done = subprocess.run(["/bin/sh", "-c", here], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout.strip() == printed.strip()


def test_the_readme_has_examples() -> None:
    assert len(examples()) >= 2
