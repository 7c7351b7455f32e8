"""Connect three, by somebody who writes Java."""

from abc import ABC, abstractmethod
from typing import List, Optional

from adversario import Game


class Board:
    WIDTH = 4
    HEIGHT = 3

    def __init__(self, columns=None):
        if columns is None:
            columns = ((),) * Board.WIDTH
        self._columns = columns

    def getColumn(self, index):
        return self._columns[index]

    def getCell(self, column, row):
        col = self.getColumn(column)
        if row < len(col):
            return col[row]
        return None

    def isFull(self, column):
        return len(self._columns[column]) >= Board.HEIGHT

    def drop(self, column, player):
        columns = list(self._columns)
        columns[column] = columns[column] + (player,)
        return Board(tuple(columns))

    def getColumns(self):
        return self._columns


class WinChecker(ABC):
    @abstractmethod
    def isWin(self, board: Board, player: int) -> bool:
        pass

    @staticmethod
    def sameLine(board, cells, player):
        for c, r in cells:
            if board.getCell(c, r) != player:
                return False
        return True


class DirectionChecker(WinChecker):
    LENGTH = 3

    def __init__(self, dc, dr):
        self.dc = dc
        self.dr = dr

    def isWin(self, board, player):
        for c in range(Board.WIDTH):
            for r in range(Board.HEIGHT):
                cells = []
                for k in range(self.LENGTH):
                    cells.append((c + k * self.dc, r + k * self.dr))
                inside = all(0 <= x < Board.WIDTH and 0 <= y < Board.HEIGHT for x, y in cells)
                if inside and self.sameLine(board, cells, player):
                    return True
        return False


class ConnectThree(Game):
    utility_bounds = (-1, 1)

    CHECKERS: List[WinChecker] = [
        DirectionChecker(1, 0),
        DirectionChecker(0, 1),
        DirectionChecker(1, 1),
        DirectionChecker(1, -1),
    ]

    def initial(self):
        return Board().getColumns()

    def player(self, state):
        stones = 0
        for column in state:
            stones += len(column)
        return stones % 2

    def actions(self, state):
        board = Board(state)
        result = []
        for c in range(Board.WIDTH):
            if not board.isFull(c):
                result.append(c)
        return result

    def result(self, state, action):
        return Board(state).drop(action, self.player(state)).getColumns()

    def getWinner(self, state) -> Optional[int]:
        board = Board(state)
        for player in (0, 1):
            for checker in self.CHECKERS:
                if checker.isWin(board, player):
                    return player
        return None

    def is_terminal(self, state):
        return self.getWinner(state) is not None or len(self.actions(state)) == 0

    def utility(self, state, player):
        winner = self.getWinner(state)
        if winner is None:
            return 0
        return 1 if winner == player else -1
