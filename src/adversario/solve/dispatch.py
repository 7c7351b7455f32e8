"""The entry point to perfect play: the method that fits the game and the position.

- "table": every reachable state, by retrograde analysis. Value, distance and all scores.
- "alphabeta": exact compiled search with a table; for games with small integer utilities.
- "proof": proof-number search, one proof after another. The value and one best action.
- "auto": an opening book of the package, if it has the position (at its last ply it has the score,
  and alpha-beta finds the actions that reach it); a table if there are few enough states;
  otherwise alpha-beta.

If the game has a method `graded`, which returns the same game with finer utilities, that game is
solved: the finer utilities of Connect Four count the stones that the winner has left.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter
from typing import Any, Literal, TypeAlias

from adversario.algorithms.core.limit import Limit
from adversario.algorithms.core.requirements import objections
from adversario.base.errors import InputError, UnsuitableGameError
from adversario.base.files import check_writable, exists
from adversario.base.formats.arrays import Array
from adversario.base.formats.schema import Flag
from adversario.base.process.memory import NotEnoughMemoryError
from adversario.base.provenance.saved_work import identity
from adversario.base.stop import Stop
from adversario.base.suggest import did_you_mean
from adversario.contract.capability import as_capability, defines
from adversario.contract.solving import Graded
from adversario.game import A, Game, S, mover_of
from adversario.native.compiler.problems import NotCompilable
from adversario.native.engines.engine_choice import Engine, about_game, on_engine
from adversario.native.engines.enhanced.builds import first_aligned
from adversario.native.kernels.tables.solver import BUCKET
from adversario.solve.book import Book, load_book, shipped_book
from adversario.solve.exact import ExactProgress, ExactSolver
from adversario.solve.files import ArrayFormat, kind_of
from adversario.solve.proof import ProofProgress, Prover, solve_proof
from adversario.solve.solution import Solution, make_solution, score_action
from adversario.solve.states.graph import ExploreProgress
from adversario.solve.table import Table, load_table, try_all

Method: TypeAlias = Literal["auto", "table", "alphabeta", "proof"]
METHODS = ("auto", "table", "alphabeta", "proof")

FEW_STATES = 2_000_000
"""The maximum number of states of a table made by "auto"."""

SAVE_EVERY = 60.0
"""Seconds between two saves of unfinished work."""

SEARCH = ArrayFormat("alphabeta", {"table": Array("int64", ("words",))})
"""The file of the table of alpha-beta."""

PROOF = ArrayFormat("proof", {"table": Array("int64", ("words",))}, {"repeated": Flag()})
"""The file of the table of proofs; `repeated` is whether it depends on a repeated state."""


SolveProgress: TypeAlias = ExploreProgress | ExactProgress | ProofProgress
"""The progress of a method: states of a table, or nodes of a search or a proof."""


@dataclass(frozen=True)
class Work:
    """The resources and options of a run, and the callback for its progress.

    `source` is the game as written on the command line, for files that are to be verified. `book`
    is an opening book to use instead of the one that the package includes.
    """

    source: str = ""
    engine: Engine = "auto"
    most: int | None = None
    seconds: float | None = None
    save: Path | None = None
    on_progress: Callable[[SolveProgress], None] | None = None
    book: Path | None = None
    stop: Stop | None = None


def is_graded(game: Game[Any, Any]) -> bool:
    """Whether the game has finer utilities, or is itself the form with finer utilities."""
    return defines(game, "graded")


def solve(
    game: Game[S, A], state: S | None = None, *, method: Method = "auto", work: Work | None = None
) -> Solution[S, A]:
    """Solve a state, by default the initial one.

    Raises UnsuitableGameError for games with chance, hidden information or simultaneous moves, and
    the errors of the method if it does not support the game.
    """
    if method not in METHODS:
        close = did_you_mean(method, METHODS)
        raise InputError("solve.method", given=method, close=close, known=", ".join(METHODS))
    if wrong := objections(game, "paranoid"):  # fits all games that are solved here
        raise UnsuitableGameError("solve.unsuitable", game=game.name, objections=wrong)
    given = Work() if work is None else work
    if given.save is not None:
        check_writable(given.save)
    finer = as_capability(game, Graded).graded()
    root = finer.initial() if state is None else state
    kept = kind_of(given.save)
    wanted = kept if method == "auto" and kept in METHODS else method
    if wanted == "auto" and (known := _solve_by_book(finer, root, given)) is not None:
        return known
    if wanted == "alphabeta":
        return _solve_by_search(finer, root, given)
    if wanted == "proof":
        return _solve_by_proofs(finer, root, given)
    most = FEW_STATES if wanted == "auto" and given.most is None else given.most
    resume = given.save if wanted == "table" or kept == "exploration" else None
    try:
        answer = _solve_by_table(finer, root, given, most, resume)
    except NotEnoughMemoryError as refusal:
        if wanted == "table":
            raise
        return _search_instead(finer, root, given, refusal)
    if answer.value is not None or _is_over(answer, given):
        return answer
    if wanted == "table":
        raise InputError("solve.most", game=game.name, most=most)
    return _search_instead(finer, root, given, InputError("solve.most", game=game.name, most=most))


def _is_over(answer: Solution[Any, Any], work: Work) -> bool:
    """Whether the time is up, or the work was stopped."""
    if work.stop is not None and work.stop.is_set():
        return True
    return work.seconds is not None and answer.seconds >= work.seconds


def _search_instead(game: Game[S, A], state: S, work: Work, no_table: InputError) -> Solution[S, A]:
    """Alpha-beta if there are too many states; raises InputError if the game does not fit."""
    try:
        return _solve_by_search(game, state, work)
    except (NotCompilable, InputError) as refusal:
        raise InputError("solve.too_many", table=no_table.message, why=refusal.message) from None


def find_book(game: Game[S, A], work: Work) -> Book[S, A] | None:
    """The book to use: the given one, or the one that the package includes, if any."""
    return shipped_book(game) if work.book is None else load_book(work.book, game)


def look_up_book(book: Book[S, A] | None, state: S) -> Solution[S, A] | None:
    """The solution of a state from a book; None if it is not in the book."""
    started = perf_counter()
    found = None if book is None else book.scores(state)
    if book is None or found is None:
        return None
    game, score = book.game, max(value for _, value in found)
    return make_solution(
        game, state, "book", score, viewer=mover_of(game, state),
        best=tuple(action for action, value in found if value == score),
        scores=tuple(score_action(game, state, action, value) for action, value in found),
        distance=as_capability(game, Graded).plies_left(state, score),
        seconds=perf_counter() - started,
    )  # fmt: skip


def _solve_by_book(game: Game[S, A], state: S, work: Work) -> Solution[S, A] | None:
    """The solution of a state that is in the book; None if it is not.

    At the last ply of the book the scores of the actions are not in it, but that of the state is,
    and a search finds them below it.
    """
    book = find_book(game, work)
    known = look_up_book(book, state)
    if book is None or known is not None or (score := book.score(state)) is None:
        return known
    with suppress(NotCompilable):
        return _solve_by_search(game, state, work, score)
    return None


# By a table of all states.


def _solve_by_table(
    game: Game[S, A], state: S, work: Work, most: int | None, resume: Path | None
) -> Solution[S, A]:
    """Solve by a table; an exploration that ends early is saved in the file `resume`."""
    started, save = perf_counter(), work.save
    table: Table[S, A] | None
    if save is not None and kind_of(save) == "table":
        table = load_table(save, game)
        if state not in table:
            raise InputError("solve.other_work", file=save)
    else:
        table = try_all(
            game, state, engine=work.engine, most=most, save=resume,
            on_progress=work.on_progress, stop=work.stop, seconds=work.seconds,
        )  # fmt: skip
        if table is not None and save is not None:
            table.save(save, source=work.source, graded=is_graded(game))
    if table is None:
        seconds = perf_counter() - started
        return make_solution(game, state, "table", None, viewer=0, seconds=seconds)
    return look_up_table(table, state, perf_counter() - started)


def look_up_table(table: Table[S, A], state: S, seconds: float) -> Solution[S, A]:
    """The solution of a state from a table that contains it, to the player to move."""
    found = make_solution(
        table.game, state, "table", table.value(state), viewer=0, best=table.best_actions(state),
        scores=table.ratings(state), distance=table.distance(state), nodes=len(table),
        seconds=seconds, engine=table.engine,
    )  # fmt: skip
    return replace(found, table=table).to(mover_of(table.game, state))


# By search.


def _solve_by_search(
    game: Game[S, A], state: S, work: Work, known: int | None = None
) -> Solution[S, A]:
    """Solve by alpha-beta; only the actions, if the score of the state is `known`.

    The search is compiled: the engine "python" is taken for "auto".
    """
    if work.engine == "tabulated" and work.save is not None:
        raise InputError("tabulated.save")

    def native(view: Game[S, A]) -> Solution[S, A]:
        return about_game(_search_exactly(view, state, work, known), game, view)

    def refused() -> Solution[S, A]:
        return native(game)

    engine: Engine = "auto" if work.engine == "python" else work.engine
    return on_engine(game, engine, native, refused, tabulated=work.save is None)


def _search_exactly(game: Game[S, A], state: S, work: Work, known: int | None) -> Solution[S, A]:
    solver = ExactSolver(game)
    first = first_aligned(solver.table)  # where its buckets begin
    buckets = solver.table[first : first + len(solver.table) - BUCKET]
    saver = _Saver(work.save, SEARCH, game, lambda: buckets)
    saver.restore(buckets)

    def on_progress(progress: ExactProgress) -> None:
        if work.on_progress is not None:
            work.on_progress(progress)
        saver.save_if_due()

    stop = Stop(work.stop)
    limit = None if work.seconds is None else Limit(time=work.seconds)
    solution = solver.solve(
        state, find="all", limit=limit, known=known, stop=stop, on_progress=on_progress
    )
    saver.save()
    if stop.interrupted:
        raise KeyboardInterrupt
    return solution


# By proofs.


def _solve_by_proofs(game: Game[S, A], state: S, work: Work) -> Solution[S, A]:
    deadline = None if work.seconds is None else perf_counter() + work.seconds

    def on_progress(progress: ProofProgress) -> None:
        if work.on_progress is not None:
            work.on_progress(progress)
        if deadline is not None and perf_counter() > deadline:
            stop.set()
        saver.save_if_due()

    stop = Stop(work.stop)
    prover = Prover(
        game, engine=work.engine, on_progress=on_progress, stop=stop, saved=work.save is not None
    )
    saver = _Saver(
        work.save, PROOF, game, lambda: prover.table, lambda: {"repeated": prover.repeated}
    )
    header, table = saver.load()
    if table is not None:
        prover.restore_table(state, table, header["repeated"])
    try:
        found = solve_proof(game, state, prover=prover)
    finally:
        saver.save()
    return replace(found, prover=prover).to(mover_of(game, state))


# Saved work.


class _Saver:
    """Saves the table of a search in a file, periodically and at the end."""

    def __init__(
        self,
        path: Path | None,
        format: ArrayFormat,  # noqa: A002
        game: Game[Any, Any],
        table: Callable[[], Any],
        facts: Callable[[], dict[str, object]] = dict,
    ) -> None:
        self.path, self.format, self.game = path, format, game
        self.table, self.facts = table, facts
        self.last = perf_counter()

    def load(self) -> tuple[dict[str, Any], Any]:
        """The header and the saved table, if any; raises InputError if the file is not one."""
        if self.path is None or not exists(self.path):
            return {}, None
        header, arrays = self.format.read(self.path, self.game)
        buckets, rest = divmod(len(arrays["table"]), BUCKET)
        if rest or buckets.bit_count() != 1:  # compiled code takes it for a power of two
            raise InputError("arrays.damaged", file=self.path)
        return header, arrays["table"]

    def restore(self, table: Any) -> None:
        """Fill a table with the saved one, if any."""
        _, kept = self.load()
        if kept is not None and kept.shape == table.shape:
            table[:] = kept

    def save_if_due(self) -> None:
        """Save the table if the last save was long enough ago."""
        if perf_counter() - self.last > SAVE_EVERY:
            self.save()

    def save(self) -> None:
        """Save the table."""
        table = self.table()
        if self.path is not None and table is not None:
            arrays = {"table": table.copy()}  # a search may be writing to it
            header = {**identity(self.game), **self.facts()}
            self.format.write(self.path, header, arrays, compressed=False)
        self.last = perf_counter()
