"""Iterators: a loop where they are used, or a place that several uses share."""

from __future__ import annotations

import ast
from functools import partial
from typing import Any

from adversario.native.compiler.plain.code.iteration import Body, Iteration, Pull
from adversario.native.compiler.plain.data.machine import I64
from adversario.native.compiler.plain.data.values import Value
from adversario.native.compiler.plain.frames import Frame, Lazy, key_of
from adversario.native.compiler.plain.kinds.types import (
    DictOf,
    ListOf,
    Range,
    Refusal,
    Seq,
    Static,
    Sym,
    Tuple,
)
from adversario.native.compiler.source import MISSING


class Iterators(Iteration):
    """Code that makes iterators."""

    def generator_expression(self, node: ast.GeneratorExp) -> Value:
        """A generator expression, which is a loop where it is used."""
        outer = self.frame
        first = self.first_source(node.generators[0], outer)

        def each(body: Body) -> None:
            here, ordered = self.frame, self.take_order()
            self.frame = outer

            def element() -> None:
                value = self.expr(node.elt)
                own, self.frame = self.frame, here
                body(value)
                self.frame = own

            try:
                self.comprehend(node, element, ordered=ordered, first=first)
            finally:
                self.frame = here

        most, fixed = self.size_of_loops(node.generators)
        start = None
        if len(node.generators) == 1:
            start = partial(self._start_generator, node, first, outer)
        return self.lazy(node, each, most, fixed, start=start, order=False)

    # Iterators that several places use.

    def as_iterator(self, name: str, value: Value) -> Value:
        """An iterator that several places may use; Refusal if it has no such form."""
        held = self.held(value)
        if not isinstance(held, Lazy) or not held.is_iterator or held.pull is not None:
            return value
        if held.start is None:
            raise Refusal("iterator", name=name)
        pull = held.start()

        def each(body: Body) -> None:
            head, done = self.block("next"), self.block("exhausted")
            self.goto(head)
            self.enter(head)
            body(pull(done))
            self.goto(head)
            self.enter(done)

        key = (self.frame.key, id(value.const), "iterator")
        return self.unit.hold(key, Lazy(each, held.most, owner=self, pull=pull))

    def start_of(self, value: Value) -> Pull:
        """Start an iterator over a value, or the one that it is, resumed."""
        held = self.held(value)
        if held is None:
            return self.start_items(value)
        if not isinstance(held, Lazy) or (held.pull or held.start) is None:
            raise Refusal("iterator", name="")
        pull: Pull = held.pull or held.start()  # type: ignore[misc]
        return pull

    def start_items(self, value: Value, *, backward: bool = False) -> Pull:
        """Start an iterator over the items of a sequence; those of a list as they are by then."""
        if isinstance(value.type, Static):
            value = self.known_items(value)
        if isinstance(value.type, DictOf):
            self.meet_keys(value.type, True)
            value = self.keys_of(value)
        if isinstance(value.type, (Tuple, Sym)):
            value = self.view(value)
        kind = value.type
        if not isinstance(kind, (Seq, ListOf, Range)):
            raise Refusal("iterator", name="")
        places, index = self.places(kind), self.slot(I64)
        self.put(places, value)
        last = self.b.sub(self.length_of(value).parts[0], I64(1))
        self.b.store(last if backward else I64(0), index)

        def pull(done: Any) -> Value:
            source, now, go = self.get(places, kind), self.b.load(index), self.block("item")
            length = self.length_of(source).parts[0]
            self.branch(self.b.icmp_unsigned("<", now, length), go, done)
            self.enter(go)
            self.b.store(self.b.add(now, I64(-1 if backward else 1)), index)
            if isinstance(kind, Range):
                number = self.b.add(source.parts[0], self.b.mul(now, source.parts[2]))
                return Value(kind.item, (number,))
            return self.kept(self.item_at(self.view(source), now))

        return pull

    def _start_generator(self, node: ast.GeneratorExp, first: Value, outer: Frame) -> Pull:
        """Start a generator expression of one loop."""
        (clause,) = node.generators
        source = self.start_of(first)

        def pull(done: Any) -> Value:
            here, known, head = self.frame, dict(self.known), self.block("again")
            self.goto(head)
            self.enter(head)
            item = source(done)
            self.frame = self.comprehension_frame(node, outer)
            self.assign_to(clause.target, item)
            for test in clause.ifs:
                go = self.block("if")
                yes, _ = self.branch_on(test, go, head)
                self.enter(go)
                self.known = yes if yes is not None else self.known
            value = self.settle(self.expr(node.elt))
            self.frame, self.known = here, known
            return value

        return pull

    def iterator_over(self, items: Value, node: Any) -> Value:
        """An iterator over items that are known, the same object in every pass."""
        kept = self.unit.variable((self.frame.key, key_of(node), "listed"))
        if repr(kept.constant) != repr(items.const):
            kept.constant = items.const
        items = self.lift(kept.constant)
        return self.lazy(
            node, lambda body: self.iterate(items, body), len(items.const), True,
            start=lambda: self.start_items(items), known=items.const,
        )  # fmt: skip

    def known_items_of(self, value: Value) -> Value:
        """The items of an iterator if they are known, as a tuple."""
        held = self.held(value)
        is_known = isinstance(held, Lazy) and held.known is not MISSING
        return self.lift(held.known) if is_known else value
