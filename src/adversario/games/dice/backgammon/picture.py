"""The board of backgammon as text and as a picture, as the first player sees it."""

from __future__ import annotations

from adversario.games.dice.backgammon.board import BAR, unpack
from adversario.games.dice.backgammon.plays import Thrown
from adversario.games.drawing.grid import picture

MARKS = "XO"
PAINT = ("#f4efe6", "#2b2b2b")
RIM = ("#8a8172", "#000000")
FELT, LIGHT, DARK, FRAME = "#3e6b57", "#d9b98a", "#9c4a3c", "#5b3a29"
SIZE = 40
"""The width of a point and the diameter of a man."""


def sides(state: Thrown) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The men of player 0 and of player 1 on the points 0 to 25, as each counts them."""
    mine = unpack(state.board.mine_low, state.board.mine_high)
    theirs = unpack(state.board.theirs_low, state.board.theirs_high)
    return (mine, theirs) if state.turn == 0 else (theirs, mine)


def board_text(state: Thrown) -> str:
    """The board in the layout of terminals: X is player 0, whose home is below on the right."""
    first, second = sides(state)
    above = _half(first, second, range(13, 25), downwards=True)
    below = _half(first, second, range(12, 0, -1), downwards=False)
    top = "+13-14-15-16-17-18-----19-20-21-22-23-24-+"
    bottom = "+12-11-10--9--8--7------6--5--4--3--2--1-+"
    middle = "|" + " " * 18 + "|BAR|" + " " * 18 + "|"
    dice = f"  {MARKS[state.turn]}: {state.big}-{state.small}" if state.big else ""
    pips = [sum(point * men for point, men in enumerate(side)) for side in (first, second)]
    return "\n".join([
        f" {top}   O: {pips[1]}",
        *(f" {line}" for line in above),
        f" {middle}{dice}",
        *(f" {line}" for line in below),
        f" {bottom}   X: {pips[0]}",
    ])  # fmt: skip


def _half(
    first: tuple[int, ...], second: tuple[int, ...], points: range, *, downwards: bool
) -> list[str]:
    """Five lines of men on twelve points, the bar and what was borne off."""
    home = second if downwards else first
    bar = first[BAR] if downwards else second[BAR]
    lines = []
    for level in range(5) if downwards else range(4, -1, -1):
        cells = [_mark(first[point], second[BAR - point], level) for point in points]
        hit = _mark(bar, 0, level) if downwards else _mark(0, bar, level)
        line = f"|{''.join(cells[:6])}| {hit.strip() or ' '} |{''.join(cells[6:])}|"
        if level == 0 and home[0]:
            line += f"   {MARKS[1 if downwards else 0]}: {home[0]} off"
        lines.append(line.rstrip())
    return lines


def _mark(first: int, second: int, level: int) -> str:
    """Three characters: a man at this height, or the number of men where there is no room."""
    men = first or second
    if men <= level:
        return "   "
    if level == 4 and men > 5:
        return f"{men:>2} "
    return f" {MARKS[0 if first else 1]} "


def board_svg(state: Thrown, title: str) -> str:
    """The board drawn: points as triangles, men as discs, the dice in the middle."""
    width, height = 15 * SIZE + 20, 11 * SIZE + 20
    first, second = sides(state)
    body = [
        f'<rect width="{width}" height="{height}" fill="{FRAME}"/>',
        f'<rect x="10" y="10" width="{13 * SIZE}" height="{11 * SIZE}" fill="{FELT}"/>',
        f'<rect x="{10 + 6 * SIZE}" y="10" width="{SIZE}" height="{11 * SIZE}" fill="{FRAME}"/>',
    ]
    for point in range(1, BAR):
        body.append(_triangle(point))
        men, player = (first[point], 0) if first[point] else (second[BAR - point], 1)
        body.append(_stack(_left(point), men, player, downwards=point > 12))
    body.append(_stack(10 + 6 * SIZE, first[BAR], 0, downwards=True))
    body.append(_stack(10 + 6 * SIZE, second[BAR], 1, downwards=False))
    body.append(_stack(15 + 13.5 * SIZE, first[0], 0, downwards=False))
    body.append(_stack(15 + 13.5 * SIZE, second[0], 1, downwards=True))
    if state.big:
        left = 10 + (9 if state.turn == 0 else 2) * SIZE
        body += [_die(left, state.big), _die(left + 1.2 * SIZE, state.small)]
    return picture(width, height, title, "".join(body))


def _left(point: int) -> float:
    """The left edge of a point: 1 to 12 below from the right, 13 to 24 above from the left."""
    column = 12 - point if point < 13 else point - 13
    return 10 + SIZE * (column + (column > 5))


def _triangle(point: int) -> str:
    left, paint = _left(point), LIGHT if point % 2 else DARK
    base, tip = (10, 10 + 4.8 * SIZE) if point > 12 else (10 + 11 * SIZE, 10 + 6.2 * SIZE)
    return (
        f'<polygon points="{left},{base} {left + SIZE},{base} {left + SIZE / 2},{tip}" '
        f'fill="{paint}"/>'
    )


def _stack(left: float, men: int, player: int, *, downwards: bool) -> str:
    """At most five discs, with the number on the last one if there are more."""
    discs = []
    for level in range(min(men, 5)):
        x = left + SIZE / 2
        y = 10 + SIZE * (level + 0.5) if downwards else 10 + SIZE * (10.5 - level)
        discs.append(
            f'<circle cx="{x}" cy="{y}" r="{SIZE / 2 - 1}" fill="{PAINT[player]}" '
            f'stroke="{RIM[player]}" stroke-width="2"/>'
        )
        if level == 4 and men > 5:
            discs.append(
                f'<text x="{x}" y="{y + 6}" font-size="17" text-anchor="middle" '
                f'fill="{PAINT[1 - player]}">{men}</text>'
            )
    return "".join(discs)


PIPS = {1: "e", 2: "ai", 3: "aei", 4: "acgi", 5: "acegi", 6: "acdfgi"}
"""The pips of each face, by the cells a to i of three rows of three."""


def _die(left: float, face: int) -> str:
    """A die with its pips."""
    top, gap = 10 + 5 * SIZE, SIZE / 4
    pips = "".join(
        f'<circle cx="{left + gap * (1 + cell % 3)}" cy="{top + gap * (1 + cell // 3)}" r="3.5"/>'
        for cell in map("abcdefghi".index, PIPS[face])
    )
    return (
        f'<rect x="{left}" y="{top}" width="{SIZE}" height="{SIZE}" rx="7" fill="white" '
        f'stroke="black"/>{pips}'
    )
