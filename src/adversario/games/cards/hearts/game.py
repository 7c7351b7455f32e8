"""Hearts as it is played: names, notation and the cards on the table."""

from __future__ import annotations

from adversario import bits
from adversario.base.appearance import USUAL, Appearance, Side
from adversario.base.board_diagram import Cell, Diagram
from adversario.base.catalogue import message
from adversario.base.errors import InputError
from adversario.games.cards.hearts.deal import NONE, Play, card_name, cards_of
from adversario.games.cards.hearts.notation import read_card, read_play, write_play
from adversario.games.cards.hearts.rules import HeartsRules
from adversario.games.drawing.cards import BACK, cards_svg, cards_text, symbols
from adversario.games.registry import register

PLACES = ("south", "west", "north", "east")
"""The players, clockwise."""


@register("hearts")
class Hearts(HeartsRules):
    """Four players take tricks and avoid points: each heart is one, the queen of spades 13."""

    def appearance(self) -> Appearance:
        """Players are named by their places."""
        names = (message(f"place.{place}") for place in PLACES)
        return Appearance(tuple(Side(name, USUAL[at]) for at, name in enumerate(names)))

    def points_so_far(self, state: Play) -> tuple[int, ...]:
        """The points of the tricks taken."""
        return state.points

    def action_name(self, state: Play, action: int) -> str:
        """The card, as Qs; in the deal the number of the player who gets it."""
        return str(action + 1) if state.loose else card_name(action)

    def parse_action(self, state: Play, text: str) -> int:
        """A card by its name, in either case, or with the symbol of its suit."""
        try:
            name = text if state.loose else card_name(read_card(text))
        except ValueError:
            name = text
        return super().parse_action(state, name)

    def position(self, state: Play) -> str:
        """All fields on one line."""
        return write_play(state)

    def parse_position(self, text: str) -> Play:
        """The inverse of `position`, or the state after the deal and the cards played so far."""
        if "=" not in text:
            return super().parse_position(text)
        try:
            state = read_play(text)
        except (ValueError, KeyError, IndexError):
            raise InputError("hearts.position", position=text) from None
        if write_play(state) != " ".join(text.split()) or not self.is_possible(state):
            raise InputError("hearts.position", position=text)
        return state

    def is_possible(self, state: Play) -> bool:
        """Whether the numbers of cards fit and a player can move."""
        rooms = [self.room(state, who) for who in range(4)]
        if state.loose:
            return min(rooms) >= 0 and state.tricks == 0
        if any(rooms) or state.tricks == 13:
            return not any(rooms)
        begun = state.leader != NONE or self.step > 0
        return begun and state.turn != NONE and self.playable(state) != 0

    def rows(self, state: Play) -> list[tuple[str, str, list[str]]]:
        """For each player: the name, the card on the table, the cards in hand, backs if unknown."""
        rows = []
        for who in range(4):
            table = "" if state.table[who] == NONE else card_name(state.table[who])
            hand = [card_name(card) for card in cards_of(state.hands[who])]
            hidden = [BACK] * self.room(state, who) if any(state.hands) else []
            rows.append((str(who + 1), table, hand + hidden))
        return rows

    def text(self, state: Play) -> str:
        """A line for each player: the points, the card on the table, the hand."""
        lines = []
        for who, (name, table, hand) in enumerate(self.rows(state)):
            lead = ">" if who == state.turn and not state.loose else " "
            shown = symbols(table) if table else "··"
            lines.append(f"{lead}{name}: [{shown}] {cards_text(hand)} ({state.points[who]})")
        return "\n".join(lines)

    def svg(self, state: Play) -> str:
        """The cards of all players, and those on the table."""
        rows = [(name, [table], hand) for name, table, hand in self.rows(state)]
        return cards_svg(rows, self.text(state))

    def diagram(self, state: Play) -> Diagram:
        """A row for each player: the card on the table, then the hand."""
        cells = []
        for who, (name, table, hand) in enumerate(self.rows(state)):
            cells.append(Cell(who, 0, f"{name}:", table, who))
            for at, card in enumerate(hand):
                cells.append(Cell(who, at + 1, f"{name}{at + 1}", card, who))
        return Diagram("cards", 4, 14, tuple(cells))

    def action_cells(self, state: Play, action: int) -> tuple[int, ...]:
        """The card in the hand of the player to move."""
        if state.loose or not bits.count(state.hands[state.turn] >> action & 1):
            return ()
        before = 0
        for who, (_, _, hand) in enumerate(self.rows(state)):
            if who == state.turn:
                return (before + 1 + hand.index(card_name(action)),)
            before += 1 + len(hand)
        return ()
