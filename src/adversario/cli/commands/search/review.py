"""`adversario review`: played games in PGN, PDN or .mat, the value of each move, and mistakes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from adversario.algorithms.core.limit import Limit
from adversario.analysis.annotate import annotate
from adversario.analysis.review import MoveReview, reply_names, review, show_value
from adversario.base.catalogue import text
from adversario.base.errors import InputError
from adversario.base.files import check_writable, write_whole
from adversario.cli.shared.language import LANG, tr
from adversario.cli.shared.options import Depth, Json, Lang, Nodes, Seconds, limit_of
from adversario.cli.shared.output import print_json, print_table
from adversario.cli.shared.progress import show_when_slow
from adversario.contract.presentation import player_text
from adversario.records.pdn import Pdn, read_pdn
from adversario.records.pgn import Pgn, read_pgn, write_pgn

LOOK = Limit(nodes=50_000)
"""The limit of each search, in nodes, so that a review is reproducible."""


def review_command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=tr("cli.review.file"))],
    depth: Depth = None,
    seconds: Seconds = None,
    nodes: Nodes = None,
    turns: Annotated[int, typer.Option("--turns", help=tr("cli.review.turns"))] = 1,
    save: Annotated[Path | None, typer.Option("--save", help=tr("cli.review.save"))] = None,
    json: Json = False,
    lang: Lang = LANG,
) -> None:
    """Print the mistakes of each game, with what refutes them."""
    if file.suffix.lower() == ".mat":
        if save is not None:
            raise InputError("review.save", file=file)
        from adversario.cli.shared.match_review import review_match  # noqa: PLC0415 (seldom)

        review_match(file, turns, json=json, lang=lang)
        return
    is_pgn = file.suffix.lower() == ".pgn"
    if not is_pgn and file.suffix.lower() != ".pdn":
        raise InputError("review.file", file=file)
    if save is not None and not is_pgn:
        raise InputError("review.save", file=file)
    if save is not None:
        check_writable(save)
    limit = limit_of(depth, seconds, nodes) or LOOK
    games: tuple[Pgn | Pdn, ...] = read_pgn(file) if is_pgn else read_pdn(file)
    noted: list[Pgn] = []
    rows: list[dict[str, Any]] = []
    for number, game in enumerate(games, start=1):
        reviews = _review(game, number, len(games), limit, lang)
        if isinstance(game, Pgn):
            noted.append(annotate(game, reviews))
        if json:
            rows.append({"game": number, "moves": [_json(game, each) for each in reviews]})
        else:
            _print(game, number, reviews, lang)
    if json:
        print_json(rows)
    if save is not None:
        write_whole(save, write_pgn(noted))


def _review(game: Pgn | Pdn, number: int, games: int, limit: Limit, lang: str) -> list[MoveReview]:
    found: list[MoveReview] = []
    with show_when_slow(
        lambda _: text(
            "review.progress", lang, game=number, games=games, done=len(found) + 1,
            moves=len(game.moves),
        )
    ):  # fmt: skip
        found.extend(review(game.game, game.states, game.moves, limit))
    return found


def _print(game: Pgn | Pdn, number: int, reviews: list[MoveReview], lang: str) -> None:
    names = [game.tags.get(side, "?") for side in ("White", "Black")]
    typer.echo(text("review.game", lang, number=number, white=names[0], black=names[1],
                    result=game.result))  # fmt: skip
    rows = list(_rows(game, reviews, lang))
    if rows:
        columns = ("ply", "player", "action", "value", "kept", "best", "reply")
        print_table([text(f"column.{column}", lang) for column in columns], rows)
    else:
        typer.echo(text("play.clean", lang))
    typer.echo()


def _rows(game: Pgn | Pdn, reviews: list[MoveReview], lang: str) -> Iterator[list[str]]:
    """A row for each mistake."""
    rules: Any = game.game
    for ply, found in enumerate(reviews, start=1):
        if found.verdict:
            yield [
                str(ply), player_text(rules, found.mover, lang),
                rules.action_name(found.state, found.action) + found.verdict,
                show_value(rules, found.value), show_value(rules, found.kept),
                rules.action_name(found.state, found.best), " ".join(reply_names(rules, found)),
            ]  # fmt: skip


def _json(game: Pgn | Pdn, found: MoveReview) -> dict[str, Any]:
    rules: Any = game.game
    return {
        "position": rules.position(found.state),
        "player": rules.player_name(found.mover),
        "action": rules.action_name(found.state, found.action),
        "best": rules.action_name(found.state, found.best),
        "value": float(found.value),
        "kept": float(found.kept),
        "verdict": found.verdict,
        "reply": reply_names(rules, found),
    }
