"""A repeated search to step through: the explorer of the web app, in a cell."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import Any

from adversario.algorithms.core.answer import Result
from adversario.algorithms.core.limit import Limit
from adversario.algorithms.mcts.result import MctsResult
from adversario.algorithms.mcts.tree_search import Simulation, mcts
from adversario.algorithms.registry import search
from adversario.base.catalogue import preferred_language
from adversario.base.notebook_hooks import html, svg
from adversario.notebook.bundle import available_widgets
from adversario.notebook.presentation import present_both
from adversario.trace import Trace
from adversario.views.modelled import against
from adversario.web.handlers.context import Context, OfferedGames
from adversario.web.handlers.pseudocode import pseudocode
from adversario.web.handlers.search_steps import CappedRecorder, search_payload
from adversario.web.handlers.simulations import simulations_payload
from adversario.web.limits import LIMITS, LimitError
from adversario.web.protocol import Search


class Explorer:
    """A search from its first step to its last: stepped through on its `widget`, or a picture.

    Without a widget a notebook shows the searched tree, and for simulations their result.
    """

    def __init__(self, result: Result[Any, Any]) -> None:
        self.result = result
        self.trace, self.search = repeat_search(result, preferred_language())

    @cached_property
    def widget(self) -> Any:
        """The widget, with the trait `step`; None if widgets are not available."""
        found = available_widgets()
        return None if found is None else found.ExplorerWidget(self.search, preferred_language())

    def __repr__(self) -> str:
        return f"<Explorer: {self.search.algorithm}, {len(self.search.events)} steps>"

    def _ipython_display_(self) -> None:
        if not present_both(self):
            raise NotImplementedError  # which notebooks take for: show it by its other methods

    def _repr_svg_(self) -> str | None:
        return None if self.trace is None else svg(self.trace)

    def _repr_html_(self) -> str | None:
        return html(self.result) if self.trace is None else None

    def _repr_mimebundle_(self, **asked: Any) -> Any:
        return None if self.widget is None else self.widget._repr_mimebundle_(**asked)


def repeat_search(result: Result[Any, Any], lang: str) -> tuple[Trace | None, Search]:
    """Repeat the search of a result; returns its trace (None for simulations) and its steps.

    Raises LimitError if it has too many steps to show.
    """
    context = Context(OfferedGames({}), lang, lambda _: None)
    game, state, options = result.game, result.state, dict(result.options)
    if models := options.pop("models", None):
        game = against(game, models)
        state = game.seen(state)
    if isinstance(result, MctsResult):
        return None, _simulate(context, replace(result, game=game, state=state), options)
    limit = None if result.depth is None else Limit(depth=result.depth)
    recorder = CappedRecorder(game)
    again = search(
        game, state, algorithm=result.algorithm, limit=limit, on_event=recorder, **options
    )
    hard, strict = options.get("form") == "hard", options.get("strict", False)
    trace = recorder.trace(again)
    code = pseudocode(result.algorithm, lang, hard=hard, strict=strict)
    return trace, search_payload(context, game, again, trace, code)


def _simulate(context: Context, result: MctsResult[Any, Any], options: dict[str, Any]) -> Search:
    count, most = result.simulations, LIMITS.simulations
    if count > most:
        raise LimitError("limit.range", field="simulations", given=count, least=1, most=most)
    simulations: list[Simulation] = []
    again = mcts(
        result.game, result.state, limit=Limit(nodes=max(1, count)),
        on_simulation=simulations.append, **options,
    )  # fmt: skip
    return simulations_payload(context, again, simulations)
