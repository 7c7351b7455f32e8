"""`adversario bench`: the signature of the enhanced search, and its speed on this machine."""

from __future__ import annotations

from dataclasses import asdict

import typer

from adversario.analysis.signature import SEARCHES, SearchNodes, run_searches
from adversario.base.catalogue import text
from adversario.cli.shared.language import LANG
from adversario.cli.shared.options import Json, Lang
from adversario.cli.shared.output import print_json, print_table
from adversario.cli.shared.progress import show_when_slow


def bench_command(json: Json = False, lang: Lang = LANG) -> None:
    """Search five games to a fixed depth and print the nodes, which are the same everywhere."""
    found: list[SearchNodes] = []

    def words(spent: float) -> str:
        game, _ = SEARCHES[min(len(found), len(SEARCHES) - 1)]
        return text("count.table.progress", lang, game=game, seconds=f"{spent:.0f}")

    with show_when_slow(words):
        found.extend(run_searches())
    nodes, seconds = sum(each.nodes for each in found), sum(each.seconds for each in found)
    per_second = round(nodes / seconds) if seconds else 0
    if json:
        rows = [asdict(each) for each in found]
        print_json({"searches": rows, "signature": nodes, "per_second": per_second})
        return
    columns = ("game", "depth", "nodes", "seconds")
    heads = [text(f"column.{column}", lang) for column in columns]
    print_table(heads, [_row(each) for each in found])
    typer.echo(text("cli.bench.signature", lang, nodes=nodes))
    typer.echo(text("perft.rate.native", lang, rate=per_second))


def _row(each: SearchNodes) -> list[str]:
    return [each.game, str(each.depth), str(each.nodes), f"{each.seconds:.3f} s"]
