"""Exercises: the same for the same seed, with one right answer, and graded by the search."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adversario.base.catalogue import LANGUAGES, templates
from adversario.base.errors import InputError
from adversario.base.numbers import INFINITY, Number
from adversario.exercises import (
    Difficulty,
    Exercise,
    Key,
    KeyItem,
    Part,
    Topic,
    grade,
    make_exercise,
)
from adversario.game import CHANCE
from adversario.trees import Vertex, parse_tree

GOLDEN = Path(__file__).parents[1] / "golden" / "exercises"
SIZES = [
    (depth, branching)
    for depth in range(2, 7)
    for branching in range(2, 6)
    if branching**depth <= 200
]
CLASSIC = "A(B(3, 12, B3(8, 7, 3)), C(2, 4, 6), D(14, 5, 1))"


def exercise_on(topic: Topic, notation: str, asked: tuple[str, ...] = ()) -> Exercise:
    """An exercise on a tree that is given, not made."""
    return Exercise(topic, 0, 3, 3, Difficulty.MEDIUM, parse_tree(notation), asked)


def classic_values() -> Exercise:
    return exercise_on(Topic.MINIMAX, CLASSIC, ("A", "B", "B3", "C", "D"))


def classic_cuts() -> Exercise:
    return exercise_on(Topic.ALPHABETA, CLASSIC)


def classic_windows() -> Exercise:
    return exercise_on(Topic.WINDOWS, CLASSIC, ("B3", "D"))


def three_players() -> Exercise:
    notation = "(([1, 2, 6], [4, 3, 5]), ([6, 1, 2], [7, 4, 1]))"
    return exercise_on(Topic.MAXN, notation, ("A", "B", "C"))


# Written anew, to be compared with: the values and the visits of the searches.


def plain_value(vertex: Vertex) -> Number:
    """Expectiminimax by its definition."""
    if vertex.utilities is not None:
        return vertex.utilities[0]
    values = [plain_value(edge.vertex) for edge in vertex.edges]
    if vertex.player == CHANCE:
        chances = [edge.probability or Fraction(0) for edge in vertex.edges]
        return sum((p * v for p, v in zip(chances, values, strict=True)), Fraction(0))
    best = (max if vertex.player == 0 else min)(values)
    assert values.count(best) == 1, f"a tie at {vertex.name}"
    return best


def plain_vector(vertex: Vertex) -> tuple[Number, ...]:
    """Max^n by its definition."""
    if vertex.utilities is not None:
        return vertex.utilities
    vectors = [plain_vector(edge.vertex) for edge in vertex.edges]
    own = [vector[vertex.player] for vector in vectors]
    assert own.count(max(own)) == 1, f"a tie at {vertex.name}"
    return vectors[own.index(max(own))]


def visited_leaves(root: Vertex, *, strict: bool = False, hard: bool = False) -> set[str]:
    """The leaves that alpha-beta visits, in negamax form."""
    seen: set[str] = set()

    def value(vertex: Vertex, sign: int, alpha: Number, beta: Number) -> Number:
        if vertex.utilities is not None:
            seen.add(vertex.name)
            return sign * vertex.utilities[0]
        best: Number = -INFINITY
        for edge in vertex.edges:
            best = max(best, -value(edge.vertex, -sign, -beta, -max(alpha, best)))
            if best > beta or (best == beta and not strict):
                break
        return max(alpha, min(best, beta)) if hard else best

    value(root, 1, -INFINITY, INFINITY)
    return seen


def leaf_names(root: Vertex) -> set[str]:
    return {vertex.name for vertex in root.walk() if not vertex.edges}


def finite_sides(key: Key, node: str) -> int:
    bounds = [item.answer for item in key.items if item.node == node]
    return len(bounds) - 1 - sum(bound in (INFINITY, -INFINITY) for bound in bounds)


# Making them.


@pytest.mark.parametrize("topic", Topic)
def test_a_seed_gives_the_same_exercise_for_ever(topic: Topic) -> None:
    for difficulty in Difficulty:
        exercise = make_exercise(topic, seed=2024, difficulty=difficulty)
        made = {
            "tree": exercise.tree.notation(),
            "asked": list(exercise.asked),
            "answer": exercise.key().text(),
        }
        golden = (GOLDEN / f"{topic}-{difficulty}.json").read_text(encoding="utf-8")
        assert made == json.loads(golden)


def test_the_arguments_determine_the_exercise() -> None:
    one = make_exercise("alphabeta", seed=1)
    assert make_exercise("alphabeta", seed=1) == one
    assert make_exercise(Topic.ALPHABETA, seed=1, players=4) == one
    assert make_exercise("alphabeta", seed=2).tree != one.tree
    assert make_exercise("minimax", seed=1).tree != one.tree


@pytest.mark.parametrize("difficulty", Difficulty)
@pytest.mark.parametrize("topic", Topic)
def test_all_sizes_can_be_made_and_are_well_posed(topic: Topic, difficulty: Difficulty) -> None:
    for depth, branching in SIZES:
        for seed in range(2):
            exercise = make_exercise(
                topic, seed=seed, depth=depth, branching=branching, difficulty=difficulty
            )
            check_size(exercise)
            check_well_posed(exercise)
            assert grade(exercise, exercise.key().text()).right


def check_size(exercise: Exercise) -> None:
    def height(vertex: Vertex) -> int:
        return 1 + max(height(edge.vertex) for edge in vertex.edges) if vertex.edges else 0

    root = exercise.tree.root
    assert height(root) == exercise.depth
    widths = {len(vertex.edges) for vertex in root.walk() if vertex.edges}
    assert min(widths) >= 2
    assert max(widths) <= exercise.branching
    if exercise.difficulty is not Difficulty.HARD:
        assert len(leaf_names(root)) == exercise.branching**exercise.depth


def check_well_posed(exercise: Exercise) -> None:
    root, key = exercise.tree.root, exercise.key()
    if exercise.topic in (Topic.MINIMAX, Topic.EXPECTIMINIMAX):
        check_values(exercise, {vertex.name: plain_value(vertex) for vertex in root.walk()})
    elif exercise.topic is Topic.MAXN:
        check_values(exercise, {vertex.name: plain_vector(vertex) for vertex in root.walk()})
    else:
        visited = visited_leaves(root)
        assert visited == visited_leaves(root, strict=True) == visited_leaves(root, hard=True)
        if exercise.topic is Topic.ALPHABETA:
            assert set(key.discarded) == leaf_names(root) - visited
            assert key.discarded
        else:
            check_windows(exercise)


def check_values(exercise: Exercise, values: dict[str, object]) -> None:
    root, items = exercise.tree.root, exercise.key().items
    assert {item.node: item.answer for item in items if item.part is Part.VALUE} == {
        name: values[name] for name in exercise.asked
    }
    (action,) = (item.answer for item in items if item.part is Part.ACTION)
    best = [edge.action for edge in root.edges if values[edge.vertex.name] == values[root.name]]
    assert best == [action]


def check_windows(exercise: Exercise) -> None:
    key = exercise.key()
    assert exercise.asked
    assert len(key.items) == 3 * len(exercise.asked), "only visited nodes are asked"
    sides = [finite_sides(key, node) for node in exercise.asked]
    if exercise.difficulty is not Difficulty.EASY:
        assert min(sides) >= 1
    if exercise.difficulty is Difficulty.HARD and exercise.depth > 2:
        assert max(sides) == 2


@settings(max_examples=300, deadline=None)
@given(
    topic=st.sampled_from(Topic),
    seed=st.integers(-(10**18), 10**18),
    size=st.sampled_from([size for size in SIZES if size[1] ** size[0] <= 32]),
    difficulty=st.sampled_from(Difficulty),
    players=st.integers(3, 4),
)
def test_any_seed_will_do(
    topic: Topic, seed: int, size: tuple[int, int], difficulty: Difficulty, players: int
) -> None:
    depth, branching = size
    exercise = make_exercise(
        topic, seed=seed, depth=depth, branching=branching, difficulty=difficulty, players=players
    )
    check_size(exercise)
    check_well_posed(exercise)
    assert exercise.tree.players == (players if topic is Topic.MAXN else 2)


def test_hard_exercises_have_deep_cuts() -> None:
    """Without the bounds of any but the parent, more leaves would be visited."""

    def visited_shallowly(root: Vertex) -> int:
        def value(vertex: Vertex, sign: int, beta: Number) -> tuple[Number, int]:
            if vertex.utilities is not None:
                return sign * vertex.utilities[0], 1
            best: Number = -INFINITY
            count = 0
            for edge in vertex.edges:
                child, seen = value(edge.vertex, -sign, -best)
                best, count = max(best, -child), count + seen
                if best >= beta:
                    break
            return best, count

        return value(root, 1, INFINITY)[1]

    for seed in range(10):
        root = make_exercise("alphabeta", seed=seed, depth=4, difficulty="hard").tree.root
        assert len(visited_leaves(root)) < visited_shallowly(root)


def test_probabilities_are_easy_to_reckon_with() -> None:
    for difficulty in Difficulty:
        exercise = make_exercise("expectiminimax", seed=3, branching=5, difficulty=difficulty)
        for vertex in exercise.tree.root.walk():
            for edge in vertex.edges:
                assert (vertex.player == CHANCE) == (edge.probability is not None)
                assert edge.probability is None or edge.probability.denominator in (2, 4, 5, 10)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"topic": "chess"}, "chess"),
        ({"difficulty": "brutal"}, "brutal"),
        ({"depth": 1}, "depth"),
        ({"depth": 7, "branching": 2}, "depth"),
        ({"branching": 1}, "branching"),
        ({"branching": 6, "depth": 2}, "branching"),
        ({"depth": 5, "branching": 3}, "243"),
        ({"players": 2}, "players"),
        ({"players": 5}, "players"),
        ({"seed": 10**30}, "seed"),
        ({"seed": "one"}, "seed"),
    ],
)
def test_out_of_range(arguments: dict[str, object], said: str) -> None:
    with pytest.raises(InputError, match=said) as error:
        make_exercise(**{"topic": "maxn", "seed": 1, **arguments})  # type: ignore[arg-type]
    assert said in error.value.text("es")


# Keys.


def test_keys_read_as_answers() -> None:
    assert classic_values().key().text() == "A=3 B=3 B3=8 C=2 D=1 action=a1"
    assert classic_values().key().text("es") == "A=3 B=3 B3=8 C=2 D=1 accion=a1"
    assert classic_cuts().key().text() == "B32 B33 C2 C3"
    assert classic_windows().key().text() == "B3: -inf 3 -> 8; D: 3 inf -> 1"
    assert three_players().key().text() == "A=(7, 4, 1) B=(4, 3, 5) C=(7, 4, 1) action=a2"


def test_nothing_discarded() -> None:
    exercise = exercise_on(Topic.ALPHABETA, "((1, 2), (3, 4))")
    assert exercise.key().text() == "none"
    assert exercise.key().text("es") == "ninguna"
    for answer in ("none", "NINGUNA", " ninguno\n"):
        assert grade(exercise, answer).right


# Grading.


@pytest.mark.parametrize(
    ("exercise", "answer"),
    [
        (classic_values(), "a=3, b=3, b3=8; C : 2\nD=1 Acción = A1"),
        (classic_values(), "D=2/2 C=2.0 B3=+8 B=3. A=6/2 accion:a1"),
        (classic_values(), "A={3} B=(3) B3=[8] C=2 D=1 action=(a1),"),
        (classic_cuts(), "c2, C3; b32\nB33"),
        (classic_cuts(), "{C3, C2, B33, B32, B32}"),
        (classic_windows(), "B3=[-inf,3] 8, D: [3, ∞) → 1"),
        (classic_windows(), "\ufeffD 	: 3 +Infinity 1 b3: −∞ 3 -> 8"),
        (three_players(), "A=[7,4,1] B=4 3 5, C=(7 4 1) action=a2"),
    ],
)
def test_answers_may_be_written_in_many_ways(exercise: Exercise, answer: str) -> None:
    verdict = grade(exercise, answer)
    assert verdict.right, verdict.text()
    assert verdict.correct == verdict.total
    assert verdict.mistake is None
    assert verdict.line() is None


def test_an_inner_node_stands_for_its_leaves() -> None:
    exercise = exercise_on(Topic.ALPHABETA, "((5, 6), ((1, 2), (7, 8)), (9, 10))")
    assert exercise.key().discarded == ("C21", "C22")
    assert grade(exercise, "C2").right


@pytest.mark.parametrize(
    ("exercise", "answer", "score", "mistake", "line"),
    [
        (
            classic_values(),
            "A=3 B=3 B3=7 C=3 D=1 action=a1",
            (4, 6),
            "The value of B3 is 8, not 7.",
            "maxValue of B3 assigns value 8",
        ),
        (
            classic_values(),
            "A=3 B=3 B3=8 C=2 action=a1",
            (5, 6),
            "The value of D is missing: it is 1.",
            "minValue of D assigns value 1",
        ),
        (
            classic_values(),
            "A=3 B=3 B3=8 C=2 D=1 action=a3",
            (5, 6),
            "The action at A is a1, not a3.",
            "value found: 3; after going over the successors of A, the action to take is a1",
        ),
        (
            classic_values(),
            "A=3 B=3 B3=8 C=2 D=1",
            (5, 6),
            "The action at A is missing: it is a1.",
            "value found: 3; after going over the successors of A, the action to take is a1",
        ),
        (
            classic_cuts(),
            "B32 B33 C3 D3",
            (3, 5),
            "C2 is discarded, and the answer does not name it.",
            "PRUNING in minValue of C because v = 2 <= alpha = 3 -> assigns it value 2",
        ),
        (
            classic_cuts(),
            "B32 B33 C2 C3 D2",
            (4, 5),
            "D2 is not discarded: the search visits it.",
            "Call maxValue( D2 , alpha= 3 , beta= 14 ) -> returns terminal value 5",
        ),
        (
            classic_windows(),
            "B3: 3 3 -> 8; D: 3 inf -> 1",
            (5, 6),
            "B3 is entered with alpha = -inf, not 3.",
            "Call maxValue( B3 , alpha= -inf , beta= 3 ) :",
        ),
        (
            classic_windows(),
            "B3: -inf 3 -> 3; D: 3 5 -> 1",
            (4, 6),
            "The value of B3 is 8, not 3.",
            "PRUNING in maxValue of B3 because v = 8 >= beta = 3 -> assigns it value 8",
        ),
        (
            classic_windows(),
            "B3: -inf 3 -> 8",
            (3, 6),
            "The window of D is missing: it is entered with alpha = 3.",
            "Call minValue( D , alpha= 3 , beta= inf ) :",
        ),
        (
            three_players(),
            "A=(7,4,1) B=(1,2,6) C=(7,4,1) action=a2",
            (3, 4),
            "The value of B is (4, 3, 5), not (1, 2, 6).",
            "maxnValue of B assigns value (4, 3, 5)",
        ),
    ],
)
def test_the_first_mistake_is_explained(
    exercise: Exercise, answer: str, score: tuple[int, int], mistake: str, line: str
) -> None:
    verdict = grade(exercise, answer)
    assert not verdict.right
    assert (verdict.correct, verdict.total) == score
    assert verdict.mistake is not None
    assert verdict.mistake.text() == mistake
    assert verdict.line() == line
    assert verdict.text().splitlines() == [
        f"Not right yet: {score[0]} of {score[1]}. The first mistake:",
        mistake,
        f"The search says: {line}",
    ]


def test_grades_in_spanish() -> None:
    assert grade(classic_cuts(), "B32 B33 C2").text("es").splitlines() == [
        "Todavía no: 3 de 4. El primer error:",
        "C3 se descarta y la respuesta no la nombra.",
        "La búsqueda dice: PODA en minValue de C porque v = 2 <= alfa = 3 -> le asigna valor 2",
    ]
    assert grade(classic_cuts(), "B32 B33 C2 C3").text("es") == "Correcto: 4 de 4."


def test_grades_as_json() -> None:
    assert json.loads(json.dumps(grade(classic_values(), "A=3 B=4").to_json())) == {
        "right": False,
        "correct": 1,
        "total": 6,
        "node": "B3",
        "part": "value",
        "mistake": "The value of B3 is missing: it is 8.",
        "line": "maxValue of B3 assigns value 8",
    }
    right = grade(classic_cuts(), "B32 B33 C2 C3").to_json("es")
    assert right["right"]
    assert (right["node"], right["part"], right["mistake"], right["line"]) == (None,) * 4


@pytest.mark.parametrize("topic", Topic)
def test_every_single_mistake_is_found(topic: Topic) -> None:
    for seed in range(3):
        exercise = make_exercise(topic, seed=seed, difficulty="hard")
        key = exercise.key()
        for item in key.items:
            for answer in mistaken(key, item):
                verdict = grade(exercise, answer)
                assert verdict.item == item, answer
                assert verdict.correct == verdict.total - 1
                check_line(verdict.line() or "", item)
                assert verdict.text("es") != verdict.text("en")


def mistaken(key: Key, item: KeyItem) -> Iterator[str]:
    """Answers that are right but for one thing."""
    if item.part is Part.DISCARDED:
        named = {*key.discarded} ^ {item.node}
        yield " ".join(named) or "none"
        return
    if item.part is Part.ACTION:
        other = "a1" if item.answer != "a1" else "a2"
        yield key.text().replace(f"action={item.answer}", f"action={other}")
        yield key.text().replace(f"action={item.answer}", "")
        return
    assert not isinstance(item.answer, str)
    wrong: object = -7777
    if isinstance(item.answer, tuple):
        wrong = (*item.answer[:-1], -7777)
    items = tuple(item._replace(answer=wrong) if it == item else it for it in key.items)  # type: ignore[arg-type]
    yield replace(key, items=items).text()


def check_line(line: str, item: KeyItem) -> None:
    if item.part is Part.ACTION:
        assert line.endswith(f"the action to take is {item.answer}")
    elif item.part is Part.VALUE:
        assert f" of {item.node} " in line
        assert "assigns" in line
    elif item.answer is True:
        assert line.startswith("PRUNING")
        cut = line.removeprefix("PRUNING in ").split()[2]
        assert item.node.startswith(cut)
    else:
        assert line.startswith("Call")
        assert f"( {item.node} ," in line


# Answers that are no answers.


@pytest.mark.parametrize(
    ("exercise", "answer", "said"),
    [
        (classic_values(), "", "A=… B=…"),
        (classic_values(), " \n ", "A=… B=…"),
        (classic_values(), "3 3 8", "'3 3 8'"),
        (classic_values(), "3, A=3", "'3'"),
        (classic_values(), "Z=3", "'Z'"),
        (classic_values(), "B1=3", "'B1'"),
        (classic_values(), "A=three", "'three'"),
        (classic_values(), "A=", "0"),
        (classic_values(), "A=2,5", "2,5"),
        (classic_values(), "A=1/0", "'1/0'"),
        (classic_values(), "A=1e5", "'1e5'"),
        (classic_values(), "A=" + "9" * 5000, "999"),
        (classic_values(), "A=3 a=4", "'a'"),
        (classic_values(), "action=b1", "a1, a2, a3"),
        (classic_values(), "action=", "a1, a2, a3"),
        (classic_cuts(), "C2 Q7", "'Q7'"),
        (classic_cuts(), "none C2", "'none'"),
        (classic_cuts(), "C2=yes", "'C2=yes'"),
        (classic_windows(), "B3: 3", "'3'"),
        (classic_windows(), "B3: 1 2 3 4", "'1 2 3 4'"),
        (classic_windows(), "B3: 1 2 3 action=a1", "'action'"),
        (three_players(), "A=(1, 2)", "(1, 2)"),
    ],
)
def test_malformed_answers(exercise: Exercise, answer: str, said: str) -> None:
    with pytest.raises(InputError) as error:
        grade(exercise, answer)
    for lang in LANGUAGES:
        assert said in error.value.text(lang)


@settings(max_examples=200, deadline=None)
@given(
    exercise=st.sampled_from([classic_values(), classic_cuts(), classic_windows()]),
    answer=st.one_of(st.text(), st.text("AB3C2=:-> inf,[]/.action1"), st.from_regex(r"A=.*")),
)
def test_any_text_is_graded_or_refused(exercise: Exercise, answer: str) -> None:
    try:
        verdict = grade(exercise, answer)
    except InputError:
        return
    assert 0 <= verdict.correct <= verdict.total
    assert verdict.right == (verdict.correct == verdict.total)


# Words.


@pytest.mark.parametrize("topic", Topic)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_statements_name_what_is_asked_and_not_the_answer(topic: Topic, lang: str) -> None:
    exercise = make_exercise(topic, seed=5)
    words = " ".join(part.text(lang) for part in exercise.statement)
    assert all(name in words for name in exercise.asked)
    assert exercise.key().text(lang) not in words
    assert "5" in exercise.title.text(lang)
    assert exercise.to_json(lang)["title"] == exercise.title.text(lang)
    assert parse_tree(exercise.to_json()["tree"]) == exercise.tree


def test_the_catalogues_have_the_same_texts() -> None:
    english, spanish = (
        {id_ for id_ in templates(lang) if id_.startswith("exercise.")} for lang in LANGUAGES
    )
    assert english == spanish


def test_an_answer_of_brackets_alone_is_empty() -> None:
    with pytest.raises(InputError, match="empty"):
        grade(make_exercise(Topic.ALPHABETA, seed=1), "((((")


@pytest.mark.parametrize("word", [100_000 * "a", 50_000 * "a1", 50_000 * "a'"])
def test_a_long_word_is_refused_and_shortened(word: str) -> None:
    exercise = make_exercise(Topic.WINDOWS, seed=1)
    for answer in (word, f"C: 1 2 -> {word}"):
        with pytest.raises(InputError, match=r"\.\.\.") as refused:
            grade(exercise, answer)
        assert len(str(refused.value)) < 500
