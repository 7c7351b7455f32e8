"""Matches against a player of the package, refereed by the arena."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adversario.algorithms.core.limit import Limit
from adversario.algorithms.registry import search
from adversario.arena.match import play_match
from adversario.arena.player import Entrant, FunctionPlayer
from adversario.arena.result import outcome
from adversario.base.catalogue import message
from adversario.base.numbers import show
from adversario.game import Game
from adversario.grading.assignment import Test
from adversario.grading.kinds.asking import Asked
from adversario.grading.outcome import Tally
from adversario.grading.process.faults import Fault
from adversario.records.record import GameRecord

STUDENT = "student"


def check_match(test: Test, game: Game[Any, Any], seed: int, asked: Asked, tally: Tally) -> None:
    """Play the match; points are for the share of its games that is won, draws as halves.

    A fault loses its game, and the games after the end of the process are lost as well.
    """
    faults: list[Fault] = []

    def keep(choose: Callable[[Any], Any]) -> Callable[[Any, Any], Any]:
        def player(_: Game[Any, Any], state: Any) -> Any:
            try:
                if asked.program.over:
                    raise faults[-1]
                return choose(state)
            except Fault as fault:
                faults.append(fault)
                raise

        return player

    def choose(state: Any) -> Any:
        if test.function == "choose":
            return asked.choose(state, test.seconds)
        limit = Limit(depth=test.depth or 1)
        return search(game, state, limit=limit, evaluate=asked.evaluate).action

    student = Entrant(STUDENT, lambda _: FunctionPlayer(keep(choose)), own=True)
    played: list[GameRecord] = []
    play_match(
        game, [student, test.opponent], games=test.games, seed=seed, openings=test.openings,
        on_progress=played.append,
    )  # fmt: skip
    marks = [mark for mark in (outcome(each, 0) for each in played) if mark is not None]
    tally.of, tally.right = test.score * max(1, len(marks)), float(sum(marks))
    wins, draws = marks.count(1), marks.count(0.5)
    tally.notes.append(
        message(
            "grade.note.match",
            games=len(marks),
            wins=wins,
            draws=draws,
            losses=len(marks) - wins - draws,
            opponent=test.opponent,
        )
    )
    for fault in faults:
        tally.blame(fault.message)
    if tally.share < 1:
        share = f"{100 * sum(marks) / max(1, len(marks)):.0f}"
        asked_for = show(round(100 * test.score, 2))
        tally.blame(message("grade.wrong.score", share=share, score=asked_for))
