"""Live blocks: what a fence on a page may ask the app to show, and the keys of each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from adversario.base.errors import AdversarioError
from adversario.course import checks
from adversario.course.fields import Check, Fields, Form, read_fields
from adversario.course.markdown import Block, Spans, parse_spans
from adversario.course.queries.source import game_of, state_of
from adversario.course.query import evaluate

LiveKind: TypeAlias = Literal[
    "board", "explorer", "trace", "compare", "plot", "match", "matrix", "strategy", "try"
]
KINDS: tuple[LiveKind, ...] = get_args(LiveKind)

PLACE: Mapping[str, Check] = {
    "tree": checks.is_tree, "game": checks.is_game, "moves": checks.is_moves
}  # fmt: skip
"""What a block is about: a tree, or a game and the moves to a position of it."""

ABOUT = {"about": checks.is_text}
SEARCH = {"depth": checks.whole(1, 60), "seed": checks.whole(0, 10**6)}
"""Limits of searches."""

FORMS: Mapping[LiveKind, Form] = {
    "board": Form(
        {"game": checks.is_game},
        {"moves": checks.is_moves, "against": checks.is_player, **ABOUT},
        {},
    ),
    "explorer": Form(
        {"algorithm": checks.is_algorithm},
        {**PLACE, **SEARCH, "beside": checks.is_algorithm, "step": checks.whole(0, 100_000),
         "simulations": checks.whole(1, 500), "deepening": checks.is_yes, **ABOUT},
        {},
    ),
    "trace": Form({"algorithm": checks.is_algorithm}, {**PLACE, **SEARCH, **ABOUT}, {}),
    "compare": Form(
        {"algorithms": checks.are_algorithms}, {**PLACE, "depth": SEARCH["depth"], **ABOUT}, {}
    ),
    "plot": Form(
        {"x": checks.is_range, "across": checks.is_label},
        {"scale": checks.one_of("log"), "up": checks.is_label, **ABOUT},
        {"line": checks.is_line},
    ),
    "match": Form(
        {"game": checks.is_game, "against": checks.is_player},
        {"player": checks.is_player, "games": checks.whole(2, 40), "seed": SEARCH["seed"],
         "depth": checks.whole(1, 4), **ABOUT},
        {},
    ),
    "matrix": Form({"table": checks.is_matrix}, {**ABOUT}, {}),
    "strategy": Form(
        {}, {"tree": checks.is_tree, "game": checks.is_game,
             "iterations": checks.whole(1, 5000), **ABOUT}, {},
    ),
    "try": Form({"query": checks.is_query}, {**ABOUT}, {"set": checks.is_setting}),
}  # fmt: skip


@dataclass(frozen=True)
class Plot:
    """A line of a plot: its name and its points."""

    name: str
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Live:
    """A live block. `about` is the sentence beneath it."""

    kind: LiveKind
    fields: Fields
    about: Spans


def read_live(block: Block) -> Live:
    """The live block of a fence, checked."""
    kind: LiveKind = next(each for each in KINDS if each == block.words[0])
    fields = read_fields(block, FORMS[kind])
    check_place(fields, needed="tree" in FORMS[kind].checks)
    about = fields.all("about")
    spans = parse_spans(about[0].value, about[0].place) if about else ()
    return Live(kind, fields, spans)


def check_place(fields: Fields, *, needed: bool) -> None:
    """Raise InputError unless the fields name a tree or a game, and moves that can be played."""
    tree, game, moves = (fields.all(key) for key in ("tree", "game", "moves"))
    if needed and len(tree) + len(game) != 1:
        raise fields.place.error("course.place")
    if moves and game:
        try:
            state_of(game_of(game[0].value), moves[0].value)
        except AdversarioError as error:
            raise moves[0].place.wrap(error) from None


def points_of(live: Live) -> tuple[Plot, ...]:
    """The lines of a plot, computed."""
    low, _, high = live.fields.one("x").partition(" to ")
    lines = []
    for field in live.fields.all("line"):
        name, _, query = field.value.partition(" = ")
        try:
            points = tuple(
                (float(x), float(evaluate(query.replace("{x}", str(x)))))  # type: ignore[arg-type]
                for x in range(int(low), int(high) + 1)
            )
        except AdversarioError as error:
            raise field.place.wrap(error) from None
        lines.append(Plot(name, points))
    return tuple(lines)
