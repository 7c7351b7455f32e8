"""Exercises on strategies: keys by independent ways, grades with reasons, one mistake at a time."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from adversario import InputError
from adversario.exercises import (
    Difficulty,
    StrategyExercise,
    StrategyTopic,
    grade_strategies,
    make_strategy_exercise,
)
from adversario.exercises.every import AnyTopic, grade_any, make_any
from adversario.exercises.exercise import Topic
from adversario.game import CHANCE
from adversario.render.sheet import svg_sheet, text_sheet, tikz_sheet
from adversario.solve.equilibrium.matrix.game import MatrixGame
from adversario.solve.equilibrium.tree.sequence_form import solve_exactly
from adversario.trees import Tree, Vertex

EVERY = [
    (topic, difficulty, seed)
    for topic, difficulty, seed in product(StrategyTopic, Difficulty, range(4))
]


def made(topic: str, seed: int = 1, difficulty: str = "medium") -> StrategyExercise:
    return make_strategy_exercise(topic, seed=seed, difficulty=difficulty)


def values(exercise: StrategyExercise) -> dict[str, Any]:
    return {item.name: item.answer for item in exercise.key().items}


def table(exercise: StrategyExercise) -> MatrixGame:
    assert isinstance(exercise.game, MatrixGame)
    return exercise.game


@pytest.mark.parametrize(("topic", "difficulty", "seed"), EVERY)
def test_keys_are_right_answers(topic: str, difficulty: str, seed: int) -> None:
    exercise = made(topic, seed, difficulty)
    assert exercise == made(topic, seed, difficulty)
    for lang in ("en", "es"):
        found = grade_strategies(exercise, exercise.key().text(lang))
        assert found.right, found.text()
        assert found.correct == found.total
        assert found.line() is None


@pytest.mark.parametrize(("topic", "difficulty", "seed"), EVERY)
def test_every_mistake_is_found_with_its_reason(topic: str, difficulty: str, seed: int) -> None:
    exercise = made(topic, seed, difficulty)
    key = exercise.key()
    for item in key.items:
        if exercise.topic.asks_names:
            answer = " ".join({*key.chosen} ^ {item.name}) or "none"
        else:
            others = [f"{name}={answer}" for name, answer, _ in key.items if name != item.name]
            wrong = "A" if item.answer == "B" else "B" if item.name == "best" else "777"
            answer = " ".join([*others, f"{item.name}={wrong}"])
        found = grade_strategies(exercise, answer)
        assert found.item == item
        assert found.correct == found.total - 1
        assert found.line() == item.reason.text()
        assert found.text("es") != found.text("en")


def test_dominance_by_a_second_way() -> None:
    """Any strategy that another pure one beats everywhere is removed, in the reverse order."""
    for seed, difficulty in product(range(6), Difficulty):
        exercise = made("dominance", seed, difficulty)
        game = table(exercise)
        left = [set(range(size)) for size in game.sizes]

        def payoff(player: int, own: int, other: int, game: MatrixGame = game) -> Any:
            return game.payoff((own, other) if player == 0 else (other, own), player)

        changed = True
        while changed:
            changed = False
            for player in (1, 0):
                for own in sorted(left[player], reverse=True):
                    if any(
                        all(
                            payoff(player, by, o) > payoff(player, own, o) for o in left[1 - player]
                        )
                        for by in left[player]
                    ):
                        left[player].remove(own)
                        changed = True
        kept = {game.strategies[p][own] for p in (0, 1) for own in left[p]}
        assert kept == {*exercise.asked} - {*exercise.key().chosen}
        assert exercise.key().chosen


def test_equilibria_by_a_second_way() -> None:
    for seed, difficulty in product(range(6), Difficulty):
        exercise = made("pure", seed, difficulty)
        game = table(exercise)
        rows, columns = game.sizes
        stable = {
            game.strategies[0][r] + game.strategies[1][c]
            for r, c in game.profiles()
            if all(game.payoff((r, c), 0) >= game.payoff((i, c), 0) for i in range(rows))
            and all(game.payoff((r, c), 1) >= game.payoff((r, i), 1) for i in range(columns))
        }
        assert stable == {*exercise.key().chosen}

        exercise = made("mixed", seed, difficulty)
        game, found = table(exercise), values(exercise)
        p, q = found["p"], found["q"]
        rows_give = [q * game.payoff((r, 0), 0) + (1 - q) * game.payoff((r, 1), 0) for r in (0, 1)]
        columns_give = [
            p * game.payoff((0, c), 1) + (1 - p) * game.payoff((1, c), 1) for c in (0, 1)
        ]
        assert 0 < p < 1
        assert 0 < q < 1
        assert rows_give == [found["u"]] * 2
        assert columns_give == [found.get("v", -found["u"])] * 2


def test_bluffs_are_those_of_the_sequence_form() -> None:
    for seed, difficulty in product(range(6), Difficulty):
        exercise = made("bluff", seed, difficulty)
        assert isinstance(exercise.game, Tree)
        found, exact = values(exercise), solve_exactly(exercise.game)
        assert exact.value == found["value"]
        chosen = {each.label: p for each, p in exact.strategy.sets}
        assert chosen["@weak"]["bet"] == found["bluff"]
        assert chosen["@bet"]["call"] == found["call"]


def plans(tree: Tree, player: int) -> set[tuple[tuple[str, str], ...]]:
    """All maps from the player's sets to their actions."""
    sets: dict[str, list[str]] = {}
    for vertex in tree.root.walk():
        if vertex.edges and vertex.player == player:
            sets[str(vertex.set)] = [str(edge.action) for edge in vertex.edges]
    return {tuple(zip(sets, plan, strict=True)) for plan in product(*sets.values())}


