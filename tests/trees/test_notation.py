"""What the notation means: names, actions, turns, probabilities, values."""

from __future__ import annotations

from fractions import Fraction

import pytest

from adversario.game import CHANCE
from adversario.trees import Tree, parse_tree


def names(tree: Tree) -> list[str]:
    return [vertex.name for vertex in tree.root.walk()]


def players(tree: Tree) -> dict[str, int]:
    return {vertex.name: vertex.player for vertex in tree.root.walk()}


def utilities(tree: Tree) -> list[object]:
    return [vertex.utilities for vertex in tree.root.walk() if vertex.utilities is not None]


TEXTBOOK = "A(B(3, 12, B3(8, 7, 3)), C(2, 4, 6), D(14, 5, 1))"


def test_the_textbook_tree_is_named_as_in_the_textbook() -> None:
    tree = parse_tree(TEXTBOOK)
    assert names(tree) == [
        *("A", "B", "B1", "B2", "B3", "B31", "B32", "B33"),
        *("C", "C1", "C2", "C3", "D", "D1", "D2", "D3"),
    ]
    assert list(tree.actions("A")) == ["a1", "a2", "a3"]
    assert list(tree.actions("B3")) == ["b31", "b32", "b33"]
    assert tree.result("B", "b3") == "B3"
    assert tree.utility("B31", 0) == 8
    assert tree.utility("B31", 1) == -8


@pytest.mark.parametrize(
    "text",
    [
        "((3, 12, (8, 7, 3)), (2, 4, 6), (14, 5, 1))",
        "max(min(3, 12, MAX(8, 7, 3)), Min(2, 4, 6), :min(14, 5, 1))",
        "A(  # the root\n  B(3,12,B3(8,7,3)), # left\n  C(2,4,6),\n\tD(14,5,1)\n)\n# end",
        "A:1(B:2(3, 12, B3:max(8, 7, 3)), C(2, 4, 6), D:MIN(14, 5, 1))",
        'a1 -> B(3, 12, "B3"(8, 7, 3))'.join(["A(", ", C(2, C2 = 4, 6), D(14, 5, = 1))"]),
        "turns max, min; ((3, 12, (8, 7, 3)), (2, 4, 6), (14, 5, 1))",
    ],
)
def test_many_ways_to_write_the_same_tree(text: str) -> None:
    assert parse_tree(text) == parse_tree(TEXTBOOK)


def test_letters_skip_names_in_use_and_go_on_after_z() -> None:
    wide = parse_tree(f"({', '.join('1' for _ in range(30))})")
    assert names(wide)[1:3] == ["B", "C"]
    assert names(wide)[24:] == ["Y", "Z", "AA", "AB", "AC", "AD", "AE"]
    assert names(parse_tree("(1, C = 2, 3, B(4))")) == ["A", "D", "C", "E", "B", "B1"]
    assert names(parse_tree("B(1, 2)")) == ["B", "C", "D"]


def test_more_than_nine_children_bring_dots() -> None:
    tree = parse_tree(f"(((1, 2), {', '.join('1' for _ in range(10))}), 5)")
    assert names(tree)[:5] == ["A", "B", "B.1", "B.1.1", "B.1.2"]
    assert names(tree)[-2:] == ["B.11", "C"]
    assert list(tree.actions("B"))[-1] == "b11"
    assert list(tree.actions("B.1")) == ["b.1.1", "b.1.2"]


def test_a_wide_root_alone_brings_no_dots() -> None:
    tree = parse_tree(f"((1, 2), {', '.join('1' for _ in range(10))})")
    assert names(tree)[:3] == ["A", "B", "B1"]


def test_automatic_names_give_way_to_given_ones() -> None:
    assert names(parse_tree("((1, 2), B1(3))")) == ["A", "B", "B1'", "B2", "B1", "B11"]
    assert names(parse_tree("((1), A(3))")) == ["A'", "B", "B1", "A", "A1"]
    assert list(parse_tree("A(1, a1 -> 2)").actions("A")) == ["a1'", "a1"]


def test_other_names_have_plain_actions() -> None:
    tree = parse_tree('start("my node"(1), Ñ(2), x3(4))')
    assert list(tree.actions("start")) == ["a1", "a2", "a3"]
    assert list(tree.actions("my node")) == ["a1"]
    assert list(tree.actions("Ñ")) == ["ñ1"]
    assert names(tree) == ["start", "my node", "my node1", "Ñ", "Ñ1", "x3", "x31"]


def test_actions_may_be_words_numbers_or_quoted() -> None:
    tree = parse_tree('(left -> 1, 2 -> 3, "go on" → 4)')
    assert list(tree.actions("A")) == ["left", "2", "go on"]


def test_players_alternate_and_leaves_say_who_would_move() -> None:
    assert players(parse_tree("((1, (2)))")) == {"A": 0, "B": 1, "B1": 0, "B2": 0, "B21": 1}


def test_the_order_goes_on_from_whoever_moved() -> None:
    assert players(parse_tree("(max((1)))")) == {"A": 0, "B": 0, "B1": 1, "B11": 0}


def test_chance_uses_up_no_turn() -> None:
    backgammon = parse_tree("(chance((chance(1))))")
    assert list(players(backgammon).values()) == [0, CHANCE, 1, CHANCE, 0]
    assert list(players(parse_tree("chance((1))")).values()) == [CHANCE, 0, 1]


def test_turns_with_chance_are_followed_level_by_level() -> None:
    tree = parse_tree("turns max, chance; ((((1))), 2)")
    assert list(players(tree).values()) == [0, CHANCE, 0, CHANCE, 0, 0]


