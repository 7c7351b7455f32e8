"""Fox and geese on a board of 4x4: the fox wants to reach the far row, three geese to stop it."""

from __future__ import annotations
from dataclasses import dataclass, replace
from enum import StrEnum, unique

from adversario import Game


@unique
class Side(StrEnum):
    FOX = "fox"
    GEESE = "geese"

    def opponent(self) -> Side:
        match self:
            case Side.FOX:
                return Side.GEESE
            case Side.GEESE:
                return Side.FOX


@dataclass(frozen=True, slots=True)
class Square:
    col: int
    row: int

    @staticmethod
    def parse(name: str) -> Square:
        return Square("abcd".index(name[0]), int(name[1]) - 1)

    def __str__(self) -> str:
        return f"{'abcd'[self.col]}{self.row + 1}"

    def offset(self, dc: int, dr: int) -> Square | None:
        col, row = self.col + dc, self.row + dr
        if col not in range(4) or row not in range(4):
            return None
        return Square(col, row)


@dataclass(frozen=True)
class Position:
    fox: Square
    geese: frozenset[Square]
    turn: Side = Side.FOX

    def occupied(self, square: Square) -> bool:
        return square == self.fox or square in self.geese

    def steps(self, start: Square, rows: tuple[int, ...]) -> list[Square]:
        found = [start.offset(dc, dr) for dc in (-1, 1) for dr in rows]
        return [s for s in found if s is not None and not self.occupied(s)]


class FoxAndGeese(Game):
    utility_bounds = (-1, 1)

    def initial(self) -> Position:
        return Position(
            Square.parse("b1"), frozenset(map(Square.parse, ["b3", "d3"])) | {Square.parse("a4")}
        )

    def player(self, position: Position) -> int:
        return int(position.turn == Side.GEESE)

    def actions(self, position: Position) -> list[str]:
        if position.turn is Side.FOX:
            return [f"{position.fox}-{to}" for to in position.steps(position.fox, (-1, 1))]
        moves = []
        for goose in position.geese:
            for to in position.steps(goose, (-1,)):
                moves.append(f"{goose}-{to}")
        return sorted(moves)

    def result(self, position: Position, action: str) -> Position:
        start, end = map(Square.parse, action.split("-"))
        turn = position.turn.opponent()
        if start == position.fox:
            return replace(position, fox=end, turn=turn)
        return replace(position, geese=position.geese - {start} | {end}, turn=turn)

    def is_terminal(self, position: Position) -> bool:
        return position.fox.row == 3 or not self.actions(position)

    def utility(self, position: Position, player: int) -> int:
        fox_wins = position.fox.row == 3 or position.turn is Side.GEESE
        return 1 if fox_wins == (player == 0) else -1
