"""The solution of a Markov decision process."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from adversario.solve.mdp.model import Mdp


@dataclass(frozen=True)
class Solution:
    """Values and a best choice for every state, and bounds on their error.

    `policy` has the number of the choice, counted from 0 (0 in terminal states). `sweeps` counts
    both kinds of sweeps, `improvements` those over all choices; `changes` has the largest change of
    a value in each sweep. `error` bounds the distance from the true values; None if no bound is
    known. `converged` is whether the requested error is reached: by the bound, or, if no bound is
    known, by the last change.
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
        """The value of a state, given by name or number."""
        return float(self.values[self._number(state)])

    def action(self, state: str | int) -> str | None:
        """The best action in a state; None if it is terminal."""
        number = self._number(state)
        if self.mdp.is_terminal(number):
            return None
        return self.mdp.names.choice(number, int(self.policy[number]))

    @property
    def start_value(self) -> float:
        """The expected value of the initial states."""
        return float(sum(chance * self.values[state] for state, chance in self.mdp.start))

    def to_json(self) -> dict[str, Any]:
        """The solution as JSON values."""
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
