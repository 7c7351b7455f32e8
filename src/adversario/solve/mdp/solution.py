"""What solving a Markov decision process gives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from adversario.solve.mdp.model import Mdp


@dataclass(frozen=True)
class Solution:
    """Values and a best choice for every state, and how far they can be trusted.

    `policy` has the number of the choice, counted from 0 (0 in terminal states). `sweeps` counts
    both kinds, `improvements` those that looked at all choices; `changes` has how much each sweep
    changed a value at most. `error` bounds the distance from the true values, None where no bound
    is known. `converged` tells whether the error that was asked for is reached: bounded, or, where
    no bound is known, with changes no greater than that.
    """

    mdp: Mdp
    method: str
    discount: float
    values: Any
    policy: Any
    sweeps: int
    improvements: int
    changes: tuple[float, ...]
    error: float | None
    converged: bool
    interrupted: bool
    seconds: float

    def value(self, state: str | int) -> float:
        """What a state is worth, by its name or number."""
        return float(self.values[self._number(state)])

    def action(self, state: str | int) -> str | None:
        """What to do in a state; None if it is terminal."""
        number = self._number(state)
        if self.mdp.is_terminal(number):
            return None
        return self.mdp.names.choice(number, int(self.policy[number]))

    @property
    def start_value(self) -> float:
        """What the problem is worth where it starts."""
        return float(sum(chance * self.values[state] for state, chance in self.mdp.start))

    def to_json(self) -> dict[str, Any]:
        """Everything as plain JSON values."""
        return {
            "method": self.method,
            "discount": self.discount,
            "states": len(self.mdp),
            "start_value": self.start_value,
            "sweeps": self.sweeps,
            "improvements": self.improvements,
            "change": self.changes[-1] if self.changes else None,
            "error": self.error,
            "converged": self.converged,
            "interrupted": self.interrupted,
            "seconds": self.seconds,
            "values": {
                self.mdp.names.state(state): {
                    "value": float(self.values[state]),
                    "action": self.action(state),
                }
                for state in range(len(self.mdp))
            },
        }

    def _number(self, state: str | int) -> int:
        return self.mdp.names.find(state) if isinstance(state, str) else state
