"""What came out of a test, and of all tests of a program."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from adversario.base.catalogue import LANGUAGES, Message
from adversario.grading.assignment import Test

MOST_REASONS = 3
"""The most mistakes of a test that are reported."""


@dataclass
class Tally:
    """What a test counts as it goes: how much of what is asked is right, and why not all."""

    right: float = 0.0
    of: float = 0.0
    reasons: list[Message] = field(default_factory=list)
    notes: list[Message] = field(default_factory=list)

    def add(self, right: bool, reason: Callable[[], Message]) -> None:
        """Count one item, with the reason if it is wrong."""
        self.of += 1
        self.right += right
        if not right:
            self.blame(reason())

    def blame(self, reason: Message) -> None:
        """Keep a reason, unless there are enough."""
        if len(self.reasons) < MOST_REASONS and reason not in self.reasons:
            self.reasons.append(reason)

    @property
    def share(self) -> float:
        """How much is right, from 0 to 1."""
        return min(1.0, self.right / self.of) if self.of else 0.0


@dataclass(frozen=True)
class Outcome:
    """A test's points, with what was wrong, in every language."""

    title: str
    points: float
    most: float
    hidden: bool
    reasons: Mapping[str, tuple[str, ...]]
    notes: Mapping[str, tuple[str, ...]]
    seconds: float
    output: str

    def to_json(self) -> dict[str, Any]:
        """The outcome as JSON."""
        return {
            "test": self.title, "points": self.points, "of": self.most, "hidden": self.hidden,
            "reasons": {lang: list(words) for lang, words in self.reasons.items()},
            "notes": {lang: list(words) for lang, words in self.notes.items()},
            "seconds": round(self.seconds, 3), "output": self.output,
        }  # fmt: skip


def make_outcome(test: Test, tally: Tally, seconds: float, output: str) -> Outcome:
    """The outcome of a test by its tally."""
    share = tally.share if test.partial or tally.share == 1 else 0.0
    return Outcome(
        test.title, round(test.points * share, 2), test.points, test.hidden,
        _spoken(tally.reasons), _spoken(tally.notes), seconds, output,
    )  # fmt: skip


def _spoken(messages: list[Message]) -> dict[str, tuple[str, ...]]:
    return {lang: tuple(each.text(lang) for each in messages) for lang in LANGUAGES}


@dataclass(frozen=True)
class Graded:
    """The outcomes of a student's program. `digest` is that of its files."""

    name: str
    digest: str
    outcomes: tuple[Outcome, ...]

    @property
    def points(self) -> float:
        """The points of all tests."""
        return round(sum(each.points for each in self.outcomes), 2)

    @property
    def most(self) -> float:
        """The most points."""
        return sum(each.most for each in self.outcomes)

    def to_json(self) -> dict[str, Any]:
        """The student's results as JSON."""
        return {
            "student": self.name, "digest": self.digest, "points": self.points, "of": self.most,
            "tests": [each.to_json() for each in self.outcomes],
        }  # fmt: skip


def read_graded(data: Mapping[str, Any]) -> Graded:
    """The inverse of `Graded.to_json`, of values that have its form."""
    outcomes = tuple(
        Outcome(
            each["test"],
            each["points"],
            each["of"],
            each["hidden"],
            {lang: tuple(words) for lang, words in each["reasons"].items()},
            {lang: tuple(words) for lang, words in each["notes"].items()},
            each["seconds"],
            each["output"],
        )
        for each in data["tests"]
    )
    return Graded(data["student"], data["digest"], outcomes)
