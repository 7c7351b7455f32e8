"""The types of states and actions, from a few games played at random.

Tuples have the lengths and numbers the sizes that were seen, with some room. A value that has none
raises inside of compiled code, and the rules are compiled again with more.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from random import Random
from typing import Any

from adversario.game import CHANCE, Game
from adversario.native.compiler.plain.kinds.classes import is_record_class
from adversario.native.compiler.plain.kinds.joins import TIGHT, room_for
from adversario.native.compiler.plain.kinds.layout import fields_of
from adversario.native.compiler.plain.kinds.types import (
    BOOL,
    FLOAT,
    LEAST,
    MOST,
    NEVER,
    AnyOf,
    Constants,
    Frozen,
    Int,
    Record,
    Refusal,
    Seq,
    Sym,
    Tuple,
    Type,
    kind_of,
)
from adversario.native.compiler.plain.scale import STEP

PLAYOUTS, PLIES, STATES = 16, 200, 600
"""How many games are played, how long they are at most, and how many states are seen in all."""


@dataclass
class Samples:
    """What was seen in games played at random."""

    states: list[Any] = field(default_factory=list)
    actions: list[Any] = field(default_factory=list)
    outcomes: list[Any] = field(default_factory=list)
    most_actions: int = 1
    most_outcomes: int = 1


def sample(game: Game[Any, Any], start: Any) -> Samples:
    """Play some games from a state and from the initial one."""
    found, random = Samples(), Random(0)
    for number in range(PLAYOUTS):
        state = start if number % 2 == 0 else game.initial()
        for _ in range(PLIES):
            found.states.append(state)
            if len(found.states) >= STATES or game.is_terminal(state):
                break
            if game.player(state) == CHANCE:
                choices = [outcome for outcome, _ in game.chances(state)]
                found.outcomes += choices
                found.most_outcomes = max(found.most_outcomes, len(choices))
            else:
                choices = list(game.actions(state))
                found.actions += choices
                found.most_actions = max(found.most_actions, len(choices))
            if not choices:
                break
            state = game.result(state, random.choice(choices))
    return found


class Sampler:
    """Types for values that were seen; `scale` says how often there was no room."""

    def __init__(self, constants: Constants, scale: int) -> None:
        self.constants = constants
        self.lengths, self.numbers = divmod(scale, STEP)[::-1]

    def type_of(self, values: Sequence[Any], *, tight: bool = False, rows: bool = True) -> Type:
        """A type for all values; with `tight`, numbers are those that were seen.

        With `rows`, tuples of values of one kind can be indexed by a variable.
        """
        groups: dict[str, list[Any]] = {}
        for value in values:
            groups.setdefault(_group(value), []).append(value)
        options = [
            self._of_group(name, members, tight, rows) for name, members in sorted(groups.items())
        ]
        if not options:
            return NEVER
        if len(options) == 1:
            return options[0]
        return AnyOf(tuple(sorted(options, key=lambda kind: str(kind_of(kind)))))

    def _of_group(self, name: str, values: list[Any], tight: bool, rows: bool) -> Type:
        if name == "number":
            return self._number(values, tight)
        if name == "symbol":
            return Sym(frozenset(self.constants.id_of(value) for value in values))
        if name == "set":
            items = sorted({item for value in values for item in value}, key=repr)
            return Frozen(self.type_of(items, tight=True, rows=False))
        if name == "tuple":
            return self._tuple(values, tight, rows)
        columns = zip(*map(fields_of, values), strict=True)
        return Record(
            type(values[0]), tuple(self.type_of(c, tight=tight, rows=rows) for c in columns)
        )

    def _number(self, values: list[Any], tight: bool) -> Type:
        if all(isinstance(value, bool) for value in values):
            return BOOL
        if not all(isinstance(value, int) for value in values):
            return FLOAT
        low, high = min(values), max(values)
        if not LEAST <= low <= high <= MOST:
            raise Refusal("large")
        if tight:
            grown = (high - min(low, 0) + 1) * (2**self.numbers - 1)
            return Int(max(LEAST, min(0, low) - (grown if low < 0 else 0)), min(MOST, high + grown))
        for size in (1, 2, 4):
            half = 1 << (8 * size - 1)
            if size >= 2**self.numbers and -half <= low and high < half:
                return Int(-half, half - 1)
        return Int()

    def _tuple(self, values: list[Any], tight: bool, rows: bool) -> Type:
        lengths = {len(value) for value in values}
        items = [item for value in values for item in value]
        if len(lengths) == 1 and 2**self.lengths < TIGHT:
            length = lengths.pop()
            kinds = [
                self.type_of(column, tight=tight, rows=rows) for column in zip(*values, strict=True)
            ]
            alike = len({_family(kind) for kind in kinds}) == 1
            if length and not (alike and (rows or length > 4)):
                return Tuple(tuple(kinds))
            if length:
                return Seq(self.type_of(items, tight=tight, rows=rows), length, True)
            lengths = {0}
        most = max(lengths)
        cap = room_for(most, 2**self.lengths) if most else 0
        return Seq(self.type_of(items, tight=tight, rows=rows), cap, False)


def _group(value: Any) -> str:
    if value is None or isinstance(value, (str, Enum)):
        return "symbol"
    if isinstance(value, (int, float, Fraction)):
        return "number"
    if is_record_class(type(value)):
        return f"record {type(value).__qualname__} {id(type(value))}"
    if isinstance(value, tuple):
        return "tuple"
    if isinstance(value, frozenset):
        return "set"
    raise Refusal("value", type=type(value).__name__)


def _family(kind: Type) -> Any:
    """What makes items of a tuple alike enough to be items of one type."""
    if isinstance(kind, AnyOf):
        return tuple(map(_family, kind.options))
    if isinstance(kind, (Tuple, Seq)):
        return "row"
    return kind_of(kind)


def record_classes(values: Iterable[Any]) -> set[type]:
    """The classes of records among values."""
    return {type(value) for value in values if is_record_class(type(value))}
