"""Monte Carlo tree search, compiled: the twin of `adversario.algorithms.mcts.tree_search`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from math import inf
from time import perf_counter
from typing import Any, Generic, NamedTuple, Unpack
from weakref import finalize

from adversario.algorithms.core.limit import UNLIMITED, Budget, Counters
from adversario.algorithms.mcts.result import (
    PERIOD,
    Arm,
    Children,
    MctsResult,
    MctsTree,
    UtilityView,
    conclude,
    find_node,
    kept_root,
    view_of,
)
from adversario.algorithms.mcts.settings import (
    MctsOptions,
    MctsSettings,
    has_priors,
    own_rollouts,
    settings_for,
    takes_mcts_options,
)
from adversario.algorithms.mcts.tree_search import grow
from adversario.base.errors import InputError
from adversario.base.process.memory import require_memory
from adversario.base.stop import Stop
from adversario.contract.checking.guard import no_actions, require_start
from adversario.game import CHANCE, A, Game, S, mover_of
from adversario.native.compiler.compile import Compiled, compile_game
from adversario.native.engines.confirm import confirm
from adversario.native.engines.control import Control, run_all
from adversario.native.engines.engine_choice import (
    Engine,
    about_game,
    about_games,
    on_engine,
    or_interpreted,
)
from adversario.native.engines.gumbel import gumbel_search, policy_model
from adversario.native.engines.memory.models import model_memory
from adversario.native.engines.memory.pool import borrow, give_back
from adversario.native.engines.modelled import Shares, shares_of
from adversario.native.kernels.layout.model import Model
from adversario.native.kernels.layout.tree import (
    BY_PRIORS,
    FOR_FIRST,
    FOR_MOVER,
    OWN,
    RANDOM,
    Back,
    Front,
    Side,
    Step,
    Tree,
    Tried,
)
from adversario.native.kernels.mcts import open_loop, placement
from adversario.native.kernels.mcts import tree_search as kernel
from adversario.native.kernels.mcts.tree import FAINT, PRECISION, SHIFT, rank
from adversario.native.kernels.random import SECOND_MIX

DEEPEST = 4096
"""The depth beyond which a tree does not grow."""

LINE = 64
"""The bytes of a line of the processor's cache."""


@takes_mcts_options
def mcts(
    game: Game[S, A],
    state: S | None = None,
    *,
    threads: int = 1,
    tree: object = None,
    engine: Engine = "auto",
    stop: Stop | None = None,
    on_progress: Callable[[MctsResult[S, A]], None] | None = None,
    budget: Budget | None = None,
    **options: Unpack[MctsOptions],
) -> MctsResult[S, A]:
    """The action that most simulations of the game chose.

    - `options`: see `adversario.algorithms.mcts.settings.MctsSettings`.
    - `threads`: compiled, this number of trees grow at once, each with its share of the simulations
      and of the memory, and are added up at the root. With one thread, the same seed and no limit
      of time, a search is repeated node for node.
    - `tree`: that of an earlier result, continued if `state` is one of its nodes.
    - `engine`: "native" (NotCompilable says why not), "tabulated", "python", or "auto".
    - `stop`: a token that ends the search with the answer so far, as Ctrl-C does.
    """
    settings = settings_for(game, options)
    if threads < 1:
        raise InputError("mcts.threads", given=threads)
    start = game.initial() if state is None else state
    require_start(game, start)
    if policy_model(game) is not None:
        count = None if budget is None else budget.count
        search = partial(
            gumbel_search, game, start, settings, stop=stop, on_progress=on_progress, count=count
        )
        either = partial(search, compiled=True), partial(search, compiled=False)
        return or_interpreted(game, engine, *either)
    looks = _looks(game, settings)
    if looks is None and engine in ("native", "tabulated"):
        raise InputError("mcts.model_native")
    module = open_loop if settings.outcomes == "open" and game.chance else kernel
    if settings.placed:
        module = placement

    def native(view: Game[S, A]) -> MctsResult[S, A]:
        compiled = compile_game(view, module, start)
        count = Counters() if budget is None else budget.count
        search, control = _Open if module is open_loop else _Search, Control(stop)
        work: _Search[S, A] = search(
            compiled, start, settings, looks or Shares(), threads, control, tree, count
        )
        found = work.run(about_games(on_progress, game, view))
        # A mean is no state's value, but what is proven is that of the end of the line.
        return about_game(confirm(found, complete_line=found.proven), game, view)

    def interpreted() -> MctsResult[S, A]:
        return grow(
            game, start, settings, tree=tree, on_progress=on_progress, budget=budget, stop=stop,
        )  # fmt: skip

    return on_engine(game, "python" if looks is None else engine, native, interpreted)


