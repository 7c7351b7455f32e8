"""A repertoire: the positions of good openings, and the actions worth playing in each.

    repertoire = shipped_repertoire(game)
    repertoire.choose(state, random)    # an action; None if the position is not in it

An opening book has exact scores; a repertoire has estimates, and only of what is nearly best. The
more an action loses, the more rarely it is chosen. A position is found by whatever moves lead
to it.
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from os import PathLike
from pathlib import Path
from random import Random
from typing import Any, Generic, NamedTuple

from adversario.base.errors import InputError
from adversario.base.files import read_json_file, write_whole
from adversario.base.formats.schema import Constant, ListOf, MapOf, Real, Record, Text, Whole
from adversario.base.provenance.saved_work import IDENTITY, identity, require_game
from adversario.contract.capability import as_capability
from adversario.contract.repetition import Repeating
from adversario.game import A, Game, S

FORMAT = "adversario-repertoire-1"


class Choice(NamedTuple):
    """An action by name, and its estimate to the player to move."""

    action: str
    value: float


@dataclass(frozen=True)
class Opening:
    """A position, by the names of the actions that lead to it, and its choices, best first."""

    line: tuple[str, ...]
    choices: tuple[Choice, ...]


class Settings(NamedTuple):
    """How positions were analysed: the nodes of each, the actions compared, the loss allowed."""

    nodes: int
    actions: int
    margin: float


class Repertoire(Generic[S, A]):
    """Openings of a game, each after the one that leads to it."""

    def __init__(
        self, game: Game[S, A], settings: Settings, openings: Iterable[Opening] = ()
    ) -> None:
        """Look all openings up in the rules; raises InputError if one has no legal action."""
        self.game, self.settings = game, settings
        self.openings: list[Opening] = []
        self._choices: dict[Hashable, tuple[tuple[A, float], ...]] = {}
        self._states: dict[tuple[str, ...], S] = {(): game.initial()}
        for opening in openings:
            self.add(opening)

    def __len__(self) -> int:
        return len(self.openings)

    def add(self, opening: Opening) -> None:
        """Add an opening; raises InputError if the rules have no such line or actions."""
        if not opening.choices:
            raise InputError("repertoire.empty")
        state, chosen = self.state_after(opening.line), []
        for choice, probability in self.probabilities(opening):
            action = self.game.parse_action(state, choice.action)
            self._states[*opening.line, choice.action] = self.game.result(state, action)
            chosen.append((action, probability))
        self.openings.append(opening)
        self._choices[self._key(state)] = tuple(chosen)

    def state_after(self, line: tuple[str, ...]) -> S:
        """The state after a line of actions by name."""
        if line not in self._states:
            before = self.state_after(line[:-1])
            action = self.game.parse_action(before, line[-1])
            self._states[line] = self.game.result(before, action)
        return self._states[line]

    def knows(self, state: S) -> bool:
        """Whether the position is in the repertoire."""
        return self._key(state) in self._choices

    def actions(self, state: S) -> tuple[tuple[A, float], ...]:
        """The actions to choose from and their probabilities; none if the position is not known."""
        return self._choices.get(self._key(state), ())

    def choose(self, state: S, random: Random) -> A | None:
        """Draw an action by the probabilities; None if the position is not in the repertoire."""
        if not (known := self.actions(state)):
            return None
        actions, weights = zip(*known, strict=True)
        return random.choices(actions, weights)[0]  # type: ignore[no-any-return]

    def probabilities(self, opening: Opening) -> Iterator[tuple[Choice, float]]:
        """The choices of an opening that lose less than the margin, and how often each is played.

        The best action has the weight 1, one that loses the whole margin 0.
        """
        best, margin = opening.choices[0].value, self.settings.margin
        weights = [
            (choice, 1 - (best - choice.value) / margin if margin else float(choice.value == best))
            for choice in opening.choices
        ]
        total = sum(weight for _, weight in weights if weight > 0)
        return ((choice, weight / total) for choice, weight in weights if weight > 0)

    def _key(self, state: S) -> Hashable:
        return as_capability(self.game, Repeating).position_key(state)


REPERTOIRE: Record[dict[str, Any]] = Record(
    {
        "format": Constant(FORMAT),
        **IDENTITY,
        "nodes": Whole(1),
        "actions": Whole(1),
        "margin": Real(0),
        "openings": ListOf(
            Record(
                {"line": ListOf(Text(empty=False)), "values": MapOf(Real())},
                make=lambda line, values: Opening(line, _ranked(values)),
            )
        ),
    }
)
"""The content of a file; `values` has the estimates by action."""


def _ranked(values: Mapping[str, float]) -> tuple[Choice, ...]:
    """The choices, best first, in whatever order a file has them."""
    return tuple(sorted((Choice(*item) for item in values.items()), key=lambda each: -each.value))


def read_repertoire(path: str | PathLike[str], game: Game[S, A]) -> Repertoire[S, A]:
    """Read a file; raises InputError if it is no repertoire of this game."""
    found = read_json_file(path, REPERTOIRE)
    require_game(path, found, game)
    settings = Settings(found["nodes"], found["actions"], found["margin"])
    repertoire = Repertoire(game, settings)
    for number, opening in enumerate(found["openings"]):
        try:
            repertoire.add(opening)
        except InputError as error:
            raise InputError(
                "repertoire.opening", file=path, number=number, reason=error.message
            ) from None
    return repertoire


def write_repertoire(path: Path, repertoire: Repertoire[Any, Any]) -> None:
    """Write a file, whole or not at all."""
    settings = repertoire.settings
    header = {"format": FORMAT, **identity(repertoire.game), **settings._asdict(), "openings": []}
    openings = ",\n".join(
        json.dumps({"line": each.line, "values": dict(each.choices)}, ensure_ascii=False)
        for each in repertoire.openings
    )
    write_whole(path, json.dumps(header).removesuffix("]}") + f"\n{openings}\n]}}\n")


@cache
def shipped_repertoire(game: Game[Any, Any]) -> Repertoire[Any, Any] | None:
    """The repertoire that the package includes for this game and its options, if there is one."""
    if not type(game).__module__.startswith("adversario.games."):
        return None  # a user's game may have the same name
    file = files("adversario.analysis.repertoire") / "shipped" / f"{game.name}.json"
    if not file.is_file():
        return None
    with as_file(file) as path, suppress(InputError):  # it may be for other options
        return read_repertoire(path, game)
    return None
