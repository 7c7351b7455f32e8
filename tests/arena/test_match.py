"""Matches: seats, seeds, files that are resumed, processes, early decisions."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from adversario import Sprt, make_game, play_game, play_match
from adversario.arena import LEVELS, Ending, GameRecord, MatchResult
from adversario.arena.match import tasks
from adversario.base.errors import AdversarioError, InputError, UnsuitableGameError
from tests.arena.samples import Careless, Circle, First, HighDie, Seeded, any_action, fails

TICTACTOE = make_game("tictactoe")
PLAYERS: list[Any] = ["alphabeta:depth=2", any_action]


def played(result: MatchResult) -> list[GameRecord]:
    return [game.played for game in result.games]


def test_every_opening_is_played_with_both_colours() -> None:
    result = play_match(TICTACTOE, PLAYERS, games=20, seed=3)
    for first, second in zip(result.games[::2], result.games[1::2], strict=True):
        assert first.opening == second.opening
        assert first.entrants == (0, 1)
        assert second.entrants == (1, 0)
        assert first.players == second.players[::-1]
    assert result.openings == 10


def test_the_count_is_that_of_the_games() -> None:
    result = play_match(TICTACTOE, PLAYERS, games=20, seed=3)
    first, second = result.standings
    scores = [game.utilities[game.entrants.index(0)] for game in result.games]
    assert (first.wins, first.draws, first.losses) == (
        scores.count(1), scores.count(0), scores.count(-1)
    )  # fmt: skip
    assert (second.wins, second.draws, second.losses) == (first.losses, first.draws, first.wins)
    assert first.utility == pytest.approx(sum(map(float, scores)) / 20)
    assert first.utility == -second.utility
    assert first.wins > second.wins
    rating = result.rating
    assert rating is not None
    assert rating.score == pytest.approx((first.wins + first.draws / 2) / 20)


def test_a_record_can_be_played_again_alone() -> None:
    result = play_match(TICTACTOE, PLAYERS, games=6, seed=8)
    for game in result.games:
        players = [PLAYERS[who] for who in game.entrants]
        again = play_game(TICTACTOE, players, seed=game.seed, opening=game.opening)
        assert (again.moves, again.utilities) == (game.moves, game.utilities)


def test_the_same_seed_gives_the_same_games_whoever_plays_them() -> None:
    alone = play_match(TICTACTOE, ["alphabeta:depth=2", Seeded], games=8, seed=5)
    together = play_match(TICTACTOE, ["alphabeta:depth=2", Seeded], games=8, seed=5, workers=2)
    other = play_match(TICTACTOE, ["alphabeta:depth=2", Seeded], games=8, seed=6)
    assert played(alone) == played(together)
    assert played(alone) != played(other)


def test_more_games_go_on_from_fewer() -> None:
    few = play_match(TICTACTOE, PLAYERS, games=6)
    many = play_match(TICTACTOE, PLAYERS, games=12)
    assert played(few) == played(many)[:6]


def test_games_are_rounded_up_to_whole_rounds() -> None:
    assert len(play_match(TICTACTOE, PLAYERS, games=5).games) == 6


def test_three_players_go_around_the_table() -> None:
    planned = list(tasks(HighDie(), 3, 6, 0, seed=0))
    assert [task.entrants for task in planned] == [(0, 1, 2), (1, 2, 0), (2, 0, 1)] * 2
    result = play_match(HighDie(), [First, "random", Seeded], games=6, openings=0)
    assert Counter(who for game in result.games for who in game.entrants) == {0: 6, 1: 6, 2: 6}
    # Choices do not matter, and a round has one seed: each gets what all seats get together.
    assert len({standing.utility for standing in result.standings}) == 1
    assert result.rating is None
    assert sum(standing.wins for standing in result.standings) <= 6


def test_two_share_the_seats_of_three() -> None:
    planned = list(tasks(HighDie(), 2, 2, 0, seed=0))
    assert [task.entrants for task in planned] == [(0, 1, 0), (1, 0, 1)]
    assert play_match(HighDie(), [First, "random"], games=2).standings[0].games == 2


def test_dice_are_the_same_for_both_colours() -> None:
    game = make_game("pig:target=5")
    result = play_match(game, [First, First], games=4, openings=0)
    one, two = result.games[:2]
    assert one.moves == two.moves
    assert one.moves != result.games[2].moves


def test_faults_are_counted_and_told() -> None:
    result = play_match(TICTACTOE, [Careless, First], games=4, openings=0)
    assert [game.ending for game in result.faults] == [Ending.ILLEGAL] * 4
    assert result.standings[0].losses == 4
    result = play_match(TICTACTOE, [First, fails], games=4)
    assert result.standings[0].wins == 4
    assert result.to_json()["faults"] == 4


def test_games_without_end_are_draws() -> None:
    result = play_match(Circle(), [First, First], games=2, most_plies=20)
    assert result.standings[0].draws == 2


def test_an_algorithm_that_does_not_fit_is_refused_before_the_match() -> None:
    with pytest.raises(UnsuitableGameError):
        play_match(make_game("pig"), ["random", "alphabeta"], games=2)


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"games": 0}, "games = 0"),
        ({"openings": -1}, "openings = -1"),
        ({"workers": 0}, "workers = 0"),
        ({"most_plies": 0}, "most_plies = 0"),
        ({"openings": 9}, "no line of 9 plies"),
    ],
)
def test_bad_options(options: dict[str, Any], problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        play_match(TICTACTOE, PLAYERS, **{"games": 2, **options})


def test_bad_numbers_of_players() -> None:
    with pytest.raises(InputError, match="2 at most"):
        play_match(TICTACTOE, ["random"] * 3)
    with pytest.raises(InputError, match="SPRT compares two"):
        play_match(HighDie(), ["random"] * 3, sprt=Sprt(0, 10))


# The test that stops


def test_a_match_stops_when_it_is_decided() -> None:
    result = play_match(TICTACTOE, ["alphabeta:depth=4", First], games=400, sprt=Sprt(0, 400))
    assert result.decision == 1
    assert len(result.games) < 100
    assert len(result.games) % 2 == 0
    shorter = MatchResult("", result.players, 2, 0, result.games[:-2], result.sprt)
    assert shorter.decision is None


def test_the_decision_does_not_depend_on_the_order_of_arrival(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    options: dict[str, Any] = {"games": 60, "save": file}
    everything = play_match(TICTACTOE, ["alphabeta:depth=4", First], **options)
    header, *lines = file.read_text(encoding="utf-8").splitlines()
    file.write_text("\n".join([header, *reversed(lines)]) + "\n", encoding="utf-8")
    tested = play_match(TICTACTOE, ["alphabeta:depth=4", First], sprt=Sprt(0, 400), **options)
    assert tested.decision == 1
    assert played(tested) == played(everything)[: len(tested.games)]
    assert len(tested.games) < 60


# Files


def test_a_match_goes_on_from_its_file(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    notices: list[str] = []
    fresh: list[GameRecord] = []
    whole = play_match(TICTACTOE, PLAYERS, games=10)
    play_match(TICTACTOE, PLAYERS, games=4, save=file)
    text = file.read_text(encoding="utf-8")
    file.write_text(text[:-20], encoding="utf-8")  # the last line was being written
    resumed = play_match(
        TICTACTOE, PLAYERS, games=10, save=file,
        on_notice=lambda word: notices.append(word.id), on_progress=fresh.append,
    )  # fmt: skip
    assert played(resumed) == played(whole)
    assert notices == ["arena.dropped", "arena.resumed"]
    assert len(fresh) == 10
    assert file.read_text(encoding="utf-8").startswith(text[: text.rindex("\n", 0, -1)])
    assert [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def test_a_header_cut_off_starts_anew(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    file.write_text('{"format": 1, "ga', encoding="utf-8")
    play_match(TICTACTOE, PLAYERS, games=2, save=file)
    assert len(file.read_text(encoding="utf-8").splitlines()) == 3


def test_nothing_is_played_twice(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    play_match(TICTACTOE, PLAYERS, games=4, save=file)
    before = file.read_text(encoding="utf-8")
    play_match(TICTACTOE, PLAYERS, games=4, save=file)
    assert file.read_text(encoding="utf-8") == before


@pytest.mark.parametrize(
    ("players", "options", "key"),
    [
        (["alphabeta:depth=3", any_action], {}, "players"),
        (PLAYERS, {"seed": 1}, "seed"),
        (PLAYERS, {"openings": 2}, "openings"),
        (PLAYERS, {"most_plies": 9}, "most_plies"),
    ],
)
def test_another_match_is_refused(
    tmp_path: Path, players: list[Any], options: dict[str, Any], key: str
) -> None:
    file = tmp_path / "match.jsonl"
    play_match(TICTACTOE, PLAYERS, games=2, save=file)
    before = file.read_bytes()
    with pytest.raises(InputError, match=f"another match: {key} is"):
        play_match(TICTACTOE, players, games=2, save=file, **options)
    with pytest.raises(InputError, match="another match: game is"):
        play_match(Circle(), PLAYERS, games=2, save=file)
    assert file.read_bytes() == before


def test_a_game_of_other_constants_is_another_match(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    play_match(make_game("pig:target=5"), ["random", "random"], games=2, save=file)
    with pytest.raises(InputError, match="constants is"):
        play_match(make_game("pig:target=6"), ["random", "random"], games=2, save=file)


@pytest.mark.parametrize("words", ["hello", "hello\n", '{"format": 1}x\n', "[1]\n", "\0\n"])
def test_other_files_are_left_alone(tmp_path: Path, words: str) -> None:
    file = tmp_path / "diary.txt"
    file.write_text(words, encoding="utf-8")
    with pytest.raises(InputError, match="not a file of a match"):
        play_match(TICTACTOE, PLAYERS, games=2, save=file)
    assert file.read_text(encoding="utf-8") == words


def test_a_line_that_is_no_game_is_named(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    play_match(TICTACTOE, PLAYERS, games=2, save=file)
    lines = file.read_text(encoding="utf-8").splitlines()
    file.write_text("\n".join([lines[0], '{"number": 0}', lines[2]]) + "\n", encoding="utf-8")
    with pytest.raises(InputError, match="line 2: seed: expected a whole number, found nothing"):
        play_match(TICTACTOE, PLAYERS, games=2, save=file)
    with pytest.raises(InputError, match="cannot be read"):
        play_match(TICTACTOE, PLAYERS, games=2, save=tmp_path)


# Processes


class Deadly:
    """Ends the process it plays in."""

    def choose(self, game: Any, state: Any) -> Any:
        import os

        os._exit(7)


def test_a_process_that_dies_is_noticed() -> None:
    with pytest.raises(AdversarioError, match="ended unexpectedly"):
        play_match(TICTACTOE, [Deadly, First], games=4, workers=2)


# Levels

RECORDS = Path(__file__).parents[2] / "benchmarks" / "results"


def recorded(file: str) -> dict[str, list[list[str]]]:
    """The recorded tables, by game."""
    found: dict[str, list[list[str]]] = {}
    for section in (RECORDS / file).read_text(encoding="utf-8").split("\n## ")[1:]:
        table = [line for line in section.splitlines() if line.startswith("| ")]
        cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in table[1:]]
        found[section.partition(",")[0]] = cells
    return found


@pytest.mark.parametrize(
    ("file", "games", "least"), [("levels.md", 2, 200), ("levels-draughts.md", 6, 60)]
)
def test_every_level_is_recorded_to_beat_the_one_below(file: str, games: int, least: int) -> None:
    tables = recorded(file)
    assert len(tables) == games
    for game, table in tables.items():
        assert [int(row[0]) for row in table] == list(range(2, len(LEVELS) + 1)), game
        for row in table:
            played, won, drawn, lost = map(int, row[1:5])
            assert won + drawn + lost == played >= least
            assert (won + drawn / 2) / played >= 0.65, (game, row)


@pytest.mark.slow
@pytest.mark.parametrize("level", [4, 5])
def test_a_level_beats_the_one_below(level: int) -> None:
    players = [f"level:{level}", f"level:{level - 1}"]
    rating = play_match(make_game("connect4"), players, games=200, seed=1).rating
    assert rating is not None
    assert rating.score >= 0.65
