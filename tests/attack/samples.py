"""A good file of every format, made by the package itself, and how it is read."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Literal, NamedTuple

import numpy as np

from adversario import make_game
from adversario.cli import main
from adversario.records import read_pdn
from adversario.records.training import read_games
from adversario.solve.book import UNKNOWN, Opening
from adversario.solve.dispatch import solve
from adversario.solve.states.graph import explore
from tests.attack.mutate.arrays import opened_arrays, sealed_arrays
from tests.attack.outcome import Done
from tests.attack.workplace import CACHE

Style = Literal["json", "lines", "text", "arrays", "table"]
Question = tuple[str, ...]

NIM, BOARD, TETRIS = (
    "nim:heaps=1-2-2",
    "connect4:width=4,height=4",
    "tetris:rows=6,columns=4,pieces=4",
)
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


class Format(NamedTuple):
    """A format: the name of a file, how it is written and read, and what it must answer.

    `sealed` is whether it has a checksum. `answer` is what two right answers have in common.
    """

    name: str
    file: str
    style: Style
    questions: tuple[Question, ...]
    sealed: bool = False
    answer: Callable[[Done], object] = lambda done: done.out
    may_change: tuple[str, ...] = ()
    stdin: bytes = b""
    is_true: Callable[[Done], bool] | None = None
    may_take_long: bool = False  # a number in the file is the amount of work that the user wants


def _fields(*names: str) -> Callable[[Done], object]:
    """Those fields of the JSON that is printed."""

    def fields_of(done: Done) -> object:
        found = json.loads(done.out)
        return {name: found.get(name) for name in names}

    return fields_of


SCORE = _fields("score", "best", "position")


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
           answer=_fields("value", "position"), is_true=_verified_value_is_true),
    Format("table certificate", "table.npz", "arrays", (("verify", "table.npz", "--json"),),
           sealed=True, answer=_fields("value", "position"), is_true=_verified_value_is_true),
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
           sealed=True, answer=_fields("score", "positions"), may_change=("work.npz",)),
    Format("endgame table", "cells/all.dtw", "table",
           (("tablebase", "probe", "mnk:rows=2,columns=2,k=2", "--folder", "cells", "--json"),
            ("tablebase", "verify", "mnk:rows=2,columns=2,k=2", "--folder", "cells", "--json"),
            ("tablebase", "info", "--folder", "cells", "--json")),
           sealed=True),
    Format("weights", "weights.json", "json",
           (("search", f"{TETRIS},weights=weights.json", "-d", "1", "--engine", "python",
             "--json"),),
           answer=_fields("action", "value")),
    Format("training", "weights.json", "json",
           (("train", "--resume", "weights.json", "--games", "4", "--json",
             "--engine", "python"),),
           answer=_fields("weights", "games"), may_change=("weights.json",), may_take_long=True),
    Format("trace", "trace.jsonl", "lines", (("trace", "trace.jsonl"),)),
    Format("match", "match.jsonl", "lines",
           (("match", "random", "random", "--game", "tictactoe", "--games", "6", "--workers", "1",
             "--save", "match.jsonl"), ("read_games", "match.jsonl")),
           may_change=("match.jsonl",)),
    Format("session", "game.json", "json",
           (("play", "--resume", "game.json", "-d", "1", "--no-review"),),
           answer=lambda done: None, may_change=("game.json",), stdin=b"1\n"),
    Format("MDP", "problem.json", "json", (("mdp", "problem.json", "--json", "--sweeps", "200"),),
           answer=_fields("value")),
    Format("grid", "grid.txt", "text", (("mdp", "grid.txt", "--json", "--sweeps", "200"),),
           answer=_fields("value")),
    Format("tree", "lecture.tree", "text",
           (("search", "lecture.tree", "--json"), ("draw", "lecture.tree"),
            ("draw", "lecture.tree", "-f", "svg"), ("draw", "lecture.tree", "-f", "tikz")),
           answer=lambda done: done.out.partition('"seconds"')[0]),
    Format("tree JSON", "tree.json", "json",
           (("search", "tree.json", "--json"), ("draw", "tree.json", "-f", "svg")),
           answer=lambda done: done.out.partition('"seconds"')[0]),
    Format("layout", "maze.lay", "text",
           (("search", "pacman:layout=maze.lay", "-d", "1", "--engine", "python", "--json"),),
           answer=_fields("action", "value")),
    Format("batch", "positions.txt", "text",
           (("solve", "tictactoe", "--batch", "positions.txt", "--engine", "python"),)),
    Format("batch answers", "answers.jsonl", "lines",
           (("solve", "tictactoe", "--batch", "positions.txt", "--save", "answers.jsonl",
             "--engine", "python"),),
           may_change=("answers.jsonl",)),
    Format("PDN", "games.pdn", "text", (("read_pdn", "games.pdn"),)),
)  # fmt: skip

FUNCTIONS: dict[str, Callable[[Path], object]] = {"read_pdn": read_pdn, "read_games": read_games}
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
        game = make_game("tictactoe")
        explore(game, game.initial(), symmetric=True, engine="native", most=300,
                save=Path("explored.npz"))  # fmt: skip
        _run("tablebase", "build", "mnk:rows=2,columns=2,k=2", "--folder", "cells",
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
        return {
            str(path.relative_to(folder)): path.read_bytes()
            for path in sorted(folder.rglob("*"))
            if path.is_file()
        }


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
