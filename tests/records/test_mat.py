"""Matches of backgammon in .mat: read by the rules, written, and what is refused."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from adversario.base.formats.source_text import SourceError
from adversario.games.dice.backgammon.cube.game import CubeBackgammon
from adversario.games.dice.backgammon.cube.match_play import AFTER, CRAWFORD, PLAIN
from adversario.records.mat import Mat, read_mat, write_mat

MATCH = """; [Event "Club night"]
 5 point match

 Game 1
 Ana Ruiz : 0                      Bo : 0
  1) 31: 8/5 6/5                   64: 24/14
  2)  Doubles => 2                  Takes
  3) 65: 24/13                     11:8/7(2) 6/5(2)
  4) 62: 13/5                       Doubles => 4
  5)  Drops
                                   Wins 2 points

 Game 2
 Ana Ruiz : 0                      Bo : 2
  1)                               21: 13/11 6/5
  2) 51: 13/8 6/5                  66: 24/18(2) 13/7(2)
      Wins 4 points

 Game 3
 Ana Ruiz : 4                      Bo : 2
  1) 42: 8/4 6/4
      Wins 1 point and the match
"""


def test_a_match_is_read() -> None:
    match = read_mat(MATCH)
    assert (match.points, match.players, len(match.games)) == (5, ("Ana Ruiz", "Bo"), 3)
    assert [(each.winner, each.points) for each in match.games] == [(1, 2), (0, 4), (0, 1)]
    assert [each.start.stage for each in match.games] == [PLAIN, PLAIN, CRAWFORD]
    last, action = list(match.decisions(0))[-1]
    assert (match.game.action_name(last, action), last.cube, last.owner) == ("drop", 2, 1)
    names = [match.game.action_name(*each) for each in match.decisions(0)]
    assert names[:6] == ["31", "8/5 6/5", "roll", "64", "24/14", "double"]
    assert next(iter(match.decisions(1)))[1] == 8 * 1 + 2  # the right side begins


def test_after_the_crawford_game_the_cube_is_back() -> None:
    text = MATCH.replace("Wins 1 point and the match", "")
    text += "                                   Wins 2 points\n"
    text += "\n Game 4\n Ana Ruiz : 4                      Bo : 4\n  1) 31: 8/5 6/5\n"
    assert read_mat(text).games[3].start.stage == AFTER


def test_what_is_written_is_read_back() -> None:
    match = read_mat(MATCH)
    again = read_mat(write_mat(match))
    assert again.games == match.games
    assert (again.players, again.notes) == (match.players, match.notes)
    assert write_mat(again) == write_mat(match)


@pytest.mark.parametrize("points", [0, 1, 3])
def test_random_matches_are_read_back(points: int) -> None:
    game, random = CubeBackgammon(points=points), Random(points)
    state, actions = game.initial(), []
    while not game.is_terminal(state):
        actions.append(random.choice(list(game.legal(state))))
        state = game.result(state, actions[-1])
    match = Mat.of_actions(game, ("A", "B"), actions)
    assert sum(len(each.actions) for each in match.games) == len(actions)
    assert [each.actions for each in read_mat(write_mat(match)).games] == [
        each.actions for each in match.games
    ]


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("8/5 6/5    ", "8/5 6/4    ", 6, "not a legal action"),
        ("64: 24/14", "64: Cannot Move", 6, "no play is written"),
        ("64: 24/14", "64 24/14", 6, "not a legal action"),
        ("  Takes", "", 8, "to be answered"),
        ("  Drops", "  Takes then", 10, "not understood"),
        ("  1) 42:", "  1) 44:", 21, "two different dice"),
        (" 5 point match", " 99 point match", 2, "at most 25"),
        (" 5 point match", " best of five", 2, "not understood"),
        ("Ana Ruiz : 4 ", "Ana Ruiz : 5 ", 20, "is over before"),
        ("  2) 51: 13/8 6/5 ", "  2)  Takes 51: 13/8 6/5 ", 16, "offered"),
    ],
)
def test_mistakes_are_named_with_their_line(old: str, new: str, line: int, message: str) -> None:
    assert old in MATCH
    with pytest.raises(SourceError, match=message) as refused:
        read_mat(MATCH.replace(old, new, 1))
    assert refused.value.line == line


def test_the_file_is_named(tmp_path: Path) -> None:
    file = tmp_path / "empty.mat"
    file.write_text("\n", encoding="utf-8")
    with pytest.raises(SourceError, match=r"empty\.mat, line 1"):
        read_mat(file)
