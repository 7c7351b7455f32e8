"""Positions: found by name, and displayed."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

from adversario.algorithms.core.chance import sample_chance
from adversario.base.appearance import Appearance
from adversario.base.board_diagram import Cell
from adversario.base.errors import InputError
from adversario.base.numbers import check_digits, show
from adversario.contract.presentation import Presented, presented
from adversario.contract.repetition import (
    allowed_actions,
    final_utilities,
    is_drawn_by_repetition,
    is_over,
    require_allowed,
)
from adversario.game import CHANCE, Game, mover_of
from adversario.trees import Tree, tree_from_text
from adversario.web import protocol
from adversario.web.handlers.context import Context
from adversario.web.limits import LIMITS, LimitError
from adversario.web.protocol import PlaceOrTree, PlacePayload, ViewPayload

KING = "♛"
"""The mark of a king of draughts."""


def game_of(context: Context, place: PlacePayload | PlaceOrTree) -> Game[Any, Any]:
    """The game or the tree that a request is about."""
    tree = place.tree if isinstance(place, PlaceOrTree) else None
    if tree is not None:
        return tree_of(tree)
    if place.game is None:
        raise InputError("web.no_game")
    return context.games.make(place.game, place.options)


def tree_of(text: str) -> Tree:
    """The tree that a text denotes; raises LimitError if it is too large."""
    tree = tree_from_text(text)
    nodes = sum(1 for _ in tree.root.walk())
    if nodes > LIMITS.tree_nodes:
        raise LimitError("web.limit.tree", nodes=nodes, most=LIMITS.tree_nodes)
    return tree


def states_of(
    game: Game[Any, Any], place: PlacePayload | PlaceOrTree
) -> tuple[list[Any], list[Any]]:
    """The states from the start to the position, and the actions between them."""
    given = place.position
    start = game.initial() if given is None else game.parse_position(check_digits(given))
    states, actions = [start], []
    for name in place.moves:
        actions.append(game.parse_action(states[-1], check_digits(name)))
        require_allowed(game, states, actions[-1])
        states.append(game.result(states[-1], actions[-1]))
    return states, actions


def state_of(game: Game[Any, Any], place: PlacePayload | PlaceOrTree) -> Any:
    """The position that a request is about."""
    return states_of(game, place)[0][-1]


def view(context: Context, request: protocol.ViewRequest) -> ViewPayload:
    """A position to display: its board, the player to move and the legal actions."""
    game = game_of(context, request)
    states, played = states_of(game, request)
    play_at_random(game, states, played, min(request.plies, LIMITS.moves))
    return view_of(context, request.game, game, states, played)


def play_at_random(game: Game[Any, Any], states: list[Any], played: list[Any], plies: int) -> None:
    """Append at most that many random plies, always the same ones, before the end of the game."""
    random = Random(plies)
    for _ in range(plies):
        state = states[-1]
        chance = not is_over(game, states) and mover_of(game, state) == CHANCE
        legal = [] if chance or is_over(game, states) else list(allowed_actions(game, states))
        if not (chance or legal):
            return
        action = sample_chance(game, state, random) if chance else random.choice(legal)
        if is_over(game, [*states, game.result(state, action)]):
            return
        states.append(game.result(state, action))
        played.append(action)


def view_of(
    context: Context, name: str, game: Game[Any, Any], states: list[Any], played: list[Any]
) -> ViewPayload:
    """The view of the last of the states, with the moves that led to it."""
    state, shown = states[-1], presented(game)
    look, players = shown.appearance(), context.players(game)
    terminal, player = is_over(game, states), mover_of(game, state)
    by_chance = not terminal and player == CHANCE
    names = [game.action_name(*pair) for pair in zip(states, played, strict=False)]
    chances = list(islice(game.chances(state), LIMITS.actions)) if by_chance else []
    legal = (
        []
        if terminal or by_chance
        else list(islice(allowed_actions(game, states), LIMITS.actions + 1))
    )
    return ViewPayload(
        game=name,
        position=game.position(state),
        moves=names,
        player=player,
        player_name=context.text("web.chance") if player == CHANCE else players[player],
        players=players,
        sides=[
            protocol.SidePayload(name, side.paint)
            for name, side in zip(players, look.sides, strict=False)
        ],
        points=[show(each) for each in shown.points_so_far(state)],
        terminal=terminal,
        utilities=[show(each) for each in final_utilities(game, states)] if terminal else None,
        winners=winners(game, states) if terminal else [],
        outcome=outcome(context, game, states) if terminal else "",
        actions=[action_payload(context, game, state, each) for each in legal[: LIMITS.actions]],
        more=len(legal) > LIMITS.actions,
        chances=[
            protocol.Chance(game.action_name(state, each), show(weight), _cells(game, state, each))
            for each, weight in chances
        ],
        board=board_of(context, game, states, played),
        svg=game.svg(state),
        text=game.text(state),
    )


def action_payload(
    context: Context, game: Game[Any, Any], state: Any, action: Any
) -> protocol.ActionPayload:
    """An action with its label and the cells to click on."""
    name = game.action_name(state, action)
    others = presented(game).other_action_cells(state, action)
    return protocol.ActionPayload(
        name, context.action(name), _cells(game, state, action), [list(cells) for cells in others]
    )


def _cells(game: Game[Any, Any], state: Any, action: Any) -> list[int]:
    return [int(cell) for cell in game.action_cells(state, action)]


def outcome(context: Context, game: Game[Any, Any], states: list[Any]) -> str:
    """The outcome of the game in words, with the points if they are counted."""
    if is_drawn_by_repetition(game, states) and not game.is_terminal(states[-1]):
        return context.text("web.outcome.repetition", times=game.repetition)
    utilities, best = final_utilities(game, states), winners(game, states)
    names = context.players(game)
    points = [show(each) for each in presented(game).points_so_far(states[-1])]
    if game.players == 1:
        return context.text("web.score", score=show(utilities[0]))
    if not points and not game.kind.has_constant_sum:
        shares = (f"{name} {show(each)}" for name, each in zip(names, utilities, strict=True))
        return context.text("web.outcome.shares", shares=", ".join(shares))
    counted = f" {':'.join(points)}" if len(points) == game.players else ""
    if len(best) == game.players:
        return context.text("web.outcome.draw", points=counted)
    won = ", ".join(names[player] for player in best)
    return context.text("web.outcome.win", winners=won, points=counted)


def winners(game: Game[Any, Any], states: list[Any]) -> list[int]:
    """The players with the greatest utility of a finished game: all of them in a draw."""
    utilities = final_utilities(game, states)
    return [player for player, utility in enumerate(utilities) if utility == max(utilities)]


def board_of(
    context: Context, game: Game[Any, Any], states: list[Any], played: list[Any]
) -> protocol.BoardPayload | None:
    """The game's diagram, with the cells of the last move."""
    diagram = game.diagram(states[-1])
    if diagram is None:
        return None
    shown: Presented[Any, Any] = presented(game)
    look = shown.appearance()
    last = _cells(game, states[-2], played[-1]) if played else []
    cells = [
        protocol.CellPayload(
            index=index,
            row=cell.row,
            column=cell.column,
            name=cell.name,
            label=_label(context, cell, look),
            owner=cell.owner,
            mark=cell.mark,
            count=cell.count,
        )
        for index, cell in enumerate(diagram.cells)
    ]
    return protocol.BoardPayload(
        kind=diagram.kind,
        rows=diagram.rows,
        columns=diagram.columns,
        cells=cells,
        last=[cell for cell in last if cell < len(cells)],
        winning=list(shown.winning_cells(states[-1])) if game.is_terminal(states[-1]) else [],
        pieces=look.pieces,
        ground=look.ground,
        bottom=look.bottom,
        paints=[side.paint for side in look.sides],
    )


CHESSMEN = dict(zip("♚♛♜♝♞♟", "kqrbnp", strict=True))
"""The letters of pieces of chess by their symbols."""


def _label(context: Context, cell: Cell, look: Appearance) -> str:
    """The name of a cell and its content, for screen readers."""
    if cell.count is not None and cell.mark:
        men = cell.mark if cell.owner is None else look.sides[cell.owner].text(context.lang)
        return context.text("web.cell.men", name=cell.name, count=cell.count, mark=men)
    if cell.count is not None:
        return context.text("web.cell.count", name=cell.name, count=cell.count)
    if not cell.mark:
        return context.text("web.cell.free", name=cell.name)
    owned = cell.owner is not None and look.pieces != "marks"
    owner = look.sides[cell.owner].text(context.lang) if owned and cell.owner is not None else ""
    if look.pieces == "chess":
        piece = context.text(f"web.chessman.{CHESSMEN.get(cell.mark, cell.mark).lower()}")
        return context.text("web.cell.man", name=cell.name, piece=piece, owner=owner)
    symbol = cell.mark if cell.mark == KING else ""
    mark = f"{owner} {symbol}".strip() if owned else cell.mark
    return context.text("web.cell.mark", name=cell.name, mark=mark)
