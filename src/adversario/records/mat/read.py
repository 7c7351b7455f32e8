"""Reading `.mat`: every roll, play and double is checked by the rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from adversario.base.catalogue import Message, message
from adversario.base.errors import IllegalActionError
from adversario.base.files import read_text
from adversario.base.formats.source_text import SourceError
from adversario.game import CHANCE
from adversario.games.dice.backgammon.cube.game import CubeBackgammon
from adversario.games.dice.backgammon.cube.match_play import AFTER, CRAWFORD, PLAIN
from adversario.games.dice.backgammon.cube.rules import (
    DOUBLE,
    DOUBLING,
    DROP,
    LONGEST,
    OFFERED,
    ROLL,
    TAKE,
    CubeState,
)
from adversario.games.dice.backgammon.plays import PASS
from adversario.records.mat.match import Mat, MatGame

LENGTH = re.compile(r"\s*(\d{1,4}) point match\s*", re.IGNORECASE)
HEADING = re.compile(r"\s*Game (\d{1,4})\s*", re.IGNORECASE)
SCORES = re.compile(r"\s*(\S.*?) : (\d{1,4})\s+(\S.*?) : (\d{1,4})\s*")
LINE = re.compile(r"\s*\d{1,4}\)(.*)")
ITEM = re.compile(
    r"(?P<dice>[1-6]{2}):|(?P<double>Doubles) => (?P<cube>\d+)|(?P<take>Takes)|(?P<drop>Drops)"
    r"|Wins (?P<won>\d{1,3}) points?(?: and the match)?",
    re.IGNORECASE,
)
CANNOT = {"", "cannot move", "can't move"}
"""What is written for a roll that cannot be played."""

SLACK = 4
"""Characters by which the right column may begin before the second player's name."""


class _Item(NamedTuple):
    """A roll with its play, a double, an answer or a result, and where it is."""

    kind: str
    text: str
    line: int
    column: int


class _Draft(NamedTuple):
    """A game that is being read: the line of its heading, its score, and its items."""

    line: int
    players: tuple[str, str]
    score: tuple[int, int]
    right: int
    items: list[_Item]


def read_mat(source: str | Path) -> Mat:
    """Read the match of a text, or of a file given by its path.

    Raises SourceError with the line of the mistake.
    """
    name = None if isinstance(source, str) else str(source)
    written = source if isinstance(source, str) else read_text(source)
    try:
        return _match_of(written)
    except SourceError as error:
        raise SourceError(
            error.problem, line=error.line, column=error.column, source=name
        ) from None


def _match_of(written: str) -> Mat:
    lines = written.splitlines()
    notes = tuple(line for line in lines if line.lstrip().startswith(";"))
    points, drafts = _drafts(lines)
    if points is None or not drafts:
        raise _error(1, 1, message("mat.none"))
    crawford = not any('[Crawford "Off"]' in note for note in notes)
    game = CubeBackgammon(
        points=points, crawford=crawford, jacoby=any("Jacoby" in n for n in notes)
    )
    games, stage = list[MatGame](), PLAIN
    for draft in drafts:
        stage = _next_stage(game, stage, draft)
        games.append(_read_game(game, draft, stage))
    return Mat(game, drafts[0].players, tuple(games), notes)


def _drafts(lines: list[str]) -> tuple[int | None, list[_Draft]]:
    """The length of the match, and the items of its games."""
    points: int | None = None
    drafts = list[_Draft]()
    heading = 0
    for number, line in enumerate(lines, start=1):
        if not line.strip() or line.lstrip().startswith(";"):
            continue
        if (found := LENGTH.fullmatch(line)) is not None:
            points = int(found[1])
            if points > LONGEST:
                problem = message("backgammon.points", given=points, most=LONGEST)
                raise _error(number, 1, problem)
        elif HEADING.fullmatch(line) is not None:
            heading = number
        elif heading and (found := SCORES.fullmatch(line)) is not None:
            score = int(found[2]), int(found[4])
            drafts.append(_Draft(number, (found[1], found[3]), score, found.start(3), []))
            heading = 0
        elif drafts and not heading:
            drafts[-1].items.extend(_items(line, number))
        else:
            raise _error(number, 1, message("mat.text", text=line.strip()[:40]))
    return points, drafts


