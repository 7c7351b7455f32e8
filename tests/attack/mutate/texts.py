"""Changes to texts: what editors, systems and encodings make of them, and lines in disorder."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.attack.mutate.damage import Effect, Mutant

ODD_BYTES = (
    b"\0", b"\xff", b"\xc3\x28", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\x1b[31m", b"\r",
    b"\x85", "\u2028".encode(), "\u202e".encode(), "\ufeff".encode(), b"\x0c", b"\t",
    "é".encode("latin-1"), "🂡".encode(), b"\x7f", b"\\ud800",
)  # fmt: skip


def add_mark(text: bytes, random: Random) -> Mutant:
    return Mutant("byte order mark", b"\xef\xbb\xbf" + text, Effect.SAME)


def end_lines_as_windows(text: bytes, random: Random) -> Mutant:
    return Mutant("CRLF", text.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"), Effect.SAME)


def recode(text: bytes, random: Random) -> Mutant:
    coding = random.choice(("utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-7", "cp037"))
    return Mutant(coding, text.decode("utf-8", "replace").encode(coding, "replace"))


def insert_odd_bytes(text: bytes, random: Random) -> Mutant:
    at, odd = random.randrange(len(text) + 1), random.choice(ODD_BYTES)
    return Mutant(f"insert {odd!r}", text[:at] + odd + text[at:])


def lengthen(text: bytes, random: Random) -> Mutant:
    at = random.randrange(len(text) + 1)
    piece = random.choice((b"a", b"(", b"[", b"{", b'"', b" ", b"\n", b"-", b"1", b",", b"."))
    times = random.choice((300, 5_000, 100_000))
    return Mutant(f"{times} times {piece!r}", text[:at] + piece * times + text[at:])


def disorder_lines(text: bytes, random: Random) -> Mutant:
    lines = text.splitlines(keepends=True)
    what = random.choice(("drop", "repeat", "shuffle", "reverse", "join"))
    at = random.randrange(len(lines)) if lines else 0
    if what == "drop":
        lines[at : at + 1] = []
    elif what == "repeat":
        lines[at:at] = lines[at : at + 1] * random.choice((1, 40))
    elif what == "shuffle":
        random.shuffle(lines)
    elif what == "reverse":
        lines.reverse()
    else:
        lines = [line.rstrip(b"\n") for line in lines]
    return Mutant(f"{what} lines", b"".join(lines))


CHANGES: tuple[Callable[[bytes, Random], Mutant], ...] = (
    add_mark, end_lines_as_windows, recode, insert_odd_bytes, insert_odd_bytes, insert_odd_bytes,
    lengthen, lengthen, disorder_lines, disorder_lines,
)  # fmt: skip


def changed_text(text: bytes, random: Random) -> Mutant:
    """The text with one change."""
    return random.choice(CHANGES)(text, random)
