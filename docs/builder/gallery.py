"""The gallery: every game with a picture, its rules, and where it comes from."""

from __future__ import annotations

import html
import random
from pathlib import Path
from typing import Any

from staging import ROOT, write

from adversario import CHANCE, make_game
from adversario.base.catalogue import text
from adversario.game import Game
from adversario.games.registry import family_of, homes

PLIES = 14
"""The moves that are played before the position shown."""

WORDS = {
    "en": {
        "title": "All games",
        "lead": "Play one with `adversario play NAME`, or in the web app.",
        "more": "More on this page",
        "transcript": "A game, ply by ply",
        "name": "Name on the command line",
    },
    "es": {
        "title": "Todos los juegos",
        "lead": "Juega con `adversario play NOMBRE`, o en la aplicación web.",
        "more": "Más en esta página (en inglés)",
        "transcript": "Una partida, jugada a jugada",
        "name": "Nombre en la línea de órdenes",
    },
}


def write_gallery(lang: str, folder: Path) -> None:
    """Write the page and its pictures."""
    words = WORDS[lang]
    families: dict[str, list[str]] = {}
    for name in homes():
        families.setdefault(family_of(name), []).append(name)
        write(folder / "boards" / f"{name}.svg", picture_of(make_game(name)))
    page = [f"# {words['title']}", words["lead"], cards(lang)]
    for family, names in families.items():
        page.append(f"## {text(f'web.family.{family}', lang)}")
        page += [section(name, lang) for name in names]
    write(folder / "gallery.md", "\n\n".join(page) + "\n")


def picture_of(game: Game[Any, Any]) -> str:
    """The game after some moves at random, always the same ones; never a finished position."""
    chance = random.Random(1)
    state = shown = game.initial()
    moves = 0
    while moves <= PLIES and not game.is_terminal(state):
        if game.player(state) == CHANCE:
            options = [outcome for outcome, _ in game.chances(state)]
        else:
            shown = state
            options = list(game.actions(state))
            moves += 1
        state = game.result(state, chance.choice(options))
    return game.svg(shown)


def cards(lang: str) -> str:
    """A card for each game: its picture and its name."""
    items = [
        f'<a href="#{name}"><img src="_images/{name}.svg" alt="" loading="lazy">'
        f"<span>{html.escape(title_of(name, lang))}</span></a>"
        for name in homes()
    ]
    return '<div class="games">\n' + "\n".join(items) + "\n</div>"


def section(name: str, lang: str) -> str:
    """The part of the page that is about a game."""
    words = WORDS[lang]
    title = title_of(name, lang)
    parts = [
        f"({name})=\n### {title}",
        f"```{{image}} boards/{name}.svg\n:alt: {title}\n:class: picture\n:width: 260px\n```",
        text(f"web.rules.{name}", lang),
        text(f"web.origin.{name}", lang),
    ]
    links = [f"{words['name']}: `{name}`"]
    page = page_about(name)
    if page is not None and lang == "en":
        links.append(f"[{words['more']}]({page}.md)")
    elif page is not None:
        links.append(f'<a href="../en/{page}.html">{words["more"]}</a>')
    up = "" if lang == "en" else "../en/"
    links.append(f'<a href="{up}transcripts/{name}.txt">{words["transcript"]}</a>')
    return "\n\n".join([*parts, " · ".join(links)])


def title_of(name: str, lang: str) -> str:
    """The game's name for people."""
    return text(f"web.title.{name}", lang)


def page_about(name: str) -> str | None:
    """The page in `docs/games` that is about the game, if there is one."""
    for page in sorted((ROOT / "docs" / "games").glob("*.md")):
        body = page.read_text(encoding="utf-8")
        if page.stem == name or f"`{name}`" in body.split("\n## ")[0]:
            return f"games/{page.stem}"
    return None
