"""Damage to bytes: what disks, transfers, editors and bad luck do to a file."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum
from random import Random
from typing import NamedTuple


class Effect(Enum):
    """What a mutation does to the meaning of a file."""

    SAME = "the file means the same: the answer must be the same"
    DAMAGED = "the file is not what was written: refuse it, or answer rightly"
    FREE = "the file may mean something else: refuse it, or answer"


class Mutant(NamedTuple):
    """A changed file: what was done, and what that means."""

    title: str
    data: bytes
    effect: Effect = Effect.FREE


Damage = Callable[[bytes, Random], bytes]

NUMBERS = (
    b"0", b"-1", b"1", b"2147483648", b"-2147483649", b"9223372036854775807",
    b"9223372036854775808", b"-9223372036854775809", b"18446744073709551616", b"1e308", b"-1e308",
    b"1e309", b"1e-324", b"5e-324", b"1e999999999", b"1e-999999999", b"NaN", b"Infinity",
    b"-Infinity", b"nan", b"inf", b"-0", b"-0.0", b"00", b"0x10", b"1_000", b"1/0", b"1/3", b"0/0",
    b"9" * 400, b"9" * 5000, b"0." + b"3" * 5000, b"\xd9\xa3", b"1e", b".", b"+1", b"1e5",
)  # fmt: skip
NUMBER = re.compile(rb"-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?")


def cut_end(data: bytes, random: Random) -> bytes:
    return data[: random.randrange(len(data))]


def cut_start(data: bytes, random: Random) -> bytes:
    return data[random.randrange(1, len(data) + 1) :]


def cut_middle(data: bytes, random: Random) -> bytes:
    start, end = _chunk(data, random)
    return data[:start] + data[end:]


def repeat_chunk(data: bytes, random: Random) -> bytes:
    start, end = _chunk(data, random)
    return data[:end] + data[start:end] * random.choice((1, 1, 2, 50)) + data[end:]


def move_chunk(data: bytes, random: Random) -> bytes:
    start, end = _chunk(data, random)
    rest = data[:start] + data[end:]
    at = random.randrange(len(rest) + 1)
    return rest[:at] + data[start:end] + rest[at:]


def copy_chunk_over(data: bytes, random: Random) -> bytes:
    start, end = _chunk(data, random)
    at = random.randrange(len(data))
    return data[:at] + data[start:end] + data[at + end - start :]


def flip_bits(data: bytes, random: Random) -> bytes:
    changed = bytearray(data)
    for _ in range(random.choice((1, 1, 2, 8))):
        changed[random.randrange(len(data))] ^= 1 << random.randrange(8)
    return bytes(changed)


def overwrite(data: bytes, random: Random) -> bytes:
    start, end = _chunk(data, random, most=16)
    return data[:start] + random.randbytes(end - start) + data[end:]


def zero(data: bytes, random: Random) -> bytes:
    start, end = _chunk(data, random)
    return data[:start] + bytes(end - start) + data[end:]


def insert(data: bytes, random: Random) -> bytes:
    at = random.randrange(len(data) + 1)
    return data[:at] + random.randbytes(random.randrange(1, 16)) + data[at:]


def append(data: bytes, random: Random) -> bytes:
    return data + random.choice((b"\0", b"\n", b"}", b"]", data, random.randbytes(9)))


def replace_number(data: bytes, random: Random) -> bytes:
    found = list(NUMBER.finditer(data))
    if not found:
        return insert(data, random)
    place = random.choice(found)
    return data[: place.start()] + random.choice(NUMBERS) + data[place.end() :]


def replace_all_numbers(data: bytes, random: Random) -> bytes:
    number = random.choice(NUMBERS)
    return NUMBER.sub(lambda _: number, data)


def empty(data: bytes, random: Random) -> bytes:
    return random.choice((b"", b"\n", b" ", b"\0", b"{}", b"[]", b"null", b"PK", b"ADVTABLE"))


DAMAGES: tuple[Damage, ...] = (
    cut_end, cut_start, cut_middle, repeat_chunk, move_chunk, copy_chunk_over, flip_bits, flip_bits,
    overwrite, zero, insert, append, replace_number, replace_number, replace_number,
    replace_all_numbers, empty,
)  # fmt: skip


def damaged(data: bytes, random: Random, *, sealed: bool) -> Mutant:
    """The bytes with one to three damages; a file with a checksum must be refused then."""
    titles = []
    changed = data
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        damage = random.choice(DAMAGES)
        if changed:
            changed = damage(changed, random)
            titles.append(damage.__name__)
    effect = Effect.SAME if changed == data else Effect.DAMAGED if sealed else Effect.FREE
    return Mutant(", ".join(titles), changed, effect)


def _chunk(data: bytes, random: Random, most: int | None = None) -> tuple[int, int]:
    start = random.randrange(len(data))
    length = random.randrange(1, 1 + min(most or len(data), len(data) - start))
    return start, start + length
