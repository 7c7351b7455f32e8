"""Vectors of 32-bit floats at an address: what evaluations by tables and networks are made of.

The compiled twins are loops that LLVM vectorises; sums may be added in another order there.
"""

from __future__ import annotations


def real(address: int, index: int) -> float:
    """The float32 `index` places after an address."""
    raise NotImplementedError


def set_real(address: int, index: int, value: float) -> None:
    """Write a float32 to that place."""
    raise NotImplementedError


def clear_vector(vector: int, size: int) -> None:
    """Set all components to 0."""
    raise NotImplementedError


def copy_vector(target: int, source: int, size: int) -> None:
    """Copy a vector."""
    raise NotImplementedError


def add_scaled(target: int, source: int, size: int, factor: float) -> None:
    """Add a vector, multiplied by a factor, to another."""
    raise NotImplementedError


def dot(one: int, other: int, size: int) -> float:
    """The scalar product of two vectors."""
    raise NotImplementedError


def squash(vector: int, size: int) -> None:
    """Replace each component x by the logistic function 1 / (1 + exp(-x))."""
    raise NotImplementedError


def logistic(x: float) -> float:
    """1 / (1 + exp(-x)), by the rational function that `squash` uses."""
    raise NotImplementedError


def rectify(vector: int, size: int) -> None:
    """Replace each component x by max(0, x)."""
    raise NotImplementedError


def slope_of_rectify(errors: int, rectified: int, size: int) -> None:
    """Multiply errors by the derivatives of `rectify` where it has those values."""
    raise NotImplementedError


def slope_of_squash(errors: int, squashed: int, size: int) -> None:
    """Multiply errors by the derivatives of `squash` where it has those values."""
    raise NotImplementedError


def adam(vector: int, first: int, second: int, gradient: int, size: int, factor: float,
         rate: float) -> None:  # fmt: skip
    """A step of Adam (Kingma and Ba 2015) towards `factor` times a gradient.

    `first` and `second` are the running means of gradients and of their squares.
    """
    raise NotImplementedError
