"""Trees written out: in the notation, which omits what goes without saying, and as JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from adversario.base.formats.literals import probability_to_json, utility_to_json, write_number
from adversario.base.numbers import Number, show
from adversario.trees.naming import (
    action_stem,
    needed_action_names,
    needed_node_names,
    places,
)
from adversario.trees.turns import Turn
from adversario.trees.vertex import Edge, Vertex, all_values, default_player_names, one_valued

_WORD = re.compile(r"[^\W\d][\w.']*")
_KEYWORDS = ("max", "min", "chance", "inf", "infinity", "nan")


def notation(root: Vertex, player_names: tuple[str, ...], turns: tuple[int, ...]) -> str:
    """The tree from that node on, on one line; it reads back as an equal tree."""
    values = all_values(root)
    players = [_word(name) for name in player_names]
    if player_names == default_player_names(values):
        players = [name.lower() for name in player_names]  # max, min or a number
        declared = ""
    else:
        declared = f"players {', '.join(players)}; "
    if turns != tuple(range(len(player_names))):
        declared += f"turns {', '.join([*players, 'chance'][player] for player in turns)}; "
    names = needed_node_names(
        places(root, lambda vertex: (edge.vertex for edge in vertex.edges)),
        [vertex.name for vertex in root.walk()],
    )
    writer = _Notation((*players, "chance"), iter(names), one_valued(values), set())
    return declared + writer.node(root, Turn(turns))


@dataclass(frozen=True, slots=True)
class _Notation:
    """The settings of a tree while its nodes are written, parents first, from left to right."""

    players: tuple[str, ...]  # CHANCE, which is -1, has the last
    names: Iterator[str | None]
    one_valued: bool
    sets: set[str]  # those whose actions have been named

    def node(self, vertex: Vertex, turn: Turn) -> str:
        name = next(self.names)
        said = "" if name is None else _word(name)
        if vertex.player != (turn.player if vertex.edges else turn.leaf_player):
            said += f":{self.players[vertex.player]}"
        value = "" if vertex.values is None else self.value(vertex.values)
        if not vertex.edges:
            return f"{said} = {value}" if said else value
        if not value and name is None and said in {":max", ":min", ":chance"}:
            said = said[1:]
        if vertex.set is not None:
            said += f"@{_label(vertex.set)}"
        if value:
            said = f"{said} = {value} ".lstrip()
        below = turn.then(vertex.player)
        edges = zip(self.actions(vertex), vertex.edges, strict=True)
        return f"{said}({', '.join(self.edge(action, edge, below) for action, edge in edges)})"

    def actions(self, vertex: Vertex) -> list[str | None]:
        """The names of actions to write; those of a set are written once."""
        if vertex.set in self.sets:
            return [None] * len(vertex.edges)
        if vertex.set is not None:
            self.sets.add(vertex.set)
        stem = action_stem(vertex.name, vertex.set)
        return needed_action_names(stem, [edge.action for edge in vertex.edges])

    def edge(self, action: str | None, edge: Edge, turn: Turn) -> str:
        said = "" if action is None else f"{_word(action)} -> "
        if edge.probability is not None:
            said += f"{show(edge.probability)}: "
        return said + self.node(edge.vertex, turn)

    def value(self, values: tuple[Number, ...]) -> str:
        if self.one_valued:
            return write_number(values[0])
        return f"[{', '.join(map(write_number, values))}]"


def _word(name: str) -> str:
    """The name as it is where that can be read back, in quotes elsewhere."""
    if _WORD.fullmatch(name) and name.casefold() not in _KEYWORDS:
        return name
    return json.dumps(name, ensure_ascii=False)


def _label(name: str) -> str:
    """The name of a set, which may also be a number."""
    return name if name.isascii() and name.isdigit() else _word(name)


def json_form(
    root: Vertex, player_names: tuple[str, ...], turns: tuple[int, ...]
) -> dict[str, object]:
    """The tree from that node on, for `json.dumps`; it reads back as an equal tree."""
    form: dict[str, object] = {"players": list(player_names)}
    if turns != tuple(range(len(player_names))):
        form["turns"] = [(*player_names, "chance")[player] for player in turns]
    writer = _JsonForm((*player_names, "chance"), one_valued(all_values(root)))
    return form | {"root": writer.node(root, Turn(turns))}


@dataclass(frozen=True, slots=True)
class _JsonForm:
    """The settings of a tree while its nodes are turned into JSON."""

    players: tuple[str, ...]  # CHANCE, which is -1, has the last
    one_valued: bool

    def node(self, vertex: Vertex, turn: Turn) -> dict[str, object]:
        form: dict[str, object] = {"name": vertex.name}
        if vertex.edges or vertex.player != turn.leaf_player:
            form["player"] = self.players[vertex.player]
        if vertex.set is not None:
            form["set"] = vertex.set
        if vertex.values is not None:
            form["evaluation" if vertex.edges else "utility"] = self.value(vertex.values)
        if vertex.edges:
            below = turn.then(vertex.player)
            form["children"] = [self.edge(edge, below) for edge in vertex.edges]
        return form

    def edge(self, edge: Edge, turn: Turn) -> dict[str, object]:
        form: dict[str, object] = {"action": edge.action}
        if edge.probability is not None:
            form["probability"] = probability_to_json(edge.probability)
        return form | {"node": self.node(edge.vertex, turn)}

    def value(self, values: tuple[Number, ...]) -> object:
        if self.one_valued:
            return utility_to_json(values[0])
        return [utility_to_json(value) for value in values]
