"""A Markov decision process as flat arrays, made from names or from matrices."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

from adversario.base.errors import InputError
from adversario.base.numbers import show

MAX_REWARD = 1e100
"""The greatest size of a reward, or of the value of an end: sums of more could be infinite."""

TOLERANCE = 1e-9
"""The tolerance for sums of probabilities: thirds are rarely written in full."""


class Names(Protocol):
    """The names of states and choices."""

    def state(self, number: int) -> str:
        """The name of a state."""

    def choice(self, state: int, choice: int) -> str:
        """The name of a choice of a state, counted from 0."""

    def find(self, name: str) -> int:
        """The number of the state of that name; raises InputError if there is none."""


@dataclass(frozen=True)
class ListedNames:
    """Names as lists."""

    states: Sequence[str]
    choices: Sequence[Sequence[str]]

    def state(self, number: int) -> str:
        """The name of a state."""
        return self.states[number]

    def choice(self, state: int, choice: int) -> str:
        """The name of a choice of a state."""
        return self.choices[state][choice]

    def find(self, name: str) -> int:
        """The number of the state of that name; raises InputError if there is none."""
        if name not in self._numbers:
            raise InputError("mdp.no_state", state=name)
        return self._numbers[name]

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.states)}


@dataclass(frozen=True)
class Mdp:
    """A Markov decision process with states numbered from 0.

    The choices of state `s` are `choices[s]:choices[s + 1]`; a state without choices is terminal
    and has the value `terminal_values[s]`. Choice `c` has the expected reward `rewards[c]`, and
    leads to each of `targets[outcomes[c]:outcomes[c + 1]]` with the corresponding probability.
    `start` are the initial states with their probabilities. `source` is the grid or game from which
    the problem was made, if any.
    """

    choices: Any
    outcomes: Any
    targets: Any
    probabilities: Any
    rewards: Any
    terminal_values: Any
    start: tuple[tuple[int, float], ...]
    names: Names
    discount: float = 1.0
    source: Any = None

    def __len__(self) -> int:
        return len(self.terminal_values)

    def is_terminal(self, state: int) -> bool:
        """Whether the state has no choices."""
        return bool(self.choices[state] == self.choices[state + 1])

    @cached_property
    def owners(self) -> Any:
        """The state of each choice."""
        import numpy as np  # noqa: PLC0415 (not needed to import the package)

        return np.repeat(np.arange(len(self), dtype=np.int32), np.diff(self.choices))


Place = Callable[[str, str | None, int | None], Callable[..., InputError]]
"""Return a constructor of errors located at a state, one of its choices and one outcome of that."""

Outcome = tuple[str, float, float]
"""The next state, its probability, and the reward."""


def _nowhere(state: str, action: str | None, outcome: int | None) -> Callable[..., InputError]:
    return InputError


def mdp_from_names(
    states: Mapping[str, float | Mapping[str, Iterable[Outcome]]],
    *,
    discount: float = 1.0,
    start: str | None = None,
    place: Place = _nowhere,
) -> Mdp:
    """The problem with these states: the value of a terminal one, or the outcomes of its actions.

    A state without actions is terminal and has the value 0. Raises InputError for a next state that
    is not defined, and for probabilities that are out of range or do not sum to 1.
    """
    import numpy as np  # noqa: PLC0415

    if not states:
        raise InputError("mdp.no_states")
    numbers = {name: number for number, name in enumerate(states)}
    choices, outcomes, targets = [0], [0], []
    probabilities: list[float] = []
    rewards: list[float] = []
    terminal_values: list[float] = []
    actions: list[tuple[str, ...]] = []
    for name, state in states.items():
        choosing = state if isinstance(state, Mapping) else {}
        terminal_values.append(0.0 if isinstance(state, Mapping) else float(state))
        if not abs(terminal_values[-1]) <= MAX_REWARD:
            wrong = place(name, None, None)
            raise wrong("mdp.too_large", given=show(terminal_values[-1]), most=MAX_REWARD)
        actions.append(tuple(choosing))
        for action, listed in choosing.items():
            found = _check_outcomes(name, action, tuple(listed), numbers, place)
            targets += [numbers[after] for after, _, _ in found]
            probabilities += [chance for _, chance, _ in found]
            rewards.append(sum(chance * reward for _, chance, reward in found))
            outcomes.append(len(targets))
        choices.append(len(rewards))
    first = next(iter(states)) if start is None else start
    if first not in numbers:
        raise InputError("mdp.no_state", state=first)
    return Mdp(
        choices=np.array(choices, np.int64),
        outcomes=np.array(outcomes, np.int64),
        targets=np.array(targets, np.int32),
        probabilities=np.array(probabilities, np.float64),
        rewards=np.array(rewards, np.float64),
        terminal_values=np.array(terminal_values, np.float64),
        start=((numbers[first], 1.0),),
        names=ListedNames(tuple(states), actions),
        discount=discount,
    )


def _check_outcomes(
    state: str, action: str, outcomes: tuple[Outcome, ...], numbers: Mapping[str, int], place: Place
) -> list[Outcome]:
    """The outcomes of positive probability; raises InputError if an outcome is invalid."""
    total = 0.0
    for index, (after, chance, reward) in enumerate(outcomes):
        if not abs(reward) <= MAX_REWARD:
            wrong = place(state, action, index)
            raise wrong("mdp.too_large", given=show(reward), most=MAX_REWARD)
        if after not in numbers:
            wrong = place(state, action, index)
            raise wrong("mdp.missing", state=state, action=action, target=after)
        if not 0 <= chance <= 1 + TOLERANCE:
            wrong = place(state, action, index)
            raise wrong("mdp.probability", state=state, action=action, given=show(chance))
        total += chance
    if abs(total - 1) > TOLERANCE:
        wrong = place(state, action, None)
        raise wrong("mdp.sum", state=state, action=action, total=show(total))
    return [outcome for outcome in outcomes if outcome[1] > 0]


def mdp_from_arrays(
    transitions: Any,
    rewards: Any,
    *,
    terminal: Mapping[int, float] | None = None,
    discount: float = 1.0,
    start: int = 0,
) -> Mdp:
    """The problem of `transitions[action][state][next state]`, states and actions by number.

    `rewards` has a number for each state, for each state and action, or for each action, state and
    next state. `terminal` maps terminal states to their values; the arrays are ignored for these.
    """
    import numpy as np  # noqa: PLC0415

    chances, paid = np.asarray(transitions, float), np.asarray(rewards, float)
    ends = dict(terminal or {})
    if chances.ndim != 3 or chances.shape[1] != chances.shape[2] or 0 in chances.shape:
        raise InputError("mdp.shape", name="transitions", shape=chances.shape)
    for name, array in (("transitions", chances), ("rewards", paid)):
        if not np.isfinite(array).all():
            raise InputError("mdp.not_finite", name=name)
    actions, states, _ = chances.shape
    if paid.shape not in ((states,), (states, actions), (actions, states, states)):
        raise InputError("mdp.shape", name="rewards", shape=paid.shape)
    if wrong := [state for state in (*ends, start) if not 0 <= state < states]:
        raise InputError("mdp.no_state", state=wrong[0])
    if paid.ndim == 3:
        paid = (chances * paid).sum(axis=2).T
    elif paid.ndim == 1:
        paid = np.repeat(paid[:, None], actions, axis=1)

    def outcomes(state: int, action: int) -> Iterable[Outcome]:
        row = chances[action, state]
        for after in np.flatnonzero(row).tolist():
            yield str(after), float(row[after]), float(paid[state, action])

    return mdp_from_names(
        {
            str(state): ends[state]
            if state in ends
            else {str(action): outcomes(state, action) for action in range(actions)}
            for state in range(states)
        },
        discount=discount,
        start=str(start),
    )
