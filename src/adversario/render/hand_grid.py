"""Starting hands as a grid of 13 by 13, as text: pairs on the diagonal, suited hands above it."""

from __future__ import annotations

from collections.abc import Mapping

RANKS = "AKQJT98765432"


def text_hand_grid(shares: Mapping[str, float | None]) -> str:
    """The share of each class (AA, AKs, AKo, ...) in percent; `.` for 0, blank where it is None."""
    rows = ["  " + " ".join(f"{rank:>3}" for rank in RANKS)]
    for row, high in enumerate(RANKS):
        cells = []
        for column, low in enumerate(RANKS):
            name = f"{high}{low}s" if column > row else f"{low}{high}o"
            cells.append(_cell(shares.get(high + low if row == column else name)))
        rows.append(f"{high} " + " ".join(cells))
    return "\n".join(row.rstrip() for row in rows)


def _cell(share: float | None) -> str:
    if share is None:
        return "   "
    percent = round(100 * share)
    return f"{percent:>3}" if percent else "  ."
