"""Questions on trees with information sets: behaviour strategies, and when to bluff."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import prod
from typing import TypeAlias

from adversario.base.catalogue import message
from adversario.exercises.draw import Draw
from adversario.exercises.exercise import Difficulty
from adversario.exercises.strategies.exercise import Item, Question
from adversario.game import CHANCE
from adversario.trees import Tree, Vertex, parse_tree

Behaviour: TypeAlias = Mapping[str, Mapping[str, Fraction]]
"""The probability of each action, by information set."""

_COINS = {Difficulty.EASY: 0, Difficulty.MEDIUM: 2, Difficulty.HARD: 3}
_SECRETS = "abc"


def behaviour(draw: Draw, difficulty: Difficulty) -> Question | None:
    """How many information sets and pure strategies, and what behaviour strategies are worth."""
    tree, sets = _hidden_tree(draw, _COINS[difficulty])
    chosen: dict[str, dict[str, Fraction]] = {}
    for name, (_, actions) in sets.items():
        chances = draw.probabilities(len(actions), draw.one_of((2, 3, 4)))
        chosen[name] = dict(zip(actions, chances, strict=True))
    return Question(tree, (*_counts(sets), _value(tree, chosen)), {"play": _play(chosen)})


def _hidden_tree(draw: Draw, coins: int) -> tuple[Tree, dict[str, tuple[int, list[str]]]]:
    """A tree in which MIN sees what MAX did, but not the coin; without one, nothing at all."""
    sets: dict[str, tuple[int, list[str]]] = {}

    def answer(name: str) -> str:
        sets[name] = (1, ["u", "d"])
        return f"min@{name}(u -> {draw.below(19) - 9}, d -> {draw.below(19) - 9})"

    if not coins:
        sets["r"] = (0, ["l", "m"])
        below = f"l -> {answer('x')}, m -> {answer('x')}"
        return parse_tree(f"max@r({below})"), sets
    shares = draw.probabilities(coins, 4)
    branches = []
    for secret, share in zip(_SECRETS, shares, strict=False):
        sets[secret] = (0, ["l", "m"])
        branches.append(
            f"{secret} -> {share}: max@{secret}(l -> {answer('x')}, m -> {answer('y')})"
        )
    return parse_tree(f"chance({', '.join(branches)})"), sets


def _counts(sets: Mapping[str, tuple[int, list[str]]]) -> Iterator[Item]:
    """The information sets and the pure strategies of both players."""
    for player in (0, 1):
        names = [name for name, (who, _) in sets.items() if who == player]
        reason = message("exercise.why.sets", names=", ".join(names))
        yield Item(f"sets{player + 1}", Fraction(len(names)), reason)
    for player in (0, 1):
        numbers = [len(actions) for who, actions in sets.values() if who == player]
        reason = message("exercise.why.plans", product=" · ".join(map(str, numbers)))
        yield Item(f"plans{player + 1}", Fraction(prod(numbers)), reason)


def _value(tree: Tree, chosen: Behaviour) -> Item:
    """What the strategies give MAX: leaves, each with its probability."""
    leaves = list(_leaves(tree.root, Fraction(1), chosen))
    value = sum((chance * utility for chance, utility in leaves), Fraction(0))
    terms = " + ".join(
        f"{chance} · {f'({utility})' if utility < 0 else utility}" for chance, utility in leaves
    )
    return Item("value", value, message("exercise.why.leaves", sum=terms, value=str(value)))


def _leaves(
    vertex: Vertex, reach: Fraction, chosen: Behaviour
) -> Iterator[tuple[Fraction, Fraction]]:
    """The leaves with the probabilities of reaching them."""
    if vertex.utilities is not None:
        yield reach, Fraction(vertex.utilities[0])
    for edge in vertex.edges:
        chance = (
            edge.probability
            if vertex.player == CHANCE
            else chosen[str(vertex.set)][str(edge.action)]
        )
        assert chance is not None
        yield from _leaves(edge.vertex, reach * chance, chosen)


def _play(chosen: Behaviour) -> str:
    """The strategies in words: in a, l with 1/3."""
    return "; ".join(
        f"{name}: " + ", ".join(f"{action} {share}" for action, share in shares.items())
        for name, shares in chosen.items()
    )


def bluff(draw: Draw, difficulty: Difficulty) -> Question | None:
    """A strong hand or a weak one, a bet, a call: the bet of Kuhn's poker by itself.

    MAX always bets the strong hand. He bluffs so often that a call is worth as much to MIN as a
    fold, and she calls so often that a bluff is worth as much to him as a pass.
    """
    easy, hard = difficulty is Difficulty.EASY, difficulty is Difficulty.HARD
    ante, bet = (draw.below(3) + 1 if hard else 1), draw.below(3) + 1
    parts = 2 if easy else draw.one_of((3, 4, 5))
    strong = Fraction(1 if easy else 1 + draw.below(parts - 1), parts)
    weak, most = 1 - strong, ante + bet
    bluffs = Fraction(bet, 2 * most)  # the share of bluffs among the bets
    often = strong * bluffs / (weak * (1 - bluffs))
    calls = Fraction(2 * ante, 2 * ante + bet)
    value = strong * (ante + calls * bet) - weak * ante
    if often >= 1:
        return None
    tree = parse_tree(
        f"chance(strong -> {strong}: max@strong(bet -> min@bet(call -> {most}, fold -> {ante}), "
        f"pass -> {ante}), weak -> {weak}: max@weak(bet -> min@bet(call -> {-most}, "
        f"fold -> {ante}), pass -> {-ante}))"
    )
    fold = message(
        "exercise.why.bluff", share=str(bluffs), honest=str(1 - bluffs), most=most, ante=ante
    )
    call = message("exercise.why.call", calls=str(calls), ante=ante, most=most)
    worth = message(
        "exercise.why.bluff_value", strong=str(strong), weak=str(weak), ante=ante, bet=bet,
        calls=str(calls), value=str(value),
    )  # fmt: skip
    items = Item("bluff", often, fold), Item("call", calls, call), Item("value", value, worth)
    return Question(tree, items, {"ante": ante, "bet": bet, "strong": str(strong)})
