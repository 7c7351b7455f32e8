"""Positions: found by name, and displayed."""

from __future__ import annotations

from itertools import islice
from typing import Any

from adversario.base.errors import InputError
from adversario.base.numbers import show
from adversario.game import CHANCE, Game, mover_of
from adversario.trees import Tree, tree_from_text
from adversario.web import protocol
from adversario.web.handlers.context import Context
from adversario.web.limits import LIMITS, LimitError
from adversario.web.protocol import PlaceOrTree, PlacePayload, ViewPayload


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
    start = game.initial() if place.position is None else game.parse_position(place.position)
    states, actions = [start], []
    for name in place.moves:
        actions.append(game.parse_action(states[-1], name))
        states.append(game.result(states[-1], actions[-1]))
    return states, actions


def state_of(game: Game[Any, Any], place: PlacePayload | PlaceOrTree) -> Any:
    """The position that a request is about."""
    return states_of(game, place)[0][-1]


def view(context: Context, request: protocol.ViewRequest) -> ViewPayload:
    """A position to display: its board, the player to move and the legal actions."""
    game = game_of(context, request)
    return view_of(context, request.game, game, *states_of(game, request))


def view_of(
    context: Context, name: str, game: Game[Any, Any], states: list[Any], played: list[Any]
) -> ViewPayload:
    """The view of the last of the states, with the moves that led to it."""
    state = states[-1]
    terminal, player = game.is_terminal(state), mover_of(game, state)
    by_chance = not terminal and player == CHANCE
    names = [game.action_name(*pair) for pair in zip(states, played, strict=False)]
    chances = list(islice(game.chances(state), LIMITS.actions)) if by_chance else []
    legal = [] if terminal or by_chance else list(islice(game.actions(state), LIMITS.actions + 1))
    return ViewPayload(
        game=name,
        position=game.position(state),
        moves=names,
        player=player,
        player_name=context.text("web.chance") if player == CHANCE else game.player_name(player),
        players=[game.player_name(each) for each in range(game.players)],
        terminal=terminal,
        utilities=[show(each) for each in game.utilities(state)] if terminal else None,
        outcome=outcome(context, game, state) if terminal else "",
        actions=[_action(game, state, each) for each in legal[: LIMITS.actions]],
        more=len(legal) > LIMITS.actions,
        chances=[
            protocol.Chance(game.action_name(state, each), show(weight), _cells(game, state, each))
            for each, weight in chances
        ],
        board=_board(context, game, states, played),
        svg=game.svg(state),
        text=game.text(state),
    )


def _action(game: Game[Any, Any], state: Any, action: Any) -> protocol.ActionPayload:
    return protocol.ActionPayload(game.action_name(state, action), _cells(game, state, action))


def _cells(game: Game[Any, Any], state: Any, action: Any) -> list[int]:
    return [int(cell) for cell in game.action_cells(state, action)]


def outcome(context: Context, game: Game[Any, Any], state: Any) -> str:
    """The outcome of the game in words."""
    utilities = game.utilities(state)
    scores = ", ".join(
        f"{game.player_name(player)} {show(utility)}" for player, utility in enumerate(utilities)
    )
    best = max(utilities)
    winners = [game.player_name(p) for p, utility in enumerate(utilities) if utility == best]
    if game.players == 1:
        return context.text("web.score", score=show(utilities[0]))
    if len(winners) == game.players:
        return context.text("play.draw", scores=scores)
    return context.text("play.wins", winners=", ".join(winners), scores=scores)


def _board(
    context: Context, game: Game[Any, Any], states: list[Any], played: list[Any]
) -> protocol.BoardPayload | None:
    """The game's diagram, with the cells of the last move."""
    diagram = game.diagram(states[-1])
    if diagram is None:
        return None
    last = _cells(game, states[-2], played[-1]) if played else []
    cells = [
        protocol.CellPayload(
            index=index,
            row=cell.row,
            column=cell.column,
            name=cell.name,
            label=_label(context, cell.name, cell.mark, cell.count),
            owner=cell.owner,
            mark=cell.mark,
            count=cell.count,
        )
        for index, cell in enumerate(diagram.cells)
    ]
    shown = [cell for cell in last if cell < len(cells)]
    return protocol.BoardPayload(diagram.kind, diagram.rows, diagram.columns, cells, shown)


def _label(context: Context, name: str, mark: str, count: int | None) -> str:
    """The name of a cell and its content, for screen readers."""
    if count is not None:
        return context.text("web.cell.count", name=name, count=count)
    if mark:
        return context.text("web.cell.mark", name=name, mark=mark)
    return context.text("web.cell.free", name=name)
