"""One function of LLVM under construction: blocks, memory, and ways out with an error."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from llvmlite import ir

from adversario.native.compiler.plain.errors import TooLarge

I1, I8, I16, I32, I64 = (ir.IntType(bits) for bits in (1, 8, 16, 32, 64))
F64 = ir.DoubleType()
POINTER = I8.as_pointer()

(
    CAPACITY, INDEX, KEY, VALUE, ZERO, OVERFLOW, TYPE, ASSERTION, STOP, OTHER, RANGE, ORDER,
    UNSUPPORTED,
) = range(1, 14)  # fmt: skip
"""How a rule can fail: something had no room, no order or no compiled form, or an exception of
Python's."""

UNCAUGHT = (CAPACITY, RANGE, ORDER, UNSUPPORTED)
"""What no `except` catches."""

EXCEPTIONS: dict[int, type[Exception]] = {
    INDEX: IndexError,
    KEY: KeyError,
    VALUE: ValueError,
    ZERO: ZeroDivisionError,
    OVERFLOW: OverflowError,
    TYPE: TypeError,
    ASSERTION: AssertionError,
    STOP: StopIteration,
    OTHER: RuntimeError,
}

ARENA_WORDS = 4
"""The words that describe free memory: where it starts, where it ends, what must not be freed; and
the number of calls of functions that call themselves."""

DEPTH = 3
"""The word with that number."""

MOST_CALLS = 900
"""Python allows a thousand calls within each other, by default."""

MOST_BLOCKS = 10_000
"""The blocks of a function. Code for each pair of types of deeply nested values has no end."""


@dataclass
class Handler:
    """Where an error is caught."""

    block: Any
    code: Any  # the place of the error's number


