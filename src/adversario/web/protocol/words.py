"""The enumerated texts of the protocol."""

from __future__ import annotations

from typing import Literal, TypeAlias

from adversario.base import appearance, board_diagram
from adversario.course import live, markdown, question

BoardKind: TypeAlias = board_diagram.Kind
Paint: TypeAlias = appearance.Paint
Pieces: TypeAlias = appearance.Pieces
Ground: TypeAlias = appearance.Ground
SpanKind: TypeAlias = markdown.SpanKind
LiveKind: TypeAlias = live.LiveKind
QuestionKind: TypeAlias = question.QuestionKind
CourseBlockKind: TypeAlias = Literal[
    "heading", "paragraph", "list", "steps", "table", "fence", "text", "live", "question"
]

OptionKind: TypeAlias = Literal["number", "yesno", "numbers", "text"]
Language: TypeAlias = Literal["en", "es"]
NodeKind: TypeAlias = Literal["max", "min", "chance", "own", "leaf"]
LeafKind: TypeAlias = Literal["terminal", "evaluation", "table", "repetition", "unlikely"]
OpponentGroup: TypeAlias = Literal["people", "levels", "algorithms", "engines"]
Bound: TypeAlias = Literal["exact", "lower", "upper"]
Ending: TypeAlias = Literal["win", "draw", "loss"]
AnswerSource: TypeAlias = Literal["search", "simulation", "table", "book", "proof"]
SeatTurn: TypeAlias = Literal["you", "other", "running", "over"]
Mistake: TypeAlias = Literal["mistake", "blunder"]
Phase: TypeAlias = Literal["select", "expand", "simulate", "backup"]
Topic: TypeAlias = Literal[
    "minimax", "alphabeta", "windows", "expectiminimax", "maxn",
    "dominance", "pure", "mixed", "response", "behaviour", "bluff",
]  # fmt: skip
Difficulty: TypeAlias = Literal["easy", "medium", "hard"]
Part: TypeAlias = Literal["value", "alpha", "beta", "action", "discarded"]
ExportFormat: TypeAlias = Literal["text", "json", "svg", "tikz"]
ErrorCode: TypeAlias = Literal[
    "message", "input", "tree", "limit", "busy", "stopped", "time", "crashed"
]
EventKind: TypeAlias = Literal[
    "enter", "leaf", "child", "update", "cut", "leave", "note", "iteration", "phase"
]
