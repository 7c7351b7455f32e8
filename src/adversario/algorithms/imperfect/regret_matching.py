"""Sampled regret matching over candidate actions, for large games with simultaneous moves.

The players of a round choose at the same time, each from some candidates. Again and again all
choices are sampled; then each player compares the candidates, at every choice, by the value of play
that goes on from there: the rest of the round as sampled now, and a random rollout. Players choose
by regret matching (Hart and Mas-Colell 2000): in proportion to how much better a candidate would
have been so far. The average over all iterations approaches an equilibrium of the round between two
players with a constant sum, as far as rollouts value what follows, and a coarse correlated one
otherwise. After Gray, Lerer, Bakhtin and Brown, "Human-Level Performance in No-Press Diplomacy via
Equilibrium Search" (2021), whose candidates and rollouts come from a learned policy; here they come
from the game's own rollouts, or from chance.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from time import perf_counter
from typing import Any, Generic, NamedTuple

from adversario.algorithms.core.answer import Score
from adversario.algorithms.core.events import Bound
from adversario.algorithms.core.limit import Budget, Limit
from adversario.algorithms.imperfect.deck import Deck
from adversario.algorithms.imperfect.ismcts import Tally
from adversario.algorithms.mcts.result import Arm, MctsResult, MctsTree, conclude, view_of
from adversario.algorithms.mcts.settings import Rollouts, settings_for
from adversario.algorithms.mcts.tree_search import MonteCarlo
from adversario.base.errors import InputError
from adversario.base.stop import Stop
from adversario.contract.capability import as_capability
from adversario.contract.checking.guard import no_actions, require_start
from adversario.contract.information.observed import Observed
from adversario.contract.information.perspective import Perspective, perspective
from adversario.contract.rollouts import RolledOut
from adversario.game import CHANCE, A, Game, S

CANDIDATES = 12
"""The default number of actions among which a player chooses."""

ITERATIONS = 1000
"""The default number of iterations, each with a rollout for every candidate."""

MOST_DRAWS = 10_000
"""Worlds that do not look right, after which the search stops."""


def regret_matching(
    game: Game[S, A],
    state: S | None = None,
    *,
    known: Perspective[S, A] | None = None,
    candidates: int = CANDIDATES,
    limit: Limit | None = None,
    simulations: int | None = None,
    rollouts: Rollouts[S, A] = "random",
    rollout_depth: int | None = None,
    seed: int = 0,
    engine: str = "auto",
    stop: Stop | None = None,
    on_progress: Callable[[MctsResult[S, A]], None] | None = None,
    budget: Budget | None = None,
) -> MctsResult[S, A]:
    """An action of the player to move, drawn from their average strategy.

    - `known`: what the player knows. The state is not looked at. Without it, the player knows what
      they see in `state`.
    - `candidates`: the most actions of a choice; of more, this number is sampled.
    - A simulation is an iteration, with one rollout for each candidate of each choice of the round.
    - The other options are those of `mcts` (`MctsSettings`). It is not compiled.

    The visits of an action say how often the average strategy plays it, of all iterations; scores
    are means of its rollouts. What was chosen before in this round is open again, as `conceal`
    leaves it; games without `conceal` have it drawn at random.
    """
    if candidates < 2:
        raise InputError("limit.too_small", limit="candidates", given=candidates, least=2)
    if engine == "native":
        raise InputError("regret_matching.native")
    if limit is None and simulations is None:
        simulations = ITERATIONS
    settings = settings_for(
        game,
        {
            "limit": limit, "simulations": simulations, "rollouts": rollouts,
            "rollout_depth": rollout_depth, "seed": seed, "solver": False,
        },
        "regret-matching",
    )  # fmt: skip
    started, view = perf_counter(), view_of(game, solver=False)
    start = game.initial() if state is None else state
    if known is None:
        require_start(game, start)
        known = perspective(game, start)
    if known is None:
        raise InputError("regret_matching.nobody", game=game.name)
    root: Any = _Root(view)
    search = RoundSearch(game, start, view, settings, root, stop, None, budget)
    search.begin(known, candidates)
    options = {name: settings.options[name] for name in OPTIONS}
    options |= {"known": known, "candidates": candidates}

    def answer() -> MctsResult[S, A]:
        found = conclude(
            game, search.start, view, root.arm(None), lambda node: [], MctsTree(game, None),
            settings, simulations=search.simulations, evaluations=search.evaluations,
            deepest=search.deepest, tree_nodes=len(search.choices), started=started,
        )  # fmt: skip
        return search.strategy(
            replace(found, algorithm="regret-matching", tree=None, options=options)
        )

    while search.goes_on(started, watched=on_progress is not None):
        assert on_progress is not None
        on_progress(answer())
    return answer()


OPTIONS = ("rollouts", "rollout_depth", "seed")
"""The options that an answer repeats."""


class _Root(Tally):
    """All simulations; nothing is ever proven."""

    lower, upper, terminal = -inf, inf, False
    children: Mapping[Any, Any] = {}


@dataclass(eq=False, slots=True)
class Choice(Generic[A]):
    """A choice of a player in the round: the candidates, their regrets and their average shares."""

    actions: Sequence[A]
    regrets: list[float] = field(default_factory=list)
    sums: list[float] = field(default_factory=list)
    values: list[Tally] = field(default_factory=list)

    def shares(self) -> list[float]:
        """The present strategy: in proportion to positive regrets; uniform if there are none."""
        positive = [max(regret, 0.0) for regret in self.regrets]
        total = sum(positive)
        if total <= 0:
            return [1 / len(positive)] * len(positive)
        return [regret / total for regret in positive]


class Turn(NamedTuple, Generic[S, A]):
    """A turn of a player in the round, and what they did before in it."""

    state: S
    mover: int
    done: tuple[A, ...]


class RoundSearch(MonteCarlo[S, A]):
    """Rounds of simultaneous choices, sampled and compared."""

    def begin(self, known: Perspective[S, A], candidates: int) -> None:
        """Prepare the worlds, and the choice of the player to move."""
        self.known, self.most = known, candidates
        self.deck = Deck(self.game, known, None, self.random)
        self.see = as_capability(self.game, Observed).observation
        self.goal = known.memory.last_seen
        self.choices: dict[Hashable, Choice[A]] = {}
        self.mine = self.new_choice(self.candidates(known.actions, None))
        _, self.start = self.draw_start()

    def new_choice(self, actions: Sequence[A]) -> Choice[A]:
        """A choice about which nothing is known."""
        count = len(actions)
        return Choice(actions, [0.0] * count, [0.0] * count, [Tally(self.view) for _ in actions])

    def candidates(self, actions: Sequence[A], state: S | None) -> Sequence[A]:
        """All actions, or a sample of them: by the game's own rollouts, else at random."""
        if len(actions) <= self.most:
            return list(actions)
        found: dict[A, None] = {}
        if self.own.actions and state is not None:
            policy = as_capability(self.game, RolledOut)
            for _ in range(2 * self.most):
                found.setdefault(policy.rollout_action(state, self.word()))
        rest = [action for action in actions if action not in found]
        found |= dict.fromkeys(self.random.sample(rest, min(self.most, len(rest))))
        return list(found)[: self.most]

    def draw_start(self) -> tuple[list[Turn[S, A]], S]:
        """The choices made before in this round, sampled again, and a state that looks like now."""
        game, me = self.game, self.known.player
        for _ in range(MOST_DRAWS):
            concealed, turns = self.known.concealed, list[Turn[S, A]]()
            state = self.deck.draw() if concealed is None else concealed
            done: dict[int, tuple[A, ...]] = {}
            while not game.is_terminal(state):
                mover = self.rules.player(state)
                if mover == me:
                    if self.goal is not None and self.see(state, me) != self.goal:
                        break
                    return turns, state
                if mover == CHANCE:
                    state = game.result(state, self.sample_chance(state))
                else:
                    turn = Turn(state, mover, done.get(mover, ()))
                    action = self.sample_action(turn)
                    turns.append(turn)
                    done[mover] = (*turn.done, action)
                    state = game.result(state, action)
        raise InputError("worlds.none", game=game.name, player=game.player_name(me))

    def sample_action(self, turn: Turn[S, A]) -> A:
        """An action by the present strategy of a player."""
        choice = self.choice_of(turn)
        return self.random.choices(choice.actions, choice.shares())[0]

    def choice_of(self, turn: Turn[S, A]) -> Choice[A]:
        """The choice of a player, by what they see and what they have done in the round."""
        state, mover, done = turn
        seen = self.see(state, mover)
        if mover == self.known.player and not done and seen == self.goal:
            return self.mine
        key = mover, seen, done
        found = self.choices.get(key)
        if found is None:
            actions = list(self.rules.actions(state))
            if not actions:
                raise no_actions(self.game, state)
            found = self.choices[key] = self.new_choice(self.candidates(actions, state))
        return found

    def simulate(self, root: Any) -> None:
        """One iteration: choices of all players, and what each candidate would have been worth."""
        before, start = self.draw_start()
        after, _ = self.play_round(Turn(start, self.known.player, ()))
        self.deepest = max(self.deepest, len(before) + len(after))
        for turn in (*before, *after):
            choice, (column, sign) = self.choice_of(turn), self.view.sides[turn.mover]
            shares, payoffs = choice.shares(), []
            for action, value in zip(choice.actions, choice.values, strict=True):
                payoff = self.rollout(self.play_round(turn, action)[1])
                value.add(payoff, column)
                payoffs.append(payoff)
            worths = [sign * payoff[column] for payoff in payoffs]
            mean = sum(share * worth for share, worth in zip(shares, worths, strict=True))
            for at, (share, worth) in enumerate(zip(shares, worths, strict=True)):
                choice.regrets[at] += worth - mean
                choice.sums[at] += share
            if choice is self.mine:
                root.add(self.random.choices(payoffs, shares)[0], column)

    def play_round(self, turn: Turn[S, A], *first: A) -> tuple[list[Turn[S, A]], S]:
        """The choices from a turn on to the end of the round, and the state there.

        The round ends where chance moves, or a player who saw what another chose, or a player who
        has chosen before another did. `first` is the first action, if it is given.
        """
        game, found, moved = self.game, list[Turn[S, A]](), set[int]()
        seen = {who: self.see(turn.state, who) for who in range(game.players)}
        while True:
            found.append(turn)
            action = first[0] if first and len(found) == 1 else self.sample_action(turn)
            state = game.result(turn.state, action)
            if game.is_terminal(state):
                break
            mover, done = self.rules.player(state), (*turn.done, action)
            if mover != turn.mover:
                moved.add(turn.mover)
                done = ()
                if mover == CHANCE or mover in moved or self.see(state, mover) != seen[mover]:
                    break
            turn = Turn(state, mover, done)
        return found, state

    def strategy(self, found: MctsResult[S, A]) -> MctsResult[S, A]:
        """The answer with the average strategy of the player to move, and an action drawn by it."""
        mine, total = self.mine, sum(self.mine.sums)
        if not total:
            return found
        visits = [round(each / total * self.simulations) for each in mine.sums]
        arms = [
            Arm(action, visit, tuple(value.means), value.spread, -inf, inf, action)
            for action, visit, value in zip(mine.actions, visits, mine.values, strict=True)
        ]
        chosen = self.random.choices(arms, mine.sums)[0]
        tested = [
            replace(arm, visits=value.visits) for arm, value in zip(arms, mine.values, strict=True)
        ]
        return replace(
            found, action=chosen.action, value=chosen.value, principal_variation=(chosen.action,),
            scores=tuple(Score(arm.action, arm.value, Bound.EXACT) for arm in arms),
            visits=tuple(visits), confidence=tuple(arm.confidence for arm in tested),
            proven_actions=(False,) * len(arms),
        )  # fmt: skip
