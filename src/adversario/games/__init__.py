"""Games: one file of rules each, or a folder.

The registered classes are names of this package, as in `from adversario.games import ConnectFour`;
each is imported on first use. Type checkers read the names from `__init__.pyi`, which `make games`
writes.
"""

import sys
from importlib import import_module
from typing import Any


def __getattr__(name: str) -> Any:
    homes = {} if name.startswith("_") else _homes()
    if name not in homes:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(homes[name]), name)
    setattr(sys.modules[__name__], name, value)  # the next lookup does not call this function
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_homes()})


def _homes() -> dict[str, str]:
    """The module of every public name.

    The registry is imported late, as it is part of this package.
    """
    found: dict[str, str] = import_module(f"{__name__}.registry").public_names()
    return found
