"""The course: pages with live blocks, figures that are computed, and graded questions."""

from adversario.course.course import Course, shipped_course
from adversario.course.page import Page, figures_of, read_page
from adversario.course.query import evaluate
from adversario.course.question import Verdict, grade

__all__ = [
    "Course",
    "Page",
    "Verdict",
    "evaluate",
    "figures_of",
    "grade",
    "read_page",
    "shipped_course",
]
