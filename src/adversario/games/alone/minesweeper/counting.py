"""The number of placements of mines such that some sets of cells have a given number of them.

Cells that one constraint decides are settled first. The others that occur in constraints form
components that share no cells. For each component a polynomial counts its placements by their
mines: the coefficient of x**m is the number of those with m mines. Cells in the same constraints
are equivalent and form one variable with binomial weights; the variables are summed out one after
the other (bucket elimination, Dechter 1999), keeping for each partial assignment only what the open
constraints still need. The cells in no constraint take the remaining mines. All numbers are
integers, so nothing is rounded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate
from math import comb
from typing import TypeAlias

Constraint: TypeAlias = tuple[tuple[int, ...], int]
"""Cells, in order, and the number of mines among them."""

Polynomial: TypeAlias = tuple[int, ...]
"""Numbers of placements, by their number of mines."""

Needs: TypeAlias = tuple[int, ...]
"""The number of mines that each constraint of a component still lacks."""

ONE: Polynomial = (1,)
REMEMBERED = 1 << 14
"""The most components whose counts are cached: most do not change from one state to the next."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The number of placements, and of those with a mine in a given cell."""

    total: int
    through: dict[int, int]  # for each cell of a constraint
    elsewhere: int  # for any one of the other cells


def placements(constraints: Iterable[Constraint], cells: int, mines: int) -> int:
    """The number of placements of `mines` mines on `cells` cells that meet all constraints."""
    known, rest = settle(constraints)
    parts = components(rest)
    free = cells - len(known) - sum(len(part.cells) for part in parts)
    left = mines - sum(known.values())
    return spread(product(part.ways for part in parts), free, left)


def tally(constraints: Iterable[Constraint], cells: int, mines: int) -> Tally:
    """The number of placements, and of those with a mine in each of the cells."""
    known, rest = settle(constraints)
    parts = components(rest)
    free = cells - len(known) - sum(len(part.cells) for part in parts)
    left = mines - sum(known.values())
    before = list(accumulate((part.ways for part in parts), times, initial=ONE))
    after = list(accumulate((part.ways for part in reversed(parts)), times, initial=ONE))[::-1]
    total = spread(before[-1], free, left)
    through = {cell: total * mine for cell, mine in known.items()}
    for at, part in enumerate(parts):
        others = times(before[at], after[at + 1])
        weights = [spread(others, free, left - here) for here in range(len(part.cells) + 1)]
        for cell, ways in part.through.items():
            through[cell] = sum(count * weights[here] for here, count in enumerate(ways))
    return Tally(total, through, spread(before[-1], free - 1, left - 1))


def spread(ways: Polynomial, free: int, mines: int) -> int:
    """The number of placements if the mines that are left go to the free cells."""
    return sum(count * choose(free, mines - placed) for placed, count in enumerate(ways))


def settle(constraints: Iterable[Constraint]) -> tuple[dict[int, int], list[Constraint]]:
    """The cells that a single constraint decides, 1 for a mine, and the remaining constraints.

    This changes no count. It is repeated until nothing more follows.
    """
    known: dict[int, int] = {}
    rest = list(constraints)
    while True:
        found = {
            cell: int(need > 0) for cells, need in rest if need in (0, len(cells)) for cell in cells
        }
        if not found:
            return known, rest
        known.update(found)
        reduced = [
            (
                tuple(cell for cell in cells if cell not in found),
                need - sum(found.get(cell, 0) for cell in cells),
            )
            for cells, need in rest
        ]
        rest = [(cells, need) for cells, need in reduced if cells or need]


