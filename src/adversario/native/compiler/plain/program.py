"""The program of a kernel and a game whose rules are plain Python."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from types import ModuleType
from typing import Any

from adversario.base.catalogue import message
from adversario.contract.capabilities import KEYS, compiled_methods
from adversario.game import Game
from adversario.native.compiler.plain.rules import PARAMETERS, Analysis
from adversario.native.compiler.program import Program
from adversario.native.compiler.shapes import INT, Items, Shape, Unsupported
from adversario.native.compiler.source import MISSING


class PlainProgram(Program):
    """A program whose states and actions are words, and whose rules are compiled already."""

    def __init__(
        self,
        game: Game[Any, Any],
        sample: Any,
        roots: ModuleType | Sequence[str],
        analysis: Analysis,
    ) -> None:
        self.analysis = analysis
        self.linked: dict[str, str] = {}  # names of the module -> rules
        self.fingerprint = sha256(str(analysis.module).encode()).hexdigest()
        super().__init__(game, sample, roots)

    def _state_shape(self) -> Shape | None:
        return Items((INT,) * self.analysis.state_words)

    def _action_shape(self) -> Shape:
        words = self.analysis.action_words
        return INT if words == 1 else Items((INT,) * words)

    def _attribute(self, name: str, kernel: bool) -> str:
        if name in KEYS and kernel:
            return self._key(name)
        if name in self.analysis.rules:
            return self._linked(name)
        if problems := self.analysis.optional_problems.get(name):
            raise Unsupported(problems[0].reason)
        if name == "sound_actions" and not self.overrides(name):
            return self._linked("actions", "self_sound_actions")
        if name in compiled_methods() and self.overrides(name):
            raise Unsupported(message("native.plain.rule", name=name))
        if kernel and name not in PARAMETERS and self._is_method(name):
            raise Unsupported(message("native.plain.rule", name=name))
        return super()._attribute(name, kernel)

    def _is_method(self, name: str) -> bool:
        try:
            return self.constant(name) is MISSING
        except Unsupported:
            return False

    def _linked(self, rule: str, name: str = "") -> str:
        """The name of a rule in the module."""
        name = name or f"self_{rule}"
        self.linked[name] = rule
        return name

    def _key(self, name: str) -> str:
        name = name if self.overrides(name) or name != "table_key" else "key"
        if not self.overrides(name):
            return super()._key(name)
        if problems := self.analysis.optional_problems.get(name):
            raise Unsupported(problems[0].reason)
        own = self._linked(name, f"self_{name}_words")
        words = self.analysis.entries[name].words
        return self._mixed_key(f"{own}(state)", Items((INT,) * words), name)
