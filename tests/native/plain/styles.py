# ruff: noqa: RUF005 (as people write it)
"""Tic-tac-toe as ten people would write it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum, IntEnum
from fractions import Fraction
from typing import Any, NamedTuple

from adversario import CHANCE, Game

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class Text(Game[Any, Any]):
    """A string."""

    utility_bounds = (-1, 1)

    def initial(self) -> Any:
        return "." * 9

    def player(self, state: Any) -> int:
        return 0 if state.count("X") == state.count("O") else 1

    def actions(self, state: Any) -> Any:
        return [i for i, mark in enumerate(state) if mark == "."]

    def result(self, state: Any, action: Any) -> Any:
        return state[:action] + "XO"[self.player(state)] + state[action + 1 :]

    def winner(self, state: Any) -> Any:
        for a, b, c in LINES:
            if state[a] != "." and state[a] == state[b] == state[c]:
                return state[a]
        return None

    def is_terminal(self, state: Any) -> bool:
        return self.winner(state) is not None or "." not in state

    def utility(self, state: Any, player: int) -> int:
        won = self.winner(state)
        if won is None:
            return 0
        return 1 if won == "XO"[player] else -1


class Slices(Text):
    """A tuple of numbers, changed by slices."""

    def initial(self) -> Any:
        return (0,) * 9

    def player(self, state: Any) -> int:
        return sum(1 for cell in state if cell) % 2

    def actions(self, state: Any) -> Any:
        for index in range(9):
            if not state[index]:
                yield index

    def result(self, state: Any, action: Any) -> Any:
        return state[:action] + (self.player(state) + 1,) + state[action + 1 :]

    def winner(self, state: Any) -> Any:
        found = [state[a] for a, b, c in LINES if state[a] and state[a] == state[b] == state[c]]
        return found[0] if found else None

    def is_terminal(self, state: Any) -> bool:
        return self.winner(state) is not None or 0 not in state

    def utility(self, state: Any, player: int) -> int:
        won = self.winner(state)
        return 0 if won is None else 1 if won == player + 1 else -1


class Copies(Slices):
    """A list that is copied, changed and made a tuple again."""

    def result(self, state: Any, action: Any) -> Any:
        cells = list(state)
        cells[action] = self.player(state) + 1
        return tuple(cells)


class Comprehensions(Slices):
    """A tuple made by a generator expression."""

    def result(self, state: Any, action: Any) -> Any:
        mark = self.player(state) + 1
        return tuple(mark if i == action else cell for i, cell in enumerate(state))


class Rows(Slices):
    """Rows in rows."""

    def initial(self) -> Any:
        return tuple(tuple(0 for _ in range(3)) for _ in range(3))

    def player(self, state: Any) -> int:
        return sum(len([cell for cell in row if cell]) for row in state) % 2

    def actions(self, state: Any) -> Any:
        return [(r, c) for r, row in enumerate(state) for c, cell in enumerate(row) if cell == 0]

    def result(self, state: Any, action: Any) -> Any:
        rows = [list(row) for row in state]
        r, c = action
        rows[r][c] = self.player(state) + 1
        return tuple(map(tuple, rows))

    def winner(self, state: Any) -> Any:
        cells = [cell for row in state for cell in row]
        return Slices.winner(self, tuple(cells))

    def is_terminal(self, state: Any) -> bool:
        return self.winner(state) is not None or all(all(row) for row in state)


class Sets(Slices):
    """A set of squares for each player."""

    def initial(self) -> Any:
        return frozenset(), frozenset()

    def player(self, state: Any) -> int:
        return (len(state[0]) + len(state[1])) % 2

    def actions(self, state: Any) -> Any:
        taken = state[0] | state[1]
        return sorted(set(range(9)) - taken)

    def result(self, state: Any, action: Any) -> Any:
        crosses, noughts = state
        if self.player(state) == 0:
            return crosses | {action}, noughts
        return crosses, noughts.union([action])

    def winner(self, state: Any) -> Any:
        for player, own in enumerate(state):
            if any(own.issuperset(line) for line in LINES):
                return player + 1
        return None

    def is_terminal(self, state: Any) -> bool:
        return self.winner(state) is not None or len(state[0]) + len(state[1]) == 9


@dataclass(frozen=True)
class Board:
    cells: tuple[Any, ...]
    turn: int = 0

    @property
    def free(self) -> list[int]:
        return [i for i, cell in enumerate(self.cells) if cell is None]

    def place(self, index: int) -> Board:
        cells = list(self.cells)
        cells[index] = self.turn
        return replace(self, cells=tuple(cells), turn=1 - self.turn)

    def winner(self) -> Any:
        return next(
            (
                self.cells[a]
                for a, b, c in LINES
                if self.cells[a] is not None and self.cells[a] == self.cells[b] == self.cells[c]
            ),
            None,
        )


class Dataclass(Text):
    """A frozen dataclass with methods, and None for empty squares."""

    def initial(self) -> Any:
        return Board((None,) * 9)

    def player(self, state: Any) -> int:
        return int(state.turn)

    def actions(self, state: Any) -> Any:
        return state.free

    def result(self, state: Any, action: Any) -> Any:
        return state.place(action)

    def is_terminal(self, state: Any) -> bool:
        return state.winner() is not None or not state.free

    def utility(self, state: Any, player: int) -> int:
        won = state.winner()
        if won is None:
            return 0
        return 1 if won == player else -1


class Mark(IntEnum):
    EMPTY = 0
    CROSS = 1
    NOUGHT = 2

    @property
    def other(self) -> Mark:
        return Mark(3 - self.value)


class Members(Text):
    """Members of an enum."""

    def initial(self) -> Any:
        return (Mark.EMPTY,) * 9, Mark.CROSS

    def player(self, state: Any) -> int:
        return int(state[1].value - 1)

    def actions(self, state: Any) -> Any:
        return [i for i in range(9) if state[0][i] is Mark.EMPTY]

    def result(self, state: Any, action: Any) -> Any:
        cells, turn = state
        return (*cells[:action], turn, *cells[action + 1 :]), turn.other

    def winner(self, state: Any) -> Any:
        marks = {state[0][a] for a, b, c in LINES if state[0][a] == state[0][b] == state[0][c]}
        marks.discard(Mark.EMPTY)
        return marks.pop() if marks else None

    def is_terminal(self, state: Any) -> bool:
        return self.winner(state) is not None or Mark.EMPTY not in state[0]

    def utility(self, state: Any, player: int) -> int:
        won = self.winner(state)
        return 0 if won is None else (1 if won == player + 1 else -1)


class Dictionaries(Slices):
    """A dictionary of what each square is worth, and a helper inside a method."""

    def is_terminal(self, state: Any) -> bool:
        return self.winner(state) is not None or 0 not in state

    def winner(self, state: Any) -> Any:
        def owner(line: Any) -> Any:
            marks = {state[i] for i in line}
            return marks.pop() if len(marks) == 1 else 0

        counts: dict[int, int] = {}
        for line in LINES:
            counts[owner(line)] = counts.get(owner(line), 0) + 1
        won = [mark for mark, count in counts.items() if mark and count]
        return won[0] if won else None

    def evaluate(self, state: Any, player: int) -> float:
        worth = {0: 2, 1: 1, 2: 2, 3: 1, 4: 3, 5: 1, 6: 2, 7: 1, 8: 2}
        own = sum(worth[i] for i, cell in enumerate(state) if cell == player + 1)
        return (
            own / 14 - max((worth[i] for i in range(9) if state[i] == 2 - player), default=0) / 14
        )


class Coin(Enum):
    HEADS = "heads"
    TAILS = "tails"


class Toss(NamedTuple):
    cells: tuple[int, ...]
    coin: Any = None

    def turn(self) -> int:
        return sum(cell != 0 for cell in self.cells) % 2


class Words(Text):
    """Words as actions, and a coin that says whose mark is placed: chances are Fractions."""

    chance = True
    zero_sum = True

    def initial(self) -> Any:
        return Toss((0,) * 9)

    def player(self, state: Any) -> int:
        if state.coin is None and not self.is_terminal(state):
            return CHANCE
        return int(state.turn())

    def chances(self, state: Any) -> Any:
        return [(Coin.HEADS, Fraction(2, 3)), (Coin.TAILS, Fraction(1, 3))]

    def actions(self, state: Any) -> Any:
        moves = [f"place {i}" for i, cell in enumerate(state.cells) if cell == 0]
        return [*moves, "pass"] if state.coin is Coin.TAILS else moves

    def result(self, state: Any, action: Any) -> Any:
        if isinstance(action, Coin):
            return state._replace(coin=action)
        if action == "pass":
            action = "place " + str(state.cells.index(0))
        place = int(action[-1])
        mark = state.turn() + 1
        return Toss(state.cells[:place] + (mark,) + state.cells[place + 1 :])

    def winner(self, state: Any) -> Any:
        cells = state.cells
        for a, b, c in LINES:
            match (cells[a], cells[b], cells[c]):
                case (1, 1, 1):
                    return "X"
                case (2, 2, 2):
                    return "O"
        return None

    def is_terminal(self, state: Any) -> bool:
        return self.winner(state) is not None or 0 not in state.cells


STYLES = (
    Text, Slices, Copies, Comprehensions, Rows, Sets, Dataclass, Members, Dictionaries, Words,
)  # fmt: skip
