"""Games of Go in SGF: the rules that the root asks for, the position it sets up, the moves."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from adversario.base.bitboards import has, pack_cells
from adversario.base.errors import InputError
from adversario.base.files import read_text
from adversario.base.formats.source_text import SourceText
from adversario.games.boards.go.board import NOWHERE, PASS, State
from adversario.games.boards.go.game import Go
from adversario.records.sgf.tree import Node, SgfError, SgfTree, Values, format_sgf, parse_sgf

GO = "1"
"""The number of Go among the games of SGF, its property GM."""

COLOURS = "BW"
LETTERS = "abcdefghijklmnopqrs"
USUAL_SIZE = 19
TERRITORY = ("japanese", "korean")
"""The rules, property RU, by which territory is counted."""

OURS = ("GM", "FF", "SZ", "KM", "HA", "RU", "AB", "AW", "AE", "PL", "CA")
"""The properties of the root that follow from the game and its start."""


@dataclass(frozen=True)
class GoRecord:
    """A played game of Go: its rules, initial position and moves.

    `tags` are other properties of the root, such as PB, PW, RE and DT; `comments` are those at
    positions, by the number of moves played.
    """

    game: Go
    start: State
    moves: tuple[int, ...]
    tags: Mapping[str, str] = field(default_factory=dict)
    comments: Mapping[int, str] = field(default_factory=dict)

    @property
    def result(self) -> str:
        """The result as SGF has it, as in B+3.5 or W+Resign; "" if it is not known."""
        return self.tags.get("RE", "")

    @property
    def states(self) -> tuple[State, ...]:
        """The positions from the first to the last."""
        found = [self.start]
        for move in self.moves:
            found.append(self.game.result(found[-1], move))
        return tuple(found)


def read_sgf(source: str | Path) -> tuple[GoRecord, ...]:
    """The main lines of the games of Go in a text, or in a file given by its path.

    Variations are in `parse_sgf`. Raises SgfError with the place of the mistake.
    """
    name = str(source) if isinstance(source, Path) else None
    text = read_text(source) if isinstance(source, Path) else source
    source_text = SourceText(text, name, SgfError)
    return tuple(_record_of(tree, source_text) for tree in parse_sgf(text, name))


def _record_of(tree: SgfTree, source: SourceText) -> GoRecord:
    root = tree.root
    if root["GM"] not in ("", GO):
        raise source.error(root.spot, "sgf.not_go", number=root["GM"])
    game = _game_of(root, source)
    state = start = _start_of(game, root, source)
    moves: list[int] = []
    comments: dict[int, str] = {}
    for node in tree.main_line():
        if node is not root and any(name in node for name in ("AB", "AW", "AE", "PL")):
            raise source.error(node.spot, "sgf.late_setup")
        for colour, name in enumerate(COLOURS):
            if name in node and not game.is_terminal(state):
                if state.turn != colour:
                    moves.append(PASS)
                    state = game.result(state, PASS)
                moves.append(_move_of(game, state, node, name, source))
                state = game.result(state, moves[-1])
        if "C" in node:
            comments[len(moves)] = node["C"]
    tags = {name: values[0] for name, values in root.properties.items() if name not in OURS}
    for name in ("C", *COLOURS):
        tags.pop(name, None)
    return GoRecord(game, start, tuple(moves), tags, comments)


def _game_of(root: Node, source: SourceText) -> Go:
    size, rules = root["SZ"] or str(USUAL_SIZE), root["RU"].strip().lower()
    if not re.fullmatch(r"\d{1,2}", size.strip()):
        raise source.error(root.spot, "sgf.size", size=size)
    try:
        komi = float(root["KM"] or 0)
        game = Go(
            int(size),
            komi=komi,
            rules="territory" if rules in TERRITORY else "area",
            suicide=rules in ("nz", "new zealand", "tromp-taylor"),
        )
        stones = int(root["HA"]) if root["HA"].strip().isdecimal() else 0
        if stones >= 2:
            fixed = _with_handicap(game, stones)
            if fixed is not None and root.properties.get("AB", ()) in ((), _points(fixed)):
                return fixed
        return game
    except InputError as error:
        raise source.error_with(root.spot, error.message) from None
    except ValueError:
        raise source.error(root.spot, "sgf.number", name="KM", value=root["KM"]) from None


def _with_handicap(game: Go, stones: int) -> Go | None:
    """The game with stones on the fixed points; None if there are not as many."""
    try:
        return Go(game.size, game.komi, game.rules, handicap=stones, suicide=game.suicide)
    except InputError:
        return None


def _points(game: Go) -> Values:
    """The handicap stones of a game as values of AB, sorted."""
    return tuple(sorted(_point_name(game, c) for c in game.cells if has(game.start, c)))


def _start_of(game: Go, root: Node, source: SourceText) -> State:
    """The position that the root sets up."""
    if game.handicap:
        return game.initial()
    stones = {}
    for name in ("AB", "AW"):
        points = _expand(root.properties.get(name, ()))
        stones[name] = [_cell_of(game, point, root, source) for point in points]
    black, white = (pack_cells(cells, game.bit_count) for cells in stones.values())
    if any(one & other for one, other in zip(black, white, strict=True)):
        raise source.error(root.spot, "sgf.both_colours")
    turn = 1 if stones["AB"] and not stones["AW"] else 0
    if root["PL"].strip().upper()[:1] in ("B", "W"):
        turn = COLOURS.index(root["PL"].strip().upper()[0])
    elif "PL" not in root and "B" not in root and "W" in root:
        turn = 1
    return State(black, white, turn, NOWHERE, 0, 0)


def _expand(values: Values) -> list[str]:
    """Points, where a rectangle such as aa:cc stands for all of its points."""
    found = []
    for value in values:
        first, _, last = value.partition(":")
        if not last or len(first) != 2 or len(last) != 2:
            found.append(value)
            continue
        found += [
            chr(column) + chr(row)
            for row in range(ord(first[1]), ord(last[1]) + 1)
            for column in range(ord(first[0]), ord(last[0]) + 1)
        ]
    return found


def _cell_of(game: Go, point: str, node: Node, source: SourceText) -> int:
    letters = LETTERS[: game.size]
    text = point.strip()
    if len(text) != 2 or text[0] not in letters or text[1] not in letters:
        raise source.error(node.spot, "sgf.point", point=point[:20], last=2 * letters[-1])
    return letters.index(text[1]) * game.stride + letters.index(text[0])


def _move_of(game: Go, state: State, node: Node, name: str, source: SourceText) -> int:
    point = node[name].strip()
    if not point or (point == "tt" and game.size <= 19):
        return PASS
    cell = _cell_of(game, point, node, source)
    try:
        return game.parse_action(state, game.action_name(state, cell))
    except InputError as error:
        raise source.error_with(node.spot, error.message) from None


def _point_name(game: Go, cell: int) -> str:
    row, column = game.place(cell)
    return LETTERS[column] + LETTERS[row]


def write_sgf(records: Iterable[GoRecord]) -> str:
    """The games as text in SGF."""
    return format_sgf(_tree_of(record) for record in records)


def _tree_of(record: GoRecord) -> SgfTree:
    game = record.game
    root: dict[str, Values] = {
        "GM": (GO,),
        "FF": ("4",),
        "CA": ("UTF-8",),
        "SZ": (str(game.size),),
        "KM": (f"{game.komi:g}",),
        "RU": ("Japanese" if not game.by_area else "NZ" if game.suicide else "Chinese",),
    }
    if game.handicap:
        root["HA"] = (str(game.handicap),)
    for name, board in (("AB", record.start.black), ("AW", record.start.white)):
        if points := tuple(sorted(_point_name(game, c) for c in game.cells if has(board, c))):
            root[name] = points
    root["PL"] = (COLOURS[record.start.turn],)
    root |= {name: (value,) for name, value in record.tags.items() if name not in OURS}
    nodes = [root]
    turn = record.start.turn
    for move in record.moves:
        nodes.append({COLOURS[turn]: ("" if move == PASS else _point_name(game, move),)})
        turn = 1 - turn
    for at, comment in record.comments.items():
        nodes[at]["C"] = (comment,)
    return SgfTree(tuple(Node(each) for each in nodes))
