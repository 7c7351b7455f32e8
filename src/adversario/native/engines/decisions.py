"""Many short decisions: a search is set up once, and returns actions and values alone.

A search that answers with a `Result` costs a few tenths of a millisecond however short it is: it
runs in a thread that can be stopped, and scores every action. Playing many games takes the actions
alone.
"""

from __future__ import annotations

from itertools import islice
from typing import Generic

from adversario.algorithms.core.limit import UNLIMITED
from adversario.algorithms.core.requirements import recommended
from adversario.algorithms.core.sides import two_sides
from adversario.algorithms.expectiminimax import expectiminimax
from adversario.base.errors import GameError, InputError
from adversario.game import CHANCE, A, Game, S
from adversario.native.compiler.compile import compile_game
from adversario.native.engines.plain_search import PlainSearch
from adversario.native.kernels.search import decision as kernel

MOST_DEPTH, FARTHEST = 100, 200
"""How deep a search may go, and how far its quiescence: what any thread's stack has room for."""


class Decider(Generic[S, A]):
    """Decides as a search of a two-sided game to that depth does, alpha-beta or expectiminimax.

    NotCompilable if the game has no compiled form. It runs in the caller's thread and cannot be
    stopped, so it is for depths that take no time. One object is for one thread.
    """

    def __init__(self, game: Game[S, A], depth: int) -> None:
        if not 1 <= depth <= MOST_DEPTH:
            raise InputError("native.decision_depth", given=depth, most=MOST_DEPTH)
        self.algorithm = recommended(game)
        if self.algorithm == "maxn":
            raise InputError("native.no_form", algorithm=self.algorithm, game=game.name)
        self.game = game
        self.search = search = PlainSearch(
            self.algorithm, compile_game(game, kernel), game.initial(),
            lambda limit: expectiminimax(game, limit=limit),
            sides=two_sides(game), quiescence=True,
        )  # fmt: skip
        functions = search.compiled.functions
        self._expected = functions.expected_value
        by_chance = self.algorithm == "expectiminimax"
        self._decide = (
            functions.decide_by_expectation if by_chance else functions.decide_by_alphabeta
        )
        self._encode, self._address = search.compiled.encode, search.block.address
        block = search.block
        block.stop, block.node_limit = search.never, UNLIMITED
        block.depth, block.farthest = depth, FARTHEST

    @property
    def nodes(self) -> int:
        """How many nodes were visited so far."""
        return self.search.block.nodes

    def __call__(self, state: S) -> tuple[A, float]:
        """The action to take in a state in which a player moves, and its value."""
        game = self.game
        if game.is_terminal(state) or game.player(state) == CHANCE:
            raise InputError("native.no_decision", state=game.position(state))
        index, value = self._decide(self._encode(state), 1, self._address)
        if index < 0 or self.search.block.status:
            raise GameError("game.no_actions", game=game.name, state=game.position(state))
        return next(islice(iter(game.actions(state)), index, None)), value

    def worths(self, state: S) -> dict[A, float]:
        """What each action of a state is worth to player 0; nothing is pruned."""
        game, found = self.game, {}
        for action in game.actions(state):
            after = self._encode(game.result(state, action))
            found[action] = float(self._expected(after, 1, self._address))
        return found
