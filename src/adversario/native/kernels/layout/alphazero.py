"""The memory of Gumbel AlphaZero: a search tree, self-play, and what is learned from it."""

from __future__ import annotations

from adversario.native.kernels.layout.block import Address, Block, Float, Word, Words
from adversario.native.kernels.layout.lessons import Learning


class Gumbel(Block):
    """A search by one thread. Values are utilities of player 0."""

    model = Address("of the model, see `Model`")
    simulations = Word("the simulations of a search")
    considered = Word("the most actions considered at the root")
    visits = Float("added to the greatest number of visits in the scale of values")
    scale = Float("of values beside logits")
    stretched = Word("1 if the values of the actions of a node are stretched to [0, 1]")
    proofs = Word("1 if proven values replace means")
    noise = Float("the scale of the Gumbel noise; 0 for none")
    least = Float("the least utility of player 0")
    greatest = Float("the greatest utility of player 0")
    seed = Word("of the random numbers")
    nodes = Address("of the nodes, the root first, see `Node`")
    edges = Address("of the edges, those of a node one after the other, see `Edge`")
    room = Word("the edges there is room for")
    used = Word("the nodes in use")
    taken = Word("the edges in use")
    path = Address("of the nodes of a simulation")
    schedule = Address("of the visits of the actions that each simulation considers")
    evaluations = Word("the answers of the model")
    stop = Address("of the flags, see `Flags`")
    broken = Word("1 if a state has no actions, or more than are numbered")


class Node(Block):
    """A state, whose words follow."""

    visits = Word("the simulations through it")
    total = Float("the sum of their values")
    value = Float("by the model, or, if known, by the rules")
    known = Word("1 if that is its true value")
    sign = Float("1 if player 0 is to move, otherwise -1")
    first = Address("of the first edge")
    degree = Word("the number of edges")


class Edge(Block):
    """An action, whose words follow."""

    child = Address("of the node that it leads to; 0: not visited")
    index = Word("the number of the action")
    logit = Float("the output of the policy")
    prior = Float("the probability by the policy")
    noise = Float("of the root's actions: the Gumbel variable")
    score = Float("logit and scaled value: the logarithm of the improved policy up to a constant")


class SelfPlay(Gumbel):
    """Games, as one thread plays them."""

    players = Words(2, "the address of the model of each player")
    full = Words(2, "the simulations of each player; of self-play those of full searches")
    fast = Word("the simulations of the other searches of self-play")
    share = Float("of full searches, from which is learned; 1 in matches")
    opening = Word("at most this many random plies come first")
    exact = Word("1 if that is the number of random plies in every game")
    longest = Word("the decisions after which a game is cut short")
    records = Address("of the records, see `Record`; 0 to keep none")
    counts = Address("of the number of records of each game")
    results = Address("of the result of each game to player 0, float64")
    moves = Word("the decisions made")


class Record(Block):
    """A search; the words of the state follow, and then the policy, a float32 for each action."""

    result = Float("what player 0 got in the end")
    value = Float("what player 0 could expect by the search")


class Lesson(Learning):
    """Steps of Adam over batches of records."""

    length = Word("the number of parameters of all stages")
    means = Address("of the running means of gradients")
    squares = Address("of the running means of squared gradients")
    batch = Word("the records of a step")
    filled = Word("the number of records")
    seed = Word("of the random numbers")
    mix = Float("the share of the search's value in the target; the rest is the result")
    shrink = Float("the share by which parameters are smaller after a step, by the rate")
    image = Address("of room for a state's words, twice")
    value_error = Float("the sum of squared differences from the value's targets")
    policy_error = Float("the sum of cross-entropies of the policy")
