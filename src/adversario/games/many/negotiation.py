"""Negotiation: offers to divide items, put to the vote, while their value shrinks with time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import ascii_uppercase
from typing import NamedTuple

from adversario.base.board_diagram import Cell, Diagram
from adversario.base.errors import IllegalActionError, InputError
from adversario.game import Game
from adversario.games.registry import register

YES, NO = -1, -2
"""The votes; every other action is an offer."""

NOTHING = -1
"""The offer on the table before one is made."""

MOST_PLAYERS, MOST_ROUNDS, MOST_OFFERS, MOST_WORTH = 6, 20, 5000, 10**6


class State(NamedTuple):
    """The round from 0, the offer on the table, and the votes for and against it."""

    round: int
    offer: int
    yes: int
    no: int


@register("negotiation")
class Negotiation(Game[State, int]):
    """In each round the next player offers a division of all items, and the others vote in turn.

    The proposer is for it. A majority of all players makes it binding, or all of them with
    `unanimity`; a vote ends as soon as it is decided. The value of an item for each player is in
    `worths`, player by player, times `discount` for each round gone by. Without an agreement in the
    last round no player gets anything. An offer is a number whose digits, to the base of the number
    of players and the last item's first, are the recipients of the items.

    Legislative bargaining in closed rule, with a fixed order of proposers (Baron and Ferejohn,
    1989); for two players, alternating offers (Ståhl, 1972; Rubinstein, 1982).
    """

    zero_sum = False

    def __init__(
        self,
        players: int = 3,
        worths: tuple[int, ...] = (6, 3, 1, 1, 6, 3, 3, 1, 6),
        rounds: int = 3,
        discount: float = 0.75,
        unanimity: bool = False,
    ) -> None:
        if not 2 <= players <= MOST_PLAYERS:
            raise InputError("negotiation.players", players=players, most=MOST_PLAYERS)
        items, rest = divmod(len(worths), players)
        fits = items and not rest and players**items <= MOST_OFFERS
        if not fits or min(worths) < 0 or max(worths) > MOST_WORTH:
            raise InputError(
                "negotiation.worths", worths="-".join(map(str, worths)),
                players=players, most=MOST_WORTH, offers=MOST_OFFERS,
            )  # fmt: skip
        if not 1 <= rounds <= MOST_ROUNDS:
            raise InputError("negotiation.rounds", rounds=rounds, most=MOST_ROUNDS)
        if not 0 < discount <= 1:
            raise InputError("negotiation.discount", discount=discount)
        self.players, self.worths, self.items, self.rounds = players, worths, items, rounds
        self.discount, self.unanimity = discount, unanimity
        self.offers, self.needed = players**items, players if unanimity else players // 2 + 1
        # After the last round everything is worth 0.
        self.factors = (*(float(discount**each) for each in range(rounds)), 0.0)
        self.totals = tuple(
            sum(worths[each * items : (each + 1) * items]) for each in range(players)
        )
        self.utility_bounds = (0, max(self.totals))

    def initial(self) -> State:
        """The first round, before the first offer."""
        return State(0, NOTHING, 0, 0)

    def player(self, state: State) -> int:
        """The proposer, who changes every round; or the next voter, in order from there."""
        return (state.round + state.yes + state.no) % self.players

    def actions(self, state: State) -> Iterator[int]:
        """Yes and then no; or all offers, first the one of all items to the first player."""
        if state.offer == NOTHING:
            yield from range(self.offers)
        else:
            yield YES
            yield NO

    def result(self, state: State, action: int) -> State:
        """The state with the offer, with one more vote, or in the next round if it failed."""
        if state.offer == NOTHING:
            return State(state.round, action, 1, 0)
        if action == YES:
            return State(state.round, state.offer, state.yes + 1, state.no)
        if state.no + 1 > self.players - self.needed:
            return State(state.round + 1, NOTHING, 0, 0)
        return State(state.round, state.offer, state.yes, state.no + 1)

    def is_terminal(self, state: State) -> bool:
        """Whether enough players have agreed, or no round is left."""
        return state.yes >= self.needed or state.round == self.rounds

    def utility(self, state: State, player: int) -> float:
        """The discounted value of a player's items."""
        return self.factors[state.round] * self.share(state.offer, player)

    def share(self, offer: int, player: int) -> int:
        """The value in the first round of the items that an offer assigns to a player."""
        worth = 0
        if offer != NOTHING:
            for item in range(self.items - 1, -1, -1):
                if offer % self.players == player:
                    worth += self.worths[player * self.items + item]
                offer //= self.players
        return worth

    def evaluate(self, state: State, player: int) -> float:
        """A fair share of all; with an offer, half of it and half of a fair share a round later."""
        fair = self.totals[player] / self.players
        if state.offer == NOTHING:
            return self.factors[state.round] * fair
        return (self.utility(state, player) + self.factors[state.round + 1] * fair) / 2

    # Notation and pictures.

    def player_name(self, player: int) -> str:
        """A, B, C, ..."""
        return ascii_uppercase[player]

    def action_name(self, state: State, action: int) -> str:
        """yes, no, or the recipients of the items in order: with ABA, B gets the second."""
        if action in (YES, NO):
            return "yes" if action == YES else "no"
        return "".join(ascii_uppercase[each] for each in self.recipients(action))

    def recipients(self, offer: int) -> tuple[int, ...]:
        """The recipient of each item."""
        return tuple(
            offer // self.players**place % self.players for place in range(self.items - 1, -1, -1)
        )

    def parse_action(self, state: State, text: str) -> int:
        """The inverse of `action_name`, in letters of either case."""
        if self.is_terminal(state):
            raise IllegalActionError("game.over", state=self.position(state))
        name = text.strip()
        offering = state.offer == NOTHING
        return super().parse_action(state, name.upper() if offering else name.lower())

    def position(self, state: State) -> str:
        """The round, the offer and the votes for and against: 1, or 2 ABA 1-0, or `none`."""
        if state.round == self.rounds:
            return "none"
        if state.offer == NOTHING:
            return str(state.round + 1)
        return f"{state.round + 1} {self.action_name(state, state.offer)} {state.yes}-{state.no}"

    def parse_position(self, text: str) -> State:
        """The inverse of `position`; the actions so far, as in "ABA no yes", are accepted too."""
        words = text.strip()
        if words.lower() == "none":
            return State(self.rounds, NOTHING, 0, 0)
        if not words[:1].isdigit():
            return super().parse_position(text)
        last = ascii_uppercase[self.players - 1]
        form = rf"(\d+)(?: ([A-{last}]{{{self.items}}}) (\d+)-(\d+))?"
        found = re.fullmatch(form, words.upper())
        if found is None or not 1 <= int(found[1]) <= self.rounds:
            raise InputError(
                "negotiation.malformed", position=text,
                rounds=self.rounds, items=self.items, last=last, example=last * self.items,
            )  # fmt: skip
        if found[2] is None:
            return State(int(found[1]) - 1, NOTHING, 0, 0)
        yes, no = int(found[3]), int(found[4])
        if not 1 <= yes <= self.needed or no > self.players - self.needed:
            raise InputError(
                "negotiation.votes", position=text,
                needed=self.needed, against=self.players - self.needed,
            )  # fmt: skip
        offer = 0
        for letter in found[2]:
            offer = self.players * offer + ascii_uppercase.index(letter)
        return State(int(found[1]) - 1, offer, yes, no)

    def diagram(self, state: State) -> Diagram:
        """A row for each player: what each item is worth to them, theirs if it is offered so."""
        owners = () if state.offer == NOTHING else self.recipients(state.offer)
        cells = tuple(
            Cell(
                row=player,
                column=item,
                name=f"{ascii_uppercase[player]}{item + 1}",
                mark=str(self.worths[player * self.items + item]),
                owner=player if owners and owners[item] == player else None,
            )
            for player in range(self.players)
            for item in range(self.items)
        )
        return Diagram("table", self.players, self.items, cells)

    def action_cells(self, state: State, action: int) -> tuple[int, ...]:
        """For an offer the cell of each item in the row of its recipient."""
        if action in (YES, NO):
            return ()
        owners = self.recipients(action)
        return tuple(owner * self.items + item for item, owner in enumerate(owners))

    def text(self, state: State) -> str:
        """A row for each player: the value of each item, those of the offer in brackets."""
        owners = () if state.offer == NOTHING else self.recipients(state.offer)
        wide = len(str(max(self.worths))) + 2
        lines = [self.position(state)]
        over = self.is_terminal(state)
        for player in range(self.players):
            own = self.worths[player * self.items : (player + 1) * self.items]
            cells = [
                f"[{worth}]" if owners and owners[item] == player else f"{worth} "
                for item, worth in enumerate(own)
            ]
            mover = ">" if not over and self.player(state) == player else " "
            row = "".join(f"{cell:>{wide}}" for cell in cells)
            lines.append(f"{mover} {ascii_uppercase[player]} {row}".rstrip())
        return "\n".join(lines)
