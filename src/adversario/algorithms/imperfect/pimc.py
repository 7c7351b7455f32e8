"""Perfect information Monte Carlo: worlds are searched as if all cards were open.

After Levy (1989) and Ginsberg, "GIB: Imperfect Information in a Computationally Challenging Game"
(2001). Every world, a state that may be the true one, is searched by itself as a game of perfect
information, and the action with the best value on average is chosen. Two errors remain, however
many worlds there are (Frank and Basin, 1998). Strategy fusion: in each world the search plays a
different strategy, though the player will not know which world it is. Non-locality: worlds that an
opponent who knows better would have avoided count as much as the others.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import sqrt
from random import Random
from time import perf_counter
from typing import Any

from adversario.algorithms.core.answer import Score
from adversario.algorithms.core.events import Bound
from adversario.algorithms.core.limit import Budget, Limit
from adversario.algorithms.imperfect.deck import Deck
from adversario.algorithms.imperfect.ismcts import Tally
from adversario.algorithms.mcts.result import MctsResult, view_of
from adversario.algorithms.mcts.settings import MctsSettings, Rollouts, settings_for
from adversario.algorithms.mcts.tree_search import grow
from adversario.base.errors import InputError
from adversario.base.stop import Stop
from adversario.contract.checking.guard import require_start
from adversario.contract.information.perspective import Perspective, perspective
from adversario.game import A, Game, S
from adversario.views.opened import Opened

WORLDS = 30
"""The default number of worlds."""


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
    stop: Stop | None = None,
    on_progress: Callable[[MctsResult[S, A]], None] | None = None,
    budget: Budget | None = None,
) -> MctsResult[S, A]:
    """The action with the best mean value over worlds that are searched with open cards.

    - `known`: what the player knows. The state is not looked at, and the answer is about a state
      that may be the true one. Without it, the player knows what they see in `state`.
    - `worlds`: the number of worlds, which share time and simulations equally.
    - The other options are those of `mcts` (`MctsSettings`), which searches the worlds.

    In the answer, visits are the simulations of an action in all worlds, and the confidence is
    about the mean over worlds. `on_progress` is called after every world.
    """
    if worlds < 1:
        raise InputError("limit.too_small", limit="worlds", given=worlds, least=1)
    settings = settings_for(
        game,
        {
            "limit": limit, "simulations": simulations, "exploration": exploration,
            "rollouts": rollouts, "rollout_depth": rollout_depth, "seed": seed,
            "memory_mib": memory_mib,
        },
        "pimc",
    )  # fmt: skip
    start = game.initial() if state is None else state
    if known is None:
        require_start(game, start)
        known = perspective(game, start)
    options: dict[str, Any] = {
        "known": known,
        "worlds": worlds,
        "seed": seed,
        "exploration": exploration,
    }
    options |= {"rollouts": rollouts, "rollout_depth": rollout_depth, "memory_mib": memory_mib}
    if known is None:
        found = grow(Opened(game), start, settings, stop=stop, budget=budget)
        return replace(found, algorithm="pimc", game=game, options=options)
    survey = _Survey(game, known, settings, worlds)
    answer: MctsResult[S, A] | None = None
    while answer is None or survey.goes_on(stop):
        survey.search_world(stop, budget)
        answer = replace(survey.answer(), options=options)
        if on_progress is not None:
            on_progress(answer)
    return answer


class _Survey:
    """The worlds searched so far, and the values of the actions in them."""

    def __init__(
        self, game: Game[Any, Any], known: Perspective[Any, Any], settings: MctsSettings, most: int
    ) -> None:
        self.game, self.known, self.settings, self.most = game, known, settings, most
        self.random = Random(settings.seed)
        self.deck = Deck(game, known, None, self.random)
        self.opened, self.view = Opened(game), view_of(game, solver=False)
        self.started, self.worlds = perf_counter(), 0
        self.values = {action: Tally(self.view) for action in known.actions}
        self.visits = dict.fromkeys(known.actions, 0)
        self.total = self.evaluations = self.deepest = self.nodes = 0
        self.last: MctsResult[Any, Any] | None = None

    def goes_on(self, stop: Stop | None) -> bool:
        """Whether there is another world to search."""
        limit = self.settings.limit
        late = limit.time is not None and perf_counter() - self.started >= limit.time
        return self.worlds < self.most and not late and not (stop is not None and stop.is_set())

    def share(self) -> Limit:
        """The limit of the next world: an equal part of what is left."""
        limit, left = self.settings.limit, self.most - self.worlds
        nodes = None if limit.nodes is None else max(1, (limit.nodes - self.total) // left)
        if limit.time is None:
            return Limit(nodes=nodes)
        time = max(0.0, limit.time - (perf_counter() - self.started)) / left
        return Limit(time=time, nodes=nodes)

    def search_world(self, stop: Stop | None, budget: Budget | None) -> None:
        """Search a world, and add the values of its actions."""
        seed = self.random.getrandbits(32)
        settings = replace(self.settings, limit=self.share(), seed=seed)
        found = grow(self.opened, self.deck.draw(), settings, stop=stop, budget=budget)
        column = self.view.sides[self.known.player][0]
        for score, visits in zip(found.scores, found.visits, strict=True):
            if visits and score.action in self.values:
                value = score.value if isinstance(score.value, tuple) else (score.value,)
                self.values[score.action].add([float(each) for each in value], column)
                self.visits[score.action] += visits
        self.last = found
        self.worlds += 1
        self.total += found.simulations
        self.evaluations += found.statistics.evaluations
        self.deepest = max(self.deepest, found.statistics.depth)
        self.nodes += found.tree_nodes

    def answer(self) -> MctsResult[Any, Any]:
        """The action with the best mean, the first in a tie."""
        assert self.last is not None
        column, sign = self.view.sides[self.known.player]
        arms = [self.values[action].arm(action) for action in self.known.actions]
        tried = [arm for arm in arms if arm.visits]
        chosen = max(tried, key=lambda arm: sign * arm.means[column])
        cost = replace(
            self.last.statistics, nodes=self.total, leaves=self.total,
            evaluations=self.evaluations, depth=self.deepest,
            seconds=perf_counter() - self.started,
        )  # fmt: skip
        return replace(
            self.last,
            algorithm="pimc",
            game=self.game,
            action=chosen.action,
            value=chosen.value,
            proven=False,
            principal_variation=(chosen.action,),
            scores=tuple(Score(arm.action, arm.value, Bound.EXACT) for arm in arms),
            statistics=cost,
            visits=tuple(self.visits[arm.action] for arm in arms),
            confidence=tuple(arm.confidence for arm in arms),
            proven_actions=(False,) * len(arms),
            simulations=self.total,
            tree_nodes=self.nodes,
            endless=self.evaluations if self.settings.rollout_depth is None else 0,
            tree=None,
        )
