"""The memory of self-play with models: games that are played, and what is learned from them."""

from __future__ import annotations

from adversario.native.kernels.layout.block import Address, Block, Float, Word, Words

OWN, ANY, REFERENCE = 0, -1, -2
"""What stands for the address of a player's model: the game's own evaluation, random moves, or the
reference player of the game."""


class Playing(Block):
    """Games of self-play, as one thread plays them. Nothing is learned meanwhile."""

    players = Words(2, "the address of the model of each player, OWN or ANY")
    seed = Word("of the random numbers")
    longest = Word("the decisions after which a game is cut short")
    opening = Word("how many of the first decisions are random")
    explore = Float("the probability of a random action")
    temperature = Float("of softmax exploration; 0 for none")
    stop = Address("of the flags, see `Flags`")
    records = Address("of a record for each decision of the games; 0 to keep none")
    lengths = Address("of twice the decisions of each game, and 1 more if it was cut short")
    results = Address("of the result of each game to player 0, float64")
    broken = Word("1 if a state that is not terminal has no actions")
    moves = Word("the decisions made")


class Learning(Block):
    """How the parameters of a model are changed by what the games show."""

    model = Address("of the model")
    method = Word("GRADIENT, ADAM, COHERENCE or BATCH")
    rate = Float("the size of a step")
    decay = Float("the lambda of TD(lambda)")
    images = Word("whether to learn from symmetric states too")
    first = Address("of an array as large as the parameters: errors, or means of gradients")
    second = Address("of another: absolute errors, or means of squares")
    records = Address("of the records of the games")
    lengths = Address("of twice the decisions of each game, and 1 more if it was cut short")
    results = Address("of the result of each game to player 0, float64")
    target = Address("of room for the outputs that a state ought to have, as player 0 sees it")
    viewed = Address("of room for the same, as the viewer sees it")
    error = Float("the sum of squared differences of outputs")
    learned = Word("the states learned from")


GRADIENT, ADAM, COHERENCE, BATCH = range(4)
"""Plain stochastic gradient descent, Adam, temporal coherence, which is for tables; and gradients
that are only added up, in `first`, for a step to be made later."""
