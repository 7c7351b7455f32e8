"""Equilibria of tables: published ones, and random games against supports tried one by one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adversario.base.errors import InputError
from adversario.solve.equilibrium.dictionary import Exact
from adversario.solve.equilibrium.matrix.correlated import correlated_equilibrium
from adversario.solve.equilibrium.matrix.dominance import dominated, eliminate
from adversario.solve.equilibrium.matrix.game import (
    MatrixGame,
    Mixture,
    bimatrix_game,
    zero_sum_game,
)
from adversario.solve.equilibrium.matrix.learning import Round, fictitious_play, regret_matching
from adversario.solve.equilibrium.matrix.lemke_howson import lemke_howson
from adversario.solve.equilibrium.matrix.mixtures import gains, pure
from adversario.solve.equilibrium.matrix.nash import equilibria
from adversario.solve.equilibrium.matrix.pure import pure_equilibria, security
from adversario.solve.equilibrium.matrix.zero_sum import solve_zero_sum
from tests.solve.equilibrium.matrix.published import (
    CHICKEN,
    ONEILL,
    PENNIES,
    PRISONERS,
    ROSHAMBO,
    SEXES,
    SHAPLEY,
    STENGEL,
)
from tests.solve.equilibrium.test_linear_program import dot, solve_equations

THIRD = Fraction(1, 3)


def tables(entries: st.SearchStrategy[int]) -> st.SearchStrategy[list[list[int]]]:
    """Tables of up to three rows and columns."""
    sizes = st.tuples(st.integers(1, 3), st.integers(1, 3))
    return sizes.flatmap(
        lambda size: st.lists(
            st.lists(entries, min_size=size[1], max_size=size[1]),
            min_size=size[0],
            max_size=size[0],
        )
    )


@st.composite
def games(draw: st.DrawFn, most: int) -> MatrixGame:
    rows = draw(tables(st.integers(-most, most)))
    numbers = st.integers(-most, most)
    return bimatrix_game(rows, [[draw(numbers) for _ in row] for row in rows])


def indifferent(
    table: Sequence[Sequence[Exact]], own: Sequence[int], others: Sequence[int], size: int
) -> Mixture | None:
    """The only mixture of `others` that makes the rows `own` equally good, if there is one."""
    rows: list[list[Exact]] = [[*(table[i][j] for j in others), -1] for i in own]
    found = solve_equations([*rows, [*([1] * len(others)), 0]], [*([0] * len(own)), 1])
    if found is None or min(found[:-1]) < 0:
        return None
    weights = dict(zip(others, found[:-1], strict=True))
    return tuple(weights.get(j, Fraction(0)) for j in range(size))


def by_supports(game: MatrixGame) -> Iterator[tuple[Mixture, Mixture]]:
    """Equilibria with supports of one size, tried one by one: all, if none is degenerate."""
    height, width = game.sizes
    for size in range(1, min(height, width) + 1):
        for rows in combinations(range(height), size):
            for columns in combinations(range(width), size):
                y = indifferent(game.table(0), rows, columns, width)
                x = indifferent(game.table(1), columns, rows, height)
                if x is not None and y is not None and not any(gains(game, (x, y))):
                    yield x, y


@given(games(60))
def test_all_equilibria_are_those_of_all_supports(game: MatrixGame) -> None:
    found = equilibria(game)
    every = {each.mixtures for each in found.extreme}
    assert set(by_supports(game)) <= every  # of unequal supports there may be more
    if found.is_finite:
        assert len(found.components) == len(every)
    assert all(each.mixtures in every for each in found.extreme if each.is_pure)
    assert {each.supports for each in found.extreme if each.is_pure} == {
        tuple((choice,) for choice in profile) for profile in pure_equilibria(game)
    }


@given(games(1), st.data())
def test_mixtures_within_a_subset_are_equilibria(game: MatrixGame, data: st.DataObject) -> None:
    """Games of -1, 0 and 1 are mostly degenerate."""
    found = equilibria(game)
    assert found.extreme
    for component in found.components:
        for subset in component:
            mixed = [
                _mixed(data, [every[number] for number in numbers])
                for every, numbers in ((found.first, subset.first), (found.second, subset.second))
            ]
            assert not any(gains(game, mixed))


def _mixed(data: st.DataObject, mixtures: list[Mixture]) -> Mixture:
    size = len(mixtures)
    weights = data.draw(st.lists(st.integers(1, 5), min_size=size, max_size=size))
    total = sum(weights)
    columns = zip(*mixtures, strict=True)
    return tuple(dot(weights, column) / total for column in columns)


@given(games(3), st.data())
def test_paths_end_at_extreme_equilibria(game: MatrixGame, data: st.DataObject) -> None:
    label = data.draw(st.integers(0, sum(game.sizes) - 1))
    assert not any(gains(game, lemke_howson(game, label).equilibrium.mixtures))


@given(tables(st.integers(-5, 5)))
def test_zero_sum_games(rows: list[list[int]]) -> None:
    """Extreme optimal strategies are exactly those of the extreme equilibria."""
    game = zero_sum_game(rows)
    solution, every = solve_zero_sum(game), equilibria(game)
    assert solution.lower == solution.upper
    assert (set(solution.first), set(solution.second)) == (set(every.first), set(every.second))
    assert {each.payoffs[0] for each in every.extreme} == {solution.value}
    play = fictitious_play(game, 20)
    low = min(dot(play.frequencies[0], column) for column in zip(*rows, strict=True))
    high = max(dot(play.frequencies[1], row) for row in rows)
    assert low <= solution.value <= high
    assert sum(play.gains) == high - low


@given(games(2))
def test_dominated_strategies_are_never_best_responses(game: MatrixGame) -> None:
    """For two players, strictly dominated is the same as never a best response (Pearce 1984)."""
    every = equilibria(game)
    used = [{i for each in every.extreme for i in each.supports[player]} for player in (0, 1)]
    for found in dominated(game):
        assert found.strategy not in used[found.player]
        table = game.table(found.player)
        for column in range(len(table[0])):
            mixed = sum(weight * table[number][column] for number, weight in found.by)
            assert mixed > table[found.strategy][column]
    iterated = eliminate(game)
    assert all(used[player] <= set(numbers) for player, numbers in enumerate(iterated.left))
    assert len(equilibria(iterated.reduced).extreme) == len(every.extreme)
    assert equilibria(eliminate(game, strict=False).reduced).extreme


@settings(max_examples=40)
@given(games(3))
def test_correlated_equilibria_are_as_good_as_any_equilibrium(game: MatrixGame) -> None:
    best = max(sum(each.payoffs) for each in equilibria(game).extreme)
    found, coarse = correlated_equilibrium(game), correlated_equilibrium(game, coarse=True)
    assert best <= sum(found.payoffs) <= sum(coarse.payoffs)


def test_rock_paper_scissors_and_matching_pennies() -> None:
    for game, share in ((ROSHAMBO, THIRD), (PENNIES, Fraction(1, 2))):
        solution = solve_zero_sum(game)
        assert solution.value == 0
        assert solution.first == solution.second == ((share,) * game.sizes[0],)


def test_oneills_game() -> None:
    """O'Neill 1987: -1/5, both players with (2/5, 1/5, 1/5, 1/5)."""
    solution = solve_zero_sum(ONEILL)
    assert solution.value == Fraction(-1, 5)
    assert [str(p) for p in solution.first[0]] == ["2/5", "1/5", "1/5", "1/5"]
    assert solution.first == solution.second


