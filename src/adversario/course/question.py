"""Questions at the end of a page: read from fences, and graded.

The right answers of all kinds but choices are computed, so that a page cannot be wrong about them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any, Literal, TypeAlias, get_args

from adversario.base.errors import AdversarioError, InputError
from adversario.course import checks
from adversario.course.fields import Fields, Form, read_fields
from adversario.course.live import PLACE, check_place
from adversario.course.markdown import Block, Span, Spans, parse_spans
from adversario.course.query import Figure, evaluate, format_figure
from adversario.exercises.every import AnyExercise, grade_any, make_any

QuestionKind: TypeAlias = Literal["number", "choice", "move", "exercise", "predict", "weights"]
KINDS: tuple[QuestionKind, ...] = get_args(QuestionKind)

TOLERANCE = Fraction(1, 200)
"""Answers are often rounded to two decimals."""

DONE = "done"
"""The answer to a question that is answered by doing something on the page, once it is done."""

HELP = {"hint": checks.is_text}
ASK = {"ask": checks.is_text}
WHY = {"because": checks.is_text}

FORMS: Mapping[QuestionKind, Form] = {
    "number": Form({**ASK, "answer": checks.is_query}, WHY, HELP),
    "choice": Form(
        {**ASK, "right": checks.is_text, "wrong": checks.is_text}, WHY,
        {**HELP, "right": checks.is_text, "wrong": checks.is_text},
    ),
    "move": Form({**ASK, "game": checks.is_game, "answer": checks.is_query},
                 {"moves": checks.is_moves, **WHY}, HELP),
    "exercise": Form(
        {"topic": checks.is_topic},
        {"seed": checks.whole(0, 10**6), "difficulty": checks.is_difficulty,
         "depth": checks.whole(2, 6), "branching": checks.whole(2, 5),
         "players": checks.whole(3, 4)}, HELP,
    ),
    "predict": Form(
        {**ASK, "algorithm": checks.is_algorithm,
         "subject": checks.one_of("value", "window", "cut", "all")},
        {**PLACE, "depth": checks.whole(1, 20), **WHY}, HELP,
    ),
    "weights": Form(
        {**ASK, "game": checks.is_game, "against": checks.is_player, "goal": checks.whole(1, 40)},
        {"games": checks.whole(2, 40), "depth": checks.whole(1, 4), "seed": checks.whole(0, 10**6),
         **WHY}, HELP,
    ),
}  # fmt: skip


@dataclass(frozen=True)
class Option:
    """A choice of a question, and whether it is right."""

    spans: Spans
    right: bool


@dataclass(frozen=True)
class Question:
    """A question with hints, in the order in which they are given."""

    kind: QuestionKind
    fields: Fields
    ask: Spans
    hints: tuple[Spans, ...]
    because: Spans
    options: tuple[Option, ...]

    @property
    def several(self) -> bool:
        """Whether more than one choice is right."""
        return sum(option.right for option in self.options) > 1

    @property
    def exercise(self) -> AnyExercise:
        """The exercise of a question of that kind."""
        number = {key: int(self.fields.one(key, str(usual))) for key, usual in
                  (("seed", 1), ("depth", 3), ("branching", 3), ("players", 3))}  # fmt: skip
        difficulty = self.fields.one("difficulty", "medium")
        return make_any(self.fields.one("topic"), difficulty=difficulty, **number)

    def right(self) -> Figure:
        """The right answer, computed."""
        try:
            return evaluate(self.fields.one("answer"))
        except AdversarioError as error:
            raise self.fields.all("answer")[0].place.wrap(error) from None


def read_question(block: Block) -> Question:
    """The question of a fence, checked."""
    words = block.words
    if len(words) != 2 or words[1] not in KINDS:
        raise block.place.error("course.question", known=", ".join(KINDS))
    kind: QuestionKind = next(each for each in KINDS if each == words[1])
    fields = read_fields(block, FORMS[kind])
    if kind != "exercise" and not fields.all("hint"):
        raise block.place.error("course.missing", key="hint", block=" ".join(words))
    check_place(fields, needed=kind == "predict")
    question = Question(
        kind, fields, _spans(fields, "ask"),
        tuple(parse_spans(each.value, each.place) for each in fields.all("hint")),
        _spans(fields, "because"),
        _mixed_options(fields),
    )  # fmt: skip
    if kind == "exercise":
        try:
            _ = question.exercise
        except AdversarioError as error:
            raise block.place.wrap(error) from None
    return question


def _mixed_options(fields: Fields) -> tuple[Option, ...]:
    """The options of a choice, always in the same order, but not with those that are right first.

    The order depends on their number and the line of the question.
    """
    options = [
        Option(parse_spans(each.value, each.place), each.key == "right")
        for each in fields.fields
        if each.key in ("right", "wrong")
    ]
    Random(fields.place.line).shuffle(options)
    return tuple(options)


def _spans(fields: Fields, key: str) -> Spans:
    found = fields.all(key)
    return parse_spans(found[0].value, found[0].place) if found else ()


@dataclass(frozen=True)
class Verdict:
    """Whether an answer is right; the next hint after a wrong one, the reason after a right one."""

    right: bool
    words: Spans
    more: bool = False  # whether there is another hint


def grade(question: Question, answer: str, tries: int, lang: str = "en") -> Verdict:
    """Grade an answer given after `tries` wrong ones.

    Answers are numbers as they are written, the numbers of choices from 0, the name of a move, or
    what the exercise asks for. Raises InputError if the answer cannot be understood.
    """
    if is_right(question, answer):
        return Verdict(True, question.because)
    if question.kind == "exercise":
        said = grade_any(question.exercise, answer).text(lang)
        return Verdict(False, (Span("text", said),), more=tries < 2)
    hints = question.hints
    words = hints[min(tries, len(hints) - 1)] if hints else ()
    return Verdict(False, words, more=tries + 1 < len(hints))


def is_right(question: Question, answer: str) -> bool:
    """Whether an answer is right; raises InputError if it cannot be understood."""
    if question.kind == "exercise":
        return grade_any(question.exercise, answer).right
    if question.kind == "choice":
        right = {str(at) for at, option in enumerate(question.options) if option.right}
        return set(answer.split()) == right
    if question.kind == "move":
        return answer.strip() in str(question.right()).split()
    if question.kind in ("predict", "weights"):
        return answer == DONE
    return _equal(_numbers(answer), question.right())


def key(question: Question, lang: str = "en") -> str:
    """The right answer as text."""
    if question.kind == "exercise":
        return question.exercise.key().text(lang)
    if question.kind == "choice":
        return " · ".join(
            "".join(
                format_figure(evaluate(span.text), lang) if span.kind == "figure" else span.text
                for span in option.spans
            )
            for option in question.options
            if option.right
        )
    if question.kind in ("predict", "weights"):
        return ""
    right = question.right()
    if question.kind == "move":
        return ", ".join(str(right).split())
    return format_figure(right, lang)


def _numbers(answer: str) -> list[Fraction]:
    """The numbers of an answer: with a decimal point or comma, fractions, groups of digits."""
    plain = answer.replace("−", "-").replace("∞", "inf").strip().strip("()[]")
    plain = re.sub(r"(?<=\d)[\u202f\u00a0 ](?=\d{3}\b)", "", plain)
    if re.fullmatch(r"-?\d{1,3}(,\d{3})+(\.\d+)?", plain):
        plain = plain.replace(",", "")
    pieces = [piece for piece in re.split(r";\s*|,\s+|\s+", plain) if piece]
    found = []
    for piece in pieces:
        bare = piece.replace(",", ".").lower()
        if bare.lstrip("+-") in ("inf", "infinity", "oo"):
            found.append(Fraction(-(10**300) if bare.startswith("-") else 10**300))
            continue
        if not re.fullmatch(r"[+-]?\d{1,40}(\.\d{1,20})?%?(/\d{1,20})?", bare):
            raise InputError("course.not_a_number", given=piece[:40])
        try:
            share = 100 if "%" in bare else 1
            found.append(Fraction(bare.replace("%", "")) / share)
        except ZeroDivisionError:
            raise InputError("course.not_a_number", given=piece[:40]) from None
    if not found:
        raise InputError("course.not_a_number", given="")
    return found


def _equal(given: list[Fraction], right: Figure) -> bool:
    expected = list(right) if isinstance(right, tuple) else [right]
    return len(given) == len(expected) and all(
        abs(one - _exact(other)) <= TOLERANCE for one, other in zip(given, expected, strict=True)
    )


def _exact(number: Any) -> Fraction:
    if number in (float("inf"), float("-inf")):
        return Fraction(10**300 if number > 0 else -(10**300))
    return Fraction(number)
