"""Pictures of playing cards."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from adversario.games.drawing.grid import picture

BACK = "?"
"""The name of a card that is not seen."""

SYMBOLS = {"c": "♣", "d": "♦", "s": "♠", "h": "♥"}
RED = "dh"

WIDTH, HEIGHT, STEP, MARGIN, LABEL = 36, 50, 26, 10, 26


def symbols(card: str) -> str:
    """The name of a card with the symbol of its suit: Q♠; a back and a rank alone as they are."""
    return card[:-1] + SYMBOLS[card[-1]] if len(card) > 1 else card


def cards_text(cards: Sequence[str]) -> str:
    """Cards side by side; backs are counted."""
    backs = sum(card == BACK for card in cards)
    seen = [symbols(card) for card in cards if card != BACK]
    return " ".join([*seen, f"{BACK}×{backs}"] if backs else seen) or "-"


def cards_svg(rows: Sequence[tuple[str, Sequence[str], Sequence[str]]], title: str) -> str:
    """A row for each player: the name, the cards on the table (empty texts: none), the hand."""
    left = LABEL + MARGIN + max((len(table) for _, table, _ in rows), default=0) * (WIDTH + 6) + 14
    longest = max((len(hand) for _, _, hand in rows), default=0)
    width = left + STEP * max(longest - 1, 0) + WIDTH + MARGIN
    height = MARGIN + (HEIGHT + MARGIN) * max(len(rows), 1)
    drawn = ['<rect width="100%" height="100%" fill="white"/>']
    for at, (name, table, hand) in enumerate(rows):
        y = MARGIN + (HEIGHT + MARGIN) * at
        drawn.append(
            f'<text x="{MARGIN}" y="{y + HEIGHT // 2 + 5}" font-size="16">{escape(name)}</text>'
        )
        for place, card in enumerate(table):
            drawn.append(card_svg(card, LABEL + MARGIN + (WIDTH + 6) * place, y))
        drawn += [card_svg(card, left + STEP * place, y) for place, card in enumerate(hand)]
    return picture(width, height, title.replace("\n", " / "), "".join(drawn))


def card_svg(card: str, x: int, y: int) -> str:
    """A card with its corner at a point: its face, its back, or the place of none."""
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
