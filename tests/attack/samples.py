"""A good file of every format, made by the package itself, and how it is read."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

import numpy as np

from adversario import make_game
from adversario.cli import main
from adversario.records import read_pdn
from adversario.records.training import read_games
from adversario.solve.book import UNKNOWN, Opening
from adversario.solve.dispatch import solve
from adversario.solve.states.graph import explore
from tests.attack.form import Format, fields
from tests.attack.mutate.arrays import opened_arrays, sealed_arrays
from tests.attack.outcome import Done
from tests.attack.workplace import CACHE
from tests.attack.written import READERS, TEXTS, WRITTEN

NIM, BOARD, TETRIS = (
    "nim:heaps=1-2-2",
    "connect4:width=4,height=4",
    "tetris:rows=6,columns=4,pieces=4",
)
CELLS, BEAR_OFF = "mnk:rows=2,columns=2,k=2", "XGID=------A-----------------a-:0:0:1:61:0:0:0:0:10"
PDN = """[Event "An example"]
[White "A"]
[Black "B"]
[Result "1-0"]

1. 11-15 23-19 2. 8-11 22-17 {good} 3. 11-16 24-20 (3... 25-22 4. 4-8) 4. 16x23 27x11 1-0
"""
TREE = "A(B(3, 12, 8), C:chance(1/3: 2, 2/3: 4), D(14, E:max(5, -1.5), 2))\n"
TREE_JSON = {
    "players": ["MAX", "MIN"],
    "turns": ["max", "min"],
    "root": {"name": "A", "player": "max", "evaluation": 2, "children": [
        {"action": "a1", "node": {"name": "B", "utility": 3}},
        {"player": "chance", "children": [
            {"probability": "1/3", "node": 4}, {"probability": "2/3", "node": {"utility": 5}}]},
        7]},
}  # fmt: skip
GRID = "discount = 0.9\nslip = 0.1\n. . . 1\n. # . -1\nS . . .\n"
LAYOUT = "%%%%%%\n%P..G%\n%.%%o%\n%....%\n%%%%%%\n"
MDP = {"discount": 0.9, "start": "a", "states": {"a": {"go": [["b", "1/2", 2], ["a", 0.5]],
       "stay": [["a", 1, 0.1]]}, "b": {"back": [["a", 0.9, -1], ["c", 0.1]]}, "c": 5}}  # fmt: skip


SCORE = fields("score", "best", "position")


def _verified_value_is_true(done: Done) -> bool:
    """Whether the value that a certificate proves is that of the position, by another solver."""
    found = json.loads(done.out)
    known = {"Nim": NIM, "TicTacToe": "tictactoe", "ConnectFour": BOARD}
    if found["game"] not in known:
        return True  # a certificate about another game; its proof was checked
    game = make_game(known[found["game"]])
    answer = solve(game, game.parse_position(found["position"]))
    return bool(answer.value_for(0).value == found["value"])


FORMATS = (
    Format("certificate", "proof.json", "json", (("verify", "proof.json", "--json"),),
           answer=fields("value", "position"), is_true=_verified_value_is_true),
    Format("table certificate", "table.npz", "arrays", (("verify", "table.npz", "--json"),),
           sealed=True, answer=fields("value", "position"), is_true=_verified_value_is_true),
    Format("saved table", "table.npz", "arrays",
           (("solve", NIM, "--method", "table", "--save", "table.npz", "--json"),),
           sealed=True, answer=SCORE, may_change=("table.npz",)),
    Format("exploration", "explored.npz", "arrays",
           (("solve", "tictactoe", "--method", "table", "--save", "explored.npz", "--json",
             "--engine", "native"),),
           sealed=True, answer=SCORE, may_change=("explored.npz",)),
    Format("book", "book.npz", "arrays", (("solve", BOARD, "23", "--book", "book.npz", "--json"),),
           sealed=True, answer=SCORE),
    Format("unfinished book", "work.npz", "arrays",
           (("book", BOARD, "--plies", "2", "--save", "work.npz", "--json"),),
           sealed=True, answer=fields("score", "positions"), may_change=("work.npz",)),
    Format("repertoire", "openings.json", "json",
           (("repertoire", "tictactoe", "--positions", "4", "--nodes", "200", "--save",
             "openings.json", "--json"),),
           answer=fields("game"), may_change=("openings.json",)),
    Format("endgame table", "cells/all.dtw", "table",
           (("tablebase", "probe", CELLS, "--folder", "cells", "--json"),
            ("tablebase", "verify", CELLS, "--folder", "cells", "--json"),
            ("tablebase", "info", "--folder", "cells", "--json")),
           sealed=True),
    Format("weights", "weights.json", "json",
           (("search", f"{TETRIS},weights=weights.json", "-d", "1", "--engine", "python",
             "--json"),),
           answer=fields("action", "value")),
    Format("training", "weights.json", "json",
           (("train", "--resume", "weights.json", "--games", "4", "--json",
             "--engine", "python"),),
           answer=fields("weights", "games"), may_change=("weights.json",), may_take_long=True),
    Format("trace", "trace.jsonl", "lines", (("trace", "trace.jsonl"),)),
    Format("match", "match.jsonl", "lines",
           (("match", "random", "random", "--game", "tictactoe", "--games", "6", "--workers", "1",
             "--save", "match.jsonl"), ("read_games", "match.jsonl")),
           may_change=("match.jsonl",)),
    Format("session", "game.json", "json",
           (("play", "--resume", "game.json", "-d", "1", "--no-review"),),
           answer=lambda done: None, may_change=("game.json",), stdin=b"1\n"),
    Format("MDP", "problem.json", "json", (("mdp", "problem.json", "--json", "--sweeps", "200"),),
           answer=fields("value")),
    Format("grid", "grid.txt", "text", (("mdp", "grid.txt", "--json", "--sweeps", "200"),),
           answer=fields("value")),
    Format("tree", "lecture.tree", "text",
           (("search", "lecture.tree", "--json"), ("draw", "lecture.tree"),
            ("draw", "lecture.tree", "-f", "svg"), ("draw", "lecture.tree", "-f", "tikz")),
           answer=lambda done: done.out.partition('"seconds"')[0]),
    Format("tree JSON", "tree.json", "json",
           (("search", "tree.json", "--json"), ("draw", "tree.json", "-f", "svg")),
           answer=lambda done: done.out.partition('"seconds"')[0]),
    Format("layout", "maze.lay", "text",
           (("search", "pacman:layout=maze.lay", "-d", "1", "--engine", "python", "--json"),),
           answer=fields("action", "value")),
    Format("batch", "positions.txt", "text",
           (("solve", "tictactoe", "--batch", "positions.txt", "--engine", "python"),)),
    Format("batch answers", "answers.jsonl", "lines",
           (("solve", "tictactoe", "--batch", "positions.txt", "--save", "answers.jsonl",
             "--engine", "python"),),
           may_change=("answers.jsonl",)),
    Format("PDN", "games.pdn", "text", (("read_pdn", "games.pdn"),)),
    Format("strategies", "kuhn.json", "json",
           (("equilibrium", "kuhn", "--load", "kuhn.json", "--json"),), answer=fields("values")),
    Format("network", "net.npz", "arrays",
           (("search", f"{TETRIS},weights=net.npz", "-d", "1", "--engine", "python", "--json"),
            ("train", "--resume", "net.npz", "--games", "4", "--engine", "python", "--json")),
           sealed=True, answer=fields("action", "value", "games"), may_change=("net.npz",),
           may_take_long=True),
    Format("policy and value", "zero.npz", "arrays",
           (("search", f"{BOARD},weights=zero.npz", "-a", "mcts", "--nodes", "9", "--engine",
             "python", "--json"),
            ("train", "--resume", "zero.npz", "--games", "4", "--engine", "python", "--json")),
           sealed=True, answer=fields("action", "games"), may_change=("zero.npz",),
           may_take_long=True),
    Format("table with chance", "off/off-1-1.value", "table",
           (("tablebase", "probe", "backgammon", BEAR_OFF, "--folder", "off", "--json"),
            ("tablebase", "info", "--folder", "off", "--json")), sealed=True),
    *WRITTEN,
)  # fmt: skip

FUNCTIONS: dict[str, Callable[[Path], object]] = {
    "read_pdn": read_pdn, "read_games": read_games, **READERS
}  # fmt: skip
"""Readers of the library without a command."""


def make_samples(folder: Path) -> dict[str, bytes]:
    """A good file of every format, by name, made in that folder."""
    with _at_work(folder):
        _run(
            "solve", "tictactoe", "XO./.X./...", "--certificate", "proof.json", "--method", "table"
        )
        _run("solve", NIM, "--certificate", "table.npz")
        _run("book", BOARD, "--plies", "2", "--save", "book.npz")
        _make_unfinished_book(Path("book.npz"), Path("work.npz"))
        _run("repertoire", "tictactoe", "--positions", "4", "--nodes", "200", "--save",
             "openings.json")  # fmt: skip
        game = make_game("tictactoe")
        explore(game, game.initial(), symmetric=True, engine="native", most=300,
                save=Path("explored.npz"))  # fmt: skip
        _run("tablebase", "build", CELLS, "--folder", "cells",
             "--metric", "dtw")  # fmt: skip
        _run("train", TETRIS, "--start", "zero", "--games", "2", "--every", "2", "--measured", "1",
             "--engine", "python", "--save", "weights.json")  # fmt: skip
        Path("lecture.tree").write_text(TREE, encoding="utf-8")
        _run("trace", "lecture.tree", "--save", "trace.jsonl")
        _run("match", "random", "random", "--game", "tictactoe", "--games", "4", "--workers", "1",
             "--save", "match.jsonl")  # fmt: skip
        _run("play", "tictactoe", "XO./.X./...", "--save", "game.json", "-d", "1", "--no-review")
        _shorten_game(Path("game.json"))
        Path("problem.json").write_text(json.dumps(MDP), encoding="utf-8")
        Path("grid.txt").write_text(GRID, encoding="utf-8")
        Path("tree.json").write_text(json.dumps(TREE_JSON), encoding="utf-8")
        Path("maze.lay").write_text(LAYOUT, encoding="utf-8")
        Path("positions.txt").write_text("XO./.X./...\n0 4 8\nXOX/OX./...\n", encoding="utf-8")
        _run("solve", "tictactoe", "--batch", "positions.txt", "--save", "answers.jsonl",
             "--engine", "python")  # fmt: skip
        Path("games.pdn").write_text(PDN, encoding="utf-8")
        _make_models()
        _run("equilibrium", "kuhn", "-a", "cfr+", "-n", "20", "--save", "kuhn.json")
        _run("tablebase", "build", "backgammon", "--folder", "off", "--pieces", "1")
        for name, text in TEXTS.items():
            Path(name).parent.mkdir(exist_ok=True)
            Path(name).write_text(text, encoding="utf-8")
        return {
            str(path.relative_to(folder)): path.read_bytes()
            for path in sorted(folder.rglob("*"))
            if path.is_file()
        }


def _make_models() -> None:
    """A network over features, and one with policy and value."""
    _run("train", TETRIS, "--approximator", "network", "--layers", "2", "--games", "2",
         "--every", "2", "--measured", "1", "--engine", "python", "--save", "net.npz")  # fmt: skip
    _run("train", BOARD, "--method", "alphazero", "--games", "4", "--every", "4",
         "--measured", "2", "--block", "4", "--simulations", "2", "--layers", "2",
         "--engine", "python", "--save", "zero.npz")  # fmt: skip


def read_sample(file_format: Format, folder: Path) -> None:
    """Ask all questions about a good file in this process, so that what they need is imported."""
    with _at_work(folder):
        for question in file_format.questions:
            if question[0] in FUNCTIONS:
                FUNCTIONS[question[0]](Path(question[1]))
            else:
                _run(*question, stdin=file_format.stdin.decode())


def _shorten_game(path: Path) -> None:
    """Leave the first two moves of a saved game, so that there is something to play."""
    found = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**found, "moves": found["moves"][:2]}), encoding="utf-8")


def _make_unfinished_book(book: Path, work: Path) -> None:
    """The book as it is saved before its last scores are known."""
    _, header, _ = opened_arrays(book.read_bytes())
    opening = Opening(make_game(BOARD + ",score=stones"), 2)
    scores = np.full(len(opening.layers[-1]), UNKNOWN, np.int16)
    work.write_bytes(sealed_arrays("book under way", header, {"scores": scores}))


@contextmanager
def _at_work(folder: Path) -> Iterator[None]:
    before, cached = Path.cwd(), os.environ.get("ADVERSARIO_CACHE")
    os.chdir(folder)
    os.environ["ADVERSARIO_CACHE"] = str(CACHE)
    try:
        yield
    finally:
        os.chdir(before)
        if cached is None:
            del os.environ["ADVERSARIO_CACHE"]
        else:
            os.environ["ADVERSARIO_CACHE"] = cached


def _run(*arguments: str, stdin: str = "") -> None:
    """Run a command in this process; RuntimeError if it fails."""
    written, real_input = StringIO(), sys.stdin
    sys.stdin = StringIO(stdin)
    try:
        with redirect_stdout(written), redirect_stderr(written):
            main(list(arguments))
    except SystemExit as end:
        if end.code not in (0, None):
            raise RuntimeError(f"{arguments}: {written.getvalue()}") from None
    finally:
        sys.stdin = real_input
