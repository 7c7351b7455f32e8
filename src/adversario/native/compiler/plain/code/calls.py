"""Calls: of functions, which get a form for each kind of arguments, of classes, of methods."""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Sequence
from enum import EnumMeta
from types import BuiltinMethodType, FunctionType, MethodType
from typing import Any

from adversario.native.compiler.plain.code.iteration import Body
from adversario.native.compiler.plain.code.records import Named, Records
from adversario.native.compiler.plain.data.known import FOLDED, LISTED, is_hashable, is_plain
from adversario.native.compiler.plain.data.machine import (
    DEPTH,
    I32,
    I64,
    MOST_CALLS,
    UNSUPPORTED,
)
from adversario.native.compiler.plain.data.values import Value, parts_of, split
from adversario.native.compiler.plain.frames import (
    Bound,
    Closure,
    Form,
    Frame,
    Function,
    Getter,
    Lazy,
    function_of,
    key_of,
)
from adversario.native.compiler.plain.kinds.classes import (
    is_plain_class,
    is_record_class,
)
from adversario.native.compiler.plain.kinds.types import (
    NEVER,
    DictOf,
    Never,
    Refusal,
    Static,
    Tuple,
    has_pointers,
)
from adversario.native.compiler.source import MISSING
from adversario.native.compiler.syntax import unwrap_cached

CONSTANTS = (dict, frozenset, list, set, str, tuple)
"""Types of constants whose methods may be constants too, as in `rank = RANKS.index`."""

MOST_YIELDS = 3
"""A generator that yields in more places is run to its end, and its items kept in a list: in line,
the code for an item would be there as many times."""


