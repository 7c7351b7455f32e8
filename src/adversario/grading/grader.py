"""The tests of an assignment, run on a program."""

from __future__ import annotations

from functools import cached_property
from time import perf_counter
from typing import Any

from adversario.base.catalogue import message
from adversario.base.errors import InputError
from adversario.game import Game
from adversario.grading.assignment import Assignment, Test
from adversario.grading.kinds.answers import check_moves, check_nodes, check_values
from adversario.grading.kinds.asking import Asked
from adversario.grading.kinds.contract import check_contract
from adversario.grading.kinds.matches import check_match
from adversario.grading.outcome import Graded, Tally, make_outcome
from adversario.grading.positions import named_positions, random_positions
from adversario.grading.process.faults import Fault
from adversario.grading.process.program import Program
from adversario.grading.submission import Submission

CHECKS: dict[str, Any] = {
    "contract": check_contract, "values": check_values, "moves": check_moves, "nodes": check_nodes
}  # fmt: skip


class Grader:
    """Grades programs for an assignment, one test after the other, each in a fresh process."""

    def __init__(self, assignment: Assignment, game: Game[Any, Any]) -> None:
        self.assignment, self.game = assignment, game
        if not game.kind.is_open:
            raise InputError("grade.hidden", game=game.name)
        for number, test in enumerate(assignment.tests, start=1):
            searched = test.function == "search" or test.kind == "nodes"
            if searched and (game.players != 2 or not game.kind.is_two_sided or game.chance):
                raise InputError("grade.two", number=number, kind=test.kind, game=game.name)

    @cached_property
    def positions(self) -> list[list[Any]]:
        """The positions of each test; raises InputError if they cannot be had."""
        return [
            [
                *named_positions(self.game, test.at),
                *random_positions(self.game, test.positions, test.plies, self._seed(test)),
            ]
            for test in self.assignment.tests
        ]

    def _seed(self, test: Test) -> int:
        return self.assignment.seed if test.seed is None else test.seed

    def grade(self, submission: Submission) -> Graded:
        """The outcomes of all tests; a program that cannot be run has none of the points."""
        found = []
        refused = submission.forbidden(self.assignment.forbid)
        for number, test in enumerate(self.assignment.tests):
            tally, program, started = Tally(), None, perf_counter()
            if not submission.main:
                tally.blame(message("grade.fault.no_main", file=self.assignment.file or "*.py"))
            elif refused is not None:
                tally.blame(message("grade.fault.forbidden", name=refused[0], line=refused[1]))
            else:
                program = self._run(submission, number, tally)
            seconds = perf_counter() - started if program is None else program.spent
            output = "" if program is None else program.output
            found.append(make_outcome(test, tally, seconds, output))
        return Graded(submission.name, submission.digest, tuple(found))

    def _run(self, submission: Submission, number: int, tally: Tally) -> Program:
        """Run a test; what was counted before a fault ends it counts, against all of it."""
        test, states = self.assignment.tests[number], self.positions[number]
        seed = self._seed(test)
        with Program(
            submission.files, submission.main, self.game, self.assignment.limits,
            [test.function], seed=seed,
        ) as program:  # fmt: skip
            asked = Asked(self.game, program)
            try:
                program.load()
                if test.kind == "match":
                    check_match(test, self.game, seed, asked, tally)
                else:
                    CHECKS[test.kind](test, self.game, states, asked, tally)
            except Fault as fault:
                tally.blame(fault.message)
                tally.of = max(tally.of + 1, float(_items(test, self.game, states)))
            for what in dict.fromkeys(program.tried):
                tally.notes.append(message("grade.note.tried", what=what))
        return program


def _items(test: Test, game: Game[Any, Any], states: list[Any]) -> int:
    """How many answers a test asks for in all."""
    each = game.players if test.kind == "values" and test.function == "evaluate" else 1
    return each * len(states)
