"""Time management: never more than the clock has, and something for each move."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from adversario.protocols.clock import allot


@given(
    left=st.floats(0.0, 10_000.0),
    increment=st.floats(0.0, 60.0),
    moves=st.none() | st.integers(1, 80),
    overhead=st.floats(0.0, 0.5),
)
def test_a_move_leaves_time_on_the_clock(
    left: float, increment: float, moves: int | None, overhead: float
) -> None:
    found = allot(left, increment, moves, overhead)
    assert 0 < found.enough <= found.most
    assert found.most <= max(0.001, left - 2 * overhead)


def test_a_game_without_increment_is_never_lost_by_time() -> None:
    left = 60.0
    for _ in range(300):
        left -= allot(left).most
        assert left > 0


def test_more_time_is_used_with_an_increment() -> None:
    assert allot(60.0, 2.0).enough > allot(60.0).enough
    assert allot(60.0, 0.0, 2).enough > allot(60.0).enough
