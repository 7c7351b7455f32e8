"""An exercise: a tree and a question about a search of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from adversario.base.catalogue import Message, message
from adversario.exercises.key import Key, make_key
from adversario.trace.recorder import record
from adversario.trees import Tree

BLANK = "…"
"""The blank for a number to be found, in the form of an answer."""


class Topic(StrEnum):
    """The topic of an exercise."""

    MINIMAX = "minimax"  # the values of inner nodes, and the action at the root
    ALPHABETA = "alphabeta"  # the leaves that alpha-beta discards
    WINDOWS = "windows"  # alpha, beta and the value returned, at some nodes
    EXPECTIMINIMAX = "expectiminimax"  # values and action, with chance nodes
    MAXN = "maxn"  # tuples of utilities and action, with three players or more

    @property
    def algorithm(self) -> str:
        """The search that the exercise asks about."""
        return "alphabeta" if self is Topic.WINDOWS else self.value

    @property
    def asks_action(self) -> bool:
        """Whether the action at the root is part of the answer."""
        return self not in (Topic.ALPHABETA, Topic.WINDOWS)


class Difficulty(StrEnum):
    """The difficulty of an exercise, for its size."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


@dataclass(frozen=True)
class Exercise:
    """A question with exactly one right answer.

    It was made from `seed`, `depth`, `branching` and `difficulty`. `asked` are the nodes asked
    about, in the order of a walk over the tree; it is empty if the question is which leaves are
    discarded, as that asks about all of them.
    """

    topic: Topic
    seed: int
    depth: int
    branching: int
    difficulty: Difficulty
    tree: Tree
    asked: tuple[str, ...]

    @property
    def title(self) -> Message:
        """The topic of the exercise, and the arguments it was made from."""
        return message(
            "exercise.title",
            topic=message(f"exercise.topic.{self.topic}"),
            seed=self.seed,
            depth=self.depth,
            branching=self.branching,
            difficulty=message(f"exercise.difficulty.{self.difficulty}"),
        )

    @property
    def statement(self) -> tuple[Message, Message]:
        """The question, and the form in which to answer it."""
        root = self.tree.initial()
        question = message(
            f"exercise.question.{self.topic}",
            nodes=", ".join(self.asked),
            root=root,
            player=self.tree.player_name(self.tree.player(root)),
            players=self.tree.players,
        )
        return question, message(f"exercise.form.{self.topic}", form=self._form())

    def _form(self) -> str:
        """The answer with blanks for the numbers to be found."""
        if self.topic is Topic.WINDOWS:
            return "; ".join(f"{name}: {BLANK} {BLANK} -> {BLANK}" for name in self.asked)
        blank = BLANK
        if self.topic is Topic.MAXN:
            blank = f"({', '.join([BLANK] * self.tree.players)})"
        return " ".join(f"{name}={blank}" for name in self.asked)

    def key(self) -> Key:
        """The right answer, from the search itself."""
        _, trace = record(self.tree, algorithm=self.topic.algorithm)
        return make_key(self.tree, trace, self.asked, action=self.topic.asks_action)

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        """The exercise without its key as plain JSON values; `tree` is in the notation of trees."""
        return {
            "topic": str(self.topic),
            "seed": self.seed,
            "depth": self.depth,
            "branching": self.branching,
            "difficulty": str(self.difficulty),
            "players": self.tree.players,
            "tree": self.tree.notation(),
            "asked": list(self.asked),
            "title": self.title.text(lang),
            "statement": [part.text(lang) for part in self.statement],
        }
