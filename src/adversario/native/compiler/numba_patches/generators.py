"""Generators of compiled games, put into the loops that run over them.

Numba compiles what a generator does from one `yield` to the next as a function of its own, which
LLVM leaves alone unless it is small: its variables then live in memory, and each item costs a call.
Put into the loop they are registers again.
"""

from __future__ import annotations

from typing import Any

from numba.core.generators import GeneratorDescriptor

from adversario.native.compiler.numba_patches.inference import PREFIX

_descriptor: Any = GeneratorDescriptor
_described = getattr(_descriptor, "from_generator_fndesc", None)


def _inlined(kind: Any, func_ir: Any, fndesc: Any, gentype: Any, mangler: Any) -> Any:
    """What Numba knows of a generator's steps, to be inlined if they are a compiled game's."""
    assert _described is not None
    steps = _described.__func__(kind, func_ir, fndesc, gentype, mangler)
    if fndesc.modname.startswith(PREFIX):
        steps.inline = True
    return steps


if _described is not None:  # a release of Numba that goes about it differently is left as it is
    _descriptor.from_generator_fndesc = classmethod(_inlined)
