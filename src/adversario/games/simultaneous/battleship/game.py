"""Battleship as it is played: names, notation, both seas drawn."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape
from string import ascii_lowercase

from adversario.base.appearance import Appearance, named_by_paint
from adversario.base.board_diagram import Cell, Diagram
from adversario.base.errors import IllegalActionError, InputError
from adversario.games.drawing.grid import picture
from adversario.games.registry import register
from adversario.games.simultaneous.battleship.chart import chart
from adversario.games.simultaneous.battleship.rules import (
    HALF,
    NONE,
    NOT_YET,
    UNKNOWN,
    BattleshipRules,
    Sea,
)

SHIP, HIT, MISS, SUNK = "■", "✕", "·", "✸"
SIZE, GAP, MARGIN = 22, 24, 20
INKS = {SHIP: "#5c6f7c", HIT: "#bd4326", MISS: "#8a949b", SUNK: "#8a1c10"}


@register("battleship")
class Battleship(BattleshipRules):
    """Both place their ships in secret and shoot in turn; the first to sink all ships wins."""

    def appearance(self) -> Appearance:
        """Blue and red."""
        return Appearance(named_by_paint("blue", "red"))

    def cell_name(self, cell: int) -> str:
        """The column as a letter, and the row from the top: c4."""
        row, column = divmod(cell, self.size)
        return f"{ascii_lowercase[column]}{row + 1}"

    def place_name(self, place: int) -> str:
        """The first cell, and h for across or v for down."""
        return f"{self.cell_name(place // 2)}{'hv'[place % 2]}"

    def action_name(self, state: Sea, action: int) -> str:
        """The cell of a shot, or the place of a ship: c4, c4v."""
        if self.first(state, UNKNOWN) != NONE:
            ship, place = divmod(action, 2 * self.cells)
            return f"{ship % self.number + 1}{self.place_name(place)}"
        return self.place_name(action) if self.next_ship(state) != NONE else self.cell_name(action)

    def parse_action(self, state: Sea, text: str) -> int:
        """The inverse of `action_name`."""
        if self.is_terminal(state):
            raise IllegalActionError("game.over", state=self.position(state))
        return super().parse_action(state, text.strip().lower())

    def position(self, state: Sea) -> str:
        """The ships, shots (with * for a hit) of both players, and the player to move."""
        words = []
        for who in (0, 1):
            places = state.ships[who * self.number : (who + 1) * self.number]
            ships = ",".join(
                {NOT_YET: "-", UNKNOWN: "?"}.get(place) or self.place_name(place)
                for place in places
            )
            shots = ",".join(
                self.cell_name(cell) + "*" * self.is_in(state.hits, who, cell)
                for cell in range(self.cells)
                if self.is_in(state.shots, who, cell)
            )
            words += [ships, shots or "-"]
        return " ".join([*words, str(state.turn + 1)])

    def parse_position(self, text: str) -> Sea:
        """The inverse of `position`, or the state after ships placed and shots, in order."""
        words = text.split()
        if len(words) != 5 or words[4] not in ("1", "2"):
            return super().parse_position(text)
        try:
            state = self.read_fields(words)
        except (ValueError, IndexError):
            raise InputError("battleship.position", position=text) from None
        if self.position(state) != " ".join(words) or not self.is_possible(state):
            raise InputError("battleship.position", position=text)
        return state

    def read_fields(self, words: list[str]) -> Sea:
        """The state that is written so; ValueError if a word is malformed."""
        ships: list[int] = []
        shots, hits = [0, 0, 0, 0], [0, 0, 0, 0]
        for who in (0, 1):
            ships += [self._read_place(word) for word in words[2 * who].split(",")]
            for word in filter("-".__ne__, words[2 * who + 1].split(",")):
                cell = self._read_cell(word.removesuffix("*"))
                index, bit = 2 * who + cell // HALF, 1 << cell % HALF
                shots[index] |= bit
                hits[index] |= bit * word.endswith("*")
        return Sea(tuple(ships), tuple(shots), tuple(hits), int(words[4]) - 1)

    def _read_place(self, word: str) -> int:
        if word in "-?":
            return NOT_YET if word == "-" else UNKNOWN
        return 2 * self._read_cell(word[:-1]) + "hv".index(word[-1])

    def _read_cell(self, word: str) -> int:
        if not re.fullmatch(r"[a-j]\d{1,2}", word):
            raise ValueError(word)
        column, row = ascii_lowercase.index(word[0]), int(word[1:]) - 1
        if not (0 <= column < self.size and 0 <= row < self.size):
            raise ValueError(word)
        return row * self.size + column

    def is_possible(self, state: Sea) -> bool:
        """Whether ships lie side by side, hits are where ships are, and the turn fits."""
        placed = [place for place in state.ships if place >= 0]
        fits = len(state.ships) == 2 * self.number and state.turn in (0, 1)
        if not fits or UNKNOWN in state.ships:
            return False
        lengths = [self.row_length(at) for at, place in enumerate(state.ships) if place >= 0]
        inside = all(map(self.is_inside, lengths, placed))
        cells = sum(self.occupied(state, who, w).bit_count() for who in (0, 1) for w in (0, 1))
        agree = all(
            state.hits[2 * who + w] == state.shots[2 * who + w] & self.occupied(state, 1 - who, w)
            for who in (0, 1)
            for w in (0, 1)
        )
        first = self.first(state, NOT_YET)
        if first != NONE:
            in_order = all(place == NOT_YET for place in state.ships[first:])
            begun = not any(state.shots) and state.turn == int(first >= self.number)
        else:
            one, two = (
                sum(map(int.bit_count, state.shots[2 * who : 2 * who + 2])) for who in (0, 1)
            )
            in_order, begun = True, one - two == state.turn
        return inside and cells == sum(lengths) and agree and in_order and begun

    def mark(self, state: Sea, owner: int, cell: int) -> str:
        """The mark of a cell in the sea of a player."""
        half, bit = cell // HALF, 1 << cell % HALF
        shot = self.is_in(state.shots, 1 - owner, cell)
        for at in range(owner * self.number, (owner + 1) * self.number):
            place = state.ships[at]
            if place >= 0 and self.half(self.row_length(at), place, half) & bit:
                return SUNK if self.is_sunk(state, at) else HIT if shot else SHIP
        return (HIT if self.is_in(state.hits, 1 - owner, cell) else MISS) if shot else ""

    def rows(self, state: Sea, owner: int) -> list[str]:
        """The sea of a player, row by row."""
        marks = [self.mark(state, owner, cell) or "~" for cell in range(self.cells)]
        return ["".join(marks[at : at + self.size]) for at in range(0, self.cells, self.size)]

    def text(self, state: Sea) -> str:
        """Both seas side by side, that of the first player on the left."""
        letters = ascii_lowercase[: self.size]
        lines = [f"   {letters}     {letters}"]
        for at, (one, two) in enumerate(zip(self.rows(state, 0), self.rows(state, 1), strict=True)):
            lines.append(f"{at + 1:>2} {one}  {at + 1:>2} {two}")
        return "\n".join(lines)

    def svg(self, state: Sea) -> str:
        """Both seas side by side."""
        side = SIZE * self.size
        drawn = ['<rect width="100%" height="100%" fill="white"/>']
        for owner in (0, 1):
            left = MARGIN + owner * (side + GAP)
            for cell in range(self.cells):
                row, column = divmod(cell, self.size)
                x, y, mark = (
                    left + SIZE * column,
                    MARGIN + SIZE * row,
                    self.mark(state, owner, cell),
                )
                fill = INKS[SHIP] if mark in (SHIP, HIT, SUNK) else "#d9e9f2"
                drawn.append(
                    f'<rect x="{x}" y="{y}" width="{SIZE}" height="{SIZE}" fill="{fill}" '
                    'stroke="white"/>'
                )
                if mark not in ("", SHIP):
                    ink = "#ffd9cf" if mark != MISS else INKS[MISS]
                    drawn.append(
                        f'<text x="{x + SIZE // 2}" y="{y + 16}" font-size="15" fill="{ink}" '
                        f'text-anchor="middle">{escape(mark)}</text>'
                    )
        width, height = 2 * (MARGIN + side) + GAP, 2 * MARGIN + side
        return picture(width, height, self.text(state).replace("\n", " / "), "".join(drawn))

    def diagram(self, state: Sea) -> Diagram:
        """Both seas side by side, with an empty column between them."""
        cells = [
            Cell(
                row=cell // self.size,
                column=owner * (self.size + 1) + cell % self.size,
                name=self.cell_name(cell).upper() if owner else self.cell_name(cell),
                mark=self.mark(state, owner, cell),
                owner=owner,
            )
            for owner in (0, 1)
            for cell in range(self.cells)
        ]
        return Diagram("sea", self.size, 2 * self.size + 1, tuple(cells))

    def cell_odds(self, state: Sea, player: int) -> Mapping[int, float]:
        """The probability of a ship in every cell of the other's sea that was not shot at."""
        first = self.cells * (1 - player)
        found = chart(self, state, player).cells
        return {
            first + cell: share
            for cell, share in enumerate(found)
            if not self.is_in(state.shots, player, cell)
        }

    def other_action_cells(self, state: Sea, action: int) -> tuple[tuple[int, ...], ...]:
        """A ship may be placed from its last cell too."""
        cells = self.action_cells(state, action)
        return ((cells[1], cells[0]),) if len(cells) > 1 else ()

    def action_cells(self, state: Sea, action: int) -> tuple[int, ...]:
        """The cell of a shot in the other's sea, or the first and last cell of a ship."""
        at = self.next_ship(state)
        if at == NONE:
            return (action + self.cells * (1 - state.turn),)
        step = self.size if action % 2 else 1
        first = state.turn * self.cells + action // 2
        length = self.row_length(at)
        return (first,) if length == 1 else (first, first + step * (length - 1))
