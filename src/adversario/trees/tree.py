"""A game given as an explicit tree: the ones drawn in lectures and exams."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from fractions import Fraction
from functools import cached_property
from typing import Any

from adversario.base import notebook_hooks
from adversario.base.errors import GameError, IllegalActionError, InputError, NoEvaluationError
from adversario.base.numbers import Number
from adversario.game import CHANCE, Game
from adversario.trees.sets import forgotten, hides, observations, set_fault
from adversario.trees.vertex import Vertex, all_values, default_player_names
from adversario.trees.writing import json_form, notation

_NAMES_LISTED = 12


class Tree(Game[str, str]):
    """A game whose states are the names of a tree's nodes and whose actions those of its edges.

    What the game is (players, zero sum, chance, bounds) follows from the nodes. `player_names` are
    MAX and MIN, or numbers, unless given. `turns` is the order of play that the notation takes for
    granted; it changes how the tree is written, not what it is. InputError if nodes of an
    information set differ in player or actions.
    """

    is_explicit = True

    def __init__(
        self,
        root: Vertex,
        *,
        player_names: tuple[str, ...] | None = None,
        turns: tuple[int, ...] | None = None,
    ) -> None:
        self.root = root
        self._vertices: dict[str, Vertex] = {}
        for vertex in root.walk():
            if vertex.name in self._vertices:
                raise InputError("tree.duplicate_node", node=vertex.name)
            self._vertices[vertex.name] = vertex
        if (fault := set_fault(root)) is not None:
            raise InputError(fault.reason.id, **fault.reason.details)
        self.perfect_information = not hides(root)
        values = all_values(root)
        self.player_names = player_names or default_player_names(values)
        self.players = len(self.player_names)
        self.turns = turns or tuple(range(self.players))
        self.chance = any(vertex.player == CHANCE for vertex in root.walk())
        # Of two players the bounds are the first one's: see Game.
        numbers = [number for each in values for number in each[: 1 if self.players == 2 else None]]
        self.utility_bounds = (min(numbers), max(numbers))
        total = _constant_sum(root)
        self.zero_sum = total == 0
        self.utility_sum = None if self.zero_sum else total

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tree):
            return NotImplemented
        return (self.root, self.player_names) == (other.root, other.player_names)

    def __hash__(self) -> int:
        # Enough to tell most trees apart without walking the whole tree.
        return hash((self.root.name, len(self._vertices), self.player_names, self.utility_bounds))

    def __repr__(self) -> str:
        return f"parse_tree({self.notation()!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self.root, self.player_names, self.turns)

    # The formal game.

    def initial(self) -> str:
        """The root."""
        return self.root.name

    def player(self, state: str) -> int:
        """The player to move, or CHANCE; at a leaf, the next by the order of turns."""
        return self.vertex(state).player

    def actions(self, state: str) -> Iterator[str]:
        """The actions on the edges below the node, from left to right."""
        return (edge.action for edge in self.vertex(state).edges)

    def chances(self, state: str) -> Iterator[tuple[str, Fraction]]:
        """The outcomes of a chance node from left to right, each with its exact probability."""
        for edge in self.vertex(state).edges:
            if edge.probability is None:
                raise GameError("game.no_chances", game=self.name, state=state)
            yield edge.action, edge.probability

    def result(self, state: str, action: str) -> str:
        """The node at the end of the edge."""
        edges = self.vertex(state).edges
        for edge in edges:
            if edge.action == action:
                return edge.vertex.name
        legal = ", ".join(edge.action for edge in edges) or "-"
        raise IllegalActionError("game.illegal", action=action, state=state, legal=legal)

    def is_terminal(self, state: str) -> bool:
        """Whether the node is a leaf."""
        return not self.vertex(state).edges

    def utility(self, state: str, player: int) -> Number:
        """What the leaf is worth to the player."""
        utilities = self.vertex(state).utilities
        if utilities is None:
            raise GameError("tree.no_utility", node=state)
        return utilities[player]

    def evaluate(self, state: str, player: int) -> Number:
        """The evaluation given for the node; a node that has none is an error, not a 0."""
        values = self.vertex(state).values
        if values is None:
            raise NoEvaluationError("tree.no_evaluation", node=state)
        return values[player]

    # Information.

    def observation(self, state: str, player: int) -> str | None:
        """The node; in a tree with information sets, the set of the player to move, else nothing.

        InputError if a player would forget: see `forgotten`.
        """
        if self.perfect_information:
            return state
        if player != self.vertex(state).player or self.is_terminal(state):
            return None
        return self._observations[state]

    def set_name(self, state: str) -> str | None:
        """The information set of a node; None if it is in none."""
        return self.vertex(state).set

    @cached_property
    def _observations(self) -> dict[str, str]:
        if (pair := forgotten(self.root)) is not None:
            raise InputError("tree.forgets", **pair._asdict())
        return observations(self.root)

    # Notation.

    @property
    def name(self) -> str:
        """All trees are called that."""
        return "tree"

    def player_name(self, player: int) -> str:
        """MAX, MIN or the name declared by the tree."""
        return "chance" if player == CHANCE else self.player_names[player]

    def position(self, state: str) -> str:
        """The node's name."""
        return state

    def parse_position(self, text: str) -> str:
        """The node of that name; InputError says which there are."""
        name = text if text in self._vertices else text.strip()
        return self.vertex(name).name

    def text(self, state: str) -> str:
        """The tree from that node on, in the notation."""
        return notation(self.vertex(state), self.player_names, self.turns)

    def notation(self) -> str:
        """The whole tree on one line, without what goes without saying; `parse_tree` reads it."""
        return self.text(self.root.name)

    def to_json(self) -> dict[str, object]:
        """The whole tree as JSON has it, nothing left out; `tree_from_json` reads its text."""
        return json_form(self.root, self.player_names, self.turns)

    def _repr_svg_(self) -> str | None:
        return notebook_hooks.svg(self)

    def vertex(self, name: str) -> Vertex:
        """The node of that name; InputError says which there are, or which come close."""
        try:
            return self._vertices[name]
        except KeyError:
            names = list(self._vertices)
            if len(names) > _NAMES_LISTED:
                names = [*(get_close_matches(name, names) or names[:_NAMES_LISTED]), "..."]
            raise InputError("tree.no_such_node", node=name, names=", ".join(names)) from None


def _restore(root: Vertex, player_names: tuple[str, ...], turns: tuple[int, ...]) -> Tree:
    return Tree(root, player_names=player_names, turns=turns)


def _constant_sum(root: Vertex) -> Number | None:
    """What the utilities add up to at every leaf, if that is always the same."""
    leaves = [vertex.utilities for vertex in root.walk() if vertex.utilities is not None]
    totals = {sum(map(_exact, utilities), Fraction(0)) for utilities in leaves}
    if len(totals) != 1:
        return None
    total = totals.pop()
    return total.numerator if total.denominator == 1 else total


def _exact(value: Number) -> Fraction:
    """The number that was written: 0.1 + 0.2 - 0.3 is 0, whatever floats make of it."""
    return Fraction(repr(value)) if isinstance(value, float) else Fraction(value)