def _items(line: str, number: int) -> Iterator[_Item]:
    """The items of a line, of which the first may have a number before it."""
    numbered = LINE.fullmatch(line)
    start = numbered.start(1) if numbered else 0
    found = list(ITEM.finditer(line, start))
    blank = line[start : found[0].start() if found else len(line)].strip()
    if blank or not found:
        raise _error(number, start + 1, message("mat.text", text=(blank or line.strip())[:40]))
    ends = [each.start() for each in found[1:]] + [len(line)]
    for each, end in zip(found, ends, strict=True):
        kind = "won" if each["won"] else (each.lastgroup or "")
        kind = "double" if kind == "cube" else kind
        rest = line[each.end() : end].strip()
        text = f"{each['dice']} {rest}" if kind == "dice" else each["won"] or each["cube"] or ""
        if kind != "dice" and rest:
            raise _error(number, each.end() + 1, message("mat.text", text=rest[:40]))
        yield _Item(kind, text, number, each.start() + 1)


def _next_stage(game: CubeBackgammon, before: int, draft: _Draft) -> int:
    """The stage of a game: whether it is the Crawford game, or after it."""
    if not game.points or not game.crawford:
        return PLAIN
    if max(draft.score) >= game.points:
        raise _error(draft.line, 1, message("mat.over", points=game.points))
    if before != PLAIN:
        return AFTER
    return CRAWFORD if max(draft.score) == game.points - 1 else PLAIN


def _read_game(game: CubeBackgammon, draft: _Draft, stage: int) -> MatGame:
    """The game of a draft, played by the rules."""
    first, second = draft.score if game.points else (0, 0)
    start = game.new_game(first, second, stage)
    state, actions, winner, won = start, list[int](), -1, 0
    for item in draft.items:
        if item.kind == "won":
            won = int(item.text)
            if winner < 0:
                winner = 1 if item.column > draft.right - SLACK else 0
            continue
        if winner >= 0:
            raise _error(item.line, item.column, message("mat.after"))
        right = item.column > draft.right - SLACK
        for action in _actions(game, state, item, right):
            actions.append(action)
            after = game.result(state, action)
            gained = (after.first - state.first, after.second - state.second)
            if any(gained):
                winner = 0 if gained[0] else 1
                won = gained[winner]
            state = after
            if winner >= 0:
                break
    return MatGame(start, tuple(actions), winner if winner >= 0 else None, won)


def _actions(game: CubeBackgammon, state: CubeState, item: _Item, right: bool) -> list[int]:
    """The actions of an item: a roll is a decision not to double, dice, and a play."""
    if item.kind != "dice":
        wanted = {"double": DOUBLE, "take": TAKE, "drop": DROP}[item.kind]
        needed = DOUBLING if wanted == DOUBLE else OFFERED
        if state.next != needed:
            raise _error(item.line, item.column, message("mat.cube"))
        return [wanted]
    one, two = int(item.text[0]), int(item.text[1])
    found = []
    if state.next == DOUBLING:
        found.append(ROLL)
        state = game.result(state, ROLL)
    if game.player(state) != CHANCE:
        raise _error(item.line, item.column, message("mat.answer"))
    big, small = max(one, two), min(one, two)
    roll = 8 * big + small
    if state.opening:
        if one == two:
            raise _error(item.line, item.column, message("mat.first"))
        roll = 8 * small + big if right else roll
    elif state.turn != int(right):
        raise _error(item.line, item.column, message("mat.turn"))
    state = game.result(state, roll)
    found.append(roll)
    return [*found, _play(game, state, item)]


def _play(game: CubeBackgammon, state: CubeState, item: _Item) -> int:
    """The play of an item, after its dice."""
    written = item.text[2:].strip()
    if written.lower() in CANNOT:
        if list(game.actions(state)) == [PASS]:
            return PASS
        raise _error(item.line, item.column, message("mat.no_play", dice=item.text[:2]))
    try:
        return game.parse_action(state, written)
    except IllegalActionError as error:
        raise _error(item.line, item.column, message("mat.play", problem=str(error))) from None


def _error(line: int, column: int, problem: Message) -> SourceError:
    return SourceError(problem, line=line, column=column)
