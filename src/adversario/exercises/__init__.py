"""Exercises on game trees: made from a seed, with one right answer each, and graded."""

from adversario.exercises.exercise import Difficulty, Exercise, Topic
from adversario.exercises.generate import make_exercise
from adversario.exercises.grading import Grade, grade
from adversario.exercises.key import Key, KeyItem, Part

__all__ = [
    "Difficulty",
    "Exercise",
    "Grade",
    "Key",
    "KeyItem",
    "Part",
    "Topic",
    "grade",
    "make_exercise",
]
