"""Repertoires: analysed in the order of likelihood, kept in files, and played from."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from adversario import make_game
from adversario.algorithms.core.limit import Limit
from adversario.analysis.analyse import analyse
from adversario.analysis.repertoire.build import RepertoireProgress, build_repertoire
from adversario.analysis.repertoire.openings import (
    Choice,
    Opening,
    Repertoire,
    Settings,
    read_repertoire,
    shipped_repertoire,
    write_repertoire,
)
from adversario.arena.levels import Level
from adversario.arena.searchers import player_factory
from adversario.base.errors import InputError, UnsuitableGameError
from adversario.base.stop import Stop

SETTINGS = Settings(nodes=5_000, actions=4, margin=0.1)


@pytest.fixture
def game() -> Any:
    return make_game("tictactoe")


def test_only_actions_within_the_margin_are_played_the_better_the_more_often(game: Any) -> None:
    choices = (Choice("4", 0.2), Choice("0", 0.15), Choice("1", 0.1), Choice("2", -0.3))
    repertoire = Repertoire(game, SETTINGS, [Opening((), choices)])
    assert [(action, round(share, 6)) for action, share in repertoire.actions(game.initial())] == [
        (4, 0.666667),
        (0, 0.333333),
    ]
    random = Random(1)
    drawn = Counter(repertoire.choose(game.initial(), random) for _ in range(3_000))
    assert set(drawn) == {0, 4}
    assert 1_900 < drawn[4] < 2_100


def test_a_position_is_known_by_whatever_moves_lead_to_it(game: Any) -> None:
    openings = [
        Opening((), (Choice("0", 0.0), Choice("4", 0.0))),
        Opening(("0",), (Choice("4", 0.0),)),
        Opening(("0", "8", "4"), (Choice("1", 0.0),)),
    ]
    repertoire = Repertoire(game, SETTINGS, openings)
    assert repertoire.choose(game.parse_position("4 8 0"), Random(0)) == 1
    assert repertoire.choose(game.parse_position("4 8"), Random(0)) is None


def test_it_is_built_from_the_likeliest_position_on_with_what_an_analysis_says(
    game: Any, tmp_path: Path
) -> None:
    seen: list[RepertoireProgress] = []
    found = build_repertoire(game, 9, tmp_path / "r.json", SETTINGS, on_progress=seen.append)
    assert [now.openings for now in seen] == list(range(1, 10))
    likelihoods = []
    for opening in found.openings:
        likelihood = 1.0
        for plies, name in enumerate(opening.line):
            state = found.state_after(opening.line[:plies])
            likelihood *= dict(found.actions(state))[game.parse_action(state, name)]
        likelihoods.append(likelihood)
    assert likelihoods == sorted(likelihoods, reverse=True)
    opening = next(each for each in found.openings if each.line == ("0",))
    assert dict(opening.choices)["4"] == 0  # the only reply that draws
    state = game.parse_position("0")
    best = analyse(game, state, limit=Limit(nodes=SETTINGS.nodes), lines=4)
    assert [-value for _, value in opening.choices] == [line.value for line in best.lines]


def test_a_file_is_read_back_and_continued(game: Any, tmp_path: Path) -> None:
    path, other = tmp_path / "r.json", tmp_path / "whole.json"
    build_repertoire(game, 3, path, SETTINGS)
    stop = Stop()
    stop.set()
    assert len(build_repertoire(game, 6, path, SETTINGS, stop=stop)) == 3
    continued = build_repertoire(game, 6, path, SETTINGS)
    assert continued.openings == build_repertoire(game, 6, other, SETTINGS).openings
    assert path.read_bytes() == other.read_bytes()
    assert read_repertoire(path, game).openings == continued.openings
    with pytest.raises(InputError, match=r"--nodes 5000 --lines 4 --margin 0\.1"):
        build_repertoire(game, 9, path, SETTINGS._replace(nodes=1))


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"openings": [{"line": ["9"], "values": {"0": 0}}]}, "opening 0"),
        ({"openings": [{"line": [], "values": {"x": 0}}]}, "opening 0"),
        ({"openings": [{"line": [], "values": {}}]}, "it has no actions"),
        ({"openings": [{"line": [], "values": {"0": "1"}}]}, "values"),
        ({"margin": -1}, "margin"),
        ({"format": "other"}, "format"),
        ({"game": "ConnectFour"}, "ConnectFour"),
        ({"rules": "0"}, "rules"),
    ],
)
def test_bad_files_are_refused_by_name(
    game: Any, tmp_path: Path, change: dict[str, Any], expected: str
) -> None:
    path = tmp_path / "r.json"
    write_repertoire(path, Repertoire(game, SETTINGS, [Opening((), (Choice("4", 0.0),))]))
    path.write_text(json.dumps({**json.loads(path.read_text()), **change}))
    with pytest.raises(InputError, match=expected) as error:
        read_repertoire(path, game)
    assert str(path) in str(error.value)


def test_actions_may_be_in_any_order_in_a_file(game: Any, tmp_path: Path) -> None:
    path = tmp_path / "r.json"
    choices = (Choice("4", 0.2), Choice("0", 0.15))
    write_repertoire(path, Repertoire(game, SETTINGS, [Opening((), choices)]))
    content = json.loads(path.read_text())
    content["openings"][0]["values"] = {"0": 0.15, "4": 0.2}
    path.write_text(json.dumps(content))
    assert read_repertoire(path, game).openings == [Opening((), choices)]


def test_a_file_with_an_opening_that_no_other_leads_to_is_continued(
    game: Any, tmp_path: Path
) -> None:
    path = tmp_path / "openings.json"
    build_repertoire(game, 2, path, SETTINGS)
    content = json.loads(path.read_text())
    played = content["openings"][1]["line"][0]
    content["openings"][0]["values"][played] = -1e9  # no longer within the margin
    path.write_text(json.dumps(content))
    found = build_repertoire(game, 3, path, SETTINGS)
    assert len(found) == 3
    assert found.openings[-1].line[:1] != (played,)


def test_games_with_chance_have_none(tmp_path: Path) -> None:
    with pytest.raises(UnsuitableGameError):
        build_repertoire(make_game("pig"), 1, tmp_path / "r.json", SETTINGS)
    assert not (tmp_path / "r.json").exists()


def test_players_begin_from_it_and_go_on_by_themselves(game: Any, tmp_path: Path) -> None:
    path = tmp_path / "r.json"
    write_repertoire(path, Repertoire(game, SETTINGS, [Opening((), (Choice("7", 0.0),))]))
    player = player_factory(f"alphabeta:depth=9,engine=python,repertoire={path}")(3)
    player.try_out(game, game.initial())
    assert player.choose(game, game.initial()) == 7
    assert player.choose(game, game.parse_position("0 4 1")) == 2
    with pytest.raises(InputError, match="adversario repertoire"):
        player_factory("minimax:repertoire=own")(0).try_out(game, game.initial())


def test_the_repertoire_of_chess_is_found_and_levels_begin_from_it() -> None:
    chess = make_game("chess")
    repertoire = shipped_repertoire(chess)
    assert repertoire is not None
    assert len(repertoire) >= 200
    first = {
        chess.action_name(chess.initial(), action)
        for action, _ in repertoire.actions(chess.initial())
    }
    assert {"e4", "d4"} <= first
    played = {Level(10, seed).choose(chess, chess.initial()) for seed in range(12)}
    assert {chess.action_name(chess.initial(), action) for action in played} <= first
    assert len(played) > 1
    assert shipped_repertoire(make_game("chess:number=0")) is None
