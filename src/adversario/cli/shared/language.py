"""The language of the command line: given with --lang, or that of the user's locale."""

from __future__ import annotations

import sys
from enum import StrEnum
from itertools import zip_longest

from adversario.base.catalogue import LANGUAGES, preferred_language, text


class Language(StrEnum):
    """The languages of the catalogue."""

    EN = "en"
    ES = "es"


def language_asked_for(arguments: list[str]) -> str:
    """The language of the help texts, which are created before the arguments are parsed."""
    for argument, following in zip_longest(arguments, arguments[1:], fillvalue=""):
        wanted = following if argument == "--lang" else argument.removeprefix("--lang=")
        if wanted in LANGUAGES:
            return wanted
    return preferred_language()


LANG = Language(language_asked_for(sys.argv[1:]))
"""The language of the help texts, and the default of --lang."""


def tr(id: str, /, **details: object) -> str:  # noqa: A002
    """The catalogue's text in the language of the help texts."""
    return text(id, LANG, **details)
