"""The memory of Monte Carlo tree search: the block of a search, and the rows of its tree.

A row has two parts in memory of their own. The front is what is read of all children to choose one
of them; it is short, so that more of it stays in the processor's cache. The back is what is read of
the child that was chosen.
"""

from __future__ import annotations

from adversario.native.kernels.layout.block import Address, Block, Float, Word


class Tree(Block):
    """A tree that grows, and how it is to be grown."""

    limit = Word("the simulations allowed")
    done = Word("the simulations made")
    used = Word("the rows in use")
    deepest = Word("the greatest depth of the tree")
    evaluations = Word("the rollouts that were cut off")
    stuck = Word("1 if a state that is not terminal has no action")
    full = Word("1 if a node could not be expanded for want of rows")
    random = Word("the last random word")
    stop = Address("of the flags, see `Flags`")
    model = Address("of the model that evaluates states, see `Model`; 0 for none")
    pause = Word("1 to have the search return and be resumed later")
    fronts = Address("of the root's front, which is the first")
    backs = Address("of the root's back")
    stride = Word("the bytes of a back")
    capacity = Word("the number of rows there is room for")
    columns = Word("the number of utilities that are kept of a node")
    path = Address("of the steps of a simulation, one for each node, see `Step`")
    plies = Word("the number of steps there is room for")
    rollout = Word("the plies of a rollout before it is evaluated")
    guided = Word("how rollouts choose: RANDOM, BY_PRIORS, FOR_MOVER, FOR_FIRST or OWN")
    whole = Word("1 if the game itself plays whole rollouts")
    solves = Word("whether results are proven")
    players = Word("the number of sides, that of chance included")
    sides = Address("of the side of player 0; that of chance is before it, see `Side`")
    ranges = Address("of the range of utilities seen in each column, see `Range`")
    payoffs = Address("of the payoff of the simulation in each column")
    curiosities = Address("of the factors of the widths of bounds, see `rank`")
    places = Address("of a word for each row, and of 64 more")
    bottom = Float("the least value that a node can have")
    top = Float("the greatest value that a node can have")
    recycled = Word("1 if rows were used again, so that all have been written to")
    anything = Float("the share of rollout moves that are uniformly random")
    best = Float("the share that takes the action with the best evaluation; the rest is softmax")
    temperature = Float("of that softmax")
    bounded = Word("whether backs have bounds: results are proven, or were in the tree continued")
    actions = Word("how many actions are numbered; this and what follows is for `placement`")
    rave = Float("the visits at which an action's own mean counts as much as AMAF's; 0: no AMAF")
    virtual = Word("whether results as if an action had been tried before count")
    heavy = Word("whether rollouts of the game's own are heavy ones")
    patience = Word("the simulations of a leaf before it is expanded")
    widening = Word("the actions of a node that are looked at from the start; 0: all")


RANDOM, BY_PRIORS, FOR_MOVER, FOR_FIRST, OWN = range(5)
"""The values of `Tree.guided`: by the game's priors, by evaluations for the player to move or for
player 0, or by the game's own way of drawing an action."""


class Front(Block):
    """The part of a row that its parent reads."""

    width = Float("of the confidence bound; -infinity if the node is not to be visited again")
    worth = Float("the mean as the player who moves to the node sees it, who maximises it")
    link = Word("the row of the first child, and in the last bits their number; 0: not expanded")
    next = Word("the row of the child to visit next, and in the first bits that of the one below")


class Back(Block):
    """The part of a row that is read when the node is visited.

    It is followed by the action, the prior if the game has any, and the means of the columns after
    the first. If `Tree.bounded`, which takes a single column, `Bounds` come last. Without them, the
    back of most games is half a line of the cache.
    """

    visits = Word("how often the node was visited")
    spread = Float("the sum of squared deviations from the mean of the player who moves to it")
    mean = Float("of the first column")


class Bounds(Block):
    """What the true value of a node lies between."""

    lower = Float("the greatest value known to be reached")
    upper = Float("the least value known not to be exceeded")


class Tried(Block):
    """What a search of a game of placement knows of an action, at the end of its back."""

    index = Word("the number of the action")
    seen = Float("the simulations in which the player who chooses it plays it at any time")
    mean = Float("of these, for player 0")
    virtual = Float("the simulations that count as if they had been made")
    expected = Float("the mean of these, for player 0")


class Side(Block):
    """What a player wants."""

    column = Word("the column of the player's utility")
    sign = Float("1 to maximise it, -1 to minimise it")
    range = Float("the difference of the greatest and the least utility seen")


class Range(Block):
    """The utilities seen in a column."""

    least = Float("the least")
    greatest = Float("the greatest")


class Step(Block):
    """A node on the path of a simulation."""

    front = Address("of the node's front")
    back = Address("of the node's back")
    chooser = Address("of the side of the player who moves to it")
    gain = Float("the payoff of the simulation there")
