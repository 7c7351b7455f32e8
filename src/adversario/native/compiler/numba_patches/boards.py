"""Boards stay boards: a variable that is a uint64 here and a number such as 0 there is a uint64.

Numba goes by NumPy's rule for uint64 and int64, which makes them floats and loses the lowest bits.
"""

from __future__ import annotations

from threading import local
from typing import Any

from numba.core import types
from numba.core.typeinfer import TypeInferer
from numba.core.types.abstract import Number

from adversario.native.compiler.numba_patches.inference import PREFIX

_inferer: Any = TypeInferer
_number: Any = Number
_unify = getattr(_number, "unify", None)
_thread = local()
"""`ours` is whether the code whose types this thread infers is a compiled game's."""


def _unified(self: Any, context: Any, other: Any) -> Any:
    """The type of what is of either type."""
    assert _unify is not None
    if getattr(_thread, "ours", False):
        for board, literal in ((self, other), (other, self)):
            if board == types.uint64 and isinstance(literal, types.IntegerLiteral):
                return board if literal.literal_value >= 0 else None
    return _unify(self, context, other)


def _marked(step: Any) -> Any:
    """A step of type inference that notes whose code it is about."""

    def marked(self: Any, *arguments: Any, **named: Any) -> Any:
        before = getattr(_thread, "ours", False)
        _thread.ours = self.func_id.modname.startswith(PREFIX)
        try:
            return step(self, *arguments, **named)
        finally:
            _thread.ours = before

    return marked


if _unify is not None:  # a release of Numba that goes about it differently is left as it is
    _number.unify = _unified
    for _name in ("propagate", "unify"):
        setattr(_inferer, _name, _marked(getattr(_inferer, _name)))
