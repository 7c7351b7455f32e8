"""The words of Gambit's files (`.nfg`, `.efg`): quoted names, numbers and braces."""

from __future__ import annotations

import re
from enum import Enum, auto
from typing import NamedTuple

from adversario.base.catalogue import message
from adversario.base.formats.json_text import shorten
from adversario.base.formats.literals import utility
from adversario.base.formats.source_text import SourceError, SourceText, SourceValue, Spot
from adversario.base.numbers import Number

_WORD = re.compile(
    r'(?P<space>[\s,]+)|(?P<quoted>"(?:[^"\\]|\\.)*")|(?P<brace>[{}])|(?P<plain>[^\s{},"]+)',
    re.DOTALL,
)


class Kind(Enum):
    """What a word is."""

    QUOTED = auto()
    BRACE = auto()
    PLAIN = auto()
    END = auto()


class Word(NamedTuple):
    """A word with its place; `text` is without quotes."""

    kind: Kind
    text: str
    spot: Spot


class GambitText:
    """A text of one of Gambit's formats, read word by word; commas are space.

    What is not as expected raises the error of the source, with line and column.
    """

    def __init__(self, source: SourceText) -> None:
        self.source = source
        self._words = _words(source)
        self._at = 0

    @property
    def here(self) -> Word:
        """The word to read next."""
        return self._words[self._at]

    def take(self) -> Word:
        """The word, which is then read; the end is never passed."""
        word = self.here
        if word.kind is not Kind.END:
            self._at += 1
        return word

    def header(self, format: str, version: str) -> str:  # noqa: A002
        """The title, after the format's name and version and the letter R or D."""
        for words, what in (((format,), format), ((version,), version), (("R", "D"), "R")):
            if self.here.kind is not Kind.PLAIN or self.here.text not in words:
                raise self.expected_error("word", word=what)
            self.take()
        return self.quoted().it

    def is_open(self) -> bool:
        """Whether a brace opens here."""
        return self._is_brace("{")

    def open(self) -> None:
        """Read `{`."""
        self._brace("{")

    def accept_close(self) -> bool:
        """Whether `}` is here, which is then read."""
        if found := self._is_brace("}"):
            self.take()
        return found

    def quoted(self) -> SourceValue[str]:
        """Read a name in quotes."""
        if self.here.kind is not Kind.QUOTED:
            raise self.expected_error("quoted")
        word = self.take()
        return SourceValue(word.spot, word.text)

    def skip_quoted(self) -> None:
        """Skip a name in quotes or a comment, if there is one."""
        if self.here.kind is Kind.QUOTED:
            self.take()

    def names(self) -> list[SourceValue[str]]:
        """Read names in braces."""
        self.open()
        names: list[SourceValue[str]] = []
        while not self.accept_close():
            names.append(self.quoted())
        return names

    def number(self) -> Number:
        """Read a number."""
        if self.here.kind is not Kind.PLAIN:
            raise self.expected_error("number")
        word = self.take()
        return utility(self.source, word.spot, word.text)

    def numbers(self) -> list[Number]:
        """Read numbers until the brace closes."""
        numbers: list[Number] = []
        while not self.accept_close():
            numbers.append(self.number())
        return numbers

    def whole(self) -> SourceValue[int]:
        """Read a whole number from 0."""
        word = self.here
        if word.kind is not Kind.PLAIN or not re.fullmatch("[0-9]{1,9}", word.text):
            raise self.expected_error("whole")
        self.take()
        return SourceValue(word.spot, int(word.text))

    def end(self) -> None:
        """Raise the error unless the text ends here."""
        if self.here.kind is not Kind.END:
            raise self.expected_error("end")

    def expected_error(self, what: str, **details: object) -> SourceError:
        """The error of finding something else than expected."""
        here = self.here
        found = message("text.end") if here.kind is Kind.END else f"'{shorten(here.text)}'"
        expected = message(f"gambit.expected.{what}", **details)
        return self.source.error(here.spot, "gambit.expected", expected=expected, found=found)

    def _is_brace(self, brace: str) -> bool:
        return self.here.kind is Kind.BRACE and self.here.text == brace

    def _brace(self, brace: str) -> None:
        if not self._is_brace(brace):
            raise self.expected_error("word", word=brace)
        self.take()


def write_quoted(name: str) -> str:
    """The name in quotes, as `GambitText.quoted` reads it."""
    return '"' + re.sub(r'(["\\])', r"\\\1", name) + '"'


def write_names(names: tuple[str, ...]) -> str:
    """The names in braces."""
    return f"{{ {' '.join(map(write_quoted, names))} }}"


def _words(source: SourceText) -> list[Word]:
    words: list[Word] = []
    at = 0
    while at < len(source.text):
        match = _WORD.match(source.text, at)
        if match is None:
            raise source.error(Spot(at), "gambit.unclosed")
        text, kind = match.group(), (match.lastgroup or "").upper()
        if kind == "QUOTED":
            text = re.sub(r"\\(.)", r"\1", text[1:-1], flags=re.DOTALL)
        if kind != "SPACE":
            words.append(Word(Kind[kind], text, Spot(at)))
        at = match.end()
    return [*words, Word(Kind.END, "", Spot(len(source.text)))]
