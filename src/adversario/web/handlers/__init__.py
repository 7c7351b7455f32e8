"""What each request does: thin, for all of it is in the library."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from adversario.web.handlers.analysis import analyse_position, move, values, warm_up
from adversario.web.handlers.comparison import compare, growth
from adversario.web.handlers.context import Context, OfferedGames, own_games
from adversario.web.handlers.exercises import exercise, grade_answer, sheet, solve_exercise
from adversario.web.handlers.maps import draw_map
from adversario.web.handlers.positions import view
from adversario.web.handlers.search_steps import explore
from adversario.web.handlers.workshop import check_tree, export_tree

WARM = "warm"
"""What the server asks for by itself: that a game be compiled."""

JOBS: Mapping[str, Callable[[Context, Any], Any]] = {
    WARM: warm_up,
    "view": view,
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
}
"""By the name of the request; what is the same for everybody is not asked of a worker."""

__all__ = ["JOBS", "WARM", "Context", "OfferedGames", "own_games"]
