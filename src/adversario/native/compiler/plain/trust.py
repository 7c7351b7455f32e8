"""Compiled rules beside Python's, before they are used: both must agree in games at random."""

from __future__ import annotations

import ctypes
from math import isclose
from random import Random
from typing import Any

from adversario.contract.capabilities import KEYS
from adversario.game import CHANCE
from adversario.native.compiler.plain.bridge import Library
from adversario.native.compiler.plain.data.machine import CAPACITY, ORDER, RANGE
from adversario.native.compiler.plain.errors import NoOrder, NoRange, NoRoom, RuleFault
from adversario.native.compiler.plain.kinds.layout import Misfit, OutOfRange
from adversario.native.compiler.plain.kinds.types import Bool, Float
from adversario.native.compiler.plain.rules import LISTS, PARAMETERS, Analysis

PLAYOUTS, PLIES, STATES, RESULTS = 8, 300, 300, 16
"""How many games are played, how long they are, how many states are compared, and how many results
of actions in each."""


OTHERS = (
    "is_quiet", "is_forced", "reversible", "noisy_actions", "priors", "pass_turn", "symmetries",
    "sound_actions", "is_worth_keeping",
)  # fmt: skip
"""Optional rules of a state alone."""


class Rules:
    """The compiled rules, called from Python without Numba."""

    def __init__(self, analysis: Analysis, library: Library) -> None:
        self.analysis, self.library = analysis, library
        self._functions: dict[str, Any] = {}

    def call(self, rule: str, *arguments: Any) -> Any:
        """What a rule returns; NoRoom or RuleFault if it raises."""
        entry, analysis = self.analysis.entries[rule], self.analysis
        given = []
        for name, value in zip(PARAMETERS[rule], arguments, strict=True):
            words = isinstance(value, tuple) or name == "action"
            row = value if isinstance(value, tuple) else (value,)
            given.append((ctypes.c_int64 * len(row))(*row) if words else ctypes.c_int64(value))
        size = 1 + entry.words * entry.most + (0 if rule in LISTS else analysis.state_words)
        out = (ctypes.c_int64 * (size + 1))()
        status = self._function(rule)(*given, out)
        if status:
            raise {CAPACITY: NoRoom, RANGE: NoRange, ORDER: NoOrder}.get(status, RuleFault)
        if rule in LISTS:
            return [self._item(rule, out, 1 + entry.words * i) for i in range(out[0])]
        if rule == "features":
            return [ctypes.c_double.from_buffer(out, 8 * i).value for i in range(entry.most)]
        if rule in ("result", "pass_turn"):
            return tuple(out[: analysis.state_words])
        if rule in KEYS:
            return tuple(out[: entry.words])
        if isinstance(entry.kind, Float):
            return ctypes.c_double.from_buffer(out).value
        return bool(out[0]) if isinstance(entry.kind, Bool) else out[0]

    def _item(self, rule: str, out: Any, at: int) -> Any:
        if rule == "priors":
            return ctypes.c_double.from_buffer(out, 8 * at).value
        if rule == "symmetries":
            return tuple(out[at : at + self.analysis.state_words])
        words = self.analysis.action_words
        action = out[at] if words == 1 else tuple(out[at : at + words])
        if rule == "chances":
            return action, ctypes.c_double.from_buffer(out, 8 * (at + words)).value
        return action

    def _function(self, rule: str) -> Any:
        if rule not in self._functions:
            entry = self.analysis.entries[rule]
            kinds = [
                ctypes.c_void_p if name in ("state", "action") else ctypes.c_int64
                for name in PARAMETERS[rule]
            ]
            made = ctypes.CFUNCTYPE(ctypes.c_int32, *kinds, ctypes.c_void_p)
            self._functions[rule] = made(self.library.address(entry))
        return self._functions[rule]


def first_difference(analysis: Analysis, library: Library) -> str:
    """The rule in which compiled code and Python differ; empty if none does.

    NoRoom if there is a value that compiled code has no room for, NoOrder if a rule depends on the
    order of a set.
    """
    return _Comparison(analysis, Rules(analysis, library)).run()


def room_for(misfit: Misfit) -> NoRoom:
    """What a value that does not fit needs more of."""
    return NoRange() if isinstance(misfit, OutOfRange) else NoRoom()


