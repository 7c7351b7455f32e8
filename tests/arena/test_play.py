"""Single games: what is played, what a fault costs, what a seed decides."""

from __future__ import annotations

import json
import random
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from adversario import Level, make_game, parse_tree, play_game
from adversario.arena import Ending, Entrant
from adversario.arena.levels import uses_alphabeta
from adversario.arena.openings import openings
from adversario.arena.play import forfeit_utilities
from adversario.arena.player import make_entrant
from adversario.base.errors import InputError, UnsuitableGameError
from adversario.contract.repetition import draw_utilities
from adversario.game import Game
from adversario.records.record import read_record
from tests.arena.samples import Careless, Circle, First, HighDie, Seeded, any_action, fails, leaves

TICTACTOE = make_game("tictactoe")
NIM = make_game("nim:heaps=2-3-3")


def replayed(game: Game[Any, Any], *names: str) -> Any:
    state = game.initial()
    for name in names:
        state = game.result(state, game.parse_action(state, name))
    return state


def test_perfect_play_is_a_draw_and_the_record_is_the_game() -> None:
    perfect = "alphabeta:depth=9,engine=python"
    record = play_game(TICTACTOE, [perfect, perfect])
    assert (record.utilities, record.ending, record.detail) == ((0, 0), Ending.RULES, "")
    assert len(record.moves) == 9
    assert TICTACTOE.is_terminal(replayed(TICTACTOE, *record.moves))
    assert record.players == (perfect, perfect)


def test_the_theory_of_nim_decides() -> None:
    # 2 xor 3 xor 3 is not 0, so who is to move wins; after taking both from the 2 it is.
    perfect = "alphabeta:depth=8,engine=python"
    for seed in range(4):
        assert play_game(NIM, [perfect, "random"], seed=seed).utilities == (1, -1)
        record = play_game(NIM, [perfect, perfect], opening=["a1"], seed=seed)
        assert record.utilities == (-1, 1)
        record = play_game(NIM, ["random", perfect], opening=["a2"], seed=seed)
        assert record.opening == ("a2",)
        assert NIM.is_terminal(replayed(NIM, "a2", *record.moves))
    assert play_game(NIM, [perfect, perfect], opening=["a2"]).utilities == (1, -1)


@pytest.mark.parametrize(
    ("player", "ending", "detail"),
    [
        (Careless, Ending.ILLEGAL, "'z9' @ "),
        (fails, Ending.FAILED, "ZeroDivisionError: by hand"),
        (leaves, Ending.FAILED, "SystemExit: 3"),
    ],
)
def test_a_fault_loses(player: Any, ending: Ending, detail: str) -> None:
    for seats, utilities in (([player, First], (-1, 1)), ([First, player], (1, -1))):
        record = play_game(TICTACTOE, seats)
        assert (record.utilities, record.ending) == (utilities, ending)
        assert record.detail.startswith(detail)
        assert record.fault == seats.index(player)


def test_a_fault_of_one_of_many() -> None:
    assert forfeit_utilities(HighDie(), 1) == (1, -1, 1)
    game = HighDie()
    game.zero_sum, game.utility_bounds = True, (-4, 8)
    assert forfeit_utilities(game, 0) == (-4, 2, 2)
    assert draw_utilities(game) == (0, 0, 0)
    game.zero_sum, game.utility_sum, game.teams = False, 12, (0, 1, 0)
    assert forfeit_utilities(game, 2) == (-4, 20, -4)
    assert draw_utilities(game) == (4, 4, 4)


def test_bounds_are_those_of_player_0() -> None:
    game = make_game("tictactoe")
    game.utility_bounds = (-3, 7)
    assert forfeit_utilities(game, 0) == (-3, 3)
    assert forfeit_utilities(game, 1) == (7, -7)


def test_a_game_without_end_is_a_draw() -> None:
    record = play_game(Circle(), [First, "random"], most_plies=30)
    assert (record.utilities, record.ending, len(record.moves)) == ((0, 0), Ending.PLIES, 30)


def test_a_fault_of_ours_is_an_error() -> None:
    with pytest.raises(UnsuitableGameError):
        play_game(make_game("pig"), ["alphabeta", "random"])
    with pytest.raises(InputError, match="has 2 seats, and 1"):
        play_game(TICTACTOE, ["random"])


def test_ctrl_c_that_a_search_takes_for_itself_ends_the_game() -> None:
    def hasty(game: Game[Any, Any], state: Any) -> Any:
        with suppress(KeyboardInterrupt):  # as searches do, to answer with what they have
            signal.raise_signal(signal.SIGINT)
        return next(iter(game.actions(state)))

    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        play_game(TICTACTOE, [hasty, hasty])
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.parametrize(
    "player", ["random", Seeded, any_action, "level:3", "mcts:simulations=50,engine=python"]
)
def test_a_seed_decides_everything(player: Any) -> None:
    one, same, other = (
        play_game(TICTACTOE, [player, player], seed=seed).played for seed in (1, 1, 2)
    )
    assert one == same
    assert one.moves != other.moves


def test_python_s_own_random_numbers_go_on_undisturbed() -> None:
    random.seed(5)
    expected = random.random()
    random.seed(5)
    play_game(TICTACTOE, [any_action, any_action])
    assert random.random() == expected


def test_dice_come_from_the_seed_and_not_from_the_players() -> None:
    def dice(*players: Any) -> list[str]:
        record = play_game(HighDie(), players, seed=4)
        return [move for number, move in enumerate(record.moves) if number % 2]

    assert dice(First, First, First) == dice("random", "random", First)
    record = play_game(HighDie(), [First] * 3, seed=4)
    rolls = [int(roll) for roll in dice(First, First, First)]
    assert record.utilities == tuple(sum(rolls[seat::3]) for seat in range(3))