class Calls(Records):
    """Code that calls."""

    # Arguments.

    def bind(self, function: Function, given: Sequence[Value], named: Named) -> dict[str, Value]:
        """The value of each parameter."""
        arguments = function.tree.args
        positional = [arg.arg for arg in [*arguments.posonlyargs, *arguments.args]]
        bound = dict(zip(positional, given, strict=False))
        rest = list(given[len(positional) :])
        if arguments.vararg is not None:
            items = [self.settle(value) for value in rest]
            parts = tuple(part for item in items for part in item.parts)
            bound[arguments.vararg.arg] = Value(Tuple(tuple(i.type for i in items)), parts)
        elif rest:
            raise Refusal("arguments", name=function.name)
        own = {*positional, *(arg.arg for arg in arguments.kwonlyargs)}
        only = {arg.arg for arg in arguments.posonlyargs}
        if arguments.kwarg is not None or set(named) - own or set(named) & (set(bound) | only):
            raise Refusal("arguments", name=function.name)
        bound.update(named)
        defaults = dict(zip(reversed(positional), reversed(function.defaults), strict=False))
        for name in [*positional, *(arg.arg for arg in arguments.kwonlyargs)]:
            if name not in bound:
                found = defaults.get(name, function.keyword_defaults.get(name, MISSING))
                if found is MISSING:
                    raise Refusal("arguments", name=function.name)
                bound[name] = self.expr(found) if isinstance(found, ast.expr) else self.lift(found)
        return {name: bound[name] for name in self._parameters(function)}

    def call_function(
        self, function: Function, given: Sequence[Value], named: Named, node: Any,
        closure: Closure | None = None,
    ) -> Value:  # fmt: skip
        """The result of a function of the source."""
        bound = {name: self.settle(v) for name, v in self.bind(function, given, named).items()}
        parent = None if closure is None else self._frame_of(closure)
        key = (*self.frame.key, key_of(node), id(function))
        if function.yields:
            return self._generate(function, bound, key, parent, node, closure)
        for name, value in bound.items():
            if isinstance(self.held(value), Lazy) and name in function.listed:
                bound[name] = self.collect_tuple(value, (key_of(node), name))
        values = list(bound.values())
        if any(map(self.is_code, values)) or isinstance(function.tree, ast.Lambda):
            return self.call_inline(function, bound, key, parent)
        form = self.unit.form(function, values, closure)
        form.closure = closure
        if form.inline:
            return self.call_inline(function, bound, key, parent)
        return self.call_form(form, values, parent)

    def call_form(self, form: Form, values: Sequence[Value], parent: Frame | None) -> Value:
        """Call the function of LLVM for a form."""
        kinds = list(form.parameters)
        converted = [self.convert(*pair) for pair in zip(values, kinds, strict=True)]
        captured = self._captured(parent)
        result = form.result
        function = self.unit.declare(
            form, [place.type for place in captured], lambda made: self._write(form, made, parent)
        )
        if self.ended:
            return self.zero(result)
        places = [self.slot(part) for part in parts_of(result)]
        parts = [part for value in converted for part in value.parts]
        self.unit.note_call(self.form, form)
        if form.recursive:
            depth = self._go_deeper()
            status = self.b.call(function, [self.arena, *places, *captured, *parts])
            self.b.store(depth, self.word_at(self.arena, DEPTH))
        else:
            status = self.b.call(function, [self.arena, *places, *captured, *parts])
        self.check_call(status)
        if isinstance(result, Static):
            return Value(result, (), result.value)
        return self.get(places, result)

    form: Form | None = None  # the one that is written

    def _go_deeper(self) -> Any:
        """Note another call of a function that calls itself; Python goes on if they are many."""
        place = self.word_at(self.arena, DEPTH)
        depth = self.b.load(place)
        self.fail_if(self.b.icmp_signed(">=", depth, I64(MOST_CALLS)), UNSUPPORTED)
        self.b.store(self.b.add(depth, I64(1)), place)
        return depth

    def _captured(self, frame: Frame | None) -> list[Any]:
        """The places of variables that a function inside others may use."""
        found: list[Any] = []
        while frame is not None:
            for name in sorted(frame.locals if not frame.is_scope else frame.function.shared):
                if name in frame.variables:
                    found += self.places_of(frame, name)
            frame = frame.parent
        return found

    def _frame_of(self, closure: Closure) -> Frame:
        frame: Frame | None = self.frame
        while frame is not None:
            if frame.key == closure.frame_key:
                return frame
            frame = frame.parent
        found = self.frames.get(closure.frame_key)
        if found is None:
            raise Refusal("closure", name=closure.function.name)
        return found

    frames: dict[Any, Frame]

    def new_code(self, function: Any, key: tuple[Any, ...]) -> Calls:
        """Code for another function of the same unit."""
        code = type(self)(self.unit.module, function, function.args[0])
        code.attach(self.unit, key)
        code.frames = {}
        return code

    def _write(self, form: Form, function: Any, parent: Frame | None) -> None:
        """Write the function of LLVM for a form."""
        code = self.new_code(function, ("form", form.number))
        code.form = form
        results = len(parts_of(form.result))
        arguments = list(function.args)[1 + results :]
        shadow = code.shadow(parent, arguments)
        wanted = [part for kind in form.parameters for part in parts_of(kind)]
        if [argument.type for argument in arguments] != wanted:
            self.unit.changed = True  # types have grown since: another pass will see to it
            code.close()
            return
        frame = code.new_frame(("form", form.number), form.function, shadow)
        code.frame = frame
        code.frames[frame.key] = frame
        code.begin_region()
        names = self._parameters(form.function)
        kinds = form.parameters
        for name, value in zip(names, split(kinds, arguments), strict=True):
            if isinstance(value.type, Static):
                value.const = value.type.value
            code.assign(name, value)
        code.returns_to(form, list(function.args)[1 : 1 + results])
        if form.collects:
            code.run_collecting(frame)
        else:
            code.run_function(frame)
        code.close()

    def shadow(self, frame: Frame | None, arguments: list[Any]) -> Frame | None:
        """The frames around a function, whose variables are elsewhere; takes from the arguments."""
        if frame is None:
            return None
        copy = Frame(frame.key, frame.function, None, frame.locals, frame.variables)
        copy.is_scope = frame.is_scope
        for name in sorted(frame.locals if not frame.is_scope else frame.function.shared):
            if name in frame.variables:
                kind = frame.variables[name].type
                count = len(parts_of(kind))
                copy.places[name] = (kind, arguments[:count])
                del arguments[:count]
        copy.parent = self.shadow(frame.parent, arguments)
        self.frames[copy.key] = copy
        return copy

    @staticmethod
    def _parameters(function: Function) -> list[str]:
        arguments = function.tree.args
        names = [arg.arg for arg in [*arguments.posonlyargs, *arguments.args]]
        names += [arguments.vararg.arg] if arguments.vararg else []
        return names + [arg.arg for arg in arguments.kwonlyargs]

    def returns_to(self, form: Form, places: Sequence[Any]) -> None:
        """Have returns leave the function with the result in some places."""
        start, frame = form.result, self.frame
        changes_outside = any(
            isinstance(n, (ast.Nonlocal, ast.Global)) for n in form.function.nodes
        )
        releases = not has_pointers(start) and not changes_outside

        def on_return(value: Value) -> None:
            if self.is_code(value):
                if form.function.returns_at_end:
                    if not form.inline:
                        form.inline = self.unit.changed = True
                    self.b.ret(I32(0))
                    return
                value = self.collect(value, form)
            value = self.settle(value)
            joined = self.joiner.grown(form.result, value.type)
            if joined != form.result:
                form.result = joined
                self.unit.changed = True
            if form.result == start and not self.ended:
                self.put(places, self.convert(value, start))
                if releases:
                    self.end_region()
            if not self.ended:
                self.b.ret(I32(0))

        frame.on_return = on_return

    def run_function(self, frame: Frame) -> None:
        """Write a function that returns None at its end."""
        self.run_body(frame)
        if not self.ended:
            assert frame.on_return is not None
            frame.on_return(self.lift(None))

    def run_collecting(self, frame: Frame) -> None:
        """Write a generator that returns a list of what it yields."""
        leave = frame.on_return
        assert leave is not None
        made = self.new_list(self.site(frame.function, "collected"))
        self.inlining.append(frame.function)
        frame.on_yield = lambda item: self.append(made, item)
        frame.on_return = lambda value: leave(made)
        self.run_body(frame)
        if not self.ended:
            leave(made)

    def close(self) -> None:
        """End the function: what leads nowhere is never reached."""
        self.finish()
        for block in self.function.blocks:
            if not block.is_terminated:
                self.b.position_at_end(block)
                self.b.unreachable()

    def call_inline(
        self, function: Function, bound: Named, key: tuple[Any, ...], parent: Frame | None
    ) -> Value:
        """The result of a function whose code is put in line."""
        if function in self.inlining:
            raise Refusal("inline_recursion", name=function.name)
        outer = self.frame
        frame = self.new_frame(key, function, parent)
        self.frame = frame
        self.frames[key] = frame
        for name, value in bound.items():
            self.assign(name, value)
        made: list[tuple[Value, Any]] = []

        def on_return(value: Value) -> None:
            if not function.returns_at_end:
                if isinstance(self.held(value), Lazy):
                    value = self.collect(value, (key, len(made)))
                value = self.settle(value)
            made.append((value, self.b.block))
            if not function.returns_at_end:
                self.enter(self.block("returned"))

        frame.on_return = on_return
        self.inlining.append(function)
        handlers, self.handlers = self.handlers, list(self.handlers)
        self.run_body(frame)
        self.inlining.pop()
        self.handlers = handlers
        if not function.returns_at_end and not self.ended:
            on_return(self.lift(None))
        self.frame = outer
        if not made:
            return Value(NEVER)
        if function.returns_at_end:
            return made[0][0]
        return self.meet(made, self.block("inlined"))

    def _generate(
        self, function: Function, bound: dict[str, Value], key: Any, parent: Frame | None,
        node: Any, closure: Closure | None,
    ) -> Value:  # fmt: skip
        """The items that a generator yields."""

        def each(body: Body) -> None:
            if function in self.inlining or len(function.yields) > MOST_YIELDS:
                self.iterate(self._collected(function, bound, parent, closure), body)
                return
            self.inlining.append(function)
            try:
                self.iterate_generator(function, key, parent, lambda: self._bind_all(bound), body)
            finally:
                self.inlining.pop()

        return self.lazy((key_of(node), id(function)), each)

    def _bind_all(self, bound: Named) -> None:
        self.frames[self.frame.key] = self.frame
        for name, value in bound.items():
            self.assign(name, value)

    def _collected(
        self, function: Function, bound: Named, parent: Frame | None, closure: Closure | None
    ) -> Value:
        """The items of a generator that calls itself, as a list."""
        values = list(bound.values())
        form = self.unit.form(function, values, ("collected", closure))
        form.collects, form.closure = True, closure
        return self.call_form(form, values, parent)

    def made_by(self, factory: Any, kind: DictOf) -> Value:
        """What the factory of a defaultdict makes."""
        return self.call_python(factory, [], {}, ("made", id(kind.value_site.root())))

    # Anything that can be called.

    def is_code(self, value: Value) -> bool:
        """Whether a value is a function or a loop that only makes sense in its frame."""
        return self.held(value) is not None or isinstance(value.const, Closure)

    def call_method(
        self, receiver: Value, name: str, given: list[Value], named: dict[str, Value], node: Any
    ) -> Value:
        """The result of a method of one of Python's own types."""
        from adversario.native.compiler.plain.library.registry import method_result

        return method_result(self, receiver, name, given, named, node)

    def call(
        self, function: Value, given: list[Value], named: dict[str, Value], node: Any
    ) -> Value:
        """The result of calling a value."""
        if isinstance(function.type, Never):
            return Value(NEVER)
        found = self.held(function) or unwrap_cached(function.const)
        if isinstance(found, tuple):
            return self.call_method(found[0], found[1], given, named, node)
        if isinstance(found, Closure):
            return self.call_function(found.function, given, named, node, found)
        if isinstance(found, Bound):
            return self.call_python(found.function, [found.receiver, *given], named, node)
        if isinstance(found, Getter):
            return self._get_from(given[0], found, node)
        if isinstance(found, BuiltinMethodType) and isinstance(found.__self__, CONSTANTS):
            owner = self.lift(found.__self__)
            if found.__name__ == "__getitem__" and len(given) == 1:
                return self.item(owner, given[0])
            return self.call_method(owner, found.__name__, given, named, node)
        if isinstance(found, MethodType):
            receiver = self.lift(found.__self__)
            return self.call_python(found.__func__, [receiver, *given], named, node)
        if isinstance(found, EnumMeta):
            return self.member_of(found, given[0])
        if is_record_class(found):
            if is_plain_class(found) and not dataclasses.is_dataclass(found):
                return self.new_instance(found, given, named, node)
            return self.new_record(found, given, named)
        return self.call_python(found, given, named, node)

    def attribute(self, value: Value, name: str, node: Any) -> Value:
        """Overridden by those who know attributes."""
        raise NotImplementedError

    def _get_from(self, value: Value, getter: Getter, node: Any) -> Value:
        if getter.items:
            made = [self.item(value, self.lift(name)) for name in getter.names]
        else:
            made = [self.attribute(value, name, (node, name)) for name in getter.names]
        if len(made) == 1:
            return made[0]
        made = [self.settle(item) for item in made]
        kinds = tuple(item.type for item in made)
        return Value(Tuple(kinds), tuple(part for item in made for part in item.parts))

    def call_python(
        self, found: Any, given: list[Value], named: dict[str, Value], node: Any
    ) -> Value:
        """The result of a Python function, of the game's or of Python's own."""
        from adversario.native.compiler.plain.library.registry import BUILTINS

        found = unwrap_cached(found)
        known = BUILTINS.get(found) if is_hashable(found) else None
        if known is not None:
            folded = self.fold_call(found, given, named)
            if folded is None:
                return known(self, node, given, named)
            return self.iterator_over(folded, node) if found in LISTED else folded
        if isinstance(found, FunctionType):
            return self.call_function(function_of(found, self.owner_of(found)), given, named, node)
        raise Refusal("callable", name=getattr(found, "__qualname__", type(found).__name__))

    def owner_of(self, function: FunctionType) -> type | None:
        """The class of the game that a method belongs to, for `super()`."""
        for cls in type(self.unit.game).__mro__:
            if unwrap_cached(vars(cls).get(function.__name__)) is function:
                return cls
        found = function.__globals__.get(function.__qualname__.rpartition(".")[0])
        return found if isinstance(found, type) else None

    def fold_call(self, found: Any, given: Sequence[Value], named: Named) -> Value | None:
        """The result of a call whose arguments are all known; None if it has to run."""
        if found not in FOLDED and found not in LISTED:
            return None
        given = [self.known_items_of(value) for value in given]
        values = [*given, *named.values()]
        if not all(value.is_known and is_plain(value.const) for value in values):
            return None
        try:
            made = found(*(v.const for v in given), **{n: v.const for n, v in named.items()})
            if found in LISTED:
                made = tuple(made)
                if len(made) > 20_000:
                    return None
        except Exception:
            return None
        return self.lift(made)

    def new_instance(self, cls: Any, given: Sequence[Value], named: Named, node: Any) -> Value:
        """An instance of a plain class."""
        raise NotImplementedError
