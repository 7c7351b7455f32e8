"""What players know: memories, worlds, rounds, and the breaches that the checker finds."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, ClassVar

import pytest

from adversario import Distribution, GameError, InputError, make_game
from adversario.contract.checking.check import check_game as check_rules
from adversario.contract.information.memory import (
    Did,
    Memory,
    Saw,
    first_memories,
    next_memories,
    remember,
)
from adversario.contract.information.observed import Observed
from adversario.contract.information.rounds import is_unseen
from adversario.contract.information.worlds import draw_worlds, worlds
from adversario.game import CHANCE, Game
from adversario.games.cards.kuhn import Deal, Kuhn
from adversario.games.simultaneous.rock_paper_scissors import Hands, RockPaperScissors

JACK, QUEEN, KING = 0, 1, 2
PASS, BET = 0, 1


def histories(game: Game[Any, Any], state: Any = None, memories: Any = None) -> Any:
    """Every decision of the game by brute force: the state and the memory of the mover."""
    state = game.initial() if state is None else state
    memories = first_memories(game) if memories is None else memories
    if game.is_terminal(state):
        return
    mover = game.player(state)
    if mover != CHANCE:
        yield state, memories[mover]
    for action in game.legal(state):
        after = game.result(state, action)
        yield from histories(game, after, next_memories(game, memories, mover, action, after))


def test_memories_keep_changes_and_own_actions() -> None:
    memory = Memory[int](0).see("a").see("a").do(1).see("a").see(None).see("b")
    assert memory.events == (Saw("a"), Did(1), Saw("b"))
    assert memory.last_seen == "b"
    assert Memory[int](0).last_seen is None


def test_seeing_is_not_doing() -> None:
    """Events of different kinds differ, also if what was seen equals what was done."""
    assert Memory[int](0).see(1) != Memory[int](0).do(1)


def test_kuhn_has_12_information_sets() -> None:
    """Kuhn, 1950: six situations for each player."""
    sets = {memory for _, memory in histories(Kuhn())}
    assert len(sets) == 12
    assert sum(memory.player == 0 for memory in sets) == 6


def test_worlds_are_all_that_look_the_same() -> None:
    """The filter against brute force over the whole tree."""
    game = Kuhn()
    for state, memory in histories(game):
        alike = {other for other, known in histories(game) if known == memory}
        found = worlds(game, memory)
        assert set(found) == alike
        assert state in found
        assert sum(found.values()) == pytest.approx(1)
        assert set(draw_worlds(game, memory, 20)) <= alike


def test_a_model_of_the_others_weighs_worlds() -> None:
    game = Kuhn()
    memory = remember(game, 1, [KING, QUEEN, BET])

    def bluffer(known: Memory[int]) -> Distribution[int]:
        card = known.last_seen[0]  # type: ignore[index]
        bet = Fraction(1) if card == KING else Fraction(1, 3)
        return Distribution({BET: bet, PASS: 1 - bet})

    found = worlds(game, memory, others=bluffer)
    assert found[Deal((KING, QUEEN), 1, 0, False)] == pytest.approx(3 / 4)
    assert found[Deal((JACK, QUEEN), 1, 0, False)] == pytest.approx(1 / 4)
    drawn = draw_worlds(game, memory, 400, others=bluffer)
    assert 250 < sum(state.cards[0] == KING for state in drawn) < 350


class Unconcealed(Kuhn):
    """Kuhn poker without `conceal`, for which play is repeated."""

    conceal = Observed.conceal  # type: ignore[assignment]


def test_worlds_are_drawn_without_conceal_too() -> None:
    game = Unconcealed()
    memory = remember(game, 1, [KING, QUEEN, BET])
    alike = {Deal((card, QUEEN), 1, 0, False) for card in (JACK, KING)}
    assert set(draw_worlds(game, memory, 30)) == alike
    assert check_rules(game, playouts=30).worlds == 0


def test_a_memory_that_cannot_be_has_no_worlds() -> None:
    impossible = Memory[int](0, (Saw("nothing like it"),))
    with pytest.raises(InputError, match="fits what player 1 knows"):
        worlds(Kuhn(), impossible)
    with pytest.raises(InputError, match="fits what player 1 knows"):
        draw_worlds(Kuhn(), impossible, 1)
    with pytest.raises(InputError, match="More than 1 state of Kuhn"):
        worlds(Kuhn(), remember(Kuhn(), 0, [KING, QUEEN]), max_worlds=1)


def test_rounds_are_found_from_what_is_seen() -> None:
    game = RockPaperScissors()
    start = game.initial()
    chosen = game.result(start, 0)
    assert is_unseen(game, start, chosen)
    assert not is_unseen(game, chosen, game.result(chosen, 1))
    poker = Kuhn()
    dealt = poker.parse_position("K Q")
    assert not is_unseen(poker, dealt, poker.result(dealt, BET))


@pytest.mark.parametrize("name", ["kuhn", "kuhn:cards=5", "rock-paper-scissors"])
def test_what_players_know_is_checked(name: str) -> None:
    game = make_game(name)
    report = check_rules(game, playouts=60)
    assert report.sets == len({memory for _, memory in histories(game)})
    assert report.worlds
    assert report.to_json()["sets"] == report.sets


def test_open_games_have_nothing_to_check() -> None:
    report = check_rules(make_game("tictactoe"), playouts=1)
    assert (report.sets, report.worlds) == (None, None)


class Forgetful(Kuhn):
    """The actions depend on a card that the player does not see."""

    def actions(self, state: Deal) -> tuple[int, ...]:  # type: ignore[override]
        return (PASS, BET) if state.cards[1 - state.moves % 2] else (BET, PASS)


class ForgetfulUnconcealed(Forgetful):
    conceal = Observed.conceal  # type: ignore[assignment]


class Telling(Kuhn):
    """A concealed state that depends on the other player's card."""

    def conceal(self, state: Deal, player: int) -> Deal:
        hidden = super().conceal(state, player)
        return hidden._replace(folded=state.cards[1 - player] == KING)


