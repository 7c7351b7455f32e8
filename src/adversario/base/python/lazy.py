"""Names that a package loads on first use (PEP 562)."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Sequence
from typing import Any


def lazy_names(
    package: str, names: Sequence[str]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """The `__getattr__` and `__dir__` of a package whose `names` are imported on first use.

    Their modules are those of the imports under `if TYPE_CHECKING:` in the package's own source, so
    that type checkers and the running program read the same list.
    """
    homes: dict[str, tuple[str, str]] = {}

    def __getattr__(name: str) -> Any:  # noqa: N807 (named as the package has to name it)
        if name not in names:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        if not homes:
            homes.update(_homes(package))
        module, original = homes[name]
        value = getattr(importlib.import_module(module), original)
        setattr(sys.modules[package], name, value)  # the next lookup does not call this function
        return value

    def __dir__() -> list[str]:  # noqa: N807
        return sorted({*vars(sys.modules[package]), *names})

    return __getattr__, __dir__


def _homes(package: str) -> dict[str, tuple[str, str]]:
    """By name, the module that defines it and its name there."""
    import ast  # noqa: PLC0415 (not for importing the package alone)

    spec = sys.modules[package].__spec__
    loader: Any = None if spec is None else spec.loader
    tree = ast.parse(loader.get_source(package))
    return {
        alias.asname or alias.name: (node.module, alias.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module is not None
        for alias in node.names
    }
