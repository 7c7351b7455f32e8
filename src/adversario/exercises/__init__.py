"""Exercises on game trees and on strategies: made from a seed, graded, with one right answer."""

from adversario.exercises.exercise import Difficulty, Exercise, Topic
from adversario.exercises.generate import make_exercise
from adversario.exercises.grading import Grade, grade
from adversario.exercises.key import Key, KeyItem, Part
from adversario.exercises.strategies.exercise import StrategyExercise, StrategyTopic
from adversario.exercises.strategies.generate import make_strategy_exercise
from adversario.exercises.strategies.grading import StrategyGrade, grade_strategies

__all__ = [
    "Difficulty",
    "Exercise",
    "Grade",
    "Key",
    "KeyItem",
    "Part",
    "StrategyExercise",
    "StrategyGrade",
    "StrategyTopic",
    "Topic",
    "grade",
    "grade_strategies",
    "make_exercise",
    "make_strategy_exercise",
]
