"""Complete plans of optimal play: what a player answers to whatever the opponent does.

    plan = play_map(game, 0)             # for the first player, from the start
    plan.root.action                     # the first move
    plan.root.replies[2].action          # what to play after the reply 2

Perfect play comes from the rules alone. `PerfectPlay.forces` is AND/OR search with a bound on the
plies, and a table: somebody who moves needs one action that works, somebody who waits needs all of
them to (Nilsson, 1971). Asked with one ply more each time, it gives the shortest win.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Generic

from adversario.algorithms.core.requirements import require
from adversario.base.errors import InputError, UnsuitableGameError
from adversario.base.pov import Pov
from adversario.game import A, Game, S

MOST_DECISIONS = 5_000
"""The moves that a map may hold: what nobody could read is not drawn."""
MOST_POSITIONS = 500_000
"""The positions that may be looked at, repetitions included, before a game is too large."""

OUTCOMES = {1: "win", 0: "draw", -1: "loss"}


@dataclass(frozen=True, slots=True)
class PlanNode(Generic[S, A]):
    """A position of the map, and our move there.

    - `state`: the position; `after`: the position after our move.
    - `action`: our move; None if the game is over, or if the opponent moves first.
    - `pov`: the value to us under perfect play: 1 a win, 0 a draw, -1 a loss, and the plies from
      `state` on, None in a draw. These are also `outcome` and `plies`.
    - `replies`: what follows each action of the opponent; empty at the end of the map.
    """

    state: S
    action: A | None
    after: S
    pov: Pov
    replies: Mapping[A, PlanNode[S, A]]

    @property
    def outcome(self) -> int:
        """1 for a win of ours, 0 for a draw, -1 for a loss."""
        return int(self.pov.value)

    @property
    def plies(self) -> int | None:
        """The plies to the win or loss; None in a draw."""
        return self.pov.plies

    def answers(self) -> Iterator[PlanNode[S, A]]:
        """The answers of the map from here on, each before those that follow it."""
        yield self
        for following in self.replies.values():
            yield from following.answers()


@dataclass(frozen=True, slots=True)
class PlayMap(Generic[S, A]):
    """A player's complete plan from a position; with `depth`, only that many moves of it."""

    game: Game[S, A]
    player: int
    depth: int | None
    root: PlanNode[S, A]

    @property
    def decisions(self) -> int:
        """The number of our moves in the map."""
        return sum(answer.action is not None for answer in self.root.answers())

    def endings(self) -> dict[str, int]:
        """How many ways of playing end in a win, in a draw and in a loss."""
        found = dict.fromkeys(OUTCOMES.values(), 0)
        for answer in self.root.answers():
            if self.game.is_terminal(answer.after):
                found[OUTCOMES[answer.outcome]] += 1
        return found

    def to_json(self) -> dict[str, object]:
        """The map as JSON has it, positions and actions in the game's notation."""
        return {
            "game": self.game.name,
            "player": self.game.player_name(self.player),
            "depth": self.depth,
            "decisions": self.decisions,
            "endings": self.endings(),
            "map": self._answer_to_json(self.root),
        }

    def _answer_to_json(self, answer: PlanNode[S, A]) -> dict[str, object]:
        game, action = self.game, answer.action
        return {
            "position": game.position(answer.state),
            "action": None if action is None else game.action_name(answer.state, action),
            "outcome": OUTCOMES[answer.outcome],
            "plies": answer.plies,
            "replies": {
                game.action_name(answer.after, reply): self._answer_to_json(following)
                for reply, following in answer.replies.items()
            },
        }


def play_map(
    game: Game[S, A], player: int, state: S | None = None, *, depth: int | None = None
) -> PlayMap[S, A]:
    """The player's complete plan of optimal play from a state, the initial one by default.

    Wins come as soon as they can be forced, losses as late as possible, and where actions are
    equally good the game's order decides. The game must be one of two players who put marks on the
    free cells of a board in turn, and `position` must write it as rows, with a dot for each free
    cell. InputError if a map would be too large; `depth` keeps it smaller.
    """
    state = game.initial() if state is None else state
    if depth is not None and depth < 1:
        raise InputError("map.depth", given=depth)
    _require_board(game, state)
    if game.is_terminal(state):
        raise InputError("game.over", state=game.position(state))
    return PlayMap(game, player, depth, _Builder(game, player).answer(state, depth))


