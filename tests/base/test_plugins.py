"""Users' files are modules of their own, in every process."""

from __future__ import annotations

import json
import os
import pickle
import random
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from adversario.arena.match import play_match
from adversario.base.errors import InputError
from adversario.base.python.plugins import (
    PREFIX,
    Portable,
    load_user_module,
    split_user_path,
    user_fault,
)
from adversario.counting.perft import perft
from adversario.games import TicTacToe
from adversario.games.user_games import game_classes, make_user_game, playable_classes

GAME = """
from dataclasses import dataclass
from adversario.game import Game

@dataclass(frozen=True)
class Pile:
    left: int
    mover: int

class Countdown(Game[Pile, int]):
    def __init__(self, heap: int = 5) -> None:
        self.heap = heap
    def initial(self) -> Pile:
        return Pile(self.heap, 0)
    def player(self, s: Pile) -> int:
        return s.mover
    def actions(self, s: Pile) -> list[int]:
        return [n for n in (1, 2) if n <= s.left]
    def result(self, s: Pile, a: int) -> Pile:
        return Pile(s.left - a, 1 - s.mover)
    def is_terminal(self, s: Pile) -> bool:
        return s.left == 0
    def utility(self, s: Pile, player: int) -> int:
        return -1 if s.mover == player else 1

class Abstract(Countdown):
    pass
Abstract.__abstractmethods__ = frozenset({"more"})
"""

BOTS = """
class Low:
    def choose(self, game, state):
        return min(game.legal(state))

class High:
    def choose(self, game, state):
        return max(game.legal(state))
"""


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("name", ["random", "statistics", "my.game", "two words"])
def test_no_other_module_is_replaced(tmp_path: Path, name: str) -> None:
    module = load_user_module(write(tmp_path / f"{name}.py", "mine = 1"))
    assert module.mine == 1
    assert module.__name__.startswith(PREFIX)
    assert sys.modules["random"] is random
    assert sys.modules["statistics"] is statistics
    assert name in ("random", "statistics") or name not in sys.modules


def test_files_of_one_stem_are_two_modules(tmp_path: Path) -> None:
    one = load_user_module(write(tmp_path / "a" / "bot.py", "class Bot: folder = 'a'"))
    two = load_user_module(write(tmp_path / "b" / "bot.py", "class Bot: folder = 'b'"))
    assert (one.Bot.folder, two.Bot.folder) == ("a", "b")
    for module in (one, two):
        assert pickle.loads(pickle.dumps(module.Bot)) is module.Bot


def test_a_file_is_executed_again_only_if_it_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(tmp_path / "bot.py", "class Bot: version = 1")
    one = load_user_module(path)
    monkeypatch.chdir(tmp_path)
    assert load_user_module(Path("bot.py")) is one
    two = load_user_module(write(path, "class Bot: version = 2"))
    assert (one.Bot.version, two.Bot.version) == (1, 2)
    assert pickle.loads(pickle.dumps(one.Bot)).version == 1


def test_a_file_that_fails_can_be_mended(tmp_path: Path) -> None:
    path = write(tmp_path / "bot.py", "x = 1\nraise ValueError('no')")
    for _ in range(2):
        with pytest.raises(InputError, match=r"bot.py, line 2: ValueError: no"):
            load_user_module(path)
    assert not [name for name in sys.modules if name.startswith(PREFIX + "bot_") and "x" in name]
    assert load_user_module(write(path, "x = 2")).x == 2
    with pytest.raises(InputError, match="no such file"):
        load_user_module(tmp_path / "none.py")


def test_values_of_users_classes_reach_other_processes(tmp_path: Path) -> None:
    module = load_user_module(write(tmp_path / "random.py", GAME))
    sent = tmp_path / "sent.pickle"
    sent.write_bytes(pickle.dumps(Portable(module.Countdown(7).initial())))
    code = (
        "import pickle, random, sys, json; from pathlib import Path;"
        "value = pickle.loads(Path(sys.argv[1]).read_bytes()).value;"
        "print(json.dumps([value.left, type(value).__module__, random.Random(1).random()]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(sent)], capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout) == [7, module.__name__, random.Random(1).random()]


def test_a_value_of_no_user_needs_no_file() -> None:
    assert pickle.loads(pickle.dumps(Portable((1, "a")))) == Portable((1, "a"))
    assert PREFIX.encode() not in pickle.dumps(Portable((1, "a")))


def test_players_of_users_files_play_in_other_processes(tmp_path: Path) -> None:
    path = write(tmp_path / "random.py", BOTS)
    players = [f"{path}:Low", f"{path}:High"]
    alone = play_match(TicTacToe(), players, games=4, openings=1, seed=3)
    spread = play_match(TicTacToe(), players, games=4, openings=1, seed=3, workers=2)
    assert [game.moves for game in spread.games] == [game.moves for game in alone.games]


def test_games_of_users_files_compile(tmp_path: Path) -> None:
    for name in ("random", "statistics"):
        game = make_user_game(write(tmp_path / f"{name}.py", GAME), "Countdown")
        assert perft(game, 4, engine="native") == perft(game, 4, engine="python")


def test_games_are_found_by_name_and_options(tmp_path: Path) -> None:
    path = write(tmp_path / "statistics.py", GAME)
    assert set(game_classes(path)) == {"Countdown", "Abstract"}
    assert set(playable_classes(path)) == {"Countdown"}
    made: Any = make_user_game(path, "Countdown:heap=9")
    assert made.heap == 9
    with pytest.raises(InputError, match="found: Countdown, Abstract"):
        make_user_game(path, "")
    with pytest.raises(InputError, match="Abstract still lacks: more"):
        make_user_game(path, "Abstract")


def test_paths_are_split_from_names() -> None:
    assert split_user_path("a/b.py:Name:x=1") == (Path("a/b.py"), "Name:x=1")
    assert split_user_path("b.py") == (Path("b.py"), "")
    assert split_user_path("b.python") is None
    assert split_user_path("connect4") is None


def test_the_command_line_takes_a_file_named_random(tmp_path: Path) -> None:
    path = write(tmp_path / "random.py", GAME.partition("class Abstract")[0])
    bots = write(tmp_path / "statistics.py", BOTS)
    words = f"match --game {path} {bots}:High {bots}:Low --games 2 --openings 0 --workers 2"
    done = subprocess.run(
        [sys.executable, "-m", "adversario", *words.split()],
        capture_output=True, text=True, check=False, env=os.environ | {"LANG": "C"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


def test_a_fault_of_a_file_named_by_a_relative_path_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "broken.py").write_text("def fail():\n    return None.turn\n")
    monkeypatch.chdir(tmp_path)
    module = load_user_module(Path("broken.py"))
    with pytest.raises(AttributeError) as raised:
        module.fail()
    fault = user_fault(raised.value)
    assert fault is not None
    assert "line 2: AttributeError" in fault.text()
