"""Markov decision processes against published values, linear algebra and expectimax."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from adversario import InputError, UnsuitableGameError, expectimax, make_game
from adversario.base.errors import GameError
from adversario.base.grid_world import parse_grid
from adversario.base.stop import Stop
from adversario.game import CHANCE, Game
from adversario.games.alone.gridworld import CLASSIC, Gridworld
from adversario.games.alone.twenty48 import Twenty48
from adversario.solve.mdp import (
    METHODS,
    Mdp,
    Method,
    Unrolled,
    mdp_from_arrays,
    mdp_from_game,
    mdp_from_grid,
    mdp_from_names,
    mdp_from_text,
    read_mdp,
    solve_mdp,
)
from adversario.solve.mdp.engine import CompiledSweeper, NumpySweeper, initial_values

# Russell and Norvig, "Artificial Intelligence: A Modern Approach", the 4x3 world, to three places.
PUBLISHED = [0.812, 0.868, 0.918, 1, 0.762, 0.660, -1, 0.705, 0.655, 0.611, 0.388]

RACING = """{
  "discount": 0.9,
  "start": "cool",
  "states": {
    "cool": {"slow": [["cool", 1, 1]], "fast": [["cool", "1/2", 2], ["warm", 0.5, 2]]},
    "warm": {"slow": [["cool", 0.5, 1], ["warm", 0.5, 1]], "fast": [["hot", 1, -10]]},
    "hot": 0
  }
}"""


def classic(**options: float) -> Mdp:
    return mdp_from_grid(parse_grid(CLASSIC), **options)


@pytest.mark.parametrize("engine", ["python", "native"])
@pytest.mark.parametrize("method", METHODS)
def test_the_classic_grid_world(method: Method, engine: Any) -> None:
    solution = solve_mdp(classic(), method=method, engine=engine)
    assert [round(float(value), 3) for value in solution.values] == PUBLISHED
    assert [solution.action(state) for state in ("1,1", "2,1", "3,1", "3,2", "3,3", "3,4")] == [
        "right", "up", "up", "left", "left", "left",
    ]  # fmt: skip
    assert solution.action("1,4") is None
    assert solution.start_value == solution.value("3,1")
    assert solution.converged
    assert solution.error is not None
    assert solution.error <= 1e-6


def random_mdps(*, ends: bool = True) -> st.SearchStrategy[Mdp]:
    """A few states with a few actions each; the last state ends it, if any does."""

    @st.composite
    def build(draw: st.DrawFn) -> Mdp:
        size = draw(st.integers(2, 5))
        names = [f"s{number}" for number in range(size)]
        numbers = st.integers(-4, 4)
        states: dict[str, Any] = {}
        for name in names[: size - ends]:
            states[name] = {}
            for action in range(draw(st.integers(1, 3))):
                targets = draw(st.lists(st.sampled_from(names), min_size=1, max_size=3))
                weights = [draw(st.integers(1, 4)) for _ in targets]
                states[name][f"a{action}"] = [
                    (target, weight / sum(weights), float(draw(numbers)))
                    for target, weight in zip(targets, weights, strict=True)
                ]
        if ends:
            states[names[-1]] = float(draw(numbers))
        return mdp_from_names(states, discount=draw(st.sampled_from([0.5, 0.9, 0.97])))

    return build()


def q_values(mdp: Mdp, values: Any, discount: float) -> list[list[float]]:
    """What each choice of each state is worth, one by one."""
    found = []
    for state in range(len(mdp)):
        row = []
        for choice in range(mdp.choices[state], mdp.choices[state + 1]):
            part = range(mdp.outcomes[choice], mdp.outcomes[choice + 1])
            mean = sum(mdp.probabilities[at] * values[mdp.targets[at]] for at in part)
            row.append(float(mdp.rewards[choice] + discount * mean))
        found.append(row)
    return found


@settings(max_examples=60, deadline=None)
@given(mdp=random_mdps(), steps=st.integers(1, 4))
def test_sweeps_are_expectimax_on_the_unrolled_game(mdp: Mdp, steps: int) -> None:
    swept = solve_mdp(mdp, sweeps=steps, error=0, engine="python")
    assume(swept.sweeps == steps)  # unless the values are exact before
    game = Unrolled(mdp, steps)
    assert expectimax(game).value == pytest.approx(swept.start_value, abs=1e-9)


@settings(max_examples=60, deadline=None)
@given(mdp=random_mdps(ends=False), method=st.sampled_from(METHODS))
def test_values_are_a_fixed_point_within_the_bound(mdp: Mdp, method: Method) -> None:
    solution = solve_mdp(mdp, method=method, error=1e-7)
    best = solve_mdp(mdp, method="policy", error=0)
    exact = linear_values(mdp, best.policy, mdp.discount)
    better = [max(row) for row in q_values(mdp, exact, mdp.discount)]
    assert exact == pytest.approx(better, abs=1e-9)  # no choice improves on the policy
    assert solution.converged
    assert solution.error is not None
    assert solution.error <= 1e-7
    assert abs(solution.values - exact).max() <= solution.error + 1e-11


def linear_values(mdp: Mdp, policy: Any, discount: float) -> Any:
    """The values of a policy, by numpy's solver on a dense matrix."""
    size = len(mdp)
    matrix, right = np.zeros((size, size)), mdp.terminal_values.copy()
    for state in range(size):
        if mdp.is_terminal(state):
            continue
        choice = mdp.choices[state] + policy[state]
        right[state] = mdp.rewards[choice]
        for at in range(mdp.outcomes[choice], mdp.outcomes[choice + 1]):
            matrix[state, mdp.targets[at]] += discount * mdp.probabilities[at]
    return np.linalg.solve(np.eye(size) - matrix, right)


