"""Engines of the protocol of xboard as players."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from adversario import InputError, make_game
from adversario.arena import Ending
from adversario.arena.play import play_game
from adversario.arena.player import make_entrant
from adversario.games.boards.chess import Chess
from adversario.protocols.process import EngineError
from adversario.protocols.xboard.client import XboardPlayer, xboard_settings

CHESS = Chess()

ENGINE = """
import sys
from adversario.games.boards.chess import Chess
game, features = Chess(), {features!r}
state, log = game.initial(), open({log!r}, "a")
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    print(line.strip(), file=log, flush=True)
    if word == "protover" and features:
        print("feature " + features + " done=1", flush=True)
    elif word == "new":
        state = game.initial()
    elif word == "setboard":
        state = game.parse_position(rest)
    elif word == "usermove" or word[1:2].isdigit():
        state = game.result(state, game.parse_action(state, rest or word))
    elif word == "go":
        action = max(game.actions(state), key=lambda each: game.uci_name(state, each))
        print("1 20 3 400 thinking\\nmove " + game.uci_name(state, action), flush=True)
        state = game.result(state, action)
    elif word == "quit":
        break
"""


def program(folder: Path, source: str) -> str:
    """The command of a program with that source."""
    path = folder / "engine.py"
    path.write_text(source)
    return f"{shlex.quote(sys.executable)} {shlex.quote(str(path))}"


@pytest.mark.parametrize("features", ['setboard=1 usermove=1 myname="A, B"', ""])
def test_an_engine_plays_a_game(features: str, tmp_path: Path) -> None:
    log = tmp_path / "log"
    command = program(tmp_path, ENGINE.format(features=features, log=str(log)))
    record = play_game(CHESS, [f"xboard:{command},depth=2", "random"], seed=3, most_plies=24)
    assert record.fault is None
    assert len(record.moves) == 24
    told = log.read_text().splitlines()
    moves = [line for line in told if line.startswith("usermove")]
    assert (len(moves) > 10) == bool(features)
    assert told.count("new") == 1  # the game goes on, it is not told anew
    assert told.count("sd 2") == told.count("go") == 12


def test_a_clock_is_told(tmp_path: Path) -> None:
    log = tmp_path / "log"
    command = program(tmp_path, ENGINE.format(features="setboard=1", log=str(log)))
    player = XboardPlayer(xboard_settings(f"{command},time=0.5"))
    fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    action = player.choose(CHESS, CHESS.parse_position(fen))
    player.close()
    assert CHESS.uci_name(CHESS.parse_position(fen), action) == "e2e4"
    told = log.read_text().splitlines()
    assert "level 40 0:20 0" in told
    assert f"setboard {fen}" in told
    assert "time 2000" in told


FAULTS = {
    "resigns": ("print('resign', flush=True) if 'go' in line else None", "resigned"),
    "cheats": ("print('move e2e5', flush=True) if 'go' in line else None", "answered 'e2e5'"),
    "refuses": ("print('Illegal move: e4', flush=True) if 'go' in line else None", "Illegal move"),
    "ends": ("sys.exit('no board') if 'go' in line else None", "no board"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_program_that_fails_loses_the_game(name: str, tmp_path: Path) -> None:
    action, detail = FAULTS[name]
    source = (
        "import sys\nfor line in sys.stdin:\n"
        f"    print('feature done=1', flush=True) if 'protover' in line else None\n    {action}\n"
    )
    record = play_game(CHESS, [f"xboard:{program(tmp_path, source)}", "random"], seed=1)
    assert (record.ending, record.fault, record.utilities) == (Ending.FAILED, 0, (-1, 1))
    assert detail in record.detail


def test_what_is_not_possible(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="names no program: expected xboard:"):
        make_entrant("xboard:")
    with pytest.raises(InputError, match="no limit of nodes"):
        make_entrant("xboard:engine,nodes=100")
    player = XboardPlayer(xboard_settings("engine"))
    for game in (make_game("othello"), Chess(number=3), Chess("gardner")):
        with pytest.raises(InputError, match="usual position"):
            player.choose(game, None)
    command = program(tmp_path, ENGINE.format(features="usermove=1", log=str(tmp_path / "log")))
    player = XboardPlayer(xboard_settings(command))
    with pytest.raises(EngineError, match="setboard"):
        player.choose(CHESS, CHESS.parse_position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"))
    player.close()
