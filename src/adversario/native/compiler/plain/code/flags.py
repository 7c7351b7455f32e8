"""Flags: members of enums that are sets of bits, and what operators make of them."""

from __future__ import annotations

import ast
from enum import Flag
from typing import Any

from adversario.native.compiler.plain.code.special import Special
from adversario.native.compiler.plain.data.arithmetic import BINARY
from adversario.native.compiler.plain.data.machine import I64, TYPE
from adversario.native.compiler.plain.data.values import Value
from adversario.native.compiler.plain.kinds.types import Int, Refusal, Sym

MOST_PAIRS = 1 << 14
"""An operator on more pairs of flags has no table."""

LOGIC = (ast.BitAnd, ast.BitOr, ast.BitXor)


class Flags(Special):
    """Code for flags: Python says what each operator makes of each pair."""

    def _flag_class(self, value: Value) -> Any:
        """The class of flags that a value is of; None if it is something else."""
        if not isinstance(value.type, Sym):
            return None
        classes = {type(each) for each in self.constants.values_of(value.type)}
        found = classes.pop() if len(classes) == 1 else None
        return found if isinstance(found, type) and issubclass(found, Flag) else None

    def flag_operator(self, op: ast.operator, one: Value, other: Value) -> Value | None:
        """An operator on two flags, or a flag and a number; None if there is none."""
        classes = self._flag_class(one), self._flag_class(other)
        cls = classes[0] or classes[1]
        if cls is None or not isinstance(op, LOGIC):
            return None
        if classes[0] is not classes[1]:
            if not (isinstance(one.type, Int) or isinstance(other.type, Int)):
                raise Refusal("operator", name=type(op).__name__)
            return self.member_of(cls, self.arithmetic(op, one, other))
        assert isinstance(one.type, Sym)
        assert isinstance(other.type, Sym)
        rows, columns = sorted(one.type.ids), sorted(other.type.ids)
        if len(rows) * len(columns) > MOST_PAIRS:
            raise Refusal("operator", name=type(op).__name__)
        made = [
            self.constants.id_of(BINARY[type(op)](a, b))
            for a in map(self.constants.value_of, rows)
            for b in map(self.constants.value_of, columns)
        ]
        places = [
            self.look_up(value.parts[0], {number: at for at, number in enumerate(ids)}, TYPE)
            for value, ids in ((one, rows), (other, columns))
        ]
        place = self.b.add(self.b.mul(places[0], I64(len(columns))), places[1])
        return Value(Sym(frozenset(made)), (self.look_up(place, dict(enumerate(made)), TYPE),))

    def inverted_flag(self, value: Value) -> Value | None:
        """`~flag`; None if the value is no flag."""
        if self._flag_class(value) is None:
            return None
        assert isinstance(value.type, Sym)
        made = {
            number: self.constants.id_of(~self.constants.value_of(number))
            for number in value.type.ids
        }
        return Value(Sym(frozenset(made.values())), (self.look_up(value.parts[0], made, TYPE),))
