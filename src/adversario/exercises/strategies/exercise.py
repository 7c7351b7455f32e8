"""An exercise on strategies: a table of payoffs or a tree, and questions with one answer each."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from adversario.base.catalogue import Message, message, text
from adversario.exercises.exercise import BLANK, Difficulty
from adversario.solve.equilibrium.matrix.game import MatrixGame
from adversario.trees import Tree

Answer: TypeAlias = Fraction | str | bool
"""A number, a strategy, or whether the name of the item belongs to the answer."""


class StrategyTopic(StrEnum):
    """The topic of an exercise on strategies."""

    DOMINANCE = "dominance"  # the strategies that iterated strict dominance removes
    PURE = "pure"  # the pure equilibria of a table
    MIXED = "mixed"  # the mixed equilibrium of a 2x2 table
    RESPONSE = "response"  # the payoffs against a mixed strategy, and the best response
    BEHAVIOUR = "behaviour"  # information sets, pure strategies, value of behaviour strategies
    BLUFF = "bluff"  # Kuhn's bluff: how often to bluff, and how often to call

    @property
    def asks_names(self) -> bool:
        """Whether the answer is a choice of names, of which none may be right."""
        return self in (StrategyTopic.DOMINANCE, StrategyTopic.PURE)


class Item(NamedTuple):
    """One part of the answer, with its reason."""

    name: str
    answer: Answer
    reason: Message


class Question(NamedTuple):
    """What a topic asks: the game, the parts of the answer, and details of the text."""

    game: MatrixGame | Tree
    items: tuple[Item, ...]
    details: dict[str, object]


@dataclass(frozen=True)
class StrategyKey:
    """The right answer; `items` are in the order in which they are found."""

    items: tuple[Item, ...]
    names: bool
    """Whether the answer is a choice of names."""

    @property
    def chosen(self) -> tuple[str, ...]:
        """The names that belong to the answer, if it is a choice of names."""
        return tuple(item.name for item in self.items if item.answer is True)

    def text(self, lang: str = "en") -> str:
        """The answer in the form that the statement asks for."""
        if self.names:
            return " ".join(self.chosen) or text("exercise.none", lang)
        return " ".join(f"{item.name}={format_answer(item.answer)}" for item in self.items)

    def to_json(self) -> dict[str, Any]:
        """The key as plain JSON values."""
        return {
            "answer": self.text(),
            "items": [
                {"name": name, "answer": answer if isinstance(answer, bool) else str(answer)}
                for name, answer, _ in self.items
            ],
        }


@dataclass(frozen=True)
class StrategyExercise:
    """A question with exactly one right answer, made from `topic`, `seed` and `difficulty`."""

    topic: StrategyTopic
    seed: int
    difficulty: Difficulty
    question: Question

    @property
    def game(self) -> MatrixGame | Tree:
        """The game that it is about."""
        return self.question.game

    @property
    def asked(self) -> tuple[str, ...]:
        """The names of the parts of the answer."""
        return tuple(item.name for item in self.question.items)

    @property
    def title(self) -> Message:
        """The topic of the exercise, and the arguments it was made from."""
        return message(
            "exercise.strategy_title",
            topic=message(f"exercise.topic.{self.topic}"),
            seed=self.seed,
            difficulty=message(f"exercise.difficulty.{self.difficulty}"),
        )

    @property
    def statement(self) -> tuple[Message, Message]:
        """The question, and the form in which to answer it."""
        form = " ".join(f"{name}={BLANK}" for name in self.asked)
        return (
            message(f"exercise.question.{self.topic}", **self.question.details),
            message(f"exercise.form.{self.topic}", form=form),
        )

    def key(self) -> StrategyKey:
        """The right answer."""
        return StrategyKey(self.question.items, self.topic.asks_names)

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        """The exercise without its key as plain JSON values."""
        game = self.game
        given: dict[str, Any] = (
            {"tree": game.notation()}
            if isinstance(game, Tree)
            else {
                "strategies": [list(names) for names in game.strategies],
                "payoffs": [[str(payoff) for payoff in cell] for cell in game.payoffs],
            }
        )
        return {
            "topic": str(self.topic),
            "seed": self.seed,
            "difficulty": str(self.difficulty),
            **given,
            "asked": [] if self.topic.asks_names else list(self.asked),
            "title": self.title.text(lang),
            "statement": [part.text(lang) for part in self.statement],
        }


def format_answer(answer: Answer) -> str:
    """The answer as text, numbers as fractions."""
    return str(answer)
