"""Steps of parameters: gradients of tables and networks, and how far to follow them.

The error of an output is its target less its value. That is the negative derivative, by the sum
before the last function, of the loss that fits that function: cross-entropy for probabilities, half
the squared error for values without a limit.
"""

from __future__ import annotations

from typing import Any

from adversario.native.kernels.layout.lessons import ADAM, BATCH, COHERENCE, Learning
from adversario.native.kernels.layout.model import Model
from adversario.native.kernels.learn.model import parameters_of
from adversario.native.kernels.memory import number, set_number, word
from adversario.native.kernels.vectors import (
    adam,
    add_scaled,
    clear_vector,
    real,
    set_real,
    slope_of_rectify,
    slope_of_squash,
)


def step_towards(state: Any, target: int, block: int) -> None:
    """Move the parameters so that the outputs just computed for a state come closer to a target."""
    model = word(block, Learning.model)
    parameters = parameters_of(state, model)
    # The arrays of a method are laid out as the parameters are.
    offset = parameters - word(model, Model.parameters)
    if word(model, Model.layers) == 0:
        error = number(target, 0) - number(word(model, Model.answers), 0)
        set_number(block, Learning.error, number(block, Learning.error) + error * error)
        step_of_tables(parameters, offset, error, block)
    else:
        step_of_network(parameters, offset, target, block)


def step_of_tables(parameters: int, offset: int, error: float, block: int) -> None:
    """Change the entries of the patterns.

    With temporal coherence (Beal and Smith 1999; Jaskowski 2018 for n-tuples) each entry has a rate
    of its own: the absolute value of the sum of its errors by the sum of their absolute values. It
    stays 1 while errors have one sign, and falls where they cancel out.
    """
    model = word(block, Learning.model)
    indices, values, count = (
        word(model, Model.indices), word(model, Model.values), word(model, Model.count)
    )  # fmt: skip
    first, second = word(block, Learning.first) + offset, word(block, Learning.second) + offset
    coherent, share = word(block, Learning.method) == COHERENCE, 0.0
    if count:
        share = number(block, Learning.rate) / count
    for at in range(count):
        index = word(indices, at)
        slope = error * float(real(values, at))
        rate = share
        if coherent:
            sums, sizes = float(real(first, index)), float(real(second, index))
            if sizes > 0.0:
                rate = share * abs(sums) / sizes
            set_real(first, index, sums + slope)
            set_real(second, index, sizes + abs(slope))
        set_real(parameters, index, float(real(parameters, index)) + rate * slope)


def step_of_network(parameters: int, offset: int, target: int, block: int) -> None:
    """Follow the gradient through all layers, from the outputs to the rows of the patterns.

    The errors of a layer are computed from its weights before these change.
    """
    model = word(block, Learning.model)
    errors = word(model, Model.errors)
    outputs = word(model, Model.outputs) + word(model, Model.actions)
    layers, place, units = word(model, Model.layers), parameters, 0
    width, below = word(model, Model.inputs), 0
    for layer in range(layers):  # to the weights of the outputs
        below, width = width, word(model, Model.widths + layer)
        place += 4 * width * (below + 1)
        units += width
    total = 0.0
    for at in range(outputs):
        error = number(target, at) - number(word(model, Model.answers), at)
        total += error * error
        set_real(errors, units + at, error)
    set_number(block, Learning.error, number(block, Learning.error) + total)
    start, size = units, outputs
    for back in range(layers):  # the layer above `back` hidden ones, counted from the outputs
        before = word(model, Model.widths + layers - 1 - back)
        start -= before
        step_of_layer(place, offset + place - parameters, start, before, size, block)
        size = before
        if back + 1 < layers:
            place -= 4 * size * (word(model, Model.widths + layers - 2 - back) + 1)
    bias = parameters + 4 * width_of_first(model) * word(model, Model.inputs)
    change(bias, offset + bias - parameters, errors, size, 1.0, block)
    indices, values = word(model, Model.indices), word(model, Model.values)
    for at in range(word(model, Model.count)):
        row = 4 * size * word(indices, at)
        change(parameters + row, offset + row, errors, size, float(real(values, at)), block)


def width_of_first(model: int) -> int:
    """The units of the first hidden layer."""
    return word(model, Model.widths)


def step_of_layer(place: int, offset: int, start: int, below: int, size: int, block: int) -> None:
    """Change the weights of a layer above `below` units, and compute the errors of these.

    `start` is where the activations and errors of the units below are, those of the layer follow.
    """
    model = word(block, Learning.model)
    hidden = word(model, Model.hidden) + 4 * start
    errors = word(model, Model.errors) + 4 * start
    own = errors + 4 * below
    clear_vector(errors, below)
    for unit in range(size):
        error, row = float(real(own, unit)), 4 * below * unit
        add_scaled(errors, place + row, below, error)
        change(place + row, offset + row, hidden, below, error, block)
    row = 4 * below * size
    change(place + row, offset + row, own, size, 1.0, block)
    if word(model, Model.rectified):
        slope_of_rectify(errors, hidden, below)
    else:
        slope_of_squash(errors, hidden, below)


def change(vector: int, offset: int, gradient: int, size: int, factor: float, block: int) -> None:
    """Move parameters along `factor` times a gradient."""
    rate = number(block, Learning.rate)
    if word(block, Learning.method) == ADAM:
        first, second = word(block, Learning.first), word(block, Learning.second)
        adam(vector, first + offset, second + offset, gradient, size, factor, rate)
    elif word(block, Learning.method) == BATCH:
        add_scaled(word(block, Learning.first) + offset, gradient, size, factor)
    else:
        add_scaled(vector, gradient, size, rate * factor)
