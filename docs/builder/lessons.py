"""The course on the site: every page with its figures computed, its trees drawn, and its questions.

What is alive on a page of the app is a picture or a table here, with a link to the page in the app
that `make site` puts beside the documentation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from staging import write

from adversario.algorithms.core.limit import Limit
from adversario.base.catalogue import text
from adversario.course.course import shipped_course
from adversario.course.live import Live
from adversario.course.markdown import Block, Span, Spans
from adversario.course.page import Page, Part
from adversario.course.queries.source import game_of, state_of
from adversario.course.query import evaluate, format_figure
from adversario.course.question import Question, key
from adversario.render.payoffs import text_payoffs
from adversario.render.svg import svg_tree
from adversario.solve.equilibrium.matrix.reading import matrix_from_text
from adversario.solve.equilibrium.matrix.textbook.named import textbook_game
from adversario.trace import game_tree, record, search_tree, text_trace

APP = "../../../app/"
"""The app, from a page of the course on the site."""

WORDS = {
    "en": {
        "app": "Open this page in the app, where everything on it is alive",
        "live": "In the app",
        "exercise": "An exercise, graded in the app.",
        "hint": "Hints",
        "answer": "Answer",
    },
    "es": {
        "app": "Abre esta página en la aplicación, donde todo está vivo",
        "live": "En la aplicación",
        "exercise": "Un ejercicio, que se corrige en la aplicación.",
        "hint": "Pistas",
        "answer": "Respuesta",
    },
}
MARKS = {"strong": "**", "emphasis": "*"}


def write_lessons(lang: str, folder: Path) -> None:
    """Write the pages of the course in a language, and their pictures."""
    for page in shipped_course().pages(lang):
        parts = [part for part in Lesson(page, lang, folder).parts() if part]
        write(folder / "course" / f"{page.name}.md", "\n\n".join(parts) + "\n")


def lesson_names(lang: str) -> list[str]:
    """The pages of the course on the site, in order."""
    return [f"course/{name}.md" for name in shipped_course().names(lang)]


class Lesson:
    """A page of the course as Markdown of the site."""

    def __init__(self, page: Page, lang: str, folder: Path) -> None:
        self.page, self.lang, self.folder = page, lang, folder
        self.words = WORDS[lang]
        self.link = f"{APP}#/course?page={page.name}"
        self.pictures = 0

    def parts(self) -> Iterator[str]:
        """The blocks of the page."""
        yield f"# {self.line(self.page.title)}"
        yield self.line(self.page.lead)
        yield f'<p><a href="{self.link}">{self.words["app"]}</a></p>'
        asked = 0
        for part in self.page.parts:
            if isinstance(part, Question):
                if not asked:
                    yield f"## {text('web.course.questions', self.lang)}"
                asked += 1
                yield from self.question(part, asked)
            else:
                yield from self.part(part)

    def part(self, part: Part) -> Iterator[str]:
        """A block that is no question."""
        if isinstance(part, Live):
            yield from self.live(part)
            return
        assert isinstance(part, Block)
        if part.kind == "heading":
            yield f"{'#' * part.level} {self.line(part.spans)}"
        elif part.kind == "fence":
            yield "```text\n" + "\n".join(line for _, line in part.lines) + "\n```"
        elif part.kind in ("list", "steps"):
            mark = "-" if part.kind == "list" else "1."
            yield "\n".join(f"{mark} {self.line(item)}" for item in part.items)
        elif part.kind == "table":
            rows = [f"| {' | '.join(self.line(cell) for cell in row)} |" for row in part.rows]
            yield "\n".join([rows[0], "|" + "---|" * len(part.rows[0]), *rows[1:]])
        else:
            yield self.line(part.spans)

    def live(self, live: Live) -> Iterator[str]:
        """A live block: a picture or a text of it, and the sentence below."""
        fields = live.fields
        if live.kind == "board" or (live.kind == "explorer" and fields.all("tree")):
            yield self.picture(live)
        elif live.kind == "trace":
            yield "```text\n" + "\n".join(self.trace(live)) + "\n```"
        elif live.kind == "matrix":
            yield from self.matrix(fields.one("table"))
        if live.about:
            yield f'{self.line(live.about)} (<a href="{self.link}">{self.words["live"]}</a>)'

    def picture(self, live: Live) -> str:
        """The position of a board, or the tree of a search, as a picture beside the page."""
        self.pictures += 1
        name = f"{self.page.name}-{self.pictures}.svg"
        game = game_of(live.fields.one("game") or live.fields.one("tree"))
        if live.kind == "board":
            drawn = game.svg(state_of(game, live.fields.one("moves")))
        else:
            depth = live.fields.one("depth")
            tree: Any = game_tree(game) if not depth else search_tree(self.recorded(live))
            drawn = svg_tree(tree, lang=self.lang)
        write(self.folder / "course" / "boards" / name, drawn)
        return f"```{{image}} boards/{name}\n:alt: {live.kind}\n:class: picture\n```"

    def recorded(self, live: Live) -> Any:
        """The trace of the search of a block."""
        fields, options = live.fields, dict[str, Any]()
        game = game_of(fields.one("game") or fields.one("tree"))
        if depth := fields.one("depth"):
            options["limit"] = Limit(depth=int(depth))
        state = state_of(game, fields.one("moves"))
        return record(game, state, algorithm=fields.one("algorithm"), **options)[1]

    def trace(self, live: Live) -> Iterator[str]:
        """The lines of a search."""
        return text_trace(self.recorded(live), self.lang)

    def matrix(self, table: str) -> Iterator[str]:
        """A table of payoffs."""
        game = textbook_game(table) if table[:1].isalpha() else matrix_from_text(table)
        yield "```text\n" + text_payoffs(game) + "\n```"

    def question(self, question: Question, number: int) -> Iterator[str]:
        """A question, with hints and its answer folded away."""
        title = text("web.course.question", self.lang, number=number)
        yield f"**{title}.** {self.line(question.ask) or self.words['exercise']}"
        if question.options:
            yield "\n".join(f"- {self.line(option.spans)}" for option in question.options)
        if question.hints:
            yield self.fold(self.words["hint"], [self.line(hint) for hint in question.hints])
        if question.kind in ("exercise", "predict", "weights"):
            yield f'<p><a href="{self.link}">{self.words["live"]}</a></p>'
        else:
            because = self.line(question.because)
            yield self.fold(
                self.words["answer"], [f"{escape(key(question, self.lang))}. {because}"]
            )

    def fold(self, title: str, items: list[str]) -> str:
        """Lines that open with a click."""
        lines = "\n".join(f"- {item}" for item in items)
        return f"<details><summary>{title}</summary>\n\n{lines}\n\n</details>"

    def line(self, spans: Spans) -> str:
        """A line of text with its figures computed."""
        return "".join(self.span(span) for span in spans)

    def span(self, span: Span) -> str:
        """A piece of a line."""
        if span.kind == "figure":
            return escape(format_figure(evaluate(span.text), self.lang))
        if span.kind == "code":
            return f"`{span.text}`"
        if span.kind == "link":
            if span.target.startswith("#/"):
                return f'<a href="{APP}{span.target}">{escape(span.text)}</a>'
            inside = not span.target.startswith("https:")
            return f"[{escape(span.text)}]({span.target}{'.md' if inside else ''})"
        mark = MARKS.get(span.kind, "")
        return f"{mark}{escape(span.text)}{mark}"


def escape(words: str) -> str:
    """Words in which Markdown sees no marks."""
    return re.sub(r"([\\`*_{}\[\]<>|$#])", r"\\\1", words)