class _Comparison:
    """Games at random, both ways."""

    def __init__(self, analysis: Analysis, rules: Rules) -> None:
        self.analysis, self.rules, self.game = analysis, rules, analysis.game
        self.keys: dict[Any, Any] = {}

    def run(self) -> str:
        random, seen = Random(1), 0
        for _ in range(PLAYOUTS):
            state = self.game.initial()
            for _ in range(PLIES):
                seen += 1
                if seen > STATES:
                    return ""
                try:
                    found, choices = self.state(state, random)
                except NoOrder:
                    raise
                except RuleFault:
                    return "rules"
                if found:
                    return found
                if not choices:
                    break
                state = self.game.result(state, random.choice(choices))
        return ""

    def state(self, state: Any, random: Random) -> tuple[str, list[Any]]:
        """What differs in a state, and what can be played there."""
        game, rules, words = self.game, self.rules, self._words(state)
        over = bool(game.is_terminal(state))
        if rules.call("is_terminal", words) != over:
            return "is_terminal", []
        if found := self._keys(state, words):
            return found, []
        if over:
            for player in range(game.players):
                if not _same(rules.call("utility", words, player), game.utility(state, player)):
                    return "utility", []
            return "", []
        mover = game.player(state)
        if rules.call("player", words) != mover:
            return "player", []
        if mover == CHANCE:
            pairs = [(outcome, float(chance)) for outcome, chance in game.chances(state)]
            made = rules.call("chances", words)
            choices, given = [o for o, _ in pairs], [a for a, _ in made]
            if not _same([c for _, c in made], [c for _, c in pairs]):
                return "chances", []
        else:
            choices, given = list(game.actions(state)), rules.call("actions", words)
        if [self.analysis.decode(each) for each in given] != choices:
            return "chances" if mover == CHANCE else "actions", []
        found = self._results(state, words, choices, given, random)
        found = found or self._urgency(state, words, choices, given)
        return found or self._others(state, words, mover), choices

    def _words(self, state: Any) -> Any:
        try:
            return self.analysis.encode(state)
        except Misfit as misfit:
            raise room_for(misfit) from None

    def _results(
        self, state: Any, words: Any, choices: list[Any], given: list[Any], random: Random
    ) -> str:
        places = range(len(choices))
        if len(choices) > RESULTS:
            places = random.sample(places, RESULTS)  # type: ignore[assignment]
        for at in places:
            after = self.game.result(state, choices[at])
            made = self.rules.call("result", words, given[at])
            if made != self._words(after) or self.analysis.decode(made) != after:
                return "result"
        return ""

    def _urgency(self, state: Any, words: Any, choices: list[Any], given: list[Any]) -> str:
        if "urgency" not in self.analysis.rules or self.game.player(state) == CHANCE:
            return ""
        own: Any = self.game
        pairs = zip(choices[:RESULTS], given, strict=False)
        agree = all(self.rules.call("urgency", words, m) == own.urgency(state, c) for c, m in pairs)
        return "" if agree else "urgency"

    def _keys(self, state: Any, words: Any) -> str:
        for rule in KEYS:
            if rule not in self.analysis.rules:
                continue
            own, made = getattr(self.game, rule)(state), self.rules.call(rule, words)
            pairs = (
                self.keys.setdefault((rule, "own", own), made),
                self.keys.setdefault((rule, "made", made), own),
            )
            if pairs != (made, own):
                return rule
        return ""

    def _others(self, state: Any, words: Any, mover: int) -> str:
        game, rules = self.game, self.analysis.rules
        for rule in OTHERS:
            if rule not in rules or (mover == CHANCE and rule not in ("is_quiet", "symmetries")):
                continue
            found, made = getattr(game, rule)(state), self.rules.call(rule, words)
            if rule in ("noisy_actions", "sound_actions", "symmetries"):
                found, made = list(found), [self.analysis.decode(each) for each in made]
            elif rule == "priors":
                found = [float(weight) for weight in found]
            elif rule == "pass_turn":
                made = self.analysis.decode(made)
            elif rule != "reversible":
                found = bool(found)
            if not _same(made, found):
                return rule
        if "features" in rules:
            for player in range(game.players):
                found = [float(each) for each in game.features(state, player)]
                if not _same(self.rules.call("features", words, player), found):
                    return "features"
        if "evaluate" in rules:
            for player in range(game.players):
                if not _same(
                    self.rules.call("evaluate", words, player), game.evaluate(state, player)
                ):
                    return "evaluate"
        return ""


def _same(one: Any, other: Any) -> bool:
    """Whether two answers are the same, up to the rounding of floats."""
    if isinstance(one, list):
        return len(one) == len(other) and all(map(_same, one, other))
    if isinstance(one, float):
        return isclose(one, other, rel_tol=1e-12, abs_tol=1e-300)
    return bool(one == other)
