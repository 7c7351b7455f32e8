"""Gambit's extensive form: what is read, written and refused."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings

from adversario import TreeError, read_tree
from adversario.game import CHANCE
from adversario.solve.equilibrium.tree.flat import flatten
from adversario.trees import Tree, tree_from_text
from adversario.trees.efg import parse_efg, write_efg
from tests.strategies import chance_trees, set_trees, tuple_trees

# The example of the format's description in Gambit's manual: a simultaneous-move game of chance
# and two players, with an outcome that is met again and one that is given by its number alone.
MANUAL = """EFG 2 R "General Bayes game, one stage" { "Player 1" "Player 2" }
c "ROOT" 1 "(0,1)" { "1G" 0.500000 "1B" 0.500000 } 0
c "" 2 "(0,2)" { "2g" 0.500000 "2b" 0.500000 } 0
p "" 1 1 "(1,1)" { "H" "L" } 0
p "" 2 1 "(2,1)" { "h" "l" } 0
t "" 1 "Outcome 1" { 10.000000 2.000000 }
t "" 2 "Outcome 2" { 0.000000 10.000000 }
p "" 2 1 "(2,1)" { "h" "l" } 0
t "" 3 "Outcome 3" { 2.000000 4.000000 }
t "" 4 "Outcome 4" { 4.000000 0.000000 }
p "" 1 1 "(1,1)" { "H" "L" } 0
p "" 2 2 "(2,2)" { "h" "l" } 0
t "" 5 "Outcome 5" { 10.000000 2.000000 }
t "" 6 "Outcome 6" { 0.000000 10.000000 }
p "" 2 2 "(2,2)" { "h" "l" } 0
t "" 7 "Outcome 7" { 2.000000 4.000000 }
t "" 8 "Outcome 8" { 4.000000 0.000000 }
c "" 3 "(0,3)" { "2g" 0.500000 "2b" 0.500000 } 0
p "" 1 2 "(1,2)" { "H" "L" } 0
p "" 2 1 "(2,1)" { "h" "l" } 0
t "" 9 "Outcome 9" { 4.000000 2.000000 }
t "" 10 "Outcome 10" { 2.000000 10.000000 }
p "" 2 1 "(2,1)" { "h" "l" } 0
t "" 11 "Outcome 11" { 0.000000 4.000000 }
t "" 12 "Outcome 12" { 10.000000 2.000000 }
p "" 1 2 "(1,2)" { "H" "L" } 0
p "" 2 2 "(2,2)" { "h" "l" } 0
t "" 13 "Outcome 13" { 4.000000 2.000000 }
t "" 14 "Outcome 14" { 2.000000 10.000000 }
p "" 2 2 "(2,2)" { "h" "l" } 0
t "" 15 "Outcome 15" { 0.000000 4.000000 }
t "" 16 "Outcome 16" { 10.000000 0.000000 }
"""


def test_the_example_of_the_manual(tmp_path: Path) -> None:
    file = tmp_path / "bayes.efg"
    file.write_text(MANUAL, encoding="utf-8")
    tree = read_tree(file)
    assert tree == tree_from_text(MANUAL)
    assert tree.player_names == ("Player 1", "Player 2")
    assert (len(list(tree.root.walk())), len(flatten(tree).sets)) == (31, 4)
    assert {each.set for each in tree.root.walk()} == {None, "(1,1)", "(1,2)", "(2,1)", "(2,2)"}
    assert (tree.root.name, tree.root.player) == ("ROOT", CHANCE)


def test_payoffs_at_inner_nodes_are_added() -> None:
    """An outcome may be written after it is met, and paid at several nodes."""
    tree = parse_efg(
        'EFG 2 D "ante" { "a" "b" } "" p "" 1 1 "" { "bet" "pass" } 7 '
        'p "" 2 1 "" { "call" "fold" } 2 "" { .1 -.1 } t "" 7 "ante" { .2, -.2 } t "" 0 t "" 0'
    )
    ends = [each.utilities for each in tree.root.walk() if not each.edges]
    assert ends == [(0.5, -0.5), (0.3, -0.3), (0.2, -0.2)]


def test_names_that_cannot_be_kept() -> None:
    tree = parse_efg(
        'EFG 2 R "" { "" "max" "" } p "x" 1 1 "s" { "" "" } 0 p "x" 2 1 "s" { "A" "A" } 0 '
        't "" 1 "" { 1 2 3 } t "" 0 p "y" 2 1 0 t "" 0 t "" 0'
    )
    assert tree.player_names == ("1", "max 2", "3")
    assert [edge.action for edge in tree.root.edges] == ["1", "2"]
    assert list(tree.actions(tree.result(tree.initial(), "1"))) == ["A", "A 2"]
    assert "y" in [each.name for each in tree.root.walk()]
    assert "x" not in [each.name for each in tree.root.walk()]


@settings(max_examples=25)
@given(set_trees(3, chance=True, recall=False))
def test_what_is_written_is_read_back(tree: Tree) -> None:
    check(tree)


@settings(max_examples=15)
@given(chance_trees(3, 3))
def test_so_are_chances(tree: Tree) -> None:
    check(tree)


@settings(max_examples=25)
@given(tuple_trees(3, 3, 3, alternating=False))
def test_so_are_three_players(tree: Tree) -> None:
    check(tree)


def check(tree: Tree) -> None:
    """A tree written and read back: the same nodes, players, chances, sets and utilities."""
    text = write_efg(tree, 'a "title"')
    again = parse_efg(text)
    assert write_efg(again, 'a "title"') == text
    for one, two in zip(tree.root.walk(), again.root.walk(), strict=True):
        assert (one.name, one.utilities) == (two.name, two.utilities)
        assert not one.edges or one.player == two.player
        edges = [[(e.action, e.probability) for e in each.edges] for each in (one, two)]
        assert edges[0] == edges[1]
    assert _partition(tree) == _partition(again)
    assert [again.player_names, again.players] == [tree.player_names, tree.players]


def _partition(tree: Tree) -> set[frozenset[str]]:
    sets: dict[str, set[str]] = {}
    for each in tree.root.walk():
        if each.edges:
            sets.setdefault(each.name if each.set is None else f"@{each.set}", set()).add(each.name)
    return {frozenset(each) for each in sets.values()}


def test_a_tree_that_forgets_is_read() -> None:
    """The absent-minded driver (Piccione and Rubinstein 1997)."""
    tree = parse_efg(
        'EFG 2 R "driver" { "driver" } p "" 1 1 "crossing" { "exit" "on" } 0 t "" 1 "" { 0 } '
        'p "" 1 1 0 t "" 2 "" { 4 } t "" 3 "" { 1 }'
    )
    assert not tree.perfect_information
    assert "crossing" in tree.notation()


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("EFG 3", (1, 5), "expected 2, found '3'"),
        ('EFG 2 R "" { "a" }', (1, 19), "expected a node: c, p or t, found the end"),
        ('EFG 2 R "" { "a" }\nq "" 1', (2, 1), "expected a node: c, p or t, found 'q'"),
        ('EFG 2 R "" { "a" }\np "" 2 1 "" { "l" } 0', (2, 6), "player"),
        ('EFG 2 R "" { "a" }\np "" 1 1 0', (2, 10), "expected {, found '0'"),
        ('EFG 2 R "" { "a" }\np "" 1 1 { } 0', (2, 10), "at least one action"),
        ('EFG 2 R "" { "a" }\nt "" 1 "" { 1 2 }', (2, 11), "2"),
        ('EFG 2 R "" { "a" }\nt "" 1', (2, 6), "outcome 1 has no payoffs"),
        ('EFG 2 R "" { "a" }\nt "" 0 t', (2, 8), "expected the end"),
        ('EFG 2 R "" { "a" }\nt "" 1 "" { x }', (2, 13), "x"),
        ('EFG 2 R "" { "a" }\nc "" 1 "" { "l" 3/2 } 0', (2, 17), "3/2"),
        ('EFG 2 R "" { "a" }\nc "" 1 "" { "l" 1/2 } 0 t "" 0', (2, 1), "0.5"),
        ('EFG 2 R "" { "a" }\np "" 1 1 { "l" } 0 p "" 1 1 { "r" } 0', (2, 27), "r here, and l"),
        ('EFG 2 R "" { "a', (1, 14), "not closed"),
        ("EFG 2 R 5", (1, 9), "in quotes"),
    ],
)
def test_the_place_of_a_mistake(text: str, place: tuple[int, int], words: str) -> None:
    with pytest.raises(TreeError) as failure:
        parse_efg(text, source="game.efg")
    assert (failure.value.line, failure.value.column) == place
    assert words in str(failure.value)
    assert "game.efg" in str(failure.value)


def test_a_tree_that_is_too_deep() -> None:
    deep = 'EFG 2 R "" { "a" }' + ' p "" 1 1 { "l" } 0' * 200
    with pytest.raises(TreeError, match="100"):
        parse_efg(deep)


def test_probabilities_stay_exact() -> None:
    tree = parse_efg('EFG 2 R "" { "a" } c "" 1 "" { "l" 1/3 "r" 2/3 } 0 t "" 0 t "" 0')
    assert [edge.probability for edge in tree.root.edges] == [Fraction(1, 3), Fraction(2, 3)]
