from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from adversario import bits, tuples
from adversario.native.compiler import intrinsics

TOP = 1 << 63
BOARDS = [0, 1, TOP, bits.ALL, TOP | 1, 0x0101010101010101, *(Random(0).getrandbits(64) for _ in range(50))]  # fmt: skip  # noqa: E501


@pytest.mark.parametrize("name", ["count", "lowest", "highest", "invert"])
def test_functions_of_one_board_mean_the_same(name: str) -> None:
    for board in BOARDS:
        assert compiled(name, board) == getattr(bits, name)(board)


@pytest.mark.parametrize("name", ["left", "right"])
def test_shifts_mean_the_same(name: str) -> None:
    for board in BOARDS:
        for places in (0, 1, 7, 31, 32, 63):
            assert compiled(name, board, places) == getattr(bits, name)(board, places)


@pytest.mark.parametrize("name", ["add", "subtract", "multiply"])
def test_arithmetic_means_the_same(name: str) -> None:
    for one, other in zip(BOARDS, reversed(BOARDS), strict=True):
        assert compiled(name, one, np.uint64(other)) == getattr(bits, name)(one, other)


def test_single_bits_and_indices_mean_the_same() -> None:
    assert [intrinsics.bit(index) for index in range(64)] == [
        bits.bit(index) for index in range(64)
    ]
    for board in BOARDS:
        assert list(intrinsics.indices(np.uint64(board))) == list(bits.indices(board))


def test_tuples_mean_the_same() -> None:
    random = Random(1)
    for _ in range(50):
        items = tuple(random.randrange(5) for _ in range(4))
        assert intrinsics.ordered(items) == tuples.ordered(items)
        index = random.randrange(-4, 4)
        assert intrinsics.replaced(items, index, 9) == tuples.replaced(items, index, 9)


@pytest.mark.parametrize("index", [4, 1 << 40, -5])
def test_there_must_be_an_item_to_replace(index: int) -> None:
    with pytest.raises(IndexError):
        intrinsics.replaced((1, 2, 3, 4), index, 9)


def compiled(name: str, board: int, *others: Any) -> int:
    return int(getattr(intrinsics, name)(np.uint64(board), *others))
