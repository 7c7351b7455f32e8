"""A Markov decision process as a game of a limited number of steps, for any search."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from adversario.base.errors import InputError
from adversario.game import CHANCE, Game
from adversario.solve.mdp.model import Mdp


class State(NamedTuple):
    """The current state, the choice whose outcome is open (-1: none), steps left, reward so far.

    `at` is -1 before the initial state is drawn.
    """

    at: int
    choice: int
    left: int
    paid: float


class Unrolled(Game[State, int]):
    """The first `steps` steps of a problem. The utility is the discounted reward.

    Its expectimax value is that of `steps` sweeps of value iteration.
    """

    players = 1
    zero_sum = False
    chance = True

    def __init__(self, mdp: Mdp, steps: int, discount: float | None = None) -> None:
        if steps < 1:
            raise InputError("limit.too_small", limit="steps", given=steps, least=1)
        self.mdp, self.steps = mdp, steps
        self.discount = mdp.discount if discount is None else discount

    def initial(self) -> State:
        """The initial state of the problem, or a chance node if there are several."""
        if len(self.mdp.start) == 1:
            return State(self.mdp.start[0][0], -1, self.steps, 0.0)
        return State(-1, -1, self.steps, 0.0)

    def player(self, state: State) -> int:
        """CHANCE if an outcome is open."""
        return CHANCE if state.at < 0 or state.choice >= 0 else 0

    def actions(self, state: State) -> Iterator[int]:
        """The choices, counted from 0."""
        yield from range(int(self.mdp.choices[state.at + 1] - self.mdp.choices[state.at]))

    def chances(self, state: State) -> Iterator[tuple[int, float]]:
        """The possible next states; a state that is listed twice is one outcome."""
        if state.at < 0:
            yield from self.mdp.start
            return
        choice = int(self.mdp.choices[state.at]) + state.choice
        found: dict[int, float] = {}
        for at in range(int(self.mdp.outcomes[choice]), int(self.mdp.outcomes[choice + 1])):
            target = int(self.mdp.targets[at])
            found[target] = found.get(target, 0.0) + float(self.mdp.probabilities[at])
        yield from found.items()

    def result(self, state: State, action: int) -> State:
        """The state after a choice, or after its outcome."""
        at, choice, left, paid = state
        if at < 0:
            return State(action, -1, left, paid)
        if choice < 0:
            return State(at, action, left, paid)
        reward = float(self.mdp.rewards[int(self.mdp.choices[at]) + choice])
        paid += self.discount ** (self.steps - left) * reward
        return State(action, -1, left - 1, paid)

    def is_terminal(self, state: State) -> bool:
        """Whether the state is terminal in the problem, or no steps are left."""
        if state.at < 0 or state.choice >= 0:
            return False
        return state.left == 0 or self.mdp.is_terminal(state.at)

    def utility(self, state: State, player: int) -> float:
        """The reward so far, plus the value of a terminal state."""
        if not self.mdp.is_terminal(state.at):
            return state.paid
        return state.paid + self.discount ** (self.steps - state.left) * float(
            self.mdp.terminal_values[state.at]
        )

    def action_name(self, state: State, action: int) -> str:
        """The name of the choice, or of the state it leads to."""
        if self.player(state) == CHANCE:
            return self.mdp.names.state(action)
        return self.mdp.names.choice(state.at, action)

    def position(self, state: State) -> str:
        """The name of the state, the choice made, and the steps left."""
        here = "-" if state.at < 0 else self.mdp.names.state(state.at)
        chosen = "" if state.choice < 0 else f" {self.mdp.names.choice(state.at, state.choice)}"
        return f"{here}{chosen} {state.left}"