def rows_of(game: Game[S, A], state: S) -> tuple[str, ...]:
    """The rows of the board, from the top."""
    return tuple(game.position(state).split("/"))


def cell_of(game: Game[S, A], before: S, after: S) -> tuple[int, int]:
    """Row and column of the one free cell that an action marked; UnsuitableGameError if none."""
    old, new = rows_of(game, before), rows_of(game, after)
    if len({len(row) for row in (*old, *new)}) == 1 and len(old) == len(new):
        cells = [(r, c) for r, row in enumerate(old) for c in range(len(row))]
        changed = [(r, c) for r, c in cells if old[r][c] != new[r][c]]
        if len(changed) == 1 and old[changed[0][0]][changed[0][1]] == ".":
            return changed[0]
    raise UnsuitableGameError("map.no_cells", game=game.name)


def _require_board(game: Game[S, A], state: S) -> None:
    """Raise UnsuitableGameError unless two players mark free cells of a board."""
    require(game, "minimax")
    if game.players != 2:
        raise UnsuitableGameError("map.no_cells", game=game.name)
    for action in game.legal(state):
        cell_of(game, state, game.result(state, action))


class _Builder(Generic[S, A]):
    """Makes a map from the top, counting its decisions."""

    def __init__(self, game: Game[S, A], player: int) -> None:
        self.game, self.player = game, player
        self.perfect = PerfectPlay(game, player)
        self.decisions = 0

    def answer(self, state: S, depth: int | None) -> PlanNode[S, A]:
        """What the map says of a state: ours, or over, or the opponent's at the very top."""
        value = self.perfect.rating(state)
        action: A | None = None
        after = state
        if not self.game.is_terminal(state) and self.game.player(state) == self.player:
            self.decisions += 1
            if self.decisions > MOST_DECISIONS:
                raise InputError("map.too_large", game=self.game.name, most=MOST_DECISIONS)
            action = self.perfect.choice(state)
            after = self.game.result(state, action)
            depth = None if depth is None else depth - 1
        return PlanNode(state, action, after, value, self.replies(after, depth))

    def replies(self, after: S, depth: int | None) -> dict[A, PlanNode[S, A]]:
        """What follows each action of the opponent's, as far as the map goes."""
        if depth == 0 or self.game.is_terminal(after):
            return {}
        if self.game.player(after) == self.player:
            raise UnsuitableGameError("map.no_cells", game=self.game.name)
        return {
            action: self.answer(self.game.result(after, action), depth)
            for action in self.game.actions(after)
        }


class PerfectPlay(Generic[S, A]):
    """Perfect play for one of two players on a board that every action fills by one cell.

    What counts is the sign of the utility, then the number of plies.
    """

    def __init__(self, game: Game[S, A], player: int) -> None:
        self.game, self.us, self.them = game, player, 1 - player
        self._forced: dict[tuple[S, int, int], bool] = {}
        self._looked_at = 0

    def forces(self, state: S, player: int, plies: int) -> bool:
        """Whether the player can force a win within that number of plies."""
        game = self.game
        self._looked_at += 1
        if self._looked_at > MOST_POSITIONS:
            raise InputError("map.too_hard", game=game.name, most=MOST_POSITIONS)
        if game.is_terminal(state):
            return game.utility(state, player) > 0
        if plies == 0:
            return False
        key = (state, player, plies)
        if key not in self._forced:
            enough = any if game.player(state) == player else all
            self._forced[key] = enough(
                self.forces(game.result(state, action), player, plies - 1)
                for action in game.actions(state)
            )
        return self._forced[key]

    def rating(self, state: S) -> Pov:
        """The value to us under perfect play: 1, 0 or -1, and the plies to a win or loss."""
        for plies in range(self._free(state) + 1):
            if self.forces(state, self.us, plies):
                return Pov(1, self.us, plies)
            if self.forces(state, self.them, plies):
                return Pov(-1, self.us, plies)
        return Pov(0, self.us)

    def choice(self, state: S) -> A:
        """The first of the best actions in a state of ours."""
        value = self.rating(state)
        wanted = value if value.plies is None else replace(value, plies=value.plies - 1)
        return next(
            action
            for action in self.game.actions(state)
            if self.rating(self.game.result(state, action)) == wanted
        )

    def _free(self, state: S) -> int:
        """How many plies there can be at most."""
        return self.game.position(state).count(".")
