from __future__ import annotations

from itertools import product
from random import Random

import numpy as np

from adversario.games import ConnectFour, Nim
from adversario.games.heaps.nim import State
from adversario.games.lines.connect4 import State as Stones
from adversario.native.compiler.compile import compile_game
from adversario.native.kernels import rules
from tests.native import walk

SAMPLES = 500


class Keyless(ConnectFour):
    """Connect Four without a key of its own."""

    def key(self, state: Stones) -> Stones:  # type: ignore[override]
        """All of the state."""
        return state


def test_every_bit_of_a_state_moves_every_bit_of_its_key() -> None:
    compiled = compile_game(Keyless(), rules)
    key, state = compiled.functions.key, type(compiled.encode(ConnectFour().initial()))
    random = Random(0)
    flips = [(field, bit) for field in (0, 1) for bit in range(63)] + [(2, 0)]
    changes = np.zeros((SAMPLES, len(flips)), np.uint64)
    for sample in range(SAMPLES):
        fields = [random.getrandbits(63), random.getrandbits(63), random.getrandbits(1)]
        before = key(state(*fields))
        for column, (field, bit) in enumerate(flips):
            other = list(fields)
            other[field] ^= 1 << bit
            changes[sample, column] = before ^ key(state(*other))
    bits = np.unpackbits(changes.view(np.uint8).reshape(SAMPLES, len(flips), 8), axis=2)
    share = bits.mean(axis=0)
    assert share.min() > 0.4
    assert share.max() < 0.6


def test_different_positions_of_connect_four_have_different_keys() -> None:
    game = ConnectFour()
    compiled = compile_game(game, walk)
    sequences = 5_673_234
    states, keys = np.zeros(sequences, np.int64), np.zeros(sequences, np.uint64)
    start = compiled.encode(game.initial())
    assert compiled.functions.walk(start, 8, states, keys, 0) == sequences
    assert len(np.unique(keys)) == len(np.unique(states)) == 184_275


def test_keys_of_nim_differ_where_the_game_says_so() -> None:
    game = Nim((7, 7, 7, 7))
    compiled = compile_game(game, rules)
    states = [State(heaps, turn) for heaps in product(range(8), repeat=4) for turn in (0, 1)]
    keys = {game.key(state): compiled.functions.key(compiled.encode(state)) for state in states}
    for state in states:
        assert keys[game.key(state)] == compiled.functions.key(compiled.encode(state))
    assert len(set(keys.values())) == len(keys)
