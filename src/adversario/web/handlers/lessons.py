"""The course: pages with their figures, answers graded, and matches of a few games."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from adversario.arena.player import Entry
from adversario.arena.result import outcome
from adversario.base.errors import InputError
from adversario.course.course import shipped_course
from adversario.course.live import Live, points_of
from adversario.course.markdown import Spans
from adversario.course.page import Page, Part
from adversario.course.queries.play import player_of, standing, weighing
from adversario.course.queries.source import game_of
from adversario.course.query import evaluate, format_figure
from adversario.course.question import Question, grade, key
from adversario.web.handlers.context import Context
from adversario.web.limits import LimitError
from adversario.web.protocol import (
    CourseBlock,
    CourseContents,
    CourseEntry,
    CourseGrade,
    CourseGradeRequest,
    CoursePage,
    CoursePageRequest,
    CourseRequest,
    LivePayload,
    MatchPayload,
    MatchRequest,
    PlotPayload,
    QueryPayload,
    QueryRequest,
    QuestionPayload,
    SpanPayload,
)

MOST_FEATURES = 20
"""The most features whose weights a reader types."""


def contents(context: Context, _: CourseRequest) -> CourseContents:
    """The pages of the course."""
    entries = [
        CourseEntry(
            page.name, plain(context, page.title), spans(context, page.lead), len(page.questions)
        )
        for page in context.course.pages(context.lang)
    ]
    return CourseContents(entries, own=context.course != shipped_course())


def course_page(context: Context, request: CoursePageRequest) -> CoursePage:
    """A page, with its figures computed."""
    page = context.course.page(request.page, context.lang)
    numbers = {id(question): number for number, question in enumerate(page.questions)}
    return CoursePage(
        name=page.name,
        title=plain(context, page.title),
        lead=spans(context, page.lead),
        blocks=[_block(context, part, numbers) for part in page.parts],
        questions=len(numbers),
    )


def spans(context: Context, line: Spans) -> list[SpanPayload]:
    """The pieces of a line, with figures computed."""
    return [
        SpanPayload(
            "figure", format_figure(evaluate(span.text), context.lang), query=span.text
        )
        if span.kind == "figure"
        else SpanPayload(span.kind, span.text, span.target)
        for span in line
    ]  # fmt: skip


def plain(context: Context, line: Spans) -> str:
    """A line as text."""
    return "".join(span.text for span in spans(context, line))


def _lines(context: Context, lines: Iterable[Spans]) -> list[list[SpanPayload]]:
    return [spans(context, line) for line in lines]


def _block(context: Context, part: Part, numbers: dict[int, int]) -> CourseBlock:
    if isinstance(part, Live):
        return CourseBlock("live", live=_live(context, part))
    if isinstance(part, Question):
        return CourseBlock("question", question=_question(context, part, numbers[id(part)]))
    if part.kind == "fence":
        return CourseBlock("text", text="\n".join(line for _, line in part.lines))
    return CourseBlock(
        part.kind, part.level, spans(context, part.spans), _lines(context, part.items),
        [_lines(context, row) for row in part.rows],
    )  # fmt: skip


def _live(context: Context, live: Live) -> LivePayload:
    fields = {each.key: each.value for each in live.fields.fields if each.key != "about"}
    lines = points_of(live) if live.kind == "plot" else ()
    settings = (each.value.partition(" = ") for each in live.fields.all("set"))
    asks = live.kind == "match" and "player" not in fields
    return LivePayload(
        live.kind, fields, spans(context, live.about),
        [PlotPayload(line.name, [list(point) for point in line.points]) for line in lines],
        _features(fields["game"]) if asks else [],
        {name: value for name, _, value in settings},
    )  # fmt: skip


def _question(context: Context, question: Question, number: int) -> QuestionPayload:
    hidden = ("ask", "answer", "hint", "because", "right", "wrong")
    fields = {each.key: each.value for each in question.fields.fields if each.key not in hidden}
    return QuestionPayload(
        number, question.kind, spans(context, question.ask), fields, len(question.hints),
        _lines(context, (option.spans for option in question.options)), question.several,
        _features(fields["game"]) if question.kind == "weights" else [],
    )  # fmt: skip


def _features(source: str) -> list[str]:
    names = list(game_of(source).feature_names)
    if not 0 < len(names) <= MOST_FEATURES:
        raise InputError("course.features", game=source, most=MOST_FEATURES)
    return names


def grade_question(context: Context, request: CourseGradeRequest) -> CourseGrade:
    """An answer graded: a hint if it is wrong, the reason if it is right or asked for."""
    question = _asked(context.course.page(request.page, context.lang), request.question)
    if request.reveal:
        return CourseGrade(
            False, spans(context, question.because), key=key(question, context.lang)
        )  # fmt: skip
    verdict = grade(question, request.answer, max(0, request.tries), context.lang)
    return CourseGrade(verdict.right, spans(context, verdict.words), verdict.more)


def _asked(page: Page, number: int) -> Question:
    if not 0 <= number < len(page.questions):
        raise LimitError(
            "limit.range", field="question", given=number, least=0, most=len(page.questions) - 1
        )
    return page.questions[number]


def answer_query(context: Context, request: QueryRequest) -> QueryPayload:
    """The figure that a query denotes."""
    return QueryPayload(format_figure(evaluate(request.query), context.lang))


def play_small_match(context: Context, request: MatchRequest) -> MatchPayload:
    """A match of a few games; updates have the results so far."""
    one: Entry = (
        player_of(request.player)
        if request.player
        else weighing(request.game, request.weights, request.depth)
    )
    marks: list[float | None] = []

    def report(record: Any) -> None:
        marks.append(outcome(record, 0))
        context.update(payload())

    def payload() -> MatchPayload:
        return MatchPayload(
            len(marks), request.games, marks.count(1), marks.count(0.5), marks.count(0)
        )

    standing(
        request.game, [one, player_of(request.against)], request.games, request.seed,
        on_progress=report,
    )  # fmt: skip
    return payload()