@settings(max_examples=30, deadline=None)
@given(
    cells=st.lists(st.sampled_from("....#"), min_size=30, max_size=30),
    slip=st.sampled_from([0.0, 0.1, 0.3, 0.5]),
    method=st.sampled_from(METHODS),
)
def test_the_undiscounted_bound_holds(cells: list[str], slip: float, method: Method) -> None:
    cells[0], cells[-1], cells[14] = "5", "S", "-3"
    grid = parse_grid("/".join(" ".join(cells[at : at + 6]) for at in range(0, 30, 6)))
    mdp = mdp_from_grid(grid, slip=slip, living=-0.5)
    try:
        solution = solve_mdp(mdp, method=method, error=0.3, engine="python")
    except InputError as error:
        assert "no end can be reached" in str(error)  # noqa: PT017 (walls all around)
        return
    exact = solve_mdp(mdp, method="policy", error=0, engine="python")
    assert exact.values == pytest.approx(linear_values(mdp, exact.policy, 1.0), abs=1e-9)
    assert solution.error is not None
    assert solution.error <= 0.3
    assert abs(solution.values - exact.values).max() <= solution.error + 1e-9


def big_grid() -> Mdp:
    random = np.random.default_rng(3)
    words = random.choice([".", ".", ".", "#"], size=(40, 40)).astype(object)
    words[0, 0], words[-1, -1], words[20, 20] = "S", "1", "-1"
    return mdp_from_grid(parse_grid("\n".join(" ".join(row) for row in words)), discount=0.95)


def test_both_engines_sweep_alike() -> None:
    mdp = big_grid()
    plain, compiled = NumpySweeper(mdp, 0.95), CompiledSweeper(mdp, 0.95, None)
    assert compiled.groups  # both kinds of sweeps run
    assert len(compiled.rest) < len(mdp) // 2
    old = initial_values(mdp)
    one, other, third = np.zeros_like(old), np.zeros_like(old), np.zeros_like(old)
    for _ in range(50):
        swept = [
            plain.improve(old, one),
            compiled.values(old, other),
            compiled.improve(old, third),
        ]
        assert np.allclose(one, other, atol=1e-12)
        assert np.allclose(one, third, atol=1e-12)
        assert swept[1] == pytest.approx(swept[0])
        assert swept[2] == pytest.approx(swept[0])
        old = one.copy()
    best = [max(row) if row else 0 for row in q_values(mdp, old, 0.95)]
    plain.improve(old, one)
    compiled.improve(old, third)
    chosen = q_values(mdp, old, 0.95)
    for sweeper in (plain, compiled):
        found = [row[int(at)] if row else 0 for row, at in zip(chosen, sweeper.best, strict=True)]
        assert found == pytest.approx(best)
        sweeper.follow(old, other)
        assert np.allclose(one, other, atol=1e-12)


