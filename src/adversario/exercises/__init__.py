"""Exercises on game trees: made from a seed, with one right answer each, and graded."""

from adversario.exercises.exercise import Difficulty, Exercise, Topic
from adversario.exercises.generate import make_exercise
from adversario.exercises.grading import Grade, grade
from adversario.exercises.key import Item, Key, Part

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
