"""Complete plans of optimal play: a player's answer to every move of the opponent.

    plan = play_map(game, 0)             # for the first player, from the start
    plan.root.action                     # the first move
    plan.root.replies[2].action          # the answer to the reply 2

Perfect play is computed from the rules alone. `PerfectPlay.forces` is AND/OR search with a limit on
the plies and a table: at a player's own node one winning action is enough, at an opponent's node
all actions must win (Nilsson, 1971). With the limit increased ply by ply, it finds the shortest
win.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Generic

from adversario.algorithms.core.requirements import require
from adversario.base.errors import InputError, UnsuitableGameError
from adversario.base.pov import Pov
from adversario.contract.checking.guard import Guard, require_start
from adversario.game import A, Game, S

MAX_DECISIONS = 5_000
"""The maximum number of moves in a map; a larger one would be unreadable."""
MAX_POSITIONS = 500_000
"""The maximum number of positions to search, repetitions included."""

OUTCOMES = {1: "win", 0: "draw", -1: "loss"}


@dataclass(frozen=True, slots=True)
class PlanNode(Generic[S, A]):
    """A position of the map, and our move there.

    - `state`: the position; `after`: the position after our move.
    - `action`: our move; None if the game is over, or if the opponent moves first.
    - `pov`: the value to us under perfect play: 1 a win, 0 a draw, -1 a loss, and the plies from
      `state` on, None in a draw. These are also `outcome` and `plies`.
    - `replies`: the node after each action of the opponent; empty at the end of the map.
    """

    state: S
    action: A | None
    after: S
    pov: Pov
    replies: Mapping[A, PlanNode[S, A]]

    @property
    def outcome(self) -> int:
        """1 if we win, 0 in a draw, -1 if we lose."""
        return int(self.pov.value)

    @property
    def plies(self) -> int | None:
        """The plies to the win or loss; None in a draw."""
        return self.pov.plies

    def answers(self) -> Iterator[PlanNode[S, A]]:
        """Yield this node and all nodes after it, parents first."""
        yield self
        for following in self.replies.values():
            yield from following.answers()


@dataclass(frozen=True, slots=True)
class PlayMap(Generic[S, A]):
    """A player's complete plan from a position, or the first `depth` moves of it."""

    game: Game[S, A]
    player: int
    depth: int | None
    root: PlanNode[S, A]

    @property
    def decisions(self) -> int:
        """The number of our moves in the map."""
        return sum(answer.action is not None for answer in self.root.answers())

    def endings(self) -> dict[str, int]:
        """The number of lines that end in a win, in a draw and in a loss."""
        found = dict.fromkeys(OUTCOMES.values(), 0)
        for answer in self.root.answers():
            if self.game.is_terminal(answer.after):
                found[OUTCOMES[answer.outcome]] += 1
        return found

    def to_json(self) -> dict[str, object]:
        """The map as JSON values, with positions and actions in the game's notation."""
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

    Wins are as fast as possible, losses as slow as possible; equally good actions are chosen in the
    game's order. The game must have two players who mark free cells of a board in turn, and
    `position` must write it as rows, with a dot for each free cell. Raises InputError if the map
    would be too large; `depth` limits it.
    """
    state = game.initial() if state is None else state
    if depth is not None and depth < 1:
        raise InputError("map.depth", given=depth)
    _require_board(game, state)
    require_start(game, state)
    if game.is_terminal(state):
        raise InputError("game.over", state=game.position(state))
    return PlayMap(game, player, depth, _Builder(game, player).answer(state, depth))


def rows_of(game: Game[S, A], state: S) -> tuple[str, ...]:
    """The rows of the board, from the top."""
    return tuple(game.position(state).split("/"))


def cell_of(game: Game[S, A], before: S, after: S) -> tuple[int, int]:
    """Row and column of the free cell that an action marked; raises UnsuitableGameError if none."""
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
    """Builds a map from the root, counting its decisions."""

    def __init__(self, game: Game[S, A], player: int) -> None:
        self.game, self.player = game, player
        self.perfect = PerfectPlay(game, player)
        self.decisions = 0

    def answer(self, state: S, depth: int | None) -> PlanNode[S, A]:
        """The node of a state in which the player moves, the game is over, or the map begins."""
        value = self.perfect.rating(state)
        action: A | None = None
        after = state
        if not self.game.is_terminal(state) and self.game.player(state) == self.player:
            self.decisions += 1
            if self.decisions > MAX_DECISIONS:
                raise InputError("map.too_large", game=self.game.name, most=MAX_DECISIONS)
            action = self.perfect.choice(state)
            after = self.game.result(state, action)
            depth = None if depth is None else depth - 1
        return PlanNode(state, action, after, value, self.replies(after, depth))

    def replies(self, after: S, depth: int | None) -> dict[A, PlanNode[S, A]]:
        """The node after each action of the opponent, down to the depth of the map."""
        if depth == 0 or self.game.is_terminal(after):
            return {}
        if self.game.player(after) == self.player:
            raise UnsuitableGameError("map.no_cells", game=self.game.name)
        return {
            action: self.answer(self.game.result(after, action), depth)
            for action in self.game.actions(after)
        }


class PerfectPlay(Generic[S, A]):
    """Perfect play for one of two players on a board where every action fills one cell.

    Outcomes are compared by the sign of the utility, then by the number of plies.
    """

    def __init__(self, game: Game[S, A], player: int) -> None:
        self.game, self.rules, self.us, self.them = game, Guard(game), player, 1 - player
        self._forced: dict[tuple[S, int, int], bool] = {}
        self._looked_at = 0

    def forces(self, state: S, player: int, plies: int) -> bool:
        """Whether the player can force a win within `plies` plies."""
        game = self.game
        self._looked_at += 1
        if self._looked_at > MAX_POSITIONS:
            raise InputError("map.too_hard", game=game.name, most=MAX_POSITIONS)
        if game.is_terminal(state):
            return self.rules.utility(state, player) > 0
        if plies == 0:
            return False
        key = (state, player, plies)
        if key not in self._forced:
            enough = any if game.player(state) == player else all
            self._forced[key] = enough(
                self.forces(game.result(state, action), player, plies - 1)
                for action in self.rules.moves(state)
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
        """The first of the best actions in a state where we are to move."""
        value = self.rating(state)
        wanted = value if value.plies is None else replace(value, plies=value.plies - 1)
        return next(
            action
            for action in self.game.actions(state)
            if self.rating(self.game.result(state, action)) == wanted
        )

    def _free(self, state: S) -> int:
        """The maximum number of plies left: the number of free cells."""
        return self.game.position(state).count(".")
