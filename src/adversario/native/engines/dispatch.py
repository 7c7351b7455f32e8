"""One entry point for both engines: compiled if the game and the search have that form."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from time import perf_counter
from typing import Any, Generic, TypeAlias

from adversario.algorithms.core.answer import Result
from adversario.algorithms.core.limit import Budget, Limit, OutOfBudgetError
from adversario.algorithms.core.requirements import recommended
from adversario.algorithms.imperfect.regret_matching import regret_matching
from adversario.algorithms.registry import refuse_unknown
from adversario.algorithms.registry import search as interpreted_search
from adversario.base.errors import InputError
from adversario.game import A, Game, S
from adversario.native.engines.alphabeta import native_plain
from adversario.native.engines.engine_choice import (
    Engine,
    about_game,
    about_games,
    has_run,
    head_start_left,
    mark_run,
    on_engine,
    spend_head_start,
)
from adversario.native.engines.enhanced.search import fits_native, native_alphabeta
from adversario.native.engines.expectation import (
    native_expectimax,
    native_expectiminimax,
    native_minimax,
)
from adversario.native.engines.information.ismcts import ismcts
from adversario.native.engines.information.pimc import pimc
from adversario.native.engines.mcts import mcts
from adversario.native.engines.modelled import Response, response
from adversario.native.engines.multiplayer import native_maxn, native_paranoid
from adversario.native.tabulated.view import Tabulated, tabulate
from adversario.views.modelled import Models, against


def search(
    game: Game[S, A],
    state: S | None = None,
    *,
    algorithm: str | None = None,
    limit: Limit | None = None,
    models: Models[S, A] | None = None,
    past: Sequence[S] = (),
    engine: Engine = "auto",
    budget: Budget | None = None,
    on_native: Callable[[], None] | None = None,
    **options: Any,
) -> Result[S, A]:
    """Search with the algorithm of that name, or the one recommended for the game.

    `engine="auto"` takes compiled code if the game and the algorithm have that form. To a depth
    both engines visit the same nodes and return the same answer, so the first search of a game is
    compiled only if it does not end within a head start (`engine_choice`). With a limit of time or
    nodes, alpha-beta deepens with all of its enhancements (`native_alphabeta`); the others deepen
    as they are.
    "native" raises if there is no compiled form, "tabulated" uses the table of the states that were
    met, and "python" forgoes both. `result.statistics.engine` is the one that ran.

    `models` says how other players behave, by their number, and the answer is the best response to
    that. Those that are made of random, greedy and softmax choices compile with the rules, others
    are Python, and so is a search with them.

    `past` are the states of the game so far, the oldest first; alpha-beta needs them in a game with
    a rule of repetition.

    `options` are the algorithm's own. Compiled searches take few: with an observer, an evaluation
    or an ordering of the caller's the interpreted one runs. A caller can watch the `budget` that
    the latter spends; `on_native` is called before the former begins, which has nothing to report
    while it compiles. If the limit is one of time or nodes, `on_progress` is called with the result
    of each depth, and a `stop` token ends the search. Monte Carlo tree search has
    the same options in both, and is compiled at once.
    """
    view = response(game, models) if models else game
    if view is None and engine in ("native", "tabulated"):
        raise InputError("models.native")
    name = algorithm or recommended(view or against(game, models or {}))
    task = _Task(game, state, algorithm, limit, models, engine, budget, on_native, options)
    form = None if view is None else COMPILED.get(name)
    if past and game.repetition and name == "alphabeta":
        task.options["past"] = past
    if engine == "python" or view is None or form is None or not form.takes(task):
        if engine in ("native", "tabulated"):
            raise InputError("native.no_form", algorithm=name, game=game.name)
        return task.interpret()
    return form.run(task, view, name)


@dataclass(frozen=True)
class _Task(Generic[S, A]):
    """What `search` was asked for."""

    game: Game[S, A]
    state: S | None
    algorithm: str | None
    limit: Limit | None
    models: Models[S, A] | None
    engine: Engine
    budget: Budget | None
    on_native: Callable[[], None] | None
    options: dict[str, Any]

    @property
    def deepens(self) -> bool:
        """Whether the limit is one of time or nodes."""
        return self.limit is not None and not self.limit.is_of_depth_only

    @property
    def spending(self) -> dict[str, Any]:
        """The budget, if there is one, as an option."""
        return {} if self.budget is None else {"budget": self.budget}

    def interpret(self, budget: Budget | None = None) -> Result[S, A]:
        """The answer of the interpreted search, within a budget if one is given."""
        spending = self.spending if budget is None else {"budget": budget}
        return interpreted_search(
            self.game, self.state, algorithm=self.algorithm, limit=self.limit, models=self.models,
            **spending, **self.options,
        )  # fmt: skip

    def announce(self) -> None:
        """Call `on_native`: compiled code is about to run."""
        if self.on_native is not None:
            self.on_native()

    def by_table(self, view: Game[S, A]) -> Game[S, A]:
        """The view, or, if that is by a table, the game against the models by a table.

        In the view that is compiled, rules that ask for the player to move find chance instead; in
        Python they find the player.
        """
        if self.models and isinstance(view, Tabulated) and isinstance(view.game, Response):
            return tabulate(against(self.game, self.models))
        return view

    def about_game(self, answer: Result[S, A]) -> Result[S, A]:
        """The answer about a view of the game as one about the game itself."""
        if not self.models:
            return answer
        options = {**answer.options, "models": self.models}
        return replace(answer, game=self.game, options=options)


# Cases: how the compiled form of an algorithm is run.


def _simulate(task: _Task[S, A], view: Game[S, A], name: str) -> Result[S, A]:
    """A search by simulation, which is compiled at once and chooses its engine itself."""
    function = COMPILED[name].function
    refuse_unknown(task.options, name, function)
    task.announce()

    def simulate(each: Game[S, A], engine: Engine) -> Result[S, A]:
        options = {**task.spending, **task.options}
        return task.about_game(
            function(each, task.state, limit=task.limit, engine=engine, **options)
        )

    if not task.models:
        return simulate(view, task.engine)
    return on_engine(
        view, task.engine, lambda each: simulate(task.by_table(each), "native"), task.interpret
    )


def _search_tree(task: _Task[S, A], view: Game[S, A], name: str) -> Result[S, A]:
    """A search of the game, in which players who follow a model are chance."""
    form = COMPILED[name]
    deepening = form.deepening if task.deepens and fits_native(view) else None
    return _after_head_start(task, view, name, deepening or form.function)


def _search_models(task: _Task[S, A], view: Game[S, A], name: str) -> Result[S, A]:
    """A search that takes the models itself."""
    function = partial(COMPILED[name].function, models=task.models)
    return _after_head_start(task, task.game, name, function)


def _after_head_start(
    task: _Task[S, A], view: Game[S, A], name: str, function: Callable[..., Result[S, A]]
) -> Result[S, A]:
    """The compiled search, unless the interpreted one is done before it would be compiled."""
    left = head_start_left(view, name)
    if task.engine == "auto" and not task.deepens and not has_run(view, name) and left > 0:
        started = perf_counter()
        try:
            return task.interpret(Budget(Limit(time=left)))
        except OutOfBudgetError:
            pass  # from the start again, compiled: what took this long is done in no time
        finally:
            spend_head_start(view, name, perf_counter() - started)

    def native(each: Game[S, A]) -> Result[S, A]:
        task.announce()
        options = dict(task.options)
        if "on_progress" in options:
            options["on_progress"] = about_games(options["on_progress"], task.game, each)
        answer = function(task.by_table(each), task.state, limit=task.limit, **options)
        mark_run(view, name)
        return task.about_game(about_game(answer, task.game, each))

    return on_engine(view, task.engine, native, task.interpret)


Run: TypeAlias = Callable[[_Task[Any, Any], Game[Any, Any], str], Result[Any, Any]]


@dataclass(frozen=True, slots=True)
class CompiledForm:
    """The compiled form of an algorithm, and how it is run."""

    function: Callable[..., Result[Any, Any]]
    options: frozenset[str] | None = frozenset()
    """The options of the interpreted form that it has too; None if it checks them itself."""
    deepening: Callable[..., Result[Any, Any]] | None = None
    """What searches instead with a limit of time or nodes, if it fits the game."""
    run: Run = _search_tree

    def takes(self, task: _Task[Any, Any]) -> bool:
        """Whether it has all of the options that the task has."""
        forbids = task.game.forbids_repetition and self.function is native_plain
        if forbids and not task.deepens:  # only the interpreted twin knows what is forbidden
            return False
        more = {"on_progress", "stop", "past"} if task.deepens else {"past"}
        return self.options is None or task.options.keys() <= self.options | more


COMPILED: Mapping[str, CompiledForm] = {
    "minimax": CompiledForm(native_minimax),
    "alphabeta": CompiledForm(native_plain, deepening=native_alphabeta),
    "expectimax": CompiledForm(native_expectimax, frozenset({"unlikely"}), run=_search_models),
    "expectiminimax": CompiledForm(native_expectiminimax, frozenset({"unlikely"})),
    "star1": CompiledForm(partial(native_expectiminimax, pruning="star1")),
    "star2": CompiledForm(partial(native_expectiminimax, pruning="star2")),
    "maxn": CompiledForm(native_maxn),
    "paranoid": CompiledForm(native_paranoid),
    "mcts": CompiledForm(mcts, None, run=_simulate),
    "ismcts": CompiledForm(ismcts, None, run=_simulate),
    "pimc": CompiledForm(pimc, None, run=_simulate),
    "regret-matching": CompiledForm(regret_matching, None, run=_simulate),
}
"""By the name of the algorithm's record (`adversario.algorithms.core.algorithm`)."""
