"""The program's functions, as the tests call them: answers are checked before they are used."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import isfinite
from typing import Any, NamedTuple

from adversario.base.numbers import Number, tidy
from adversario.game import Game
from adversario.grading.exploration import Exploration
from adversario.grading.process.faults import Fault
from adversario.grading.process.program import Program

LONGEST_POSITION = 80


class Asked:
    """A program whose answers are numbers and legal actions, or Faults."""

    def __init__(self, game: Game[Any, Any], program: Program) -> None:
        self.game, self.program = game, program

    def evaluate(self, state: Any, player: int) -> Number:
        """The program's evaluation: a finite number."""
        value = read_number(self.program.call("evaluate", state, player))
        if not isfinite(value):
            raise Fault("infinite", given=value)
        return value

    def order(self, state: Any, actions: Iterable[Any]) -> list[Any]:
        """The actions in the program's order: each of them once."""
        given = list(actions)
        places = self.program.call("order", state, given)
        if not isinstance(places, list):
            raise Fault("form")
        for place in places:
            if not _is_place(place, given):
                raise Fault("not_legal", given=_shown(place))
        if sorted(places) != list(range(len(given))):
            raise Fault("permutation", found=len(set(places)), asked=len(given))
        return [given[place] for place in places]

    def choose(self, state: Any, seconds: float) -> Any:
        """The action that the program chooses: a legal one, in time."""
        legal = list(self.game.legal(state))
        most = seconds + self.program.limits.grace
        place = self.program.call("choose", state, legal, seconds, seconds=most)
        if not _is_place(place, legal):
            raise Fault("not_legal", given=_shown(place))
        return legal[place]

    def search(self, state: Any, depth: int | None) -> Searched:
        """The program's search of a state whose successors it has to ask for."""
        shown = Exploration(self.game, state)
        found = self.program.call(
            "search", tuple(shown.root), self.game.players, self.game.utility_bounds, depth,
            serve=shown.serve,
        )  # fmt: skip
        if not isinstance(found, list) or len(found) != 2:
            raise Fault("form")
        return Searched(read_number(found[0]), found[1], shown)


class Searched(NamedTuple):
    """The value and the name of the action that a program's search returned, and what it saw."""

    value: Number
    action: Any
    shown: Exploration


def read_number(answer: Any) -> Number:
    """The number of a reply; raises Fault if it is none."""
    if isinstance(answer, str) and len(answer) < 1000:
        try:
            if answer in ("inf", "-inf", "nan"):
                return float(answer)
            return tidy(Fraction(answer)) if "/" in answer else _plain(answer)
        except (ValueError, ZeroDivisionError):
            raise Fault("form") from None
    if isinstance(answer, list) and answer:
        raise Fault("no_number", given=str(answer[0])[:60])
    raise Fault("form")


def _plain(answer: str) -> Number:
    return int(answer) if answer.lstrip("-").isdigit() else float(answer)


def _is_place(place: Any, actions: list[Any]) -> bool:
    return type(place) is int and 0 <= place < len(actions)


def _shown(place: Any) -> str:
    return str(place[0] if isinstance(place, list) and place else place)[:60]


def position_name(game: Game[Any, Any], state: Any) -> str:
    """The position on one line, cut if it is long."""
    words = game.position(state)
    return words if len(words) <= LONGEST_POSITION else words[: LONGEST_POSITION - 3] + "..."
