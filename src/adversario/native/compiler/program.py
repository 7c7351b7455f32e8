"""The program of a game and a kernel: one module with all that the kernel uses.

Starting from the kernel's functions, or from some rules, every method, helper, class and constant
that is used, and what these use in turn, gets a name in the module.
"""

from __future__ import annotations

import ast
from collections import namedtuple
from collections.abc import Sequence
from functools import partial
from itertools import count
from types import FunctionType, ModuleType
from typing import Any

from adversario import bits, tuples
from adversario.base.catalogue import message
from adversario.contract.capabilities import KEYS, method_of
from adversario.contract.capability import defines
from adversario.game import CHANCE, Game
from adversario.native.compiler.constants import constant
from adversario.native.compiler.defaults import default_source, indifferent_source
from adversario.native.compiler.estimates import (
    leaf_estimate,
    store_features,
    store_patterns,
    weighted_sum,
)
from adversario.native.compiler.exact.operators import FUNCTIONS, make_exact
from adversario.native.compiler.observations import SIGHTS, store_sight
from adversario.native.compiler.problems import Problem
from adversario.native.compiler.rewrite import COMPILED_MODULES, Lowering
from adversario.native.compiler.shapes import (
    INT,
    Record,
    Scalar,
    Shape,
    Unsupported,
    coerce_to,
    encoder,
    field_defaults,
    field_names,
    is_record_class,
    load_expression,
    record_of,
    shape_of,
    words,
)
from adversario.native.compiler.source import MISSING, FunctionSource, read
from adversario.native.compiler.syntax import (
    called_names,
    end_line,
    functions_of,
    statements_of,
    unwrap_cached,
)
from adversario.native.compiler.written import WrittenFunction
from adversario.native.kernels import INLINED, memory, random, vectors
from adversario.native.kernels.layout.deepening import CODES
from adversario.native.kernels.random import GOLDEN

PACKING = ("action_words", "store_action", "load_action", "action_code")
"""What a kernel has for actions that are to be kept in memory: their number of words, how they
are written to an address and read from it, and a small number for each, which some may share."""

STATE_PACKING = ("state_words", "store_state", "load_state")
"""What a kernel has for states that are kept in memory."""

FEATURES = ("feature_count", "store_features")
"""How many features a game has, and how those of a state are written to an address."""

OPT_OUT, PROVABLE, PACKAGE = "UNCHECKED", "adversario.games.", "adversario."
LIBRARY = frozenset({"abc", "builtins", "typing"})
"""A module of a game of the package that defines this name is not checked: its tests have shown
that its numbers stay within 64 bits and its indices within their arrays. That is so for the states
of that game only: in a game of a user's that is derived from it, the module is checked."""

KERNELS = "adversario.native."
"""How the names of modules start whose functions are no rules of a game."""

TWINS = (bits.__name__, tuples.__name__, memory.__name__, vectors.__name__)
"""The modules whose functions have a compiled twin."""

DECORATORS = ("staticmethod", "property", "override", "final", "cache", "lru_cache")
"""Decorators that do not change what a function returns."""


