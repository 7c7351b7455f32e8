"""Values and moves compared with those of the reference, and nodes counted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adversario.algorithms.alphabeta import alphabeta
from adversario.algorithms.core.limit import Limit
from adversario.algorithms.minimax import minimax
from adversario.base.catalogue import Message, message
from adversario.base.numbers import Number, show
from adversario.game import Game
from adversario.grading.assignment import Test
from adversario.grading.kinds.asking import Asked, Searched, position_name
from adversario.grading.kinds.references import best_actions, value_of, worth
from adversario.grading.outcome import Tally
from adversario.grading.process.faults import Fault

SEARCHES: dict[str, Callable[..., Any]] = {"minimax": minimax, "alphabeta": alphabeta}


def check_values(
    test: Test, game: Game[Any, Any], states: list[Any], asked: Asked, tally: Tally
) -> None:
    """Compare the values of the states with those of the reference."""
    for state in states:
        right = value_of(game, state, test.depth)
        players = range(game.players) if test.function == "evaluate" else (0,)
        for player in players:
            expected = worth(game, right, player)
            try:
                value, problem = _value(test, asked, state, player), None
            except Fault as fault:
                if asked.program.over:
                    raise
                value, problem = None, fault.message
            fine = value is not None and _agrees(test, value, expected)
            found = problem or message(
                "grade.wrong.value", value=_text(value), right=show(expected)
            )
            tally.add(fine, lambda: _at(game, state, found))  # noqa: B023 (called now)


def _value(test: Test, asked: Asked, state: Any, player: int) -> Number:
    if test.function == "evaluate":
        return asked.evaluate(state, player)
    found = asked.search(state, test.depth)
    if (problem := _unproven(found, test.depth)) is not None:
        raise Fault("unproven", low=problem[0], high=problem[1])
    return found.value


def _agrees(test: Test, value: Number, expected: Number) -> bool:
    if test.compare == "sign":
        return (value > 0) - (value < 0) == (expected > 0) - (expected < 0)
    return abs(float(value) - float(expected)) <= test.tolerance


def _unproven(found: Searched, depth: int | None) -> tuple[str, str] | None:
    """The bounds of what the search has seen, if they leave its value open."""
    low, high = found.shown.bounds(depth)
    return None if low == high else (show(low), show(high))


def _text(value: Number | None) -> str:
    return "-" if value is None else show(value)


def _at(game: Game[Any, Any], state: Any, problem: Message | None) -> Message:
    return message("grade.at", position=position_name(game, state), problem=problem)


def check_moves(
    test: Test, game: Game[Any, Any], states: list[Any], asked: Asked, tally: Tally
) -> None:
    """Compare the chosen actions with the best ones of the reference."""
    for state in states:
        best = [game.action_name(state, each) for each in best_actions(game, state, test.depth)]
        try:
            chosen = _chosen(test, game, state, asked)
            problem = message("grade.wrong.move", move=chosen, best=", ".join(best))
        except Fault as fault:
            if asked.program.over:
                raise
            chosen, problem = "", fault.message
        tally.add(chosen in best, lambda: _at(game, state, problem))  # noqa: B023 (called now)


def _chosen(test: Test, game: Game[Any, Any], state: Any, asked: Asked) -> str:
    """The name of the action that the function chooses, or that its evaluation likes best."""
    if test.function == "search":
        return str(asked.search(state, test.depth).action)
    if test.function == "choose":
        return game.action_name(state, asked.choose(state, test.seconds))
    mover = game.player(state)
    legal = list(game.legal(state))
    values = [asked.evaluate(game.result(state, each), mover) for each in legal]
    return game.action_name(state, legal[values.index(max(values))])


def check_nodes(
    test: Test, game: Game[Any, Any], states: list[Any], asked: Asked, tally: Tally
) -> None:
    """Compare the nodes that are visited with those of the reference."""
    if test.function == "order":
        _count_ordered(test, game, states, asked, tally)
        return
    for state in states:
        reference = _reference(test, game, state)
        nodes, value = reference.statistics.nodes, reference.value
        try:
            problem = _nodes_problem(test, asked.search(state, test.depth), nodes, value)
        except Fault as fault:
            if asked.program.over:
                raise
            problem = fault.message
        tally.add(problem is None, lambda: _at(game, state, problem))  # noqa: B023


def _reference(test: Test, game: Game[Any, Any], state: Any) -> Any:
    limit = None if test.depth is None else Limit(depth=test.depth)
    return SEARCHES[test.algorithm](game, state, limit=limit, quiescence=False)


def _nodes_problem(test: Test, found: Searched, nodes: int, value: Any) -> Message | None:
    if abs(float(found.value) - float(value)) > test.tolerance:
        return message("grade.wrong.value", value=show(found.value), right=show(value))
    if (bounds := _unproven(found, test.depth)) is not None:
        return message("grade.fault.unproven", low=bounds[0], high=bounds[1])
    given = found.shown.nodes
    if test.compare == "equal" and given != nodes:
        return message("grade.wrong.nodes", nodes=given, right=nodes, algorithm=test.algorithm)
    if given > test.ratio * nodes:
        return message("grade.wrong.many", nodes=given, most=int(test.ratio * nodes))
    return None


def _count_ordered(
    test: Test, game: Game[Any, Any], states: list[Any], asked: Asked, tally: Tally
) -> None:
    """Alpha-beta with the program's order, over all states, against the game's own order."""
    limit = None if test.depth is None else Limit(depth=test.depth)
    most = nodes = 0
    for state in states:
        most += _reference(test, game, state).statistics.nodes
        nodes += alphabeta(
            game, state, limit=limit, order=asked.order, quiescence=False
        ).statistics.nodes
    allowed = int(test.ratio * most)
    tally.of, tally.right = 1.0, min(1.0, allowed / nodes)
    tally.notes.append(message("grade.note.nodes", nodes=nodes, reference=most))
    if nodes > allowed:
        tally.blame(message("grade.wrong.many", nodes=nodes, most=allowed))
