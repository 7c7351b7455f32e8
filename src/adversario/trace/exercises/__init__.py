"""Exercises on game trees: made from a seed, with one right answer each, and graded."""

from adversario.trace.exercises.exercise import Difficulty, Exercise, Topic
from adversario.trace.exercises.generate import make_exercise
from adversario.trace.exercises.grade import Grade, grade
from adversario.trace.exercises.key import Item, Key, Part

__all__ = [
    "Difficulty",
    "Exercise",
    "Grade",
    "Item",
    "Key",
    "Part",
    "Topic",
    "grade",
    "make_exercise",
]
