"""The memory of a table of states: a row for each state, and a move for each of its actions.

Rows and moves never change their place, so that machine code may read a row while Python appends
others. A compiled state is the address of its row.
"""

from __future__ import annotations

from adversario.native.kernels.layout.block import Address, Block, Word

NEW, INNER, TERMINAL = 0, 1, 2
"""What is known of a state: nothing yet, that play goes on, that the game is over."""

EXPAND, FOLLOW, EVALUATE, IDENTIFY, WEIGH, CALM, REFLECT, PASS, RECUR = range(9)
"""What machine code asks Python to find out: the kind and the actions of a state, the state after
an action, an estimate, a key, priors, noisy actions, images by symmetry, a null move, which states
are one position."""

UNKNOWN = -1
"""In place of a number that was not asked for yet."""

PLACE = 32
"""A compiled action is its place among those of the state, shifted by this, and its number."""


class Row(Block):
    """A state. The utilities of the players, or their evaluations (NaN: unknown), follow it."""

    python = Address("of the function that finds out what is not known")
    number = Word("of the state, in the order in which they were met")
    kind = Word("NEW, INNER or TERMINAL; written last")
    mover = Word("the player to move, or CHANCE")
    key = Word("the number of the game's key, or UNKNOWN")
    count = Word("how many actions, or outcomes of chance, there are")
    moves = Address("of the moves")
    weighed = Word("how many priors there are, or UNKNOWN")
    noisy_count = Word("how many noisy actions there are, or UNKNOWN")
    noisy = Address("of the noisy actions")
    quiet = Word("whether the evaluation can be trusted")
    image_count = Word("how many images there are, or UNKNOWN")
    images = Address("of the addresses of their rows")
    passed = Address("of the row after a null move; 0: unknown")
    position = Word("the number of the position, or UNKNOWN")
    reversible = Word("how many plies back it may have occurred")


class Move(Block):
    """An action, or an outcome of chance, of a state."""

    successor = Address("of the row of the state after it; 0: unknown")
    action = Word("the number of the action")
    weight = Word("the bits of its probability, or of its prior")
