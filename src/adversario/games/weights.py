"""Weights of features in files: read, checked, and applied to a game.

A file is written by `adversario train`: JSON with the game's name, the weights and how they were
fitted. Some come with the package, each under a word: those set by hand, and fitted ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from glob import escape
from pathlib import Path
from typing import Any, TypeVar

from adversario.base.errors import InputError
from adversario.base.files import is_file, read_json_file
from adversario.base.formats.schema import (
    Anything,
    Constant,
    ListOf,
    Nullable,
    Real,
    Record,
    Schema,
    Text,
)
from adversario.base.provenance.rules_code import code_digest
from adversario.contract.capability import defines
from adversario.game import Game
from adversario.views.layer import derive
from adversario.views.learned.files import read_model
from adversario.views.learned.layer import learned
from adversario.views.learned.model import Model

FORMAT = "adversario-weights-1"
G = TypeVar("G", bound=Game[Any, Any])
MODEL_SUFFIX = ".npz"
SETS = Path(__file__).parent / "weight_sets"


@dataclass(frozen=True)
class Weights:
    """The weights of features for games of that name, and the limit of estimates (0: none).

    `code` is a digest of the code of a game outside the package, whose features they are for.
    """

    game: str
    weights: tuple[float, ...]
    limit: float = 0.0
    code: str = field(default="", compare=False)


FIELDS: Mapping[str, Schema[Any]] = {
    "format": Constant(FORMAT),
    "game": Text(empty=False),
    "weights": ListOf(Real(), least=1),
    "limit": Real(0),
}
"""The fields of a file that players use."""

TRAINING = (
    "source", "rules", "games", "settings", "start", "every", "measured", "latest", "curve",
)  # fmt: skip
"""The fields that only training uses (see `learn.files`)."""

WEIGHTS: Record[dict[str, Any]] = Record(
    FIELDS,
    {
        "features": Nullable(ListOf(Text())),
        "code": Text(most=64),
        **dict.fromkeys(TRAINING, Anything()),
    },
)
"""A file of weights."""


def weighted(game: G, given: Weights | Model) -> G:
    """The game with an evaluation by those weights; raises InputError if they do not fit it."""
    if isinstance(given, Model):
        return learned(game, given)
    if given.game != game.name:
        raise InputError("weights.other_game", given=given.game, game=game.name)
    if given.code and given.code != code_digest(type(game)):
        raise InputError("weights.other_code", game=game.name)
    features = feature_count(game)
    if features != len(given.weights):
        raise InputError(
            "weights.number", game=game.name, weights=len(given.weights), features=features
        )
    constants: dict[str, Any] = {"weights": given.weights, "estimate_limit": given.limit}
    if given.limit == 0 and not defines(game, "evaluate"):
        constants["utility_bounds"] = None  # a sum of features need not be within them
    return derive(game, **constants)


def given_weights(game: Game[Any, Any]) -> Weights | None:
    """The weights that `weighted` set; None if the game has its default ones."""
    if "weights" not in vars(game):
        return None
    return Weights(game.name, tuple(map(float, game.weights)), game.estimate_limit)


def feature_count(game: Game[Any, Any]) -> int:
    """The number of features of the game; raises InputError if it has none."""
    number = len(game.features(game.initial(), 0))
    if number == 0:
        from adversario.games.registry import GAMES  # noqa: PLC0415 (it imports this module)

        known = ", ".join(name for name, kind in GAMES.items() if kind.feature_names)
        raise InputError("weights.no_features", game=game.name, known=known)
    return number


def weights_of(text: str, game: str) -> Weights | Model:
    """The weights of the package under a word, for that game, or those of a file.

    Weights of features are in JSON files; tables and networks are models in `.npz` files.
    """
    path, shipped = Path(text), shipped_weights(game)
    if text in shipped:
        path = next(SETS.glob(f"{escape(game)}.{escape(text)}.*"))
    elif not is_file(path) and path.name == text:
        raise InputError("weights.unknown", given=text, game=game, known=", ".join(shipped) or "-")
    if path.suffix == MODEL_SUFFIX:
        return read_model(path)
    found = read_json_file(path, WEIGHTS)
    return Weights(found["game"], found["weights"], found["limit"], found.get("code", ""))


def shipped_weights(game: str) -> list[str]:
    """The words of the weights that come with the package, for that game."""
    return sorted(file.name.split(".")[1] for file in SETS.glob(f"{escape(game)}.*.*"))
