"""A model answer: lines that are open to one player only, and alpha-beta."""

import math

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def evaluate(game, state, player):
    """The lines that only this player can complete, less those of the other, over their number."""
    if game.is_terminal(state):
        return game.utility(state, player)
    cells = game.position(state).replace("/", "")
    marks = ("X", "O") if player == 0 else ("O", "X")
    mine, theirs = (
        sum(all(cells[cell] != other for cell in line) for line in LINES)
        for other in reversed(marks)
    )
    return (mine - theirs) / len(LINES)


def search(game, state, depth):
    """The value for player 0, and the action."""
    return value(game, state, -math.inf, math.inf)


def value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state, 0), None
    sign = 1 if game.player(state) == 0 else -1
    best, chosen = -sign * math.inf, None
    for action in game.actions(state):
        found, _ = value(game, game.result(state, action), alpha, beta)
        if sign * found > sign * best:
            best, chosen = found, action
        if sign > 0:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best, chosen
