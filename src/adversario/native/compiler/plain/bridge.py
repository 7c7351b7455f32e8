"""Rules compiled from plain Python, as functions that kernels compiled by Numba can call.

Importing this module imports Numba.
"""

from __future__ import annotations

from typing import Any

import llvmlite.binding as llvm
import numba.core.typing.templates as numba_templates
from llvmlite import ir
from numba.core import cgutils as numba_cgutils
from numba.core import extending as numba_extending
from numba.core import imputils as numba_imputils
from numba.core import types as numba_types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.datamodel import models as numba_models
from numba.core.registry import cpu_target

from adversario.contract.capabilities import KEYS
from adversario.native.compiler.plain.data.machine import (
    CAPACITY,
    F64,
    I32,
    I64,
    ORDER,
    POINTER,
    RANGE,
)
from adversario.native.compiler.plain.errors import NoOrder, NoRange, NoRoom, RuleFault
from adversario.native.compiler.plain.kinds.types import Bool, Float
from adversario.native.compiler.plain.rules import LISTS, PARAMETERS, PREFIX, Analysis, Entry

# Numba has no types for mypy.
types: Any = numba_types
cgutils: Any = numba_cgutils
extending: Any = numba_extending
models: Any = numba_models
signature: Any = numba_templates.signature
iternext_impl: Any = numba_imputils.iternext_impl
lower_builtin: Any = numba_imputils.lower_builtin
RefType: Any = numba_imputils.RefType


class Library:
    """The module of LLVM with the rules of a game, made ready for Numba to link."""

    def __init__(self, analysis: Analysis, name: str) -> None:
        self.name = name
        self._text = str(analysis.module).replace(f'@"{PREFIX}', f'@"{name}_')
        self._made: Any = None

    def symbol(self, entry: Entry) -> str:
        """The name of a rule: another one for every game, as they share a process."""
        return f"{self.name}_{entry.symbol.removeprefix(PREFIX)}"

    def link(self, context: Any) -> None:
        """Have the code that is compiled now be linked with the rules."""
        context.active_code_library.add_linking_library(self._library())

    def address(self, entry: Entry) -> int:
        """The address of a rule's machine code."""
        return int(self._library().get_pointer_to_function(self.symbol(entry)))

    def _library(self) -> Any:
        if self._made is None:
            with global_compiler_lock:
                library = cpu_target.target_context.codegen().create_library(self.name)
                like = library.create_ir_module(self.name)
                module = llvm.parse_assembly(self._text)
                module.triple, module.data_layout = like.triple, like.data_layout
                module.name = self.name
                module.verify()
                library.add_llvm_module(module)
                library.finalize()
                self._made = library
        return self._made


_libraries: dict[str, Library] = {}


def library_of(analysis: Analysis, name: str) -> Library:
    """The library of that name, which is made once in a process."""
    if name not in _libraries:
        _libraries[name] = Library(analysis, name)
    return _libraries[name]


class Items(types.SimpleIterableType):  # type: ignore[misc]
    """What a rule returned: several items in memory of the function that called it."""

    def __init__(self, item: Any, words: int, chances: bool) -> None:
        self.item, self.words, self.chances = item, words, chances
        name = f"Items({item}, {words}, {chances})"
        super().__init__(name, ItemsIterator(name, self))


class ItemsIterator(types.SimpleIteratorType):  # type: ignore[misc]
    """An iterator over such items."""

    def __init__(self, name: str, source: Items) -> None:
        self.source = source
        super().__init__(f"Iterator({name})", source.item)


@extending.register_model(Items)
class _ItemsModel(models.PrimitiveModel):  # type: ignore[misc]
    """The address of the items."""

    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, POINTER)


@extending.register_model(ItemsIterator)
class _IteratorModel(models.StructModel):  # type: ignore[misc]
    """The address of the items, and a place for the number of the next one."""

    def __init__(self, manager: Any, kind: Any) -> None:
        members = [("items", kind.source), ("index", types.EphemeralPointer(types.intp))]
        super().__init__(manager, kind, members)


