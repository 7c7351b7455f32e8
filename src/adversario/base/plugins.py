"""Python files of the user's own: loaded by their path, their faults told with file and line."""

from __future__ import annotations

import importlib.util
import sys
import traceback
from pathlib import Path
from types import ModuleType

from adversario.base.errors import InputError

OWN_FILES: set[str] = set()
"""The files of the user's own that were loaded."""


def load_own(path: Path) -> ModuleType:
    """The module that the file makes; InputError if there is none, or if it fails."""
    if not path.is_file():
        raise InputError("file.missing", file=path)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise InputError("file.missing", file=path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    OWN_FILES.add(str(path))
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise fault_of_own_file(error) or error from None
    return module


def split_own(text: str) -> tuple[Path, str] | None:
    """`file.py:rest` as its two parts; None for a text that names no Python file."""
    file, dot_py, rest = text.partition(".py")
    if not dot_py or (rest and not rest.startswith(":")):
        return None
    return Path(file + dot_py), rest.removeprefix(":")


def fault_of_own_file(error: BaseException) -> InputError | None:
    """The error as one of the user's own file, with its line, if it arose there."""
    frames = [(f.filename, f.lineno) for f in traceback.extract_tb(error.__traceback__)]
    if isinstance(error, SyntaxError):
        frames.append((error.filename or "", error.lineno))
    for file, line in reversed(frames):
        if file in OWN_FILES:
            problem = f"{type(error).__name__}: {error}"
            return InputError("cli.broken_file", file=file, line=line, problem=problem)
    return None
