"""The rules themselves, to be called one by one."""

from __future__ import annotations

from typing import Any

from adversario.native.kernels import self


def player(state: Any) -> Any:
    """The player to move."""
    return self.player(state)


def is_terminal(state: Any) -> Any:
    """Whether the game is over."""
    return self.is_terminal(state)


def actions(state: Any) -> Any:
    """The actions, as a list."""
    return [action for action in self.actions(state)]  # noqa: C416 (compiled, list() wants a type)


def chances(state: Any) -> Any:
    """The outcomes and their probabilities, as a list."""
    return [(outcome, float(chance)) for outcome, chance in self.chances(state)]


def result(state: Any, action: Any) -> Any:
    """The state after an action."""
    return self.result(state, action)


def utility(state: Any, player: int) -> Any:
    """What a terminal state is worth to a player."""
    return self.utility(state, player)


def evaluate(state: Any, player: int, model: int) -> Any:
    """An estimate of what a state is worth to a player, by the model at an address if any."""
    return self.leaf_estimate(state, player, model)


def is_quiet(state: Any) -> Any:
    """Whether the estimate can be trusted."""
    return self.is_quiet(state)


def noisy_actions(state: Any) -> Any:
    """The actions to look at before the estimate, as a list."""
    return [action for action in self.noisy_actions(state)]  # noqa: C416


def priors(state: Any) -> Any:
    """How promising each action seems, as a list."""
    return [float(weight) for weight in self.priors(state)]


def pass_turn(state: Any) -> Any:
    """The state after doing nothing."""
    return self.pass_turn(state)


def urgency(state: Any, action: Any) -> Any:
    """How urgent an action is."""
    return self.urgency(state, action)


def is_forced(state: Any) -> Any:
    """Whether the player to move has to react."""
    return self.is_forced(state)


def position_key(state: Any) -> Any:
    """What identifies the position for a rule of repetition."""
    return self.position_key(state)


def table_key(state: Any) -> Any:
    """What identifies the state in a table that may leave out clocks."""
    return self.table_key(state)


def reversible(state: Any) -> Any:
    """How many plies back the position may have occurred."""
    return self.reversible(state)


def key(state: Any) -> Any:
    """What identifies the state in a table."""
    return self.key(state)


def layer(state: Any) -> Any:
    """The layer of a state, for endgame tables."""
    return self.layer(state)


def index(state: Any) -> Any:
    """Its number there."""
    return self.index(state)


def observation(state: Any, player: int) -> Any:
    """What a player sees of a state."""
    return self.observation(state, player)


def conceal(state: Any, player: int) -> Any:
    """The state with what a player cannot know left open."""
    return self.conceal(state, player)
