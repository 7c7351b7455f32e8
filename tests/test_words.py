"""Words that pages and docstrings avoid, with what to write instead (see CONTRIBUTING.md).

Run this file to see what is left in the docstrings of each folder.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "adversario"
PAGES = sorted(
    [
        ROOT / "README.md",
        *(ROOT / name for name in ("CHANGELOG.md", "CODE_OF_CONDUCT.md", "SECURITY.md")),
        *(page for page in (ROOT / "docs").rglob("*.md") if "es" not in page.parts),
    ]
)
PAGES.remove(ROOT / "docs" / "rules.md")  # the rules as players read them, from the catalogue

ROOMS = sorted(path.name for path in SOURCE.iterdir() if path.suffix == ".py" or path.is_dir())
"""The modules and folders of the package, all of whose docstrings keep to these words."""


class Avoid(NamedTuple):
    """A pattern, and what to write instead."""

    pattern: re.Pattern[str]
    instead: str


def avoid(pattern: str, instead: str) -> Avoid:
    return Avoid(re.compile(pattern, re.IGNORECASE), instead)


PREPOSITIONS = "against|as|by|for|from|of|than|to|what|where|with"
WORDS = (
    avoid(r"(?<!player )(?<!players )\bwho moves?\b", "the player to move"),
    avoid(rf"\b(?:{PREPOSITIONS}) who\b", "for readers who ..."),
    avoid(r"\bso (?:many|much)\b", "`n`, at most `n` pieces, a number"),
    avoid(r"\b(?:whoever|nobody|somebody|anybody|everybody)\b", "the player, the opponent, users"),
    avoid(r"\b(?:tells?|told|telling)\b", "returns, reports, prints"),
    avoid(r"\bgives\b|\bgave\b", "returns"),
    avoid(r"\b(?:stands?|stood|standing)\b(?! (?:for|pat)\b)", "is, are"),
    avoid(r"\b(?:holds?|held)\b.{1,40}\bfor (?:a|an|equally|perfect)\b", "considers"),
    avoid(
        r"\b(?:takes?|took|taken) (?:it|them|him|others|(?:the|a|every|its|all) \w+)"
        r" for (?:a|an|ones?|what|perfect|random)\b",
        "considers, mistakes for",
    ),
    avoid(r"\banew\b|\bgo(?:es|ne|ing)? on with\b", "again, resumed"),
    avoid(r"\bto be had\b", "if ... is installed"),
    avoid(r"\bevery now and then\b|\bin no time\b", "periodically, quickly"),
    avoid(r"\bof nature's\b", "of a chance node"),
    avoid(r"\btimes (?:of|in) (?:a )?(?:100|hundred)\b", "a 95 % interval"),
)
SAME = avoid(r"\AThe same\b[^.]*\.\Z", "repeat the noun: docstrings are read out of order")


def wrong(text: str, words: tuple[Avoid, ...] = WORDS) -> list[str]:
    """What is to be avoided in a text, each with what to write instead."""
    flat = re.sub(r"\s+", " ", text)
    return [
        f"...{flat[max(found.start() - 30, 0) : found.end() + 30]}... (write: {instead})"
        for pattern, instead in words
        for found in pattern.finditer(flat)
    ]


def prose(page: Path) -> str:
    """The page without blocks of code, quotations of code and rows of words to avoid."""
    text = page.read_text(encoding="utf-8")
    text = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"`[^`\n]*`", "`code`", text)


def docstrings(module: Path) -> Iterator[tuple[int, str]]:
    """The docstrings of a module, those beneath fields included, with their lines."""
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        ):
            yield node.lineno, re.sub(r"`[^`\n]*`", "`code`", node.value.value)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_pages_are_in_plain_words(page: Path) -> None:
    found = wrong(prose(page))
    assert not found, "\n".join(found)


@pytest.mark.parametrize("place", ROOMS)
def test_docstrings_are_in_plain_words(place: str) -> None:
    path = SOURCE / place
    assert path.exists(), place
    modules = sorted(path.rglob("*.py")) if path.is_dir() else [path]
    found = [problem for module in modules for problem in wrong_in(module)]
    assert not found, "\n".join(found)


def wrong_in(module: Path) -> list[str]:
    """What is to be avoided in the docstrings of a module, with the lines."""
    return [
        f"{module.relative_to(ROOT)}:{line}: {problem}"
        for line, text in docstrings(module)
        for problem in (*wrong(text), *wrong(text, (SAME,)))
    ]


def test_the_patterns_find_what_they_are_for() -> None:
    for text in (
        "worth to who moves", "expected utility of who is next", "with at most so many pieces",
        "whoever moves", "the progress is told to `tell`", "gives how many stay",
        "what the game is stands in attributes", "holds the ghosts for equally likely",
        "takes every ghost for perfect", "measured anew", "where Numba is not to be had",
        "a state of nature's", "95 times of 100",
    ):  # fmt: skip
        assert wrong(text), text
    assert wrong("The same by expectiminimax.", (SAME,))
    for text in (
        "the player to move",
        "players who move twice",
        "`...` stands for lines",
        "at most `n` pieces",
        "The same game with finer utilities. It is equal to itself.",
        "it takes 2 s for a game",
    ):
        assert not wrong(text), text
        assert not wrong(text, (SAME,)), text


if __name__ == "__main__":
    left = {module: found for module in sorted(SOURCE.rglob("*.py")) if (found := wrong_in(module))}
    for problems in left.values():
        sys.stdout.write("\n".join([*problems, ""]))
    for folder in sorted({module.parent for module in left}):
        number = sum(len(problems) for module, problems in left.items() if module.parent == folder)
        sys.stdout.write(f"{number} {folder.relative_to(SOURCE)}\n")
