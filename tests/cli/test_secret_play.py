"""Games with hidden information in a terminal: a person sees their own view until the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.cli.test_play import type_in

Play = Callable[..., str]


@pytest.fixture
def play(run: Any, monkeypatch: pytest.MonkeyPatch) -> Play:
    """What a game says, in which these lines are typed."""

    def played(*arguments: str, typed: str) -> str:
        type_in(monkeypatch, *typed.splitlines())
        return str(run("play", *arguments, "--lang", "en").out)

    return played


@pytest.fixture(params=["equilibrium", "level:2", "random", None])
def opponent(request: pytest.FixtureRequest) -> list[str]:
    return [] if request.param is None else ["--opponent", request.param]


def test_the_other_card_is_hidden_until_the_end(play: Play, opponent: list[str]) -> None:
    said = play("kuhn", "--seed", "3", "--time", "0.05", *opponent, typed="pass\npass\n")
    before, _, after = said.partition("The game is over")
    assert "2: [?]" in before
    assert "[?]" not in after
    assert "All moves: " in after


def test_commands_that_would_show_hidden_things(play: Play) -> None:
    said = play("kuhn", "--level", "1", typed="why\ntree\nundo\nreview\nhint\nquit\n")
    assert said.count("Not while something is hidden") == 4
    assert "Hint: " in said
    assert "You left the game" in said
    assert "Stopped at" not in said


def test_two_people_hand_over(play: Play) -> None:
    said = play("kuhn", "--opponent", "person", typed="bet\n\npass\n")
    first, _, second = said.partition("It is 2's turn to look")
    assert "2: [?]" in first
    assert "1: [?]" in second.partition("The game is over")[0]
    assert "1 plays bet" not in first


def test_fleets_are_hidden(play: Play) -> None:
    said = play(
        "battleship:size=4,ships=3-2", "--opponent", "random", "--seed", "1",
        typed="a1h\na3h\na1\nb2\nquit\n",
    )  # fmt: skip
    for line in said.splitlines():
        if line[:3].strip().isdecimal():
            assert "■" not in line[8:]
