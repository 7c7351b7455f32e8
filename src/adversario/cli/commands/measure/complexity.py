"""`adversario count --table`: the complexity of every game, compared with published figures."""

from __future__ import annotations

from typing import cast

import typer

from adversario.base.catalogue import text
from adversario.cli.shared.output import print_json, print_table
from adversario.cli.shared.progress import show_when_slow
from adversario.counting.complexity import PUBLISHED, Complexity, complexity
from adversario.counting.tree_size import Interval, show_large
from adversario.games import GAMES, make_game


def print_complexities(names: list[str], samples: int, seed: int, json: bool, lang: str) -> None:
    """Print a row for each of the games, and for those known only from the literature."""
    found: list[Complexity] = []

    def words(spent: float) -> str:
        name = names[min(len(found), len(names) - 1)]
        return text("count.table.progress", lang, game=name, seconds=f"{spent:.0f}")

    with show_when_slow(words):
        found.extend(
            complexity(name, make_game(name), samples=samples, seed=seed) for name in names
        )
    if json:
        print_json([each.to_json() for each in found])
        return
    columns = ("game", "states", "length", "branching", "games", "p_states", "p_games", "source")
    heads = [text(f"count.table.{column}", lang) for column in columns]
    others = [[name, "-", "-", "-", "-", known.states, known.games, known.source]
              for name, known in PUBLISHED.items() if name not in GAMES]  # fmt: skip
    print_table(heads, [*map(_row, found), *others])
    typer.echo("\n" + text("count.table.legend", lang, samples=samples, seed=seed))


def _row(each: Complexity) -> list[str]:
    known = each.published
    partly = isinstance(each.states, int) and not each.complete
    states = _bounds(each) if partly else _format_number(each.states)
    games = "∞" if each.games is None else _format_number(each.games)
    figures = [each.name, states, f"{each.length:.1f}", f"{each.branching:.2f}", games]
    return figures + (["-"] * 3 if known is None else [known.states, known.games, known.source])


def _bounds(each: Complexity) -> str:
    """The number of states counted, and the upper bound if it is known."""
    least = show_large(cast("int", each.states))
    return f"> {least}" if each.most is None else f"{least} – {show_large(each.most)}"


def _format_number(number: int | Interval) -> str:
    """The number, or the estimate with its interval; powers of ten if it is long."""
    return str(number) if isinstance(number, Interval) else show_large(number)
