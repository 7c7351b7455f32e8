"""Connect Four on a 4x4 board: columns as lists that are copied and changed."""

from adversario import Game

SIZE = 4


class SmallConnectFour(Game):
    utility_bounds = (-1, 1)

    def initial(self):
        return ((), (), (), ())

    def player(self, columns):
        return sum(len(column) for column in columns) % 2

    def actions(self, columns):
        return [c for c in range(SIZE) if len(columns[c]) < SIZE]

    def result(self, columns, column):
        new = [list(each) for each in columns]
        new[column].append("RY"[self.player(columns)])
        return tuple(tuple(each) for each in new)

    def at(self, columns, x, y):
        if 0 <= x < SIZE and 0 <= y < len(columns[x]):
            return columns[x][y]
        return None

    def winner(self, columns):
        for x in range(SIZE):
            for y in range(len(columns[x])):
                for dx, dy in [(1, 0), (0, 1), (1, 1), (1, -1)]:
                    four = [self.at(columns, x + k * dx, y + k * dy) for k in range(4)]
                    if four == ["R"] * 4:
                        return 0
                    if four == ["Y"] * 4:
                        return 1
        return None

    def is_terminal(self, columns):
        return self.winner(columns) is not None or not self.actions(columns)

    def utility(self, columns, player):
        winner = self.winner(columns)
        if winner is None:
            return 0
        return 1 if winner == player else -1