@pytest.mark.parametrize("sizes", [(1, 2), (3, 2), (5, 1, 4)])
def test_blocks_of_states_that_are_apart_and_have_any_number_of_outcomes(
    sizes: tuple[int, ...],
) -> None:
    random, states = np.random.default_rng(5), 900
    chances = [random.dirichlet(np.ones(size)) for size in sizes]
    chances = [np.append(each[:-1], 1 - each[:-1].sum()) for each in chances]
    given: dict[str, Any] = {}
    for state in range(states):
        if state % 7 == 3:  # between the others, which are all alike
            given[str(state)] = float(random.integers(-9, 9))
            continue
        targets = [random.choice(states, len(each), replace=False) for each in chances]
        given[str(state)] = {
            str(number): [
                (str(to), float(chance), float(number))
                for to, chance in zip(there, each, strict=True)
            ]
            for number, (there, each) in enumerate(zip(targets, chances, strict=True))
        }
    mdp = mdp_from_names(given, discount=0.9)
    compiled = CompiledSweeper(mdp, 0.9, None)
    assert sum(len(each.states) for each in compiled.groups) == len(mdp) - len(compiled.rest) > 700
    old = random.normal(size=len(mdp))
    new, expected = np.zeros_like(old), mdp.terminal_values.copy()
    swept = compiled.values(old, new)
    for state, row in enumerate(q_values(mdp, old, 0.9)):
        if not mdp.is_terminal(state):
            expected[state] = max(row)
    assert np.allclose(new, expected, atol=1e-12)
    assert swept == pytest.approx((abs(expected - old).max(), old.min(), old.max()))


def test_shares_of_a_sweep_make_up_the_whole() -> None:
    mdp = big_grid()
    sweeper = CompiledSweeper(mdp, 0.95, None)
    old = initial_values(mdp)
    whole, parts = np.zeros_like(old), np.zeros_like(old)
    sweeper.values(old, whole)
    sweeper.workers = 3
    sweeper.values(old, parts)
    assert (whole == parts).all()


