"""Information set Monte Carlo tree search, with one tree for each player.

After Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search" (2012), MO-ISMCTS.
Each simulation draws a state that may be the true one (a world) and plays it down. Every player has
a tree of what they may come to know: its branches are what they see and what they do. A player
chooses by the statistics of their own node, which belong to all states that look the same, so that
no player acts on what they cannot know. A move that a player does not notice does not move them in
their tree.

An action may not be possible in all states of a node that were met; the upper confidence bounds
count the simulations in which it was.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from math import inf, log, sqrt
from time import perf_counter
from typing import Any, Generic

from adversario.algorithms.core.limit import Budget, Limit
from adversario.algorithms.imperfect.deck import Deck
from adversario.algorithms.mcts.result import (
    Arm,
    MctsResult,
    MctsTree,
    UtilityView,
    conclude,
    view_of,
)
from adversario.algorithms.mcts.settings import Rollouts, settings_for
from adversario.algorithms.mcts.tree_search import MonteCarlo, Simulation
from adversario.base.process.memory import require_memory
from adversario.base.stop import Stop
from adversario.contract.capability import as_capability
from adversario.contract.checking.guard import no_actions, require_start
from adversario.contract.information.memory import Did, Event, Saw
from adversario.contract.information.observed import Observed
from adversario.contract.information.perspective import Perspective, perspective
from adversario.game import CHANCE, A, Game, S


def ismcts(
    game: Game[S, A],
    state: S | None = None,
    *,
    known: Perspective[S, A] | None = None,
    limit: Limit | None = None,
    simulations: int | None = None,
    exploration: float = sqrt(2),
    rollouts: Rollouts[S, A] = "random",
    rollout_depth: int | None = None,
    seed: int = 0,
    memory_mib: float = 64,
    stop: Stop | None = None,
    on_progress: Callable[[MctsResult[S, A]], None] | None = None,
    on_simulation: Callable[[Simulation], None] | None = None,
    budget: Budget | None = None,
) -> MctsResult[S, A]:
    """The action that most simulations chose, by what the player to move knows.

    - `known`: what the player knows. The state is not looked at, and the answer is about a state
      that may be the true one. Without it, the player knows what they see in `state`.
    - The other options are those of `mcts` (`MctsSettings`). Models of rollouts see the world.
    - `on_simulation` is called with every simulation, as a play of its world; visits and means are
      those of the action in its information set.
    - When the memory is full the trees stop growing.

    Ctrl-C ends the search with the answer so far.
    """
    settings = settings_for(
        game,
        {
            "limit": limit, "simulations": simulations, "exploration": exploration,
            "rollouts": rollouts, "rollout_depth": rollout_depth, "seed": seed,
            "memory_mib": memory_mib, "solver": False,
        },
        "ismcts",
    )  # fmt: skip
    require_memory(int(settings.memory_mib * 2**20), "memory.table")
    started, view = perf_counter(), view_of(game, solver=False)
    start = game.initial() if state is None else state
    if known is None:
        require_start(game, start)
        known = perspective(game, start)
    root: Any = Known[A](view)
    search = InformationSetSearch(game, start, view, settings, root, stop, on_simulation, budget)
    search.sit_down(known, start)
    start = search.start
    root.terminal = game.is_terminal(start)

    def children(node: Any) -> Sequence[Arm]:
        return node.arms(known.actions, view) if node is root and known is not None else []

    def answer() -> MctsResult[S, A]:
        found = conclude(
            game, start, view, root.arm(None), children, MctsTree(game, root), settings,
            simulations=search.simulations, evaluations=search.evaluations,
            deepest=search.deepest, tree_nodes=search.nodes, started=started,
        )  # fmt: skip
        options = {name: found.options[name] for name in OPTIONS}
        return replace(found, algorithm="ismcts", options={**options, "known": known})

    while search.goes_on(started, watched=on_progress is not None):
        assert on_progress is not None
        on_progress(answer())
    return answer()


OPTIONS = ("exploration", "rollouts", "rollout_depth", "seed", "memory_mib")
"""The options that an answer repeats."""


class Tally:
    """The simulations of an action or a node: their number and the mean of their payoffs."""

    __slots__ = ("available", "means", "spread", "visits")

    def __init__(self, view: UtilityView) -> None:
        self.visits = self.available = 0
        self.means = [0.0] * view.columns
        self.spread = 0.0

    def add(self, payoffs: Sequence[float], column: int) -> None:
        """Count a simulation."""
        self.visits += 1
        before = payoffs[column] - self.means[column]
        for each, payoff in enumerate(payoffs):
            self.means[each] += (payoff - self.means[each]) / self.visits
        self.spread += before * (payoffs[column] - self.means[column])

    def arm(self, action: Any) -> Arm:
        """The statistics."""
        means = tuple(self.means)
        return Arm(action, self.visits, means, self.spread, -inf, inf, self)


class Known(Tally, Generic[A]):
    """What a player knows: a node of their tree, and the actions tried there."""

    __slots__ = ("after", "children", "lower", "seen", "terminal", "tried", "upper")

    def __init__(self, view: UtilityView, seen: Hashable = None) -> None:
        super().__init__(view)
        self.seen = seen  # the last observation
        self.after: dict[Event[A], Known[A]] = {}
        self.tried: dict[A, Tally] = {}
        self.children: dict[A, Any] = {}  # none: what follows an action depends on the world
        self.terminal, self.lower, self.upper = False, -inf, inf

    def arms(self, actions: Sequence[A], view: UtilityView) -> list[Arm]:
        """The statistics of the actions."""
        unknown = Tally(view)
        return [self.tried.get(action, unknown).arm(action) for action in actions]


class InformationSetSearch(MonteCarlo[S, A]):
    """Simulations of worlds, in which all players move down their own trees at once."""

    def sit_down(self, known: Perspective[S, A] | None, state: S) -> None:
        """Prepare the worlds, and a tree for each player: the searching one has the root's."""
        self.deck = Deck(self.game, known, state, self.random)
        self.me = CHANCE if known is None else known.player
        self.by_chance: dict[tuple[A, ...], Tally] = {}
        self.see = as_capability(self.game, Observed).observation
        self.roots: list[Known[A]] = [Known(self.view) for _ in range(self.game.players)]
        if known is not None:
            self.start = self.deck.draw()
            self.root.seen = known.memory.last_seen  # type: ignore[attr-defined]

    def simulate(self, root: Any) -> None:
        """One simulation: a world, selection and expansion, simulation, backpropagation."""
        self.played: list[tuple[A, Mapping[A, float], Tally]] = []
        path, state = self.descend(root, self.deck.draw())
        self.deepest = max(self.deepest, len(path))
        payoffs = self.rollout(state)
        new = bool(path) and not path[-1][0].visits
        for seen, payoff in zip(self.ranges, payoffs, strict=True):
            seen[:] = min(seen[0], payoff), max(seen[1], payoff)
        root.add(payoffs, self.view.sides[self.me][0])
        for tally, column in path:
            tally.add(payoffs, column)
        if self.on_event is not None:
            self.report(root, payoffs, expanded=new)

    def report(self, root: Any, payoffs: Sequence[float], *, expanded: bool) -> None:
        """Report the simulation: the play of its world, with the statistics of the sets."""
        assert self.on_event is not None
        done: tuple[A, ...] = ()
        for action, _, tally in self.played:
            done = (*done, action)
            if tally is self.by_chance.get(done):
                tally.add(payoffs, 0)
        tallies = [root, *(tally for _, _, tally in self.played)]
        bounds = tuple(bounds for _, bounds, _ in self.played)
        visits = tuple(each.visits for each in tallies)
        means = tuple(tuple(each.means) for each in tallies)
        self.on_event(Simulation(done, expanded, tuple(payoffs), bounds, visits, means))

    def note(self, action: A, bounds: Mapping[A, float], tally: Tally | None) -> None:
        """Remember an action of the play; one of chance has statistics by what came before."""
        if tally is None:
            done = (*(each for each, _, _ in self.played), action)
            tally = self.by_chance.setdefault(done, Tally(self.view))
        self.played.append((action, bounds, tally))

    def descend(self, root: Known[A], state: S) -> tuple[list[tuple[Tally, int]], S]:
        """The actions chosen in the trees, each with the column of its chooser; and the state."""
        game, rules, path = self.game, self.rules, list[tuple[Tally, int]]()
        places = [root if who == self.me else each for who, each in enumerate(self.roots)]
        self.look(places, state)
        while not game.is_terminal(state):
            mover = rules.player(state)
            if mover == CHANCE:
                action, expanded = self.sample_chance(state), False
                if self.on_event is not None:
                    self.note(action, {}, None)
            else:
                place = places[mover]
                action, expanded = self.choose(place, state, mover)
                path.append((place.tried[action], self.view.sides[mover][0]))
                if self.on_event is not None:
                    bound = self.bounds_of(place, mover)
                    tried = [each for each in place.tried if place.tried[each].visits]
                    bounds = {} if expanded else {each: bound(each) for each in tried}
                    self.note(action, bounds, place.tried[action])
                places[mover] = self.follow(places[mover], Did(action))
            state = game.result(state, action)
            if expanded or game.is_terminal(state):
                break
            self.look(places, state)
        return path, state

    def look(self, places: list[Known[A]], state: S) -> None:
        """Move each player to what they know once they have seen the state."""
        for who, place in enumerate(places):
            seen = self.see(state, who)
            if seen is not None and seen != place.seen:
                places[who] = self.follow(place, Saw(seen))

    def follow(self, place: Known[A], event: Event[A]) -> Known[A]:
        """The node after something that a player saw or did."""
        found = place.after.get(event)
        if found is None:
            found = Known(self.view, event.observation if isinstance(event, Saw) else place.seen)
            if self.nodes < self.most_nodes:
                place.after[event] = found
                self.nodes += 1
        return found

    def choose(self, place: Known[A], state: S, mover: int) -> tuple[A, bool]:
        """An action that was not tried, at random, or the best; and whether it is a new one."""
        actions = list(self.rules.actions(state))
        if not actions:
            raise no_actions(self.game, state)
        tried = place.tried
        if untried := [action for action in actions if action not in tried]:
            action = self.random.choice(untried)
            tried[action] = Tally(self.view)
        else:
            action = max(actions, key=self.bounds_of(place, mover))
        for each in actions:
            if each in tried:
                tried[each].available += 1
        return action, bool(untried)

    def bounds_of(self, place: Known[A], mover: int) -> Callable[[A], float]:
        """The upper confidence bounds of the actions of a node (UCB1 for subset-armed bandits)."""
        column, sign = self.view.sides[mover]
        least, greatest = self.ranges[column]
        weight = sign / (greatest - least) if least < greatest else sign
        constant = self.settings.exploration

        def bound(action: A) -> float:
            tally = place.tried[action]
            if not tally.visits:  # left in this state by Ctrl-C
                return inf
            wonder = sqrt(log(max(tally.available, 1)) / tally.visits)
            return weight * tally.means[column] + constant * wonder

        return bound