def test_the_75_equilibria_of_von_stengels_game() -> None:
    found = equilibria(STENGEL)
    assert len(found.extreme) == len(found.components) == 75
    assert all(lemke_howson(STENGEL, label).equilibrium in found.extreme for label in range(12))


def test_the_prisoners_dilemma() -> None:
    steps = eliminate(PRISONERS)
    assert [(step.player, step.strategy) for step in steps.steps] == [(0, 0), (1, 0)]
    assert steps.solves
    assert steps.left == ((1,), (1,))
    assert [each.payoffs for each in equilibria(PRISONERS).extreme] == [(Fraction(1), Fraction(1))]
    assert security(PRISONERS, 0).pure == 1


def test_the_battle_of_the_sexes() -> None:
    found = equilibria(SEXES)
    shares = {each.mixtures for each in found.extreme if not each.is_pure}
    three, two = Fraction(3, 5), Fraction(2, 5)
    assert shares == {((three, two), (two, three))}
    assert pure_equilibria(SEXES) == [(0, 0), (1, 1)]


def test_chicken_with_a_mediator() -> None:
    """Aumann 1974: 10 1/2 together, more than the 9 1/3 of the mixed equilibrium, or 9."""
    found = correlated_equilibrium(CHICKEN)
    assert sum(found.payoffs) == Fraction(21, 2)
    assert dict(found.joint)[0, 0] == Fraction(1, 2)
    mixed = next(each for each in equilibria(CHICKEN).extreme if not each.is_pure)
    assert sum(mixed.payoffs) == Fraction(28, 3)


