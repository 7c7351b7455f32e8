"""The rules of hearts: the deal, the passing of three cards, thirteen tricks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from adversario import bits
from adversario.base.errors import InputError
from adversario.game import CHANCE, Game
from adversario.games.cards.hearts.deal import (
    DECK,
    HEARTS,
    NONE,
    PASSED,
    QUEEN_OF_SPADES,
    SUIT,
    TWO_OF_CLUBS,
    Play,
)
from adversario.tuples import replaced

STEPS = {"none": 0, "left": 1, "across": 2, "right": 3}
"""The number of places that a passed card moves, clockwise."""


class HeartsRules(Game[Play, int]):
    """What happens; notation and pictures are added in `game`."""

    players, zero_sum, chance, perfect_information = 4, False, True, False
    utility_bounds = (0, 26)

    def __init__(
        self,
        passing: Literal["none", "left", "across", "right"] = "none",
        queen_breaks: bool = False,
    ) -> None:
        if passing not in STEPS:
            raise InputError("hearts.options", passing=passing)
        self.passing, self.queen_breaks = passing, queen_breaks
        self.step = STEPS[passing]
        self.simultaneous = self.step > 0
        self.breaking = HEARTS | 1 << QUEEN_OF_SPADES if queen_breaks else HEARTS

    def initial(self) -> Play:
        """No card is dealt."""
        nothing, empty = (0, 0, 0, 0), (NONE, NONE, NONE, NONE)
        return Play(nothing, DECK, nothing, empty, NONE, NONE, 0, nothing, 0)

    def player(self, state: Play) -> int:
        """Chance deals, one card after another; then players pass, and play in turn."""
        return CHANCE if state.loose != 0 else state.turn

    def gone(self, state: Play) -> int:
        """The cards that were played."""
        one, two, three, four = state.hands
        return DECK & ~(one | two | three | four | state.loose)

    def room(self, state: Play, who: int) -> int:
        """The number of cards that a player has still to get."""
        played = state.tricks + int(state.table[who] != NONE)
        return 13 - played - bits.count(state.hands[who])

    def may_get(self, state: Play, who: int, suit: int) -> bool:
        """Whether a player has room, and has not shown to have none of a suit."""
        return not state.voids >> (4 * who + suit) & 1 and self.room(state, who) > 0

    def next_card(self, state: Play) -> int:
        """The card to be dealt: the lowest of the suit that the fewest players may get."""
        if state.voids == 0:
            return bits.lowest(state.loose)
        best, fewest = NONE, 5
        for suit in range(4):
            cards = state.loose & (SUIT << 13 * suit)
            takers = 0
            for who in range(4):
                takers += int(self.may_get(state, who, suit))
            if cards != 0 and takers < fewest:
                best, fewest = bits.lowest(cards), takers
        return best

    def chances(self, state: Play) -> Iterator[tuple[int, float]]:
        """The player who gets the next card, by the number of cards that they lack."""
        suit = self.next_card(state) // 13
        one, two = self.lack(state, 0, suit), self.lack(state, 1, suit)
        three, four = self.lack(state, 2, suit), self.lack(state, 3, suit)
        share = 1 / max(1, one + two + three + four)
        if one > 0:
            yield 0, one * share
        if two > 0:
            yield 1, two * share
        if three > 0:
            yield 2, three * share
        if four > 0:
            yield 3, four * share

    def lack(self, state: Play, who: int, suit: int) -> int:
        """The cards that a player has still to get, none of a suit that they showed to lack."""
        return 0 if state.voids >> (4 * who + suit) & 1 else self.room(state, who)

    def actions(self, state: Play) -> Iterator[int]:
        """The cards that may be passed, or played: suit is followed, hearts are led once broken.

        No points are played in the first trick, if that can be helped.
        """
        cards = self.playable(state)
        while cards:
            yield bits.lowest(cards)
            cards &= cards - 1

    def playable(self, state: Play) -> int:
        """The cards that the player to move may choose."""
        hand = state.hands[state.turn]
        if state.leader == NONE:
            return hand & ~state.passed[state.turn]
        if state.turn != state.leader:
            follow = hand & (SUIT << 13 * (state.table[state.leader] // 13))
            if follow != 0:
                return follow
            harmless = hand & ~(HEARTS | 1 << QUEEN_OF_SPADES)
            return harmless if state.tricks == 0 and harmless != 0 else hand
        if state.tricks == 0:
            return TWO_OF_CLUBS
        others = hand & ~HEARTS
        return hand if others == 0 or self.gone(state) & self.breaking != 0 else others

    def result(self, state: Play, action: int) -> Play:
        """A card is dealt to a player, passed, or played."""
        if state.loose != 0:
            return self.deal(state, action)
        return self.pass_card(state, action) if state.leader == NONE else self.play(state, action)

    def deal(self, state: Play, who: int) -> Play:
        """The next card goes to a player."""
        card = self.next_card(state)
        hands = replaced(state.hands, who, state.hands[who] | 1 << card)
        after = state._replace(hands=hands, loose=state.loose & ~(1 << card))
        if after.loose != 0 or state.leader != NONE:
            return after
        return self.begin(after) if self.step == 0 else after._replace(turn=self.passer(after))

    def passer(self, state: Play) -> int:
        """The first player who has not chosen all cards to pass, or NONE."""
        for who in range(4):
            if bits.count(state.passed[who]) < PASSED:
                return who
        return NONE

    def pass_card(self, state: Play, card: int) -> Play:
        """A card is chosen; with the last one, all passed cards change hands."""
        passed = replaced(state.passed, state.turn, state.passed[state.turn] | 1 << card)
        after = state._replace(passed=passed)
        turn = self.passer(after)
        if turn != NONE:
            return after._replace(turn=turn)
        hands = state.hands
        for who in range(4):
            kept = state.hands[who] & ~passed[who]
            hands = replaced(hands, who, kept | passed[(who - self.step) % 4])
        return self.begin(after._replace(hands=hands))

    def begin(self, state: Play) -> Play:
        """The player with the two of clubs leads to the first trick."""
        first = NONE
        for who in range(4):
            if state.hands[who] & TWO_OF_CLUBS != 0:
                first = who
        return state._replace(leader=first, turn=first)

    def play(self, state: Play, card: int) -> Play:
        """A card is played to the trick; the fourth one ends it."""
        turn, voids = state.turn, state.voids
        hands = replaced(state.hands, turn, state.hands[turn] & ~(1 << card))
        table = replaced(state.table, turn, card)
        led = table[state.leader] // 13
        if card // 13 != led:
            voids |= 1 << (4 * turn + led)
        following = (turn + 1) % 4
        after = state._replace(hands=hands, table=table, turn=following, voids=voids)
        return self.end_trick(after) if following == state.leader else after

    def end_trick(self, state: Play) -> Play:
        """The highest card of the suit led wins the trick and its points."""
        led = SUIT << 13 * (state.table[state.leader] // 13)
        winner, trick = state.leader, 0
        for who in range(4):
            card = state.table[who]
            trick |= 1 << card
            if led >> card & 1 and card > state.table[winner]:
                winner = who
        points = bits.count(trick & HEARTS) + 13 * int(trick & (1 << QUEEN_OF_SPADES) != 0)
        return state._replace(
            table=(NONE, NONE, NONE, NONE),
            leader=winner,
            turn=winner,
            tricks=state.tricks + 1,
            points=replaced(state.points, winner, state.points[winner] + points),
        )

    def is_terminal(self, state: Play) -> bool:
        """All tricks are played."""
        return state.tricks == 13

    def utility(self, state: Play, player: int) -> int:
        """26 less the points; if a player has all of them, 26 for that player and 0 for others."""
        for who in range(4):
            if state.points[who] == 26:
                return 26 if who == player else 0
        return 26 - state.points[player]

    def observation(
        self, state: Play, player: int
    ) -> tuple[int, int, tuple[int, ...], int, int, int, int, tuple[int, ...]]:
        """The player's own cards and those passed, and all that was played since."""
        turn = NONE if state.leader == NONE else state.turn
        hand = state.hands[player] if state.loose == 0 else 0
        return (
            hand, state.passed[player], state.table, state.leader, turn, self.gone(state),
            state.voids, state.points,
        )  # fmt: skip

    def conceal(self, state: Play, player: int) -> Play:
        """Others' cards are not dealt, except those that the player passed to one of them."""
        if state.loose != 0:
            return self.initial()
        own, given, gone = state.hands[player], state.passed[player], self.gone(state)
        hands: tuple[int, ...] = (0, 0, 0, 0)
        passed: tuple[int, ...] = (0, 0, 0, 0)
        hands = replaced(hands, player, own)
        passed = replaced(passed, player, given)
        if state.leader == NONE:
            after = state._replace(hands=hands, passed=passed, loose=DECK & ~own)
            return after._replace(turn=self.passer(after))
        if self.step != 0:
            hands = replaced(hands, (player + self.step) % 4, given & ~gone)
        loose = DECK & ~(own | given | gone) if self.step != 0 else DECK & ~(own | gone)
        return state._replace(hands=hands, passed=passed, loose=loose)
