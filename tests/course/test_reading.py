"""Pages are read strictly: what is broken is named by file and line."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from time import process_time

import pytest

from adversario import InputError
from adversario.course.course import Course
from adversario.course.markdown import Span, parse_blocks, parse_spans
from adversario.course.page import figures_of, parse_page
from adversario.course.place import Place

HEAD = "# Title\n\nAn opening.\n\n"
HERE = Place("page.md", 1)


def test_the_pieces_of_a_line() -> None:
    line = "Of **b** and *m*, `b^m`: {{power: 3, 4}}, see [games](01-games)."
    assert parse_spans(line, HERE) == (
        Span("text", "Of "), Span("strong", "b"), Span("text", " and "), Span("emphasis", "m"),
        Span("text", ", "), Span("code", "b^m"), Span("text", ": "), Span("figure", "power: 3, 4"),
        Span("text", ", see "), Span("link", "games", "01-games"), Span("text", "."),
    )  # fmt: skip


def test_blocks_and_their_lines() -> None:
    text = "## A\nOne\ntwo\n\n- a\n  b\n- c\n\n1. x\n2. y\n\n| h |\n|---|\n| c |\n\n"
    text += "```text\nraw <b>\n```\n"
    blocks = list(parse_blocks(text, "f"))
    assert [(block.kind, block.place.line) for block in blocks] == [
        ("heading", 1), ("paragraph", 2), ("list", 5), ("steps", 9), ("table", 12), ("fence", 16)
    ]  # fmt: skip
    assert blocks[1].spans == (Span("text", "One two"),)
    assert blocks[2].items == ((Span("text", "a b"),), (Span("text", "c"),))
    assert blocks[4].rows == (((Span("text", "h"),),), ((Span("text", "c"),),))


BROKEN = {
    "Some <b>bold</b> text.": (5, "HTML"),
    "A <script>alert(1)</script>": (5, "HTML"),
    "A **bold text": (5, "**"),
    "A {{power: 2": (5, "{{"),
    "A {{import os}}": (5, "import os"),
    "A {{__import__: os}}": (5, "__import__"),
    "A {{nodes: nonsense, minimax}}": (0, "nonsense"),
    "A {{power: 2, x}}": (5, "'x'"),
    "A {{power: 2}}": (5, "power"),
    "A [link](javascript:alert)": (5, "javascript"),
    "> a quotation": (5, ">"),
    "- a\nb": (6, "b"),
    "| a | b |\n|---|---|\n| c |": (7, "1"),
    "# Another title": (5, "title"),
    "```board\ngame: tictactoe": (5, "no end"),
    "```bord\ngame: tictactoe\n```": (5, "did you mean board"),
    "```board\ngame: chekers\n```": (6, "checkers"),
    "```board\ngame: tictactoe\nmoves: 0 0\n```": (7, "0"),
    "```board\ngam: tictactoe\n```": (6, "game"),
    "```board\nno field\n```": (6, "key: value"),
    "```board\n```": (5, "game"),
    "```board\ngame: tictactoe\ngame: nim\n```": (6, "once"),
    "```explorer\nalgorithm: minimax\n```": (5, "tree"),
    "```explorer\ntree: ((3, 12)\nalgorithm: minimax\n```": (6, "expected"),
    "```explorer\ntree: (3, 12)\nalgorithm: maximin\n```": (7, "maximin"),
    "```plot\nx: 1 to 5\nacross: m\nline: nodes\n```": (8, "nodes"),
    "```try\nquery: power: {b}, 2\nset: b\n```": (7, "set"[0]),
    "```match\ngame: nim\nagainst: own.py:Player\n```": (7, "own.py"),
    "```question sum\nask: How many?\n```": (5, "number"),
    "```question number\nask: How many?\nanswer: power: 2, 3\n```": (5, "hint"),
    "```question number\nask: {{nothing: 1}}?\nanswer: power: 2, 3\nhint: x\n```": (
        5,
        "nothing",
    ),
    "```question exercise\ntopic: minmax\n```": (6, "minimax"),
}


@pytest.mark.parametrize("text", BROKEN)
def test_what_is_broken_is_named_by_file_and_line(text: str) -> None:
    line, words = BROKEN[text]
    if line == 0:  # only seen when it is computed
        page = parse_page(HEAD + text, "page", "page.md")
        with pytest.raises(InputError, match=words):
            figures_of(page)
        return
    with pytest.raises(InputError) as caught:
        parse_page(HEAD + text, "page", "page.md")
    said = str(caught.value)
    assert said.startswith(f"page.md, line {line}: "), said
    assert words in said
    assert caught.value.text("es").startswith(f"page.md, línea {line}: ")


@pytest.mark.parametrize("piece", ["[", "{", "`", "*", "<a", "](", "[a]("])
def test_a_line_is_read_in_time_by_its_length(piece: str) -> None:
    started = process_time()
    with suppress(InputError):
        parse_spans(piece * 50_000, Place("page.md", 1))
    assert process_time() - started < 2  # by its square it would be five and more


def test_a_folder_in_one_language_is_shown_in_both(tmp_path: Path) -> None:
    (tmp_path / "01-own.md").write_text(HEAD + "Text.\n", encoding="utf-8")
    course = Course(tmp_path)
    assert [page.name for page in course.pages("es")] == course.names("en") == ["01-own"]
    with pytest.raises(InputError, match="did you mean 01-own"):
        course.page("01-owm", "en")
    with pytest.raises(InputError, match="no pages"):
        Course(tmp_path / "nowhere").pages("en")
    (tmp_path / "02-latin.md").write_bytes(b"# T\xe9\n\nx\n")
    with pytest.raises(InputError, match="02-latin"):
        course.pages("en")
