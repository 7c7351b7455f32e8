"""A course: a folder of pages, in one language or in a folder for each."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from adversario.base.catalogue import LANGUAGES
from adversario.base.errors import InputError
from adversario.base.suggest import did_you_mean
from adversario.course.page import Page, read_page

PAGES = Path(__file__).parent / "pages"
MOST_PAGES = 100


@dataclass(frozen=True)
class Course:
    """The pages of a folder, in the order of their names.

    The folder has pages, or folders `en` and `es` with pages. Pages of one language only are shown
    in both.
    """

    folder: Path

    def files(self, lang: str) -> list[Path]:
        """The files of the pages in a language; raises InputError if there are none."""
        for folder in (
            self.folder / lang,
            *(self.folder / each for each in LANGUAGES),
            self.folder,
        ):
            found = sorted(folder.glob("*.md")) if folder.is_dir() else []
            if found:
                return found[:MOST_PAGES]
        raise InputError("course.empty", folder=self.folder)

    def names(self, lang: str) -> list[str]:
        """The names of the pages."""
        return [file.stem for file in self.files(lang)]

    def page(self, name: str, lang: str) -> Page:
        """The page of that name; raises InputError if there is none, or if it is broken."""
        for file in self.files(lang):
            if file.stem == name:
                return read_page(file)
        known = self.names(lang)
        raise InputError(
            "course.no_page",
            name=name[:60],
            close=did_you_mean(name, known),
            known=", ".join(known),
        )

    def pages(self, lang: str) -> list[Page]:
        """All pages; raises InputError for the first that is broken."""
        return [read_page(file) for file in self.files(lang)]


@cache
def shipped_course() -> Course:
    """The course that comes with the package."""
    return Course(PAGES)
