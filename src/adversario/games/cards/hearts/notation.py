"""Positions of hearts in one line.

Cards of a set are written as spades, hearts, diamonds and clubs, as in `AQ.T9.K.2`; `-` is none.
A position is a list of fields: `1=` to `4=` for the hands, and, if there are any, `loose=` for the
cards that are not dealt, `passed=` for those chosen to be passed by each player, `table=` for the
trick (`-` for a player who has not played), `leader=` and `turn=`, `points=`, and `voids=` for what
players have shown not to have, as in `2h`: player 2 has no hearts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from adversario import bits
from adversario.games.cards.hearts.deal import DECK, NONE, RANKS, SUITS, Play, card_name

ORDER = "shdc"

FIELDS = ("1", "2", "3", "4", "loose", "passed", "table", "leader", "turn", "points", "voids")


def write_play(state: Play) -> str:
    """The position on one line."""
    return " ".join(f"{name}={value}" for name, value in _fields(state))


def _fields(state: Play) -> Iterator[tuple[str, str]]:
    for who, hand in enumerate(state.hands):
        yield str(who + 1), write_set(hand)
    if state.loose:
        yield "loose", write_set(state.loose)
    if any(state.passed):
        yield "passed", "/".join(map(write_set, state.passed))
    if max(state.table) != NONE:
        yield "table", "/".join("-" if each == NONE else card_name(each) for each in state.table)
    if state.leader != NONE:
        yield "leader", str(state.leader + 1)
    if state.turn != NONE:
        yield "turn", str(state.turn + 1)
    if any(state.points):
        yield "points", "-".join(map(str, state.points))
    if state.voids:
        places = (bit for bit in range(16) if state.voids >> bit & 1)
        yield "voids", ",".join(f"{bit // 4 + 1}{SUITS[bit % 4]}" for bit in places)


def write_set(cards: int) -> str:
    """The ranks of each suit, the highest first; - if there are none."""
    if not cards:
        return "-"
    suits = (cards >> 13 * SUITS.index(suit) for suit in ORDER)
    return ".".join("".join(RANKS[r] for r in reversed(range(13)) if s >> r & 1) for s in suits)


def read_play(text: str) -> Play:
    """The state of these fields; raises ValueError if they do not fit together."""
    fields = dict(word.split("=", 1) for word in text.split())
    if not fields.keys() <= set(FIELDS):
        raise ValueError(text)
    hands = tuple(read_set(fields[str(who)]) for who in range(1, 5))
    loose = read_set(fields.get("loose", "-"))
    passed = tuple(map(read_set, fields.get("passed", "-/-/-/-").split("/")))
    table = tuple(map(_read_card, fields.get("table", "-/-/-/-").split("/")))
    points = tuple(map(int, fields.get("points", "0-0-0-0").split("-")))
    gone = DECK & ~loose
    for hand in hands:
        gone &= ~hand
    played, here = bits.count(gone), sum(card != NONE for card in table)
    leader, turn = (int(fields.get(name, "0")) - 1 for name in ("leader", "turn"))
    known = bits.count(loose) + sum(map(bits.count, hands)) + played
    whole = (played - here) % 4 == 0 and known == 52 and here < 4
    lengths = len(passed) == len(table) == len(points) == 4
    on_table = all(card == NONE or gone >> card & 1 for card in table)
    if not (whole and lengths and on_table and min(leader, turn) >= -1 and max(leader, turn) < 4):
        raise ValueError(text)
    voids = 0
    for word in filter(None, fields.get("voids", "").split(",")):
        who, suit = int(word[0]) - 1, SUITS.index(word[1:])
        voids |= 1 << (4 * (0, 1, 2, 3).index(who) + suit)
    return Play(
        hands,
        loose,
        passed,
        table,
        leader,
        turn,
        (played - here) // 4,
        points,
        voids,
    )


def read_set(text: str) -> int:
    """The inverse of `write_set`."""
    if text == "-":
        return 0
    if not re.fullmatch(rf"[{RANKS}]*(?:\.[{RANKS}]*){{3}}", text):
        raise ValueError(text)
    cards = 0
    for suit, ranks in zip(ORDER, text.split("."), strict=True):
        for rank in ranks:
            cards |= 1 << (13 * SUITS.index(suit) + RANKS.index(rank))
    return cards


def _read_card(text: str) -> int:
    return NONE if text == "-" else read_card(text)


def read_card(text: str) -> int:
    """The card of that name; the suit may be a symbol."""
    name = text.strip()
    if len(name) != 2:
        raise ValueError(text)
    suit = "♣♦♠♥".find(name[1])
    return RANKS.index(name[0].upper()) + 13 * (suit if suit >= 0 else SUITS.index(name[1].lower()))
