"""The rules of Go: placing, capturing, ko, passing, and the count at the end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from adversario.base.bitboards import WORD, has, pack_cells, set_cell
from adversario.base.errors import InputError
from adversario.bits import count, lowest
from adversario.games.boards.go.board import NOWHERE, PASS, GoBoard, State
from adversario.games.boards.go.handicap import handicap_points, most_stones
from adversario.tuples import replaced


class GoRules(GoBoard):
    """Go as it is counted: by area (Chinese, Tromp-Taylor) or by territory (Japanese).

    An action is a point or PASS; two passes in a row end the game. All stones on the board at the
    end count as alive, so dead ones are to be taken off by play. A single stone that was just
    taken by a single stone may not be retaken at once (ko); by positional superko no stone may
    bring back any board of the game, which searches and referees see to.
    """

    def __init__(
        self,
        size: int = 9,
        komi: float = 7.5,
        rules: Literal["area", "territory"] = "area",
        score: Literal["result", "points"] = "result",
        handicap: int = 0,
        suicide: bool = False,
        superko: bool = True,
    ) -> None:
        super().__init__(size)
        if rules not in ("area", "territory"):
            raise InputError("go.rules", rules=rules)
        if score not in ("result", "points"):
            raise InputError("go.score", score=score)
        if not -1e6 < komi < 1e6 or komi * 2 % 1:
            raise InputError("go.komi", komi=komi)
        if handicap and not 2 <= handicap <= most_stones(size):
            raise InputError("go.handicap", size=size, stones=handicap, most=most_stones(size))
        self.komi, self.rules, self.score = komi, rules, score
        self.handicap, self.suicide, self.superko = handicap, suicide, superko
        self.repetition, self.forbids_repetition = (2, True) if superko else (0, False)
        self.by_area, self.by_points = rules == "area", score == "points"
        self.bonus = komi + (handicap if self.by_area else 0)
        """White's points before the first move: the komi and, by area, one a handicap stone."""
        most = size * size + abs(self.bonus)
        if not self.by_points:
            self.utility_bounds = (-1, 1)
        elif self.by_area:
            self.utility_bounds = (-most, most)
        placed = handicap_points(size, handicap) if handicap else []
        self.start = pack_cells([r * self.stride + c for r, c in placed], self.bit_count)

    def initial(self) -> State:
        """The empty board, Black to move; or Black's handicap stones and White to move."""
        return State(self.start, self.empty, 1 if self.handicap else 0, NOWHERE, 0, 0)

    def player(self, state: State) -> int:
        """The player to move."""
        return state.turn

    def actions(self, state: State) -> Iterator[int]:
        """The points where a stone may be placed, from the top left, and PASS."""
        own = state.black if state.turn == 0 else state.white
        other = state.white if state.turn == 0 else state.black
        for word in range(self.words):
            rest = self.full[word] & ~(own[word] | other[word])
            while rest:
                cell = word * WORD + lowest(rest)
                rest &= rest - 1
                if cell != state.ko and (
                    self.is_playable(own, other, cell)
                    or (self.suicide and self.joins_own(own, cell))
                ):
                    yield cell
        yield PASS

    def action_index(self, state: State, action: int) -> int:
        """The point; passing comes last."""
        return self.bit_count if action == PASS else action

    def joins_own(self, own: tuple[int, ...], cell: int) -> bool:
        """Whether there is an own stone beside a point: the suicide of one stone is no move."""
        return any(at >= 0 and has(own, at) for at in self.near[cell])

    def result(self, state: State, action: int) -> State:
        """The board with the stone, without what it takes, or without its own chain (suicide)."""
        if action == PASS:
            passes = state.passes + 1
            return State(state.black, state.white, 1 - state.turn, NOWHERE, passes, state.prisoners)
        own = set_cell(state.black if state.turn == 0 else state.white, action)
        other = state.white if state.turn == 0 else state.black
        taken, last, alone = 0, NOWHERE, True
        for at in self.near[action]:
            if at >= 0 and has(other, at):
                if not self.has_liberty(other, own, at, NOWHERE):
                    last = at
                    chain = self.chain_at(other, at)
                    for word in range(self.words):
                        taken += count(chain[word])
                        other = replaced(other, word, other[word] & ~chain[word])
            elif at >= 0:
                alone = False
        if self.suicide and taken == 0 and not self.has_liberty(own, other, action, NOWHERE):
            chain = self.chain_at(own, action)
            for word in range(self.words):
                taken -= count(chain[word])
                own = replaced(own, word, own[word] & ~chain[word])
        ko = last if taken == 1 and alone else NOWHERE
        gain = 0 if self.by_area else taken
        if state.turn == 0:
            return State(own, other, 1, ko, 0, state.prisoners + gain)
        return State(other, own, 0, ko, 0, state.prisoners - gain)

    def position_key(self, state: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The board alone: positional superko ignores the player to move."""
        return state.black, state.white

    def is_terminal(self, state: State) -> bool:
        """Whether both players have passed."""
        return state.passes >= 2

    def lead(self, state: State) -> float:
        """Black's points less White's, by the stones on the board, komi included."""
        black = self.reached_by(state.black, state.white)
        white = self.reached_by(state.white, state.black)
        points = 0
        for word in range(self.words):
            mine, theirs = black[word] & ~white[word], white[word] & ~black[word]
            if not self.by_area:
                mine, theirs = mine & ~state.black[word], theirs & ~state.white[word]
            points += count(mine) - count(theirs)
        return points + state.prisoners - self.bonus

    def utility(self, state: State, player: int) -> float:
        """The result, 1, 0 or -1, or the lead in points, by `score`."""
        lead = self.lead(state)
        if not self.by_points:
            lead = 1.0 if lead > 0 else -1.0 if lead < 0 else 0.0
        return lead if player == 0 else -lead

    def evaluate(self, state: State, player: int) -> float:
        """The lead as if the game were over, as a share of the board unless points are counted."""
        lead = self.lead(state)
        if not self.by_points:
            lead /= self.size * self.size + abs(self.bonus) + 1
        return lead if player == 0 else -lead
