"""Gumbel AlphaZero for one game: blocks of games, and steps of learning."""

from __future__ import annotations

from typing import Any

from adversario.native.kernels.alphazero import learning
from adversario.native.kernels.alphazero.search import edge_words, node_words
from adversario.native.kernels.alphazero.selfplay import play, record_words
from adversario.native.kernels.layout.alphazero import Record, SelfPlay
from adversario.native.kernels.layout.flags import Flags
from adversario.native.kernels.layout.model import Model
from adversario.native.kernels.memory import set_number, set_word, word


def sizes(actions: int) -> tuple[int, int, int]:
    """The words of a node, of an edge and of a record."""
    return node_words(), edge_words(), record_words(actions)


def play_games(state: Any, first: int, games: int, block: int) -> int:
    """Play the games of those numbers; return how many, fewer if the stop flag is set."""
    place = word(block, SelfPlay.records)
    actions = word(word(block, SelfPlay.players), Model.actions)
    for which in range(games):
        result, made = play(state, first + which, place, block)
        if word(word(block, SelfPlay.stop), Flags.stop):
            return which
        if place:
            set_word(word(block, SelfPlay.counts), which, made)
            for _ in range(made):
                set_number(place, Record.result, result)
                place += 8 * record_words(actions)
        set_number(word(block, SelfPlay.results), which, result)
    return games


def learn_batches(first: int, steps: int, block: int) -> int:
    """Make the steps of those numbers, the first of all being 1; return how many."""
    return learning.learn_batches(first, steps, block)
