"""A position of any game that is worth searching in front of people: near the end, with choices."""

from __future__ import annotations

import random
from collections.abc import Sequence
from time import monotonic
from typing import Any, NamedTuple

from adversario.base.errors import NoEvaluationError
from adversario.base.numbers import Number
from adversario.game import CHANCE, Game, mover_of

GAMES, PLIES, ENDGAME = 24, 300, 7
"""Random games that are played, their plies at most, and how far from their ends is looked."""

EFFORT = 10_000
"""States that are expanded or passed through at most, beyond ten times the nodes wanted."""

SECONDS = 2.0
"""After this time the best position so far is taken: games differ in what a state costs."""

OPENING = 4
"""Plies played where no game ends: the position is then searched to a depth."""


class Example(NamedTuple):
    """The actions from the start to a position, the depth of its search, and its nodes.

    The depth is None if the whole tree is searched.
    """

    actions: tuple[Any, ...]
    depth: int | None
    nodes: int


class _TooLargeError(Exception):
    """The tree has more nodes than wanted."""


class _Tree:
    """The full tree below a state, to a depth or to the end, of at most `most` nodes."""

    def __init__(self, game: Game[Any, Any], most: int) -> None:
        self.game, self.most, self.nodes = game, most, 1
        self.complete = True

    def expand(self, state: Any) -> list[Any]:
        """The actions of a state, whose children are counted."""
        actions = list(self.game.actions(state))
        self.nodes += len(actions)
        if self.nodes > self.most:
            raise _TooLargeError
        return actions

    def values(self, state: Any, depth: int) -> tuple[Number, ...]:
        """The utilities of all players, by backward induction."""
        game = self.game
        if game.is_terminal(state):
            return game.utilities(state)
        if depth == 0:
            self.complete = False
            return tuple(game.evaluate(state, player) for player in range(game.players))
        player = mover_of(game, state)
        if player == CHANCE:
            outcomes = list(game.chances(state))
            self.nodes += len(outcomes)
            if self.nodes > self.most:
                raise _TooLargeError
            weighted = [
                [weight * value for value in self.values(game.result(state, action), depth - 1)]
                for action, weight in outcomes
            ]
            return tuple(map(sum, zip(*weighted, strict=True)))
        children = [
            self.values(game.result(state, action), depth - 1) for action in self.expand(state)
        ]
        return max(children, key=lambda values: values[player])


def example_position(game: Game[Any, Any], most: int = 120) -> Example | None:
    """A position whose moves differ in value, with a tree of at most `most` nodes; None without.

    Of the last positions of random games, the same ones each time, that with the largest tree;
    else one of the opening, searched to a depth.
    """
    found: Example | None = None
    effort, deadline = EFFORT + 10 * most, monotonic() + SECONDS
    for seed in range(GAMES):
        actions = _play(game, random.Random(seed))
        effort -= len(actions)
        for back in range(1, min(ENDGAME, len(actions)) + 1):
            if monotonic() > deadline:
                return found or _judge(game, (), most)[0]
            example, nodes = _judge(game, actions[: len(actions) - back], most)
            effort -= nodes
            if example and (found is None or _merit(example) > _merit(found)):
                found = example
        enough = found is not None and found.depth is None and found.nodes > most // 3
        if enough or effort <= 0:
            break
    return found or _judge(game, actions[:OPENING], most)[0] or _judge(game, (), most)[0]


def _merit(example: Example) -> tuple[bool, int]:
    return example.depth is None, example.nodes


def _play(game: Game[Any, Any], rng: random.Random) -> tuple[Any, ...]:
    """The actions of a random game, up to its end or to a number of plies."""
    state = game.initial()
    actions: list[Any] = []
    while len(actions) < PLIES and not game.is_terminal(state):
        if mover_of(game, state) == CHANCE:
            outcomes, weights = zip(*game.chances(state), strict=True)
            action = rng.choices(outcomes, [float(each) for each in weights])[0]
        else:
            action = rng.choice(list(game.actions(state)))
        actions.append(action)
        state = game.result(state, action)
    return tuple(actions)


def _judge(game: Game[Any, Any], actions: Sequence[Any], most: int) -> tuple[Example | None, int]:
    """The position after the actions, if its moves differ, and the nodes that it took to see.

    They differ by the whole tree, or else by that to the greatest depth with few enough nodes.
    """
    state = game.initial()
    for action in actions:
        state = game.result(state, action)
    player = CHANCE if game.is_terminal(state) else mover_of(game, state)
    if player == CHANCE:
        return None, 1
    best, nodes = None, 0
    for depth in range(1, 2 * ENDGAME):
        tree = _Tree(game, most)
        try:
            values = {
                tree.values(game.result(state, action), depth - 1)[player]
                for action in tree.expand(state)
            }
        except (_TooLargeError, NoEvaluationError):
            return best, nodes + tree.nodes
        nodes += tree.nodes
        if len(values) > 1:
            best = Example(tuple(actions), None if tree.complete else depth, tree.nodes)
        if tree.complete:
            break
    return best, nodes
