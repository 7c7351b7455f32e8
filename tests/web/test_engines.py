"""External engines as opponents on the pages: named by the command line, and by nobody else."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from adversario.base.errors import InputError
from adversario.web.handlers import JOBS, Context, OfferedGames
from adversario.web.handlers.engines import Engine, Engines
from adversario.web.handlers.hello import hello
from adversario.web.limits import LimitError, check
from adversario.web.protocol import MoveRequest

PROGRAM = Path(__file__).parent.parent / "protocols" / "scripted_engine.py"
COMMAND = f"uci:{shlex.quote(sys.executable)} {shlex.quote(str(PROGRAM))}"
GAMES = OfferedGames({})


@pytest.fixture
def context() -> Context:
    return Context(GAMES, "en", print, engines=Engines([f"{COMMAND},UCI_Elo=1500", "gtp:gnugo"]))


def test_engines_are_offered_for_their_games(context: Context) -> None:
    one, other = (each for each in hello(context).opponents if each.group == "engines")
    assert (one.name, one.games, one.timed) == ("engine:1", ["chess"], True)
    assert one.title.endswith("(UCI_Elo 1500)")
    assert (other.title, other.games, other.timed) == ("gnugo", ["go", "hex"], False)


def test_an_engine_moves_and_one_that_fails_has_lost(context: Context) -> None:
    request = MoveRequest(game="chess", moves=["e4"], player="engine:1", time=0.1)
    moved = JOBS["move"](context, request)
    assert (moved.action, moved.failure) == ("e5", "")
    request = MoveRequest(game="chess", moves=["e4", "e5", "Nf3"], player="engine:1")
    moved = JOBS["move"](context, request)
    assert moved.action == ""
    assert "lost the thread" in moved.failure
    request = MoveRequest(game="chess", moves=["e4"], player="engine:1")
    assert JOBS["move"](context, request).action == "e5"  # it is started again


def test_pages_name_no_programs(context: Context) -> None:
    for player in (COMMAND, "engine:3", "uci:stockfish"):
        with pytest.raises(InputError, match="engine:1"):
            JOBS["move"](context, MoveRequest(game="chess", player=player))
    with pytest.raises(InputError, match="uci:"):
        Engines(["alphabeta:depth=3"])


def test_time_is_the_page_s_unless_the_command_line_limits_the_engine() -> None:
    assert not Engine("engine:1", "uci:engine,depth=4").timed
    assert Engine("engine:1", "xboard:phalanx").timed


@pytest.mark.parametrize("left", [-1.0, 1e9])
def test_a_clock_has_limits(left: float) -> None:
    with pytest.raises(LimitError):
        check(MoveRequest(game="chess", left=left))
