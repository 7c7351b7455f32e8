"""Grading: the score of an answer, and where in the search the first mistake is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from adversario.base.catalogue import Message, message, text
from adversario.exercises.answer import parse_answer
from adversario.exercises.exercise import Exercise
from adversario.exercises.key import Answer, KeyItem, Part, format_answer
from adversario.trace.recorder import Trace
from adversario.trace.words import line_of, text_trace


@dataclass(frozen=True)
class Grade:
    """The grade of an answer.

    `correct` of `total` parts are right; a missing part is a mistake. If the question is which
    leaves are discarded, the parts are the leaves that are discarded or were given as such.
    `mistake` describes the first mistake, in the order of the search; None if there is none.
    """

    correct: int
    total: int
    mistake: Message | None
    item: KeyItem | None  # the part of the key that is wrong in the answer
    trace: Trace

    @property
    def right(self) -> bool:
        """Whether everything is right."""
        return self.mistake is None

    def line(self, lang: str = "en") -> str | None:
        """The line of the trace that decides the first mistake."""
        if self.item is None:
            return None
        if self.item.part is Part.ACTION:
            *_, conclusion = text_trace(self.trace, lang)
            return conclusion
        return line_of(self.trace, self.item.event, lang).lstrip(". ")

    def text(self, lang: str = "en") -> str:
        """The grade in words: the score, the first mistake and the line that explains it."""
        if self.mistake is None:
            return text("exercise.right", lang, correct=self.correct, total=self.total)
        return "\n".join(
            [
                text("exercise.wrong", lang, correct=self.correct, total=self.total),
                self.mistake.text(lang),
                text("exercise.see", lang, line=self.line(lang)),
            ]
        )

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        """The grade as plain JSON values, in that language."""
        return {
            "right": self.right,
            "correct": self.correct,
            "total": self.total,
            "node": None if self.item is None else self.item.node,
            "part": None if self.item is None else str(self.item.part),
            "mistake": None if self.mistake is None else self.mistake.text(lang),
            "line": self.line(lang),
        }


def grade(exercise: Exercise, answer: str) -> Grade:
    """The grade of an answer, compared with the key; raises InputError if it cannot be parsed."""
    given, key = parse_answer(exercise, answer), exercise.key()
    # A visited leaf need not be mentioned: it counts only if the answer says it is discarded.
    counted = [item for item in key.items if item.answer is not False or item[:2] in given]
    wrong = [item for item in counted if given.get(item[:2]) != item.answer]
    first = wrong[0] if wrong else None
    return Grade(
        correct=len(counted) - len(wrong),
        total=len(counted),
        mistake=None if first is None else _mistake(first, given.get(first[:2])),
        item=first,
        trace=key.trace,
    )


def _mistake(item: KeyItem, given: Answer | None) -> Message:
    """The mistake in the answer to a part."""
    if item.part is Part.DISCARDED:
        mistake = "omitted" if item.answer else "visited"
        return message(f"exercise.mistake.{mistake}", leaf=item.node)
    right = format_answer(item.answer)
    if given is None:
        return message(f"exercise.missing.{item.part}", node=item.node, right=right)
    return message(
        f"exercise.mistake.{item.part}", node=item.node, right=right, given=format_answer(given)
    )