class Component:
    """Connected constraints, and their cells."""

    def __init__(self, constraints: tuple[Constraint, ...]) -> None:
        self.constraints = constraints
        alike: dict[tuple[int, ...], list[int]] = {}
        self.cells = sorted({cell for cells, _ in constraints for cell in cells})
        for cell in self.cells:
            member = tuple(at for at, (cells, _) in enumerate(constraints) if cell in cells)
            alike.setdefault(member, []).append(cell)
        self.groups = [(member, alike[member]) for member in elimination_order(list(alike))]

    @cached_property
    def layers(self) -> list[dict[Needs, Polynomial]]:
        """Before each group, and at the end: the ways to reach each combination of needs."""
        layers = [{tuple(need for _, need in self.constraints): ONE}]
        for at, (_, cells) in enumerate(self.groups):
            found: dict[Needs, Polynomial] = {}
            for needs, ways in layers[-1].items():
                for mines, rest in self.steps(at, needs):
                    grown = scale(ways, comb(len(cells), mines), mines)
                    found[rest] = plus(found.get(rest, ()), grown)
            layers.append(found)
        return layers

    @cached_property
    def ways(self) -> Polynomial:
        """The placements; empty if the constraints contradict each other."""
        return self.layers[-1].get((0,) * len(self.constraints), ())

    @cached_property
    def through(self) -> dict[int, Polynomial]:
        """For each cell, the placements with a mine in it."""
        through: dict[int, Polynomial] = {}
        onwards = dict.fromkeys(self.layers[-1], ONE)  # the ways from there to the end
        for at in reversed(range(len(self.groups))):
            cells = self.groups[at][1]
            back: dict[Needs, Polynomial] = {}
            hit: Polynomial = ()
            for needs, ways in self.layers[at].items():
                for mines, rest in self.steps(at, needs):
                    if rest not in onwards:
                        continue
                    more = scale(onwards[rest], comb(len(cells), mines), mines)
                    back[needs] = plus(back.get(needs, ()), more)
                    if mines:
                        one = scale(onwards[rest], comb(len(cells) - 1, mines - 1), mines)
                        hit = plus(hit, times(ways, one))
            through.update(dict.fromkeys(cells, hit))
            onwards = back
        return through

    def steps(self, at: int, needs: Needs) -> Iterator[tuple[int, Needs]]:
        """The numbers of mines that a group can have, and the needs after it.

        A constraint must be able to get what it needs from the groups still to come.
        """
        member, cells = self.groups[at]
        least, most = 0, len(cells)
        for one in member:
            least = max(least, needs[one] - self.room[at][one])
            most = min(most, needs[one])
        for mines in range(least, most + 1):
            rest = list(needs)
            for one in member:
                rest[one] -= mines
            yield mines, tuple(rest)

    @cached_property
    def room(self) -> list[list[int]]:
        """For each group: the number of cells of each constraint in later groups."""
        left = [len(cells) for cells, _ in self.constraints]
        room = []
        for member, cells in self.groups:
            for one in member:
                left[one] -= len(cells)
            room.append(list(left))
        return room


def components(constraints: Iterable[Constraint]) -> list[Component]:
    """The components of the constraints; one without cells is a component of its own."""
    parts: list[tuple[set[int], list[Constraint]]] = []
    for constraint in constraints:
        cells, joined = set(constraint[0]), [constraint]
        apart = []
        for part in parts:
            if cells.isdisjoint(part[0]):
                apart.append(part)
            else:
                cells |= part[0]
                joined += part[1]
        parts = [*apart, (cells, joined)]
    return [component(tuple(sorted(set(joined)))) for _, joined in parts]


@lru_cache(maxsize=REMEMBERED)
def component(constraints: tuple[Constraint, ...]) -> Component:
    """The component of those constraints, with its cached results."""
    return Component(constraints)


def elimination_order(members: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """An order of the groups, given by their constraints, with few open constraints at a time."""
    left: dict[int, int] = {}
    for member in members:
        for one in member:
            left[one] = left.get(one, 0) + 1
    begun: set[int] = set()
    found: list[tuple[int, ...]] = []
    rest = list(members)

    def opened(member: tuple[int, ...]) -> tuple[int, bool]:
        change = sum((one not in begun) - (left[one] == 1) for one in member)
        return change, begun.isdisjoint(member)

    while rest:
        best = min(rest, key=opened)
        rest.remove(best)
        found.append(best)
        begun.update(best)
        for one in best:
            left[one] -= 1
    return found


# Polynomials, and a binomial coefficient that is 0 outside of Pascal's triangle.


def choose(cells: int, mines: int) -> int:
    """The number of ways to place `mines` mines on `cells` cells; 0 if there are none."""
    return comb(cells, mines) if cells >= 0 and mines >= 0 else 0


def product(factors: Iterable[Polynomial]) -> Polynomial:
    """The product of polynomials."""
    found = ONE
    for factor in factors:
        found = times(found, factor)
    return found


def times(one: Sequence[int], other: Sequence[int]) -> Polynomial:
    """The product of two polynomials."""
    if not one or not other:
        return ()
    found = [0] * (len(one) + len(other) - 1)
    for at, count in enumerate(one):
        if count:
            for more, ways in enumerate(other):
                found[at + more] += count * ways
    return tuple(found)


def plus(one: Sequence[int], other: Sequence[int]) -> Polynomial:
    """The sum of two polynomials."""
    longer, shorter = (one, other) if len(one) >= len(other) else (other, one)
    return tuple(
        count + (shorter[at] if at < len(shorter) else 0) for at, count in enumerate(longer)
    )


def scale(one: Sequence[int], factor: int, mines: int) -> Polynomial:
    """The polynomial times factor * x**mines."""
    return (0,) * mines + tuple(factor * count for count in one)
