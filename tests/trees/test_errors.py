"""Every mistake is met with its place and what to do about it, in both languages."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adversario.base.catalogue import LANGUAGES, templates
from adversario.base.errors import InputError
from adversario.trees import Tree, TreeError, parse_tree, read_tree, tree_from_json, tree_from_text

TREES = Path(__file__).parents[2] / "src" / "adversario" / "trees"

Case: TypeAlias = tuple[str, int | None, int | None, str]

NOTATION: list[Case] = [
    ("", 1, 1, "expected a number, a list like [1, 2] or '(', found the end of the text"),
    ("A(3,\n  4 x)", 2, 5, "expected ',' or ')', found 'x'"),
    ("A(3, 4", 1, 7, "found the end of the text"),
    ("A(3, 4))", 1, 8, "expected the end of the text, found ')'"),
    ("A(5 (3, 12))", 1, 5, "expected ',' or ')', found '('"),
    ("A(3) 4", 1, 6, "expected the end of the text, found '4'"),
    ("A(3,)", 1, 5, "expected a number"),
    ("A(B, 3)", 1, 4, "expected '(' or '=', found ','"),
    ("A(B())", 1, 5, "at least one child"),
    ("A(B = )", 1, 7, "expected a number, found ')'"),
    ("(@(1, 2))", 1, 3, "expected the name or number of an information set, found '('"),
    ("(@x, 2)", 1, 4, "expected '(' or '=', found ','"),
    ("(@x(1, 2),\n @x(1, 2, 3))", 2, 3, "'C' has x1, x2, x3, and 'B' has x1, x2"),
    ("(@x(a -> 1, 2), @x(b -> 1, 2))", 1, 18, "'C' has b, x2, and 'B' has a, x2"),
    ("(@x(a -> 1, b -> 2), @x(1, a -> 2))", 1, 28, "two actions of the node 'C' are called 'a'"),
    ("(@x(1, 2), max@x(1, 2))", 1, 16, "'B' and 'C' of the set 'x' belong to different players"),
    ("(@x = 3, 1)", 1, 3, "'B' cannot be in the set 'x'"),
    ("(chance@x(1, 2), 3)", 1, 9, "chance nodes and leaves are in no information set"),
    ("A([1, 2)", 1, 8, "expected ',' or ']', found ')'"),
    ("A([])", 1, 4, "expected a number, found ']'"),
    ("A(3 ! 4)", 1, 5, "'!' has no meaning here"),
    ('A("B(3)', 1, 3, "not closed"),
    ('A("\\q"(3))', 1, 3, "escape"),
    ('A(""(3))', 1, 3, "a name cannot be empty"),
    ("A(nan)", 1, 3, "numbers are finite here, and 'nan' is not"),
    ("A(3, -inf)", 1, 6, "'-inf' is not"),
    ("A(1e999)", 1, 3, "beyond the numbers"),
    ("A(1e399)", 1, 3, "beyond the numbers"),
    (f"A({'9' * 5000})", 1, 3, "beyond the numbers"),
    (f"A({'9' * 900}/7)", 1, 3, "beyond the numbers"),
    ("chance(1e-999999999: 1, 1: 2)", 1, 8, "beyond the numbers"),
    ("A(1/0)", 1, 3, "divides by zero"),
    ("A(25%)", 1, 6, "expected ':' after the probability, found ')'"),
    ("A = 25% (3)", 1, 5, "'25%' is not a number"),
    ("A(0.5: 3, 0.5: 4)", 1, 3, "below 'A', which is not a chance node"),
    ("chance(0.5: 3, 4)", 1, 16, "'A' has no probability"),
    ("chance(0.5: 3, x -> 4)", 1, 16, "'A' has no probability"),
    ("(1, C:chance(.333: 1, .333: 2, .333: 3))", 1, 5, "'C' add up to 0.999, not to 1"),
    ("chance(1/3: 3, 1/3: 4)", 1, 1, "add up to 2/3 ≈ 0.666667"),
    ("chance(-0.5: 3, 1.5: 4)", 1, 8, "between 0 and 1, and -0.5 does not"),
    ("chance(1e300: 3)", 1, 8, "between 0 and 1"),
    ("A(3, [1, 2, 3])", 1, 6, "a list of 3 utilities"),
    ("A([1, 2, 3], 4)", 1, 14, "4 is one number where each player needs one"),
    ("A([1, 2, 3], [1, 2])", 1, 14, "expected 3 utilities, one for each player, found 2"),
    ("A = 5 ([1, 2], [3, 4])", 1, 8, "a list of 2 utilities"),
    ("players R, B, G; ((1, 2, 6), (4, 3, 2))", 1, 20, "is written [1, 2, 3]"),
    ("players R, B; ([1, 2, 6])", 1, 16, "expected 2 utilities, one for each player, found 3"),
    ("A(B(1),\nB(2))", 2, 1, "two nodes are called 'B'"),
    ("A(x -> 1, x -> 2)", 1, 11, "two actions of the node 'A' are called 'x'"),
    ("A(B:R(1))", 1, 5, "there is no player 'R'; the players are MAX, MIN"),
    ("A(B:3(1))", 1, 5, "there is no player '3'"),
    ("A(B:0(1))", 1, 5, "there is no player '0'"),
    ("A(B:1.5(1))", 1, 5, "expected max, min, chance"),
    ("A(B:(1))", 1, 5, "expected max, min, chance"),
    ("max([1, 2, 3])", 1, 1, "max and min are for two players, and this tree has 3"),
    ("A(B:chance = 3)", 1, 5, "a leaf cannot be a chance node"),
    ("players R, R; (1)", 1, 12, "two players are called 'R'"),
    ("players R, chance; (1)", 1, 12, "'chance' cannot name this player"),
    ("players MIN, MAX; (1)", 1, 9, "'MIN' cannot name this player"),
    ("players R, 2; (1)", 1, 12, "expected the name of a player, found '2'"),
    ("players R, B (1)", 1, 14, "expected ',', ';' or a new line, found '('"),
    ("players R, B; players R, B; (1)", 1, 15, "'players' is given twice"),
    ("turns max, Q; (1)", 1, 12, "there is no player 'Q'"),
    ("(" * 5000, 1, 102, "more than 100 levels"),
]

JSON: list[Case] = [
    ('{"root": 3', 1, 11, "the end of the text cannot stand here"),
    ('{"root": [1,}', 1, 13, "'}' cannot stand here"),
    ('{"root": 1} x', 1, 13, "'x' cannot stand here"),
    ("[" * 100_000, 1, 321, "more than 320 brackets"),
    ("[3]", 1, 1, "expected an object (at $)"),
    ("{}", 1, 1, 'lacks the key "root"'),
    ('{"root": 1,\n "players": ["A", "B"],\n "rot": 2}', 3, 2, 'no key "rot" here'),
    ('{"root": 1,\n "root": 2}', 2, 2, 'the key "root" is already in this object'),
    ('{"root": true}', 1, 10, "expected a node: an object, a number"),
    ('{"root": {}}', 1, 10, 'lacks the key "children" (at $.root)'),
    ('{"root": {"children": []}}', 1, 23, "at least one element (at $.root.children)"),
    ('{"root": {"children": 4}}', 1, 23, "expected a list"),
    ('{"root": {"children": [1, {"action": "x"}]}}', 1, 27, 'lacks the key "node"'),
    ('{"root": {"children": [1, {"node": 1, "x": 2}]}}', 1, 39, 'no key "x" here'),
    ('{"root": {"utility": 3, "children": [1]}}', 1, 25, 'no key "children" here'),
    ('{"root": {"utility": null}}', 1, 22, "expected a number, or a list"),
    ('{"root": {"utility": "x"}}', 1, 22, "'x' is not a number"),
    ('{"root": {"utility": NaN}}', 1, 22, "'NaN' is not"),
    ('{"root": [1, [2]]}', 1, 14, "expected a number (at $.root[1])"),
    ('{"root": {"name": 3, "utility": 3}}', 1, 19, "expected a text"),
    ('{"root": {"name": "", "utility": 3}}', 1, 19, "expected a text"),
    ('{"root": {"player": 1.5, "utility": 3}}', 1, 21, "name or number of a player"),
    ('{"root": {"player": null, "utility": 3}}', 1, 21, "name or number of a player"),
    ('{"root": {"player": "Q", "children": [3]}}', 1, 21, "no player 'Q'"),
    (
        '{"root": {"player": "chance", "children": [\n{"probability": "x", "node": 1}]}}',
        2, 17, "'x' is not a number",
    ),
    (
        '{"root": {"player": "chance", "children": [\n{"probability": 0.3, "node": 1}]}}',
        1, 10, "add up to 0.3, not to 1 (at $.root)",
    ),
    (
        '{"root": {"player": "chance", "children": [{"probability": [], "node": 1}]}}',
        1, 60, "expected a number",
    ),
    ('{"root": {"children": [3, [1, 2]]}}', 1, 27, "a list of 2 utilities"),
    ('{"root": {"set": 3, "children": [3]}}', 1, 18, "expected a text"),
    ('{"root": {"set": "x", "utility": 3}}', 1, 11, 'no key "set"'),
    ('{"root": {"children": [{"set": "x", "children": [3]},\n{"set": "x", "children": [3, 4]}]}}',
     2, 9, "of the set 'x', 'C' has x1, x2, and 'B' has x1 (at $.root.children[1].set)"),
    ('{"players": "AB", "root": 3}', 1, 13, "expected a list"),
    ('{"root": ' + '{"children": [' * 101 + "1" + "]}" * 101 + "}", None, None, "100 levels"),
    ('{"root": ' + '{"children": [' * 300 + "1" + "]}" * 300 + "}", None, None, "320 brackets"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "column", "says"), NOTATION + JSON)
def test_errors_say_where_and_what(
    text: str, line: int | None, column: int | None, says: str
) -> None:
    read = tree_from_json if (text, line, column, says) in JSON else parse_tree
    with pytest.raises(TreeError, match=re.escape(says)) as caught:
        read(text, source="exam.txt")
    error = caught.value
    if line is not None:
        assert (error.line, error.column) == (line, column)
    assert error.source == "exam.txt"
    assert str(error).startswith(f"exam.txt, line {error.line}, column {error.column}: ")
    assert error.text("es").startswith(f"exam.txt, línea {error.line}, columna {error.column}: ")


def test_the_source_is_said_only_if_there_is_one() -> None:
    with pytest.raises(TreeError, match=r"^line 1, column 5: expected ',' or '\)', found 'x'$"):
        parse_tree("A(3 x)")


def test_every_message_exists_in_every_language_and_is_used() -> None:
    code = "".join(file.read_text(encoding="utf-8") for file in TREES.glob("*.py"))
    used = set(re.findall(r'"(tree\.[a-z_.]+)"', code)) - {"tree.schema.json"}
    used |= {f"tree.expected.{what}" for what in re.findall(r'self\._expected\("(\w+)"', code)}
    for lang in LANGUAGES:
        known = {key for key in templates(lang) if key.startswith("tree.")}
        assert used <= known
        assert all(".expected." in key or "_expected." in key for key in known - used)


def outcome(read: Callable[[str], Tree], text: str) -> Tree | TreeError:
    """The tree or the error; no other exception is expected, whatever the text."""
    try:
        return read(text)
    except TreeError as error:
        return error


def check(outcome: Tree | TreeError, text: str) -> None:
    if isinstance(outcome, Tree):
        assert parse_tree(outcome.notation()) == outcome
    else:
        assert outcome.text("es")
        assert 1 <= outcome.line <= text.count("\n") + 1
        assert 1 <= outcome.column <= len(text) + 1


MARKS = ["(", ")", "[", "]", ",", ":", "=", ";", "->", "@", "\n", " ", "#", '"', "'", "."]
WORDS = ["max", "min", "chance", "players", "turns", "A", "B1", "3", "-1", "0.5", "1/3", "50%"]
PIECES = st.sampled_from(MARKS + WORDS)


@given(st.text() | st.lists(PIECES, max_size=30).map("".join))
@settings(deadline=None, max_examples=300)
def test_only_tree_errors_escape_from_the_parser(text: str) -> None:
    check(outcome(tree_from_text, text), text)


NODE_KEYS = ["name", "player", "set", "utility", "evaluation", "children"]
KEYS = st.sampled_from([*NODE_KEYS, "root", "players", "turns", "node", "action", "probability"])
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(["1/3", "max"])
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3)
)


@given(st.text() | VALUES.map(lambda value: json.dumps({"root": value})))
@settings(deadline=None, max_examples=300)
def test_only_tree_errors_escape_from_json(text: str) -> None:
    check(outcome(tree_from_json, text), text)


def test_files(tmp_path: Path) -> None:
    file = tmp_path / "tree.txt"
    file.write_text("\ufeff# mine\n(1, 2)", encoding="utf-8")
    assert read_tree(file) == parse_tree("(1, 2)")
    file.write_text('\n {"root": {"children": [1, 2]}}', encoding="utf-8")
    assert read_tree(str(file)) == parse_tree("(1, 2)")
    file.write_text("(1, 2", encoding="utf-8")
    with pytest.raises(TreeError, match=r"tree\.txt, line 1, column 6: "):
        read_tree(file)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.txt: there is no such file"):
        read_tree(tmp_path / "none.txt")
    with pytest.raises(InputError, match="cannot be read"):
        read_tree(tmp_path)
    with pytest.raises(InputError, match="cannot be read"):
        read_tree("a\0b")
    (tmp_path / "bytes").write_bytes(b"(1, \xff)")
    with pytest.raises(InputError, match=r"line 1: this is not text in UTF-8 \(byte 0xff"):
        read_tree(tmp_path / "bytes")


def test_trees_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    for room in ("notation", "json_form"):
        monkeypatch.setattr(f"adversario.trees.{room}.MAX_NODES", 5)
    parse_tree("(1, 2, 3, 4)")
    with pytest.raises(TreeError, match="line 1, column 14: the tree has more than 5 nodes"):
        parse_tree("(1, 2, 3, 4, 5)")
    with pytest.raises(TreeError, match="more than 5 nodes"):
        tree_from_json('{"root": {"children": [1, 2, 3, 4, 5]}}')
