"""UCI both ways: python-chess as the interface of our engine, and engines as players of matches."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from time import perf_counter

import pytest

from adversario import InputError, make_game
from adversario.arena import Ending
from adversario.arena.play import play_game
from adversario.games.boards.chess import Chess
from adversario.protocols.process import EngineError, EngineProcess
from adversario.protocols.settings import read_settings
from adversario.protocols.uci.client import UciPlayer, go_words
from adversario.protocols.uci.engine import UciEngine
from adversario.protocols.uci.request import read_go, read_position
from tests.require import require

pytestmark = pytest.mark.needs("numba")

COMMAND = [sys.executable, "-m", "adversario", "engine", "uci"]
ENGINE = "uci:" + " ".join(map(shlex.quote, COMMAND))
CHESS = Chess()


class Talk:
    """An engine in this process, and all that it has written."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.answered = Event()
        self.engine = UciEngine(self.write)

    def write(self, line: str) -> None:
        self.lines.append(line)
        if line.startswith("bestmove"):
            self.answered.set()

    def ask(self, *lines: str) -> list[str]:
        """What the engine writes to these lines, with the best move if they end with a search."""
        self.lines.clear()
        self.answered.clear()
        for line in lines:
            assert self.engine.handle(line)
        if lines[-1].startswith("go") and "infinite" not in lines[-1]:
            assert self.answered.wait(60)
        return list(self.lines)


@pytest.fixture(scope="module")
def talk() -> Iterator[Talk]:
    found = Talk()
    found.ask("isready")
    yield found
    found.engine.finish()


def test_an_engine_introduces_itself(talk: Talk) -> None:
    lines = talk.ask("uci")
    assert lines[0].startswith("id name Adversario")
    assert lines[-1] == "uciok"
    for name in ("Hash", "Threads", "MultiPV", "UCI_Chess960"):
        assert any(line.startswith(f"option name {name} ") for line in lines)


def test_mates_are_counted_in_moves(talk: Talk) -> None:
    lines = talk.ask("position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "go depth 5")
    assert lines[-1] == "bestmove a1a8"
    assert " score mate 1 " in lines[-2]
    lines = talk.ask("position fen 7k/R7/8/8/8/8/1R6/6K1 b - - 0 1", "go depth 5")
    assert " score mate -1 " in lines[-2]


def test_moves_of_the_game_are_played(talk: Talk) -> None:
    lines = talk.ask("position startpos moves f2f3 e7e5 g2g4", "go depth 3")
    assert lines[-1] == "bestmove d8h4"


def test_there_is_no_move_after_the_end(talk: Talk) -> None:
    lines = talk.ask("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go depth 3")
    assert lines == ["bestmove 0000"]


def test_several_lines(talk: Talk) -> None:
    lines = talk.ask("setoption name MultiPV value 3", "position startpos", "go nodes 3000")
    deepest = [line for line in lines if f"info depth {_depth(lines[-2])} " in line]
    assert [line.split(" multipv ")[1][0] for line in deepest] == ["1", "2", "3"]
    talk.ask("setoption name MultiPV value 1")


def _depth(line: str) -> str:
    return line.split()[2]


def test_a_search_without_limit_stops_at_once(talk: Talk) -> None:
    talk.ask("position startpos", "go infinite")
    assert not talk.answered.wait(0.3)
    begun = perf_counter()
    talk.engine.handle("stop")
    assert talk.answered.is_set()
    assert perf_counter() - begun < 1.0  # 50 ms on a machine that does nothing else


def test_a_clock_is_kept(talk: Talk) -> None:
    begun = perf_counter()
    lines = talk.ask("position startpos", "go wtime 1500 btime 100 winc 0")
    assert perf_counter() - begun < 1.4
    assert lines[-1].startswith("bestmove ")
    begun = perf_counter()
    talk.ask("go movetime 300")
    assert perf_counter() - begun < 1.0


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("go depth x", "a number after depth"),
        ("position nowhere", "startpos, or fen"),
        ("position startpos moves e2e5", "not a legal action"),
        ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "0 kings"),
        ("setoption name Colour value red", "no option 'Colour'"),
        ("setoption name Hash value much", "no option 'Hash'"),
        ("fly", "unknown command"),
    ],
)
def test_what_is_wrong_is_reported(talk: Talk, line: str, problem: str) -> None:
    talk.lines.clear()
    assert talk.engine.handle(line)
    lines = talk.lines
    assert len(lines) == 1
    assert lines[0].startswith("info string ")
    assert problem in lines[0]