@dataclass
class Machine:
    """The function, and where in it code is written."""

    module: Any
    function: Any
    arena: Any
    b: Any = None
    handlers: list[Handler] = field(default_factory=list)
    _errors: dict[int, Any] = field(default_factory=dict)
    _entry: Any = None

    def __post_init__(self) -> None:
        self._entry = self.function.append_basic_block("entry")
        body = self.function.append_basic_block("body")
        self.b = ir.IRBuilder(body)
        self.mark = None

    def finish(self) -> None:
        """Lead from the places of variables to the code."""
        ir.IRBuilder(self._entry).branch(self.function.basic_blocks[1])

    # Places.

    def slot(self, kind: Any, count: int = 1) -> Any:
        """A place on the stack, zero at first."""
        builder = ir.IRBuilder(self._entry)
        made = builder.alloca(kind if count == 1 else ir.ArrayType(kind, count))
        if count == 1:
            builder.store(kind(None) if isinstance(kind, ir.PointerType) else kind(0), made)
        return made

    def room(self, count: int) -> Any:
        """That many bytes of the stack, the same each time the code is reached."""
        builder = ir.IRBuilder(self._entry)
        made = builder.alloca(ir.ArrayType(I64, (count + 7) // 8))
        return builder.bitcast(made, POINTER)

    def alloc(self, size: Any) -> Any:
        """Memory of that many bytes, until the rule returns."""
        b = self.b
        place = self.word_at(self.arena, 0)
        start = b.load(place)
        rounded = b.and_(b.add(size, I64(7)), I64(-8))
        end = b.add(start, rounded)
        self.fail_if(b.icmp_signed(">", end, b.load(self.word_at(self.arena, 1))), CAPACITY)
        self.fail_if(b.icmp_signed("<", rounded, I64(0)), CAPACITY)
        b.store(end, place)
        return b.inttoptr(start, POINTER)

    def pin(self) -> None:
        """Keep all memory in use now until the rule returns, as something older refers to it."""
        b = self.b
        b.store(b.load(self.word_at(self.arena, 0)), self.word_at(self.arena, 2))

    def begin_region(self) -> None:
        """Remember what memory is free, for `end_region`."""
        self.mark = self.b.load(self.word_at(self.arena, 0))

    def end_region(self) -> None:
        """Release what was allocated since, unless it was pinned."""
        b = self.b
        pinned = b.load(self.word_at(self.arena, 2))
        later = b.icmp_signed(">", pinned, self.mark)
        b.store(b.select(later, pinned, self.mark), self.word_at(self.arena, 0))

    def word_at(self, pointer: Any, index: int) -> Any:
        """The place of a word after an address."""
        return self.b.bitcast(self.b.gep(pointer, [I64(8 * index)]), I64.as_pointer())

    def at(self, pointer: Any, offset: Any) -> Any:
        """An address some bytes further."""
        if isinstance(offset, int):
            if offset == 0:
                return pointer
            offset = I64(offset)
        return self.b.gep(pointer, [offset])

    def load(self, pointer: Any, kind: Any) -> Any:
        """What is at an address, which need not be aligned."""
        return self.b.load(self.b.bitcast(pointer, kind.as_pointer()), align=1)

    def store(self, pointer: Any, value: Any) -> None:
        """Write to an address, which need not be aligned."""
        self.b.store(value, self.b.bitcast(pointer, value.type.as_pointer()), align=1)

    def copy(self, target: Any, source: Any, size: Any) -> None:
        """Copy bytes; the two places do not overlap."""
        function = self.module.declare_intrinsic("llvm.memcpy", [POINTER, POINTER, I64])
        self.b.call(function, [target, source, size, I1(0)])

    def move(self, target: Any, source: Any, size: Any) -> None:
        """Copy bytes; the two places may overlap."""
        function = self.module.declare_intrinsic("llvm.memmove", [POINTER, POINTER, I64])
        self.b.call(function, [target, source, size, I1(0)])

    def clear(self, target: Any, size: Any) -> None:
        """Set bytes to zero."""
        if isinstance(size, int):
            size = I64(size)
        function = self.module.declare_intrinsic("llvm.memset", [POINTER, I64])
        self.b.call(function, [target, I8(0), size, I1(0)])

    def same_bytes(self, one: Any, other: Any, size: Any) -> Any:
        """Whether bytes at two places are equal."""
        name = "memcmp"
        kind = ir.FunctionType(I32, [POINTER, POINTER, I64])
        found = self.module.globals.get(name) or ir.Function(self.module, kind, name)
        return self.b.icmp_signed("==", self.b.call(found, [one, other, size]), I32(0))

    # Ways.

    def block(self, name: str) -> Any:
        """A new block; TooLarge if the function has too many."""
        if len(self.function.blocks) >= MOST_BLOCKS:
            raise TooLarge
        return self.function.append_basic_block(name)

    def goto(self, block: Any) -> None:
        """Lead to a block, unless the code here is never reached."""
        if not self.b.block.is_terminated:
            self.b.branch(block)

    def enter(self, block: Any) -> None:
        """Write to a block from now on."""
        self.b.position_at_end(block)

    @property
    def ended(self) -> bool:
        """Whether what is written now would never be reached."""
        return bool(self.b.block.is_terminated)

    def branch(self, condition: Any, yes: Any, no: Any) -> None:
        """Lead to one of two blocks."""
        if not self.ended:
            self.b.cbranch(condition, yes, no)

    def fail(self, code: int) -> None:
        """Leave with an error."""
        if not self.ended:
            if self.handlers and code not in UNCAUGHT:
                handler = self.handlers[-1]
                self.b.store(I32(code), handler.code)
                self.b.branch(handler.block)
            else:
                self.b.branch(self._error(code))
        self.enter(self.block("dead"))

    def fail_if(self, condition: Any, code: int) -> None:
        """Leave with an error if a condition holds."""
        if isinstance(condition, ir.Constant):
            if condition.constant in (0, False):
                return
        if self.ended:
            return
        after = self.block("go")
        if self.handlers and code not in UNCAUGHT:
            caught = self.block("caught")
            self._unlikely(self.b.cbranch(condition, caught, after))
            self.enter(caught)
            self.b.store(I32(code), self.handlers[-1].code)
            self.b.branch(self.handlers[-1].block)
        else:
            self._unlikely(self.b.cbranch(condition, self._error(code), after))
        self.enter(after)

    def _unlikely(self, branch: Any) -> None:
        branch.set_weights([1, 2000])

    def _error(self, code: int) -> Any:
        if code not in self._errors:
            block = self._errors[code] = self.block(f"error{code}")
            ir.IRBuilder(block).ret(I32(code))
        return self._errors[code]

    def check_call(self, status: Any) -> None:
        """Pass on the error of a function that was called."""
        if self.ended:
            return
        bad, after = self.block("failed"), self.block("go")
        self._unlikely(self.b.cbranch(self.b.icmp_signed("!=", status, I32(0)), bad, after))
        self.enter(bad)
        if self.handlers:
            caught, out = self.block("caught"), self.block("out")
            uncaught: Any = I1(0)
            for code in UNCAUGHT:
                uncaught = self.b.or_(uncaught, self.b.icmp_signed("==", status, I32(code)))
            self.b.cbranch(uncaught, out, caught)
            self.enter(caught)
            self.b.store(status, self.handlers[-1].code)
            self.b.branch(self.handlers[-1].block)
            self.enter(out)
        self.b.ret(status)
        self.enter(after)

    def check_room(self, condition: Any) -> None:
        """Leave for want of room unless a condition holds."""
        self.fail_if(self.b.not_(condition), CAPACITY)

    @contextmanager
    def if_(self, condition: Any) -> Iterator[None]:
        """Code for when a condition holds."""
        yes, after = self.block("then"), self.block("endif")
        self.branch(condition, yes, after)
        self.enter(yes)
        yield
        self.goto(after)
        self.enter(after)

    def choose(self, condition: Any, yes: Callable[[], Any], no: Callable[[], Any]) -> Any:
        """A number that one of two pieces of code computes."""
        first, second, after = self.block("yes"), self.block("no"), self.block("chosen")
        self.branch(condition, first, second)
        self.enter(first)
        one, from_one = yes(), self.b.block
        self.goto(after)
        self.enter(second)
        other, from_other = no(), self.b.block
        self.goto(after)
        self.enter(after)
        phi = self.b.phi(one.type)
        phi.add_incoming(one, from_one)
        phi.add_incoming(other, from_other)
        return phi

    def count_up(self, start: Any, stop: Any, body: Callable[[Any], None]) -> None:
        """A loop over whole numbers; the body may add to `stop` if it is a function."""
        index = self.slot(I64)
        self.b.store(start, index)
        head, inner, after = self.block("loop"), self.block("inner"), self.block("done")
        self.goto(head)
        self.enter(head)
        now = self.b.load(index)
        end = stop() if callable(stop) else stop
        self.branch(self.b.icmp_signed("<", now, end), inner, after)
        self.enter(inner)
        body(now)
        if not self.ended:
            self.b.store(self.b.add(now, I64(1)), index)
            self.b.branch(head)
        self.enter(after)

    def checked(self, operation: str, one: Any, other: Any) -> Any:
        """A sum, difference or product of 64 bits; Python goes on if it has more."""
        kind = ir.FunctionType(ir.LiteralStructType([I64, I1]), [I64, I64])
        function = self.module.declare_intrinsic(f"llvm.{operation}.with.overflow", [I64], kind)
        found = self.b.call(function, [one, other])
        self.fail_if(self.b.extract_value(found, 1), UNSUPPORTED)
        return self.b.extract_value(found, 0)
