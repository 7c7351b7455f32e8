"""Opening books: the exact score of every position of the first plies, in a file.

    book = build_book(ConnectFour(), 8, Path("connect4.npz"))   # resumed if it was stopped
    book.score(state)       # to the player to move; None if not in the book
    book.scores(state)      # of every action

The exact solver solves the positions of the last ply, each once up to symmetry, and the scores are
backed up to the initial position. The package includes some books (`shipped_book`).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from hashlib import blake2b
from importlib.resources import as_file, files
from pathlib import Path
from time import perf_counter
from typing import Any, Generic

from adversario.base.errors import InputError
from adversario.base.files import check_writable, exists, require_file
from adversario.base.formats.arrays import Array
from adversario.base.formats.schema import Whole
from adversario.base.pov import Pov
from adversario.base.progress import Watcher
from adversario.base.provenance.saved_work import identity
from adversario.base.stop import Stop
from adversario.contract.capability import as_capability
from adversario.contract.solving import Graded
from adversario.contract.symmetry import canonical_key
from adversario.game import A, Game, S
from adversario.native.engines.control import Control, run_all
from adversario.solve.exact import ExactSolver, ExactWorker
from adversario.solve.files import ArrayFormat, kind_of

MAX_PLIES = 1000

BOOK = ArrayFormat(
    "book",
    {"steps": Array("uint64", ("positions",)), "scores": Array("int16", ("positions",))},
    {"plies": Whole(0, MAX_PLIES)},
)
"""The file of a finished book; `steps` are the differences of the keys in order."""

WORK = ArrayFormat(
    "book under way", {"scores": Array("int16", ("positions",))}, {"plies": Whole(0, MAX_PLIES)}
)
"""The file of a book of which some positions are not solved."""

UNKNOWN = -(1 << 15)
"""The placeholder for a score that has not been found yet."""

WORD = (1 << 64) - 1

SAVE_EVERY = 60.0
"""Seconds between two saves of an unfinished book."""


class Book(Generic[S, A]):
    """The scores of the positions of the first plies, sorted by key."""

    def __init__(self, game: Game[S, A], plies: int, keys: Any, scores: Any) -> None:
        self.game, self.plies, self.keys, self._scores = game, plies, keys, scores

    def __len__(self) -> int:
        """The number of positions, up to symmetry."""
        return len(self.keys)

    def score(self, state: S) -> int | None:
        """The score of a state to the player to move; None if it is not in the book."""
        key = book_key(self.game, state)
        place = int(self.keys.searchsorted(self.keys.dtype.type(key)))
        if place == len(self.keys) or int(self.keys[place]) != key:
            return None
        return int(self._scores[place])

    def scores(self, state: S) -> tuple[tuple[A, int], ...] | None:
        """The score of each action to the player to move, in order; None if the book lacks one."""
        if self.game.is_terminal(state):
            return None
        found = []
        for action in self.game.actions(state):
            score = back_up_score(self.game, state, action, self.score)
            if score is None:
                return None
            found.append((action, score))
        return tuple(found)

    def save(self, path: Path) -> None:
        """Write the book to a file; raises InputError if that fails."""
        import numpy as np  # noqa: PLC0415 (not needed to import the package)

        arrays = {"steps": np.diff(self.keys, prepend=np.uint64(0)), "scores": self._scores}
        BOOK.write(path, {**identity(self.game), "plies": self.plies}, arrays)


def load_book(path: Path, game: Game[S, A]) -> Book[S, A]:
    """Read a book of the game; raises InputError if the file is damaged or not such a book."""
    import numpy as np  # noqa: PLC0415

    finer = as_capability(game, Graded).graded()
    if kind_of(require_file(path)) != BOOK.kind:
        raise InputError("book.kind", file=path)
    header, arrays = BOOK.read(path, finer)
    keys = np.cumsum(arrays["steps"], dtype=np.uint64)
    if not (keys[1:] > keys[:-1]).all():
        raise InputError("arrays.damaged", file=path)
    return Book(finer, header["plies"], keys, arrays["scores"])


@cache
def shipped_book(game: Game[Any, Any]) -> Book[Any, Any] | None:
    """The book that the package includes for this game and its options; None if there is none."""
    if not type(game).__module__.startswith("adversario.games."):
        return None  # a user's game may have the same name
    file = files("adversario.solve") / "books" / f"{game.name}.npz"
    if not file.is_file():
        return None
    with as_file(file) as path, suppress(InputError):  # the book may be of other options
        return load_book(path, game)
    return None


def book_key(game: Game[S, A], state: S) -> int:
    """A 64-bit key that is equal for a state and its symmetric images."""
    key = canonical_key(game, state)
    if isinstance(key, int):
        return key & WORD
    return int.from_bytes(blake2b(repr(key).encode(), digest_size=8).digest())


def back_up_score(
    game: Game[S, A], state: S, action: A, score_of: Callable[[S], int | None]
) -> int | None:
    """The score of an action to the player to move, from the score of the resulting state."""
    mover, after = game.player(state), game.result(state, action)
    if game.is_terminal(after):
        return int(game.utility(after, mover))
    score = score_of(after)
    return None if score is None else int(Pov.of(game, score, game.player(after)).to(mover).value)


# Making a book.


class Opening(Generic[S, A]):
    """The nonterminal positions of the first plies, each once up to symmetry.

    `layers` has the positions of each ply by key. The last layer is in depth-first order, so that
    consecutive positions share much of their subtrees.
    """

    def __init__(self, game: Game[S, A], plies: int) -> None:
        self.game, self.plies = game, plies
        self.layers: list[dict[int, S]] = [{} for _ in range(plies + 1)]
        self._walk(game.initial(), 0)

    def _walk(self, state: S, ply: int) -> None:
        if self.game.is_terminal(state):
            return
        layer, key = self.layers[ply], book_key(self.game, state)
        if key in layer:
            return
        layer[key] = state
        if ply < self.plies:
            for action in self.game.actions(state):
                self._walk(self.game.result(state, action), ply + 1)

    def book(self, last: Iterable[int]) -> Book[S, A]:
        """Return the book, given the scores of the last layer in its order."""
        import numpy as np  # noqa: PLC0415

        known = dict(zip(self.layers[-1], last, strict=True))
        for layer in reversed(self.layers[:-1]):
            for key, state in layer.items():
                known[key] = max(self._scores_after(state, known))
        keys = np.array(sorted(known), np.uint64)
        scores = np.array([known[int(key)] for key in keys], np.int16)
        return Book(self.game, self.plies, keys, scores)

    def _scores_after(self, state: S, known: Mapping[int, int]) -> Iterator[int]:
        for action in self.game.actions(state):
            score = back_up_score(
                self.game, state, action, lambda after: known[book_key(self.game, after)]
            )
            assert score is not None
            yield score


@dataclass(frozen=True, slots=True)
class BookProgress:
    """The number of positions of the last ply that are solved, and of all."""

    solved: int
    positions: int


def build_book(
    game: Game[S, A],
    plies: int,
    save: Path,
    *,
    threads: int | None = None,
    table_mib: int = 256,
    on_progress: Callable[[BookProgress], None] | None = None,
    stop: Stop | None = None,
) -> Book[S, A]:
    """Solve every position of the first `plies` plies, and save the book in a file.

    Unfinished work is saved in the same file periodically, and on Ctrl-C or when the `stop` token
    is set, which raises StoppedError; the next call resumes it.
    """
    check_writable(save)
    opening = Opening(as_capability(game, Graded).graded(), plies)
    work = _BookWork(opening, save, Watcher(on_progress, stop))
    if not work.is_book:
        work.run(ExactSolver(opening.game, table_mib=table_mib), threads or os.cpu_count() or 1)
    return load_book(save, game)


class _BookWork(Generic[S, A]):
    """The last layer of an opening while its positions are solved by several threads."""

    def __init__(self, opening: Opening[S, A], path: Path, watcher: Watcher[BookProgress]) -> None:
        import numpy as np  # noqa: PLC0415

        self.opening, self.path, self.watcher = opening, path, watcher
        self.states = list(opening.layers[-1].values())
        self.scores: Any = np.full(len(self.states), UNKNOWN, np.int16)
        self.is_book = False
        self.control, self.kept_at = Control(watcher.stop), perf_counter()
        if exists(path):
            self._resume()
        self.todo = iter([at for at, score in enumerate(self.scores) if score == UNKNOWN])

    def _resume(self) -> None:
        kind, game = kind_of(self.path), self.opening.game
        if kind not in (BOOK.kind, WORK.kind):
            raise InputError("book.other", file=self.path, plies=self.opening.plies)
        self.is_book = kind == BOOK.kind
        header, arrays = (BOOK if self.is_book else WORK).read(self.path, game)
        if header["plies"] != self.opening.plies:
            raise InputError("book.other", file=self.path, plies=self.opening.plies)
        if not self.is_book:
            if arrays["scores"].shape != self.scores.shape:
                raise InputError("arrays.damaged", file=self.path)
            self.scores[:] = arrays["scores"]

    def run(self, solver: ExactSolver[S, A], threads: int) -> None:
        """Solve the remaining positions, and write the book."""
        if self.states:
            workers = [solver.worker(self.states[0], self.control) for _ in range(threads)]
            run_all(
                [partial(self._solve, each) for each in workers], self.control, watch=self._watch
            )
        if self.control.is_set():
            self._keep()
            self.control.require_going()
        self.opening.book(int(score) for score in self.scores).save(self.path)

    def _solve(self, worker: ExactWorker[S, A]) -> None:
        """Solve positions until none is left; each thread runs this."""
        for number in self.todo:  # `next` on this iterator is atomic
            score = worker.solve(self.states[number], "score").score
            if score is None:
                return
            self.scores[number] = score

    def _watch(self) -> None:
        solved = int((self.scores != UNKNOWN).sum())
        self.watcher.report(BookProgress(solved, len(self.states)))
        if perf_counter() - self.kept_at > SAVE_EVERY:
            self._keep()

    def _keep(self) -> None:
        header = {**identity(self.opening.game), "plies": self.opening.plies}
        WORK.write(self.path, header, {"scores": self.scores.copy()})
        self.kept_at = perf_counter()
