"""Perfect information Monte Carlo, compiled: the twin of `algorithms.imperfect.pimc`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import inf, sqrt
from random import Random
from time import perf_counter
from typing import Any, Generic

from adversario.algorithms.core.answer import Score
from adversario.algorithms.core.events import Bound
from adversario.algorithms.core.limit import UNLIMITED, Budget, Counters, Limit
from adversario.algorithms.imperfect.deck import Deck
from adversario.algorithms.imperfect.pimc import WORLDS
from adversario.algorithms.imperfect.pimc import pimc as interpreted_pimc
from adversario.algorithms.mcts.result import Arm, MctsResult, MctsTree, conclude, view_of
from adversario.algorithms.mcts.settings import MctsOptions, MctsSettings, Rollouts, settings_for
from adversario.base.errors import InputError
from adversario.base.stop import Stop
from adversario.contract.checking.guard import no_actions, require_start
from adversario.contract.information.perspective import Perspective, perspective
from adversario.game import A, Game, S
from adversario.native.compiler.compile import Compiled, compile_game
from adversario.native.engines.control import Control, run_all
from adversario.native.engines.engine_choice import Engine, about_game
from adversario.native.engines.information.head_start import run_search
from adversario.native.engines.information.worlds import first_random, require_world, set_worlds
from adversario.native.engines.mcts import GrownTree, curiosity_table, rows_for
from adversario.native.engines.modelled import Shares
from adversario.native.kernels.information import survey as kernel
from adversario.native.kernels.layout.information import Memories, Opinion

PROBE = 64
"""The simulations of a world that show how many there is time for."""

BATCH = 8
"""The worlds searched between two reports."""


def pimc(
    game: Game[S, A],
    state: S | None = None,
    *,
    known: Perspective[S, A] | None = None,
    worlds: int = WORLDS,
    limit: Limit | None = None,
    simulations: int | None = None,
    exploration: float = sqrt(2),
    rollouts: Rollouts[S, A] = "random",
    rollout_depth: int | None = None,
    seed: int = 0,
    memory_mib: float = 64,
    engine: Engine = "auto",
    stop: Stop | None = None,
    on_progress: Callable[[MctsResult[S, A]], None] | None = None,
    budget: Budget | None = None,
) -> MctsResult[S, A]:
    """The action with the best mean value over worlds, as the interpreted form has it, compiled.

    The loop over worlds is compiled too, and worlds are searched without proofs. `engine` is
    "native" (NotCompilable says why not), "python", or "auto". Rollouts that are not random, and
    worlds that are neither listed nor drawn by `conceal`, are left to the interpreter.
    """
    options: MctsOptions = {
        "limit": limit, "simulations": simulations, "exploration": exploration,
        "rollouts": rollouts, "rollout_depth": rollout_depth, "seed": seed,
        "memory_mib": memory_mib,
    }  # fmt: skip
    settings = settings_for(game, {**options, "solver": False}, "pimc")
    start = game.initial() if state is None else state
    if known is None:
        require_start(game, start)
        known = perspective(game, start)

    shared: dict[str, Any] = dict(options)

    def interpreted() -> MctsResult[S, A]:
        return interpreted_pimc(
            game, start, known=known, worlds=worlds, stop=stop, on_progress=on_progress,
            budget=budget, **shared,
        )  # fmt: skip

    if known is None or worlds < 1:
        return interpreted()
    deck = Deck(game, known, None, Random(seed), batch=1)
    if rollouts != "random" or not deck.is_explicit:
        if engine == "native":
            raise InputError("ismcts.native")
        return interpreted()
    count = Counters() if budget is None else budget.count

    def native() -> MctsResult[S, A]:
        compiled = compile_game(game, kernel, start)
        survey = Survey(compiled, deck, settings, worlds, Control(stop), count)
        return about_game(survey.run(on_progress), game, game)

    return run_search(game, "pimc", engine, settings.limit, native, interpreted)


class Survey(Generic[S, A]):
    """The worlds searched so far, and what they say of the actions."""

    def __init__(
        self, compiled: Compiled, deck: Deck[S, A], settings: MctsSettings, worlds: int,
        control: Control, count: Counters,
    ) -> None:  # fmt: skip
        import numpy as np  # noqa: PLC0415 (not before a compiled search runs)

        assert deck.known is not None
        self.compiled, self.deck, self.known = compiled, deck, deck.known
        self.game: Game[S, A] = compiled.game
        self.settings, self.worlds = settings, worlds
        self.control, self.count = control, count
        self.view = view_of(self.game, solver=False)
        self.world = deck.draw()
        columns, stride = self.view.columns, int(compiled.functions.back_bytes(self.view.columns))
        rows = rows_for(settings.memory_mib, stride, 1, 1 + len(self.known.actions))
        curiosity = curiosity_table(settings.exploration, puct=False)
        self.tree = GrownTree(self.view, stride, rows, curiosity)
        self.tree.instruct(self.game, settings, Shares(), self.view, control, settings.seed)
        self.tree.backs[0] = 0
        self.tree.range()
        self.block = Memories()
        self.block.stop, self.block.random = control.flags, first_random(settings.seed)
        self.root = set_worlds(self.block, compiled, deck, self.world)
        self.opinions = np.zeros((len(self.known.actions), Opinion.size + columns), np.int64)
        self.column, self.sign = self.view.sides[self.known.player]
        self.started = perf_counter()

    def run(self, on_progress: Callable[[MctsResult[S, A]], None] | None) -> MctsResult[S, A]:
        """Search all worlds, or those that there is time for: at least one."""
        self.search_worlds(0)  # this only compiles
        self.started = perf_counter()
        limit = self.settings.limit
        share = UNLIMITED
        if limit.nodes is not None:
            share = max(1, limit.nodes // self.worlds)
        if limit.time is not None:
            share = min(share, self.affordable(limit.time))
        self.tree.block.limit = share
        most = self.worlds
        while self.block.searched < most and not self.control.is_set():
            step = most if on_progress is None else min(most, self.block.searched + BATCH)
            self.search_worlds(step)
            if on_progress is not None:
                on_progress(self.answer())
        return self.answer()

    def affordable(self, seconds: float) -> int:
        """The simulations of a world that there is time for, as the first world shows."""
        self.tree.block.limit = PROBE
        self.search_worlds(1)
        spent = max(perf_counter() - self.started, 1e-6)
        left = max(seconds - spent, 0.0) / max(self.worlds - 1, 1)
        return max(1, int(PROBE * left / spent))

    def search_worlds(self, most: int) -> None:
        """Search worlds until there are that many, or time is over."""
        limit, compiled = self.settings.limit, self.compiled
        self.block.limit = most
        left = None
        if limit.time is not None:
            left = max(0.0, self.started + limit.time - perf_counter())
        places = self.opinions.ctypes.data

        def work() -> Any:
            return compiled.functions.survey(
                self.root, self.tree.address, places, self.column, self.block.address
            )

        def look() -> None:
            self.count.nodes = self.block.done + self.tree.block.done

        (last,) = run_all([work], self.control, seconds=left if most > 1 else None, watch=look)
        self.count.nodes = self.block.done
        require_world(self.block, self.deck)
        if self.tree.block.stuck:
            raise no_actions(self.game, compiled.decode(last))

    def answer(self) -> MctsResult[S, A]:
        """The action with the best mean, the first in a tie."""
        arms = [self.arm(at, action) for at, action in enumerate(self.known.actions)]
        tried = [arm for arm in arms if arm.visits] or arms
        chosen = max(tried, key=lambda arm: self.sign * arm.means[self.column])
        root = Arm(None, self.block.done, chosen.means, 0.0, -inf, inf, "root")
        found = conclude(
            self.game, self.world, self.view, root, lambda node: arms if node == "root" else [],
            MctsTree(self.game, None), self.settings, simulations=self.block.done,
            evaluations=self.tree.block.evaluations, deepest=self.tree.block.deepest,
            tree_nodes=self.tree.block.used, started=self.started,
        )  # fmt: skip
        settings = self.settings
        options = {
            "known": self.known, "worlds": self.worlds, "seed": settings.seed,
            "exploration": settings.exploration, "rollouts": settings.rollouts,
            "rollout_depth": settings.rollout_depth, "memory_mib": settings.memory_mib,
        }  # fmt: skip
        visits = self.opinions[:, Opinion.visits].tolist()
        return replace(
            found, algorithm="pimc", action=chosen.action, value=chosen.value,
            principal_variation=(chosen.action,),
            scores=tuple(Score(arm.action, arm.value, Bound.EXACT) for arm in arms),
            visits=tuple(visits), confidence=tuple(arm.confidence for arm in arms),
            proven_actions=(False,) * len(arms), tree=None, options=options,
        )  # fmt: skip

    def arm(self, at: int, action: A) -> Arm:
        """The mean over worlds of an action."""
        numbers = self.opinions[at].view("float64")
        means = tuple(numbers[Opinion.size :].tolist())
        worlds = int(self.opinions[at, Opinion.worlds])
        return Arm(action, worlds, means, float(numbers[Opinion.spread]), -inf, inf, action)
