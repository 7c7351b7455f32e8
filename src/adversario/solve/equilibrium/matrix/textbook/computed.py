"""Tables that follow from rules: Morra and Colonel Blotto."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import comb

from adversario.base.errors import InputError
from adversario.solve.equilibrium.matrix.game import MAX_CELLS, MatrixGame


def morra(fingers: int = 2) -> MatrixGame:
    """Both show 1 to `fingers` fingers and guess the other's number, at once.

    A player alone in guessing right wins the number of all fingers shown.
    """
    _check(fingers**4, fingers=fingers)
    choices = list(product(range(1, fingers + 1), repeat=2))
    names = [f"show {shown}, guess {guess}" for shown, guess in choices]
    cells: list[tuple[int, int]] = []
    for (shown, guess), (other, others_guess) in product(choices, repeat=2):
        won = (int(guess == other) - int(others_guess == shown)) * (shown + other)
        cells.append((won, -won))
    return MatrixGame([names, names], cells, title="Morra")


def colonel_blotto(first: int = 4, second: int = 3, fields: int = 2) -> MatrixGame:
    """Both divide their soldiers among the fields, at once.

    On each field the larger force wins 1, and 1 for each soldier that it beats; equal forces win
    nothing. The default is the game of Dresher's book (Games of Strategy, 1961).
    """
    _check(1, first=first, second=second, fields=fields)
    _check(comb(first + fields - 1, first) * comb(second + fields - 1, second))
    ours, others = list(_divisions(first, fields)), list(_divisions(second, fields))
    cells: list[tuple[int, int]] = []
    for one, two in product(ours, others):
        won = sum(_field(a, b) for a, b in zip(one, two, strict=True))
        cells.append((won, -won))
    names = [["-".join(map(str, each)) for each in divisions] for divisions in (ours, others)]
    return MatrixGame(names, cells, title="Colonel Blotto")


def _check(cells: int, **given: int) -> None:
    """Raise InputError if a number given is below 1, or the table would be too large."""
    for name, number in given.items():
        if number < 1:
            raise InputError("limit.too_small", limit=name, given=number, least=1)
    if cells > MAX_CELLS:
        raise InputError("matrix.large", cells=cells, most=MAX_CELLS)


def _field(one: int, two: int) -> int:
    """What the first player wins on a field."""
    if one == two:
        return 0
    return 1 + two if one > two else -1 - one


def _divisions(soldiers: int, fields: int) -> Iterator[tuple[int, ...]]:
    """All ways to divide the soldiers among the fields, the most in the first field first."""
    if fields == 1:
        yield (soldiers,)
        return
    for here in range(soldiers, -1, -1):
        for rest in _divisions(soldiers - here, fields - 1):
            yield here, *rest