def test_policy_iteration_without_equations(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adversario.solve.mdp.iterate.MAX_DENSE_STATES", 5)
    solution = solve_mdp(classic(), method="policy")
    assert [round(float(value), 3) for value in solution.values] == PUBLISHED


# Games.


def test_2048_on_the_smallest_board() -> None:
    """An optimal player of the 2x2 game wins a 32 "about 8% of the time" (J. Lees-Miller, 2018)."""
    game = Twenty48(size=2, target=32)
    mdp = mdp_from_game(game)
    solution = solve_mdp(mdp)
    assert round(solution.start_value, 2) == 0.08
    assert solution.error == 0  # no game lasts longer than the sweeps
    state = game.parse_position("16 8/4 4")
    assert solution.value(game.position(state)) == expectimax(game, state).value
    best = expectimax(game, state).action
    assert best is not None
    assert solution.action("16 8/4 4") == game.action_name(state, best)


def test_compiled_exploration_finds_the_same() -> None:
    game = Gridworld(steps=4)
    one, other = mdp_from_game(game, engine="python"), mdp_from_game(game, engine="native")
    assert len(one) == len(other)
    solved, again = solve_mdp(one), solve_mdp(other)
    for state in range(len(one)):
        name = one.names.state(state)
        assert solved.value(name) == pytest.approx(again.value(name))
        assert solved.action(name) == again.action(name)
    with pytest.raises(InputError, match="more than 10 states"):
        mdp_from_game(game, engine="native", most=10)
    with pytest.raises(InputError, match="no state"):
        solved.value("3,1 up 4")  # chance's: not a state of the problem


@settings(max_examples=20, deadline=None)
@given(mdp=random_mdps(), steps=st.integers(1, 3))
def test_an_unrolled_problem_is_a_problem_again(mdp: Mdp, steps: int) -> None:
    game = Unrolled(mdp, steps)
    solution = solve_mdp(mdp_from_game(game))
    assert solution.start_value == pytest.approx(expectimax(game).value, abs=1e-9)


def test_the_grid_as_a_game_is_worth_so_many_sweeps() -> None:
    for discount in (1.0, 0.8):
        game = Gridworld(steps=3, discount=discount)
        for cell in ("3,3", "2,3", "1,3"):
            state = game.parse_position(cell)
            swept = solve_mdp(classic(discount=discount), sweeps=3, error=0)
            assert expectimax(game, state).value == pytest.approx(swept.value(cell), abs=1e-12)


class Coin(Game[int, int]):
    """Chance that calls chance: tossed `tosses` times; `shares` is what each side has."""

    players, zero_sum, chance = 1, False, True

    def __init__(self, shares: tuple[float, float] = (0.5, 0.5), circle: bool = False) -> None:
        self.shares, self.circle = shares, circle

    def initial(self) -> int:
        return 0

    def player(self, state: int) -> int:
        return 0 if state == 0 else CHANCE

    def actions(self, state: int) -> Iterator[int]:
        yield 1

    def chances(self, state: int) -> Iterator[tuple[int, float]]:
        yield state + 1, self.shares[0]
        yield 1 if self.circle else 10, self.shares[1]

    def result(self, state: int, action: int) -> int:
        return action

    def is_terminal(self, state: int) -> bool:
        return state >= 4

    def utility(self, state: int, player: int) -> float:
        return 8.0 if state == 4 else 0.0


def test_chance_after_chance() -> None:
    mdp = mdp_from_game(Coin())
    assert len(mdp) == 3  # the choice, and two ends
    assert solve_mdp(mdp).start_value == 1
    assert solve_mdp(mdp, discount=0.5).start_value == 0.5  # one choice is one step


def test_games_that_are_no_problems() -> None:
    with pytest.raises(UnsuitableGameError, match="not for one player"):
        mdp_from_game(make_game("pig"))
    with pytest.raises(InputError, match="chance can go on for ever"):
        mdp_from_game(Coin(circle=True))
    with pytest.raises(GameError, match=r"sum to 0\.9"):
        mdp_from_game(Coin((0.5, 0.4)))


# What is given.


def test_json() -> None:
    solution = solve_mdp(mdp_from_text(RACING))
    assert (solution.action("cool"), solution.action("warm")) == ("fast", "slow")
    # V(cool) = 2 + 0.9 (V(cool) + V(warm)) / 2; V(warm) = 1 + the same mean.
    assert solution.value("cool") == pytest.approx(15.5)
    assert solution.value("warm") == pytest.approx(14.5)
    assert solution.to_json()["values"]["hot"] == {"value": 0.0, "action": None}


def test_arrays() -> None:
    stay, go = np.eye(3), np.array([[0, 1, 0], [0, 0, 1], [0, 0, 1.0]])
    solution = solve_mdp(
        mdp_from_arrays([stay, go], [-1, -1, 0], terminal={2: 10}), method="policy"
    )
    assert solution.values.tolist() == [8, 9, 10]
    by_step = np.zeros((2, 3, 3))
    by_step[1, 1, 2] = 5
    paid = mdp_from_arrays([stay, go], by_step, discount=0.5, terminal={2: 0})
    assert solve_mdp(paid).values == pytest.approx([2.5, 5, 0])


class Bad(NamedTuple):
    text: str
    message: str


@pytest.mark.parametrize(
    ("text", "message"),
    [
        Bad(RACING.replace('["warm", 0.5, 2]', '["warm", 0.4, 2]'), r"line 5.*sum to 0\.9"),
        Bad(RACING.replace('["hot", 1, -10]', '["cold", 1, -10]'), "line 6, column 69.*'cold'"),
        Bad(RACING.replace('["cool", 1, 1]', '["cool", -1, 1], ["cool", 2, 1]'), "line 5.*-1"),
        Bad(RACING.replace('"hot": 0', '"warm": 0'), "line 7.*already"),
        Bad(RACING.replace('"hot": 0', '"hot": "no"'), "line 7.*(not a number|finite)"),
        Bad(RACING.replace('"hot": 0', '"hot": NaN'), "line 7.*(not a number|finite)"),
        Bad(RACING.replace('"start": "cool"', '"start": "cold"'), "line 3.*'cold'"),
        Bad(RACING.replace('"start": "cool"', '"start": ["cool"]'), "line 3"),
        Bad(RACING.replace("start", "begin"), 'line 3.*"begin"'),
        Bad('{"states": {"a": {"go": [["a"]]}}}', r"line 1.*\[state, probability\]"),
        Bad('{"states": {"a": {"go": 3}}}', "line 1.*list of outcomes"),
        Bad('{"states": {}}', "object of states"),
        Bad('{"states": {"a": 1}', "line 1"),
        Bad("{}", '"states"'),
        Bad(". . 1\n. .", "line 2: this row has 2 cells"),
        Bad("slip = 0.1\n\n. x 1", "line 3: 'x' is no cell"),
        Bad("slope = 0.1\n. 1", "line 1: 'slope = 0.1'"),
        Bad("slip = much\n. 1", "line 1"),
        Bad("slip = 0.7\n. 1", r"0\.7"),
        Bad("S 1\nS 1", "line 2: there is a second S"),
        Bad("# 1", "no free cell"),
        Bad("", "no grid"),
    ],
)
def test_malformed_files_are_refused(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "problem.txt"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=f"(?s)problem.txt.*{message}"):
        solve_mdp(read_mdp(file))


def test_settings_of_a_grid() -> None:
    text = "slip = 0\nliving-reward = -1\ndiscount = 0.5\nS . 4"
    mdp = mdp_from_text(text)
    assert solve_mdp(mdp).values.tolist() == [-1 + 0.5, 1, 4]
    assert solve_mdp(mdp_from_text(text, living=0.0)).values.tolist() == [1, 2, 4]
    with pytest.raises(InputError, match="slip is for grids"):
        mdp_from_text(RACING, slip=0.1)


def test_problems_without_a_value() -> None:
    with pytest.raises(InputError, match="no end can be reached"):
        solve_mdp(mdp_from_grid(parse_grid("S . # 1")))
    with pytest.raises(InputError, match="never pay for it"):
        solve_mdp(classic(living=0.0))
    with pytest.raises(InputError, match="never pay for it"):
        solve_mdp(mdp_from_text(RACING), discount=1)
    assert solve_mdp(classic(living=0.0), discount=0.9).converged
    # Going round costs now and then: no bound is known, but the values are right.
    toll = {
        "a": {"on": [("b", 1, 0)], "out": [("end", 1, 0)]},
        "b": {"on": [("a", 1, -1)]},
        "end": 2,
    }
    solution = solve_mdp(mdp_from_names(toll))  # type: ignore[arg-type]
    assert solution.values.tolist() == [2, 1, 2]
    assert solution.error is None
    assert solution.converged


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"discount": 1.5}, "discount"),
        ({"discount": float("nan")}, "discount"),
        ({"method": "guess"}, "guess"),
        ({"error": -1}, "error"),
        ({"sweeps": 0}, "sweeps"),
    ],
)
def test_malformed_options_are_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        solve_mdp(classic(), **given)


