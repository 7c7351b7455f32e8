"""Othello endgames 40 to 44 of the FFO set, with their scores under perfect play.

A position has the squares from a1 to h8, row by row, and the player to move; a score is the
difference of discs for that player. These figures are facts that every solver reproduces.
"""

from __future__ import annotations

from typing import NamedTuple


class Endgame(NamedTuple):
    """A position and the score of its best move."""

    position: str
    score: int


FFO = {
    40: Endgame("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X", 38),
    41: Endgame("-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X", 0),
    42: Endgame("--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X", 6),
    43: Endgame("--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O", -12),
    44: Endgame("--O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX-- O", -14),
}
