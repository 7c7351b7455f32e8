"""Games that break the contract in every way, and what check_game says of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from adversario import Game, GameError, check_game, parse_tree
from adversario.contract.checking.check import check_game as contract_check
from adversario.game import CHANCE
from adversario.games import GAMES
from tests.games.compiled import INTERPRETED


class State(NamedTuple):
    left: int
    turn: int


class TakeAway(Game[Any, Any]):
    """Take one or two counters; whoever takes the last one wins."""

    utility_bounds = (-1, 1)

    def initial(self) -> Any:
        return State(5, 0)

    def player(self, state: Any) -> int:
        return int(state.turn)

    def actions(self, state: Any) -> Any:
        return [n for n in (1, 2) if n <= state.left]

    def result(self, state: Any, action: Any) -> Any:
        return State(state.left - action, 1 - state.turn)

    def is_terminal(self, state: Any) -> bool:
        return bool(state.left == 0)

    def utility(self, state: Any, player: int) -> Any:
        return -1 if player == state.turn else 1


ALIKE = ("brazilian-draughts", "italian-draughts", "russian-draughts", "spanish-draughts")
"""The rules of these are those of other draughts, with other constants: among the slow tests.

`tests/games/boards/test_draughts.py` compares the moves of each with a plain generator.
"""

LONG = (
    "backgammon",
    "battleship",
    "chess",
    "go",
    "gomoku",
    "hearts",
    "hex",
    "tetris",
    "twenty48",
    "wide2048",
)

LONGEST = {"backgammon": 60}
"""The plies of a play-out, if fewer than 200: each has some hundred actions to list and read."""

HEAVY = ("breakthrough", "checkers", "endings", "international-draughts", "othello")
"""Rules that take milliseconds a state where they are interpreted."""

PLAYOUTS = {name: 3 if name in LONG + ALIKE else 10 if name in HEAVY else 30 for name in GAMES}
"""Enough to meet every rule, in a second or two."""

MARKS: dict[bool, Any] = {False: (), True: pytest.mark.slow}

MORE_PLAYOUTS = dict.fromkeys(HEAVY, 30) | dict.fromkeys(ALIKE, 10)


@pytest.mark.parametrize(
    ("name", "playouts"),
    [
        *(pytest.param(*each, marks=MARKS[each[0] in ALIKE]) for each in PLAYOUTS.items()),
        *(pytest.param(*more, marks=pytest.mark.slow) for more in MORE_PLAYOUTS.items()),
    ],
)
def test_our_own_games_keep_the_contract(name: str, playouts: int) -> None:
    report = check_game(GAMES[name](), playouts=playouts, longest=LONGEST.get(name, 200))
    assert report.playouts == playouts
    assert report.states > 10
    if name in INTERPRETED:
        assert report.compared is None, f"{name} compiles now: take it off the list"
    else:
        assert report.compared is not None, f"the rules of {name} do not compile"
        assert report.compared > 10


def test_the_list_of_interpreted_games_names_registered_games() -> None:
    assert set(INTERPRETED) <= set(GAMES)


def test_trees_keep_the_contract() -> None:
    check_game(parse_tree("A(B(3, 12, B3(8, 7, 3)), :chance(1/3: 2, 2/3: 4), D(14, 5, 1))"))
    check_game(parse_tree("players R, B, G; turns R, G, B; (([1,2,6],[4,3,2]), ([6,1,2],[7,4,1]))"))


def test_the_report_says_what_was_covered() -> None:
    report = check_game(TakeAway(), playouts=50)
    assert (report.states, report.longest) == (10, 5)


class Moody(TakeAway):
    def __init__(self) -> None:
        self.asked = 0

    def utility(self, state: Any, player: int) -> int:
        self.asked += 1
        return self.asked


class Unhashable(TakeAway):
    def initial(self) -> Any:
        return [5, 0]


class Mutable:
    def __init__(self, left: int) -> None:
        self.left, self.turn = left, 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mutable)

    def __hash__(self) -> int:
        return 0


class Mutating(TakeAway):
    def initial(self) -> Any:
        return Mutable(5)

    def result(self, state: Any, action: Any) -> Any:
        state.left += 1
        return state


class NoActions(TakeAway):
    def actions(self, state: Any) -> Any:
        return []


class Repeating(TakeAway):
    def actions(self, state: Any) -> Any:
        return [1, 1]


class Illegal(TakeAway):
    def actions(self, state: Any) -> Any:
        return [1, "two"]


class NotZeroSum(TakeAway):
    def utility(self, state: Any, player: int) -> int:
        return 1


class OutOfBounds(TakeAway):
    def utility(self, state: Any, player: int) -> int:
        return 10 * super().utility(state, player)  # type: ignore[no-any-return]


class NotANumber(TakeAway):
    def utility(self, state: Any, player: int) -> float:
        return float("nan")


class NoUtility(TakeAway):
    def utility(self, state: Any, player: int) -> Any:
        return None


class ThirdPlayer(TakeAway):
    def player(self, state: Any) -> int:
        return 2


class UndeclaredChance(TakeAway):
    def player(self, state: Any) -> int:
        return CHANCE


class Dice(TakeAway):
    chance = True
    odds = (0.5, 0.5)

    def player(self, state: Any) -> int:
        return CHANCE if state.left == 5 else int(state.turn)

    def chances(self, state: Any) -> Iterator[tuple[int, float]]:
        yield 1, self.odds[0]
        yield 2, self.odds[1]


class LoadedDice(Dice):
    odds = (0.5, 0.6)


class NegativeDice(Dice):
    odds = (1.5, -0.5)


class NoDice(TakeAway):
    chance = True

    def player(self, state: Any) -> int:
        return CHANCE if state.left == 5 else int(state.turn)


class Collision(TakeAway):
    def key(self, state: Any) -> int:
        return int(state.left)


class WanderingKey(TakeAway):
    def key(self, state: Any) -> object:
        return object()


class WrongSymmetry(TakeAway):
    def symmetries(self, state: Any) -> Iterator[State]:
        yield State(state.left, 1 - state.turn)


class DeepWrongSymmetry(TakeAway):
    """The images look alike: same player, same number of actions."""

    def symmetries(self, state: Any) -> Iterator[State]:
        if state.left in (3, 4):
            yield State(7 - state.left, state.turn)


class BadNotation(TakeAway):
    def action_name(self, state: Any, action: Any) -> str:
        return "take"


class NoisyNonsense(TakeAway):
    def is_quiet(self, state: Any) -> bool:
        return False

    def noisy_actions(self, state: Any) -> list[int]:
        return [7]


class PassesToNobody(TakeAway):
    def pass_turn(self, state: Any) -> Any:
        return State(state.left + 1, state.turn)


class WildEvaluation(TakeAway):
    def evaluate(self, state: Any, player: int) -> int:
        return 99


class UnequalTeams(TakeAway):
    players = 4
    teams = (0, 1, 0, 1)

    def utility(self, state: Any, player: int) -> int:
        return (1, -1, 0, 0)[player]


class TooFewTeams(TakeAway):
    teams = (0, 1, 1)


class UpsideDown(TakeAway):
    utility_bounds = (1, -1)


class Nobody(TakeAway):
    players = 0


class TooManyPriors(TakeAway):
    def priors(self, state: Any) -> Iterator[float]:
        yield from (1, 1, 1)


class NegativePrior(TakeAway):
    def priors(self, state: Any) -> Iterator[float]:
        for _ in self.actions(state):
            yield -0.5


class MiscountsActions(TakeAway):
    def count_actions(self, state: Any) -> int:
        return 3


class HalfUrgent(TakeAway):
    def urgency(self, state: Any, action: Any) -> Any:
        return action / 2


class ForcedToBeQuiet(TakeAway):
    def is_forced(self, state: Any) -> bool:
        return bool(state.left == 2)

    def noisy_actions(self, state: Any) -> list[int]:
        return [1]


class PlaysOnAtTheEnd(TakeAway):
    ends_without_actions = True

    def actions(self, state: Any) -> list[int]:
        return [n for n in (1, 2) if n <= max(1, state.left)]


class RepeatsOnce(TakeAway):
    repetition = 1


class Forgetful(TakeAway):
    """Positions differ in parity alone, and never recur, it says."""

    repetition = 3

    def position_key(self, state: Any) -> int:
        return int(state.left % 2)

    def reversible(self, state: Any) -> int:
        return 0


class MixesPositions(TakeAway):
    def table_key(self, state: Any) -> int:
        return int(state.turn)


BROKEN = [
    (Moody, "utility", "two different answers"),
    (Unhashable, "result", "not hashable"),
    (Mutating, "result", "changed"),
    (NoActions, "actions", "nothing can be done"),
    (Repeating, "actions", "twice"),
    (Illegal, "result", "TypeError"),
    (NotZeroSum, "utility", "sum to 2, not to 0"),
    (OutOfBounds, "utility", "outside"),
    (NotANumber, "utility", "finite"),
    (NoUtility, "utility", "None"),
    (ThirdPlayer, "player", "expected a player"),
    (UndeclaredChance, "player", "chance = True"),
    (LoadedDice, "chances", r"sum to 1\.1"),
    (NegativeDice, "chances", r"-0\.5"),
    (NoDice, "chances", "define the method chances"),
    (Collision, "key", "same key"),
    (WanderingKey, "key", "two different answers"),
    (WrongSymmetry, "symmetries", "not worth the same"),
    (DeepWrongSymmetry, "symmetries", "not worth the same"),
    (BadNotation, "parse_action", "'take'"),
    (NoisyNonsense, "noisy_actions", "legal"),
    (PassesToNobody, "pass_turn", "the other player"),
    (WildEvaluation, "evaluate", "99"),
    (TooManyPriors, "priors", "3 priors for 2 actions"),
    (NegativePrior, "priors", r"-0\.5"),
    (UnequalTeams, "utility", "team-mates"),
    (TooFewTeams, "teams", "each of the 2 players"),
    (UpsideDown, "utility_bounds", "comes first"),
    (Nobody, "players", "at least 1"),
    (MiscountsActions, "count_actions", "counts 3"),
    (HalfUrgent, "urgency", r"0\.5"),
    (ForcedToBeQuiet, "noisy_actions", "noisy"),
    (PlaysOnAtTheEnd, "actions", "no actions"),
    (RepeatsOnce, "repetition", "2 or more"),
    (Forgetful, "reversible", "only 0"),
    (MixesPositions, "table_key", "another position"),
]


@pytest.mark.parametrize(("game", "method", "problem"), BROKEN)
def test_a_breach_is_named(game: type[TakeAway], method: str, problem: str) -> None:
    with pytest.raises(GameError, match=problem) as caught:
        check_game(game())
    assert f"{game.__name__}.{method}" in str(caught.value)
    assert caught.value.text("es") != str(caught.value)


def test_the_state_is_named() -> None:
    with pytest.raises(GameError, match=r"State\(left=0, turn="):
        check_game(NotZeroSum())


def test_sound_dice_pass() -> None:
    check_game(Dice())


def test_a_class_that_lacks_a_method_cannot_be_made() -> None:
    class Half(Game[int, int]):
        def initial(self) -> int:
            return 0

    with pytest.raises(TypeError, match="actions"):
        Half()  # type: ignore[abstract]


class ManyMoves(TakeAway):
    """A game with many actions that are dear to list."""

    def __init__(self, moves: int = 300, broken: int = -1) -> None:
        self.moves, self.broken, self.listed = moves, broken, 0

    def actions(self, state: Any) -> Any:
        self.listed += 1
        return [n * 10 + take for n in range(self.moves) for take in (1, 2) if take <= state.left]

    def result(self, state: Any, action: Any) -> Any:
        return State(state.left - action % 10, 1 - state.turn)

    def action_name(self, state: Any, action: Any) -> str:
        return "1" if action == self.broken else str(action)


def test_names_are_read_back_without_listing_all_actions_for_each() -> None:
    game = ManyMoves()
    contract_check(game, playouts=5)
    assert game.listed < 500


@pytest.mark.parametrize("broken", [2, 851, 2991])
def test_a_name_given_twice_is_found_among_many(broken: int) -> None:
    with pytest.raises(GameError, match="is not read back"):
        contract_check(ManyMoves(broken=broken), playouts=2)


def test_names_are_texts() -> None:
    class Numbered(TakeAway):
        def action_name(self, state: Any, action: Any) -> Any:
            return action

    with pytest.raises(GameError, match=r"action_name.*expected a string"):
        contract_check(Numbered(), playouts=2)


def test_a_state_that_is_met_again_is_not_checked_again() -> None:
    game = ManyMoves(moves=1)
    contract_check(game, playouts=100)
    assert game.listed < 100
