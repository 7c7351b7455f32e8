"""Positions and their analyses."""

from __future__ import annotations

from dataclasses import dataclass

from adversario.web.protocol.words import (
    AnswerSource,
    BoardKind,
    Bound,
    Ending,
    Ground,
    Mistake,
    Paint,
    Pieces,
)


@dataclass(frozen=True)
class SidePayload:
    """A player: the name for people, and the paint of the pieces."""

    name: str
    paint: Paint


@dataclass(frozen=True)
class CellPayload:
    """A cell of a board. `owner` is the player whose piece is there; `count` is for piles."""

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
    """A board as data. `last` are the cells of the last move, `winning` those that decided a game.

    `bottom` is the player whose side is at the bottom, if the board has sides.
    """

    kind: BoardKind
    rows: int
    columns: int
    cells: list[CellPayload]
    last: list[int]
    winning: list[int]
    pieces: Pieces
    ground: Ground
    bottom: int | None
    paints: list[Paint]


@dataclass(frozen=True)
class ActionPayload:
    """A legal action, its label, and the cells to click for it, in order.

    `others` are other cells that mean the same, such as the mirror image.
    """

    name: str
    label: str
    cells: list[int]
    others: list[list[int]]


@dataclass(frozen=True)
class Chance:
    """An outcome of a chance node, and its probability."""

    name: str
    probability: str
    cells: list[int]


@dataclass(frozen=True)
class ViewPayload:
    """A position to display. `more` is the number of actions beyond those listed.

    `points` are those of the players so far, empty if none are counted. `winners` of a finished
    game are all players in a draw.
    """

    game: str
    position: str
    moves: list[str]
    player: int
    player_name: str
    players: list[str]
    sides: list[SidePayload]
    points: list[str]
    terminal: bool
    utilities: list[str] | None
    winners: list[int]
    outcome: str
    actions: list[ActionPayload]
    more: bool
    chances: list[Chance]
    board: BoardPayload | None
    svg: str
    text: str


@dataclass(frozen=True)
class Boards:
    """The boards of the positions asked for, in order; None where there is nothing to draw."""

    boards: list[BoardPayload | None]


@dataclass(frozen=True)
class ExamplePosition:
    """The moves to a position, and the depth to search it to: None is to the end of the game.

    Without a `found` position the moves are none.
    """

    found: bool
    moves: list[str]
    depth: int | None


@dataclass(frozen=True)
class ScoredPayload:
    """The value of an action of the root. `visits` is for Monte Carlo tree search.

    `ending` is how the game ends for the player to move, if that is known, and `plies` when.
    """

    action: str
    number: float | None
    text: str
    bound: Bound
    visits: int | None
    ending: Ending | None
    plies: int | None


@dataclass(frozen=True)
class Line:
    """A principal variation and its value; `win_in` is in plies, if a win is proven."""

    number: float | None
    text: str
    moves: list[str]
    win_in: int | None


@dataclass(frozen=True)
class Analysis:
    """The result of a search so far.

    Values are player 0's in a two-sided game, otherwise every player's; `number` is player 0's.
    `share` is the same between 0 (a loss) and 1 (a win), for a bar. `winner` and `win_in` (plies)
    are set if a win is proven. `source` is what answered: a search, or what is known exactly.
    `words` say what an exact value means.
    """

    algorithm: str
    source: AnswerSource
    words: str
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
    """The action chosen, or the outcome of chance, and the analysis behind it.

    `failure` says why an external engine made no move: it has lost the game.
    """

    action: str
    analysis: Analysis | None
    failure: str = ""


@dataclass(frozen=True)
class MoveValue:
    """A move of a reviewed game: the value of the position after it, for player 0.

    `note` explains a mistake, and `best` is the better move.
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
    """A reviewed game, move by move, without chance nodes."""

    values: list[MoveValue]
