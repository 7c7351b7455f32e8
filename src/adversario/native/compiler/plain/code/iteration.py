"""Loops over anything that Python can go through, and the items collected on the way."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from enum import EnumMeta
from typing import Any

from adversario.native.compiler.plain.code.names import Names
from adversario.native.compiler.plain.code.reads import takes_any_order
from adversario.native.compiler.plain.data.machine import I1, I64
from adversario.native.compiler.plain.data.values import Value, shown, split
from adversario.native.compiler.plain.frames import Frame, Function, Lazy, key_of
from adversario.native.compiler.plain.kinds.types import (
    NEVER,
    AnyOf,
    Bool,
    DictOf,
    Frozen,
    Int,
    ListOf,
    Never,
    Range,
    Record,
    Refusal,
    Seq,
    SetOf,
    Site,
    Static,
    Sym,
    Tuple,
    Type,
    domain_size,
    has_bits,
)
from adversario.native.compiler.source import MISSING

Body = Callable[[Value], None]
"""Writes the code for one item."""

Pull = Callable[[Any], Value]
"""Writes the code for the next item of an iterator; it leads to a block if there is none."""

FIRST_OF_TABLE = 8
"""Whole numbers below this come in order in all sets of Python: its hash tables are as large."""


def _is_in_order(item: Type) -> bool:
    """Whether Python goes through all sets of such items in the order of their values."""
    if isinstance(item, Int):
        return item.lo >= 0 and item.hi < FIRST_OF_TABLE
    return isinstance(item, (Bool, Never))


MOST_ROOM = 128
"""A list of items whose number is bounded has room for all at once, up to this many."""


class Iteration(Names):
    """Code that goes through items."""

    def expr(self, node: ast.expr) -> Value:
        """The value of an expression."""
        raise NotImplementedError

    def assign_to(self, target: ast.expr, value: Value) -> None:
        """Assign to a target of the source."""
        raise NotImplementedError

    def branch_on(self, test: ast.expr, yes: Any, no: Any) -> tuple[Any, Any]:
        """Branch on a condition; what is known either way, None where it never leads."""
        raise NotImplementedError

    def run_body(self, frame: Frame) -> None:
        """Write the statements of a frame's function."""
        raise NotImplementedError

    _ordered = True
    met_set = False  # whether code for items in no order was written

    def goes_through_sets(self, write: Callable[[], None]) -> bool:
        """Write code; whether it goes through a set, whose items come in no order."""
        outer, self.met_set = self.met_set, False
        write()
        found, self.met_set = self.met_set, outer or self.met_set
        return found

    def note_sets(self, node: Any, write: Callable[[bool], None]) -> None:
        """Write code, which is given whether it goes through a set: known from the second pass."""
        noted = self.unit.variable((self.frame.key, key_of(node), "sets"))
        known = noted.constant is True
        if self.goes_through_sets(lambda: write(known)) and not known:
            noted.constant = self.unit.changed = True

    def meet_set(self, item: Type, ordered: bool) -> None:
        """Note that items in no order are gone through; report it if the order matters."""
        if _is_in_order(item):
            return
        self.met_set = True
        if ordered:  # types may still grow: the code goes on
            self.unit.report(self.frame.function, self.line, Refusal("set_order"))

    def take_order(self) -> bool:
        """Whether the items that are written now have to come in order: for loops that pass it on.

        `iterate` notes it, and the loop of items that are computed on the way asks at its start.
        """
        found, self._ordered = self._ordered, True
        return found

    # Loops.

    def iterate(
        self, value: Value, body: Body, *, ordered: bool = True, inner: bool = True
    ) -> None:
        """Code for each item of a value; in any order unless `ordered`.

        Without `inner`, what is inside an item that was chosen from others may be in any order too.
        """
        held = self.held(value)
        if isinstance(held, Lazy):
            if held.owner is not self:
                raise Refusal("iterator_inside")
            self._ordered = ordered or held.order or (inner and held.inner)
            held.each(body)
            return
        if isinstance(value.type, Static):
            value = self.known_items(value)
            if isinstance(value.type, Static):
                for each in value.const:
                    body(self.lift(each))
                return
        kind = value.type
        if isinstance(kind, AnyOf):

            def one(option: Value) -> Value:
                self.iterate(option, body, ordered=ordered)
                return Value(NEVER)

            self.each_option(value, one)
        elif isinstance(kind, Range):
            self._each_in_range(value, body)
        elif isinstance(kind, (SetOf, Frozen)):
            self.meet_set(kind.item, ordered)
            self.each_in_set(value, body)
        elif isinstance(kind, ListOf):
            self.each_in_list(value, body)
        elif isinstance(kind, DictOf):
            self.meet_keys(kind, ordered)
            self.each_in_list(self.keys_of(value), body)
        elif isinstance(kind, Record) and (own := self.special(value, "__iter__")) is not None:
            self.iterate(own, body)
        elif isinstance(kind, (Tuple, Record)) and len(kind.items) <= 1:
            for item in split(kind.items, value.parts):
                body(item)
        elif isinstance(kind, (Tuple, Record, Seq, Sym)):
            view = self.view(value)
            assert isinstance(view.type, Seq)
            if isinstance(view.type.item, Never):
                return
            self.count_up(I64(0), view.parts[1], lambda index: body(self.item_at(view, index)))
        elif not isinstance(kind, Never):
            raise Refusal("iterate", given=shown(kind, self.constants))

    def meet_keys(self, kind: DictOf, ordered: bool) -> None:
        """Note that keys are gone through, which may have come from a set."""
        if kind.key_site.root().unordered:
            self.meet_set(kind.keys.item, ordered)

    def known_items(self, value: Value) -> Value:
        """Constants as a table in memory, in the order in which Python goes through them."""
        found = value.const
        if isinstance(found, (dict, EnumMeta)):
            found = tuple(found)
        if isinstance(found, (set, frozenset)):
            found = tuple(found)
        if not isinstance(found, (tuple, list, range)):
            raise Refusal("iterate", given=shown(value.type))
        try:
            return self.settle(self.lift(found))
        except Refusal:
            return Value(Static(found), (), found)

    def _each_in_range(self, value: Value, body: Body) -> None:
        assert isinstance(value.type, Range)
        item = value.type.item
        start, stop, step = value.parts
        if getattr(step, "constant", None) == 1:
            self.count_up(start, stop, lambda index: body(Value(item, (index,))))
            return
        length = self.length_of(value).parts[0]

        def each(index: Any) -> None:
            number = self.b.add(start, self.b.mul(index, step))
            body(Value(item, (number,)))

        self.count_up(I64(0), length, each)

    def bound_of(self, value: Value) -> tuple[int | None, bool]:
        """The greatest number of items, if it is known; and whether there are exactly these."""
        held, kind = self.held(value), value.type
        if isinstance(held, Lazy):
            return held.most, held.fixed
        if isinstance(kind, Static):
            return (len(value.const), True) if hasattr(value.const, "__len__") else (None, False)
        if isinstance(kind, (Tuple, Record)):
            return len(kind.items), True
        if isinstance(kind, Seq):
            return kind.cap, kind.fixed
        if isinstance(kind, Range):
            most = kind.item.hi - kind.item.lo + 1
            return (most, False) if most < 1 << 20 else (None, False)
        if isinstance(kind, (SetOf, Frozen)) and has_bits(kind.item):
            return domain_size(kind.item), False
        return None, False

    # Items by their place.

    def indexable(
        self, value: Value, node: Any, *, ordered: bool = True
    ) -> tuple[Any, Callable[[Any], Value]]:
        """The number of items, and code for the one at a place; what has no places is collected."""
        if self.held(value) is None:
            if isinstance(value.type, Static):
                value = self.known_items(value)
            kind = value.type
            if isinstance(kind, Range):
                start, _, step = value.parts
                length = self.length_of(value).parts[0]

                def number(index: Any) -> Value:
                    assert isinstance(kind, Range)
                    return Value(kind.item, (self.b.add(start, self.b.mul(index, step)),))

                return length, number
            if isinstance(kind, (Tuple, Record, Seq, Sym, ListOf)):
                view = self.view(value)
                return view.parts[1], lambda index: self.item_at(view, index)
        view = self.list_view(self.collect(value, node, ordered=ordered))
        return view.parts[1], lambda index: self.item_at(view, index)

    def collect(self, value: Value, node: Any, *, ordered: bool = True) -> Value:
        """All items in a new list; in any order unless `ordered`."""
        site = self.site(node, "collect")
        most, _ = self.bound_of(value)
        room = I64(most) if most is not None and most <= MOST_ROOM else None
        kind = self.settle(value).type if self.held(value) is None else None
        if isinstance(kind, (Tuple, Seq, ListOf, Sym)) and not isinstance(kind, Never):
            return self.list_of(value, site)
        target = self.new_list(site, room)
        self.iterate(value, lambda item: self.append(target, item), ordered=ordered)
        return target

    def collect_tuple(self, value: Value, node: Any) -> Value:
        """All items as a tuple."""
        held, settled = self.held(value), value
        if isinstance(held, Lazy) and held.known is not MISSING:
            return self.lift(held.known)
        if held is None:
            if isinstance(value.type, Static) and isinstance(value.const, (tuple, list)):
                return self.lift(tuple(value.const))
            settled = self.settle(value)
            if isinstance(settled.type, (Tuple, Seq)) and not self._is_text(settled):
                return settled
            if isinstance(settled.type, Record):
                return Value(Tuple(settled.type.items), settled.parts)
            if isinstance(settled.type, AnyOf):
                return self.each_option(settled, lambda option: self.collect_tuple(option, node))
        most, fixed = self.bound_of(settled)
        made = self.list_view(self.collect(settled, node))
        assert isinstance(made.type, Seq)
        if held is None and self._is_text(settled):
            made.type = Seq(made.type.item, most, fixed)
        return Value(Seq(made.type.item, most, fixed), made.parts)

    def _is_text(self, value: Value) -> bool:
        if isinstance(value.type, Sym):
            return all(type(word) is str for word in self.constants.values_of(value.type))
        return isinstance(value.type, Seq) and value.type.text

    def collect_set(self, value: Value | None, site: Site) -> Value:
        """All items as a new set."""
        target = self.new_set(site)
        if value is not None:
            self.iterate(value, lambda item: self.set_add(target, item), ordered=False)
        return target

    # Comprehensions.

    def comprehend(
        self,
        node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp,
        body: Callable[[], None],
        *,
        ordered: bool = True,
        first: Value | None = None,
    ) -> None:
        """The loops of a comprehension around code for its element.

        `first` is what the first loop goes through, if that is known already.
        """
        outer = self.frame
        frame = self.comprehension_frame(node, outer)
        ordered = ordered or any(isinstance(each, ast.NamedExpr) for each in ast.walk(node))

        def level(at: int) -> None:
            if at == len(node.generators):
                body()
                return
            clause = node.generators[at]
            if at == 0:
                source = first if first is not None else self.first_source(clause, outer)
                self.frame = frame
            else:
                source = self.expr(clause.iter)
            known = dict(self.known)

            def each(item: Value) -> None:
                self.frame = frame
                self.known = dict(known)
                self.assign_to(clause.target, item)
                skip = self.block("skip")
                for test in clause.ifs:
                    go = self.block("if")
                    yes, _ = self.branch_on(test, go, skip)
                    self.enter(go)
                    self.known = yes if yes is not None else self.known
                level(at + 1)
                self.goto(skip)
                self.enter(skip)
                self.known = dict(known)

            inner = not takes_any_order(node, clause.target)
            self.iterate(source, each, ordered=ordered, inner=inner)
            self.known = dict(known)

        try:
            self.frame = frame
            level(0)
        finally:
            self.frame = outer

    def comprehension_frame(self, node: Any, outer: Frame) -> Frame:
        """The frame of the variables of a comprehension's loops."""
        names = frozenset(
            each.id
            for clause in node.generators
            for each in ast.walk(clause.target)
            if isinstance(each, ast.Name)
        )
        key = (*outer.key, key_of(node))
        frame = self.new_frame(key, outer.function, outer, scope=False, names=names)
        frame.on_return, frame.on_yield = outer.on_return, outer.on_yield
        return frame

    def first_source(self, clause: ast.comprehension, outer: Frame) -> Value:
        """What the first loop of a comprehension goes through: it belongs to the code around it."""
        self.frame = outer
        source = self.expr(clause.iter)
        self._note_size(clause, source)
        return source

    def size_of_loops(self, clauses: Sequence[ast.comprehension]) -> tuple[int | None, bool]:
        """The number of items of the first loop, if there is one and it has a simple source."""
        if len(clauses) != 1:
            return None, False
        found = self.unit.variable((self.frame.key, id(clauses[0]), "size"))
        most, fixed = found.size
        return most, fixed and not clauses[0].ifs

    def _note_size(self, clause: ast.comprehension, source: Value) -> None:
        found = self.unit.variable((self.frame.key, id(clause), "size"))
        size = self.bound_of(source)
        if found.size != size:
            found.size = size
            self.unit.changed = True

    # Generators.

    def iterate_generator(
        self,
        function: Function,
        key: Any,
        parent: Frame | None,
        bind: Callable[[], None],
        body: Body,
    ) -> None:
        """Code for each item that a generator yields: its code, put in line."""
        outer, loops = self.frame, self.handlers
        frame = self.new_frame(key, function, parent)
        done = self.block("exhausted")
        self.frame = frame
        bind()
        frame.on_return = lambda value: self.goto(done)

        def on_yield(item: Value) -> None:
            own, known = self.frame, dict(self.known)
            self.frame = outer
            body(item)
            self.frame, self.known = own, known

        frame.on_yield = on_yield
        self.run_body(frame)
        self.goto(done)
        self.enter(done)
        self.frame, self.handlers = outer, loops

    # Folds.

    def any_of(self, value: Value, *, every: bool = False) -> Value:
        """`any` of some items, or `all` of them."""
        found, after = self.slot(I1), self.block("decided")
        self.b.store(I1(int(every)), found)

        def body(item: Value) -> None:
            holds = self.truth_of(item)
            with self.if_(self.b.not_(holds) if every else holds):
                self.b.store(I1(int(not every)), found)
                self.goto(after)

        self.iterate(value, body, ordered=False)
        self.goto(after)
        self.enter(after)
        return Value(self.lift(True).type, (self.b.load(found),))

    def fold(
        self, value: Value, start: Value, key: Any, step: Callable[[Value, Value], Value],
        *, commutes: bool = False,
    ) -> Value:  # fmt: skip
        """The last of a row of values, each made of the one before and an item.

        If the step commutes, whole numbers may come in any order; floats are rounded on the way.
        """
        variable = self.unit.variable((self.frame.key, key_of(key), "fold"))
        start = self.settle(start)
        self.unit.grow(variable, start.type)
        kind = variable.type
        places = self.places(kind)
        self.put(places, self.convert(start, kind))

        def body(item: Value) -> None:
            made = self.settle(step(self.get(places, kind), item))
            self.unit.grow(variable, made.type)
            if variable.type == kind:
                self.put(places, self.convert(made, kind))

        is_exact = isinstance(kind, (Int, Bool, Never))
        self.iterate(value, body, ordered=not (commutes and is_exact))
        return self.get(places, kind)

    def first_of(self, value: Value, default: Value | None, node: Any, missing: int) -> Value:
        """The first item, or the default, or an error."""
        variable = self.unit.variable((self.frame.key, key_of(node), "first"))
        kind = variable.type
        places, after = self.places(kind), self.block("first")

        def found(item: Value) -> None:
            item = self.settle(item)
            self.unit.grow(variable, item.type)
            if variable.type == kind:
                self.put(places, self.convert(item, kind))
            self.goto(after)

        self.iterate(value, found)
        if default is None:
            self.fail(missing)
        else:
            default = self.settle(default)
            self.unit.grow(variable, default.type)
            if variable.type == kind:
                self.put(places, self.convert(default, kind))
            self.goto(after)
        self.enter(after)
        return self.get(places, kind)
