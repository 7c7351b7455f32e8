"""Options of games that come from the page: the server opens no file for them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from adversario import Game, make_game
from adversario.base.errors import InputError
from adversario.games.pacman.maze import LAYOUTS, layout_names
from adversario.games.weights import SETS
from adversario.web.handlers import OfferedGames
from adversario.web.handlers.hello import offers
from tests.web.own import Counting


class Mapped(Counting):
    """A game of the user's whose option may be anything."""

    def __init__(self, place: str = "maps/first.txt") -> None:
        self.place = place


OFFERED = OfferedGames({"Mapped": Mapped})


def options_of(name: str) -> dict[str, Any]:
    (info,) = (each for each in offers(None)["hello", "en"]["games"] if each["name"] == name)
    return {option["name"]: option for option in info["options"]}


@pytest.fixture
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A working folder with files that would do, if they were opened."""
    monkeypatch.chdir(tmp_path)
    maze = (LAYOUTS / "tiny.lay").read_text(encoding="utf-8")
    weights = (SETS / "Othello.fitted.json").read_text(encoding="utf-8")
    for name in ("mine", "mine.lay"):
        (tmp_path / name).write_text(maze, encoding="utf-8")
    for name in ("heavy", "heavy.json"):
        (tmp_path / name).write_text(weights, encoding="utf-8")


@pytest.mark.usefixtures("_folder")
@pytest.mark.parametrize(
    ("game", "option", "value"),
    [
        ("pacman", "layout", "mine"),
        ("pacman", "layout", "mine.lay"),
        ("pacman", "layout", "./mine"),
        ("pacman", "layout", "/etc/passwd"),
        ("pacman", "layout", "../layouts/tiny"),
        ("pacman", "layout", "tiny\0"),
        ("pacman", "layout", "a" * 300),
        ("pacman", "layout", "%%%\n%P%\n%%%"),
        ("othello", "weights", "heavy"),
        ("othello", "weights", "heavy.json"),
        ("othello", "weights", "a" * 300),
        ("othello", "weights", "/etc/passwd"),
        ("othello", "weights", "hand"),  # only connect4 has these
        ("nim", "heaps", "1" * 300),
        ("Mapped", "place", "/etc/passwd"),
        ("Mapped", "place", "..\\secret"),
        ("Mapped", "place", "C:secret"),
        ("Mapped", "place", "secret.txt"),
        ("Mapped", "place", "~root"),
    ],
)
def test_a_page_names_no_file(game: str, option: str, value: str) -> None:
    with pytest.raises(InputError) as refused:
        OFFERED.make(game, {option: value})
    assert "line 1" not in str(refused.value)
    assert refused.value.text("es")


@pytest.mark.usefixtures("_folder")
def test_the_command_line_names_files_as_before() -> None:
    assert make_game("pacman:layout=mine").initial() == make_game("pacman:layout=tiny").initial()
    weights = make_game("othello:weights=heavy").weights
    assert weights == make_game("othello:weights=fitted").weights


def test_what_comes_with_the_package_is_offered_and_taken() -> None:
    assert options_of("pacman")["layout"]["choices"] == layout_names()
    for layout in layout_names():
        assert isinstance(OFFERED.make("pacman", {"layout": layout}), Game)
    assert OFFERED.make("othello", {"weights": "fitted"}).weights
    layout = "S . 2.5/# . -1"
    assert isinstance(OFFERED.make("gridworld", {"layout": layout}), Game)
    assert isinstance(OFFERED.make("octal", {"code": "0.137"}), Game)
    for place in ("maps/first.txt", "second", "3.5"):
        made: Any = OFFERED.make("Mapped", {"place": place})
        assert made.place == place


def test_a_word_of_the_package_is_not_hidden_by_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "fitted").write_text("not weights")
    (tmp_path / "tiny").write_text("not a maze")
    assert OFFERED.make("connect4", {"weights": "fitted"}).weights
    assert isinstance(OFFERED.make("pacman", {"layout": "tiny"}), Game)
