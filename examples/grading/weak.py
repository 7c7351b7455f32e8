"""A weak answer: it likes the centre, and searches everything, twice."""


def evaluate(game, state, player):
    cell = game.position(state).replace("/", "")[4]
    mine = "X" if player == 0 else "O"
    return 0 if cell == "." else 0.5 if cell == mine else -0.5


def search(game, state, depth):
    if game.is_terminal(state):
        return game.utility(state, 0)
    values = [search(game, game.result(state, action), depth) for action in game.actions(state)]
    again = [search(game, game.result(state, action), depth) for action in game.actions(state)]
    assert values == again
    return max(values) if game.player(state) == 0 else min(values)
