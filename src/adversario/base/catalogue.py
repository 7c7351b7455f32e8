"""The one catalogue of texts that people read, in English and Spanish.

A text is a `Message`: an identifier and the details that fill its template. Code passes messages
around and renders them last, where the reader's language is known.

A template is a format string with one addition: `{games|game|games}` is the first form if the
detail `games` is 1, and the second form otherwise. It writes no number by itself:

    {games} {games|game was|games were} played before.

`frontend/src/i18n.ts` fills the same templates in the browser.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import NamedTuple

LANGUAGES = ("en", "es")

PLURAL = re.compile(r"\{(\w+)\|([^{}|]*)\|([^{}|]*)\}")
"""A choice by number: the detail that counts, the form for one, the form for other numbers."""


class Message(NamedTuple):
    """A text before it has a language. Details may be messages, or tuples of them."""

    id: str
    details: Mapping[str, object]

    def text(self, lang: str = "en") -> str:
        """The message in the given language."""
        filled = {name: _fill(detail, lang) for name, detail in self.details.items()}
        return fill_template(templates(lang)[self.id], filled)


def message(id: str, /, **details: object) -> Message:  # noqa: A002
    """The message of that identifier, filled with the details."""
    return Message(id, details)


def text(id: str, lang: str = "en", /, **details: object) -> str:  # noqa: A002
    """The catalogue's text for the identifier, filled with the details, in that language."""
    return Message(id, details).text(lang)


def fill_template(template: str, details: Mapping[str, object]) -> str:
    """The template with its details in place and its plurals chosen.

    A count may be a number or a number already written as text.
    """

    def form(plural: re.Match[str]) -> str:
        count, one, other = plural.groups()
        return one if str(details[count]) == "1" else other

    return PLURAL.sub(form, template).format_map(details)


def _fill(detail: object, lang: str) -> object:
    if isinstance(detail, Message):
        return detail.text(lang)
    if isinstance(detail, tuple) and any(isinstance(item, Message) for item in detail):
        return ", ".join(str(_fill(item, lang)) for item in detail)
    return detail


@cache
def templates(lang: str) -> Mapping[str, str]:
    """All templates of one language, by identifier."""
    file = resources.files("adversario") / "locale" / f"{lang}.json"
    loaded: dict[str, str] = json.loads(file.read_text(encoding="utf-8"))
    return loaded


def preferred_language(environment: Mapping[str, str] = os.environ) -> str:
    """The language of the user's locale if the catalogue has it, English otherwise."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if locale := environment.get(variable):
            return locale[:2] if locale[:2] in LANGUAGES else "en"
    return "en"
