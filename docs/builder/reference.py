"""The reference of public names, from `docs/api.md` and the docstrings."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from staging import ROOT, write

TABLE_ROW = re.compile(r"^\| (`adversario.*?) \| (.*) \|$", re.MULTILINE)
MODULE = re.compile(r"`([\w.]+)`")
INTRODUCTION = """Reference
=========

The public names, from their docstrings. What "public" means is in :doc:`What is public </api>`.

.. toctree::
   :maxdepth: 1

"""


def write_reference(folder: Path) -> None:
    """Write a page for each public module, and an index of them."""
    modules = list(dict.fromkeys(public_modules()))
    homes: dict[int, str] = {}
    for module in modules:
        write(folder / "reference" / f"{module}.rst", page_of(module, homes))
    listed = "".join(f"   {module}\n" for module in modules)
    write(folder / "reference" / "index.rst", INTRODUCTION + listed)


def public_modules() -> Iterator[str]:
    """The modules in the table of `docs/api.md`, in its order."""
    table = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    for row in TABLE_ROW.finditer(table):
        yield from MODULE.findall(row[1])


def page_of(name: str, homes: dict[int, str]) -> str:
    """The page of a module: its docstring, then its public names.

    What another page documents already is referred to; `homes` has the page of each object.
    """
    module = import_module(name)
    parts = [f"{name}\n{'=' * len(name)}\n", f".. automodule:: {name}\n   :no-members:\n"]
    elsewhere: dict[str, list[str]] = {}
    for public in public_names(module):
        value = getattr(module, public)
        home = homes.setdefault(id(value), name) if callable(value) else name
        if home == name:
            parts.append(entry(f"{name}.{public}", value))
        else:
            elsewhere.setdefault(home, []).append(f"`{public}`")
    for home, names in elsewhere.items():
        parts.append(f"In :doc:`{home}`: {', '.join(names)}.\n")
    return "\n".join(parts)


def public_names(module: ModuleType) -> list[str]:
    """The names of `__all__`; or else the functions and classes that the module defines."""
    named = getattr(module, "__all__", None)
    if named is not None:
        return sorted(named, key=str.lower)
    return [
        name
        for name, value in vars(module).items()
        if not name.startswith("_") and getattr(value, "__module__", "") == module.__name__
    ]


def entry(path: str, value: Any) -> str:
    """The directive that documents a name."""
    if inspect.isclass(value):
        kind = "exception" if issubclass(value, BaseException) else "class"
        return f".. auto{kind}:: {path}\n   :members:\n"
    if inspect.ismodule(value):
        return f".. py:module:: {path}\n"
    if callable(value):
        return f".. autofunction:: {path}\n"
    return f".. autodata:: {path}\n"
