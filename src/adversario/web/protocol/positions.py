"""Positions, and what searches know of them."""

from __future__ import annotations

from dataclasses import dataclass

from adversario.web.protocol.words import BoardKind, Bound, Mistake


@dataclass(frozen=True)
class CellPayload:
    """A place of a board. `owner` is the player whose piece is there; `count` where pieces pile."""

    index: int
    row: int
    column: int
    name: str
    label: str
    owner: int | None
    mark: str
    count: int | None


@dataclass(frozen=True)
class BoardPayload:
    """A board as data. `last` are the cells that the last move changed."""

    kind: BoardKind
    rows: int
    columns: int
    cells: list[CellPayload]
    last: list[int]


@dataclass(frozen=True)
class ActionPayload:
    """A legal action, and the cells that stand for it, in the order in which to choose them."""

    name: str
    cells: list[int]


@dataclass(frozen=True)
class Chance:
    """What chance may bring, and how likely."""

    name: str
    probability: str
    cells: list[int]


@dataclass(frozen=True)
class ViewPayload:
    """A position to be shown. `more`: actions beyond those listed."""

    game: str
    position: str
    moves: list[str]
    player: int
    player_name: str
    players: list[str]
    terminal: bool
    utilities: list[str] | None
    outcome: str
    actions: list[ActionPayload]
    more: bool
    chances: list[Chance]
    board: BoardPayload | None
    svg: str
    text: str


@dataclass(frozen=True)
class ScoredPayload:
    """What an action of the root is worth. `visits` in Monte Carlo tree search."""

    action: str
    number: float | None
    text: str
    bound: Bound
    visits: int | None


@dataclass(frozen=True)
class Line:
    """A line of best play, and what it is worth; `win_in` is in plies, where a win is proven."""

    number: float | None
    text: str
    moves: list[str]
    win_in: int | None


@dataclass(frozen=True)
class Analysis:
    """What a search knows by now.

    Values are player 0's in a two-sided game, otherwise every player's; `number` is player 0's.
    `share` is the same between 0 (all for the others) and 1, for a bar. `winner` and `win_in`
    (plies) are there when a win is proven.
    """

    algorithm: str
    action: str | None
    depth: int | None
    number: float | None
    text: str
    share: float | None
    proven: bool
    winner: int | None
    win_in: int | None
    nodes: int
    nps: float
    hash: float | None
    cutoffs: int
    pruned: int | None
    branching: float
    seconds: float
    moves: list[ScoredPayload]
    lines: list[Line]


@dataclass(frozen=True)
class Moved:
    """The action that was chosen, or what chance brought, and the analysis behind it."""

    action: str
    analysis: Analysis | None


@dataclass(frozen=True)
class MoveValue:
    """One move of a game looked at again: what the position is worth after it, to player 0.

    `note` says what is wrong with a mistake, and `best` what was better.
    """

    ply: int
    move: str
    player: int
    number: float | None
    text: str
    share: float | None
    proven: bool
    mistake: Mistake | None
    best: str | None
    note: str


@dataclass(frozen=True)
class Values:
    """A game looked at again, move by move; chance is passed over."""

    values: list[MoveValue]
