"""From a tree as written to a tree as played: what was left out is filled in, the rest checked."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import zip_longest

from adversario.base.formats.source_text import SourceError, SourceText, SourceValue, Spot
from adversario.base.numbers import Number, Value, show
from adversario.base.pov import Pov
from adversario.game import CHANCE
from adversario.trees.draft import Draft, DraftEdge, DraftNode, Who
from adversario.trees.naming import action_names, action_stem, node_names, places
from adversario.trees.sets import set_fault
from adversario.trees.tree import Tree
from adversario.trees.turns import Turn
from adversario.trees.vertex import Edge, Vertex, default_player_names

RESERVED = ("max", "min", "chance")
"""Words for the player to move, in any case; not for players other than MAX, the first, and MIN."""

_SLACK = Fraction(1, 10**9)


def complete(source: SourceText, draft: Draft) -> Tree:
    """The tree that the draft describes; TreeError points at what is wrong in the source."""
    return _Completion(source, draft).tree()


class _Completion:
    """One draft being completed."""

    def __init__(self, source: SourceText, draft: Draft) -> None:
        self.source = source
        self.draft = draft
        nodes = list(draft.root.walk())
        self._check_player_names()
        self._check_values([node.value for node in nodes if node.value is not None])
        values = [_per_player(node.value.it) for node in nodes if node.value is not None]
        declared = tuple(player.it for player in draft.players)
        self.player_names = declared or default_player_names(values)
        self.order = tuple(map(self._who, draft.turns)) or tuple(range(len(self.player_names)))
        self._check_node_names(nodes)
        self.set_actions = _set_actions(nodes)
        self.sets: dict[str, Spot] = {}  # where the set of a node is named
        self.names = iter(
            node_names(
                places(draft.root, lambda node: (edge.node for edge in node.edges)),
                [None if node.name is None else node.name.it for node in nodes],
            )
        )

    def tree(self) -> Tree:
        """The completed tree."""
        root = self._vertex(self.draft.root, Turn(self.order))
        if (fault := set_fault(root)) is not None:
            raise self._error(self.sets[fault.node], fault.reason.id, **fault.reason.details)
        return Tree(root, player_names=self.player_names, turns=self.order)

    def _vertex(self, node: DraftNode, turn: Turn) -> Vertex:
        """The node completed. Called parents first, from left to right: so are names handed out."""
        name = next(self.names)
        player = self._player(node, turn)
        value = None if node.value is None else _per_player(node.value.it)
        label = None if node.set is None else node.set.it
        if node.set is not None:
            self.sets[name] = node.set.spot
        if not node.edges:
            return Vertex(name, player, utilities=value, set=label)
        edges = self._edges(node, name, player, turn)
        return Vertex(name, player, edges, evaluation=value, set=label)

    def _player(self, node: DraftNode, turn: Turn) -> int:
        if node.who is None:
            return turn.player if node.edges else turn.leaf_player
        player = self._who(node.who)
        if player == CHANCE and not node.edges:
            raise self._error(node.who.spot, "tree.chance_leaf")
        return player

    def _edges(self, node: DraftNode, name: str, player: int, turn: Turn) -> tuple[Edge, ...]:
        given = [edge.action for edge in node.edges]
        label = None if node.set is None else node.set.it
        if label is not None:
            shared = self.set_actions[label]
            given = [own or named for own, named in zip(given, shared, strict=False)]
        for action in _repeated_names(given):
            raise self._error(action.spot, "tree.duplicate_action", action=action.it, node=name)
        actions = action_names(
            action_stem(name, label), [None if action is None else action.it for action in given]
        )
        chances = self._probabilities(node, name, player)
        below = turn.then(player)
        return tuple(
            Edge(action, chance, self._vertex(edge.node, below))
            for action, chance, edge in zip(actions, chances, node.edges, strict=True)
        )

    def _probabilities(
        self, node: DraftNode, name: str, player: int
    ) -> list[Fraction] | list[None]:
        """What the edges carry: below a chance node probabilities that add up to 1, else none."""
        stated = [edge.probability for edge in node.edges if edge.probability is not None]
        if player != CHANCE:
            if stated:
                raise self._error(stated[0].spot, "tree.probability_misplaced", node=name)
            return [None] * len(node.edges)
        if not stated:
            return [Fraction(1, len(node.edges))] * len(node.edges)
        for edge in node.edges:
            if edge.probability is None:
                raise self._error(_start(edge), "tree.probability_missing", node=name)
        total = sum((probability.it for probability in stated), Fraction(0))
        if abs(total - 1) > _SLACK:
            raise self._error(node.spot, "tree.probability_sum", node=name, total=_exactly(total))
        return [probability.it / total for probability in stated]

    def _who(self, who: SourceValue[Who]) -> int:
        """The player that the text names, or CHANCE."""
        names = self.player_names
        if isinstance(who.it, int):
            if 1 <= who.it <= len(names):
                return who.it - 1
        elif who.it in names:
            return names.index(who.it)
        elif (word := who.it.casefold()) == "chance":
            return CHANCE
        elif word in RESERVED:
            if (player := RESERVED.index(word)) < len(names) <= 2:
                return player
            raise self._error(who.spot, "tree.max_min", players=len(names))
        raise self._error(who.spot, "tree.no_such_player", player=who.it, players=", ".join(names))

    def _check_player_names(self) -> None:
        players = self.draft.players
        for player in _repeated_names(players):
            raise self._error(player.spot, "tree.duplicate_player", player=player.it)
        for number, player in enumerate(players):
            word = player.it.casefold()
            if word in RESERVED and (number > 1 or len(players) > 2 or word != RESERVED[number]):
                raise self._error(player.spot, "tree.reserved_player", player=player.it)

    def _check_values(self, values: list[SourceValue[Value]]) -> None:
        """Every utility and evaluation has the shape that the players or the first leaf demand."""
        declared = len(self.draft.players)
        shape = _length(values[0].it)
        if declared and not (shape is None and declared == 2):
            shape = declared
        for value in values:
            found = _length(value.it)
            if found == shape:
                continue
            if found is None:
                example = show(tuple(range(1, (shape or 0) + 1)))[1:-1]
                raise self._error(
                    value.spot, "tree.one_number", value=show(value.it), example=f"[{example}]"
                )
            id = "tree.tuple_among_numbers" if shape is None else "tree.tuple_length"  # noqa: A001
            raise self._error(value.spot, id, found=found, expected=shape)

    def _check_node_names(self, nodes: list[DraftNode]) -> None:
        for name in _repeated_names(node.name for node in nodes):
            raise self._error(name.spot, "tree.duplicate_node", node=name.it)

    def _error(self, spot: Spot, id: str, /, **details: object) -> SourceError:  # noqa: A002
        return self.source.error(spot, id, **details)


def _set_actions(nodes: Iterable[DraftNode]) -> dict[str, list[SourceValue[str] | None]]:
    """The names of the actions of each set, by place: the first name found in its nodes."""
    found: dict[str, list[SourceValue[str] | None]] = {}
    for node in nodes:
        if node.set is not None:
            names = [edge.action for edge in node.edges]
            pairs = zip_longest(found.get(node.set.it, []), names)
            found[node.set.it] = [first or own for first, own in pairs]
    return found


def _per_player(value: Value) -> tuple[Number, ...]:
    """One number is what MAX gets and MIN loses."""
    return value if isinstance(value, tuple) else Pov(value).to_tuple()


def _length(value: Value) -> int | None:
    return len(value) if isinstance(value, tuple) else None


def _repeated_names(names: Iterable[SourceValue[str] | None]) -> Iterable[SourceValue[str]]:
    """The names that were given and occur a second time."""
    seen: set[str] = set()
    for name in names:
        if name is not None:
            if name.it in seen:
                yield name
            seen.add(name.it)


def _start(edge: DraftEdge) -> Spot:
    return edge.node.spot if edge.action is None else edge.action.spot


def _exactly(value: Fraction) -> str:
    """The sum as people add: in decimals if these are exact, else also as a quotient."""
    text = show(value)
    return f"{text} ≈ {float(value):.6g}" if "/" in text else text
