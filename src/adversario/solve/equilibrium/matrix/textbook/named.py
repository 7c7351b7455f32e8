"""The games of textbooks by their names: files of this folder, and tables that are computed."""

from __future__ import annotations

from collections.abc import Callable
from importlib import resources

from adversario.base.errors import InputError
from adversario.solve.equilibrium.matrix.game import MatrixGame
from adversario.solve.equilibrium.matrix.nfg import parse_nfg
from adversario.solve.equilibrium.matrix.textbook.computed import colonel_blotto, morra

_COMPUTED: dict[str, Callable[[], MatrixGame]] = {"blotto": colonel_blotto, "morra": morra}
_FOLDER = resources.files("adversario.solve.equilibrium.matrix.textbook")
_SUFFIX = ".nfg"


def textbook_names() -> list[str]:
    """The names of the games, in alphabetical order."""
    files = [file.name for file in _FOLDER.iterdir() if file.name.endswith(_SUFFIX)]
    return sorted([*_COMPUTED, *(name.removesuffix(_SUFFIX) for name in files)])


def textbook_game(name: str) -> MatrixGame:
    """The game of that name, with `-` or `_` between words; InputError lists the names."""
    known = name.strip().casefold().replace("-", "_").replace(" ", "_")
    names = textbook_names()
    if known not in names:
        raise InputError("matrix.no_such_game", game=name, names=", ".join(names))
    if known in _COMPUTED:
        return _COMPUTED[known]()
    file = _FOLDER / f"{known}{_SUFFIX}"
    return parse_nfg(file.read_text(encoding="utf-8"), source=file.name)
