"""Gradients of networks in NumPy: the twin of `kernels.learn.steps`, and what tests are made of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adversario.views.learned.model import activations
from adversario.views.learned.shape import Shape


def loss(shape: Shape, outputs: Any, target: Any) -> float:
    """The loss whose derivative by the sums before the last function is outputs less target.

    Cross-entropy for probabilities. For a value y = L tanh(x / L) it is the integral of that, and
    half the squared error if there is no limit.
    """
    import numpy as np  # noqa: PLC0415 (not needed to import the package)

    outputs, target = np.asarray(outputs, float), np.asarray(target, float)
    if shape.outcomes:
        logs = target * np.log(outputs) + (1 - target) * np.log(1 - outputs)
        return float(-logs.sum())
    if shape.limit:
        share = outputs / shape.limit
        inside = shape.limit * np.arctanh(share)
        return float((-(shape.limit**2) * np.log(1 - share**2) / 2 - target * inside).sum())
    return float(((outputs - target) ** 2).sum() / 2)


def descent(
    shape: Shape, parameters: Any, indices: Sequence[int], values: Sequence[float], target: Any
) -> tuple[list[Any], Any]:
    """The negative gradient of the loss by the arrays of a stage, and the errors of the outputs.

    The rows of the first array are those of `indices`, in their order.
    """
    import numpy as np  # noqa: PLC0415

    layers = activations(shape, parameters, list(indices), list(values))
    errors = np.asarray(target, parameters.dtype) - layers[-1]
    return descent_of_errors(shape, parameters, layers, values, errors), errors


def descent_of_errors(
    shape: Shape, parameters: Any, layers: Sequence[Any], values: Sequence[float], errors: Any
) -> list[Any]:
    """The negative gradient by the arrays of a stage, from the errors of the outputs."""
    import numpy as np  # noqa: PLC0415

    arrays, found = shape.arrays(parameters), list[Any]()
    for at in range(len(layers) - 1, 0, -1):
        below = layers[at - 1]
        found[:0] = [np.outer(errors, below), errors]
        slope = below > 0 if shape.rectified else below * (1 - below)
        errors = (errors @ arrays[2 * at]) * slope
    rows = np.outer(np.asarray(values, parameters.dtype), errors)
    return [rows, errors, *found]


def step_of_network(
    shape: Shape, parameters: Any, first: Any, second: Any, indices: Sequence[int],
    values: Sequence[float], target: Any, rate: float, *, adam: bool,
) -> float:  # fmt: skip
    """Change the parameters of a stage; return the sum of the squared errors of the outputs."""
    slopes, errors = descent(shape, parameters, indices, values, target)
    arrays = shape.arrays(parameters)
    moments = (shape.arrays(first), shape.arrays(second)) if adam else ([], [])
    for at, slope in enumerate(slopes):
        rows: Any = slice(None)
        for row, part in zip(indices, slope, strict=True) if at == 0 else [(rows, slope)]:
            given = part if at == 0 or at % 2 == 0 else part.reshape(1, -1)
            if adam:
                _adam(arrays[at], moments[0][at], moments[1][at], row, given, rate)
            else:
                arrays[at][row] += rate * given
    return float((errors**2).sum())


def _adam(array: Any, first: Any, second: Any, row: Any, slope: Any, rate: float) -> None:
    """A step of Adam for some rows, without the correction of its first steps."""
    first[row] = 0.9 * first[row] + 0.1 * slope
    second[row] = 0.999 * second[row] + 0.001 * slope * slope
    array[row] += rate * first[row] / (second[row] ** 0.5 + 1e-8)


def step_of_tables(
    parameters: Any, first: Any, second: Any, indices: Sequence[int], values: Sequence[float],
    error: float, rate: float, *, coherent: bool,
) -> None:  # fmt: skip
    """Change the entries of patterns, with rates of their own if `coherent`."""
    import numpy as np  # noqa: PLC0415

    share = rate / max(1, len(indices))
    for index, value in zip(indices, values, strict=True):
        slope, own = error * value, share
        if coherent:
            sums, sizes = float(first[index]), float(second[index])
            if sizes > 0.0:
                own = share * abs(sums) / sizes
            first[index], second[index] = np.float32(sums + slope), np.float32(sizes + abs(slope))
        parameters[index] = np.float32(float(parameters[index]) + own * slope)
