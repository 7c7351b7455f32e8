"""Exercises on strategies made from a seed."""

from __future__ import annotations

from adversario.base.errors import InputError
from adversario.exercises.draw import Draw
from adversario.exercises.exercise import Difficulty
from adversario.exercises.generate import check_whole, to_difficulty
from adversario.exercises.strategies import tables, trees
from adversario.exercises.strategies.exercise import StrategyExercise, StrategyTopic

_TRIES = 4000
_QUESTIONS = {
    StrategyTopic.DOMINANCE: tables.dominance,
    StrategyTopic.PURE: tables.pure,
    StrategyTopic.MIXED: tables.mixed,
    StrategyTopic.RESPONSE: tables.response,
    StrategyTopic.BEHAVIOUR: trees.behaviour,
    StrategyTopic.BLUFF: trees.bluff,
}


def make_strategy_exercise(
    topic: StrategyTopic | str,
    *,
    seed: int,
    difficulty: Difficulty | str = Difficulty.MEDIUM,
) -> StrategyExercise:
    """The exercise on strategies that the arguments determine, now and on any machine.

    Harder means larger tables, more steps, several equilibria and more information sets. Raises
    InputError if an argument is out of range.
    """
    if topic not in list(StrategyTopic):
        raise InputError("exercise.no_such_topic", given=topic, known=", ".join(StrategyTopic))
    topic, difficulty = StrategyTopic(topic), to_difficulty(difficulty)
    check_whole("seed", seed, -(10**18), 10**18)
    draw = Draw(f"{topic} {seed} {difficulty}")
    for _ in range(_TRIES):
        question = _QUESTIONS[topic](draw, difficulty)
        if question is not None:
            return StrategyExercise(topic, seed, difficulty, question)
    raise InputError("exercise.impossible", tries=_TRIES)
