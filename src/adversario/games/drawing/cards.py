"""Pictures of playing cards."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from adversario.games.drawing.grid import picture

BACK = "?"
"""The name of a card that is not seen."""

CHIP = "●"
FEW = 6
"""A hand of at most `FEW` cards is laid out side by side."""

SYMBOLS = {"c": "♣", "d": "♦", "s": "♠", "h": "♥"}
RED = "dh"

DICE = "⚀⚁⚂⚃⚄⚅"
PIPS = ("e", "ai", "aei", "acgi", "acegi", "abcghi")
"""The pips of each face, by the cells a to i of three columns of three."""

WIDTH, HEIGHT, STEP, MARGIN = 36, 50, 26, 10


def symbols(card: str) -> str:
    """The name of a card with the symbol of its suit: Q♠; a back and a rank alone as they are."""
    return card[:-1] + SYMBOLS[card[-1]] if len(card) > 1 else card


def cards_text(cards: Sequence[str]) -> str:
    """Cards side by side; backs are counted."""
    backs = sum(card == BACK for card in cards)
    seen = [symbols(card) for card in cards if card != BACK]
    return " ".join([*seen, f"{BACK}×{backs}"] if backs else seen) or "-"


def cards_svg(
    rows: Sequence[tuple[str, Sequence[str], Sequence[str]]], title: str, below: str = ""
) -> str:
    """A row for each player: the name, the cards on the table (empty texts: none), the hand.

    A ● in a hand is a chip. `below` is a line of text below the cards.
    """
    label = max((9 * len(name) for name, _, _ in rows), default=0) + 10
    left = label + MARGIN + max((len(table) for _, table, _ in rows), default=0) * (WIDTH + 6) + 14
    longest = max((len(hand) for _, _, hand in rows), default=0)
    width = left + max(STEP * (longest - 1) + WIDTH, (WIDTH + 6) * min(longest, FEW)) + MARGIN
    height = MARGIN + (HEIGHT + MARGIN) * max(len(rows), 1)
    drawn = ['<rect width="100%" height="100%" fill="white"/>']
    for row, (name, table, hand) in enumerate(rows):
        y = MARGIN + (HEIGHT + MARGIN) * row
        drawn.append(
            f'<text x="{MARGIN}" y="{y + HEIGHT // 2 + 5}" font-size="16">{escape(name)}</text>'
        )
        for place, card in enumerate(table):
            drawn.append(card_svg(card, label + MARGIN + (WIDTH + 6) * place, y))
        step = STEP if len(hand) > FEW else WIDTH + 6
        cards = [card for card in hand if card != CHIP]
        drawn += [card_svg(card, left + step * place, y) for place, card in enumerate(cards)]
        chips = range(len(hand) - len(cards))
        drawn += [
            _chip(left + step * len(cards) + 14 + 14 * place, y + HEIGHT - 10) for place in chips
        ]
    if below:
        drawn.append(f'<text x="{MARGIN}" y="{height + 6}" font-size="16">{escape(below)}</text>')
        height, width = height + 20, max(width, 2 * MARGIN + 9 * len(below))
    return picture(width, height, title.replace("\n", " / "), "".join(drawn))


def card_svg(card: str, x: int, y: int) -> str:
    """A card with its corner at a point: its face, its back, or the place of none; or a die."""
    if card and card in DICE:
        return _die(DICE.index(card), x, y + (HEIGHT - WIDTH) // 2)
    fill = "#fff" if card not in ("", BACK) else "none" if not card else "#35608a"
    dashes = "" if card else ' stroke-dasharray="3 3"'
    frame = (
        f'<rect x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}" rx="4" fill="{fill}" '
        f'stroke="#888"{dashes}/>'
    )
    if card in ("", BACK):
        return frame
    ink = "#b3261e" if card[-1] in RED and len(card) > 1 else "#1c1c1c"
    rank, suit = (card[:-1], SYMBOLS[card[-1]]) if len(card) > 1 else (card, "")
    return (
        f'{frame}<g fill="{ink}" font-size="15"><text x="{x + 4}" y="{y + 17}">{rank}</text>'
        f'<text x="{x + 4}" y="{y + 34}">{suit}</text></g>'
    )


def _die(face: int, x: int, y: int) -> str:
    """A die, its face counted from 0."""
    dots = "".join(
        f'<circle cx="{x + 9 * (1 + at // 3)}" cy="{y + 9 * (1 + at % 3)}" r="3.4" fill="#1c1c1c"/>'
        for at in ("abcdefghi".index(cell) for cell in PIPS[face])
    )
    square = f'<rect x="{x}" y="{y}" width="{WIDTH}" height="{WIDTH}" rx="7" fill="#fff"'
    return f'{square} stroke="#888"/>{dots}'


def _chip(x: int, y: int) -> str:
    return f'<circle cx="{x}" cy="{y}" r="8" fill="#d9a521" stroke="#7a5a0a"/>'
