"""The answer about a position that is known exactly."""

from __future__ import annotations

from dataclasses import dataclass

from adversario.algorithms.core.answer import Result, Source
from adversario.game import A, S


@dataclass(frozen=True, kw_only=True)
class KnownResult(Result[S, A]):
    """An answer that is known exactly; `algorithm` is the method that knew it.

    Its scores are exact, and have distances if the method finds them. In a game with finer
    utilities (`Graded`) the values are the finer ones.
    """

    found_by: Source = "table"

    @property
    def source(self) -> Source:
        """How the answer was found."""
        return self.found_by