def test_malformed_arrays_are_refused() -> None:
    one = np.ones((1, 1, 1))
    for chances, rewards, message in (
        (np.ones((1, 2)), [0], "transitions"),
        (one, [[0, 0]], "rewards"),
        (one * 0.5, [0], r"sum to 0\.5"),
        (one * np.nan, [0], "finite"),
        (one, [np.inf], "finite"),
    ):
        with pytest.raises(InputError, match=message):
            mdp_from_arrays(chances, rewards)
    with pytest.raises(InputError, match="no state '3'"):
        mdp_from_arrays(one, [0], terminal={3: 1})
    with pytest.raises(InputError, match="no states"):
        mdp_from_names({})


@pytest.mark.parametrize("method", METHODS)
def test_it_ends_where_rounding_does(method: Method) -> None:
    solution = solve_mdp(classic(discount=0.999), method=method, error=0)
    assert solution.changes[-1] < 1e-14
    assert solution.error is not None
    assert solution.converged == (solution.error == 0)


def test_who_stops_it_keeps_what_is_there() -> None:
    stop = Stop()
    seen = []

    def watch(progress: Any) -> None:
        seen.append(progress)
        if len(seen) == 5:
            stop.set()

    solution = solve_mdp(classic(), stop=stop, on_progress=watch)
    assert solution.interrupted
    assert not solution.converged
    assert (solution.sweeps, len(seen)) == (5, 5)
    assert solution.values.tolist() == solve_mdp(classic(), sweeps=5).values.tolist()
