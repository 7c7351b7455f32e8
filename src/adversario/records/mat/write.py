"""Writing `.mat`."""

from __future__ import annotations

from adversario.game import CHANCE
from adversario.games.dice.backgammon.cube.rules import (
    DOUBLE,
    DOUBLING,
    OFFERED,
    TAKE,
    CubeState,
)
from adversario.games.dice.backgammon.moves import single_moves
from adversario.games.dice.backgammon.plays import PASS
from adversario.records.mat.match import Mat

LEFT = 29
"""The width of the left column."""


def write_mat(match: Mat) -> str:
    """The match as text, with its notes first."""
    lines = [*match.notes, f" {match.points} point match"]
    totals = [0, 0]
    for number, game in enumerate(match.games):
        score = (game.start.first, game.start.second) if match.points else tuple(totals)
        heads = [f"{name} : {won}" for name, won in zip(match.players, score, strict=True)]
        lines += ["", f" Game {number + 1}", f" {heads[0]:<{LEFT + 4}}{heads[1]}"]
        items = _items(match, number)
        for at in range(0, len(items), 2):
            row = items[at : at + 2]
            lines.append(f"{at // 2 + 1:>3}) {row[0]:<{LEFT}}{''.join(row[1:])}".rstrip())
        if game.winner is not None:
            totals[game.winner] += game.points
            end = f"Wins {game.points} point{'s' if game.points > 1 else ''}"
            before = (game.start.first, game.start.second)[game.winner]
            if match.points and before + game.points >= match.points:
                end += " and the match"
            lines.append(" " * (6 + (LEFT if game.winner else 0)) + end)
    return "\n".join(lines) + "\n"


def _items(match: Mat, number: int) -> list[str]:
    """What is in the cells of a game, row by row; the first is empty if the right side begins."""
    items = list[str]()
    for state, action in match.decisions(number):
        player = match.game.player(state)
        if player == CHANCE or (state.next == DOUBLING and action != DOUBLE):
            continue
        if not items and player == 1:
            items.append("")
        if state.next == DOUBLING:
            items.append(f" Doubles => {2 * state.cube}")
        elif state.next == OFFERED:
            items.append(" Takes" if action == TAKE else " Drops")
        else:
            items.append(_play(state, action))
    return items


def _play(state: CubeState, action: int) -> str:
    """As 31: 8/5 6/5, each man's moves apart; the bar is 25, and 0 is off the board."""
    moves = [] if action == PASS else list(single_moves(state, action))
    names = [f"{start}/{target}{'*' if hit else ''}" for start, target, hit in moves]
    return f"{state.big}{state.small}: {' '.join(names)}".rstrip()
