"""Random trees for property tests. Sizes are small: what fails, fails small."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st

from adversario.base.formats.source_text import SourceValue, Spot
from adversario.base.numbers import Value
from adversario.trees import Tree
from adversario.trees.complete import complete
from adversario.trees.draft import Draft, DraftEdge, DraftNode
from adversario.trees.source import tree_text

SPOT = Spot(0)
UTILITIES = st.integers(-20, 20)


def two_sided_trees(
    max_depth: int = 4,
    max_children: int = 4,
    *,
    alternating: bool = True,
    evaluations: bool = False,
) -> st.SearchStrategy[Tree]:
    """MAX and MIN, with integer leaves from -20 to 20.

    The root has children, and no node is deeper than `max_depth`. With `alternating=False` anyone
    may move at any node, so the same player may move twice in a row. With `evaluations=True` every
    node that is not a leaf has an evaluation.
    """
    return _trees(UTILITIES, 2, False, max_depth, max_children, alternating, evaluations)


def chance_trees(
    max_depth: int = 4,
    max_children: int = 4,
    *,
    alternating: bool = True,
    evaluations: bool = False,
) -> st.SearchStrategy[Tree]:
    """MAX, MIN and chance nodes in any order, with positive rational probabilities."""
    return _trees(UTILITIES, 2, True, max_depth, max_children, alternating, evaluations)


def tuple_trees(
    players: int = 3,
    max_depth: int = 3,
    max_children: int = 3,
    *,
    chance: bool = False,
    alternating: bool = True,
    evaluations: bool = False,
) -> st.SearchStrategy[Tree]:
    """Any number of players, each with a utility of their own."""
    values = st.tuples(*[UTILITIES] * players)
    return _trees(values, players, chance, max_depth, max_children, alternating, evaluations)


def constant_sum_trees(
    players: int = 3,
    total: int = 10,
    max_depth: int = 3,
    max_children: int = 3,
    *,
    chance: bool = False,
    alternating: bool = True,
    evaluations: bool = False,
) -> st.SearchStrategy[Tree]:
    """Non-negative utilities that add up to `total` at every leaf, and in every evaluation."""
    cuts = st.lists(st.integers(0, total), min_size=players - 1, max_size=players - 1).map(sorted)
    values = cuts.map(lambda at: tuple(b - a for a, b in zip([0, *at], [*at, total], strict=True)))
    return _trees(values, players, chance, max_depth, max_children, alternating, evaluations)


@st.composite
def set_trees(
    draw: st.DrawFn,
    max_depth: int = 3,
    *,
    chance: bool = False,
    recall: bool = True,
    values: st.SearchStrategy[Value] = UTILITIES,
) -> Tree:
    """Two players and information sets, with two actions at every node.

    With `recall` (perfect recall) a set has nodes before which the player passed the same sets and
    chose the same actions; else any nodes of one player may be a set.
    """
    movers: list[int | str] = [1, 2, "chance"] if chance else [1, 2]
    places: dict[tuple[object, ...], int] = {}

    def node(depth: int, known: tuple[tuple[object, ...], ...]) -> DraftNode:
        if depth and (depth == max_depth or draw(st.integers(0, 3)) == 0):
            return DraftNode(SPOT, value=SourceValue(SPOT, draw(values)))
        mover = draw(st.sampled_from(movers))
        label, after = None, [known, known]
        if isinstance(mover, int):
            key = (mover, known[mover - 1] if recall else (), draw(st.integers(0, 1)))
            number = places.setdefault(key, len(places))
            label = SourceValue(SPOT, f"s{number}")
            after = [
                (*known[: mover - 1], (*known[mover - 1], number, action), *known[mover:])
                for action in (0, 1)
            ]
        edges = tuple(DraftEdge(None, None, node(depth + 1, then)) for then in after)
        return DraftNode(SPOT, who=SourceValue(SPOT, mover), set=label, edges=edges)

    return complete(tree_text(""), Draft(node(0, ((), ()))))


@st.composite
def _trees(
    draw: st.DrawFn,
    values: st.SearchStrategy[Value],
    players: int,
    chance: bool,
    max_depth: int,
    max_children: int,
    alternating: bool,
    evaluations: bool,
) -> Tree:
    movers: list[int | str | None] = [None] if alternating else list(range(1, players + 1))
    if chance:
        movers.append("chance")
    who = st.sampled_from(movers)
    counts = st.integers(0, max_children)

    def node(depth: int) -> DraftNode:
        count = draw(counts) if 0 < depth < max_depth else 0
        if depth == 0:
            count = draw(st.integers(1, max_children))
        if count == 0:
            return DraftNode(SPOT, value=SourceValue(SPOT, draw(values)))
        mover = draw(who)
        shares: list[SourceValue[Fraction] | None] = [None] * count
        if mover == "chance":
            weights = draw(st.lists(st.integers(1, 6), min_size=count, max_size=count))
            shares = [SourceValue(SPOT, Fraction(weight, sum(weights))) for weight in weights]
        return DraftNode(
            SPOT,
            who=None if mover is None else SourceValue(SPOT, mover),
            value=SourceValue(SPOT, draw(values)) if evaluations else None,
            edges=tuple(DraftEdge(None, share, node(depth + 1)) for share in shares),
        )

    return complete(tree_text(""), Draft(node(0)))
