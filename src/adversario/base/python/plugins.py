"""Python files of users: loaded by their path, with errors reported by file and line.

Such a file is a module under a name of its own, made of its stem and a digest of its path and
contents. So a user's `random.py` does not replace the standard module, files of one stem in two
folders are two modules, a file that was edited is a new module, and the name is the same in every
process that loads the file, which pickling relies on (see `Portable`).
"""

from __future__ import annotations

import importlib.util
import pickle
import re
import sys
import traceback
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any, Generic, TypeVar

from adversario.base.errors import InputError, describe_error
from adversario.base.files import read_errors, require_file

T = TypeVar("T")

PREFIX = "adversario_user_"
"""Names of users' modules start with this."""

_files: dict[str, Path] = {}
"""The files of the users' modules that are loaded, by the module's name."""

_sources: dict[str, bytes] = {}
"""Their contents when they were loaded."""


def load_user_module(path: Path) -> ModuleType:
    """The module of a Python file; raises InputError if there is no such file, or if it fails.

    As with `import`, a file that was loaded before and has not changed is not executed again.
    """
    name, contents = _read_module(path)
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise InputError("file.missing", file=path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name], _files[name], _sources[name] = module, path, contents
    try:
        spec.loader.exec_module(module)
    except BaseException as error:
        del sys.modules[name]
        raise user_fault(error) or error from None
    return module


def loaded_source(name: str) -> bytes | None:
    """The contents of a user's file when it was loaded, by the name of its module."""
    return _sources.get(name)


def split_user_path(text: str) -> tuple[Path, str] | None:
    """The two parts of `file.py:rest`; None for a text that is not the path of a Python file."""
    file, dot_py, rest = text.partition(".py")
    if not dot_py or (rest and not rest.startswith(":")):
        return None
    return Path(file + dot_py), rest.removeprefix(":")


def user_fault(error: BaseException) -> InputError | None:
    """The error as one of a user's file, with its line; None if it was raised elsewhere.

    What an error was raised from counts too, such as the StopIteration that Python turns into a
    RuntimeError.
    """
    if not isinstance(error, Exception):
        return None
    frames = [(f.filename, f.lineno) for f in traceback.extract_tb(error.__traceback__)]
    if isinstance(error, SyntaxError):
        frames.append((error.filename or "", error.lineno))
    users = {str(file.absolute()) for file in _files.values()}
    for file, line in reversed(frames):
        if file in users:
            problem = describe_error(error)
            return InputError("user_file.broken", file=file, line=line, problem=problem)
    return None if error.__cause__ is None else user_fault(error.__cause__)


@dataclass(frozen=True)
class Portable(Generic[T]):
    """A value with classes of users' files that other processes can unpickle.

    They load the files before the value, from the same paths.
    """

    value: T

    def __reduce__(self) -> tuple[Any, ...]:
        data = pickle.dumps(self.value)
        files = [str(file.resolve()) for name, file in _files.items() if name.encode() in data]
        return _restore, (tuple(files), data)


def _restore(files: tuple[str, ...], data: bytes) -> Portable[Any]:
    for file in files:
        load_user_module(Path(file))
    return Portable(pickle.loads(data))


def _read_module(path: Path) -> tuple[str, bytes]:
    """The name of the module of a file, and the contents of the file."""
    require_file(path)
    with read_errors(path):
        contents = path.read_bytes()
    digest = sha256(str(path.resolve()).encode() + b"\0" + contents).hexdigest()
    return PREFIX + re.sub(r"\W", "_", path.stem) + "_" + digest[:12], contents
