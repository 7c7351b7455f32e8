"""A broken answer: it divides by zero, and its search never ends."""

import time


def evaluate(game, state, player):
    return 1 / sum(cell == player for cell in game.position(state))


def search(game, state, depth):
    print("searching ...")
    time.sleep(3600)
