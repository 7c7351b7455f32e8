"""A match of backgammon: its games, each from a score, with rolls, plays and the cube."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from adversario.base.errors import InputError
from adversario.games.dice.backgammon.cube.game import CubeBackgammon
from adversario.games.dice.backgammon.cube.rules import CubeState


class MatGame(NamedTuple):
    """One game: its start, its actions, and who won how many points; no winner if unfinished.

    A game that a player resigned ends before the rules end it.
    """

    start: CubeState
    actions: tuple[int, ...]
    winner: int | None
    points: int


@dataclass(frozen=True)
class Mat:
    """A match to `points`, or, with 0, a series of games for points; `game` has its rules.

    The first player, whose plays are in the left column, is player 0. `notes` are the lines of
    comments at the head of a file.
    """

    game: CubeBackgammon
    players: tuple[str, str]
    games: tuple[MatGame, ...]
    notes: tuple[str, ...] = ()

    @property
    def points(self) -> int:
        """The length of the match."""
        return self.game.points

    def decisions(self, number: int) -> Iterator[tuple[CubeState, int]]:
        """The states of a game, counted from 0, each with the action or the roll there."""
        state = self.games[number].start
        for action in self.games[number].actions:
            yield state, action
            state = self.game.result(state, action)

    @classmethod
    def of_actions(
        cls, game: CubeBackgammon, players: tuple[str, str], actions: Sequence[int]
    ) -> Mat:
        """The match of actions and rolls from the start; raises InputError for one too many."""
        state, start, own = game.initial(), game.initial(), list[int]()
        games = []
        for action in actions:
            if game.is_terminal(state) or action not in set(game.legal(state)):
                raise InputError("game.over", state=game.position(state))
            after = game.result(state, action)
            own.append(action)
            won = (after.first - state.first, after.second - state.second)
            if any(won):
                winner = 0 if won[0] else 1
                games.append(MatGame(start, tuple(own), winner, won[winner]))
                start, own = after, []
            state = after
        if own:
            games.append(MatGame(start, tuple(own), None, 0))
        return cls(game, players, tuple(games))


def score_after(state: CubeState, winner: int, points: int) -> tuple[int, int]:
    """The score of a state after a player has won points."""
    if winner == 0:
        return state.first + points, state.second
    return state.first, state.second + points