@lower_builtin("getiter", Items)  # type: ignore[untyped-decorator]
def _getiter(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    made = context.make_helper(builder, sig.return_type)
    made.items = args[0]
    index = cgutils.alloca_once(builder, I64)
    builder.store(I64(0), index)
    made.index = index
    return made._getvalue()


@lower_builtin("iternext", ItemsIterator)  # type: ignore[untyped-decorator]
@iternext_impl(RefType.UNTRACKED)  # type: ignore[untyped-decorator]
def _iternext(context: Any, builder: Any, sig: Any, args: Any, result: Any) -> None:
    (kind,) = sig.args
    source = kind.source
    made = context.make_helper(builder, kind, value=args[0])
    index = builder.load(made.index)
    words = builder.bitcast(made.items, I64.as_pointer())
    valid = builder.icmp_signed("<", index, builder.load(words))
    result.set_valid(valid)
    with builder.if_then(valid):
        start = builder.add(I64(1), builder.mul(index, I64(source.words)))
        count = source.words - 1 if source.chances else source.words
        found = [
            builder.load(builder.gep(words, [builder.add(start, I64(i))])) for i in range(count)
        ]
        item = source.item.types[0] if source.chances else source.item
        value = found[0]
        if isinstance(item, types.Float):
            value = builder.bitcast(value, F64)
        elif isinstance(item, types.UniTuple):
            value = context.make_tuple(builder, item, found)
        if source.chances:
            chance = builder.bitcast(
                builder.load(builder.gep(words, [builder.add(start, I64(count))])), F64
            )
            value = context.make_tuple(builder, source.item, [value, chance])
        result.yield_(value)
        builder.store(builder.add(index, I64(1)), made.index)


def tuple_of(count: int) -> Any:
    """Numba's type of several words; one word is a number."""
    return types.int64 if count == 1 else types.UniTuple(types.int64, count)


class Bridge:
    """The functions of a game's rules for Numba."""

    def __init__(self, analysis: Analysis, name: str) -> None:
        self.analysis, self.library = analysis, library_of(analysis, name)
        self.state = types.UniTuple(types.int64, analysis.state_words)
        self.action = tuple_of(analysis.action_words)

    def function(self, rule: str) -> Any:
        """The function for a rule."""
        entry = self.analysis.entries[rule]
        expected = [
            {"state": self.state, "action": self.action}.get(name, types.int64)
            for name in PARAMETERS[rule]
        ]
        result, size = self._result(entry)

        def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            self.library.link(context)
            given = [
                _to_memory(builder, name, kind, value)
                for name, kind, value in zip(PARAMETERS[rule], expected, args, strict=True)
            ]
            room = cgutils.alloca_once(builder, ir.ArrayType(I64, size))
            out = builder.bitcast(room, POINTER)
            kind = ir.FunctionType(I32, [*(each.type for each in given), POINTER])
            function = cgutils.get_or_insert_function(
                builder.module, kind, self.library.symbol(entry)
            )
            status = builder.call(function, [*given, out])
            _raise(context, builder, status)
            return _from_memory(context, builder, result, out)

        if len(expected) == 1:

            @extending.intrinsic  # type: ignore[untyped-decorator]
            def one(typingctx: Any, state: Any) -> Any:
                return signature(result, *expected), build

            return one

        @extending.intrinsic  # type: ignore[untyped-decorator]
        def two(typingctx: Any, state: Any, other: Any) -> Any:
            return signature(result, *expected), build

        return two

    def _result(self, entry: Entry) -> tuple[Any, int]:
        """Numba's type of a result, and the words that it takes."""
        words = self.analysis.state_words
        if entry.rule in LISTS:
            item: Any = types.float64 if entry.rule == "priors" else self.action
            item = self.state if entry.rule == "symmetries" else item
            if entry.rule == "chances":
                item = types.Tuple((self.action, types.float64))
            found = Items(item, entry.words, entry.rule == "chances")
            return found, 1 + entry.words * entry.most
        if entry.rule == "features":
            return types.UniTuple(types.float64, entry.most), entry.most
        if entry.rule in ("result", "pass_turn"):
            return self.state, words
        if entry.rule in KEYS:
            return types.UniTuple(types.int64, entry.words), entry.words
        if isinstance(entry.kind, Bool):
            return types.boolean, 1
        return (types.float64 if isinstance(entry.kind, Float) else types.int64), 1


def _to_memory(builder: Any, name: str, kind: Any, value: Any) -> Any:
    """An argument as the rules take it: words of memory for a state or an action, or a number."""
    if name not in ("state", "action"):
        return value
    if not isinstance(kind, types.UniTuple):
        place = cgutils.alloca_once(builder, I64)
        builder.store(value, place)
        return builder.bitcast(place, POINTER)
    place = cgutils.alloca_once(builder, ir.ArrayType(I64, kind.count))
    for index in range(kind.count):
        word = builder.gep(place, [I32(0), I32(index)])
        builder.store(builder.extract_value(value, index), word)
    return builder.bitcast(place, POINTER)


def _from_memory(context: Any, builder: Any, kind: Any, out: Any) -> Any:
    """A result that the rules wrote."""
    words = builder.bitcast(out, I64.as_pointer())
    if isinstance(kind, Items):
        return out
    if isinstance(kind, types.UniTuple):
        found = [builder.load(builder.gep(words, [I64(index)])) for index in range(kind.count)]
        if kind.dtype is types.float64:
            found = [builder.bitcast(word, F64) for word in found]
        return context.make_tuple(builder, kind, found)
    value = builder.load(words)
    if kind is types.float64:
        return builder.bitcast(value, F64)
    if kind is types.boolean:
        return builder.icmp_signed("!=", value, I64(0))
    return value


def _raise(context: Any, builder: Any, status: Any) -> None:
    with builder.if_then(builder.icmp_signed("!=", status, I32(0)), likely=False):
        with builder.if_then(builder.icmp_signed("==", status, I32(CAPACITY)), likely=False):
            context.call_conv.return_user_exc(builder, NoRoom, ())
        with builder.if_then(builder.icmp_signed("==", status, I32(RANGE)), likely=False):
            context.call_conv.return_user_exc(builder, NoRange, ())
        with builder.if_then(builder.icmp_signed("==", status, I32(ORDER)), likely=False):
            context.call_conv.return_user_exc(builder, NoOrder, ())
        context.call_conv.return_user_exc(builder, RuleFault, ())