def test_behaviour_by_a_second_way() -> None:
    """A behaviour strategy is worth as much as the mixture of pure ones (Kuhn 1953)."""
    for seed, difficulty in product(range(3), Difficulty):
        exercise = made("behaviour", seed, difficulty)
        tree, found = exercise.game, values(exercise)
        assert isinstance(tree, Tree)
        play = {
            entry.split(": ")[0]: dict(each.split() for each in entry.split(": ")[1].split(", "))
            for entry in str(exercise.question.details["play"]).split("; ")
        }

        def weight(plan: Any, play: Any = play) -> Fraction:
            chance = Fraction(1)
            for name, action in plan:
                chance *= Fraction(play[name][action])
            return chance

        def outcome(vertex: Vertex, plan: dict[str, str]) -> Fraction:
            if vertex.utilities is not None:
                return Fraction(vertex.utilities[0])
            if vertex.player == CHANCE:
                return sum(
                    (Fraction(e.probability or 0) * outcome(e.vertex, plan) for e in vertex.edges),
                    Fraction(0),
                )
            return next(
                outcome(e.vertex, plan) for e in vertex.edges if e.action == plan[str(vertex.set)]
            )

        own, other = plans(tree, 0), plans(tree, 1)
        assert (found["plans1"], found["plans2"]) == (len(own), len(other))
        assert (2 ** found["sets1"], 2 ** found["sets2"]) == (len(own), len(other))
        mean = sum(
            (weight(one) * weight(two) * outcome(tree.root, dict([*one, *two]))
             for one, two in product(own, other)),
            Fraction(0),
        )  # fmt: skip
        assert mean == found["value"]


def test_answers_may_be_written_in_many_ways() -> None:
    exercise = made("pure", 1, "easy")
    (cell,) = exercise.key().chosen
    for answer in (cell.lower(), f"({cell[0]}, {cell[1]})", f" {cell} ; "):
        assert grade_strategies(exercise, answer).right
    exercise = made("response")
    text = exercise.key().text()
    assert grade_strategies(exercise, text.replace("=", ": ").replace(" b", ", b").lower()).right


@pytest.mark.parametrize(
    ("topic", "answer", "said"),
    [
        ("pure", "", "AX"),
        ("pure", "[[[[", "AX"),
        ("dominance", "((", "empty"),
        ("pure", "Q7", "'Q7'"),
        ("mixed", "3", "'3'"),
        ("mixed", "p=one", "'one'"),
        ("mixed", "p=1 p=2", "'p'"),
        ("mixed", "p=1 2", "2"),
        ("mixed", "z=1", "'z'"),
        ("response", "best=W", "'W'"),
    ],
)
def test_malformed_answers(topic: str, answer: str, said: str) -> None:
    with pytest.raises(InputError) as error:
        grade_strategies(made(topic), answer)
    assert said in error.value.text("en")
    assert error.value.text("es")


def test_topics() -> None:
    assert list(AnyTopic) == [*Topic, *StrategyTopic]
    with pytest.raises(InputError, match="chess"):
        make_any("chess", seed=1)
    with pytest.raises(InputError, match="chess"):
        make_strategy_exercise("chess", seed=1)
    with pytest.raises(InputError, match="brutal"):
        make_strategy_exercise("pure", seed=1, difficulty="brutal")
    assert isinstance(make_any("pure", seed=1), StrategyExercise)
    assert not grade_any(make_any("minimax", seed=1), "A=777").right


@pytest.mark.parametrize("topic", StrategyTopic)
def test_sheets_and_json(topic: str) -> None:
    exercise = made(topic)
    for lang in ("en", "es"):
        solved = text_sheet(exercise, lang, key=True)
        assert exercise.key().text(lang) in " ".join(solved.split())
        assert exercise.key().text(lang) not in text_sheet(exercise, lang)
        assert svg_sheet(exercise, lang, key=True).startswith("<svg ")
    document = tikz_sheet([exercise], key=True)
    assert document.count(r"\subsection*") == 2
    sent = json.loads(json.dumps(exercise.to_json()))
    assert ("tree" in sent) == isinstance(exercise.game, Tree)
    assert json.loads(json.dumps(exercise.key().to_json()))["answer"] == exercise.key().text()
    graded = json.loads(json.dumps(grade_strategies(exercise, exercise.key().text()).to_json()))
    assert graded["right"]
