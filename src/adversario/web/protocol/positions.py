"""Positions and their analyses."""

from __future__ import annotations

from dataclasses import dataclass

from adversario.web.protocol.words import AnswerSource, BoardKind, Bound, Ending, Mistake


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
    """A board as data. `last` are the cells that the last move changed."""

    kind: BoardKind
    rows: int
    columns: int
    cells: list[CellPayload]
    last: list[int]


@dataclass(frozen=True)
class ActionPayload:
    """A legal action, and the cells to click for it, in order."""

    name: str
    cells: list[int]


@dataclass(frozen=True)
class Chance:
    """An outcome of a chance node, and its probability."""

    name: str
    probability: str
    cells: list[int]


@dataclass(frozen=True)
class ViewPayload:
    """A position to display. `more` is the number of actions beyond those listed."""

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
    """The action chosen, or the outcome of chance, and the analysis behind it."""

    action: str
    analysis: Analysis | None


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
