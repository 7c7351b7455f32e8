"""What a compiled search shares with its driver: a block of words, found by its address.

Each constant is the place of a word in the block. The driver fills in the addresses and limits,
the kernel counts.
"""

from __future__ import annotations

# Counted by the kernel.
NODES = 0
LEAVES = 1
EVALUATIONS = 2
CUTOFFS = 3
DEEPEST = 4
TABLE_HITS = 5
OVERFLOW = 6  # set if the stack of actions was too small
HORIZON = 7  # how often an estimate stood for the rest of the game
ROW_COUNT = 22  # how many rows were written, or would have been
NULL_PLY = 23  # the ply of the node that the last null move led to

# Filled in by the driver.
STOP = 8  # the address of the stop flag
NODE_LIMIT = 9
OPTIONS = 10  # which enhancements are on, a bit each
TABLE = 11  # the address of the table; 0: none
TABLE_MASK = 12  # the number of buckets, a power of two, less 1
AGE = 13
STACK = 14  # the address of the stack of actions
STACK_TOP = 15  # in items
STACK_SIZE = 16
SCORES = 17  # the address of the scores of the actions on the stack
KILLERS = 18  # two codes of actions for each ply
HISTORY = 19  # a count for each player and code
ROWS = 20  # the address of the rows that the recording build writes
ROW_LIMIT = 21  # how many there is room for; 0: none are kept

# Floats, in the same block.
BEST = 24  # what a win is worth to player 0 ...
WORST = 25  # ... and a loss
UNIT = 26  # what one ply of distance takes off a win
STEP = 27  # the width of a null window

# Endgame tables, filled in by the driver.
ENDGAME = 28  # the address of the addresses of their layers; 0: none
ENDGAME_PLIES = 29  # whether they have distances
ENDGAME_SKIP = 30  # a layer that is searched all the same; -1: none
SIZE = 32

# The bits of OPTIONS.
SCOUT = 1
ORDER_KILLERS = 2
ORDER_HISTORY = 4
QUIESCENCE = 8
DISTANCE = 16
REDUCTIONS = 32
NULL_MOVE = 64

CODES = 1024
"""How many codes of actions there are; several actions may share one."""

MOST_PLIES = 1024
"""How deep a search may go, quiescence included."""
