"""A program of plain Python brought to life."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from adversario.native.compiler.load import Loaded
from adversario.native.compiler.plain.bridge import Bridge, Library, library_of
from adversario.native.compiler.plain.errors import NoRoom
from adversario.native.compiler.plain.kinds.layout import Misfit
from adversario.native.compiler.plain.program import PlainProgram
from adversario.native.compiler.plain.trust import room_for


class PlainLoaded(Loaded):
    """A program whose rules are linked; states and actions are converted by their types."""

    program: PlainProgram

    @property
    def _name(self) -> str:
        return f"plain_{self.program.fingerprint}"

    def library(self) -> Library:
        """The rules by themselves."""
        return library_of(self.program.analysis, self._name)

    def _more_names(self) -> dict[str, Any]:
        bridge = Bridge(self.program.analysis, self._name)
        return {name: bridge.function(rule) for name, rule in self.program.linked.items()}

    def _more_parts(self) -> tuple[str, ...]:
        return (self.program.fingerprint,)

    def encode(self, state: Any) -> Any:
        """A state as words."""
        try:
            return self.program.analysis.encode(state)
        except Misfit as misfit:
            raise room_for(misfit) from None
        except (TypeError, ValueError, AttributeError, OverflowError):
            raise NoRoom from None

    def words(self, states: Sequence[Any]) -> Any:
        """States as rows of words."""
        return np.array([self.encode(state) for state in states], np.int64)

    def decode(self, value: Any) -> Any:
        """A state or an action as the game has it."""
        return self.program.analysis.decode(value)
