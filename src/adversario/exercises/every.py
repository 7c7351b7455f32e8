"""Exercises of all kinds: on searches of trees and on strategies."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias

from adversario.base.errors import InputError
from adversario.exercises.exercise import Difficulty, Exercise, Topic
from adversario.exercises.generate import make_exercise
from adversario.exercises.grading import Grade, grade
from adversario.exercises.strategies.exercise import StrategyExercise, StrategyTopic
from adversario.exercises.strategies.generate import make_strategy_exercise
from adversario.exercises.strategies.grading import StrategyGrade, grade_strategies

AnyExercise: TypeAlias = Exercise | StrategyExercise
AnyGrade: TypeAlias = Grade | StrategyGrade


class AnyTopic(StrEnum):
    """All topics: of searches, then of strategies."""

    MINIMAX = Topic.MINIMAX.value
    ALPHABETA = Topic.ALPHABETA.value
    WINDOWS = Topic.WINDOWS.value
    EXPECTIMINIMAX = Topic.EXPECTIMINIMAX.value
    MAXN = Topic.MAXN.value
    DOMINANCE = StrategyTopic.DOMINANCE.value
    PURE = StrategyTopic.PURE.value
    MIXED = StrategyTopic.MIXED.value
    RESPONSE = StrategyTopic.RESPONSE.value
    BEHAVIOUR = StrategyTopic.BEHAVIOUR.value
    BLUFF = StrategyTopic.BLUFF.value


def make_any(
    topic: str, *, seed: int, difficulty: Difficulty | str = Difficulty.MEDIUM,
    depth: int = 3, branching: int = 3, players: int = 3,
) -> AnyExercise:  # fmt: skip
    """The exercise of any topic; those on strategies have no depth, branching or players."""
    if topic in list(StrategyTopic):
        return make_strategy_exercise(topic, seed=seed, difficulty=difficulty)
    if topic not in list(Topic):
        raise InputError("exercise.no_such_topic", given=topic, known=", ".join(AnyTopic))
    return make_exercise(
        topic, seed=seed, depth=depth, branching=branching, difficulty=difficulty, players=players
    )


def grade_any(exercise: AnyExercise, answer: str) -> AnyGrade:
    """The grade of an answer to an exercise of any topic."""
    if isinstance(exercise, StrategyExercise):
        return grade_strategies(exercise, answer)
    return grade(exercise, answer)
