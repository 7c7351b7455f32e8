"""What the explorer starts from: boards of many positions, and a position worth searching."""

from __future__ import annotations

from adversario.analysis.example import example_position
from adversario.web import protocol
from adversario.web.handlers.context import Context
from adversario.web.handlers.positions import board_of, game_of, states_of
from adversario.web.limits import LIMITS

MOST_CELLS = 30_000
"""Cells of all boards of an answer together: positions beyond have no board."""


def draw_boards(context: Context, request: protocol.BoardsRequest) -> protocol.Boards:
    """The board of the position after each path; None for those beyond the limit."""
    game = game_of(context, request)
    before, played = states_of(game, request)
    boards: list[protocol.BoardPayload | None] = []
    cells = 0
    for line in request.paths:
        board = None
        if cells <= MOST_CELLS:
            states, actions = list(before), list(played)
            for name in line:
                actions.append(game.parse_action(states[-1], name))
                states.append(game.result(states[-1], actions[-1]))
            board = board_of(context, game, states, actions)
            cells += len(board.cells) if board else 1
        boards.append(board)
    return protocol.Boards(boards)


def find_example(context: Context, request: protocol.ExampleRequest) -> protocol.ExamplePosition:
    """A position near the end of the game whose moves differ in value."""
    game = context.games.make(request.game, request.options)
    example = example_position(game, min(request.nodes, LIMITS.tree_nodes))
    if example is None:
        return protocol.ExamplePosition(found=False, moves=[], depth=None)
    state, names = game.initial(), []
    for action in example.actions:
        names.append(game.action_name(state, action))
        state = game.result(state, action)
    return protocol.ExamplePosition(found=True, moves=names, depth=example.depth)
