"""Items of tuples and arrays in compiled rules: the one that Python finds, or IndexError.

Importing this module imports Numba.
"""

from __future__ import annotations

import operator
from typing import Any

from numba import types
from numba.core import cgutils
from numba.core.imputils import impl_ret_borrowed
from numba.np.arrayobj import load_item

from adversario.native.compiler.exact.building import (
    WORD,
    delegate,
    intrinsic,
    is_whole,
    raise_always,
    raise_if,
    unliteral,
    wide,
)

_borrowed: Any = impl_ret_borrowed
_item_pointer: Any = cgutils.get_item_pointer
_load_item: Any = load_item


def _place(context: Any, builder: Any, length: Any, index: Any, kind: Any, loc: Any) -> Any:
    """The index counted from the start; IndexError if there is no such item."""
    usual = builder.block
    beyond = builder.icmp_unsigned(">=", index, length)
    with builder.if_then(beyond, likely=False):
        from_end = builder.add(index, length) if kind == types.int64 else index
        bad = builder.icmp_unsigned(">=", from_end, length)
        raise_if(context, builder, bad, IndexError, "index out of range", loc)
        after = builder.block
    place = builder.phi(WORD)
    place.add_incoming(index, usual)
    place.add_incoming(from_end, after)
    return place


def _typed_index(context: Any, items: Any, index: Any) -> Any:
    """The item of an array or a tuple: `items[index]`."""
    if isinstance(items, types.BaseTuple) and isinstance(index, types.IntegerLiteral):
        return _known_item(items, index)
    alike = (types.Array, types.UniTuple, types.NamedUniTuple)
    if not is_whole(index) or not isinstance(items, alike):
        return delegate(context, operator.getitem, (items, unliteral(index)))
    inner = context.resolve_function_type(operator.getitem, (items, types.int64), {})
    if inner is None:
        return None
    kind = wide(index)

    if not isinstance(items, types.Array):
        return items.dtype(items, kind), _item_of_alike

    def build(context: Any, builder: Any, signature: Any, values: Any, loc: Any) -> Any:
        array = context.make_array(items)(context, builder, values[0])
        length = builder.extract_value(array.shape, 0)
        place = _place(context, builder, length, values[1], kind, loc)
        if items.ndim > 1:
            return context.get_function(operator.getitem, inner)(builder, (values[0], place), loc)
        pointer = _item_pointer(context, builder, items, array, [place], wraparound=False)
        return _load_item(context, builder, items, pointer)

    return inner.return_type(inner.args[0], kind), build


def _item_of_alike(context: Any, builder: Any, signature: Any, values: Any, loc: Any) -> Any:
    """The item of a tuple whose items have one type: a case for each place, from both ends."""
    count, signed = signature.args[0].count, signature.args[1] == types.int64
    outside, done = (builder.append_basic_block(name) for name in ("outside", "found"))
    switch = builder.switch(values[1], outside)
    with builder.goto_block(outside):
        raise_always(context, builder, IndexError, "index out of range", loc)
    with builder.goto_block(done):
        found = builder.phi(context.get_value_type(signature.return_type))
    for place in range(count):
        case = builder.append_basic_block(f"place_{place}")
        switch.add_case(WORD(place), case)
        if signed:
            switch.add_case(WORD(place - count), case)
        with builder.goto_block(case):
            found.add_incoming(builder.extract_value(values[0], place), case)
            builder.branch(done)
    builder.position_at_end(done)
    return _borrowed(context, builder, signature.return_type, found)


def _known_item(items: Any, index: Any) -> Any:
    """The item of a tuple, which may have items of several types, at a place that is known."""
    place = index.literal_value
    if not -len(items) <= place < len(items):
        return None

    def build(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        found = builder.extract_value(values[0], place % len(items))
        return _borrowed(context, builder, signature.return_type, found)

    return items[place](items, index), build


checked_index = intrinsic(_typed_index, literal=True)
