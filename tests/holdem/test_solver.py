"""Turn and river: values by dense matrices over all pairs of hands, written a second time."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from adversario import InputError
from adversario.holdem.bets import Bets, Node
from adversario.holdem.cards import parse_cards, set_of
from adversario.holdem.ranges import parse_range
from adversario.holdem.report import by_class, solution_json
from adversario.holdem.solver import Solution, Spot, solve_spot
from adversario.native.kernels.cards.betting import DEAL, DECISION, FOLD
from adversario.native.kernels.cards.strength import strength
from tests.require import require

require("numba")


def best_response(solution: Solution, who: int) -> float:
    """What a best response gains, hand by hand against hand, without sorting or running sums."""
    spot = solution.spot
    sets = [int(each) for each in spot.hands.sets]
    free = np.array([[float(a & b == 0) for b in sets] for a in sets])
    margins: dict[tuple[int, ...], Any] = {}

    def margin(board: tuple[int, ...]) -> Any:
        if board not in margins:
            cards = set_of(board)
            powers = [strength(each | cards) if each & cards == 0 else -1 for each in sets]
            held = np.array([float(power >= 0) for power in powers])
            signs = np.sign(np.subtract.outer(powers, powers))
            margins[board] = signs * free * held[:, None] * held[None, :]
        return margins[board]

    def value(node: Node, other: Any) -> Any:
        cards = set_of(node.board)
        held = np.array([float(each & cards == 0) for each in sets])
        if node.kind == FOLD:
            return (-1 if node.player == who else 1) * node.stake * held * (free @ (other * held))
        if node.kind == DEAL:
            return sum(value(child, other) for child in node.children) / 44
        if node.kind != DECISION:
            return node.stake * (margin(node.board) @ other)
        if node.player == who:
            return np.max([value(child, other) for child in node.children], axis=0)
        shares = solution.strategy(node)
        return sum(
            value(child, other * share) for child, share in zip(node.children, shares, strict=True)
        )

    return float(spot.weights[who] @ value(spot.root, spot.weights[1 - who])) / spot.pairs


def spot_of(board: str, first: str, second: str, bets: Bets) -> Spot:
    return Spot(parse_cards(board), (parse_range(first), parse_range(second)), bets)


RIVER = "Ks 9d 4c 2h 7s"


@pytest.mark.parametrize("variant", ["dcfr", "cfr+"])
def test_a_river_of_all_hands_has_a_small_exploitability(variant: Any) -> None:
    spot = spot_of("As Qd 9s 7h 3c", "*", "*", Bets(6, 12, (1.0,), all_in=False, most=2))
    solution = solve_spot(spot, iterations=400, variant=variant)
    assert len(spot.hands.numbers) == 1081
    gap = (best_response(solution, 0) + best_response(solution, 1)) / 2
    assert gap == pytest.approx(solution.exploitability, abs=1e-9)
    assert -1e-9 < gap / spot.bets.pot < 0.001


@pytest.mark.parametrize(
    ("board", "first", "second"),
    [
        (RIVER, "KQ,99,A5s,QJ", "AK,KJ,98s,44"),
        ("Ks 9d 4c 2h", "KQs,99,A5s,QJs", "AKs,KJs,98s,44"),
    ],
)
def test_the_exploitability_is_that_of_matrices(board: str, first: str, second: str) -> None:
    spot = spot_of(board, first, second, Bets(10, 20, (0.5, 1.0), most=2))
    solution = solve_spot(spot, iterations=60)
    gains = [best_response(solution, who) for who in range(2)]
    assert sum(gains) / 2 == pytest.approx(solution.exploitability, abs=1e-9)
    assert -gains[1] - 1e-9 <= solution.value - spot.bets.pot / 2 <= gains[0] + 1e-9
    assert sum(gains) > 0


def test_the_bluff_of_the_textbook() -> None:
    """The first player has the best hand or nothing, half each; a bet of the pot.

    A known solution (Chen and Ankenman, The Mathematics of Poker, example 11.1): one bluff for two
    bets for value, and half of the bets are called; the bettor gets 3/4 of the pot.
    """
    spot = spot_of("Kc 9d 4c 2h 7s", "KsKh, 6h5h", "AsAd", Bets(1, 1, (1.0,), all_in=False, most=1))
    solution = solve_spot(spot, iterations=2000)
    rows = {row.name: row.shares for row in by_class(solution)}
    assert rows["KK"][1] == pytest.approx(1, abs=0.01)
    assert rows["65s"][1] == pytest.approx(0.5, abs=0.01)
    call = {act.kind: share for act, share in solution.frequencies(("a1",)).items()}
    assert call["call"] == pytest.approx(0.5, abs=0.01)
    assert solution.value == pytest.approx(0.75, abs=0.005)


def test_a_target_ends_the_run() -> None:
    spot = spot_of(RIVER, "KQ,99", "AK,44", Bets(10, 20))
    solution = solve_spot(spot, iterations=100_000, target=0.001)
    assert solution.exploitability < 0.01
    assert solution.solver.iterations < 100_000
    written = solution_json(solution, ("x",))
    assert sum(written["acts"].values()) == pytest.approx(1)


@pytest.mark.parametrize(
    ("board", "first", "second", "error"),
    [
        ("Ks 9d 4c", "AA", "KK", "four or five"),
        (RIVER, "AhAd", "AhAd", "no two hands"),
        (RIVER, "KsKd", "AA", "range 1"),
    ],
)
def test_impossible_spots(board: str, first: str, second: str, error: str) -> None:
    with pytest.raises(InputError, match=error):
        spot_of(board, first, second, Bets(10, 20))


@pytest.mark.parametrize(
    "bets",
    [
        {"pot": 0}, {"stack": float("nan")}, {"sizes": (0.0,)}, {"sizes": (1.0,) * 9}, {"most": 9},
    ],
)  # fmt: skip
def test_impossible_bets(bets: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        Bets(**{"pot": 10, "stack": 20, **bets})


def test_a_wrong_path_names_what_is_possible() -> None:
    solution = solve_spot(spot_of(RIVER, "KQ", "AK", Bets(10, 20, (1.0,))), iterations=1)
    with pytest.raises(InputError, match="x, b10, a20"):
        solution.line(("b11",))