class Program:
    """The module under construction: its functions and constants by name, and what went wrong.

    If `checked`, the arithmetic of the rules is Python's or raises; if not, it is the machine's.
    """

    def __init__(
        self,
        game: Game[Any, Any] | None,
        sample: Any,
        roots: ModuleType | Sequence[str],
        *,
        checked: bool = True,
    ) -> None:
        self._game, self.sample, self.checked = game, sample, checked
        self.entries: tuple[str, ...] = ()
        self.problems: list[Problem] = []
        self.written: dict[str, WrittenFunction] = {}
        self.templates: dict[str, str] = {}
        self.constants: dict[str, Any] = {}
        self.natives: dict[type, Any] = {}  # the compiled form of each class of records
        self.twins: dict[str, str] = {}  # names of the module -> of `intrinsics`
        self._names: dict[Any, str] = {}
        self._taken = {"int64", "uint64", "float64", "boolean", "never", *FUNCTIONS}
        self._taken |= {"compiled", "internal", "inlined", "rule"}
        self._todo: list[Any] = []
        self.state: Shape | None = None if game is None else self._state_shape()
        if isinstance(roots, ModuleType):
            self.entries = tuple(self.function(function) for function in functions_of(roots))
        else:
            for rule in roots:
                self.attribute(rule, kernel=True)
        while self._todo:
            self._todo.pop()()
        if game is not None and checked:
            self._make_exact(roots.__name__ if isinstance(roots, ModuleType) else "")

    @property
    def game(self) -> Game[Any, Any]:
        """The game whose rules are compiled; TypeError if the kernel was to need none."""
        if self._game is None:
            raise TypeError("a kernel that calls rules cannot be compiled without a game")
        return self._game

    def text(self) -> str:
        """The module's source. Only the functions of the kernel can be called from Python."""
        functions = [f"@internal\n{text}" for text in self.templates.values()]
        for name, item in self.written.items():
            functions.append(item.text("compiled" if name in self.entries else "internal"))
        return "\n\n\n".join(functions) + "\n"

    def has_circles(self) -> bool:
        """Whether functions call each other in a circle (calling oneself is none)."""
        own = set(self.written)
        calls = {name: called_names(item.tree) & own for name, item in self.written.items()}
        for start, called in calls.items():
            reached: set[str] = set()
            todo = called - {start}
            while todo:
                reached |= todo
                todo = set().union(*(calls[name] for name in todo)) - reached
            if start in reached:
                return True
        return False

    def origin(self, text: str, line: int) -> tuple[FunctionSource, int] | None:
        """Where a line of the module comes from: a function, and the line of its file."""
        for function in ast.parse(text).body:
            assert isinstance(function, ast.FunctionDef)
            if function.name in self.written and function.lineno <= line <= end_line(function):
                item = self.written[function.name]
                pairs = zip(statements_of(function), statements_of(item.tree), strict=True)
                lines = [old.lineno for new, old in pairs if new.lineno <= line <= end_line(new)]
                return item.source, lines[-1] if lines else item.source.tree.lineno
        return None

    # What names become (see `lower.Resolver`).

    def attribute(self, name: str, kernel: bool) -> str:
        """The name of a method or constant of the game; a kernel sees the key as 64 bits."""
        try:
            return self._attribute(name, kernel)
        except Unsupported as problem:
            if not kernel:
                raise
            method = f"{type(self.game).__name__}.{name}"
            self.problems.append(Problem(method, "", 0, "", problem.reason))
            return f"self_{name}"

    def _attribute(self, name: str, kernel: bool) -> str:
        if kernel and (own := self._of_kernels(name)) is not None:
            return own
        if default_source(name) is not None and not self.overrides(name):
            return self._template(name)
        value = self.constant(name)
        if value is not MISSING:
            return self._value(f"self_{name}", value, ("self", name))
        owner = self._owner(type(self.game).__mro__, name)
        return self._method(owner, name, f"self_{name}")

    def _of_kernels(self, name: str) -> str | None:  # noqa: PLR0911 (a case each)
        """What only kernels see of a game: its key as 64 bits, packing, which methods it has."""
        if name in KEYS:
            return self._key(name)
        if name in PACKING:
            return self._packing(name, "action", self._action_shape())
        if name in STATE_PACKING:
            # Without a shape there is a problem, which is known by now.
            return self._packing(name, "state", INT if self.state is None else self.state)
        if name in FEATURES:
            return store_features(self, name)
        if name == "store_patterns":
            return store_patterns(self)
        if name == "leaf_estimate":
            return leaf_estimate(self)
        if name in SIGHTS:
            return store_sight(self, name)
        if name.startswith("has_"):
            return self.add_constant(f"self_{name}", self.overrides(name.removeprefix("has_")))
        return None

    def constant(self, name: str) -> Any:
        """The value of a constant of the game, which a property is too; MISSING for a method."""
        if name in vars(self.game):
            return vars(self.game)[name]
        for cls in type(self.game).__mro__:
            if name in vars(cls):
                found = unwrap_cached(vars(cls)[name])
                is_method = isinstance(found, (FunctionType, staticmethod, classmethod))
                return MISSING if is_method else getattr(self.game, name)
        raise Unsupported(message("native.reason.no_attribute", name=name))

    def inherited_method(self, owner: type, name: str) -> str:
        """The name of the method that `super()` finds from a class."""
        mro = type(self.game).__mro__
        parent = self._owner(mro[mro.index(owner) + 1 :], name)
        if parent is Game and default_source(name) is not None:
            return self._original(name)
        return self._method(parent, name, f"{parent.__name__}_{name}")

    def own_method(self, owner: type, name: str) -> str:
        """The method that a class calls by that name in spite of a layer; empty if none is."""
        mro = type(self.game).__mro__
        for layer in mro[: mro.index(owner)]:
            if name in vars(layer).get("shields", ()):
                return self.inherited_method(layer, name)
        return ""

    def member(self, name: str, kind: type) -> str:
        """The function for a property or method of a class of records; empty if none has it."""
        for cls in self.natives:
            found = None if name.startswith("_") else vars(cls).get(name)
            if isinstance(found, kind):
                function: Any = found.fget if isinstance(found, property) else found
                return self._later(function, function, f"{cls.__name__}_{name}", None)
        return ""

    def field_replacer(self, fields: Sequence[str]) -> str:
        """The function that replaces those fields of a record; empty if no class has them."""
        for cls in self.natives:
            if set(fields) <= set(names := field_names(cls)):
                maker = self._names[cls]
                name = self._name((cls, *fields), f"{maker}_with_{'_'.join(fields)}")
                values = [field if field in fields else f"record.{field}" for field in names]
                self.templates[name] = (
                    f"def {name}(record, {', '.join(fields)}):\n"
                    f"    return {maker}({', '.join(values)})"
                )
                return name
        return ""

    def value(self, name: str, value: Any) -> str:
        """The name of something global."""
        return self._value(name, value, None)

    def lift(self, function: ast.FunctionDef, source: FunctionSource) -> None:
        """Take in a function made of an expression, under a name of its own."""
        function.name = self._name(function, function.name)
        self.written[function.name] = WrittenFunction(function, source)

    def overrides(self, name: str) -> bool:
        """Whether the game has its own version of a method, or declares a fact that is not 0."""
        if isinstance(vars(Game).get(name), int | float):
            return bool(getattr(self.game, name))
        return defines(self.game, name)

    # How they get there.

    def _make_exact(self, kernel: str) -> None:
        """Have the rules of the game, but not the kernel, compute as Python does."""
        modules = {each.__module__ for each in type(self.game).__mro__} - LIBRARY
        is_own = all(module.startswith(PACKAGE) for module in modules)
        for item in self.written.values():
            module = item.source.names["__name__"]
            proven = is_own and OPT_OUT in item.source.names and module.startswith(PROVABLE)
            if module != kernel and not module.startswith(KERNELS) and not proven:
                tree = make_exact(item.tree, self.constants, self._taken)
                item.tree, item.exact = tree, True

    def _state_shape(self) -> Shape | None:
        try:
            shape = shape_of(self.sample)
            self.add_records(shape)
        except Unsupported as problem:
            name = f"{type(self.game).__name__}.initial"
            self.problems.append(Problem(name, "", 0, "", problem.reason))
            return None
        return shape

    def _value(self, name: str, value: Any, key: Any) -> str:
        value = unwrap_cached(value)
        if isinstance(value, FunctionType):
            return self.twin(value) or self.function(value)
        if is_record_class(value):
            return self._record(record_of(value))
        if isinstance(value, ModuleType) and value.__name__ in COMPILED_MODULES:
            return self.add_constant(name, value)
        if callable(value):
            if getattr(value, "__module__", "") in ("builtins", "math"):
                return self.add_constant(name, value)
            shown = getattr(value, "__qualname__", type(value).__name__)
            raise Unsupported(message("native.reason.callable", name=shown))
        if key is None:
            key = (name, id(value))
        return self.add_constant(name, self._native(constant(value)), key)

    def _native(self, value: Any) -> Any:
        """A constant with its records in their compiled form."""
        if is_record_class(type(value)):
            shape = shape_of(value)
            self.add_records(shape)
            return encoder(shape, self.natives, constant)(value)
        if type(value) is tuple:
            return tuple(self._native(item) for item in value)
        return value

    def twin(self, function: Any) -> str:
        """The name of the compiled twin of a function; empty if it has none."""
        if function.__module__ not in TWINS:
            return ""
        name = self._name(function, function.__name__)
        self.twins[name] = function.__name__
        return name

    def function(self, function: Any) -> str:
        """The name of a function of the module."""
        return self._later(function, function, function.__name__, None)

    def _method(self, owner: type, name: str, wanted: str) -> str:
        found = unwrap_cached(vars(owner)[name])
        if isinstance(found, staticmethod):
            function: Any = found.__func__
            return self._later(function, function, wanted, None)
        if not isinstance(found, FunctionType):
            raise Unsupported(message("native.reason.method", name=name))
        return self._later((owner, name), found, wanted, owner)

    def _later(self, key: Any, function: FunctionType, wanted: str, owner: type | None) -> str:
        """The name of a function that is written when those before it have been."""
        if key not in self._names:
            self._todo.append(partial(self._write, self._name(key, wanted), function, owner))
        return self._names[key]

    def _write(self, name: str, function: FunctionType, owner: type | None) -> None:
        try:
            source = read(function)
        except Unsupported as problem:
            self.problems.append(Problem(function.__qualname__, "", 0, "", problem.reason))
            return
        parameters = source.tree.args
        own = (parameters.posonlyargs or parameters.args)[0].arg if owner else ""
        lowering = Lowering(source, self, own, owner)
        inline = function in INLINED
        for decorator in [] if inline else source.tree.decorator_list:
            if ast.unparse(decorator).partition("(")[0].rpartition(".")[2] not in DECORATORS:
                lowering.refuse(decorator, "decorator", name=ast.unparse(decorator))
        self.written[name] = WrittenFunction(lowering.run(name), source, inline)
        self.problems += lowering.problems

    def _owner(self, classes: tuple[type, ...], name: str) -> type:
        for cls in classes:
            if name in vars(cls):
                return cls
        raise Unsupported(message("native.reason.no_attribute", name=name))

    def _template(self, name: str) -> str:
        if name == "evaluate" and self.overrides("features") and self.game.weights:
            return weighted_sum(self)
        self.templates[name] = default_source(name) or ""
        if name == "evaluate" and not self.game.weights and (own := indifferent_source(self.game)):
            self.templates[name] = own
        for rule in ("actions", "player"):
            if f"self_{rule}(" in self.templates[name]:
                self.attribute(rule, kernel=True)
        return f"self_{name}"

    def _original(self, name: str) -> str:
        """What `Game` itself has, where the game's own version asks for it."""
        own = self._template(name)
        if self.overrides(name):  # which goes by the usual name
            text = self.templates.pop(name).replace(f"def {own}(", f"def Game_{name}(")
            self.templates[f"Game_{name}"], own = text, f"Game_{name}"
        return own

    def _key(self, name: str) -> str:
        """A key of a state as 64 bits: a mix of the parts of the game's own, or of the state."""
        name = name if self.overrides(name) or name != "table_key" else "key"
        own, shape = "state", self.state
        if self.overrides(name):
            own = f"{self.attribute(name, kernel=False)}(state)"
            shape = shape_of(method_of(self.game, name)(self.sample))
            self.add_records(shape)
        return self._mixed_key(own, shape, name)

    def _mixed_key(self, own: str, shape: Shape | None, name: str = "key") -> str:
        """The key made of an expression of some shape; 0 if that is not known."""
        mix = self.function(random.mix)
        if own != "state" and isinstance(shape, Scalar):
            mixed = f"{mix}(uint64(key))"  # one to one, and good to index a table by
        elif shape is not None:
            places = enumerate(words(shape, "key"), start=1)
            # Each field is mixed on its own, so that the processor can do several at once, and then
            # their sum without carry, so that a field of few values changes all of the key too.
            each = [f"{mix}({word} + uint64({place * GOLDEN % 2**64}))" for place, word in places]
            mixed = f"{mix}({' ^ '.join(each)})"
        else:
            mixed = "0"
        made = f"self_mixed_{name}"
        self.templates[made] = f"def {made}(state):\n    key = {own}\n    return {mixed}"
        return made

    def _packing(self, name: str, thing: str, shape: Shape) -> str:
        """Actions or states as words of memory."""
        self.add_records(shape)
        parts = words(shape, thing)
        if name == f"{thing}_words":
            return self.add_constant(f"self_{thing}_words", len(parts))
        store, load = self.twin(memory.set_word), self.twin(memory.word)
        lines = {
            f"store_{thing}": [f"def self_store_{thing}(address, {thing}):"]
            + [f"    {store}(address, {at}, int64({part}))" for at, part in enumerate(parts)],
            f"load_{thing}": [
                f"def self_load_{thing}(address):",
                f"    return {load_expression(shape, load, count(), self._names)}",
            ],
            "action_code": [
                "def self_action_code(action):",
                f"    return int64(({' + 31 * '.join(f'uint64({part})' for part in parts)})"
                f" & uint64({CODES - 1}))",
            ],
        }
        self.templates[name] = "\n".join(lines[name])
        return f"self_{name}"

    def _action_shape(self) -> Shape:
        """The shape of the first action that can be found from the sample on."""
        game = self.game
        for state in (self.sample, game.initial()):
            while not game.is_terminal(state):
                first = next(iter(game.legal(state)), None)
                if first is None:
                    break
                if game.player(state) != CHANCE:
                    return shape_of(first)
                state = game.result(state, first)  # noqa: PLW2901 (a walk from there)
        return INT

    def add_records(self, shape: Shape) -> None:
        """Give every class of records in a shape its compiled form."""
        inner = shape.shapes if not isinstance(shape, Scalar) else ()
        for item in inner:
            if item is not None:
                self.add_records(item)
        if isinstance(shape, Record):
            self._record(shape)

    def _record(self, record: Record) -> str:
        """The function that makes an instance, each field of its declared type."""
        if record.cls in self.natives:
            return self._names[record.cls]
        if hasattr(record.cls, "__post_init__"):
            raise Unsupported(message("native.reason.class", name=record.cls.__name__))
        name = self._name(record.cls, record.cls.__name__)
        native: Any = namedtuple(f"{name}_fields", record.names)  # type: ignore[misc]
        self.natives[record.cls] = self.constants[f"{name}_fields"] = native
        values = [
            coerce_to(shape, field, checked=self.checked)
            for field, shape in zip(record.names, record.shapes, strict=True)
        ]
        defaults = field_defaults(record.cls)
        parameters = [f + (f"={defaults[f]!r}" if f in defaults else "") for f in record.names]
        self.templates[name] = (
            f"def {name}({', '.join(parameters)}):\n    return {name}_fields({', '.join(values)})"
        )
        return name

    def add_constant(self, name: str, value: Any, key: Any = None) -> str:
        """The name of a constant of the module."""
        name = self._name((name,) if key is None else key, name)
        self.constants[name] = value
        return name

    def _name(self, key: Any, wanted: str) -> str:
        """The one name of something in the module."""
        if key not in self._names:
            name, number = wanted, 1
            while name in self._taken:
                number += 1
                name = f"{wanted}_{number}"
            self._taken.add(name)
            self._names[key] = name
        return self._names[key]
