"""Maps of optimal play as one printable SVG: boards within the cells of boards.

Each board shows a position with our answer to it; each cell where the opponent may reply contains a
smaller board with our answer to that. A board is drawn in units of its own cells and placed by a
transform, so that the marks are defined once and strokes shrink with the boards.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from typing import Any, Literal, TypeAlias

from adversario.base.appearance import PAINTS
from adversario.base.catalogue import text
from adversario.contract.presentation import presented
from adversario.game import Game
from adversario.render.map_page import Swatch, page_for, paper_size
from adversario.solve.play_map import OUTCOMES, PlanNode, PlayMap, cell_of, rows_of

Paper: TypeAlias = Literal["a4", "a3"]
Cell: TypeAlias = tuple[int, int]

GREY, DRAWN, HERE = "#555", "#d6d6d6", "#ffedb0"

ROOM = 0.93
"""The share of a cell's side for the board within it."""
LINE, GROWTH = 0.011, 1.35
"""The grid's stroke on the largest board, in cells, and its growth relative to the cell on each
smaller one: lines that only shrank would be too thin to print.
"""


def svg_map(
    plan: PlayMap[Any, Any], *, paper: Paper = "a4", title: str | None = None, lang: str = "en"
) -> str:
    """The map as an SVG document of that paper's size.

    `title` is the name of the game in its heading. Every board has a stable id, made of the replies
    that lead to it, and a title that says what to play there.
    """
    drawing = _Drawing(plan, lang)
    rows, columns = drawing.size
    page = page_for(rows, columns)
    width, height = paper_size(page, paper)
    heading = text("map.title", lang, game=title or plan.game.name, player=drawing.names[0])
    board = " ".join(drawing.board(plan.root, None, (), 0))
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" lang="{escape(lang)}" '
        f'width="{width}mm" height="{height}mm" viewBox="0 0 {page.width} {page.height}" '
        "font-family=\"system-ui, 'Segoe UI', Roboto, Arial, sans-serif\">",
        f"<title>{escape(heading)}</title>",
        f"<desc>{escape(' '.join(drawing.summary()))} {escape(drawing.guide())}</desc>",
        f"<defs>{''.join(drawing.symbols())}</defs>",
        '<rect width="100%" height="100%" fill="white"/>',
        *page.heading(heading, drawing.summary()),
        f'<g transform="translate({page.left:.2f} {page.top:.2f}) scale({page.cell:.3f})">',
        board,
        "</g>",
        *page.legend(drawing.guide(), list(drawing.swatches())),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


