"""Equilibria of the turn and the river, by regret matching over vectors of hands.

Discounted CFR (Brown and Sandholm, "Solving Imperfect-Information Games via Discounted Regret
Minimization", AAAI 2019) or CFR+ (Tammelin 2014), players updated in turn. A walk over the public
tree updates all pairs of hands at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from time import perf_counter
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, cast

from adversario.base.errors import InputError
from adversario.holdem.bets import Act, Bets, Node, build_tree
from adversario.holdem.cards import CARDS
from adversario.holdem.hands import RIVER, TURN, Hands, hands_in, order_of, runouts
from adversario.native.compiler.compile import compile_kernel
from adversario.native.kernels.cards import betting

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

Variant = Literal["dcfr", "cfr+"]
PLAYERS = 2
DEALT = 4
"""The cards in the hands of both players."""


class Progress(NamedTuple):
    """How far a solver has come: iterations, and the exploitability where it was computed last."""

    iterations: int
    exploitability: float | None


@dataclass(frozen=True)
class Spot:
    """A decision to be solved: the board of four or five cards, the weights of both ranges, bets.

    Ranges are weights of the 1326 starting hands (`ranges.parse_range`); the first player acts
    first. InputError if the ranges have no two hands that can be held at once.
    """

    board: tuple[int, ...]
    ranges: tuple[tuple[float, ...], tuple[float, ...]]
    bets: Bets

    def __post_init__(self) -> None:
        if not TURN <= len(self.board) <= RIVER:
            raise InputError("holdem.late_board", cards=len(self.board))
        if self.pairs <= 0:
            raise InputError("holdem.no_pair")

    @cached_property
    def hands(self) -> Hands:
        """The hands that one of the ranges has at least."""
        return hands_in(self.ranges, self.board)

    @cached_property
    def weights(self) -> Array:
        """The weight of each hand in the range of each player."""
        import numpy as np  # noqa: PLC0415

        return np.array(self.ranges)[:, self.hands.numbers]

    @cached_property
    def pairs(self) -> float:
        """The weight of all pairs of hands that share no card."""
        sets = self.hands.sets
        free = (sets[:, None] & sets[None, :]) == 0
        return float(self.weights[0] @ free @ self.weights[1])

    @cached_property
    def boards(self) -> tuple[tuple[int, ...], ...]:
        """The board, and on the turn the boards that it may become."""
        if len(self.board) == RIVER:
            return (self.board,)
        return (self.board, *((*self.board, card) for card in runouts(self.board)))

    @cached_property
    def root(self) -> Node:
        """The public tree."""
        cards = () if len(self.board) == RIVER else tuple(runouts(self.board))
        return build_tree(self.bets, self.board, cards)


class _Arrays(NamedTuple):
    """The public tree and the boards as the kernel reads them."""

    nodes: Array
    stakes: Array
    orders: Array
    sizes: Array
    ends: Array
    holds: Array
    slots: int
    deepest: int
    widest: int
    places: dict[tuple[str, ...], int]


class Solver:
    """Regret matching on a spot; `iterate` as long as wanted, then `solution`."""

    def __init__(self, spot: Spot, variant: Variant = "dcfr") -> None:
        import numpy as np  # noqa: PLC0415

        self.spot, self.variant = spot, variant
        self.tree = _flatten(spot)
        hands, tree = len(spot.hands.numbers), self.tree
        self.regrets, self.averages = (np.zeros((tree.slots, hands), np.float32) for _ in range(2))
        self.own, self.other, self.values = (np.zeros((tree.deepest + 1, hands)) for _ in range(3))
        self.current = np.zeros((tree.deepest + 1, tree.widest, hands))
        self.sums, self.fades = np.zeros(CARDS), np.ones(3)
        self.share = 1.0 / (CARDS - TURN - DEALT)
        self.iterations = 0
        self.run = compile_kernel(betting).improve

    def iterate(self) -> None:
        """One update of each player."""
        self.iterations += 1
        self.fades[:] = _fades(self.variant, self.iterations)
        for player in range(PLAYERS):
            self._walk(player, betting.TRAIN)

    def values_for(self, player: int, mode: int) -> Array:
        """What each hand of a player gains, times the weight of the hands that it meets."""
        self._walk(player, mode)
        return cast("Array", self.values[0].copy())

    def exploitability(self) -> float:
        """What best responses gain against the average strategies, the mean of both, in chips."""
        gains = [
            float(self.spot.weights[who] @ self.values_for(who, betting.BEST)) / self.spot.pairs
            for who in range(PLAYERS)
        ]
        return sum(gains) / PLAYERS

    def value(self) -> float:
        """What the average strategies win for the first player of the pot, in chips."""
        gain = float(self.spot.weights[0] @ self.values_for(0, betting.FOLLOW))
        return gain / self.spot.pairs + self.spot.bets.pot / 2

    def _walk(self, player: int, mode: int) -> None:
        tree, hands = self.tree, self.spot.hands
        self.own[0], self.other[0] = self.spot.weights[player], self.spot.weights[1 - player]
        self.run(
            player, tree.nodes, tree.stakes, hands.one, hands.two, tree.orders, tree.sizes,
            tree.ends, tree.holds, self.share, self.fades, self.regrets, self.averages, self.own,
            self.other, self.values, self.current, self.sums, mode,
        )  # fmt: skip


def _fades(variant: Variant, step: int) -> tuple[float, float, float]:
    """What regrets above and below 0, and averages, are multiplied by before iteration `step`."""
    if variant == "cfr+":  # negative regrets are dropped; averages have linear weights
        return 1.0, 0.0, (step - 1) / step
    before = float(step - 1)
    rising = before**1.5
    return rising / (rising + 1), 0.5, (before / step) ** 2


def _flatten(spot: Spot) -> _Arrays:
    """The arrays of a spot: nodes in order of depth, the children of each adjacent."""
    import numpy as np  # noqa: PLC0415

    listed, depths, firsts = [spot.root], [0], []
    for place, node in enumerate(listed):
        firsts.append(len(listed))
        listed += node.children
        depths += [depths[place] + 1] * len(node.children)
    places = {board: place for place, board in enumerate(spot.boards)}
    nodes, slots = np.zeros((len(listed), betting.COLUMNS), np.int64), 0
    for place, node in enumerate(listed):
        nodes[place] = (
            node.kind,
            node.player,
            firsts[place],
            len(node.children),
            places[node.board],
            slots,
        )
        slots += len(node.acts)
    hands, boards = spot.hands, spot.boards
    orders, ends = (np.zeros((len(boards), len(hands.sets)), np.int64) for _ in range(2))
    sizes, holds = np.zeros(len(boards), np.int64), np.zeros((len(boards), len(hands.sets)))
    for place, board in enumerate(boards):
        if len(board) == RIVER:
            order, last = order_of(hands, board)
        else:  # no showdown here: any order
            order = last = np.arange(len(hands.sets))
        sizes[place] = len(order)
        orders[place, : len(order)], ends[place, : len(order)] = order, last
        holds[place, order] = 1.0
    stakes = np.array([node.stake for node in listed])
    widest = max(1, *(len(node.acts) for node in listed))
    return _Arrays(
        nodes, stakes, orders, sizes, ends, holds, max(slots, 1), max(depths), widest,
        {node.path: place for place, node in enumerate(listed)},
    )  # fmt: skip


def solve_spot(
    spot: Spot, *, iterations: int = 1000, target: float | None = None, variant: Variant = "dcfr",
    on_progress: Callable[[Progress], None] | None = None, check_every: int = 100,
) -> Solution:  # fmt: skip
    """Solve a spot: at most `iterations`, or until the exploitability is below `target` of the pot.

    KeyboardInterrupt ends it with the strategies so far.
    """
    if iterations < 1:
        raise InputError("holdem.iterations", given=iterations)
    started, solver, interrupted = perf_counter(), Solver(spot, variant), False
    gap: float | None = None
    try:
        while solver.iterations < iterations:
            solver.iterate()
            if solver.iterations % check_every == 0:
                gap = solver.exploitability() if target is not None else None
                if on_progress is not None:
                    on_progress(Progress(solver.iterations, gap))
                if target is not None and gap is not None and gap < target * spot.bets.pot:
                    break
    except KeyboardInterrupt:
        interrupted = True
    return Solution(solver, perf_counter() - started, interrupted)


@dataclass(frozen=True)
class Solution:
    """Average strategies of a solver, and what they are worth."""

    solver: Solver
    seconds: float
    interrupted: bool = False

    @property
    def spot(self) -> Spot:
        """What was solved."""
        return self.solver.spot

    @cached_property
    def exploitability(self) -> float:
        """What best responses gain, the mean of both players, in chips."""
        return self.solver.exploitability()

    @cached_property
    def value(self) -> float:
        """What the first player wins of the pot on average, in chips."""
        return self.solver.value()

    def line(self, path: tuple[str, ...] = ()) -> list[Node]:
        """The nodes along a path of acts (`bets.act_code`) and cards; InputError if none."""
        nodes = [self.spot.root]
        for place, word in enumerate(path):
            below = {child.path[-1]: child for child in nodes[-1].children}
            if word not in below:
                names = ", ".join(below) or "-"
                raise InputError("holdem.path", word=word, number=place + 1, expected=names)
            nodes.append(below[word])
        return nodes

    def strategy(self, node: Node) -> Array:
        """The probability of each act at a decision, for each hand."""
        import numpy as np  # noqa: PLC0415

        slot = self.solver.tree.nodes[self.solver.tree.places[node.path], betting.SLOT]
        weights = self.solver.averages[slot : slot + len(node.acts)].astype(float)
        total = weights.sum(axis=0)
        return np.where(total > 0, weights / np.where(total > 0, total, 1), 1 / len(node.acts))

    def reach(self, path: tuple[str, ...], player: int) -> Array:
        """How likely each hand of a player is after a path, by own choices and range."""
        nodes = self.line(path)
        reach = self.spot.weights[player]
        for node, child in pairwise(nodes):
            if node.acts and node.player == player:
                reach = reach * self.strategy(node)[node.children.index(child)]
        return cast(
            "Array", reach * self.solver.tree.holds[self.spot.boards.index(nodes[-1].board)]
        )

    def frequencies(self, path: tuple[str, ...] = ()) -> dict[Act, float]:
        """How often each act is chosen after a path, over all pairs of hands that come there."""
        node = self.line(path)[-1]
        sets = self.spot.hands.sets
        free = (sets[:, None] & sets[None, :]) == 0
        weights = self.reach(path, node.player) * (free @ self.reach(path, 1 - node.player))
        total = float(weights.sum())
        shares = self.strategy(node) @ weights / total if total > 0 else self.strategy(node)[:, 0]
        return {act: float(share) for act, share in zip(node.acts, shares, strict=True)}
