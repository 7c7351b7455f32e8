"""`adversario draw`: the tree of a game or of a search, as text, SVG or TikZ."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from adversario.base.errors import InputError
from adversario.cli.shared.inputs import game_of, state_of
from adversario.cli.shared.language import LANG, tr
from adversario.cli.shared.options import (
    Algorithm,
    DrawnDepth,
    Hard,
    Json,
    Lang,
    Position,
    Source,
    Strict,
    With,
    enhancements_of,
    limit_of,
    pruning_options,
)
from adversario.cli.shared.output import print_json, write_text
from adversario.contract.checking.guard import require_start
from adversario.contract.explicit import is_explicit
from adversario.render.folding import fold
from adversario.render.svg import svg_tree
from adversario.render.text import text_tree
from adversario.render.tikz import tikz_tree
from adversario.trace import TreeNode, game_tree, record, search_tree
from adversario.trace.files import tree_to_json

DEFAULT_DEPTH = 2
"""Default depth of a drawing of a game that is not an explicit tree."""


class Format(StrEnum):
    """The formats of drawings."""

    TEXT = "text"
    SVG = "svg"
    TIKZ = "tikz"


def draw_command(
    source: Source,
    position: Position = None,
    algorithm: Algorithm = None,
    depth: DrawnDepth = None,
    format: Annotated[  # noqa: A002
        Format | None, typer.Option("--format", "-f", help=tr("cli.format"))
    ] = None,
    windows: Annotated[bool, typer.Option("--windows", help=tr("cli.windows"))] = False,
    most: Annotated[int, typer.Option("--most", help=tr("cli.most"))] = 200,
    hard: Hard = False,
    strict: Strict = False,
    enhancements: With = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", help=tr("cli.output"))] = None,
    json: Json = False,
    lang: Lang = LANG,
) -> None:
    """Draw the tree of a game.

    With --algorithm, the nodes that the search visited, valued and pruned.
    """
    if most < 1:
        raise InputError("cli.most_too_small", given=most)
    game = game_of(source)
    state = state_of(game, position)
    require_start(game, state)
    if algorithm is None and enhancements is None:
        plies = (10**6 if is_explicit(game) else DEFAULT_DEPTH) if depth is None else depth
        root = game_tree(game, state, depth=plies)
    else:
        options = pruning_options(hard=hard, strict=strict)
        _, trace = record(
            game, state, algorithm=algorithm, limit=limit_of(depth),
            enhancements=enhancements_of(enhancements), **options,
        )  # fmt: skip
        root = search_tree(trace)
    root = fold(root, most)
    if json:
        print_json(tree_to_json(root))
        return
    write_text(_drawing(root, format or format_of(output), windows, lang), output)


def format_of(output: Path | None) -> Format:
    """The format for the file's suffix; text on the terminal."""
    suffixes = {".svg": Format.SVG, ".tex": Format.TIKZ}
    return Format.TEXT if output is None else suffixes.get(output.suffix, Format.TEXT)


def _drawing(root: TreeNode, format: Format, windows: bool, lang: str) -> str:  # noqa: A002
    if format is Format.SVG:
        return svg_tree(root, windows=windows, lang=lang)
    if format is Format.TIKZ:
        return tikz_tree(root, windows=windows, lang=lang)
    return text_tree(root, windows=windows, lang=lang)