class Stuck(Kuhn):
    """A concealed state from which the player's card is dealt again."""

    def conceal(self, state: Deal, player: int) -> Deal:
        return Deal((KING, QUEEN), 0, -1, False)


class Sequential(RockPaperScissors):
    """The second player sees the first's choice."""

    def observation(self, state: Hands, player: int) -> Hands:
        return state


class Hiding(Kuhn):
    perfect_information = True


class Unhashable(Kuhn):
    def observation(self, state: Deal, player: int) -> Any:
        return [state.cards[player]]


class Restless(Kuhn):
    """Something else is seen each time."""

    times: ClassVar[list[int]] = [0]

    def observation(self, state: Deal, player: int) -> Any:
        self.times[0] += 1
        return self.times[0]


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (Forgetful, "has other actions"),
        (ForgetfulUnconcealed, "where the actions are different"),
        (Telling, "depends on what the player does not know|no state from there"),
        (Stuck, "no state from there that looks the same"),
        (Sequential, "each player sees the move before"),
        (Hiding, "but perfect_information is declared"),
        (Unhashable, "not hashable"),
        (Restless, "asked twice"),
    ],
)
def test_breaches_are_found(kind: type[Game[Any, Any]], said: str) -> None:
    with pytest.raises(GameError, match=said):
        check_rules(kind(), playouts=60)


def test_a_hidden_game_without_observations_is_a_breach() -> None:
    class Blind(Game[int, int]):
        perfect_information = False

        def initial(self) -> int:
            return 0

        def player(self, state: int) -> int:
            return state % 2

        def actions(self, state: int) -> tuple[int]:
            return (1,)

        def result(self, state: int, action: int) -> int:
            return state + 1

        def is_terminal(self, state: int) -> bool:
            return state == 2

        def utility(self, state: int, player: int) -> int:
            return 0

    with pytest.raises(GameError, match="needs an observation"):
        check_rules(Blind(), playouts=1)
