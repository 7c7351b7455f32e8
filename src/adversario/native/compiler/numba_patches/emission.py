"""Machine code only for functions that Python calls.

Numba has LLVM emit the machine code of every function as soon as it is compiled. A function that
only compiled code calls is linked into its callers, optimised again there and emitted with them:
its own machine code would never run. Leaving it out saves a tenth of the time of compiling.
"""

from __future__ import annotations

from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.cpu import CPUContext

from adversario.native.compiler.numba_patches.inference import PREFIX

_context: Any = CPUContext
_library: Any = JITCodeLibrary
_executable = getattr(_context, "get_executable", None)
_emit = getattr(_library, "_finalize_final_module", None)


def _prepare(self: Any, library: Any, fndesc: Any, env: Any) -> Any:
    """What Python calls; a key that stands for it if the function has no wrapper for Python."""
    assert _executable is not None
    if not fndesc.modname.startswith(PREFIX) or _has_wrapper(library, fndesc):
        return _executable(self, library, fndesc, env)
    library.is_only_linked = True
    return object()


def _has_wrapper(library: Any, fndesc: Any) -> bool:
    """Whether Python can call a function: what was read from disk was stored for that."""
    if library._finalized:
        return True
    try:
        library.get_function(fndesc.llvm_cpython_wrapper_name)
    except NameError:
        return False
    return True


def _finish(self: Any) -> None:
    """Emit the machine code of a library, unless it is only linked into others."""
    assert _emit is not None
    if not vars(self).get("is_only_linked"):
        _emit(self)
        return
    self._finalize_dynamic_globals()
    self._verify_declare_only_symbols()
    self._finalized = True


if _executable is not None and _emit is not None:  # another release of Numba is left as it is
    _context.get_executable = _prepare
    _library._finalize_final_module = _finish
