from __future__ import annotations

import pytest

from adversario.base.catalogue import message, preferred_language, text
from adversario.base.errors import InputError


def test_messages_nest() -> None:
    inner = message("fit.chance")
    outer = message(
        "fit.unsuitable", algorithm="x", game="y", objections=(inner, inner), fitting="z"
    )
    assert outer.text("es").count("tiene nodos de azar") == 2
    assert text("fit.none", "es") == "ninguno de los que hay aquí"


def test_errors_speak_both_languages() -> None:
    error = InputError("limit.too_small", limit="depth", given=0, least=1)
    assert "must be at least 1" in str(error)
    assert "debe ser al menos 1" in error.text("es")


@pytest.mark.parametrize(
    ("environment", "lang"),
    [
        ({"LANG": "es_ES.UTF-8"}, "es"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LC_ALL": "es_MX", "LANG": "en_US"}, "es"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "C"}, "en"),
        ({}, "en"),
    ],
)
def test_the_locale_chooses_the_language(environment: dict[str, str], lang: str) -> None:
    assert preferred_language(environment) == lang
