from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest

from adversario.base.catalogue import LANGUAGES, message, preferred_language, templates, text
from adversario.base.errors import InputError
from adversario.web.protocol import EXCHANGES

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "adversario"
FRONTEND = ROOT / "frontend" / "src"


def placeholders(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


def test_every_language_has_every_text_with_the_same_details() -> None:
    english = templates("en")
    for lang in LANGUAGES:
        other = templates(lang)
        assert other.keys() == english.keys()
        for key, template in other.items():
            assert placeholders(template) == placeholders(english[key]), key
            assert template.strip(), key


def test_every_text_is_used_and_every_text_used_is_there() -> None:
    files = [*SOURCE.rglob("*.py"), *FRONTEND.rglob("*.ts"), *FRONTEND.rglob("*.tsx")]
    code = "\n".join(path.read_text(encoding="utf-8") for path in files).replace("'", '"')
    # An identifier stands in the code as a whole, or, made at run time, as its beginning.
    prefixes = tuple(re.findall(r'(?:f"|`)([a-z_]+(?:\.[a-z_-]+)*\.)\$?\{', code))
    for key in templates("en"):
        assert f'"{key}"' in code or key.startswith(prefixes), f"nothing says {key}"
    roots = {key.partition(".")[0] for key in templates("en")}
    said = set(re.findall(r'"((?:' + "|".join(roots) + r')\.[a-z0-9_.-]+[a-z0-9])"', code))
    assert said - templates("en").keys() - _not_messages(code) == set()


def _not_messages(code: str) -> set[str]:
    """Names of files and modules look like identifiers of messages, and so do requests."""
    files = re.findall(r'"([a-z0-9_.]+\.(?:json|jsonl|npz|py|svg|tex|toml|txt))"', code)
    return {*files, *EXCHANGES}


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
