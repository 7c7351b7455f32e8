"""The menu of `adversario play` without a game: which game, and how strong an opponent."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import fill

import typer

from adversario.arena.levels import LEVELS
from adversario.base.catalogue import text
from adversario.base.errors import InputError
from adversario.cli.shared.inputs import game_of
from adversario.cli.shared.output import console, print_table
from adversario.games.registry import family_of, homes

FAMILIES = ("lines", "boards", "heaps", "dice", "cards", "simultaneous", "many", "alone", "pacman")
"""The families of games in the order of the menu; others follow."""

FIRST = "tictactoe"
"""The game of an empty line."""

LEAVE = ("q", "quit", "salir")

MOST_WIDE = 100
"""The most characters of a line of the menu."""

Read = Callable[[str], str]


class LeftMenu(Exception):  # noqa: N818 (not an error)
    """The user left the menu."""


def games_by_family() -> dict[str, list[str]]:
    """The games of the package by family, in the order of the menu."""
    found: dict[str, list[str]] = {family: [] for family in FAMILIES}
    for name in homes():
        found.setdefault(family_of(name), []).append(name)
    return found


def choose_game(lang: str, read: Read = input) -> str:
    """Print the menu and read a game, by number, by name or as a file.

    Raises LeftMenu if the user leaves.
    """
    families = games_by_family()
    listed = [name for names in families.values() for name in names]
    numbers = {name: at for at, name in enumerate(listed, start=1)}
    _print_menu(families, numbers, lang)
    while True:
        words = _answer(text("menu.game", lang, game=FIRST), read) or FIRST
        if words == "?":
            _print_descriptions(numbers, lang)
            continue
        named = next((name for name, number in numbers.items() if words == str(number)), words)
        try:
            if named.isdecimal():
                raise InputError("menu.number", given=words, most=len(numbers))
            game_of(named)
        except InputError as error:
            typer.echo(error.text(lang))
        else:
            return named


def choose_level(lang: str, read: Read = input) -> int | None:
    """Read the level of the opponent; None for a search as strong as its time allows."""
    while words := _answer(text("menu.level", lang, most=len(LEVELS)), read):
        if words.isdecimal() and 1 <= int(words[:4]) <= len(LEVELS):
            return int(words[:4])
        typer.echo(InputError("arena.level", given=words, most=len(LEVELS)).text(lang))
    return None


def _answer(prompt: str, read: Read) -> str:
    """A line of input; raises LeftMenu if it says so, or if there is none."""
    try:
        words = read(prompt).strip()
    except EOFError:
        typer.echo()
        raise LeftMenu from None
    if words.lower() in LEAVE:
        raise LeftMenu
    return words


def _print_menu(families: dict[str, list[str]], numbers: dict[str, int], lang: str) -> None:
    """Print the families with their games, numbered throughout."""
    out = console()
    width = min(out.width, MOST_WIDE)
    for family, names in families.items():
        if names:
            out.print(text(f"menu.family.{family}", lang), style="bold", markup=False)
            # A number and its name stay together: the space between them is not broken.
            items = "   ".join(f"{numbers[name]}\N{NO-BREAK SPACE}{name}" for name in names)
            lines = fill(
                items, width, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False
            )
            out.print(lines.replace("\N{NO-BREAK SPACE}", " "), markup=False)


def _print_descriptions(numbers: dict[str, int], lang: str) -> None:
    rows = [[str(number), name, text(f"games.{name}", lang)] for name, number in numbers.items()]
    print_table(["", text("column.game", lang), text("column.about", lang)], rows)
