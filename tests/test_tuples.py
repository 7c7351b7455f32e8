from __future__ import annotations

from adversario.tuples import ordered, replaced


def test_one_item_is_replaced() -> None:
    assert replaced((1, 2, 3), 0, 9) == (9, 2, 3)
    assert replaced((1, 2, 3), 2, 9) == (1, 2, 9)


def test_items_are_put_in_order() -> None:
    assert ordered((3, 1, 2, 1)) == (1, 1, 2, 3)
    assert ordered(()) == ()
