"""The review of a match of backgammon: mistakes, error rates and luck."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

import typer

from adversario.algorithms.turns import Horizon
from adversario.analysis.dice_review import Decision, Fortune, Performance, review_dice
from adversario.arena.turns import with_network
from adversario.base.catalogue import text
from adversario.cli.shared.output import print_json, print_table
from adversario.cli.shared.progress import show_when_slow
from adversario.games.dice.backgammon.cube.rules import ROLLING, CubeState
from adversario.records.mat import Mat, read_mat


def review_match(file: Path, turns: int, *, json: bool, lang: str) -> None:
    """Print the mistakes of each game of a match, and what both players did and got in all."""
    match = read_mat(file)
    totals = (Performance(), Performance())
    rows: list[dict[str, Any]] = []
    for number in range(len(match.games)):
        found = _review(match, number, turns, lang)
        for each in found:
            totals[each.player].add(each)
        decisions = [each for each in found if isinstance(each, Decision)]
        if json:
            rows.append({"game": number + 1, "decisions": [_json(match, d) for d in decisions]})
        else:
            _print_game(match, number, decisions, lang)
    if json:
        players = dict(zip(match.players, map(_totals_json, totals), strict=True))
        print_json({"points": match.points, "players": players, "games": rows})
    else:
        _print_totals(match, totals, lang)


def _review(match: Mat, number: int, turns: int, lang: str) -> list[Decision | Fortune]:
    game, found = with_network(match.game), list[Decision | Fortune]()
    moves = list(match.decisions(number))
    with show_when_slow(
        lambda _: text(
            "review.progress", lang, game=number + 1, games=len(match.games), done=len(found) + 1,
            moves=len(moves),
        )
    ):  # fmt: skip
        found.extend(
            review_dice(
                game, moves, horizon=Horizon(turns, 8, 0.16), stake=match.game.stake,
                offers=is_offer,
            )
        )  # fmt: skip
    return found


def is_offer(state: CubeState) -> bool:
    """Whether the decision in a state is about the cube."""
    return state.next != ROLLING


def _print_game(match: Mat, number: int, decisions: list[Decision], lang: str) -> None:
    game = match.games[number]
    score = f"{game.start.first}-{game.start.second}"
    winner = "" if game.winner is None else match.players[game.winner]
    result = f"{winner} +{game.points}" if winner else "*"
    typer.echo(text("review.game_at", lang, number=number + 1, score=score, result=result))
    rules, rows = match.game, []
    for each in decisions:
        if each.mark:
            dice = f"{each.state.big}{each.state.small}" if each.state.big else ""
            rows.append([
                match.players[each.player], dice,
                rules.action_name(each.state, each.action) + each.mark,
                rules.action_name(each.state, each.best), f"{-each.cost:+.3f}",
                rules.xgid(each.state),
            ])  # fmt: skip
    if rows:
        columns = ("player", "roll", "action", "best", "cost", "position")
        print_table([text(f"column.{column}", lang) for column in columns], rows)
    else:
        typer.echo(text("play.clean", lang))
    typer.echo()


def _print_totals(match: Mat, totals: tuple[Performance, Performance], lang: str) -> None:
    columns = ("player", "plays", "offers", "errors", "blunders", "cost", "rate", "luck")
    rows = [
        [
            name, str(each.plays), str(each.offers), str(each.errors), str(each.blunders),
            f"{0 - each.cost:+.3f}", f"{each.rate:.1f}", f"{each.luck:+.3f}",
        ]
        for name, each in zip(match.players, totals, strict=True)
    ]  # fmt: skip
    print_table([text(f"column.{column}", lang) for column in columns], rows)


def _json(match: Mat, found: Decision) -> dict[str, Any]:
    rules = match.game
    return {
        "position": rules.position(found.state),
        "player": match.players[found.player],
        "action": rules.action_name(found.state, found.action),
        "best": rules.action_name(found.state, found.best),
        "value": found.value,
        "cost": found.cost,
        "counts": found.counts,
        "mark": found.mark,
    }


def _totals_json(found: Performance) -> dict[str, Any]:
    return {**asdict(found), "rate": found.rate}
