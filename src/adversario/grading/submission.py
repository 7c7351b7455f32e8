"""Submissions: the programs in a folder, each a file or a folder of its own."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from adversario.base.errors import InputError
from adversario.base.files import read_bytes
from adversario.base.suggest import did_you_mean

MOST_FILES, MOST_BYTES = 200, 20 << 20
"""The most files, and bytes, of a submission."""

RUNNING = frozenset({
    "__import__", "eval", "exec", "compile", "importlib", "builtins", "__builtins__",
})  # fmt: skip
"""Names with which other modules could be had unseen."""


@dataclass(frozen=True)
class Submission:
    """A student's program: `files` by their names in the program's folder, `main` among them.

    `main` is empty if there is no program, or more than one that could be it.
    """

    name: str
    files: Mapping[str, Path]
    main: str

    @cached_property
    def digest(self) -> str:
        """Of the names and the contents of the files."""
        found = sha256()
        for name, path in sorted(self.files.items()):
            data = read_bytes(path)
            found.update(f"{name}\0{len(data)}\0".encode() + data)
        return found.hexdigest()[:16]

    def forbidden(self, modules: tuple[str, ...]) -> tuple[str, int] | None:
        """A module of the list that the program imports, with the line; None if there is none.

        It reads the text, and so it sees plain imports only; with a list, names that could import
        otherwise are refused as well.
        """
        if not modules:
            return None
        for name, path in sorted(self.files.items()):
            if name.endswith(".py"):
                for module, line in _imported(read_bytes(path)):
                    if any(module == each or module.startswith(f"{each}.") for each in modules):
                        return module, line
                    if module in RUNNING:
                        return module, line
        return None


def _imported(source: bytes) -> Iterator[tuple[str, int]]:
    """The modules that a text imports, and the names it uses that can import, with their lines."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return  # loading it will say what is wrong
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((each.name, node.lineno) for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module, node.lineno
            yield from ((f"{node.module}.{each.name}", node.lineno) for each in node.names)
        elif isinstance(node, ast.Name) and node.id in RUNNING:
            yield node.id, node.lineno


def find_submissions(folder: Path, file: str = "") -> list[Submission]:
    """The submissions of a folder by name: Python files, and folders with such files.

    In a folder of its own, the program is `file`, or else the only Python file. Names that begin
    with a dot or an underscore are skipped. Raises InputError if there is nothing to grade.
    """
    if folder.suffix == ".py" and folder.is_file():
        return [Submission(folder.stem, {folder.name: folder}, folder.name)]
    if not folder.is_dir():
        raise InputError("grade.no_folder", folder=folder)
    found = []
    for path in sorted(folder.iterdir()):
        if path.name.startswith((".", "_")) or path.is_symlink():
            continue
        if path.is_file() and path.suffix == ".py":
            found.append(Submission(path.stem, {path.name: path}, path.name))
        elif path.is_dir():
            files = dict(_files_of(path))
            main = _main_of(files, file)
            if any(name.endswith(".py") for name in files):
                found.append(Submission(path.name, files, main))
    if not found:
        raise InputError("grade.no_programs", folder=folder)
    return found


def _files_of(folder: Path) -> Iterator[tuple[str, Path]]:
    size = 0
    paths = sorted(path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    for path in paths[:MOST_FILES]:
        size += path.stat().st_size
        if size > MOST_BYTES:
            return
        yield path.relative_to(folder).as_posix(), path


def _main_of(files: Mapping[str, Path], file: str) -> str:
    programs = [name for name in files if name.endswith(".py")]
    if file:
        return next((name for name in programs if Path(name).name == file), "")
    return programs[0] if len(programs) == 1 else ""


def named(submissions: list[Submission], name: str) -> Submission:
    """The submission of that name; raises InputError with the closest one."""
    for each in submissions:
        if each.name == name:
            return each
    known = [each.name for each in submissions]
    raise InputError("grade.no_student", name=name[:60], close=did_you_mean(name, known))