class _Drawing:
    """The boards of one map, as SVG."""

    def __init__(self, plan: PlayMap[Any, Any], lang: str) -> None:
        self.plan, self.game, self.lang = plan, plan.game, lang
        self.prefix = f"m{plan.player}"
        rows = rows_of(plan.game, plan.root.state)
        self.size = len(rows), len(rows[0])
        self.row_length = _row_length(plan.game)
        ours, theirs = plan.player, 1 - plan.player
        sides = presented(plan.game).appearance().sides
        self.names = sides[ours].text(lang), sides[theirs].text(lang)
        mine, other = (PAINTS[sides[player].paint] for player in (ours, theirs))
        self.inks = (mine.ink, mine.pale), (other.ink, other.pale)
        self.tints = {1: mine.tint, 0: DRAWN, -1: other.tint}
        self.endings = plan.endings()
        self.letters = self._letters()

    def _letters(self) -> tuple[str, str]:
        """Our mark on the board, and the opponent's."""
        found = {True: "", False: ""}
        for answer in self.plan.root.answers():
            if answer.action is not None:
                found[True] = self._mark(answer.after, self._cell(answer.state, answer.after))
            for following in answer.replies.values():
                cell = self._cell(answer.after, following.state)
                found[False] = self._mark(following.state, cell)
            if all(found.values()):
                break
        return found[True], found[False]

    def _cell(self, before: Any, after: Any) -> Cell:
        return cell_of(self.game, before, after)

    def _mark(self, state: Any, cell: Cell) -> str:
        return rows_of(self.game, state)[cell[0]][cell[1]]

    # Texts.

    def summary(self) -> tuple[str, str]:
        """The winner, and the size of the map."""
        root = self.plan.root
        told = text(
            f"map.value.{OUTCOMES[root.outcome]}", self.lang,
            player=self.names[0], other=self.names[1], plies=root.plies,
        )  # fmt: skip
        rows, columns = self.size
        counted = text("map.decisions", self.lang, decisions=self.plan.decisions, **self.endings)
        return told, text("map.counts", self.lang, rows=rows, columns=columns, counted=counted)

    def guide(self) -> str:
        """Instructions to read the map."""
        first = "map.guide.first" if self.plan.root.action is not None else "map.guide.second"
        return text(first, self.lang, player=self.names[0], other=self.names[1])

    def _tooltip(self, answer: PlanNode[Any, Any], path: tuple[str, ...]) -> str:
        words = [" ".join(path)] if path else []
        if answer.action is not None:
            words.append(f"→ {self.game.action_name(answer.state, answer.action)}")
        ending = f"map.end.{OUTCOMES[answer.outcome]}"
        return " ".join(words) + " · " + text(ending, self.lang, plies=answer.plies)

    # Definitions.

    def symbols(self) -> Iterator[str]:
        """The grid, the tile behind a new mark, and each mark: new, answered and old."""
        rows, columns = self.size
        lines = "".join(f"M0 {row}H{columns}" for row in range(1, rows))
        lines += "".join(f"M{column} 0V{rows}" for column in range(1, columns))
        yield f'<path id="{self.prefix}g" d="{lines}" fill="none" stroke="{GREY}"/>'
        yield (
            f'<g id="{self.prefix}n"><rect x=".04" y=".04" width=".92" height=".92" rx=".08" '
            f'fill="{HERE}"/>{_glyph(self.letters[0], self.inks[0][0], 0.15)}</g>'
        )
        for key, letter, ink, width in (
            ("r", self.letters[1], self.inks[1][0], 0.1),
            ("a", self.letters[0], self.inks[0][1], 0.08),
            ("b", self.letters[1], self.inks[1][1], 0.08),
        ):
            yield f'<g id="{self.prefix}{key}">{_glyph(letter, ink, width)}</g>'
        dots = "".join(f'<circle cx="{x}" cy=".5" r=".05"/>' for x in (0.32, 0.5, 0.68))
        yield f'<g id="{self.prefix}m" fill="{GREY}">{dots}</g>'

    def _use(self, key: str, cell: Cell = (0, 0)) -> str:
        x = f' x="{cell[1]}"' if cell[1] else ""
        y = f' y="{cell[0]}"' if cell[0] else ""
        return f'<use href="#{self.prefix}{key}"{x}{y}/>'

    # Boards.

    def board(
        self, answer: PlanNode[Any, Any], replied: Cell | None, path: tuple[str, ...], level: int
    ) -> Iterator[str]:
        """A board in units of its cells, `replied` the cell of the opponent's last mark."""
        name = "-".join([self.prefix, *(re.sub(r"\W", "_", word) for word in path)])
        yield f'<g id="{name}"><title>{escape(self._tooltip(answer, path))}</title>'
        over = self.game.is_terminal(answer.after)
        if over:
            rows, columns = self.size
            yield (
                f'<rect width="{columns}" height="{rows}" rx=".12" '
                f'fill="{self.tints[answer.outcome]}"/>'
            )
        yield f'<g stroke-width="{LINE * GROWTH**level:.3g}">{self._use("g")}</g>'
        played = None if answer.action is None else self._cell(answer.state, answer.after)
        yield from self._marks(answer, played, replied)
        last = played or replied
        if over and answer.outcome and last is not None:
            yield from self._lines(answer, last)
        if not over:
            yield from self._replies(answer, path, level)
        yield "</g>"

    def _marks(
        self, answer: PlanNode[Any, Any], played: Cell | None, replied: Cell | None
    ) -> Iterator[str]:
        for r, row in enumerate(rows_of(self.game, answer.after)):
            for c, mark in enumerate(row):
                if mark == ".":
                    continue
                key = "a" if mark == self.letters[0] else "b"
                if (r, c) == played:
                    key = "n"
                elif (r, c) == replied:
                    key = "r"
                yield self._use(key, (r, c))

    def _lines(self, answer: PlanNode[Any, Any], last: Cell) -> Iterator[str]:
        """A stroke through each row that ended the game, in the ink of the winner."""
        ink = self.inks[answer.outcome < 0][0]
        rows = rows_of(self.game, answer.after)
        for start, end in _rows_through(rows, last, self.row_length):
            ends = f"M{start[1] + 0.5} {start[0] + 0.5}L{end[1] + 0.5} {end[0] + 0.5}"
            yield f'<path d="{ends}" stroke="{ink}" stroke-width=".09" stroke-linecap="round"/>'

    def _replies(
        self, answer: PlanNode[Any, Any], path: tuple[str, ...], level: int
    ) -> Iterator[str]:
        """In each cell where the opponent may reply, the next board, or dots."""
        game, after = self.game, answer.after
        rows, columns = self.size
        scale = ROOM / max(rows, columns)
        for action in game.actions(after):
            row, column = cell = self._cell(after, game.result(after, action))
            if action not in answer.replies:
                yield self._use("m", cell)
                continue
            x = column + (1 - scale * columns) / 2
            y = row + (1 - scale * rows) / 2
            yield f'<g transform="translate({x:.4g} {y:.4g}) scale({scale:.4g})">'
            following = (*path, game.action_name(after, action))
            yield from self.board(answer.replies[action], cell, following, level + 1)
            yield "</g>"

    # The legend.

    def swatches(self) -> Iterator[Swatch]:
        """Each element of the drawing, with its meaning."""
        words = {"player": self.names[0], "other": self.names[1]}
        yield Swatch(self._use("n"), text("map.legend.new", self.lang, **words))
        yield Swatch(self._use("r"), text("map.legend.reply", self.lang, **words))
        yield Swatch(self._pair(), text("map.legend.old", self.lang))
        for outcome, name in OUTCOMES.items():
            if self.endings[name]:
                tile = f'<rect width="1" height="1" rx=".08" fill="{self.tints[outcome]}"/>'
                stroke = (
                    f'<path d="M.15 .5H.85" stroke="{self.inks[outcome < 0][0]}" '
                    'stroke-width=".09" stroke-linecap="round"/>'
                )
                tile += stroke if outcome and self.row_length else ""
                yield Swatch(tile, text(f"map.legend.{name}", self.lang, **words))
        if any(self._is_cut(answer) for answer in self.plan.root.answers()):
            yield Swatch(self._use("m"), text("map.legend.more", self.lang))

    def _is_cut(self, answer: PlanNode[Any, Any]) -> bool:
        """Whether the map ends here though the game does not."""
        return not answer.replies and not self.game.is_terminal(answer.after)

    def _pair(self) -> str:
        """An old mark of each player, side by side."""
        left = f'<g transform="translate(-.05 .22) scale(.56)">{self._use("a")}</g>'
        right = f'<g transform="translate(.49 .22) scale(.56)">{self._use("b")}</g>'
        return left + right


