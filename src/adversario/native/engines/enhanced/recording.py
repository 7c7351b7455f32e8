"""The recording build of enhanced alpha-beta: the same source, its reports written down."""

from __future__ import annotations

from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType

from adversario.base.errors import InputError
from adversario.native.kernels.layout.deepening import Deepening
from adversario.native.kernels.search import report

MOST_ROWS = 1_000_000
"""How much a search may report: a trace is for people to read."""


@cache
def recording_kernel(kernel: ModuleType) -> ModuleType:
    """The kernel of an enhanced search once more, different in one name."""
    assert kernel.__file__ is not None
    spec = spec_from_file_location(f"{kernel.__name__}_recording", kernel.__file__)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    vars(module)["report"] = report.write_row
    return module


class Rows:
    """The rows that one thread writes; those of an iteration that was stopped do not count."""

    def __init__(self, block: Deepening) -> None:
        import numpy as np  # noqa: PLC0415 (not before a compiled search runs)

        self.block, self.words = block, np.zeros((MOST_ROWS, report.Row.size), np.int64)
        self.complete = 0
        block.rows, block.row_limit = self.words, MOST_ROWS

    def write(self, kind: int, number: int, low: float, high: float, value: float) -> None:
        """A row about the root, as the kernel writes them of the nodes below."""
        count = self.block.row_count
        if count < MOST_ROWS:
            row = report.Row(self.words[count])
            row.kind, row.number, row.low, row.high, row.value = kind, number, low, high, value
        self.block.row_count = count + 1

    def finish(self, *, stopped: bool) -> None:
        """An iteration is over; InputError if there was no room for all of it."""
        written = self.block.row_count
        if written > MOST_ROWS:
            raise InputError("trace.too_large", most=MOST_ROWS)
        if not stopped:
            self.complete = written
