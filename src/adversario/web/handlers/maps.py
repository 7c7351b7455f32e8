"""Maps of optimal play, and where their boards are in the picture."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adversario.base.catalogue import text
from adversario.base.errors import InputError
from adversario.render.map import ROOM, svg_map
from adversario.render.map_page import page_for
from adversario.solve.play_map import OUTCOMES, PlanNode, PlayMap, cell_of, play_map, rows_of
from adversario.web import protocol
from adversario.web.handlers.context import Context
from adversario.web.handlers.positions import game_of, state_of
from adversario.web.protocol import MapCell


def draw_map(context: Context, request: protocol.MapRequest) -> protocol.Map:
    """The map of a player's optimal play."""
    game = game_of(context, request)
    names = context.players(game)
    if not 0 <= request.player < game.players:
        known = ", ".join(names)
        raise InputError("map.nobody", given=request.player + 1, game=game.name, known=known)
    plan = play_map(game, request.player, state_of(game, request), depth=request.depth)
    title = context.title(request.game, game.name)
    heading = text("map.title", context.lang, game=title, player=names[request.player])
    return protocol.Map(
        svg=svg_map(plan, title=title, lang=context.lang),
        title=heading,
        decisions=plan.decisions,
        cells=list(_boards(plan, context.lang)),
    )


def _boards(plan: PlayMap[Any, Any], lang: str) -> Iterator[MapCell]:
    """Every board, level by level, in the units of the picture. `svg_map` uses the same layout."""
    game = plan.game
    rows_drawn = rows_of(game, plan.root.state)
    rows, columns = len(rows_drawn), len(rows_drawn[0])
    page, scale = page_for(rows, columns), ROOM / max(rows, columns)
    level: list[tuple[PlanNode[Any, Any], float, float, float, list[str]]]
    level = [(plan.root, page.left, page.top, page.cell, [])]
    while level:
        below = []
        for answer, x, y, side, path in level:
            moves = list(path)
            if answer.action is not None:
                moves.append(game.action_name(answer.state, answer.action))
            ending = f"map.end.{OUTCOMES[answer.outcome]}"
            label = f"{' '.join(moves)} · {text(ending, lang, plies=answer.plies)}"
            yield MapCell(x, y, side * columns, side * rows, moves, label)
            for reply, following in answer.replies.items():
                row, column = cell_of(game, answer.after, following.state)
                inner_x = x + side * (column + (1 - scale * columns) / 2)
                inner_y = y + side * (row + (1 - scale * rows) / 2)
                played = [*moves, game.action_name(answer.after, reply)]
                below.append((following, inner_x, inner_y, side * scale, played))
        level = below
