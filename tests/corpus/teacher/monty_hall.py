"""The Monty Hall problem as a game against chance."""

from fractions import Fraction
from typing import NamedTuple, Optional
from adversario import CHANCE, Game

DOORS = ("left", "middle", "right")


class Stage(NamedTuple):
    prize: Optional[str] = None
    choice: Optional[str] = None
    opened: Optional[str] = None
    final: Optional[str] = None


class MontyHall(Game):
    players = 1
    zero_sum = False
    chance = True

    def initial(self):
        return Stage()

    def player(self, stage):
        match stage:
            case Stage(prize=None):
                return CHANCE
            case Stage(choice=None):
                return 0
            case Stage(opened=None):
                return CHANCE
            case _:
                return 0

    def chances(self, stage):
        if stage.prize is None:
            return {door: Fraction(1, 3) for door in DOORS}.items()
        can_open = [d for d in DOORS if d not in (stage.prize, stage.choice)]
        return [(d, Fraction(1, len(can_open))) for d in can_open]

    def actions(self, stage):
        return DOORS if stage.choice is None else ("stay", "switch")

    def result(self, stage, action):
        if stage.prize is None:
            return stage._replace(prize=action)
        if stage.choice is None:
            return stage._replace(choice=action)
        if stage.opened is None:
            return stage._replace(opened=action)
        if action == "stay":
            return stage._replace(final=stage.choice)
        (other,) = set(DOORS) - {stage.choice, stage.opened}
        return stage._replace(final=other)

    def is_terminal(self, stage):
        return stage.final is not None

    def utility(self, stage, player):
        return int(stage.final == stage.prize)
