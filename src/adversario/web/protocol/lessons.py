"""The course: its pages, questions, figures and matches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from adversario.web.protocol.words import CourseBlockKind, LiveKind, QuestionKind, SpanKind


@dataclass(frozen=True)
class SpanPayload:
    """A piece of a line: `target` is that of a link, `query` what a figure was computed by."""

    kind: SpanKind
    text: str
    target: str = ""
    query: str = ""


@dataclass(frozen=True)
class PlotPayload:
    """A line of a plot."""

    name: str
    points: list[list[float]]


@dataclass(frozen=True)
class LivePayload:
    """A live block: its fields as they were written, and what was computed for it.

    `features` are those of the game of a match, `lines` those of a plot; `settings` are the numbers
    that the reader may change, with their first values.
    """

    kind: LiveKind
    fields: Mapping[str, str]
    about: list[SpanPayload] = field(default_factory=list)
    lines: list[PlotPayload] = field(default_factory=list)
    features: list[str] = field(default_factory=list)
    settings: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class QuestionPayload:
    """A question. `number` counts from 0 on its page; `hints` is how many hints there are."""

    number: int
    kind: QuestionKind
    ask: list[SpanPayload]
    fields: Mapping[str, str]
    hints: int
    options: list[list[SpanPayload]] = field(default_factory=list)
    several: bool = False
    features: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class CourseBlock:
    """A part of a page."""

    kind: CourseBlockKind
    level: int = 0
    spans: list[SpanPayload] = field(default_factory=list)
    items: list[list[SpanPayload]] = field(default_factory=list)
    rows: list[list[list[SpanPayload]]] = field(default_factory=list)
    text: str = ""
    live: LivePayload | None = None
    question: QuestionPayload | None = None


@dataclass(frozen=True)
class CourseEntry:
    """A page in the contents."""

    name: str
    title: str
    lead: list[SpanPayload]
    questions: int


@dataclass(frozen=True, kw_only=True)
class CourseRequest:
    """The contents of the course."""


@dataclass(frozen=True)
class CourseContents:
    """The pages of the course, in order; `own` if it is not the one of the package."""

    pages: list[CourseEntry]
    own: bool = False


@dataclass(frozen=True, kw_only=True)
class CoursePageRequest:
    """A page of the course, with its figures computed."""

    page: str


@dataclass(frozen=True)
class CoursePage:
    """A page of the course."""

    name: str
    title: str
    lead: list[SpanPayload]
    blocks: list[CourseBlock]
    questions: int


@dataclass(frozen=True, kw_only=True)
class CourseGradeRequest:
    """Grade an answer given after `tries` wrong ones; with `reveal` the right one is returned."""

    page: str
    question: int
    answer: str = ""
    tries: int = 0
    reveal: bool = False


@dataclass(frozen=True)
class CourseGrade:
    """Whether an answer is right, and a hint or the reason; `more` if there is another hint."""

    right: bool
    words: list[SpanPayload]
    more: bool = False
    key: str = ""


@dataclass(frozen=True, kw_only=True)
class QueryRequest:
    """A figure, computed."""

    query: str


@dataclass(frozen=True)
class QueryPayload:
    """A figure as text."""

    text: str


@dataclass(frozen=True, kw_only=True)
class MatchRequest:
    """A match of a few games: between two players by name, or `weights` of features and one."""

    game: str
    against: str
    player: str = ""
    weights: list[float] = field(default_factory=list)
    games: int = 10
    depth: int = 2
    seed: int = 1


@dataclass(frozen=True)
class MatchPayload:
    """The results of the first player so far."""

    played: int
    games: int
    wins: int
    draws: int
    losses: int
