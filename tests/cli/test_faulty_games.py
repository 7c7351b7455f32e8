"""Mistakes in the file of a game: an error of the game with exit code 2, whatever the command."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.require import needs

RACE = """
from typing import NamedTuple
from adversario import Game

class At(NamedTuple):
    sum: int
    turn: int

class Wordless(Exception):
    def __str__(self): raise RuntimeError("no words")

class Race(Game):
    def initial(self): return At(0, 0)
    def player(self, s): return s.turn
    def actions(self, s): return 1, 2
    def result(self, s, a): return At(s.sum + a, 1 - s.turn)
    def is_terminal(self, s): return s.sum >= 10
    def utility(self, s, p): return 1 if s.turn == p else -1

class Faulty(Race):
    {fault}
"""

COMMANDS = {
    "check": ("--playouts", "2"),
    "search": ("-d", "3"),
    "solve": ("--method", "table"),
    "analyse": ("-d", "3"),
    "draw": ("-d", "2"),
    "trace": ("-d", "2"),
    "count": (),
    "doctor": (),
}

MISTAKES = {
    "players = 'two'": "Faulty.players is 'two'",
    "players = True": "Faulty.players is True",
    "utility_bounds = 'ab'": "Faulty.utility_bounds is 'ab'",
    "utility_bounds = (1, float('nan'))": "Faulty.utility_bounds is (1, nan)",
    "utility_bounds = (1, -1)": "the least utility comes first",
    "teams = 5": "Faulty.teams is 5",
    "player = property(lambda self: 1)": "Faulty.player is 1; expected a method",
    "utility = 5": "Faulty.utility is 5; expected a method",
    "def result(self, s): return s": "Faulty.result(s) does not fit the contract",
    "def utility(self, s, p, other): return 1": "Faulty.utility(s, p, other) does not fit",
    "def action_name(self, a): return 'x'": "Faulty.action_name(a) does not fit",
}
"""By the line of the class: what is said, whatever the command."""

NAMES = {
    "def action_name(self, s, a): return 5": "Faulty.action_name breaks the contract",
    "def position(self, s): return None": "Faulty.position breaks the contract",
}

ERRORS = {
    "def actions(self, s): raise Wordless": "Wordless: ?",
    "def actions(self, s): raise ValueError('\\ud800')": r"ValueError: \ud800",
    "def actions(self, s): raise type('\\ud800', (Exception,), {})": "UnicodeEncodeError",
}


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("fault", MISTAKES | NAMES | ERRORS)
def test_a_mistake_is_one_of_the_game(run: Any, tmp_path: Path, fault: str, command: str) -> None:
    file = tmp_path / "game.py"
    file.write_text(RACE.replace("{fault}", fault), encoding="utf-8")
    done = run(command, f"{file}:Faulty", *COMMANDS[command], "--lang", "en")
    assert "Traceback" not in done.err
    if command == "doctor" and fault not in MISTAKES:
        assert done.code in (0, 1, 2)  # it lists what does not compile
        return
    assert done.code == 2, done.err
    assert (MISTAKES | NAMES | ERRORS)[fault] in done.err


@pytest.mark.parametrize("engine", ["python", pytest.param("native", marks=needs("numba"))])
@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("def utility(self, s, p): return next(iter(()))", "line 21: StopIteration"),
        ("def player(self, s): return None if s.sum > 6 else s.turn", "Faulty.player breaks"),
        ("def player(self, s): return None", "Faulty.player breaks"),
    ],
)
def test_mistakes_met_later_are_the_games_too(
    run: Any, tmp_path: Path, fault: str, said: str, engine: str
) -> None:
    file = tmp_path / "game.py"
    file.write_text(RACE.replace("{fault}", fault), encoding="utf-8")
    for command in (
        ("search", "-a", "mcts", "--nodes", "100"),
        ("analyse", "-d", "12"),
        ("solve",),
    ):
        word, *options = command
        done = run(word, f"{file}:Faulty", *options, "--engine", engine, "--lang", "en")
        assert done.code == 2, done.err
        assert said in done.err


def test_other_forms_of_methods_are_allowed(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "game.py"
    forms = (
        "def result(self, s, *rest): return At(s.sum + rest[0], 1 - s.turn)",
        "player = staticmethod(lambda s: s.turn)",
        "def utility(self, s, p, worth=1): return worth if s.turn == p else -worth",
    )
    for form in forms:
        file.write_text(RACE.replace("{fault}", form), encoding="utf-8")
        done = run("search", f"{file}:Faulty", "-d", "3", "--engine", "python", "--lang", "en")
        assert done.code == 0, done.err