def test_a_strategy_dominated_by_a_mixture_only() -> None:
    game = bimatrix_game([[3, 0], [0, 3], [1, 1]], [[0, 0], [0, 0], [0, 0]])
    assert dominated(game, mixed=False) == []
    (found,) = dominated(game)
    assert (found.strategy, found.strict, len(found.by)) == (2, True, 2)


def test_three_players() -> None:
    """Majority: all pairs that vote alike; no voter of a unanimous vote can change it."""
    cells = [(int(sum(votes) > 1),) * 3 for votes in product((0, 1), repeat=3)]
    game = MatrixGame([2, 2, 2], cells)
    assert pure_equilibria(game) == [(0, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 0), (1, 1, 1)]
    for profile in game.profiles():
        is_one = profile in pure_equilibria(game)
        assert is_one == (not any(gains(game, pure(game, profile))))
    # When two vote 1 for good, the third vote changes nothing.
    assert eliminate(game, strict=False).left == ((1,), (1,), (0, 1))
    assert set(correlated_equilibrium(game).payoffs) == {1}
    with pytest.raises(InputError, match="two players"):
        equilibria(game)


def test_fictitious_play_of_shapleys_game_does_not_converge() -> None:
    """Shapley 1964: runs of one profile grow geometrically; the equilibrium is (1/3, 1/3, 1/3)."""
    (only,) = equilibria(SHAPLEY).extreme
    assert only.mixtures == ((THIRD,) * 3,) * 2
    events: list[Round] = []
    play = fictitious_play(SHAPLEY, 3000, start=(0, 1), on_event=events.append)
    assert sum(play.gains) > Fraction(1, 10)
    runs = [0]
    for before, after in pairwise(events):
        if before.profile == after.profile:
            runs[-1] += 1
        else:
            runs.append(0)
    assert runs[-2] > runs[-3] > runs[-4] > 20


def test_regret_matching_of_rock_paper_scissors() -> None:
    first = regret_matching(ROSHAMBO, 4000, seed=3)
    assert sum(first.gains) < Fraction(1, 8)
    assert first == regret_matching(ROSHAMBO, 4000, seed=3)
    assert sum(number for _, number in first.joint) == 4000


def test_decimals_are_exact() -> None:
    assert zero_sum_game([[0.1]]).payoff((0, 0), 0) == Fraction(1, 10)


@pytest.mark.parametrize(
    "make",
    [
        lambda: zero_sum_game([[1, 2], [3]]),
        lambda: zero_sum_game([]),
        lambda: bimatrix_game([[1]], [[1, 2]]),
        lambda: zero_sum_game([[float("nan")]]),
        lambda: MatrixGame([2, 2], [(1, 1)]),
        lambda: MatrixGame([1], [(1, 1)]),
        lambda: MatrixGame([["a", "a"]], [(1,), (2,)]),
        lambda: MatrixGame([400, 400], []),
        lambda: lemke_howson(PENNIES, 4),
        lambda: solve_zero_sum(PRISONERS),
        lambda: fictitious_play(PENNIES, 0),
        lambda: correlated_equilibrium(PENNIES, [1]),
    ],
)
def test_bad_tables(make: object) -> None:
    assert callable(make)
    with pytest.raises(InputError):
        make()
