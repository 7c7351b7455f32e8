"""A game of self-play with Gumbel AlphaZero's search, compiled, or of two models.

Some searches of self-play are full and leave a record, the others are fast: playout cap
randomisation (Wu 2020, KataGo). The twin is `learn.alphazero.interpreted`.
"""

from __future__ import annotations

from typing import Any

from adversario.native.kernels import self
from adversario.native.kernels.alphazero.search import (
    FINE,
    edge_words,
    root_value,
    search,
    write_policy,
)
from adversario.native.kernels.layout.alphazero import Edge, Gumbel, Node, Record, SelfPlay
from adversario.native.kernels.layout.flags import Flags
from adversario.native.kernels.layout.model import Model
from adversario.native.kernels.memory import number, set_number, set_word, word
from adversario.native.kernels.random import draw
from adversario.native.kernels.vectors import clear_vector, set_real

FULL, PLIES, PICK = range(3)
"""The places of random numbers of a decision that are not noise."""


def record_words(actions: int) -> int:
    """The words of a record."""
    return Record.size + int(self.state_words) + (actions + 1) // 2


def play(state: Any, which: int, records: int, block: int) -> tuple[float, int]:
    """Play one game: its result to player 0, and the number of its records."""
    seed, decisions, made = word(block, SelfPlay.seed), 0, 0
    state = play_opening(state, which, block)
    while decisions < word(block, SelfPlay.longest) and not self.is_terminal(state):
        mover = self.player(state)
        model, simulations = (
            word(block, SelfPlay.players + mover), word(block, SelfPlay.full + mover)
        )  # fmt: skip
        chance = draw(~seed, which, 4 * decisions + FULL, FINE) / FINE
        is_full = chance < number(block, SelfPlay.share)
        set_word(block, Gumbel.model, model)
        set_word(block, Gumbel.simulations, simulations if is_full else word(block, SelfPlay.fast))
        edge = search(state, which, decisions, block)
        if word(word(block, SelfPlay.stop), Flags.stop):
            return 0.0, 0
        if records and is_full:
            write_record(records, state, block)
            records += 8 * record_words(word(model, Model.actions))
            made += 1
        state = self.result(state, self.load_action(edge + 8 * Edge.size))
        decisions += 1
    set_word(block, SelfPlay.moves, word(block, SelfPlay.moves) + decisions)
    if self.is_terminal(state):
        return float(self.utility(state, 0)), made
    return float(root_value(block)), made


def play_opening(state: Any, which: int, block: int) -> Any:
    """The state after some random plies, at which the game is not over."""
    seed, plies = word(block, SelfPlay.seed), word(block, SelfPlay.opening)
    if word(block, SelfPlay.exact) == 0:
        plies = draw(~seed, which, PLIES, plies + 1)
    start, tries = state, 0
    while tries < TRIES:
        state = start
        for ply in range(plies):
            if self.is_terminal(state):
                break
            count = 0
            for _ in self.actions(state):
                count += 1
            left = draw(~seed, which, 4 * (ply + (tries << 16)) + PICK, count)
            for action in self.actions(state):
                if left == 0:
                    state = self.result(state, action)
                    break
                left -= 1
        if not self.is_terminal(state):
            return state
        tries += 1
    return start


TRIES = 8
"""How often an opening that ends the game is drawn again."""


def write_record(place: int, state: Any, block: int) -> None:
    """Write down a search, without the result of the game."""
    root, model = word(block, Gumbel.nodes), word(block, Gumbel.model)
    set_number(place, Record.value, float(root_value(block)))
    self.store_state(place + 8 * Record.size, state)
    policy = place + 8 * (Record.size + int(self.state_words))
    clear_vector(policy, word(model, Model.actions))
    shares = word(block, Gumbel.path)  # room for nothing else now
    write_policy(shares, block)
    edge = word(root, Node.first)
    for at in range(word(root, Node.degree)):
        set_real(policy, word(edge, Edge.index), number(shares, at))
        edge += 8 * edge_words()
