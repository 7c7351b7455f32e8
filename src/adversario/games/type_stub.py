"""The names of `adversario.games` for type checkers.

`python -m adversario.games.type_stub` writes them to `__init__.pyi`.
"""

from __future__ import annotations

from pathlib import Path

from adversario.games.registry import public_names

STUB = Path(__file__).with_name("__init__.pyi")


def type_stub() -> str:
    """The stub that declares every public name of the package."""
    found = sorted((module, name) for name, module in public_names().items())
    lines = [f"from {module} import {name} as {name}" for module, name in found]
    return "\n".join(["# Written by `make games`.", "# ruff: noqa: I001", "", *lines, ""])


if __name__ == "__main__":
    STUB.write_text(type_stub(), encoding="utf-8")
