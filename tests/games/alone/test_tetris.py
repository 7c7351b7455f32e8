"""Tetris against a naive second implementation on sets of cells."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adversario import IllegalActionError, InputError, Limit, expectimax, make_game
from adversario.algorithms.core.chance import sample_chance
from adversario.game import CHANCE
from adversario.games.alone.tetris import PIECES, SHAPES, State, Tetris
from adversario.native.engines.expectation import native_expectiminimax
from adversario.native.engines.selfplay import native_selfplay
from adversario.native.parity import check_parity

GAME = Tetris()
SMALL = Tetris(rows=5, columns=4, pieces=3)

Cells = frozenset[tuple[int, int]]
"""Cells as column and row, from the bottom left."""


def shape(piece: int, turn: int) -> Cells:
    """The piece after so many quarter turns clockwise, (x, y) -> (y, -x), moved into the corner."""
    lines = SHAPES[piece].split("/")[::-1]
    cells = {(x, y) for y, line in enumerate(lines) for x, mark in enumerate(line) if mark == "#"}
    for _ in range(turn):
        cells = {(y, -x) for x, y in cells}
    left, low = min(x for x, _ in cells), min(y for _, y in cells)
    return frozenset((x - left, y - low) for x, y in cells)


def dropped(game: Tetris, filled: Cells, piece: Cells, column: int) -> Cells | None:
    """What is filled after a drop and before lines go; None if the piece sticks out."""
    at = game.rows
    while True:
        lower = {(x + column, y + at - 1) for x, y in piece}
        if lower & filled or min(y for _, y in lower) < 0:
            break
        at -= 1
    landed = {(x + column, y + at) for x, y in piece}
    inside = all(x < game.columns and y < game.rows for x, y in landed)
    return filled | landed if inside else None


def cleared(game: Tetris, filled: Cells) -> tuple[Cells, int]:
    full = [y for y in range(game.rows) if all((x, y) in filled for x in range(game.columns))]
    kept = {(x, y - sum(line < y for line in full)) for x, y in filled if y not in full}
    return frozenset(kept), len(full)


def cells_of(state: State) -> Cells:
    return frozenset((x, y) for y, row in enumerate(state.rows) for x in range(26) if row >> x & 1)


@st.composite
def boards(draw: st.DrawFn) -> tuple[Tetris, State]:
    game = draw(st.sampled_from([GAME, Tetris(rows=6, columns=5), SMALL]))
    heap = st.lists(st.integers(0, (1 << game.columns) - 2), max_size=game.rows)
    rows = draw(heap)
    rows += [0] * (game.rows - len(rows))
    return game, State(tuple(rows), draw(st.integers(0, 6)), 2, 0)


@settings(max_examples=150, deadline=None)
@given(board=boards())
def test_drops_are_those_of_a_naive_implementation(board: tuple[Tetris, State]) -> None:
    game, state = board
    expected = {}
    seen: set[Cells] = set()
    for turn in range(4):
        piece = shape(state.piece, turn)
        if piece in seen:
            continue
        seen.add(piece)
        for column in range(game.columns):
            after = dropped(game, cells_of(state), piece, column)
            if after is not None:
                expected[turn * game.columns + column] = cleared(game, after)
    assert list(game.actions(state)) == sorted(expected)
    assert game.is_terminal(state) == (not expected)
    for action, (filled, lines) in expected.items():
        then = game.result(state, action)
        assert (cells_of(then), then.lines, then.placed) == (filled, lines, 3)
        assert 0 <= game.evaluate(then, 0) <= lines + 4 * (game.pieces - 3) / game.columns


@pytest.mark.parametrize(
    ("piece", "placements"),
    [("I", 17), ("O", 9), ("T", 34), ("S", 17), ("Z", 17), ("J", 34), ("L", 34)],
)
def test_placements_on_an_empty_board(piece: str, placements: int) -> None:
    state = GAME.parse_position(f"- {piece}")
    assert len(list(GAME.actions(state))) == placements


def test_lines_are_cleared() -> None:
    state = GAME.parse_position("/".join(["#########."] * 4) + " I 30 2")
    after = GAME.result(state, GAME.parse_action(state, "j1"))
    assert GAME.position(after) == "- ? 31 6"
    state = SMALL.parse_position("#.../###. I 2")
    after = SMALL.result(state, SMALL.parse_action(state, "d1"))
    assert SMALL.position(after) == "...#/...#/#..# ? 3 1"


def test_compiled_rules_agree() -> None:
    assert check_parity(SMALL) > 0


def test_the_last_piece_is_worth_the_lines_that_it_clears() -> None:
    game = SMALL
    for board in ("##../##.#", "#.##/#.##/#.##/#.##", "#..#"):
        state = game.parse_position(f"{board} ? 2 0")
        expected = 0
        for piece in range(7):
            lines = [
                cleared(game, after)[1]
                for turn in range(4)
                for column in range(4)
                if (after := dropped(game, cells_of(state), shape(piece, turn), column))
            ]
            expected += max(lines, default=0)
        assert expectimax(game, state).value == pytest.approx(expected / 7)
        compiled = native_expectiminimax(game, state, limit=Limit(depth=2), table_mib=1)
        assert compiled.value == pytest.approx(expected / 7)


def test_looking_ahead_clears_lines_and_chance_does_not() -> None:
    (played,) = native_selfplay(GAME, depth=1, seed=1)
    assert played.state.placed == GAME.pieces
    assert played.state.lines >= 34  # of at most 40
    dice, state = Random(1), GAME.initial()
    while not GAME.is_terminal(state):
        nature = GAME.player(state) == CHANCE
        choices = list(GAME.legal(state))
        state = GAME.result(
            state, sample_chance(GAME, state, dice) if nature else dice.choice(choices)
        )
    assert state.placed < GAME.pieces
    assert state.lines <= 2


def test_positions_and_pictures() -> None:
    dice, state = Random(4), GAME.initial()
    while not GAME.is_terminal(state):
        assert GAME.parse_position(GAME.position(state)) == state
        assert GAME.svg(state).count("<rect") == 201 + 4 * (state.piece >= 0)
        state = GAME.result(state, dice.choice(list(GAME.legal(state))))
    state = SMALL.parse_position("O a0 T")
    assert SMALL.position(state) == "##../##.. T 1 0"
    assert SMALL.text(state) == "###\n.#.\n\n....\n....\n....\n##..\n##..\nabcd\n0 / 1"
    assert [SMALL.action_name(SMALL.initial(), each) for each in range(7)] == [*PIECES]


@pytest.mark.parametrize(
    "position",
    ["#.. T", "#### T", ".... T", "#... X", "#... T 4", "#... T 1 2", "#... T 1 0 0", "#... T x"],
)
def test_malformed_positions_are_refused(position: str) -> None:
    with pytest.raises(InputError, match="not a position of Tetris"):
        SMALL.parse_position(position)


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(IllegalActionError, match="legal: a0, b0, c0"):
        SMALL.parse_action(SMALL.parse_position("- O"), "d0")
    for options in ("rows=3", "columns=27", "pieces=0"):
        with pytest.raises(InputError, match=r"from 4 to|at least one"):
            make_game(f"tetris:{options}")
