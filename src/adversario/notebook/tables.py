"""Results, solutions, matches, tables and checks as tables and sentences of a notebook."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from adversario.algorithms.core.answer import Result
from adversario.algorithms.mcts.result import MctsResult
from adversario.arena.result import MatchResult
from adversario.base import notebook_hooks as hooks
from adversario.base.catalogue import preferred_language, text
from adversario.base.numbers import show
from adversario.contract.checking.check import CheckReport
from adversario.solve.solution import Solution
from adversario.solve.table import Table


def register_tables() -> None:
    """Show each kind of answer as HTML."""
    register: Any = hooks.html.register  # singledispatch takes a class, too
    for kind, display in (
        (Result, result_html),
        (MctsResult, simulations_html),
        (Solution, solution_html),
        (Table, table_html),
        (MatchResult, match_html),
        (CheckReport, check_html),
    ):
        register(kind)(display)


def html_table(columns: Sequence[str], rows: Sequence[Sequence[str]], words: str = "") -> str:
    """A table with named columns, and a sentence below it."""
    lang = preferred_language()
    head = "".join(f"<th>{escape(text(column, lang))}</th>" for column in columns)
    body = "".join(
        f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows
    )
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return table + (f"<p>{escape(words)}</p>" if words else "")


def result_html(result: Result[Any, Any]) -> str:
    """The value of every action, and the line of best play."""
    rows = [
        (result.game.action_name(result.state, score.action), score.text) for score in result.scores
    ]
    return html_table(("column.action", "column.value"), rows, _summary(result))


def simulations_html(result: MctsResult[Any, Any]) -> str:
    """Every action with its simulations and their mean, the most visited first."""
    counted = sorted(zip(result.visits, result.scores, strict=True), key=lambda pair: -pair[0])
    rows = [
        (
            result.game.action_name(result.state, score.action),
            str(visits),
            f"{score.value:.3f}" if isinstance(score.value, float) else score.text,
        )
        for visits, score in counted
    ]
    columns = ("column.action", "column.visits", "column.value")
    return html_table(columns, rows, _summary(result))


def _summary(result: Result[Any, Any]) -> str:
    return text(
        "result.summary", preferred_language(), algorithm=result.algorithm,
        value=show(result.value), line=" ".join(result.variation_names()) or "-",
        nodes=result.statistics.nodes,
    )  # fmt: skip


def solution_html(solution: Solution[Any, Any]) -> str:
    """The exact value of every action if they are known, else of the state."""
    game, state = solution.game, solution.state
    rows = [(game.action_name(state, score.action), score.text) for score in solution.scores]
    if not rows:
        rows = [
            (game.action_name(state, action), show(solution.value))
            for action in solution.best
            if solution.value is not None
        ]
    return html_table(("column.action", "column.value"), rows)


def table_html(table: Table[Any, Any]) -> str:
    """The number of states, and the value of every action of the root."""
    game, lang = table.game, preferred_language()
    over = game.is_terminal(table.root)
    rows = [
        (game.action_name(table.root, score.action), score.text)
        for score in (() if over else table.ratings())
    ]
    words = text("notebook.table", lang, game=game.name, states=len(table))
    return html_table(("column.action", "column.value"), rows, words)


def match_html(result: MatchResult) -> str:
    """The standings, and the Elo difference if there is one."""
    lang, rating = preferred_language(), result.rating
    rows = [
        (
            each.name,
            *(str(count) for count in (each.wins, each.draws, each.losses)),
            f"{each.utility:+.3f} ± {each.error:.3f}",
        )
        for each in result.standings
    ]
    columns = [f"arena.column.{name}" for name in ("player", "won", "drawn", "lost", "utility")]
    words = "" if rating is None else text(
        "arena.elo", lang, player=result.players[0], elo=f"{rating.elo:+.0f}", pairs=rating.pairs,
        low=f"{rating.low:+.0f}", high=f"{rating.high:+.0f}",
    )  # fmt: skip
    return html_table(columns, rows, words)


def check_html(report: CheckReport) -> str:
    """The extent of a check that found nothing wrong."""
    words = text(
        "notebook.check", preferred_language(), playouts=report.playouts, states=report.states,
        longest=report.longest,
    )  # fmt: skip
    return f"<p>✓ {escape(words)}</p>"
