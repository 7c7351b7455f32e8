"""Cards, starting hands and their 169 classes, as people write them.

A card is a number, `13 * suit + rank`, as in `native.kernels.cards.strength`; in text it is a rank
of `23456789TJQKA` and a suit of `cdhs`. A starting hand is a number from 0 to 1325, and a class
one from 0 to 168: AA, AKs, AKo, ... as text.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations

from adversario.base.errors import InputError
from adversario.native.kernels.cards.strength import CATEGORY, RANKS, strength

RANK_NAMES, SUIT_NAMES = "23456789TJQKA", "cdhs"
CARDS = 52
CATEGORIES = (
    "high_card", "pair", "two_pairs", "three", "straight", "flush", "full_house", "four",
    "straight_flush",
)  # fmt: skip


def card_name(card: int) -> str:
    """The card as text, such as `As`."""
    return RANK_NAMES[card % RANKS] + SUIT_NAMES[card // RANKS]


def parse_card(text: str) -> int | None:
    """The card that two letters name; None if they name none."""
    rank, suit = RANK_NAMES.find(text[:1].upper()), SUIT_NAMES.find(text[1:2].lower())
    return None if len(text) != len("As") or rank < 0 or suit < 0 else RANKS * suit + rank


def parse_cards(text: str, *, least: int = 0, most: int = CARDS) -> tuple[int, ...]:
    """The different cards of a text such as `As Kd 7h` or `AsKd7h`; InputError with a column."""
    found: list[int] = []
    at = 0
    while at < len(text):
        if text[at] in " ,":
            at += 1
            continue
        card = parse_card(text[at : at + 2])
        if card is None:
            raise InputError("holdem.card", text=text, column=at + 1, given=text[at : at + 2])
        if card in found:
            raise InputError("holdem.card_twice", text=text, column=at + 1, card=card_name(card))
        found.append(card)
        at += 2
    if not least <= len(found) <= most:
        raise InputError("holdem.cards_number", text=text, found=len(found), least=least, most=most)
    return tuple(found)


def set_of(cards: tuple[int, ...]) -> int:
    """The cards as a set of 52 bits."""
    return sum(1 << card for card in cards)


@cache
def starting_hands() -> tuple[tuple[int, int], ...]:
    """All 1326 hands of two cards, the higher rank first."""
    pairs = combinations(range(CARDS), 2)
    return tuple(sorted(_ordered(one, two) for one, two in pairs))


def _ordered(one: int, two: int) -> tuple[int, int]:
    return (one, two) if (one % RANKS, one) > (two % RANKS, two) else (two, one)


def hand_name(hand: int) -> str:
    """The two cards as text, such as `AsKd`."""
    one, two = starting_hands()[hand]
    return card_name(one) + card_name(two)


@cache
def class_names() -> tuple[str, ...]:
    """The 169 classes as text, from AA down, pairs before suited before offsuit of a row."""
    names = []
    for high in reversed(range(RANKS)):
        names.append(RANK_NAMES[high] * 2)
        for low in reversed(range(high)):
            names += [RANK_NAMES[high] + RANK_NAMES[low] + kind for kind in "so"]
    return tuple(names)


@cache
def class_of_hand() -> tuple[int, ...]:
    """The class of each starting hand."""
    numbers = {name: place for place, name in enumerate(class_names())}
    return tuple(numbers[_class_name(*hand)] for hand in starting_hands())


def _class_name(one: int, two: int) -> str:
    name = RANK_NAMES[one % RANKS] + RANK_NAMES[two % RANKS]
    if one % RANKS == two % RANKS:
        return name
    return name + ("s" if one // RANKS == two // RANKS else "o")


@cache
def hands_of_class() -> tuple[tuple[int, ...], ...]:
    """The starting hands of each class: 6 of a pair, 4 suited ones, 12 offsuit ones."""
    found: list[list[int]] = [[] for _ in class_names()]
    for hand, place in enumerate(class_of_hand()):
        found[place].append(hand)
    return tuple(map(tuple, found))


def category(cards: tuple[int, ...]) -> str:
    """The category of the best five of five to seven cards, one of CATEGORIES."""
    return CATEGORIES[strength(set_of(cards)) >> CATEGORY]