def test_three_players_with_turns_of_their_own() -> None:
    tree = parse_tree(
        "players R, B, G; turns R, G, B; ((([1,2,6],[4,3,2]), ([6,1,2],[7,4,1])), G:B([5,1,1]))"
    )
    assert [tree.player_name(p) for p in players(tree).values()] == list("RGBRRBRRBR")
    assert tree.player_name(CHANCE) == "chance"
    assert (tree.players, tree.zero_sum, tree.utility_sum) == (3, False, None)
    assert tree.utility_bounds == (1, 7)


def test_directives_end_with_a_line_too() -> None:
    tree = parse_tree("players R,\n  B\nturns B, R\n(1, R(2))")
    assert tree.player_names == ("R", "B")
    assert players(tree) == {"A": 1, "B": 0, "R": 0, "R1": 1}


def test_nodes_may_be_called_like_directives() -> None:
    assert names(parse_tree("players(turns = 1 (2))")) == ["players", "turns", "turns1"]


def test_a_player_who_is_not_in_turns_takes_the_place_of_whoever_is() -> None:
    tree = parse_tree("turns 1, 2; (:3((([1, 2, 3]))))")
    assert list(players(tree).values()) == [0, 2, 0, 1, 0]


def test_probabilities_are_exact_in_every_form() -> None:
    tree = parse_tree("chance(0.1: 1, 1/3: 2, 20%: 3, left -> 11/30: 4)")
    tenth, third = Fraction(1, 10), Fraction(1, 3)
    assert [p for _, p in tree.chances("A")] == [tenth, third, Fraction(1, 5), Fraction(11, 30)]
    assert [p for _, p in parse_tree("chance(1, 2, 3)").chances("A")] == [third] * 3
    assert tree.chance
    assert not parse_tree("(1)").chance


def test_rounding_beyond_the_ninth_digit_is_forgiven_and_evened_out() -> None:
    tree = parse_tree("chance(0.3333333333: 1, 0.3333333333: 2, 0.3333333333: 3)")
    assert [p for _, p in tree.chances("A")] == [Fraction(1, 3)] * 3


def test_numbers_keep_their_kind() -> None:
    found = [
        vertex.utilities for vertex in parse_tree("(-3, 2.5, .5, 1/2, 1e3, −4, +1)").root.walk()
    ]
    firsts = [each[0] for each in found if each is not None]
    assert firsts == [-3, 2.5, 0.5, Fraction(1, 2), 1000.0, -4, 1]
    assert [type(first) for first in firsts] == [int, float, float, Fraction, float, int, int]


def test_evaluations() -> None:
    tree = parse_tree("A = 1 (B:max = 5 (3, 12), = -2 (4), chance = 7 (1))")
    assert [tree.evaluate(state, 0) for state in ("A", "B", "C", "D", "B1")] == [1, 5, -2, 7, 3]
    assert tree.evaluate("B", 1) == -5
    assert tree.player("B") == 0
    assert parse_tree("= [1, 2, 3] ([4, 5, 6])").evaluate("A", 2) == 3


def test_a_leaf_alone_is_a_tree() -> None:
    tree = parse_tree("5")
    assert tree.is_terminal(tree.initial())
    assert utilities(tree) == [(5, -5)]
    assert names(parse_tree("X = [1, 2, 3]")) == ["X"]


@pytest.mark.parametrize(
    ("text", "zero_sum", "utility_sum"),
    [
        ("(3, 4)", True, None),
        ("([1, -1], [2, -2])", True, None),
        ("([0.1, 0.2, -0.3], [0, 0, 0])", True, None),
        ("([1, 9], [4, 6])", False, 10),
        ("([1/2, 0], [1/4, 1/4])", False, Fraction(1, 2)),
        ("([1, 9], [4, 5])", False, None),
    ],
)
def test_sums(text: str, zero_sum: bool, utility_sum: object) -> None:
    tree = parse_tree(text)
    assert (tree.zero_sum, tree.utility_sum) == (zero_sum, utility_sum)


def test_default_player_names() -> None:
    assert parse_tree("([1, -1])").player_names == ("MAX", "MIN")
    assert parse_tree("([1, 1])").player_names == ("1", "2")
    assert parse_tree("([1])").player_names == ("MAX",)
    assert parse_tree("players Ann, Bob; (1)").player_names == ("Ann", "Bob")


@pytest.mark.parametrize(
    ("text", "written"),
    [
        (TEXTBOOK, "((3, 12, (8, 7, 3)), (2, 4, 6), (14, 5, 1))"),
        ("A(X(1, 2), (3))", "(X(1, 2), (3))"),
        ("max(chance(50%: 1, 0.5: 2))", "(chance(0.5: 1, 0.5: 2))"),
        ("chance(1, 2, 3)", "chance(1/3: 1, 1/3: 2, 1/3: 3)"),
        ("min(B = 3 (1/2, 0.5))", "min(= 3 (1/2, 0.5))"),
        ("(B:max = 3 (left -> 4))", "(:max = 3 (left -> 4))"),
        ("(B:min = 3)", "(3)"),
        ("(B:max = 3)", "(:max = 3)"),
        ('("a b" -> "max"(1))', '("a b" -> "max"(1))'),
        ("players R, B, G; turns R, G, B; ([1, 2, 3])", None),
        ("turns max, chance; ((1: 1))", None),
        ("([1, 2], :2([3, 4]))", "([1, 2], ([3, 4]))"),
        ("players Ann, Bob; (1, Ann(2))", None),
        ("(C(1), B(2), X(3), D(4))", "(C(1), (2), X(3), (4))"),
        ("players Ann, Bob; (1, :Ann(2))", None),
    ],
)
def test_written_without_what_goes_without_saying(text: str, written: str | None) -> None:
    assert parse_tree(text).notation() == (written or text)
