"""Goofspiel, the game of pure strategy: prizes are won by cards that both players show at once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from adversario.base.errors import InputError
from adversario.game import CHANCE, Game
from adversario.games.drawing.cards import BACK, cards_svg
from adversario.games.registry import register

NONE = -1
"""No prize on the table, no card chosen."""

RANKS = "A23456789TJQK"

FIELDS = re.compile(
    rf"([{RANKS}]+|-) ([{RANKS}]+|-) ([{RANKS}]+|-) ([{RANKS}]|-) (\d+)-(\d+)(?: ([{RANKS}]))?"
)
"""Both hands, the prizes not shown, the prize on the table, the points, the card chosen."""


class Bidding(NamedTuple):
    """The cards left, as bits; the second player is asked last, and does not see `chosen`."""

    hands: tuple[int, int]
    prizes: int
    """Those that are not shown yet."""
    prize: int
    chosen: int
    points: tuple[int, int]


@register("goofspiel")
class Goofspiel(Game[Bidding, int]):
    """Each prize goes to the higher card; of equal cards, to neither. Every card is played once."""

    simultaneous = True

    def __init__(
        self, cards: int = 5,
        order: Literal["random", "ascending", "descending"] = "random",
        score: Literal["result", "difference"] = "result",
    ) -> None:  # fmt: skip
        if (
            not 2 <= cards <= len(RANKS)
            or order not in ("random", "ascending", "descending")
            or score not in ("result", "difference")
        ):
            raise InputError("goofspiel.options", cards=cards, order=order, score=score)
        self.cards, self.order, self.score = cards, order, score
        self.chance = order == "random"
        self.counts_points = score == "difference"
        total = cards * (cards + 1) // 2
        self.utility_bounds = (-total, total) if self.counts_points else (-1, 1)
        self.sequence = tuple(  # prizes in their order, unless it is random
            range(cards) if order == "ascending" else reversed(range(cards))
        )

    def initial(self) -> Bidding:
        """All cards are there; the first prize is on the table, unless it is drawn."""
        every = (1 << self.cards) - 1
        return self.show_prize(Bidding((every, every), every, NONE, NONE, (0, 0)))

    def show_prize(self, state: Bidding) -> Bidding:
        """The next prize on the table, unless it is drawn."""
        if not self.chance:
            for card in self.sequence:
                if state.prizes >> card & 1:
                    return state._replace(prizes=state.prizes & ~(1 << card), prize=card)
        return state

    def player(self, state: Bidding) -> int:
        """Chance draws the prize, then the first player chooses, then the second."""
        if state.prize == NONE:
            return CHANCE
        return 0 if state.chosen == NONE else 1

    def chances(self, state: Bidding) -> Iterator[tuple[int, float]]:
        """The prizes that are left, equally likely."""
        left = 0
        for card in range(self.cards):
            left += state.prizes >> card & 1
        for card in range(self.cards):
            if state.prizes >> card & 1:
                yield card, 1 / left

    def actions(self, state: Bidding) -> Iterator[int]:
        """The cards in hand."""
        hand = state.hands[0] if state.chosen == NONE else state.hands[1]
        for card in range(self.cards):
            if hand >> card & 1:
                yield card

    def result(self, state: Bidding, action: int) -> Bidding:
        """A prize is drawn, a card is chosen, or both cards are shown and the prize is won."""
        (first, second), prizes, prize, chosen, (one, two) = state
        if prize == NONE:
            return state._replace(prizes=prizes & ~(1 << action), prize=action)
        if chosen == NONE:
            return state._replace(chosen=action)
        one += prize + 1 if chosen > action else 0
        two += prize + 1 if chosen < action else 0
        hands = first & ~(1 << chosen), second & ~(1 << action)
        return self.show_prize(Bidding(hands, prizes, NONE, NONE, (one, two)))

    def is_terminal(self, state: Bidding) -> bool:
        """All cards are played."""
        return state.hands[1] == 0

    def utility(self, state: Bidding, player: int) -> int:
        """1 to the player with more points and -1 to the other, or the difference in points."""
        lead = state.points[player] - state.points[1 - player]
        return lead if self.counts_points else int(lead > 0) - int(lead < 0)

    def observation(self, state: Bidding, player: int) -> Bidding:
        """All but the card that waits for the other."""
        return state._replace(chosen=NONE)

    def conceal(self, state: Bidding, player: int) -> Bidding:
        """The first player has not chosen."""
        return state._replace(chosen=NONE)

    def action_name(self, state: Bidding, action: int) -> str:
        """The rank of the card or of the prize."""
        return RANKS[action]

    def card_names(self, cards: int) -> str:
        """The ranks of a set of cards; - if there are none."""
        return "".join(RANKS[card] for card in range(self.cards) if cards >> card & 1) or "-"

    def position(self, state: Bidding) -> str:
        """Both hands, the prizes not shown, the prize, the points, and the card that waits."""
        prize = "-" if state.prize == NONE else RANKS[state.prize]
        waits = "" if state.chosen == NONE else f" {RANKS[state.chosen]}"
        one, two = state.points
        sets = " ".join(self.card_names(cards) for cards in (*state.hands, state.prizes))
        return f"{sets} {prize} {one}-{two}{waits}"

    def parse_position(self, text: str) -> Bidding:
        """The inverse of `position`, or the state after prizes drawn and cards played, in order."""
        words = " ".join(text.split())
        if not re.search(r"\d-\d", words):
            return super().parse_position(text)
        found = FIELDS.fullmatch(words)
        if found is None:
            raise InputError("goofspiel.position", position=text)
        state = self.read_fields(*found.groups())
        if self.position(state) != words or not self.is_possible(state):
            raise InputError("goofspiel.position", position=text)
        return state

    def read_fields(
        self, first: str, second: str, prizes: str, prize: str, one: str, two: str,
        chosen: str | None,
    ) -> Bidding:  # fmt: skip
        """The state that is written so."""
        sets = [sum({1 << RANKS.index(c) for c in word if c != "-"}) for word in (first, second)]
        left = sum({1 << RANKS.index(c) for c in prizes if c != "-"})
        shown = NONE if prize == "-" else RANKS.index(prize)
        waits = NONE if chosen is None else RANKS.index(chosen)
        return Bidding((sets[0], sets[1]), left, shown, waits, (int(one), int(two)))

    def is_possible(self, state: Bidding) -> bool:
        """Whether the numbers of cards, the prize and the points agree."""
        shown = 0 if state.prize == NONE else 1 << state.prize
        rounds = state.hands[0].bit_count()
        every = (1 << self.cards) - 1
        gone = every & ~(state.prizes | shown)
        points = sum(card + 1 for card in range(self.cards) if gone >> card & 1)
        return (
            state.hands[1].bit_count() == rounds == (state.prizes | shown).bit_count()
            and max(state.hands[0], state.hands[1], state.prizes | shown) <= every
            and not state.prizes & shown
            and self.is_next(state.prizes, state.prize)
            and (state.chosen == NONE or (shown > 0 and state.hands[0] >> state.chosen & 1 == 1))
            and sum(state.points) <= points
        )

    def is_next(self, prizes: int, prize: int) -> bool:
        """Whether a prize, or none, may be on the table while these are not shown."""
        if self.chance:
            return True
        every = [card for card in self.sequence if prizes >> card & 1]
        if prize == NONE:
            return not every
        place = self.sequence.index(prize)
        return every == list(self.sequence[place + 1 :])

    def text(self, state: Bidding) -> str:
        """The prize, the cards left and the points of each player."""
        prize = "?" if state.prize == NONE else RANKS[state.prize]
        left = self.card_names(state.prizes)
        rows = [
            f"{who + 1}: {self.card_names(state.hands[who])} ({state.points[who]})"
            for who in (0, 1)
        ]
        return "\n".join([f"[{prize}] {left}", *rows])

    def svg(self, state: Bidding) -> str:
        """The prize and those not shown, the hands of both and their points."""
        hands = [[RANKS[c] for c in range(self.cards) if h >> c & 1] for h in state.hands]
        prize = "" if state.prize == NONE else RANKS[state.prize]
        left = [BACK] * state.prizes.bit_count() if self.chance else list(self.sequence_left(state))
        rows = [("", [prize], left)]
        waits = [BACK if state.chosen != NONE else "", ""]
        for who, hand in enumerate(hands):
            rows.append((f"{who + 1} ({state.points[who]})", [waits[who]], hand))
        return cards_svg(rows, self.text(state))

    def sequence_left(self, state: Bidding) -> Iterator[str]:
        """The ranks of the prizes not shown, in their order."""
        for card in self.sequence:
            if state.prizes >> card & 1:
                yield RANKS[card]
