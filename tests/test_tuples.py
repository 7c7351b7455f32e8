from __future__ import annotations

import pytest

from adversario.tuples import ordered, replaced


def test_one_item_is_replaced() -> None:
    assert replaced((1, 2, 3), 0, 9) == (9, 2, 3)
    assert replaced((1, 2, 3), 2, 9) == (1, 2, 9)
    assert replaced((1, 2, 3), -1, 9) == (1, 2, 9)


@pytest.mark.parametrize("index", [3, 100, -4])
def test_there_must_be_an_item_to_replace(index: int) -> None:
    with pytest.raises(IndexError):
        replaced((1, 2, 3), index, 9)


def test_items_are_put_in_order() -> None:
    assert ordered((3, 1, 2, 1)) == (1, 1, 2, 3)
    assert ordered(()) == ()
