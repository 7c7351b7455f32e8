"""A solution as tables and as JSON: hands of a class together."""

from __future__ import annotations

from typing import Any, NamedTuple

from adversario.holdem.bets import act_code
from adversario.holdem.cards import card_name, class_names, class_of_hand, hand_name
from adversario.holdem.solver import Solution


class ClassRow(NamedTuple):
    """The hands of a class at a decision: their weight, and the mean share of each act."""

    name: str
    weight: float
    shares: tuple[float, ...]


def by_class(solution: Solution, path: tuple[str, ...] = ()) -> list[ClassRow]:
    """The strategy after a path, by class; classes that never come there are left out."""
    node = solution.line(path)[-1]
    reach, strategy = solution.reach(path, node.player), solution.strategy(node)
    weights: dict[int, float] = {}
    sums: dict[int, Any] = {}
    for place, hand in enumerate(solution.spot.hands.numbers):
        group, weight = class_of_hand()[hand], float(reach[place])
        if weight > 0:
            weights[group] = weights.get(group, 0.0) + weight
            sums[group] = sums.get(group, 0.0) + weight * strategy[:, place]
    return [
        ClassRow(class_names()[group], weight, tuple(map(float, sums[group] / weight)))
        for group, weight in sorted(weights.items())
    ]


def solution_json(solution: Solution, path: tuple[str, ...] = ()) -> dict[str, Any]:
    """The solution as JSON, with the strategy of each hand after a path."""
    spot, node = solution.spot, solution.line(path)[-1]
    found: dict[str, Any] = {
        "board": [card_name(card) for card in spot.board],
        "pot": spot.bets.pot, "stack": spot.bets.stack,
        "algorithm": solution.solver.variant, "iterations": solution.solver.iterations,
        "value": solution.value, "exploitability": solution.exploitability,
        "hands": len(spot.hands.numbers), "nodes": len(solution.solver.tree.places),
        "interrupted": solution.interrupted, "path": list(path),
    }  # fmt: skip
    if node.acts:
        codes = [act_code(act) for act in node.acts]
        shares = solution.frequencies(path).values()
        strategy, reach = solution.strategy(node), solution.reach(path, node.player)
        found["player"] = node.player
        found["acts"] = dict(zip(codes, shares, strict=True))
        found["strategy"] = {
            hand_name(hand): dict(zip(codes, map(float, strategy[:, place]), strict=True))
            for place, hand in enumerate(solution.spot.hands.numbers)
            if reach[place] > 0
        }
    return found