def _looks(game: Game[Any, Any], settings: MctsSettings) -> Shares | None:
    """How rollouts choose by looks (not at all, if random or guided); None: by Python alone."""
    if settings.model is None:
        return Shares()
    players = range(game.players)
    found = [shares_of(game, settings.model, player) for player in players]
    if any(each is None for each in found):
        return None
    known = [each for each in found if each is not None]
    own = all(each.judge == player for player, each in zip(players, known, strict=True))
    return known[-1]._replace(judge=-1 if own else 0)


class _Search(Generic[S, A]):
    """One search: the game compiled, and the trees that grow."""

    def __init__(
        self,
        compiled: Compiled,
        start: S,
        settings: MctsSettings,
        looks: Shares,
        threads: int,
        control: Control,
        tree: object,
        count: Counters,
    ) -> None:
        game: Game[S, A] = compiled.game
        self.compiled, self.game, self.start = compiled, game, start
        self.settings, self.control, self.count = settings, control, count
        self.view = view_of(game, settings.solver)
        self.children = self.arms()
        old = self.kept(tree)
        tail = Tried.size if settings.placed else 0
        old = {number: kept for number, kept in old.items() if kept[0].tail == tail}
        known = any(other.block.bounded for other, _ in old.values())
        bounded = self.view.solves or known
        stride = int(compiled.functions.back_bytes(self.view.columns, bounded))
        least = 1 + len(list(game.legal(start)))
        capacity = rows_for(settings.memory_mib, stride, threads, least)
        puct = has_priors(game) and type(self) is _Search
        curiosity = curiosity_table(settings.exploration, puct=puct)
        self.trees = tuple(
            GrownTree(self.view, stride, capacity, curiosity, tail) for _ in range(threads)
        )
        for number, new in enumerate(self.trees):
            seed = settings.seed * threads + number
            new.block.bounded, new.model = bounded, model_memory(game)
            new.block.model = 0 if new.model is None else new.model.address
            new.instruct(game, settings, looks, self.view, control, seed)
            self.plant(new, *old.get(number, (None, -1)))
        self.started = perf_counter()

    def arms(self) -> Children:
        """The function that lists the arms of a node."""
        return partial(_children, self.game, self.view)

    def kept(self, tree: object) -> dict[int, tuple[GrownTree, int]]:
        """The trees of an earlier search, each with the row of the state to start from."""
        kept = find_node(kept_root(self.game, tree, _Spot), self.start, self.children)
        return {} if kept is None else dict(enumerate(zip(kept.trees, kept.rows, strict=True)))

    def plant(self, tree: GrownTree, other: GrownTree | None, row: int) -> None:
        """Start a tree."""
        tree.plant(self.compiled, other, row)

    def run(self, on_progress: Callable[[MctsResult[S, A]], None] | None) -> MctsResult[S, A]:
        """Let all trees grow until the limit, a stop, or the proof of the root in one of them."""
        state, trees, most = self.compiled.encode(self.start), self.trees, self.settings.limit.nodes
        works = [partial(self.compiled.functions.search, state, tree.address) for tree in trees]
        works[0]()  # no simulation is allowed yet: this only compiles, which shall cost no time
        self.started = perf_counter()
        if not self.game.is_terminal(self.start) and not any(tree.proven for tree in trees):
            for number, tree in enumerate(trees):
                allowed = UNLIMITED if most is None else (most + number) // len(trees)
                tree.block.limit = allowed
            while self.goes_on(works, watched=on_progress is not None):
                assert on_progress is not None
                on_progress(self.result())
        return self.result()

    def goes_on(self, works: Sequence[Callable[[], Any]], watched: bool) -> bool:
        """Simulate to the end, or, if `watched`, for a while; return whether there is more to do.

        The trees are at rest when this returns.
        """
        time, until = self.settings.limit.time, perf_counter() + PERIOD

        def look() -> None:
            self.count.nodes = sum(tree.block.done for tree in self.trees)
            if watched and perf_counter() >= until:
                for tree in self.trees:
                    tree.block.pause = 1

        for tree in self.trees:
            tree.block.pause = 0
        left = None if time is None else max(0.0, self.started + time - perf_counter())
        last = run_all(works, self.control, seconds=left, watch=look)
        look()
        for tree, state in zip(self.trees, last, strict=True):
            if tree.block.stuck:
                raise no_actions(self.game, self.compiled.decode(state))
        ended = all(tree.block.done >= tree.block.limit for tree in self.trees)
        return not ended and not self.control.is_set()

    def result(self) -> MctsResult[S, A]:
        """The answer of all trees together."""
        root = _Spot(self.start, self.trees, (0,) * len(self.trees))
        blocks = [tree.block for tree in self.trees]
        return conclude(
            self.game, self.start, self.view, _arm(None, root, 0), self.children,
            MctsTree(self.game, root), self.settings,
            simulations=sum(block.done for block in blocks),
            evaluations=sum(block.evaluations for block in blocks),
            deepest=max(block.deepest for block in blocks),
            tree_nodes=sum(block.used for block in blocks), started=self.started,
        )  # fmt: skip


