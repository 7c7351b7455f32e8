"""Stack game with inheritance: Action base class with subclasses that apply themselves."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from adversario import Game


@dataclass(frozen=True)
class State:
    stacks: tuple
    current: int

    def getStack(self, i):
        return self.stacks[i]

    def withStack(self, i, value):
        stacks = list(self.stacks)
        stacks[i] = value
        return State(tuple(stacks), 1 - self.current)


class Action(ABC):
    @abstractmethod
    def apply(self, state: State) -> State:
        raise NotImplementedError

    def __str__(self):
        return self.__class__.__name__


@dataclass(frozen=True)
class Take(Action):
    stack: int
    amount: int

    def apply(self, state):
        return state.withStack(self.stack, state.getStack(self.stack) - self.amount)

    def __str__(self):
        return f"take {self.amount} of {self.stack}"


@dataclass(frozen=True)
class Halve(Action):
    stack: int

    def apply(self, state):
        return state.withStack(self.stack, state.getStack(self.stack) // 2)

    def __str__(self):
        return f"halve {self.stack}"


class AbstractTwoPlayerGame(Game):
    utility_bounds = (-1, 1)

    def player(self, state):
        return state.current

    def result(self, state, action):
        return action.apply(state)

    def utility(self, state, player):
        return self.winValue() if player != state.current else self.loseValue()

    def winValue(self):
        return 1

    def loseValue(self):
        return -self.winValue()


class StackGame(AbstractTwoPlayerGame):
    def __init__(self, *sizes):
        super().__init__()
        self.sizes = sizes or (6, 5)

    def initial(self):
        return State(self.sizes, 0)

    def actions(self, state):
        actions = []
        for i in range(len(state.stacks)):
            size = state.getStack(i)
            if size > 0:
                for amount in range(1, min(2, size) + 1):
                    actions.append(Take(i, amount))
            if size >= 4:
                actions.append(Halve(i))
        return actions

    def is_terminal(self, state):
        return all(s == 0 for s in state.stacks)
