"""The pages with the rules of all games are those of the catalogue. Run this file to write them."""

from __future__ import annotations

from pathlib import Path
from textwrap import wrap

import pytest

from adversario.base.catalogue import text
from adversario.cli.shared.game_menu import games_by_family

DOCS = Path(__file__).parent.parent / "docs"
PAGES = {"en": DOCS / "rules.md", "es": DOCS / "es" / "rules.md"}
WIDTH = 120

OPENING = {
    "en": (
        "# The rules",
        "*[En español](es/rules.md)*",
        "Of all games, in a paragraph each, as in the web app, with the game's origin and its name "
        "on the command line. Most have a page of their own, with options, notation and what is "
        "known about them: see [the index](index.md#the-games).",
    ),
    "es": (
        "# Las reglas",
        "*[In English](../rules.md)*",
        "De todos los juegos, en un párrafo cada uno, como en la aplicación web, con el origen del "
        "juego y su nombre en la línea de órdenes. Casi todos tienen su propia página, con "
        "opciones, notación y lo que se sabe de ellos: véase [el índice](index.md#los-juegos).",
    ),
}


def rules_page(lang: str) -> str:
    """The rules of all games in that language, by family."""
    parts = [*OPENING[lang]]
    for family, names in games_by_family().items():
        if not names:
            continue
        parts.append(f"## {text(f'web.family.{family}', lang)}")
        for name in sorted(names, key=lambda each: text(f"web.title.{each}", lang)):
            parts.append(f"### {text(f'web.title.{name}', lang)}")
            parts.append(text(f"web.rules.{name}", lang))
            parts.append(f"*{text(f'web.origin.{name}', lang)}* `{name}`")
    return "\n\n".join(lines(part) for part in parts) + "\n"


def lines(paragraph: str) -> str:
    """The paragraph in lines, without breaking words at hyphens."""
    return "\n".join(wrap(paragraph, WIDTH, break_on_hyphens=False, break_long_words=False))


@pytest.mark.parametrize("lang", PAGES)
def test_the_rules_are_those_of_the_web_app(lang: str) -> None:
    assert PAGES[lang].read_text(encoding="utf-8") == rules_page(lang), "run this file"


if __name__ == "__main__":
    for lang, page in PAGES.items():
        page.write_text(rules_page(lang), encoding="utf-8")
