"""Errors as messages to the page."""

from __future__ import annotations

import traceback

from adversario.base.errors import AdversarioError, describe_error
from adversario.base.python.plugins import user_fault
from adversario.trees import TreeError
from adversario.web.handlers import Context
from adversario.web.limits import LimitError
from adversario.web.protocol import ErrorCode, ProblemPayload


def problem_of(context: Context, error: Exception) -> ProblemPayload:
    """An error as the protocol's `ProblemPayload`."""
    if isinstance(error, TreeError):
        return ProblemPayload("tree", error.text(context.lang), error.line, error.column)
    code: ErrorCode = "limit" if isinstance(error, LimitError) else "input"
    known = error if isinstance(error, AdversarioError) else user_fault(error)
    if known is not None:
        return ProblemPayload(code, known.text(context.lang))
    if isinstance(error, MemoryError):
        return ProblemPayload("limit", context.text("web.limit.memory"))
    if isinstance(error, RecursionError):
        return ProblemPayload("limit", context.text("web.limit.recursion"))
    traceback.print_exception(error)
    return ProblemPayload("crashed", context.text("web.fault", problem=describe_error(error)))
