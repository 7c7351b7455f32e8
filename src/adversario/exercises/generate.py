"""Generation of exercises: random trees, kept if the question is good and has one answer.

The answer is unique because no two leaves have the same utility for the same player. So minimax,
alpha-beta and max^n never meet a tie, and no value ever equals a bound from elsewhere in the tree.
Therefore pruning on strict inequality, or in the fail-hard form, discards the same leaves as the
textbook's alpha-beta. Expectations can still tie; such trees are discarded.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import TypeAlias

from adversario.algorithms.core.events import Bound, Child, Cut, Enter, Leave, Node, Update
from adversario.base.errors import InputError
from adversario.base.numbers import INFINITY, Value
from adversario.exercises.draw import Draw
from adversario.exercises.exercise import Difficulty, Exercise, Topic
from adversario.trace.recorder import Trace, record
from adversario.trees import Tree, parse_tree

MOST_LEAVES = 200
"""The most leaves of a full tree of the given depth and branching."""

MOST_VALUES_ASKED = 15
"""Values are asked for whole levels from the root down, at most this many."""

_TRIES = 1000
_WINDOWS_ASKED = {Difficulty.EASY: 2, Difficulty.MEDIUM: 2, Difficulty.HARD: 3}
_CUTS = {Difficulty.EASY: 1, Difficulty.MEDIUM: 2, Difficulty.HARD: 3}
_DENOMINATORS = {Difficulty.EASY: (2, 4), Difficulty.MEDIUM: (4, 10), Difficulty.HARD: (10,)}

Shape: TypeAlias = tuple["Shape", ...]
"""A tree without labels; a leaf is empty."""


def make_exercise(
    topic: Topic | str,
    *,
    seed: int,
    depth: int = 3,
    branching: int = 3,
    difficulty: Difficulty | str = Difficulty.MEDIUM,
    players: int = 3,
) -> Exercise:
    """The exercise that the arguments determine, now and on any machine.

    The tree has at most `branching` children a node and its longest branch has `depth` edges;
    `players` matters only in max^n. Harder means greater and negative utilities, uneven trees, more
    cuts (with one by a bound from further up than the parent, if the depth is 4 or more), nodes
    with tighter windows, and less convenient probabilities. Raises InputError if an argument is out
    of range.
    """
    topic, difficulty = _topic(topic), to_difficulty(difficulty)
    check_whole("seed", seed, -(10**18), 10**18)
    check_whole("depth", depth, 2, 6)
    check_whole("branching", branching, 2, 5)
    check_whole("players", players, 3, 4)
    if branching**depth > MOST_LEAVES:
        raise InputError("exercise.too_big", leaves=branching**depth, most=MOST_LEAVES)
    sides = players if topic is Topic.MAXN else 2
    draw = Draw(f"{topic} {seed} {depth} {branching} {difficulty} {sides}")
    for _ in range(_TRIES):
        tree = _tree(draw, topic, depth, branching, difficulty, sides)
        asked = _nodes_to_ask(draw, topic, tree, depth, branching, difficulty)
        if asked is not None:
            return Exercise(topic, seed, depth, branching, difficulty, tree, asked)
    raise InputError("exercise.impossible", tries=_TRIES)


def _topic(name: str) -> Topic:
    if name not in list(Topic):
        raise InputError("exercise.no_such_topic", given=name, known=", ".join(Topic))
    return Topic(name)


def to_difficulty(name: str) -> Difficulty:
    """The difficulty of that name; InputError if there is none."""
    if name not in list(Difficulty):
        raise InputError("exercise.no_such_difficulty", given=name, known=", ".join(Difficulty))
    return Difficulty(name)


def check_whole(name: str, given: object, least: int, most: int) -> None:
    """Raise InputError unless the argument is a whole number of that range."""
    if not isinstance(given, int) or not least <= given <= most:
        raise InputError("exercise.range", name=name, given=given, least=least, most=most)


# Trees.


def _tree(
    draw: Draw, topic: Topic, depth: int, branching: int, difficulty: Difficulty, players: int
) -> Tree:
    """A random tree for the topic, made through the notation, which names all nodes."""
    shape = _shape(draw, depth, branching, uneven=difficulty is Difficulty.HARD)
    leaves = iter(_leaves(draw, _count_leaves(shape), topic, difficulty, players))
    chance = topic is Topic.EXPECTIMINIMAX

    def written(shape: Shape, ply: int) -> str:
        if not shape:
            return next(leaves)
        below = [written(child, ply + 1) for child in shape]
        if chance and ply % 2:
            chances = draw.probabilities(len(below), _denominator(draw, len(below), difficulty))
            below = [f"{p}: {node}" for p, node in zip(chances, below, strict=True)]
        return f"({', '.join(below)})"

    turns = "turns max, chance, min, chance; " if chance else ""
    return parse_tree(turns + written(shape, 0))


def _shape(draw: Draw, height: int, branching: int, *, uneven: bool) -> Shape:
    """A shape of that height: full, or uneven with some branches missing and some cut short."""

    def grow(left: int, *, may_stop: bool) -> Shape:
        if not left or (may_stop and not draw.below(6)):
            return ()
        children = 2 + draw.below(branching - 1) if uneven else branching
        # The first branch reaches the full depth, and the root's children have children.
        return tuple(
            grow(left - 1, may_stop=uneven and left < height and number > 0)
            for number in range(children)
        )

    return grow(height, may_stop=False)


def _count_leaves(shape: Shape) -> int:
    return sum(map(_count_leaves, shape)) if shape else 1


def _leaves(
    draw: Draw, count: int, topic: Topic, difficulty: Difficulty, players: int
) -> list[str]:
    """The leaves in notation, with distinct utilities for every player."""
    pool = {
        Difficulty.EASY: range(max(10, count + 1)),
        Difficulty.MEDIUM: range(max(31, 2 * count)),
        Difficulty.HARD: range(-max(50, count), max(50, count) + 1),
    }[difficulty]
    if topic is not Topic.MAXN:
        return [str(value) for value in draw.sample(pool, count)]
    columns = [draw.sample(pool, count) for _ in range(players)]
    return [str(list(utilities)) for utilities in zip(*columns, strict=True)]


def _denominator(draw: Draw, outcomes: int, difficulty: Difficulty) -> int:
    """Halves, quarters or tenths, such that every outcome can have a positive probability."""
    fine_enough = [each for each in _DENOMINATORS[difficulty] if each >= outcomes]
    return draw.one_of(fine_enough or [10])


# Questions.


def _nodes_to_ask(
    draw: Draw, topic: Topic, tree: Tree, depth: int, branching: int, difficulty: Difficulty
) -> tuple[str, ...] | None:
    """The nodes to ask about; None if the tree does not make a good exercise of its kind."""
    if topic in (Topic.MINIMAX, Topic.MAXN):
        return _upper_nodes(tree)
    _, trace = record(tree, algorithm=topic.algorithm)
    if topic is Topic.EXPECTIMINIMAX:
        return _upper_nodes(tree) if _has_no_ties(trace) else None
    if topic is Topic.WINDOWS:
        return _windows(draw, trace, difficulty, both_finite=depth > 2)
    cuts = sum(isinstance(event, Cut) and bool(event.pruned) for event in trace.events)
    wanted = min(_CUTS[difficulty], depth + branching - 3)  # small trees have no room for more
    deep_enough = difficulty is not Difficulty.HARD or depth < 4 or _has_deep_cut(trace)
    return () if cuts >= wanted and deep_enough else None


def _upper_nodes(tree: Tree) -> tuple[str, ...]:
    """The inner nodes of the upper levels."""
    asked: list[str] = []
    level = [tree.root]
    while level and len(asked) + len(level) <= MOST_VALUES_ASKED:
        asked += (vertex.name for vertex in level)
        below = (edge.vertex for vertex in level for edge in vertex.edges)
        level = [vertex for vertex in below if vertex.edges]
    return tuple(vertex.name for vertex in tree.root.walk() if vertex.name in asked)


def _has_no_ties(trace: Trace) -> bool:
    """Whether every node at which a player chooses has a single best child."""
    children: defaultdict[str, list[Value]] = defaultdict(list)
    for event in trace.events:
        if isinstance(event, Child):
            children[event.state].append(event.value)
    return all(
        children[enter.state].count(leave.value) == 1
        for enter, leave in _visits(trace)
        if enter.node is not Node.CHANCE
    )


def _has_deep_cut(trace: Trace) -> bool:
    """Whether a branch is pruned by a bound that is not the best value of the parent."""
    best: list[Value | None] = []  # of the nodes on the way from the root
    for event in trace.events:
        if isinstance(event, Enter):
            del best[event.ply :]
            best.append(None)
        elif isinstance(event, Update):
            best[event.ply] = event.value
        elif isinstance(event, Cut) and event.pruned and best[event.ply - 1] != event.limit:
            return True
    return False


def _windows(
    draw: Draw, trace: Trace, difficulty: Difficulty, *, both_finite: bool
) -> tuple[str, ...] | None:
    """Inner nodes for questions about windows; hard ones include a window finite on both sides."""
    visits = [visit for visit in _visits(trace) if visit[0].ply]
    if difficulty is Difficulty.EASY:  # fail-soft values outside the window are not needed
        names = [enter.state for enter, leave in visits if leave.bound is Bound.EXACT]
    else:
        names = [enter.state for enter, _ in visits if _finite_sides(enter)]
    two_sided = [enter.state for enter, _ in visits if _finite_sides(enter) == 2]
    asked = draw.sample(names, min(_WINDOWS_ASKED[difficulty], len(names)))
    if difficulty is Difficulty.HARD and both_finite and not set(asked) & set(two_sided):
        return None
    return tuple(enter.state for enter, _ in _visits(trace) if enter.state in asked)


def _visits(trace: Trace) -> Iterator[tuple[Enter, Leave]]:
    """The entry and the exit of each inner node, in the order of entry."""
    left = {event.state: event for event in trace.events if isinstance(event, Leave)}
    for event in trace.events:
        if isinstance(event, Enter) and event.state in left:
            yield event, left[event.state]


def _finite_sides(enter: Enter) -> int:
    return (enter.alpha != -INFINITY) + (enter.beta != INFINITY)
