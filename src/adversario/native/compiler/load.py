"""A program brought to life: a module whose functions Numba compiles, or finds on disk."""

from __future__ import annotations

import linecache
import sys
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from threading import Lock
from types import ModuleType
from typing import Any

import numba
import numpy as np

from adversario.base.errors import InputError
from adversario.base.process.shield import shielded
from adversario.native.compiler import callbacks, intrinsics, vectors
from adversario.native.compiler.cache.entries import (
    DiskCache,
    digest,
    environment,
    program_folder,
    write_entry,
)
from adversario.native.compiler.cache.sharing import share_functions
from adversario.native.compiler.constants import FOLDED
from adversario.native.compiler.exact import (
    building,
    checked,
    comparisons,
    conversions,
    extremes,
    items,
)
from adversario.native.compiler.exact.operators import FUNCTIONS
from adversario.native.compiler.numba_patches import boards, emission, generators, inference
from adversario.native.compiler.numba_patches.inference import PREFIX
from adversario.native.compiler.program import Program
from adversario.native.compiler.shapes import LARGE, encoder, flattener

VERIFIED = "verified"
"""The file, or attribute, that says that all the rules of a program compile."""

LOADED = "loaded"
"""The attribute of modules that are programs; others are there for their name only."""

NEVER = np.zeros(1, np.bool_)
"""What is never set, for functions that look whether to stop."""

EXACT = (checked, comparisons, conversions, extremes, items)
"""The modules of what the arithmetic of rules becomes."""

TWINS = (intrinsics, vectors, callbacks)
"""The modules of the compiled twins of functions."""

_LOCK = Lock()


class Loaded:
    """A program and its module. The same program always has the same module in one process."""

    def __init__(self, program: Program) -> None:
        self.program, self.text = program, program.text()
        constants = sorted(program.constants.items(), key=lambda item: item[0])
        twins = sorted(program.twins.items())
        machine = _machine_text(program)
        parts = (self.text, *constants, *twins, machine, *environment(), *self._more_parts())
        self.digest = digest(parts)
        large = any(getattr(value, "nbytes", 0) > FOLDED for _, value in constants)
        # Machine code of functions that call each other crashes when it is read back (Numba 0.68).
        self.has_circles = program.has_circles()
        cacheable = not large and not self.has_circles
        self.folder = program_folder(self.digest) if cacheable else None
        with _LOCK:
            known = sys.modules.get(PREFIX + self.digest)
            is_program = known is not None and hasattr(known, LOADED)
            self.module: ModuleType = known if known and is_program else self._execute()
        self.natives = {
            cls: getattr(self.module, native.__qualname__)
            for cls, native in program.natives.items()
        }

    def _execute(self) -> ModuleType:
        """Make the module. It must be known by name before any of its code is read back."""
        name, program = PREFIX + self.digest, self.program
        module = ModuleType(name)
        names = vars(module)
        names.update(program.constants)
        for native in program.natives.values():
            native.__module__ = name
            # Numba names types by it, and compares unions of types by their names alone.
            native.__name__ = f"{native.__qualname__}_{self.digest[:16]}"
        names.update({name: _twin(twin) for name, twin in program.twins.items()})
        names.update(
            compiled=intrinsics.compiled, inlined=intrinsics.inlined,
            # Functions that call each other in a circle find each other by their addresses.
            internal=intrinsics.compiled if self.has_circles else intrinsics.internal,
            rule=intrinsics.emitted_rule if self.has_circles else intrinsics.rule,
            float_word=intrinsics.float_word,
            bits_float=intrinsics.bits_float,
            sized=intrinsics.sized,
            int64=numba.int64, uint64=numba.uint64, float64=numba.float64, boolean=numba.boolean,
            never=NEVER,
        )  # fmt: skip
        names.update(exact_functions())
        names.update(self._more_names())
        exec(compile(self.text, self.file, "exec"), names)
        share_functions(program, names)
        setattr(module, LOADED, True)
        linecache.cache[self.file] = len(self.text), None, self.text.splitlines(True), self.file
        for entry in program.entries:
            _shield(names[entry])
            if self.folder is not None:
                names[entry]._cache = DiskCache(self.folder, entry)
        sys.modules[name] = module
        return module

    def _more_names(self) -> dict[str, Any]:
        """What else the module has, if its rules come from elsewhere."""
        return {}

    def _more_parts(self) -> tuple[str, ...]:
        """What else the compiled code depends on."""
        return ()

    @property
    def file(self) -> str:
        """The name of the text in messages of Numba's."""
        return f"<adversario {self.digest[:12]}>"

    def is_verified(self) -> bool:
        """Whether it is known that all the rules compile."""
        kept = self.folder is not None and (self.folder / VERIFIED).exists()
        return kept or hasattr(self.module, VERIFIED)

    def set_verified(self) -> None:
        """Remember that all the rules compile."""
        setattr(self.module, VERIFIED, True)
        if self.folder is not None:
            write_entry(self.folder / VERIFIED, b"")

    @cached_property
    def _encode_state(self) -> Any:
        assert self.program.state is not None
        return encoder(self.program.state, self.natives, np.uint64)

    def encode(self, state: Any) -> Any:
        """A state as compiled code has it."""
        try:
            return self._encode_state(state)
        except (TypeError, ValueError, AttributeError, OverflowError):
            game = self.program.game
            raise InputError("native.shape", game=game.name, state=repr(state)) from None

    @cached_property
    def _flatten(self) -> Any:
        assert self.program.state is not None
        return flattener(self.program.state)

    def words(self, states: Sequence[Any]) -> Any:
        """States as the words that compiled code loads them from, a row for each."""
        try:
            rows = [self._flatten(state) for state in states]
            try:
                return np.array(rows, np.int64)
            except OverflowError:  # boards with the topmost bit set
                return np.array(
                    [[word & (2 * LARGE - 1) for word in row] for row in rows], np.uint64
                )
        except (TypeError, ValueError, AttributeError):
            game = self.program.game
            raise InputError("native.shape", game=game.name, state=repr(states[0])) from None

    @cached_property
    def _classes(self) -> dict[type, Any]:
        return {native: cls for cls, native in self.natives.items()}

    def decode(self, value: Any) -> Any:
        """A state or an action as the game has it."""
        if not isinstance(value, tuple):
            return value
        items = tuple(self.decode(item) for item in value)
        cls = self._classes.get(type(value))
        return items if cls is None else cls(*items)


def exact_functions() -> dict[str, Any]:
    """What rules with exact arithmetic call, by name."""
    return {
        name: next(vars(module)[name] for module in EXACT if name in vars(module))
        for name in FUNCTIONS
    }


def _shield(dispatcher: Any) -> None:
    """Keep Ctrl-C out of the compiler, which runs when the function is first called."""
    compile_for = dispatcher._compile_for_args
    dispatcher._compile_for_args = lambda *given, **named: shielded(
        lambda: compile_for(*given, **named)
    )


def _twin(name: str) -> Any:
    """What compiled code has in place of a function of that name."""
    return getattr(next(each for each in TWINS if hasattr(each, name)), name)


def _machine_text(program: Program) -> str:
    modules = [intrinsics, building, *EXACT, boards, emission, inference, generators]
    twins = {name for name in program.twins.values() if not hasattr(intrinsics, name)}
    modules += [more for more in TWINS[1:] if any(hasattr(more, name) for name in twins)]
    return "".join(Path(str(each.__file__)).read_text(encoding="utf-8") for each in modules)
