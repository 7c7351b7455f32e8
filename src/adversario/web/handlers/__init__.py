"""The handlers of requests. They are thin: the work is in the library."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from adversario.web.handlers.analysis import analyse_position, move, values, warm_up
from adversario.web.handlers.comparison import compare, growth
from adversario.web.handlers.context import Context, OfferedGames, own_games
from adversario.web.handlers.example_boards import draw_boards, find_example
from adversario.web.handlers.exercises import exercise, grade_answer, sheet, solve_exercise
from adversario.web.handlers.lessons import (
    answer_query,
    contents,
    course_page,
    grade_question,
    play_small_match,
)
from adversario.web.handlers.maps import draw_map
from adversario.web.handlers.positions import view
from adversario.web.handlers.search_steps import explore
from adversario.web.handlers.seats import seat
from adversario.web.handlers.strategies import learn_strategy, solve_matrix
from adversario.web.handlers.workshop import check_tree, export_tree

WARM = "warm"
"""A request that only the server makes: to compile a game."""

JOBS: Mapping[str, Callable[[Context, Any], Any]] = {
    WARM: warm_up,
    "view": view,
    "boards": draw_boards,
    "example": find_example,
    "seat": seat,
    "matrix": solve_matrix,
    "strategy": learn_strategy,
    "move": move,
    "analyse": analyse_position,
    "values": values,
    "search": explore,
    "tree.check": check_tree,
    "tree.export": export_tree,
    "exercise": exercise,
    "exercise.grade": grade_answer,
    "exercise.key": solve_exercise,
    "exercise.sheet": sheet,
    "compare": compare,
    "growth": growth,
    "map": draw_map,
    "course": contents,
    "course.page": course_page,
    "course.grade": grade_question,
    "query": answer_query,
    "match": play_small_match,
}
"""Handlers by the type of the request. Requests with the same answer for all users need no
worker.
"""

__all__ = ["JOBS", "WARM", "Context", "OfferedGames", "own_games"]
