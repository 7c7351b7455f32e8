from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from adversario import bits

boards = st.integers(0, bits.ALL)
places = st.integers(0, 63)


@given(boards)
def test_bits_are_counted_and_found(board: int) -> None:
    indices = [index for index in range(64) if board >> index & 1]
    assert list(bits.indices(board)) == indices
    assert bits.count(board) == len(indices)
    assert bits.lowest(board) == (indices[0] if indices else 64)
    assert bits.highest(board) == (indices[-1] if indices else -1)


@given(boards, places)
def test_shifts_stay_within_64_bits(board: int, by: int) -> None:
    assert bits.left(board, by) == board * 2**by % 2**64
    assert bits.right(board, by) == board // 2**by
    assert bits.bit(by) == 2**by


@given(boards, boards)
def test_arithmetic_wraps_around(one: int, other: int) -> None:
    assert bits.add(one, other) == (one + other) % 2**64
    assert bits.subtract(one, other) == (one - other) % 2**64
    assert bits.multiply(one, other) == one * other % 2**64


@given(boards)
def test_the_inverse_has_all_the_other_bits(board: int) -> None:
    assert bits.invert(board) & board == 0
    assert bits.invert(board) | board == bits.ALL
    assert bits.invert(bits.invert(board)) == board
