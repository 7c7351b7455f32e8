"""Behaviour strategies: the probability of each action in every information set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Generic

from adversario.base.distribution import Distribution, exact_quotient
from adversario.base.errors import InputError
from adversario.base.numbers import Number, show, tidy, to_json
from adversario.contract.information.memory import Memory
from adversario.game import A
from adversario.solve.equilibrium.tree.flat import FlatTree, InformationSet

DIGITS = 4
"""The decimals of a probability in a table."""


class Strategy(Mapping[Memory[A], Distribution[A]], Generic[A]):
    """How the players of a game choose, given what they know. Immutable.

    Usually it has the information sets of all players; `of` leaves those of one. A strategy can be
    called with a memory, so it is a model of other players: `worlds(..., others=strategy)`,
    `search(game, models={1: strategy}, known=...)`.
    """

    takes_memory = True

    def __init__(self, tree: FlatTree[A], chosen: Mapping[Memory[A], Distribution[A]]) -> None:
        self.tree = tree
        self._chosen = dict(chosen)

    def __getitem__(self, memory: Memory[A]) -> Distribution[A]:
        return self._chosen[memory]

    def __iter__(self) -> Iterator[Memory[A]]:
        return iter(self._chosen)

    def __len__(self) -> int:
        return len(self._chosen)

    def __call__(self, memory: Memory[A]) -> Distribution[A]:
        """The probabilities of the actions, given what a player knows."""
        return self[memory]

    def of(self, player: int) -> Strategy[A]:
        """The choices of one player."""
        return Strategy(
            self.tree, {known: p for known, p in self._chosen.items() if known.player == player}
        )

    @property
    def sets(self) -> Iterator[tuple[InformationSet[A], Distribution[A]]]:
        """The information sets in their order, with the probabilities of their actions."""
        for each in self.tree.sets:
            if each.memory in self._chosen:
                yield each, self._chosen[each.memory]

    def rows(self) -> list[tuple[str, str, str]]:
        """The player, what the player knows and the probabilities of the actions, as texts."""
        name = self.tree.game.player_name
        return [
            (
                name(each.player),
                each.label,
                "  ".join(
                    f"{word} {_short(chosen.get(action, 0))}"
                    for word, action in zip(each.names, each.actions, strict=True)
                ),
            )
            for each, chosen in self.sets
        ]

    def __str__(self) -> str:
        rows = self.rows()
        widths = [max((len(row[place]) for row in rows), default=0) for place in range(2)]
        return "\n".join(
            f"{player:{widths[0]}}  {label:{widths[1]}}  {choices}"
            for player, label, choices in rows
        )

    def __repr__(self) -> str:
        return f"Strategy({self.tree.game.name}, {len(self)} sets)"

    def to_json(self) -> list[dict[str, Any]]:
        """The strategy as JSON: one object for each information set."""
        return [
            {
                "player": each.player,
                "set": each.label,
                "actions": {
                    word: to_json(tidy(chosen.get(action, 0)), exact=True)
                    for word, action in zip(each.names, each.actions, strict=True)
                },
            }
            for each, chosen in self.sets
        ]


def _short(probability: Number) -> str:
    return show(probability if isinstance(probability, Fraction) else round(probability, DIGITS))


def uniform_strategy(tree: FlatTree[A]) -> Strategy[A]:
    """All actions equally often, in every set."""
    return Strategy(tree, {each.memory: Distribution.uniform(each.actions) for each in tree.sets})


def strategy_of_slots(tree: FlatTree[A], weights: Sequence[Number]) -> Strategy[A]:
    """The strategy with these weights of actions, by slots; equally often where all are 0."""
    chosen: dict[Memory[A], Distribution[A]] = {}
    for each in tree.sets:
        of_set = [weights[slot] for slot in each.slots]
        total = sum(of_set)
        chosen[each.memory] = (
            Distribution(
                zip(each.actions, (exact_quotient(weight, total) for weight in of_set), strict=True)
            )
            if total > 0
            else Distribution.uniform(each.actions)
        )
    return Strategy(tree, chosen)


def slots_of_strategy(
    tree: FlatTree[A], strategy: Mapping[Memory[A], Distribution[A]], without: int | None = None
) -> list[Number]:
    """The probability of each action, by slots; InputError if a set is missing.

    The sets of the player `without` may be missing, and get 0.
    """
    found: list[Number] = []
    for each in tree.sets:
        chosen = strategy.get(each.memory)
        if chosen is None and each.player != without:
            player = tree.game.player_name(each.player)
            raise InputError("equilibrium.no_set", player=player, set=each.label)
        found += [0 if chosen is None else chosen.get(action, 0) for action in each.actions]
    return found
