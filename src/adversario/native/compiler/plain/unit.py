"""What all functions of a program share while it is compiled, until its types settle."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir

from adversario.base.catalogue import message
from adversario.native.compiler.plain.data.machine import I8, I32, I64, POINTER
from adversario.native.compiler.plain.data.values import Value, parts_of
from adversario.native.compiler.plain.frames import Closure, Form, Function, Variable
from adversario.native.compiler.plain.kinds.joins import Joiner
from adversario.native.compiler.plain.kinds.layout import Codec
from adversario.native.compiler.plain.kinds.types import (
    Constants,
    Refusal,
    Site,
    Type,
    erased,
)
from adversario.native.compiler.problems import Problem

MOST_PASSES = 40
"""Types settle after a few passes; a program whose types do not is refused."""


class Unit:
    """The types found so far, and the module that is written in this pass."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.constants = Constants()
        self.joiner = Joiner(self.constants)
        self.codec = Codec(self.constants)
        self._variables: dict[Any, Variable] = {}
        self._sites: dict[Any, Site] = {}
        self._closures: dict[Any, Closure] = {}
        self._holders: dict[Any, Any] = {}
        self._forms: dict[Any, Form] = {}
        self.free_pops: set[int] = set()  # where any item of a set may be taken
        self._calls: dict[Form, set[Form]] = {}
        self.unordered: set[int] = set()  # lists that are made for what takes any order
        self.changed = False
        self.begin()

    def begin(self) -> None:
        """Start a pass."""
        self.module = ir.Module("rules")
        self.changed = self.joiner.merged = False
        self.problems: list[Problem] = []
        self.pops: list[Problem] = []  # where the order of a set may turn out to matter
        self._tables: dict[bytes, Any] = {}
        self._declared: dict[Form, Any] = {}
        self.todo: list[Callable[[], None]] = []

    def settled(self) -> bool:
        """Whether this pass found nothing new."""
        return not (self.changed or self.joiner.merged)

    # What stays from pass to pass.

    def variable(self, key: Any) -> Variable:
        """The variable with a key."""
        return self._variables.setdefault(key, Variable())

    def site(self, key: Any) -> Site:
        """The site with a key."""
        return self._sites.setdefault(key, Site())

    def closure(self, key: Any, function: Callable[[], Function], frame_key: Any) -> Closure:
        """The closure with a key."""
        if key not in self._closures:
            self._closures[key] = Closure(function(), frame_key)
        return self._closures[key]

    def hold(self, key: Any, value: Any) -> Value:
        """Something that only the compiler knows, as a value that is the same in every pass."""
        from adversario.native.compiler.plain.kinds.types import Static

        held = self._holders.setdefault(key, Held())
        held.value = value
        return Value(Static(held), (), held)

    def grow(self, variable: Variable, kind: Type) -> None:
        """Have a variable hold values of that type too."""
        joined = self.joiner.grown(variable.type, kind)
        if joined != variable.type:
            variable.type = joined
            self.changed = True

    # Functions.

    def form(self, function: Function, arguments: list[Value], extra: Any = None) -> Form:
        """The form of a function for arguments of such types."""
        key = (id(function), extra, tuple(erased(value.type) for value in arguments))
        if key not in self._forms:
            kinds = [value.type for value in arguments]
            self._forms[key] = Form(function, kinds, number=len(self._forms))
            self.changed = True
        form = self._forms[key]
        for at, value in enumerate(arguments):
            joined = self.joiner.grown(form.parameters[at], value.type)
            if joined != form.parameters[at]:
                form.parameters[at] = joined
                self.changed = True
        return form

    def note_call(self, caller: Form | None, form: Form) -> None:
        """Note that a form calls another, to find those that call themselves."""
        if caller is None or form in self._calls.setdefault(caller, set()):
            return
        self._calls[caller].add(form)
        reached, todo = {form}, [form]
        while todo:
            for each in self._calls.get(todo.pop(), ()):
                if each not in reached:
                    reached.add(each)
                    todo.append(each)
        if caller in reached and not caller.recursive:
            caller.recursive = self.changed = True

    def declare(self, form: Form, captured: list[Any], write: Callable[[Any], None]) -> Any:
        """The function of LLVM for a form; written later in this pass."""
        found = self._declared.get(form)
        kind = ir.FunctionType(
            I32,
            [
                POINTER,
                *(part.as_pointer() for part in parts_of(form.result)),
                *captured,
                *(part for parameter in form.parameters for part in parts_of(parameter)),
            ],
        )
        if found is None or found.function_type != kind:
            name = f"form{form.number}_{form.function.name}"
            if found is not None:
                name = self.module.get_unique_name(name)
                self.changed = True
            found = ir.Function(self.module, kind, name)
            found.linkage = "internal"
            self._declared[form] = found
            function = found
            self.todo.append(lambda: write(function))
        return found

    def table(self, data: bytes) -> Any:
        """The address of constant bytes."""
        if data not in self._tables:
            kind = ir.ArrayType(I8, max(1, len(data)))
            made = ir.GlobalVariable(self.module, kind, f"table{len(self._tables)}")
            made.linkage, made.global_constant = "internal", True
            made.initializer = ir.Constant(kind, bytearray(data or b"\0"))
            made.align = 8
            self._tables[data] = made.gep([I64(0), I64(0)])
        return self._tables[data]

    def report(self, function: Function, line: int, refusal: Refusal) -> None:
        """Note what cannot be compiled, and where."""
        self._note(self.problems, function, line, refusal)

    def report_order(self, function: Function, line: int, name: str) -> None:
        """Note where the order of a set may turn out to matter when the program runs."""
        self._note(self.pops, function, line, Refusal(name))

    def _note(
        self, problems: list[Problem], function: Function, line: int, refusal: Refusal
    ) -> None:
        why = message(f"native.plain.{refusal.id}", **refusal.details)
        problem = function.source.problem(line, why)
        if problem not in problems:
            problems.append(problem)


class Held:
    """A place for what only the compiler knows."""

    value: Any = None
