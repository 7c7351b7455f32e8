"""The memory of evaluations that are learned: parameters, which are data, and room for work."""

from __future__ import annotations

from adversario.native.kernels.layout.block import Address, Block, Float, Word, Words

MAX_LAYERS = 4
"""The most hidden layers of a network."""


class Model(Block):
    """An evaluation by tables or by a network, as one thread uses it.

    The parameters of a stage are those of the first layer, a row for each index of patterns, and
    its bias; then of each further layer a row for each of its units, and its bias.
    """

    parameters = Address("of the parameters, float32, those of stage 0 first")
    stage_size = Word("the parameters of a stage")
    inputs = Word("the number of indices of patterns")
    layers = Word("the number of hidden layers; 0 for tables")
    widths = Words(MAX_LAYERS, "the units of each hidden layer")
    outputs = Word("the outputs about the value: 1, or one less than there are outcomes")
    actions = Word("the outputs that follow, one for each action by its number; 0: no policy")
    rectified = Word("1 if hidden units are max(0, x), 0 if they are logistic")
    outcomes = Address("of the utilities that a game can end with, float64; 0 for one output")
    limit = Float("what an output approaches, in units; 0 for none")
    unit = Float("the utility that an output of 1 stands for")
    total = Float("the sum of the utilities of two sides")
    indices = Address("of the indices of the state's patterns")
    values = Address("of their values, float32")
    hidden = Address("of the activations of the hidden layers, float32, one after the other")
    errors = Address("of the errors of these")
    answers = Address("of the outputs, float64")
    summit = Address("of the activations of the last hidden layer")
    heads = Address("of the weights of the outputs")
    count = Word("the number of the state's patterns")
