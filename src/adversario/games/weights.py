"""Weights of features in files: read, checked, and applied to a game.

A file is written by `adversario train`: JSON with the game's name, the weights and how they were
fitted. Some come with the package, each under a word: those set by hand, and fitted ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from glob import escape
from math import isfinite
from pathlib import Path
from typing import Any, TypeVar

from adversario.base.catalogue import message
from adversario.base.errors import InputError
from adversario.base.files import read_json_object
from adversario.contract.capability import defines
from adversario.game import Game
from adversario.views.layer import derive

FORMAT = "adversario-weights-1"
G = TypeVar("G", bound=Game[Any, Any])
SETS = Path(__file__).parent / "weight_sets"


@dataclass(frozen=True)
class Weights:
    """The weights of features for games of that name, and the limit of estimates (0: none)."""

    game: str
    weights: tuple[float, ...]
    limit: float = 0.0


def weighted(game: G, given: Weights) -> G:
    """The game with an evaluation by those weights; raises InputError if they do not fit it."""
    if given.game != game.name:
        raise InputError("weights.other_game", given=given.game, game=game.name)
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
        raise InputError("weights.no_features", game=game.name)
    return number


def weights_of(text: str, game: str) -> Weights:
    """The weights of the package under a word, for that game, or those of a file."""
    path, shipped = Path(text), shipped_weights(game)
    if text in shipped:
        path = SETS / f"{game}.{text}.json"
    elif not path.is_file() and path.name == text:
        raise InputError("weights.unknown", given=text, game=game, known=", ".join(shipped) or "-")
    return weights_in(read_file(path), path)


def shipped_weights(game: str) -> list[str]:
    """The words of the weights that come with the package, for that game."""
    return sorted(file.name.split(".")[1] for file in SETS.glob(f"{escape(game)}.*.json"))


def read_file(path: Path) -> dict[str, Any]:
    """The object in a file of weights; raises InputError if it is not such a file."""
    found = read_json_object(path, "weights.malformed")
    if found.get("format") != FORMAT:
        problem = message("weights.format", format=FORMAT)
        raise InputError("weights.malformed", file=path, problem=problem)
    return found


def weights_in(data: dict[str, Any], path: Path) -> Weights:
    """The weights in the object of a file; raises InputError if a field is missing or wrong."""
    wrong = InputError("weights.malformed", file=path, problem=message("weights.fields"))
    try:
        weights = tuple(float(weight) for weight in data["weights"])
        found = Weights(str(data["game"]), weights, float(data["limit"]))
    except (KeyError, TypeError, ValueError):
        raise wrong from None
    if not weights or not all(isfinite(weight) for weight in (*weights, found.limit)):
        raise wrong
    return found