def _glyph(letter: str, ink: str, width: float) -> str:
    """A mark in a cell of side 1: a cross for X, a ring for O, the letter itself for others."""
    stroke = f'fill="none" stroke="{ink}" stroke-width="{width:g}"'
    if letter == "X":
        return f'<path d="M.24 .24L.76 .76M.76 .24L.24 .76" {stroke} stroke-linecap="round"/>'
    if letter == "O":
        return f'<circle cx=".5" cy=".5" r=".29" {stroke}/>'
    return (
        f'<text x=".5" y=".72" font-size=".62" text-anchor="middle" font-weight="bold" '
        f'fill="{ink}">{escape(letter)}</text>'
    )


def _row_length(game: Game[Any, Any]) -> int | None:
    """The game's `k`, the marks in a row that win; None if it has no such attribute."""
    length = getattr(game, "k", None)
    return length if isinstance(length, int) else None


def _rows_through(
    rows: tuple[str, ...], cell: Cell, length: int | None
) -> Iterator[tuple[Cell, Cell]]:
    """The ends of each row of equal marks through a cell that is long enough."""
    if length is None:
        return
    mark = rows[cell[0]][cell[1]]
    for down, across in ((0, 1), (1, 0), (1, 1), (1, -1)):
        start = _run_end(rows, cell, mark, (-down, -across))
        end = _run_end(rows, cell, mark, (down, across))
        if max(abs(end[0] - start[0]), abs(end[1] - start[1])) + 1 >= length:
            yield start, end


def _run_end(rows: tuple[str, ...], cell: Cell, mark: str, step: Cell) -> Cell:
    """The last cell with the mark, from a cell on in steps."""
    row, column = cell
    while (
        0 <= row + step[0] < len(rows)
        and 0 <= column + step[1] < len(rows[0])
        and rows[row + step[0]][column + step[1]] == mark
    ):
        row, column = row + step[0], column + step[1]
    return row, column