class _Open(_Search[S, A]):
    """An open-loop search. Its tree is not continued: chance has moved meanwhile."""

    def arms(self) -> Children:
        """The function that lists the arms of a node."""
        return partial(_open_children, self.compiled, self.view)

    def kept(self, tree: object) -> dict[int, tuple[GrownTree, int]]:
        """None: a tree is not continued."""
        return {}

    def plant(self, tree: GrownTree, other: GrownTree | None, row: int) -> None:
        """Start with a root alone."""
        tree.backs[0] = 0
        tree.range()
        self.compiled.functions.begin(tree.address)


def rows_for(memory_mib: float, stride: int, threads: int, least: int) -> int:
    """The rows of each tree, at least `least`; an error if there is no memory for them."""
    row = Front.bytes + stride + 8
    capacity = max(least, int(memory_mib * 2**20) // threads // row)
    require_memory(threads * capacity * row, "memory.table")
    return capacity


class GrownTree:
    """A tree as the kernel has it: its rows, and the block that describes them."""

    def __init__(
        self, view: UtilityView, stride: int, capacity: int, curiosity: Any, tail: int = 0
    ) -> None:
        import numpy as np  # noqa: PLC0415 (not before a compiled search runs)

        self.columns, self.curiosity, self.tail = view.columns, curiosity, tail
        self.block = Tree()
        self.model: Model | None = None
        self.fronts, self.backs = self.rows(capacity, Front.bytes), self.rows(capacity, stride)
        self.places = np.empty(capacity + 64, np.int64)
        self.path = np.zeros((DEEPEST, Step.size), np.int64)
        self.payoffs = np.zeros(view.columns)
        self.ranges = np.array(view.ranges)
        sides = view.sides[-1:] + view.sides[:-1]  # chance, whose number is -1, before player 0
        self.sides = np.zeros((len(sides), Side.size), np.int64)
        self.sides[:, Side.column] = [column for column, _ in sides]
        self.sides.view(np.float64)[:, Side.sign] = [sign for _, sign in sides]
        self.block.stride, self.block.capacity = stride, capacity

    @property
    def address(self) -> int:
        """Where the block is."""
        return self.block.address

    @property
    def proven(self) -> bool:
        """Whether the value of the root is known."""
        root = self.node(0)
        return root.lower == root.upper

    def instruct(
        self,
        game: Game[Any, Any],
        settings: MctsSettings,
        looks: Shares,
        view: UtilityView,
        control: Control,
        seed: int,
    ) -> None:
        """Fill in what the kernel is to do."""
        block = self.block
        block.columns, block.players, block.plies = view.columns, len(view.sides), DEEPEST
        block.rollout = settings.max_plies
        if settings.model is None:
            block.guided = BY_PRIORS if settings.rollouts == "guided" else RANDOM
        else:
            block.guided = FOR_MOVER if looks.judge < 0 else FOR_FIRST
        own = own_rollouts(game, settings, view.columns)
        block.whole = own.whole
        if own.actions:
            block.guided = OWN
        block.actions, block.rave, block.virtual = (
            game.action_count,
            settings.rave,
            settings.virtual,
        )
        block.heavy, block.patience = settings.rollouts == "heavy", settings.patience
        block.widening = settings.widening
        block.solves = view.solves
        block.anything, block.best = looks.anything, looks.best
        block.temperature = looks.temperature
        block.random = (seed * SECOND_MIX + 2**63) % 2**64 - 2**63  # as a number with a sign
        block.bottom, block.top = view.bottom, view.top
        block.stop = control.flags
        block.fronts, block.backs, block.path = self.fronts, self.backs, self.path
        block.sides, block.ranges, block.payoffs = self.sides[1:], self.ranges, self.payoffs
        block.curiosities, block.places = self.curiosity, self.places

    def plant(self, compiled: Compiled, other: GrownTree | None, row: int) -> None:
        """Start with a root alone, or with what another tree knows from a row on."""
        self.backs[0] = 0
        known = other is not None and row >= 0
        if other is not None and known:
            self.ranges[:] = other.ranges
        self.range()
        fronts, backs, stride = (
            (other.fronts.ctypes.data, other.backs.ctypes.data, other.block.stride)
            if other is not None and known
            else (0, 0, 0)
        )
        compiled.functions.plant(fronts, backs, stride, max(row, 0), self.address)

    def rows(self, number: int, length: int) -> Any:
        """Memory for `number` rows of `length` bytes, the first at the start of a cache line."""
        memory = borrow(number * length // 8 + LINE // 8)
        finalize(self, _return, memory, length, self.block).atexit = False
        start = -memory.ctypes.data % LINE // 8
        return memory[start : start + number * length // 8].reshape(number, -1)

    def range(self) -> None:
        """Write the range of their utilities to the sides."""
        ranges = [top - low if low < top else 1.0 for low, top in self.ranges]
        self.sides.view("float64")[:, Side.range] = [
            ranges[of] for of in self.sides[:, Side.column]
        ]

    def node(self, row: int) -> _Node:
        """What a row holds."""
        back = self.backs[row][: self.backs.shape[1] - self.tail]
        numbers, columns = back.view("float64").tolist(), self.columns
        others = numbers[len(numbers) - columns + 1 :] if columns > 1 else ()
        lower, upper = numbers[-2:] if self.block.bounded else (-inf, inf)
        visits, means = int(self.backs[row, Back.visits]), (numbers[Back.mean], *others)
        return _Node(visits, means, numbers[Back.spread], lower, upper)


class _Node(NamedTuple):
    """What one tree knows of a node; see `Arm`."""

    visits: int
    means: tuple[float, ...]
    spread: float
    lower: float
    upper: float


def _return(memory: Any, length: int, block: Any) -> None:
    """Give back the memory of the rows of a tree that is gone; its block outlives it."""
    touched = block.capacity if block.recycled else block.used
    give_back(memory, int(touched) * length)


class _Spot(NamedTuple):
    """A state, and its row in each of the trees that grow together; -1 where there is none."""

    state: Any
    trees: tuple[GrownTree, ...]
    rows: tuple[int, ...]


@lru_cache(maxsize=8)
def curiosity_table(exploration: float, *, puct: bool) -> Any:
    """What the width of a bound is multiplied by, for each rank of the visits of the parent.

    UCT has the root of their logarithm here, PUCT their root.
    """
    import numpy as np  # noqa: PLC0415

    ranks = np.arange(rank(UNLIMITED) + 1)
    places = np.maximum((ranks >> PRECISION) - 1, 0)
    visits = (ranks - (places << PRECISION)) * 2.0**places
    return exploration * np.sqrt(visits if puct else np.log(np.maximum(visits, 1))) + FAINT


def _children(game: Game[Any, Any], view: UtilityView, spot: _Spot) -> list[Arm]:
    """The arms of a node, in the order of its actions; none if it was not expanded."""
    links = [
        int(tree.fronts[row, Front.link]) if row >= 0 else 0
        for tree, row in zip(spot.trees, spot.rows, strict=True)
    ]
    if not any(links):
        return []
    column = view.sides[game.player(spot.state)][0]
    arms = []
    for index, action in enumerate(game.legal(spot.state)):
        rows = tuple((link >> SHIFT) + index if link else -1 for link in links)
        after = _Spot(game.result(spot.state, action), spot.trees, rows)
        arms.append(_arm(action, after, column))
    return arms


def _open_children(compiled: Compiled, view: UtilityView, spot: _Spot) -> list[Arm]:
    """The arms of a node of an open-loop tree; none if chance moves there, or did on the way."""
    game, state = compiled.game, spot.state
    mover = mover_of(game, state)
    if mover == CHANCE or not any(int(tree.fronts[row, Front.link]) for tree, row in _known(spot)):
        return []
    child_at, encoded, arms = compiled.functions.child_at, compiled.encode(state), []
    for index, action in enumerate(game.actions(state)):
        rows = tuple(
            (child_at(encoded, row, index, tree.address) or -1) if row >= 0 else -1
            for tree, row in zip(spot.trees, spot.rows, strict=True)
        )
        after = _Spot(game.result(state, action), spot.trees, rows)
        if _known(after):
            arms.append(_arm(action, after, view.sides[mover][0]))
        else:
            arms.append(Arm(action, 0, (0.0,) * view.columns, 0.0, view.bottom, view.top, after))
    return arms


def _known(spot: _Spot) -> list[tuple[GrownTree, int]]:
    """The trees that know a node, each with its row."""
    return [(tree, row) for tree, row in zip(spot.trees, spot.rows, strict=True) if row >= 0]


def _arm(action: Any, spot: _Spot, column: int) -> Arm:
    """What all trees together know of a node; `column` is that of the player to move there."""
    nodes = [tree.node(row) for tree, row in _known(spot)]
    if len(nodes) == 1:
        return Arm(action, *nodes[0], spot)
    visits = sum(node.visits for node in nodes)
    shares = [node.visits / max(visits, 1) for node in nodes]
    total = tuple(
        sum(share * mean for share, mean in zip(shares, each, strict=True))
        for each in zip(*(node.means for node in nodes), strict=True)
    )
    apart = [node.means[column] - total[column] for node in nodes]
    between = visits * sum(share * gap * gap for share, gap in zip(shares, apart, strict=True))
    spread = sum(node.spread for node in nodes) + between
    lower, upper = max(node.lower for node in nodes), min(node.upper for node in nodes)
    return Arm(action, visits, total, spread, lower, upper, spot)
