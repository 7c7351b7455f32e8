"""Type inference with a memory: Numba asks the same questions again and again.

To know what a function that calls itself returns, Numba infers its types without these calls, and
does so again for every such call and in every round of inference. The answer is the same unless
another type of result was found meanwhile. What an operator returns for numbers of given types is
looked for among all its overloads, every time it occurs, and that answer never changes (who adds an
overload makes another function type), so it is remembered for all code.
"""

from __future__ import annotations

from typing import Any

from numba.core import types
from numba.core.errors import NumbaError
from numba.core.typeinfer import TypeInferer
from numba.core.types.functions import BaseFunction

PREFIX = "adversario_compiled_"
"""How the names of modules of compiled games start; code of others is left alone."""

NUMBERS = (types.Number, types.Boolean)
"""The types of arguments for which the signature of a call is remembered."""

_inferer: Any = TypeInferer
_function: Any = BaseFunction
_unliteral: Any = types.unliteral
_call_type = getattr(_function, "get_call_type", None)
_inferred = getattr(_inferer, "return_types_from_partial", None)


def _remembered(self: Any) -> Any:
    """The type of a function's results, as far as it is known without its calls of itself."""
    assert _inferred is not None
    if not self.func_id.modname.startswith(PREFIX):
        return _inferred(self)
    known = vars(self).setdefault("_types_from_partial", {})
    names = [var.name for var in self._get_return_vars() if var.name in self.typevars]
    variables = [self.typevars[name] for name in names]
    found = frozenset(_unliteral(var.getone()) for var in variables if var.defined)
    if found not in known:
        known[found] = _inferred(self)
    return known[found]


def _known_call(self: Any, context: Any, args: tuple[Any, ...], kws: Any) -> Any:
    """The signature of a call of a function or operator; looked up if all arguments are numbers."""
    assert _call_type is not None
    if kws or not all(isinstance(each, NUMBERS) for each in args):
        return _call_type(self, context, args, kws)
    known = vars(self).setdefault("_calls_with_numbers", {})
    if args not in known:
        known[args] = _call_type(self, context, args, kws)
    return known[args]


if _call_type is not None:
    _function.get_call_type = _known_call

if _inferred is not None:  # a release of Numba that goes about it differently is left as it is
    _inferer.return_types_from_partial = _remembered


def general(dispatcher: Any) -> Any:
    """Have a function compiled for numbers, not once more for every literal that it is called with.

    If it does not compile for numbers, it still is for the literals.
    """
    template = dispatcher.get_call_template

    def get_call_template(args: Any, kws: Any) -> Any:
        plain = tuple(map(_unliteral, args))
        named = {name: _unliteral(kind) for name, kind in kws.items()}
        try:
            return template(plain, named)
        except NumbaError:
            if (plain, named) == (tuple(args), dict(kws)):
                raise
            return template(args, kws)

    dispatcher.get_call_template = get_call_template
    return dispatcher
