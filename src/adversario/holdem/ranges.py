"""Ranges of starting hands, as people write them: `QQ+, AKs, A5s-A2s, 76s, 55-99:0.5`.

    range = item {"," item}        item = hands [":" weight]
    hands = hand | hand "+" | hand "-" hand | two cards, such as AhKh | "*", all hands
    hand  = two ranks, and "s" (suited) or "o" (offsuit) or neither (both); a pair has neither

`QQ+` is every pair from queens up; `ATs+` is AT, AJ, AQ and AK suited: the second card rises until
it is below the first. `A5s-A2s` varies the second card, `JTs-87s` both. A weight is from 0 to 1; a
hand that is named twice has the weight named last.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from adversario.base.errors import InputError
from adversario.holdem.cards import (
    RANK_NAMES,
    class_names,
    hands_of_class,
    parse_card,
    starting_hands,
)

ITEM = re.compile(r"[^,]+")
SHAPE = re.compile(r"^([2-9TJQKA])([2-9TJQKA])([so]?)$", re.IGNORECASE)


class Shape(NamedTuple):
    """Starting hands of two ranks, the higher first; kinds: which of `s` and `o`, "" for a pair."""

    high: int
    low: int
    kinds: str

    @property
    def gap(self) -> int:
        """The distance of the ranks, 0 for a pair."""
        return self.high - self.low


def parse_range(text: str) -> tuple[float, ...]:
    """The weight of each of the 1326 starting hands; InputError with the column of a mistake."""
    weights = [0.0] * len(starting_hands())
    found = False
    for item in ITEM.finditer(text):
        if not item[0].strip():
            raise _mistake("holdem.range_empty", text, item.start())
        found = True
        column = item.start() + len(item[0]) - len(item[0].lstrip())
        words, colon, weight = item[0].strip().partition(":")
        share = _weight(text, weight, column + len(words) + 1) if colon else 1.0
        for hand in _hands(text, words.strip(), column):
            weights[hand] = share
    if not found or text.rstrip().endswith(","):
        raise _mistake("holdem.range_empty", text, len(text))
    return tuple(weights)


def _weight(text: str, given: str, column: int) -> float:
    try:
        weight = float(given)
    except ValueError:
        weight = -1.0
    if not 0 <= weight <= 1:
        raise _mistake("holdem.range_weight", text, column, given=given.strip())
    return weight


def _hands(text: str, words: str, column: int) -> Iterator[int]:
    """The starting hands of an item, without its weight."""
    if words == "*":
        yield from range(len(starting_hands()))
        return
    two_cards = len("AhKh")
    if len(words) == two_cards and (one := parse_card(words[:2])) is not None:
        two = parse_card(words[2:])
        hands = starting_hands()
        if two is None or one == two:
            raise _mistake("holdem.range_hand", text, column, given=words)
        yield hands.index((one, two) if (one, two) in hands else (two, one))
        return
    first, dash, last = words.partition("-")
    if dash:
        shapes = _between(text, words, column, first.strip(), last.strip())
    elif words.endswith("+"):
        shapes = _upwards(_shape(text, words[:-1], column))
    else:
        shapes = [_shape(text, words, column)]
    for shape in shapes:
        yield from _hands_of_shape(shape)


def _shape(text: str, words: str, column: int) -> Shape:
    match = SHAPE.match(words)
    if match is None:
        raise _mistake("holdem.range_hand", text, column, given=words)
    low, high = sorted(RANK_NAMES.index(match[place].upper()) for place in (1, 2))
    if high == low:
        if match[3]:
            raise _mistake("holdem.range_pair", text, column, given=words)
        return Shape(high, low, "")
    return Shape(high, low, match[3].lower() or "so")


def _upwards(start: Shape) -> list[Shape]:
    if start.gap == 0:
        return [Shape(rank, rank, "") for rank in range(start.high, len(RANK_NAMES))]
    return [Shape(start.high, low, start.kinds) for low in range(start.low, start.high)]


def _between(text: str, words: str, column: int, first: str, last: str) -> list[Shape]:
    one = _shape(text, first, column)
    two = _shape(text, last, column + words.rindex(last) if last else column + len(words))
    low, high = sorted((one, two))
    if one.kinds == two.kinds and low.high == high.high and low.gap and high.gap:
        return [Shape(low.high, rank, low.kinds) for rank in range(low.low, high.low + 1)]
    if one.kinds == two.kinds and low.gap == high.gap:
        steps = range(high.high - low.high + 1)
        return [Shape(low.high + step, low.low + step, low.kinds) for step in steps]
    raise _mistake("holdem.range_ends", text, column, given=words)


def _hands_of_shape(shape: Shape) -> Iterator[int]:
    name = RANK_NAMES[shape.high] + RANK_NAMES[shape.low]
    for kind in shape.kinds or [""]:
        yield from hands_of_class()[class_names().index(name + kind)]


def _mistake(id: str, text: str, column: int, **details: object) -> InputError:  # noqa: A002
    return InputError(id, text=text, column=column + 1, **details)