def test_records_survive_json() -> None:
    record = play_game(HighDie(), [First, "random", Careless], seed=9, opening=["0", "6"])
    again = read_record(json.dumps(record.to_json()), "match", 2)
    assert again.played == record.played
    assert record.ending is Ending.ILLEGAL


def test_openings_are_different_and_begin_alike() -> None:
    lines = openings(TICTACTOE, 3, seed=1)
    first = [next(lines) for _ in range(40)]
    again = openings(TICTACTOE, 3, seed=1)
    assert [next(again) for _ in range(10)] == first[:10]
    states = {replayed(TICTACTOE, *line) for line in first}
    assert len(states) == 40
    assert {len(line) for line in first} == {3}
    assert next(openings(TICTACTOE, 3, seed=2)) != first[0]


def test_when_there_are_no_more_openings_they_come_again() -> None:
    lines = openings(TICTACTOE, 1, seed=0)
    first = [next(lines) for _ in range(9)]
    assert len(set(first)) == 9
    assert [next(lines) for _ in range(18)] == first * 2
    assert next(openings(TICTACTOE, 0, seed=0)) == ()


def test_no_opening_ends_the_game() -> None:
    lines = openings(TICTACTOE, 8, seed=0)
    assert not any(TICTACTOE.is_terminal(replayed(TICTACTOE, *next(lines))) for _ in range(60))
    with pytest.raises(InputError, match="no line of 2 plies"):
        next(openings(parse_tree("(1, 2)"), 2, seed=0))


# Who can play


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("alphabet", "no player 'alphabet'"),
        ("alphabeta:deep=3", "'deep=3' is not an option"),
        ("alphabeta:depth=three", "'depth=three' is not an option"),
        ("alphabeta:depth=0", "depth = 0"),
        ("alphabeta:engine=steam", "steam"),
        ("mcts:depth=3", "'depth=3' is not an option"),
        ("level:11", "no level '11'"),
        ("level", "no level ''"),
        ("random:3", "no player 'random:3'"),
        ("nowhere.py:Bot", "no such file"),
        ("alphabeta:evaluate=nowhere.py:f", "no such file"),
    ],
)
def test_names_that_mean_nothing(text: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        make_entrant(text)


def test_things_that_are_no_players() -> None:
    for thing in (3, lambda state: 1, dict):
        with pytest.raises(InputError, match="no player"):
            make_entrant(thing)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="no level"):
        Level(0)


BOTS = """
from adversario import Game

class Bot:
    def choose(self, game, state):
        return max(game.actions(state))

class Broken(Bot):
    def __init__(self):
        raise RuntimeError("no batteries")

def lowest(game, state):
    return min(game.actions(state))

def evaluation(state, player, weight=1):
    return weight

tool = Bot()
"""


@pytest.fixture
def bots(tmp_path: Path) -> Iterator[Path]:
    file = tmp_path / "some_bots.py"
    file.write_text(BOTS, encoding="utf-8")
    yield file
    sys.modules.pop(file.stem, None)


def test_players_of_one_s_own_file(bots: Path) -> None:
    record = play_game(TICTACTOE, [f"{bots}:Bot", f"{bots}:lowest"])
    assert record.utilities == (1, -1)
    assert record.moves == tuple(
        TICTACTOE.action_name(TICTACTOE.initial(), cell) for cell in (8, 0, 7, 1, 6)
    )
    assert play_game(TICTACTOE, [f"{bots}:tool", f"{bots}:lowest"]).moves == record.moves
    record = play_game(TICTACTOE, [f"{bots}:Broken", f"{bots}:lowest"])
    assert record.detail == "RuntimeError: no batteries"
    assert make_entrant(f"{bots}:Bot").version != ""


def test_an_evaluation_of_one_s_own_file(bots: Path) -> None:
    record = play_game(TICTACTOE, [f"alphabeta:depth=2,evaluate={bots}:evaluation", "random"])
    assert record.ending is Ending.RULES
    with pytest.raises(InputError, match="no function 'nothing'"):
        make_entrant(f"alphabeta:evaluate={bots}:nothing")


def test_a_file_with_several_players_needs_a_name(bots: Path) -> None:
    with pytest.raises(InputError, match="found: Bot, Broken, lowest"):
        make_entrant(str(bots))
    with pytest.raises(InputError, match="named 'Nobody'"):
        make_entrant(f"{bots}:Nobody")


def test_entrants_are_taken_as_they_are() -> None:
    entrant = Entrant("me", lambda seed: First(), own=True)
    assert make_entrant(entrant) is entrant
    assert play_game(TICTACTOE, [entrant, First()]).players == ("me", "First")


# Levels


@pytest.mark.parametrize("game", [TICTACTOE, HighDie()], ids=["tictactoe", "dice"])
@pytest.mark.filterwarnings("ignore::adversario.native.compiler.problems.InterpretedWarning")
def test_levels_play_any_game(game: Game[Any, Any]) -> None:
    for level in (1, 4):
        players: list[Any] = [f"level:{level}", Level(level), Level(1)]
        record = play_game(game, players[: game.players])
        assert record.ending is Ending.RULES


def test_a_level_with_an_evaluation_searches_deep() -> None:
    class Graded(type(NIM)):  # type: ignore[misc]
        def evaluate(self, state: Any, player: int) -> float:
            return 0.5

    assert not uses_alphabeta(NIM)
    assert uses_alphabeta(Graded())
    assert not uses_alphabeta(make_game("pig"))
