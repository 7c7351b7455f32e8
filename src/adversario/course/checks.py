"""Checks of the values in blocks: each raises InputError if a value is wrong."""

from __future__ import annotations

import re
from collections.abc import Callable

from adversario.algorithms.core.algorithm import algorithm_named
from adversario.base.errors import InputError
from adversario.course.markdown import parse_spans
from adversario.course.place import Place
from adversario.course.queries.play import player_of
from adversario.course.queries.source import game_of
from adversario.course.query import parse_query
from adversario.exercises import Difficulty
from adversario.exercises.every import AnyTopic
from adversario.solve.equilibrium.matrix.reading import matrix_from_text
from adversario.solve.equilibrium.matrix.textbook.named import textbook_game
from adversario.trees import tree_from_text

NOWHERE = Place("", 0)
LONGEST_LABEL = 80


def is_text(value: str) -> None:
    """Any text of spans."""
    parse_spans(value, NOWHERE)


def is_label(value: str) -> None:
    """A short text."""
    if len(value) > LONGEST_LABEL:
        raise InputError("course.long", most=LONGEST_LABEL)


def is_tree(value: str) -> None:
    """A tree in its notation."""
    tree_from_text(value)


def is_game(value: str) -> None:
    """A game by name, with options."""
    if "(" in value:
        raise InputError("registry.unknown", name=value[:60], close="", known="")
    game_of(value)


def is_query(value: str) -> None:
    """A query; what is in braces is a place for a number, and is not checked further."""
    parse_query(re.sub(r"\{[a-z]+\}", "1", value))


def is_algorithm(value: str) -> None:
    """A search by name."""
    algorithm_named(value)


def are_algorithms(value: str) -> None:
    """Searches by name, separated by spaces."""
    for name in value.split():
        algorithm_named(name)


def is_player(value: str) -> None:
    """A player of a match by name."""
    player_of(value)


def is_matrix(value: str) -> None:
    """A table of payoffs, or the name of one."""
    _ = textbook_game(value) if value[:1].isalpha() else matrix_from_text(value)


def whole(least: int, most: int) -> Callable[[str], None]:
    """A whole number between two."""

    def check(value: str) -> None:
        if not re.fullmatch(r"\d{1,9}", value) or not least <= int(value) <= most:
            raise InputError("course.whole", given=value[:60], least=least, most=most)

    return check


def one_of(*choices: str) -> Callable[[str], None]:
    """One of a few words."""

    def check(value: str) -> None:
        if value not in choices:
            raise InputError("course.choice", given=value[:60], known=", ".join(choices))

    return check


is_yes = one_of("yes")
is_topic = one_of(*AnyTopic)
is_difficulty = one_of(*Difficulty)


def is_moves(value: str) -> None:
    """Names of moves, separated by spaces; the game is checked where it is known."""
    if not value.isprintable():
        raise InputError("course.choice", given=value[:60], known="-")


def is_setting(value: str) -> None:
    """The name of a number that the reader may change, and its first value, as in `slip = 0.1`."""
    if not re.fullmatch(r"[a-z]+ = -?\d+(\.\d+)?", value):
        raise InputError("course.setting", given=value[:60])


def is_line(value: str) -> None:
    """A line of a plot: its name, and a query with {x}."""
    name, equals, query = value.partition(" = ")
    if not name or not equals or "{x}" not in query:
        raise InputError("course.line", given=value[:60], mark="{x}")
    is_query(query)


def is_range(value: str) -> None:
    """Whole numbers, as in `1 to 8`."""
    found = re.fullmatch(r"(\d{1,4}) to (\d{1,4})", value)
    if found is None or not 0 < int(found[2]) - int(found[1]) <= 60:
        raise InputError("course.range", given=value[:60])
