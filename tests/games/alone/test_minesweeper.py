"""Minesweeper against brute force over all placements of the mines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import sqrt
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adversario import GameError, IllegalActionError, InputError, expectimax, make_game
from adversario.algorithms.core.chance import sample_chance
from adversario.contract.checking.check import check_game
from adversario.game import CHANCE
from adversario.games.alone.minesweeper import HIDDEN, MINE, Minesweeper, State
from adversario.games.alone.minesweeper.counting import placements, tally
from adversario.solve.mdp import mdp_from_game, solve_mdp

# Brute force, from the rules alone: a placement is the set of its mines.


def touching(cell: int, columns: int, cells: int) -> list[int]:
    row, column = divmod(cell, columns)
    return [
        other
        for other in range(cells)
        if other != cell and abs(other // columns - row) < 2 and abs(other % columns - column) < 2
    ]


def agreeing(game: Minesweeper, cells: tuple[int, ...]) -> Iterator[frozenset[int]]:
    """All placements that agree with what is known."""
    for chosen in combinations(range(len(cells)), game.mines):
        mines = frozenset(chosen)
        if all(
            held == HIDDEN or seen(game, mines, cell) == held for cell, held in enumerate(cells)
        ):
            yield mines


def seen(game: Minesweeper, mines: frozenset[int], cell: int) -> int:
    """What an open cell shows."""
    if cell in mines:
        return MINE
    return len(mines.intersection(touching(cell, game.columns, game.rows * game.columns)))


@st.composite
def known_boards(draw: st.DrawFn) -> tuple[Minesweeper, State]:
    """A board of up to 16 cells, some of which that are no mines are open."""
    rows, columns = draw(st.integers(1, 4)), draw(st.integers(2, 4))
    size = rows * columns
    game = Minesweeper(rows, columns, draw(st.integers(1, size - 1)))
    order = draw(st.permutations(range(size)))
    mines = frozenset(order[: game.mines])
    opened = order[game.mines : draw(st.integers(game.mines, size - 1))]
    cells = tuple(seen(game, mines, cell) if cell in opened else HIDDEN for cell in range(size))
    return game, State(cells, -1)


@settings(max_examples=150, deadline=None)
@given(board=known_boards())
def test_probabilities_are_those_of_all_placements(board: tuple[Minesweeper, State]) -> None:
    game, state = board
    found = list(agreeing(game, state.cells))
    times = Counter(cell for mines in found for cell in mines)
    hidden = [cell for cell, held in enumerate(state.cells) if held == HIDDEN]
    assert game.probabilities(state) == {cell: Fraction(times[cell], len(found)) for cell in hidden}
    assert sum(game.probabilities(state).values()) == game.mines
    assert times[game.safest(state)] == min(times[cell] for cell in hidden)
    if not game.is_terminal(state):
        assert sorted(game.actions(state)) == hidden
        assert next(iter(game.actions(state))) == game.safest(state)


@settings(max_examples=100, deadline=None)
@given(board=known_boards(), data=st.data())
def test_outcomes_are_as_likely_as_the_placements_that_show_them(
    board: tuple[Minesweeper, State], data: st.DataObject
) -> None:
    game, state = board
    if game.is_terminal(state):
        return
    found = list(agreeing(game, state.cells))
    cell = data.draw(st.sampled_from(sorted(game.actions(state))))
    asked = game.result(state, cell)
    assert game.player(asked) == CHANCE
    shown = Counter(seen(game, mines, cell) for mines in found)
    expected = {held: Fraction(count, len(found)) for held, count in shown.items()}
    assert dict(game.chances(asked)) == expected
    assert game.evaluate(asked, 0) == pytest.approx(float(1 - expected.get(MINE, 0)))


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_constraints_of_any_kind_are_counted(data: st.DataObject) -> None:
    cells, mines = data.draw(st.integers(1, 9)), data.draw(st.integers(0, 9))
    sets = st.sets(st.integers(0, cells - 1)).map(lambda chosen: tuple(sorted(chosen)))
    constraints = data.draw(st.lists(st.tuples(sets, st.integers(0, 4)), max_size=5))
    found = [
        chosen
        for chosen in combinations(range(cells), mines)
        if all(len(set(chosen) & set(where)) == need for where, need in constraints)
    ]
    counted = tally(constraints, cells, mines)
    assert placements(constraints, cells, mines) == counted.total == len(found)
    bound = {cell for where, _ in constraints for cell in where}
    for cell in range(cells):
        through = counted.through[cell] if cell in bound else counted.elsewhere
        assert through == sum(cell in chosen for chosen in found)


# Positions that players know.


@pytest.mark.parametrize(
    ("options", "position", "mines", "safe"),
    [
        ("rows=2,columns=3,mines=1", ".../121", None, None),  # cannot be: the 2 needs two
        ("rows=2,columns=3,mines=2", ".../121", "a2 c2", "b2"),
        ("rows=2,columns=4,mines=2", "..../1221", "b2 c2", "a2 d2"),
        ("rows=2,columns=5,mines=2", "...../11...", "", "c2 c1"),  # beside a wall
        ("rows=1,columns=3,mines=1", "1..", "b1", "c1"),
    ],
)
def test_patterns(options: str, position: str, mines: str | None, safe: str | None) -> None:
    game = make_game(f"minesweeper:{options}")
    assert isinstance(game, Minesweeper)
    if mines is None or safe is None:
        with pytest.raises(InputError, match="no placement"):
            game.parse_position(position)
        return
    chances = game.probabilities(game.parse_position(position))
    named = {game.cell_name(cell): chance for cell, chance in chances.items()}
    assert {name for name, chance in named.items() if chance == 1} == set(mines.split())
    assert {name for name, chance in named.items() if chance == 0} == set(safe.split())


def test_the_number_of_mines_tells_what_the_numbers_do_not() -> None:
    game = Minesweeper(1, 5, 1)  # one mine serves both numbers, or there are two
    assert game.probabilities(game.parse_position(".1.1."))[2] == 1
    game = Minesweeper(1, 5, 2)
    assert game.probabilities(game.parse_position(".1.1."))[2] == 0
    game = Minesweeper(1, 7, 2)  # in the middle and one of two elsewhere, or at both sides
    assert game.probabilities(game.parse_position(".1.1..."))[2] == Fraction(2, 3)


def test_a_large_board_is_counted() -> None:
    game, dice = Minesweeper(16, 16, 40), Random(3)
    state = game.initial()
    assert game.probabilities(state)[0] == Fraction(40, 256)
    while not game.is_terminal(state):
        nature = game.player(state) == CHANCE
        state = game.result(
            state, sample_chance(game, state, dice) if nature else game.safest(state)
        )
        assert sum(game.probabilities(state).values()) == 40 - state.cells.count(MINE)
    assert state.cells.count(HIDDEN) < 250


# Searches.


@cache
def best(game: Minesweeper, cells: tuple[int, ...], worlds: frozenset[frozenset[int]]) -> Fraction:
    """The chance to win with mines placed beforehand, by who knows only what is open."""
    if len(next(iter(worlds))) == cells.count(HIDDEN):
        return Fraction(1)
    values = []
    for cell, held in enumerate(cells):
        if held != HIDDEN:
            continue
        groups: dict[int, set[frozenset[int]]] = {}
        for mines in worlds:
            groups.setdefault(seen(game, mines, cell), set()).add(mines)
        groups.pop(MINE, None)
        values.append(
            sum(
                Fraction(len(group), len(worlds))
                * best(game, (*cells[:cell], number, *cells[cell + 1 :]), frozenset(group))
                for number, group in groups.items()
            )
        )
    return Fraction(max(values))


SMALL = [(1, 4, 2), (2, 2, 1), (2, 3, 2), (2, 4, 3)]


@pytest.mark.parametrize(("rows", "columns", "mines"), SMALL)
def test_searches_find_the_chance_to_win_with_mines_placed_beforehand(
    rows: int, columns: int, mines: int
) -> None:
    game = Minesweeper(rows, columns, mines)
    worlds = frozenset(map(frozenset, combinations(range(rows * columns), mines)))
    expected = best(game, game.initial().cells, worlds)
    solved = solve_mdp(mdp_from_game(game, engine="python")).start_value
    assert solved == pytest.approx(float(expected), abs=1e-9)
    if rows * columns < 8:
        assert expectimax(game).value == expected


@pytest.mark.parametrize(("rows", "columns", "mines"), [(2, 3, 2), (2, 4, 2)])
def test_games_played_are_won_as_often_as_expectimax_says(
    rows: int, columns: int, mines: int
) -> None:
    game, games, wins = Minesweeper(rows, columns, mines), 1500, 0
    solution = solve_mdp(mdp_from_game(game, engine="python"))
    for seed in range(games):
        # The mines are placed beforehand here; nature's probabilities are not asked.
        placed = frozenset(Random(seed).sample(range(rows * columns), mines))
        state = game.initial()
        while not game.is_terminal(state):
            if game.player(state) == CHANCE:
                state = game.result(state, seen(game, placed, state.opening))
            else:
                name = solution.action(game.position(state))
                assert name is not None
                state = game.result(state, game.parse_action(state, name))
        wins += game.utility(state, 0)
    chance = solution.start_value
    assert abs(wins / games - chance) < 4 * sqrt(chance * (1 - chance) / games)


def test_the_safest_cell_is_not_always_the_best() -> None:
    game = Minesweeper(2, 5, 4)
    state = game.parse_position("..2../2..2.")
    worlds = frozenset(agreeing(game, state.cells))
    found = expectimax(game, state)
    assert found.value == best(game, state.cells, worlds) == Fraction(2, 9)
    values = {score.action: score.value for score in found.scores}
    chances = game.probabilities(state)
    assert found.action is not None
    assert chances[game.safest(state)] == Fraction(4, 9) < chances[found.action]
    assert max(values[cell] for cell in chances if chances[cell] == Fraction(4, 9)) == Fraction(
        1, 9
    )


def test_zeros_open_what_is_around_them() -> None:
    game = Minesweeper(3, 3, 1)
    state = game.parse_position("a1 a1=0")
    assert game.position(state) == ".../.../0.. a2?"
    assert [game.action_name(state, held) for held, _ in game.chances(state)] == ["a2=0", "a2=1"]
    while game.player(state) == CHANCE:
        assert MINE not in dict(game.chances(state))
        state = game.result(state, next(iter(game.chances(state)))[0])
    assert game.is_terminal(state)
    assert game.utility(state, 0) == 1


# The contract, notation, and what is refused.


@pytest.mark.parametrize("options", ["rows=4,columns=5,mines=5", "rows=1,columns=6,mines=2"])
def test_the_contract_is_kept(options: str) -> None:
    game = make_game(f"minesweeper:{options}")
    assert check_game(game, playouts=20).terminal_states > 0
    dice, state = Random(1), game.initial()
    while not game.is_terminal(state):
        state = game.result(state, dice.choice(list(game.legal(state))))
        assert game.parse_position(game.position(state)) == state


def test_boards_are_drawn() -> None:
    game = Minesweeper(2, 3, 1)
    assert game.text(game.parse_position(".1./... c1?")) == "2 . 1 .\n1 . . ?\n  a b c"
    assert game.text(game.parse_position("*1./...")) == "2 * 1 .\n1 . . .\n  a b c"
    assert "circle" in game.svg(game.parse_position("*1./..."))
    assert "circle" not in game.svg(game.parse_position(".1./..."))


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ("..../...", "2 rows of 3"),
        (".x./...", "2 rows of 3"),
        ("**./...", "2 rows of 3"),
        ("*0./...", "no placement"),
        (".3./...", "no placement"),
        (".1./... b2?", "'b2.' is not a cell"),
        (".1./... d9?", "'d9.' is not a cell"),
        ("*1./... a1?", "is not a cell"),
        ("0../... a1 b1?", "is not a cell"),
        ("0../... c1?", "around a 0"),
        ("d1", "no cell 'd1': cells go from a1 to c2"),
        ("a1 a1=1 a1", "a1 is open already"),
        ("a1 a1=9", "legal: a1=0, a1=1, a1="),
    ],
)
def test_impossible_positions_are_refused(position: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        Minesweeper(2, 3, 1).parse_position(position)


@pytest.mark.parametrize("options", ["rows=0", "columns=27", "mines=0", "mines=81", "mines=x"])
def test_impossible_boards_are_refused(options: str) -> None:
    with pytest.raises(InputError, match=r"from 1 to|no value"):
        make_game(f"minesweeper:{options}")


def test_a_state_that_cannot_be_has_no_probabilities() -> None:
    game = Minesweeper(1, 3, 1)
    with pytest.raises(GameError, match="no placement"):
        game.probabilities(State((2, HIDDEN, HIDDEN), -1))
    with pytest.raises(IllegalActionError, match="legal: -"):
        game.parse_action(game.parse_position("*1."), "c1")
