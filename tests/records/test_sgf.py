"""SGF: what is written is read back, what is wrong has its place, and games are those of Go."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adversario.games import Go
from adversario.games.boards.go.board import PASS
from adversario.records.sgf import (
    GoRecord,
    Node,
    SgfError,
    SgfTree,
    format_sgf,
    parse_sgf,
    read_sgf,
    write_sgf,
)

NAMES = st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ", min_size=1, max_size=2)
VALUES = st.lists(st.text("ab]\\[();: \n", max_size=8), min_size=1, max_size=3).map(tuple)
NODES = st.builds(Node, st.dictionaries(NAMES, VALUES, max_size=3))
TREES = st.recursive(
    st.lists(NODES, min_size=1, max_size=3).map(lambda nodes: SgfTree(tuple(nodes))),
    lambda inner: st.builds(
        lambda nodes, variations: SgfTree(tuple(nodes), tuple(variations)),
        st.lists(NODES, min_size=1, max_size=3),
        st.lists(inner, max_size=3),
    ),
    max_leaves=6,
)


@settings(max_examples=60)
@given(trees=st.lists(TREES, min_size=1, max_size=2))
def test_trees_are_read_back(trees: list[SgfTree]) -> None:
    assert parse_sgf(format_sgf(trees)) == tuple(trees)


def test_escapes_soft_lines_and_old_names() -> None:
    (tree,) = parse_sgf("(;FF[4]C[a\\]b\\\\c\\\nd]\n;Black[dd])")
    assert tree.root["C"] == "a]b\\cd"
    assert tree.nodes[1]["B"] == "dd"


def test_variations_are_kept_and_the_first_is_the_main_line() -> None:
    (tree,) = parse_sgf("(;SZ[9];B[ee](;W[cc];B[gg])(;W[gc]))")
    assert [dict(node.properties) for node in tree.main_line()][2:] == [
        {"W": ("cc",)},
        {"B": ("gg",)},
    ]
    assert tree.variations[1].root["W"] == "gc"


@settings(max_examples=10)
@given(seed=st.integers(0, 10**6))
def test_games_are_read_back(seed: int) -> None:
    random = Random(seed)
    game = random.choice(
        [
            Go(9, komi=6.5),
            Go(5, rules="territory"),
            Go(13, handicap=4, komi=0.5),
            Go(7, suicide=True),
        ]
    )
    start = state = game.initial()
    moves: list[int] = []
    while len(moves) < 60 and not game.is_terminal(state):
        moves.append(random.choice(list(game.actions(state))))
        state = game.result(state, moves[-1])
    record = GoRecord(game, start, tuple(moves), {"RE": "B+3.5"}, {0: "start", len(moves): "[end]"})
    assert read_sgf(write_sgf([record])) == (record,)
    assert record.states[-1] == state
    assert record.result == "B+3.5"


def test_the_root_sets_up_rules_and_stones() -> None:
    text = "(;GM[1]SZ[9]KM[6.5]RU[Japanese]AB[aa:bb]AW[ii]PL[W]PB[Black]C[why];W[cc];B[];W[tt])"
    (record,) = read_sgf(text)
    game = record.game
    assert (game.size, game.komi, game.rules) == (9, 6.5, "territory")
    assert game.marks(record.start)[:2] == ["XX.......", "XX......."]
    assert [game.action_name(record.start, move) for move in record.moves] == ["C7", "pass", "pass"]
    assert record.tags == {"PB": "Black"}
    assert record.comments == {0: "why"}


def test_a_handicap_on_the_usual_points_is_one_of_the_game() -> None:
    (record,) = read_sgf("(;SZ[19]HA[2]AB[dp][pd];W[dd])")
    assert (record.game.handicap, record.start.turn) == (2, 1)
    (free,) = read_sgf("(;SZ[19]HA[2]AB[aa][bb];W[dd])")
    assert (free.game.handicap, free.start.turn) == (0, 1)


def test_two_moves_of_a_colour_have_a_pass_between_them() -> None:
    (record,) = read_sgf("(;SZ[5];B[cc];B[dd])")
    assert record.moves[1] == PASS


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("", 1, "no game"),
        ("(;B[aa]", 1, "no \\) for"),
        ("(;\nB[aa)", 2, "no \\] for"),
        ("(;B)", 1, "no value"),
        ("(;SZ[9]\n;B[cc]B[dd])", 2, "twice"),
        ("(;SZ[9]\n;B[jj])", 2, "aa to ii"),
        ("(;SZ[9];B[cc]\n;W[cc])", 2, "a stone there"),
        ("(;SZ[99])", 1, "99 lines"),
        ("(;SZ[nine])", 1, "whole number"),
        ("(;KM[lots])", 1, "expected a number"),
        ("(;GM[2])", 1, "no game of Go"),
        ("(;SZ[9]AB[aa]AW[aa])", 1, "both colours"),
        ("(;SZ[9];AB[aa])", 1, "after the first node"),
        ("(;B[aa](;W[bb]);B[cc])", 1, "after a variation"),
        ("(()", 1, "without nodes"),
        ("(;)x", 1, "outside"),
        ("(;" + "(;" * 600, 1, "nested"),
    ],
)
def test_what_is_wrong_has_a_place(text: str, line: int, reason: str, tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(SgfError, match=reason) as raised:
        read_sgf(file)
    assert raised.value.line == line
    assert "game.sgf" in str(raised.value)
