"""The texts that users read: the same in each language, all used, numbers with their nouns."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from string import Formatter

import pytest

from adversario.base.catalogue import (
    LANGUAGES,
    PLURAL,
    fill_template,
    templates,
    text,
)
from adversario.games import GAMES
from adversario.web.protocol import EXCHANGES

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "adversario"
FRONTEND = ROOT / "frontend" / "src"


def placeholders(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(PLURAL.sub("", template)) if name}


def test_every_language_has_every_text_with_the_same_details() -> None:
    english = templates("en")
    for lang in LANGUAGES:
        other = templates(lang)
        assert other.keys() == english.keys()
        for key, template in other.items():
            assert placeholders(template) == placeholders(english[key]), key
            assert template.strip(), key


@pytest.mark.parametrize("lang", LANGUAGES)
def test_texts_are_sorted_so_that_additions_seldom_conflict(lang: str) -> None:
    keys = list(templates(lang))
    for before, after in pairwise(keys):
        assert before < after, f"{lang}.json: {after} belongs before {before}"


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


def filled(template: str, value: object) -> str:
    """The template with the value for every detail."""
    return fill_template(template, dict.fromkeys(placeholders(template), value))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_plurals_choose_by_a_detail_between_two_forms(lang: str) -> None:
    for key, template in templates(lang).items():
        for count, one, other in PLURAL.findall(template):
            assert count in placeholders(template), f"{key} has no detail {count}"
            assert one != other, key
            assert one == one.strip(), key
            assert other == other.strip(), key
        assert not re.search(r"\{\w+\|", PLURAL.sub("", template)), f"{key}: a plural has two forms"


def test_both_languages_count_the_same_things() -> None:
    """What has a plural in English has one in Spanish, unless a language needs no noun there."""
    counted = {
        lang: {
            (key, count)
            for key, template in templates(lang).items()
            for count, _, _ in PLURAL.findall(template)
        }
        for lang in LANGUAGES
    }
    only = {key for key, _ in counted["en"] ^ counted["es"]}
    assert only <= {
        "arena.entrants",  # "1 given", "se ha dado 1"
        "cli.cost",  # "1 evaluated", "1 evaluada"
        "cli.simulations",
        "cli.to_depth",  # "1 ply deep", "profundidad 1"
        "endgame.length",  # "expected 1", "se esperaba 1"
        "hex.size",  # "1 cell a side", "de lado 1"
        "kalah.counts",  # "there is 1", "hay 1"
        "web.exercises.score",  # "1 correct", "1 correcta"
        "web.limit.tree",  # "1 can be shown", "se puede mostrar 1"
    }


# Words after a number that end like a plural and are none, in texts where the detail is a name.
NO_PLURALS = {
    "en": (
        "always as assigns becomes breaks compiles declares divides does fits follows gets gives"
        " has holds is its keeps knows leaves less looks loses makes means needs plays prunes"
        " replies returns searches takes this touches unless was wins"
    ),
    "es": "antes después dos es las los menos más nos tras tres unas unos",
}
NAMES_THAT_MOVE = {"exercise.question.minimax", "map.guide.second"}
PLURAL_WORD = {
    "en": r"(?:\w+s|children|dice|men|people)",
    "es": r"\w+s",
}
ADJECTIVES = r"(?:(?:different|free|full|legal|more|new|other|possible|random) )?"


def uncounted(template: str, lang: str) -> list[str]:
    """What reads "1 nodes" when every detail is 1."""
    words = re.findall(rf"(?<![\w.])1 {ADJECTIVES}({PLURAL_WORD[lang]})\b", filled(template, "1"))
    return [word for word in words if word.lower() not in NO_PLURALS[lang].split()]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_text_says_1_nodes(lang: str) -> None:
    wrong = {
        key: uncounted(template, lang)
        for key, template in templates(lang).items()
        if key not in NAMES_THAT_MOVE and "pseudocode" not in key
    }
    assert {key: words for key, words in wrong.items() if words} == {}, (
        "write {n} {n|node|nodes}, or add a verb to NO_PLURALS"
    )


def test_the_search_for_missing_singulars_finds_them() -> None:
    assert uncounted("{layers} layers", "en") == ["layers"]
    assert uncounted("{games} random games", "en") == ["games"]
    assert uncounted("{layers} capas", "es") == ["capas"]
    assert uncounted("{layers} {layers|layer|layers} of {game}", "en") == []
    assert uncounted("{player} wins", "en") == []


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("number", [1, 2, "1", "1.0", "1,234", 0])
def test_the_form_after_a_number_is_that_of_the_number(lang: str, number: object) -> None:
    for key, template in templates(lang).items():
        after = re.findall(r"\{(\w+)\} \{\1\|([^{}|]*)\|([^{}|]*)\}", template)
        words = filled(template, number)
        for _, one, other in after:
            assert f"{number} {one if str(number) == '1' else other}" in words, key


@pytest.mark.parametrize(
    ("id_", "details", "english", "spanish"),
    [
        (
            "cli.tablebase.proven",
            {"positions": 50015, "layers": 1},
            "Right: 50015 positions in 1 layer follow from each other, distances included, which"
            " proves them.",
            "Correcto: 50015 posiciones en 1 capa se siguen unas de otras, distancias incluidas,"
            " lo que las demuestra.",
        ),
        (
            "arena.resumed",
            {"file": "m.jsonl", "games": 1},
            "m.jsonl: 1 game was played before and counts.",
            "m.jsonl: 1 partida ya se había jugado y cuenta.",
        ),
        (
            "arena.resumed",
            {"file": "m.jsonl", "games": 2},
            "m.jsonl: 2 games were played before and count.",
            "m.jsonl: 2 partidas ya se habían jugado y cuentan.",
        ),
        ("web.tree.hidden", {"count": 1}, "1 node folded below", "1 nodo plegado debajo"),
        ("web.tree.hidden", {"count": 2}, "2 nodes folded below", "2 nodos plegados debajo"),
        ("map.end.win", {"plies": 1}, "wins, 1 ply", "gana, 1 jugada"),
    ],
)
def test_sentences_agree_with_their_numbers(
    id_: str, details: dict[str, object], english: str, spanish: str
) -> None:
    assert text(id_, "en", **details) == english
    assert text(id_, "es", **details) == spanish


def test_every_game_has_rules_and_an_origin() -> None:
    for kind in ("web.rules", "web.origin"):
        missing = [name for name in GAMES if f"{kind}.{name}" not in templates("en")]
        assert missing == [], f"add {kind}.NAME to both languages: {missing}"
