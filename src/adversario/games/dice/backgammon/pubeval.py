"""pubeval, Gerald Tesauro's public evaluation (1993, in the public domain): a yardstick.

A linear function of 122 inputs, one with contact and one for races. It is asked for positions after
a move, as the player who made it sees them; whether it is a race is decided before the move.
"""

from __future__ import annotations

from adversario.games.dice.backgammon.board import BAR, Board, men_on
from adversario.games.dice.backgammon.inputs import RACE, stage_of

RACES = (
    0.0, -0.1716, 0.2701, 0.29906, -0.08471, 0.0, -1.40375, -1.05121, 0.07217, -0.01351, 0.0,
    -1.29506, -2.16183, 0.13246, -1.03508, 0.0, -2.29847, -2.34631, 0.17253, 0.08302, 0.0,
    -1.27266, -2.87401, -0.07456, -0.3424, 0.0, -1.3464, -2.46556, -0.13022, -0.01591, 0.0,
    0.27448, 0.60015, 0.48302, 0.25236, 0.0, 0.39521, 0.68178, 0.05281, 0.09266, 0.0, 0.24855,
    -0.06844, -0.37646, 0.05685, 0.0, 0.17405, 0.0043, 0.74427, 0.00576, 0.0, 0.12392, 0.31202,
    -0.91035, -0.1627, 0.0, 0.01418, -0.10839, -0.02781, -0.88035, 0.0, 1.07274, 2.00366, 1.16242,
    0.2252, 0.0, 0.85631, 1.06349, 1.49549, 0.18966, 0.0, 0.37183, -0.50352, -0.14818, 0.12039,
    0.0, 0.13681, 0.13978, 1.11245, -0.12707, 0.0, -0.22082, 0.20178, -0.06285, -0.52728, 0.0,
    -0.13597, -0.19412, -0.09308, -1.26062, 0.0, 3.05454, 5.16874, 1.5068, 5.35, 0.0, 2.19605,
    3.8539, 0.88296, 2.30052, 0.0, 0.92321, 1.08744, -0.11696, -0.7856, 0.0, -0.09795, -0.8305,
    -1.09167, -4.94251, 0.0, -1.00316, -3.66465, -2.56906, -9.67677, 0.0, -2.77982, -7.26713,
    -3.40177, -12.32252, 0.0, 3.4204,
)  # fmt: skip

CONTACTS = (
    0.25696, -0.66937, -1.66135, -2.02487, -2.53398, -0.16092, -1.11725, -1.06654, -0.9283,
    -1.99558, -1.10388, -0.80802, 0.09856, -0.62086, -1.27999, -0.5922, -0.73667, 0.89032,
    -0.38933, -1.59847, -1.50197, -0.60966, 1.56166, -0.47389, -1.8039, -0.83425, -0.97741,
    -1.41371, 0.245, 0.1097, -1.36476, -1.05572, 1.1542, 0.11069, -0.38319, -0.74816, -0.59244,
    0.81116, -0.39511, 0.11424, -0.73169, -0.56074, 1.09792, 0.15977, 0.13786, -1.18435, -0.43363,
    1.06169, -0.21329, 0.04798, -0.94373, -0.22982, 1.22737, -0.13099, -0.06295, -0.75882,
    -0.13658, 1.78389, 0.30416, 0.36797, -0.69851, 0.13003, 1.2307, 0.40868, -0.21081, -0.64073,
    0.31061, 1.59554, 0.65718, 0.25429, -0.80789, 0.0824, 1.78964, 0.54304, 0.41174, -1.06161,
    0.07851, 2.01451, 0.49786, 0.91936, -0.9075, 0.05941, 1.8312, 0.58722, 1.28777, -0.83711,
    -0.33248, 2.64983, 0.52698, 0.82132, -0.58897, -1.18223, 3.35809, 0.62017, 0.57353, -0.07276,
    -0.36214, 4.37655, 0.45481, 0.21746, 0.10504, -0.61977, 3.54001, 0.04612, -0.18108, 0.63211,
    -0.87046, 2.47673, -0.48016, -1.27157, 0.86505, -1.11342, 1.24612, -0.82385, -2.77082,
    1.23606, -1.59529, 0.10438, -1.30206, -4.1152, 5.62596, -2.758,
)  # fmt: skip


def score(before: Board, after: Board, men: int) -> float:
    """How good a move seems to the side on roll before it; `after` is seen by the other side."""
    if after.theirs_low & 15 == men:
        return 99999.0
    race, total = stage_of(before) == RACE, 0.0
    for cell in range(24):
        point = 24 - cell
        mine = men_on(after.theirs_low, after.theirs_high, point)
        theirs = men_on(after.mine_low, after.mine_high, BAR - point)
        at = 5 * cell
        if theirs == 1:
            total += RACES[at] if race else CONTACTS[at]
        elif mine == 1:
            total += RACES[at + 1] if race else CONTACTS[at + 1]
        elif mine >= 2:
            total += RACES[at + 2] if race else CONTACTS[at + 2]
            if mine == 3:
                total += RACES[at + 3] if race else CONTACTS[at + 3]
            elif mine >= 4:
                total += (RACES[at + 4] if race else CONTACTS[at + 4]) * (mine - 3) / 2
    bar, off = after.mine_high >> 48, after.theirs_low & 15
    return (
        total
        + (RACES[120] if race else CONTACTS[120]) * bar / 2
        + (RACES[121] if race else CONTACTS[121]) * off / 15
    )
