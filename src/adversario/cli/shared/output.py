"""Output of the commands: tables for people, JSON for programs."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from math import isfinite
from pathlib import Path
from typing import Any

import typer
from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.text import Text

from adversario.algorithms.core.answer import Answer, Result, Score
from adversario.algorithms.mcts.result import MctsResult
from adversario.algorithms.mcts.settings import LONGEST_ROLLOUT
from adversario.analysis.known_result import KnownResult
from adversario.analysis.outcome import action_outcome, outcome_of
from adversario.base.catalogue import text
from adversario.base.files import write_whole
from adversario.base.numbers import show
from adversario.contract.presentation import player_label

PIPE_WIDTH = 10_000


def console() -> Console:
    """Standard output; lines are not wrapped if it is not a terminal."""
    width = None if sys.stdout.isatty() else PIPE_WIDTH
    return Console(highlight=False, soft_wrap=width is not None, width=width)


def print_json(value: object) -> None:
    """Print one JSON value on standard output."""
    typer.echo(json.dumps(value, ensure_ascii=False, indent=2))


def print_result(result: Result[Any, Any], lang: str) -> None:
    """Print the answer, the score of every action, and the cost."""
    out = console()
    game, state = result.game, result.state
    action = "-" if result.action is None else game.action_name(state, result.action)
    out.print(
        text(
            "cli.answer", lang, algorithm=result.algorithm, action=action,
            value=show(result.value),
        ),
        markup=False, style="bold",
    )  # fmt: skip
    out.print(_accuracy(result, lang), markup=False)
    line = " ".join(result.variation_names()) or "-"
    out.print(text("cli.line", lang, line=line), markup=False)
    if len(result.best_actions) > 1:
        names = ", ".join(game.action_name(state, best) for best in result.best_actions)
        out.print(text("cli.ties", lang, actions=names), markup=False)
    if result.scores:
        _print_scores(result, lang)
    out.print(_cost(result, lang), markup=False)
    print_engine(result, lang)


def print_engine(answer: Answer[Any, Any], lang: str) -> None:
    """Print that an answer was found by a table of states, where it was."""
    if answer.statistics.engine == "tabulated":
        console().print(text("cli.tabulated", lang), markup=False)


def _accuracy(result: Result[Any, Any], lang: str) -> str:
    """The accuracy of the value, and for an exact one what it means."""
    if isinstance(result, KnownResult):
        mover = result.game.player(result.state)
        known = text(f"known.{result.algorithm}", lang)
        outcome = outcome_of(result, mover)
        if outcome is None:
            return known
        player = player_label(result.game, mover)
        return text("known.outcome", lang, player=player, outcome=outcome.words, source=known)
    if isinstance(result, MctsResult) and not result.proven:
        mean = text("cli.simulated", lang, simulations=result.simulations)
        return mean if not result.endless else f"{mean}\n{_endless_note(result, lang)}"
    if result.neglected:
        return _neglect_note(result, lang)
    return text("cli.proven" if result.proven else "cli.to_depth", lang, depth=result.depth)


def _endless_note(result: MctsResult[Any, Any], lang: str) -> str:
    """How many play-outs were cut off because they had not ended, and what they count as."""
    return text("cli.endless_rollouts", lang, rollouts=result.endless, plies=LONGEST_ROLLOUT)


def _neglect_note(result: Result[Any, Any], lang: str) -> str:
    """What was not searched because it is too unlikely, and how much it can change the value."""
    depth = () if result.depth is None else (text("cli.to_depth", lang, depth=result.depth),)
    known = "cli.neglected" if isfinite(result.error) else "cli.neglected_unbounded"
    neglected, error = f"{float(result.neglected):.4g}", f"{float(result.error):.4g}"
    return "\n".join((*depth, text(known, lang, probability=neglected, error=error)))


def _cost(result: Result[Any, Any], lang: str) -> str:
    """The counters of the search, or of the solver."""
    if isinstance(result, KnownResult):
        cost = result.statistics
        return text(
            f"solve.cost.{result.algorithm}", lang, nodes=cost.nodes, seconds=f"{cost.seconds:.3f}"
        )
    statistics, seconds = result.statistics, f"{result.statistics.seconds:.3f}"
    if isinstance(result, MctsResult):
        return text(
            "cli.simulations", lang, simulations=result.simulations, nodes=result.tree_nodes,
            evaluations=statistics.evaluations, depth=statistics.depth, seconds=seconds,
        )  # fmt: skip
    return text(
        "cli.cost", lang, nodes=statistics.nodes, leaves=statistics.leaves,
        evaluations=statistics.evaluations, cutoffs=statistics.cutoffs,
        pruned="-" if statistics.pruned is None else statistics.pruned, depth=statistics.depth,
        branching=f"{statistics.branching_factor:.2f}", seconds=seconds,
    )  # fmt: skip


def _print_scores(result: Result[Any, Any], lang: str) -> None:
    columns = ["action", "value"]
    rows = [_score_row(result, score) for score in result.scores]
    if isinstance(result, KnownResult):
        mover = result.game.player(result.state)
        outcomes = [action_outcome(result, score, mover) for score in result.scores]
        if None not in outcomes:
            columns.append("outcome")
            for row, outcome in zip(rows, outcomes, strict=True):
                row.append(outcome.words.text(lang) if outcome else "")
    if isinstance(result, MctsResult):
        columns += ["confidence", "visits"]
        for row, half, visits in zip(rows, result.confidence, result.visits, strict=True):
            row += [f"{half:.3f}" if isfinite(half) else "-", str(visits)]
        if result.priors:
            columns.append("prior")
            for row, prior in zip(rows, result.priors, strict=True):
                row.append(f"{100 * prior:.1f} %")
    print_table([text(f"column.{column}", lang) for column in columns], rows)


def _score_row(result: Result[Any, Any], score: Score[Any]) -> list[str]:
    mark = " ←" if score.action == result.action else ""
    name = result.game.action_name(result.state, score.action)
    return [name, score.text + mark]


def print_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print columns as wide as their widest cell, without spaces at the end of a line."""
    widths = [max(map(cell_len, column)) for column in zip(heads, *rows, strict=True)]

    def line(cells: Sequence[str]) -> Text:
        padded = [set_cell_size(cell, width) for cell, width in zip(cells, widths, strict=True)]
        return Text("  ".join(padded).rstrip())

    out = console()
    out.print(line(heads), style="bold")
    for row in rows:
        out.print(line(row))


def write_text(words: str, target: Path | None) -> None:
    """Write the text to standard output, or atomically to a file."""
    if target is None:
        typer.echo(words.rstrip("\n"))
        return
    write_whole(target, words.rstrip("\n") + "\n")
