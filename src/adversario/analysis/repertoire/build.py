"""Building a repertoire: what is likeliest to be played is analysed first.

A position is as likely as the choices that lead to it, both players choosing from the repertoire.
So its lines are longest where few actions are good.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from heapq import heappop, heappush
from pathlib import Path
from time import perf_counter
from typing import Any

from adversario.algorithms.core.limit import Limit
from adversario.algorithms.core.requirements import require
from adversario.analysis.analyse import analyse
from adversario.analysis.repertoire.openings import (
    Choice,
    Opening,
    Repertoire,
    Settings,
    read_repertoire,
    write_repertoire,
)
from adversario.base.errors import InputError
from adversario.base.files import check_writable, exists
from adversario.base.numbers import Value
from adversario.base.progress import Watcher
from adversario.base.stop import Stop
from adversario.game import Game, S

DIGITS = 6
"""The decimals of estimates in files."""

SAVE_EVERY = 30.0
"""Seconds between two saves of an unfinished repertoire."""


@dataclass(frozen=True, slots=True)
class RepertoireProgress:
    """The positions analysed so far, and the longest line."""

    openings: int
    wanted: int
    plies: int


def build_repertoire(
    game: Game[Any, Any],
    wanted: int,
    path: Path,
    settings: Settings,
    *,
    on_progress: Callable[[RepertoireProgress], None] | None = None,
    stop: Stop | None = None,
) -> Repertoire[Any, Any]:
    """Analyse positions until there are as many as wanted, or no more; the file keeps them.

    A file that was begun with the same settings is continued. Ctrl-C ends it with
    KeyboardInterrupt, and `stop` with what there is; both keep it. Raises InputError if the file is
    of another game or other settings, and UnsuitableGameError if alpha-beta does not fit the game.
    """
    require(game, "alphabeta")
    watcher, token = Watcher(on_progress, stop), Stop(stop)
    repertoire = _begin(game, path, settings)
    frontier = _Frontier(repertoire)
    saved = perf_counter()
    while len(repertoire) < wanted and (line := frontier.likeliest()) is not None:
        opening = _analyse(repertoire, line, token)
        if token.is_set():
            break
        repertoire.add(opening)
        frontier.extend(opening)
        watcher.report(RepertoireProgress(len(repertoire), wanted, frontier.longest))
        if perf_counter() - saved > SAVE_EVERY:
            write_repertoire(path, repertoire)
            saved = perf_counter()
    write_repertoire(path, repertoire)
    if token.interrupted:
        raise KeyboardInterrupt
    return repertoire


def _begin(game: Game[Any, Any], path: Path, settings: Settings) -> Repertoire[Any, Any]:
    if not exists(path):
        check_writable(path)
        return Repertoire(game, settings)
    repertoire = read_repertoire(path, game)
    if repertoire.settings != settings:
        raise InputError("repertoire.settings", file=path, **repertoire.settings._asdict())
    return repertoire


class _Frontier:
    """The lines that lead out of a repertoire, the likeliest first."""

    def __init__(self, repertoire: Repertoire[Any, Any]) -> None:
        self.repertoire, self.longest = repertoire, 0
        self.likelihoods: dict[tuple[str, ...], float] = {(): 1.0}
        self.heap: list[tuple[float, tuple[str, ...]]] = [(-1.0, ())]
        for opening in repertoire.openings:
            self.extend(opening)

    def extend(self, opening: Opening) -> None:
        """Add the lines after an opening; one that no other leads to is as unlikely as can be."""
        self.longest = max(self.longest, len(opening.line))
        likelihood = self.likelihoods.get(opening.line, 0.0)
        for choice, probability in self.repertoire.probabilities(opening):
            line = (*opening.line, choice.action)
            self.likelihoods[line] = likelihood * probability
            heappush(self.heap, (-self.likelihoods[line], line))

    def likeliest(self) -> tuple[str, ...] | None:
        """The likeliest line to a position that is new and not the end; None if there is none."""
        while self.heap:
            _, line = heappop(self.heap)
            state = self.repertoire.state_after(line)
            if not self.repertoire.knows(state) and not self.repertoire.game.is_terminal(state):
                return line
        return None


def _analyse(repertoire: Repertoire[S, Any], line: tuple[str, ...], stop: Stop) -> Opening:
    """The best actions after a line, by the value to the player to move."""
    game, settings = repertoire.game, repertoire.settings
    past = [repertoire.state_after(line[:plies]) for plies in range(len(line))]
    state = repertoire.state_after(line)
    found = analyse(
        game, state, limit=Limit(nodes=settings.nodes), lines=settings.actions, past=past, stop=stop
    )
    sign = 1 if game.player(state) == found.viewer else -1
    return Opening(
        line,
        tuple(
            Choice(game.action_name(state, each.actions[0]), _estimate(sign, each.value))
            for each in found.best_lines
        ),
    )


def _estimate(sign: int, value: Value) -> float:
    """A value to the player to move, as files have it."""
    assert not isinstance(value, tuple)  # of alpha-beta
    return round(sign * float(value), DIGITS) + 0.0  # no negative zero
