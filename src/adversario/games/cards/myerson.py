"""Myerson's card game: one card, one raise, one player who knows more (Myerson, 1991, fig. 2.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from adversario.game import CHANCE, Game
from adversario.games.drawing.cards import cards_svg
from adversario.games.registry import register

NONE = -1
"""The card is not drawn, or no choice is made."""

BLACK, RED = 0, 1

PASS, GO_ON = 0, 1
"""Actions: to go on is to raise, or to meet the raise."""


class Pot(NamedTuple):
    """The card, which only the first player has seen, and both choices."""

    card: int
    raised: int
    met: int


@register("myerson")
class Myerson(Game[Pot, int]):
    """Both pay 1; the first player looks at a card, red or black, and may raise by 1."""

    chance, perfect_information = True, False
    utility_bounds = (-2, 2)

    def initial(self) -> Pot:
        """The card is not drawn."""
        return Pot(NONE, NONE, NONE)

    def player(self, state: Pot) -> int:
        """Chance draws, the first player raises or not, the second meets or not."""
        if state.card == NONE:
            return CHANCE
        return 0 if state.raised == NONE else 1

    def chances(self, state: Pot) -> Iterator[tuple[int, float]]:
        """Red and black, equally likely."""
        yield BLACK, 0.5
        yield RED, 0.5

    def actions(self, state: Pot) -> tuple[int, int]:
        """Pass, or raise or meet."""
        return PASS, GO_ON

    def result(self, state: Pot, action: int) -> Pot:
        """The card is drawn, or a choice is made."""
        if state.card == NONE:
            return state._replace(card=action)
        if state.raised == NONE:
            return Pot(state.card, action, NONE)
        return Pot(state.card, state.raised, action)

    def is_terminal(self, state: Pot) -> bool:
        """The first player passed, or the raise was answered."""
        return state.raised == PASS or state.met != NONE

    def utility(self, state: Pot, player: int) -> int:
        """Red wins for the first player and black for the second; an unmet raise wins 1."""
        won = 1 if state.card == RED else -1
        if state.raised == GO_ON:
            won = 2 * won if state.met == GO_ON else 1
        return won if player == 0 else -won

    def observation(self, state: Pot, player: int) -> Pot:
        """The second player does not see the card."""
        return state if player == 0 else state._replace(card=NONE)

    def conceal(self, state: Pot, player: int) -> Pot:
        """To the second player the card is not drawn."""
        return self.observation(state, player)

    def action_name(self, state: Pot, action: int) -> str:
        """The colour drawn, or the choice."""
        if state.card == NONE:
            return ("black", "red")[action]
        return "pass" if action == PASS else "raise" if state.raised == NONE else "meet"

    def position(self, state: Pot) -> str:
        """The card and the choices; - before."""
        words = [] if state.card == NONE else [("black", "red")[state.card]]
        if state.raised != NONE:
            words.append("raise" if state.raised == GO_ON else "pass")
        if state.met != NONE:
            words.append("meet" if state.met == GO_ON else "pass")
        return " ".join(words) or "-"

    def parse_position(self, text: str) -> Pot:
        """The inverse of `position`."""
        return super().parse_position("" if text.strip() == "-" else text)

    def text(self, state: Pot) -> str:
        """The card and the stakes."""
        card = "?" if state.card == NONE else ("black", "red")[state.card]
        one, two = ("o" * (1 + int(choice == GO_ON)) for choice in (state.raised, state.met))
        return f"1: [{card}] {one}\n2: {two}"

    def svg(self, state: Pot) -> str:
        """The card and the stakes."""
        card = "?" if state.card == NONE else ("♠", "♥")[state.card]
        one, two = (["●"] * (1 + int(choice == GO_ON)) for choice in (state.raised, state.met))
        return cards_svg([("1", [], [card, *one]), ("2", [], list(two))], self.text(state))
