"""Grading of exercises on strategies: the score, and the reason of the first mistake."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from adversario.base.catalogue import Message, message, text
from adversario.base.errors import InputError
from adversario.exercises.answer import entries, is_none, pieces, plain_text, to_number
from adversario.exercises.strategies.exercise import Answer, Item, StrategyExercise, format_answer

_PAIR = re.compile(r"\(\s*(\w+)\s*,\s*(\w+)\s*\)")


@dataclass(frozen=True)
class StrategyGrade:
    """The grade of an answer.

    `correct` of `total` parts are right; a missing part is a mistake. If names are asked for, the
    parts are those that belong to the answer or were given.
    """

    correct: int
    total: int
    mistake: Message | None
    item: Item | None  # the part of the key that is wrong in the answer

    @property
    def right(self) -> bool:
        """Whether everything is right."""
        return self.mistake is None

    def line(self, lang: str = "en") -> str | None:
        """The reason that decides the first mistake."""
        return None if self.item is None else self.item.reason.text(lang)

    def text(self, lang: str = "en") -> str:
        """The grade in words: the score, the first mistake and its reason."""
        if self.mistake is None:
            return text("exercise.right", lang, correct=self.correct, total=self.total)
        wrong = text("exercise.wrong", lang, correct=self.correct, total=self.total)
        return f"{wrong}\n{self.mistake.text(lang)}\n{self.line(lang)}"

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        """The grade as plain JSON values, in that language."""
        return {
            "right": self.right,
            "correct": self.correct,
            "total": self.total,
            "name": None if self.item is None else self.item.name,
            "mistake": None if self.mistake is None else self.mistake.text(lang),
            "line": self.line(lang),
        }


def grade_strategies(exercise: StrategyExercise, answer: str) -> StrategyGrade:
    """The grade of an answer, compared with the key; InputError if it cannot be parsed."""
    given = _parse(exercise, answer)
    counted = [
        item for item in exercise.key().items if item.answer is not False or item.name in given
    ]
    wrong = [item for item in counted if given.get(item.name) != item.answer]
    first = wrong[0] if wrong else None
    return StrategyGrade(
        correct=len(counted) - len(wrong),
        total=len(counted),
        mistake=None if first is None else _mistake(exercise, first, given.get(first.name)),
        item=first,
    )


def _parse(exercise: StrategyExercise, answer: str) -> Mapping[str, Answer]:
    """The content of an answer, by name."""
    plain, form = plain_text(answer), exercise.statement[1]
    if not pieces(plain):
        raise InputError("exercise.empty", form=form)
    known = {name.casefold(): name for name in exercise.asked}
    if exercise.topic.asks_names:
        if is_none(plain):
            return {}
        words = pieces(_PAIR.sub(r"\1\2", plain))
        return {_known(known, word): True for word in words}
    given: dict[str, Answer] = {}
    for word, body in entries(plain, form):
        name = _known(known, word)
        if name in given:
            raise InputError("exercise.twice", name=name)
        given[name] = _value(exercise, name, body)
    return given


def _known(known: Mapping[str, str], word: str) -> str:
    if word.casefold() not in known:
        raise InputError("exercise.not_asked", given=word, asked=", ".join(known.values()))
    return known[word.casefold()]


def _value(exercise: StrategyExercise, name: str, body: str) -> Answer:
    """A number, or the name of a strategy where one is asked for."""
    found = pieces(body)
    if len(found) != 1:
        raise InputError(
            "exercise.count", node=name, given=body.strip(), found=len(found), expected=1
        )
    (right,) = (item.answer for item in exercise.question.items if item.name == name)
    if not isinstance(right, str):
        number = to_number(name, found[0])
        if not isinstance(number, Fraction):
            raise InputError("exercise.not_a_number", node=name, given=found[0])
        return number
    others = {each.casefold(): each for each in exercise.asked if each != name}
    return _known(others, found[0])


def _mistake(exercise: StrategyExercise, item: Item, given: Answer | None) -> Message:
    """The mistake in the answer to a part."""
    if exercise.topic.asks_names:
        kind = "left_out" if item.answer else "named"
        return message(f"exercise.mistake.{kind}", name=item.name)
    right = format_answer(item.answer)
    if given is None:
        return message("exercise.missing.part", name=item.name, right=right)
    shown = format_answer(given)
    return message("exercise.mistake.part", name=item.name, right=right, given=shown)
