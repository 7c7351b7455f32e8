"""Models of players, their names on the command line, and beliefs about them."""

from typing import TYPE_CHECKING

from adversario.base.python.lazy import lazy_names

if TYPE_CHECKING:
    from adversario.algorithms.models.models import (
        EpsilonGreedy,
        Following,
        Learned,
        Mixture,
        Responding,
        Searching,
        Softmax,
        Uniform,
        level_k,
        mostly,
    )

__all__ = [
    "EpsilonGreedy",
    "Following",
    "Learned",
    "Mixture",
    "Responding",
    "Searching",
    "Softmax",
    "Uniform",
    "level_k",
    "mostly",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(__name__, __all__)