def test_castling_of_chess960_takes_the_rook() -> None:
    fen = "fen 4k3/8/8/8/8/8/8/1K1R4 w D - 0 1 moves b1d1 e8e7"
    found = read_position(CHESS, fen.split())
    assert CHESS.position(found.state).startswith("8/4k3/8/8/8/8/8/5RK1 w")


def test_requests_are_read() -> None:
    go = read_go(["wtime", "60000", "btime", "30000", "winc", "1000", "movestogo", "20", "ponder"])
    allotment = go.allotment(1, 0.03)
    assert allotment is not None
    assert allotment.most < 30
    assert read_go(["infinite"]).allotment(0, 0.03) is None
    assert read_go(["depth", "0"]).depth == 1


def test_python_chess_plays_a_game_with_the_engine() -> None:
    require("chess")
    import chess
    import chess.engine

    for number, plies in ((518, 120), (700, 24)):
        board = chess.Board.from_chess960_pos(number)
        board.chess960 = number != 518
        with chess.engine.SimpleEngine.popen_uci(COMMAND, timeout=120) as engine:
            engine.configure({"Hash": 4})
            while not board.is_game_over(claim_draw=True) and board.ply() < plies:
                nodes = 2000 if board.turn else 100
                played = engine.play(board, chess.engine.Limit(nodes=nodes))
                assert played.move is not None
                board.push(played.move)
            info = engine.analyse(chess.Board(), chess.engine.Limit(depth=3), multipv=2)
            assert [len(line["pv"]) > 0 for line in info] == [True, True]
        assert board.ply() > 20


def test_engines_play_matches() -> None:
    record = play_game(CHESS, [f"{ENGINE},nodes=200,Hash=1", "random"], seed=1, most_plies=60)
    assert record.ending in (Ending.RULES, Ending.PLIES)
    assert record.fault is None
    record = play_game(Chess(number=3), ["random", f"{ENGINE},depth=1"], seed=2, most_plies=12)
    assert record.fault is None


PROGRAMS = {
    "ends": ("for line in sys.stdin:\n    print('uciok\\nreadyok', flush=True) if 'uci' in line "
             "else sys.exit('no board') if 'go' in line else None\n", Ending.FAILED, "no board"),
    "cheats": ("for line in sys.stdin:\n    print('bestmove e2e5' if 'go ' in line else "
               "'uciok\\nreadyok', flush=True)\n", Ending.FAILED, "answered 'e2e5'"),
    "never starts": ("sys.exit(3)\n", Ending.FAILED, "exit code 3"),
}  # fmt: skip


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_that_fails_loses_the_game(name: str, tmp_path: Path) -> None:
    source, ending, detail = PROGRAMS[name]
    program = tmp_path / "program.py"
    program.write_text("import sys\n" + source)
    command = f"uci:{shlex.quote(sys.executable)} {shlex.quote(str(program))}"
    record = play_game(CHESS, [command, "random"], seed=1)
    assert (record.ending, record.fault, record.utilities) == (ending, 0, (-1, 1))
    assert detail in record.detail


def test_settings_of_a_player() -> None:
    found = read_settings("engine --fast,time=0.5,depth=3,UCI_Elo=2000,Skill Level=4")
    assert (found.command, go_words(found)) == ("engine --fast", "go movetime 500 depth 3")
    assert found.options == {"UCI_Elo": "2000", "Skill Level": "4"}
    assert go_words(read_settings("engine")) == "go movetime 100"
    for wrong in ("", ",depth=3", "engine,depth=x", "engine,depth=0", "engine,fast"):
        with pytest.raises(InputError):
            read_settings(wrong)


def test_games_that_engines_do_not_play() -> None:
    with pytest.raises(InputError, match="not Othello"):
        UciPlayer(read_settings("engine")).choose(make_game("othello"), None)


def test_a_program_that_is_silent(tmp_path: Path) -> None:
    program = tmp_path / "silent.py"
    program.write_text("import time\ntime.sleep(60)\n")
    process = EngineProcess(f"{shlex.quote(sys.executable)} {shlex.quote(str(program))}")
    with pytest.raises(EngineError, match="did not answer"):
        process.read_until("uciok", 0.2)
    process.close()
    assert not process.is_running


@pytest.mark.parametrize("limits", ["", "wtime 1000", "infinite", "searchmoves e2e4"])
def test_a_search_without_a_limit_ends_with_the_input(talk: Talk, limits: str) -> None:
    talk.engine.run(["position startpos moves e2e4", f"go {limits}"])
    assert talk.lines[-1].startswith("bestmove")
