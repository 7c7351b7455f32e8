"""The one catalogue of texts that people read, in English and Spanish.

A text is a `Message`: an identifier and the details that fill its template. Code passes messages
around and renders them last, where the reader's language is known.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import NamedTuple

LANGUAGES = ("en", "es")


class Message(NamedTuple):
    """A text before it has a language. Details may be messages, or tuples of them."""

    id: str
    details: Mapping[str, object]

    def text(self, lang: str = "en") -> str:
        """The message in the given language."""
        filled = {name: _fill(detail, lang) for name, detail in self.details.items()}
        return templates(lang)[self.id].format_map(filled)


def message(id: str, /, **details: object) -> Message:  # noqa: A002
    """The message of that identifier, filled with the details."""
    return Message(id, details)


def text(id: str, lang: str = "en", /, **details: object) -> str:  # noqa: A002
    """The catalogue's text for the identifier, filled with the details, in that language."""
    return Message(id, details).text(lang)


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
