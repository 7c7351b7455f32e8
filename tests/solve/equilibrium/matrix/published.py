"""Games of the literature, as tables."""

from adversario.solve.equilibrium.matrix.game import bimatrix_game, zero_sum_game

ROSHAMBO = zero_sum_game([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])
PENNIES = zero_sum_game([[1, -1], [-1, 1]])
ONEILL = zero_sum_game([[1, -1, -1, -1], [-1, -1, 1, 1], [-1, 1, -1, 1], [-1, 1, 1, -1]])
PRISONERS = bimatrix_game([[3, 0], [5, 1]], [[3, 5], [0, 1]])
SEXES = bimatrix_game([[3, 0], [0, 2]], [[2, 0], [0, 3]])
CHICKEN = bimatrix_game([[6, 2], [7, 0]], [[6, 7], [2, 0]])  # as in Aumann 1974
SHAPLEY = bimatrix_game([[0, 0, 1], [1, 0, 0], [0, 1, 0]], [[0, 1, 0], [0, 0, 1], [1, 0, 0]])
_ROWS = [
    [9504, -660, 19976, -20526, 1776, -8976],
    [-111771, 31680, -130944, 168124, -8514, 52764],
    [397584, -113850, 451176, -586476, 29216, -178761],
    [171204, -45936, 208626, -263076, 14124, -84436],
    [1303104, -453420, 1227336, -1718376, 72336, -461736],
    [737154, -227040, 774576, -1039236, 48081, -300036],
]
_ORDER = (4, 5, 2, 3, 0, 1)
STENGEL = bimatrix_game(_ROWS, [[_ROWS[j][i] for j in _ORDER] for i in _ORDER])
"""Von Stengel 1999, New lower bounds for the number of equilibria in bimatrix games: 75."""
