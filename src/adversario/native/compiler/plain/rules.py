"""The rules of a game as functions of LLVM, over words of memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from llvmlite import ir

from adversario.base.catalogue import message
from adversario.contract.capabilities import KEYS
from adversario.contract.capability import defines
from adversario.game import Game
from adversario.native.compiler.plain.code.statements import Code
from adversario.native.compiler.plain.data.machine import (
    ARENA_WORDS,
    DEPTH,
    I32,
    I64,
    POINTER,
    UNSUPPORTED,
)
from adversario.native.compiler.plain.data.values import Value, shown
from adversario.native.compiler.plain.frames import function_of
from adversario.native.compiler.plain.kinds.equality import with_own_equality
from adversario.native.compiler.plain.kinds.layout import Codec, Misfit, size_of
from adversario.native.compiler.plain.kinds.types import (
    FLOAT,
    NEVER,
    Bool,
    Float,
    Int,
    Never,
    Refusal,
    Type,
    refers,
)
from adversario.native.compiler.plain.samples import Sampler, sample
from adversario.native.compiler.plain.scale import STEP
from adversario.native.compiler.plain.unit import MOST_PASSES, Unit
from adversario.native.compiler.problems import Problem
from adversario.native.compiler.syntax import unwrap_cached

REQUIRED = ("player", "actions", "result", "is_terminal", "utility")

PARAMETERS = {
    "player": ("state",), "is_terminal": ("state",), "actions": ("state",), "chances": ("state",),
    "utility": ("state", "player"), "result": ("state", "action"),
    "evaluate": ("state", "player"), "is_quiet": ("state",), "noisy_actions": ("state",),
    "pass_turn": ("state",), "key": ("state",), "priors": ("state",),
    "position_key": ("state",), "table_key": ("state",), "reversible": ("state",),
    "urgency": ("state", "action"), "is_forced": ("state",),
    "features": ("state", "player"), "symmetries": ("state",), "sound_actions": ("state",),
    "is_worth_keeping": ("state",),
}  # fmt: skip
"""The rules that can be compiled, and what they are called with."""

PREFIX = "rule_"
"""How the names of rules start in the module."""

LISTS = ("actions", "chances", "noisy_actions", "priors", "symmetries", "sound_actions")
"""The rules that return several items."""

TRUTHS = ("is_terminal", "is_quiet", "is_forced", "is_worth_keeping")
"""The rules that answer yes or no."""

ARENA = 1 << 16
"""The bytes of memory that a rule has for its work, the first time."""

MOST_WORDS = 256
"""States of more words are not compiled: every copy of one would cost as much as the rules."""


@dataclass
class Entry:
    """A rule that kernels can call: its name in LLVM, and the type of its result."""

    rule: str
    symbol: str
    kind: Type = NEVER
    words: int = 0  # of an item of the result
    most: int = 0  # items, if the rule returns several


class Analysis:
    """The rules of a game, compiled to a module of LLVM; or `problems`, and those of each rule."""

    def __init__(self, game: Game[Any, Any], start: Any, scale: int = 0) -> None:
        self.game, self.scale = game, scale
        self.problems: tuple[Problem, ...] = ()
        self.optional_problems: dict[str, tuple[Problem, ...]] = {}
        self.entries: dict[str, Entry] = {}
        self.module: Any = None
        self.passes = 0
        self.difference: str | None = None  # the rule in which Python differs; None if unknown
        required = [*REQUIRED, *(["chances"] if game.chance else [])]
        optional = [r for r in PARAMETERS if r not in (*REQUIRED, "chances") and defines(game, r)]
        self.samples = sample(game, start)
        self.rules = [*required, *optional]
        while True:
            self._settle()
            failed = [rule for rule in optional if self.found.get(rule)]
            if any(self.found.get(rule) for rule in required) or not failed:
                break
            for rule in failed:
                self.optional_problems[rule] = self.found[rule]
                self.rules.remove(rule)
                optional.remove(rule)
        problems = [p for rule in required for p in self.found.get(rule, ())]
        problems = [p for at, p in enumerate(problems) if p not in problems[:at]]
        # What has no line follows from what has one.
        self.problems = tuple([p for p in problems if p.line] or problems)

    def _settle(self) -> None:
        """Write the rules again and again until types are settled."""
        self.unit = unit = Unit(self.game)
        try:
            self._types()
        except Refusal as refusal:
            self._refuse("initial", refusal)
            return
        for number in range(MOST_PASSES):
            unit.begin()
            self.found: dict[str, tuple[Problem, ...]] = {}
            self.passes = number + 1
            for rule in self.rules:
                before = len(unit.problems)
                try:
                    self._write(rule)
                    while unit.todo:
                        unit.todo.pop()()
                except Refusal as refusal:
                    self._refuse(rule, refusal)
                if len(unit.problems) > before:
                    self.found[rule] = (*self.found.get(rule, ()), *unit.problems[before:])
            if unit.settled():
                break
        else:
            self._refuse("initial", Refusal("unsettled"))
        if not self.found and (refers(self.state) or refers(self.action)):
            self._refuse("initial", Refusal("set_domain"))
        for kind in (self.state, self.action):
            if not self.found and (name := with_own_equality(kind)) is not None:
                self._refuse("initial", Refusal("own_equality", name=name))
        if not self.found and self.state_words > MOST_WORDS:
            self._refuse("initial", Refusal("state_size", words=self.state_words))
        self.module = unit.module

    def _refuse(self, rule: str, refusal: Refusal) -> None:
        why = message(f"native.plain.{refusal.id}", **refusal.details)
        name = f"{type(self.game).__name__}.{rule}"
        self.found = getattr(self, "found", {})
        rule = rule if rule in self.rules else "player"
        self.found[rule] = (*self.found.get(rule, ()), Problem(name, "", 0, "", why))

    def _types(self) -> None:
        sampler = Sampler(self.unit.constants, self.scale)
        self.state = sampler.type_of(self.samples.states)
        actions = [*self.samples.actions, *self.samples.outcomes]
        self.action = sampler.type_of(actions, rows=False) if actions else Int(0, 0)
        room = self.unit.joiner.room = 2 ** (self.scale % STEP)
        self.most = {
            "actions": _room(self.samples.most_actions, room),
            "noisy_actions": _room(self.samples.most_actions, room),
            "priors": _room(self.samples.most_actions, room),
            "chances": _room(self.samples.most_outcomes, room),
            "sound_actions": _room(self.samples.most_actions, room),
            "symmetries": _room(self._most_images(), room),
        }

    def _most_images(self) -> int:
        if "symmetries" not in self.rules:
            return 0
        return max(len(list(self.game.symmetries(state))) for state in self.samples.states[:20])

    @property
    def state_words(self) -> int:
        """The words of a state."""
        return max(1, (size_of(self.state) + 7) // 8)

    @property
    def action_words(self) -> int:
        """The words of an action, never as many as those of a state if there are several."""
        words = max(1, (size_of(self.action) + 7) // 8)
        return words + 1 if words == self.state_words and words > 1 else words

    @property
    def codec(self) -> Codec:
        """What converts between Python's values and words."""
        return self.unit.codec

    def absorb(self, which: str, kind: Type) -> None:
        """Have states, or actions, be of that type too."""
        old: Type = getattr(self, which)
        # What a state may be is seen in samples; the types of actions would flow into its fields.
        self.unit.joiner.trusts = which == "state" and self.scale == 0
        joined = self.unit.joiner.join(old, kind, keep=True)
        if joined != old:
            setattr(self, which, joined)
            self.unit.changed = True

    # Entries.

    def _write(self, rule: str) -> None:
        """Write the function of LLVM that kernels call for a rule."""
        entry = self.entries[rule] = Entry(rule, f"{PREFIX}{rule}")
        given = [POINTER if p in ("state", "action") else I64 for p in PARAMETERS[rule]]
        kind = ir.FunctionType(I32, [*given, POINTER])
        function = ir.Function(self.unit.module, kind, entry.symbol)
        function.attributes.add("noinline")
        found = unwrap_cached(getattr(type(self.game), rule))
        method = function_of(found, self._owner(rule))
        code = Code(self.unit.module, function, None)
        code.attach(self.unit, ("entry", rule))
        code.frames = {}
        code.frame = code.new_frame(("entry", rule), method, None, names=frozenset())
        self._give_arena(code)
        arguments = [code.lift(self.game)]
        for name, argument in zip(PARAMETERS[rule], function.args, strict=False):
            arguments.append(self._argument(code, name, argument))
        value = code.call_function(method, arguments, {}, method)
        out = function.args[-1]
        if rule in LISTS:
            self._return_items(code, entry, value, out)
        elif rule == "features":
            self._return_features(code, entry, value, out)
        elif rule in ("result", "pass_turn"):
            self._return_state(code, value, out)
        elif rule in KEYS:
            self._return_words(code, entry, value, out)
        else:
            self._return_number(code, entry, value, out)
        if not code.ended:
            code.b.ret(I32(0))
        code.close()

    def _owner(self, rule: str) -> type | None:
        return next((cls for cls in type(self.game).__mro__ if rule in vars(cls)), None)

    def _give_arena(self, code: Code) -> None:
        size = ARENA << (2 * (self.scale % STEP))
        room = code.b.alloca(ir.ArrayType(I64, size // 8))
        code.arena = code.b.bitcast(code.b.alloca(ir.ArrayType(I64, ARENA_WORDS)), POINTER)
        start = code.b.ptrtoint(room, I64)
        code.b.store(start, code.word_at(code.arena, 0))
        code.b.store(code.b.add(start, I64(size)), code.word_at(code.arena, 1))
        code.b.store(I64(0), code.word_at(code.arena, 2))
        code.b.store(I64(0), code.word_at(code.arena, DEPTH))

    def _argument(self, code: Code, name: str, given: Any) -> Value:
        if name == "state":
            return code.read(given, self.state)
        if name == "action":
            return code.read(given, self.action)
        return Value(Int(0, max(0, self.game.players - 1)), (given,))

    def _return_items(self, code: Code, entry: Entry, value: Value, out: Any) -> None:
        """Write a number of items, and then the items."""
        which = "state" if entry.rule == "symmetries" else "action"
        kind: Type = getattr(self, which)
        entry.most = self.most[entry.rule]
        words = self.state_words if which == "state" else self.action_words
        words = 1 if entry.rule == "priors" else words
        entry.words = words + (entry.rule == "chances")
        count = code.slot(I64)
        start = code.at(out, 8)

        def body(item: Value) -> None:
            item = code.settle(item)
            now = code.b.load(count)
            code.check_room(code.b.icmp_signed("<", now, I64(entry.most)))
            place = code.at(start, code.b.mul(now, I64(8 * entry.words)))
            if entry.rule == "priors":
                code.store(place, code.as_float(code.as_number(item)))
            else:
                if entry.rule == "chances":
                    if isinstance(item.type, Never):
                        return
                    item, chance = code.items_of(item, 2)
                    code.store(
                        code.at(place, 8 * words),
                        code.as_float(code.as_number(code.settle(chance))),
                    )
                self.absorb(which, item.type)
                code.clear(place, 8 * words)
                if getattr(self, which) == kind:
                    code.write(place, code.convert(item, kind))
            code.b.store(code.b.add(now, I64(1)), count)

        code.iterate(value, body)
        if not code.ended:
            code.store(out, code.b.load(count))

    def _return_features(self, code: Code, entry: Entry, value: Value, out: Any) -> None:
        """Write the features, whose number is always the same."""
        entry.most, entry.words = len(self.game.features(self.samples.states[0], 0)), 1
        count = code.slot(I64)

        def body(item: Value) -> None:
            now = code.b.load(count)
            code.check_room(code.b.icmp_signed("<", now, I64(entry.most)))
            place = code.at(out, code.b.mul(now, I64(8)))
            code.store(place, code.as_float(code.as_number(code.settle(item))))
            code.b.store(code.b.add(now, I64(1)), count)

        code.iterate(value, body)
        if not code.ended:
            few = code.b.icmp_signed("!=", code.b.load(count), I64(entry.most))
            code.fail_if(few, UNSUPPORTED)

    def _return_state(self, code: Code, value: Value, out: Any) -> None:
        value = code.settle(value)
        old = self.state
        self.absorb("state", value.type)
        code.clear(out, 8 * self.state_words)
        if self.state == old:
            code.write(out, code.convert(value, old))

    def _return_words(self, code: Code, entry: Entry, value: Value, out: Any) -> None:
        value = code.settle(value)
        entry.kind = value.type
        if isinstance(value.type, Int):  # so that equal numbers have equal words
            value = code.convert(value, Int())
        entry.words = max(1, (size_of(value.type) + 7) // 8)
        code.clear(out, 8 * entry.words)
        code.write(out, value)

    def _return_number(self, code: Code, entry: Entry, value: Value, out: Any) -> None:
        value = code.settle(value)
        if isinstance(value.type, Never):
            entry.kind = Int()
            return
        value = code.as_number(value) if entry.rule not in TRUTHS else value
        if entry.rule in TRUTHS:
            entry.kind = Bool()
            code.store(out, code.b.zext(code.truth_of(value), I64))
        elif isinstance(value.type, Float):
            entry.kind = FLOAT
            code.store(out, value.parts[0])
        elif isinstance(value.type, (Int, Bool)):
            entry.kind = Int()
            code.store(out, code.as_int(value))
        else:
            raise Refusal("not_number", given=shown(value.type, self.unit.constants))

    # Python's values.

    def encode(self, state: Any) -> tuple[int, ...]:
        """A state as words; Misfit if it has no room there."""
        return _words(self.codec.encode(self.state, state), self.state_words)

    def encode_action(self, action: Any) -> Any:
        """An action as compiled code has it."""
        found = _words(self.codec.encode(self.action, action), self.action_words)
        return found[0] if len(found) == 1 else found

    def decode(self, value: Any) -> Any:
        """A state, an action, or an outcome with its probability."""
        if isinstance(value, tuple) and len(value) == 2 and isinstance(value[1], float):
            return self.decode(value[0]), value[1]
        if isinstance(value, tuple) and len(value) == self.state_words:
            return self.codec.decode(self.state, _bytes(value))
        return self.codec.decode(
            self.action, _bytes(value if isinstance(value, tuple) else (value,))
        )


def _room(seen: int, times: int) -> int:
    return (seen + seen // 2 + 4) * times


def _words(data: bytes, count: int) -> tuple[int, ...]:
    padded = data.ljust(8 * count, b"\0")
    return tuple(
        int.from_bytes(padded[at : at + 8], "little", signed=True) for at in range(0, 8 * count, 8)
    )


def _bytes(words: Any) -> bytes:
    return b"".join((int(word) & (2**64 - 1)).to_bytes(8, "little") for word in words)


__all__ = ["Analysis", "Entry", "Misfit"]
