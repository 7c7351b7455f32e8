"""Chess endings: rules against a plain generator, numbers against themselves."""

from __future__ import annotations

from random import Random

import pytest

from adversario.base.errors import IllegalActionError, InputError
from adversario.games.boards.chess.endings import CAPTURED, LETTERS, Endings, State

Board = dict[tuple[int, int], str]
RAYS = {
    "R": [(1, 0), (-1, 0), (0, 1), (0, -1)],
    "B": [(1, 1), (1, -1), (-1, 1), (-1, -1)],
    "N": [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)],
}
RAYS["Q"] = RAYS["K"] = RAYS["R"] + RAYS["B"]


def board_of(game: Endings, state: State) -> Board:
    """Pieces by column and row; the bare king is in lower case."""
    men = {state.king: "K", state.bare: "k"}
    men |= {
        at: LETTERS[kind]
        for kind, at in zip(game.kinds, state.pieces, strict=True)
        if at != CAPTURED
    }
    return {(at % game.size, at // game.size): man for at, man in men.items()}


def pseudo_moves(board: Board, size: int, *, white: bool) -> list[tuple[str, str]]:
    """From and to, kings left attacked or not."""
    moves = []
    for (x, y), man in board.items():
        if man.isupper() != white:
            continue
        for dx, dy in RAYS[man.upper()]:
            to = (x + dx, y + dy)
            while 0 <= to[0] < size and 0 <= to[1] < size:
                other = board.get(to)
                if other is None or other.isupper() != white:
                    moves.append((f"{'abcdefgh'[x]}{y + 1}", f"{'abcdefgh'[to[0]]}{to[1] + 1}"))
                if other is not None or man.upper() in "KN":
                    break
                to = (to[0] + dx, to[1] + dy)
    return moves


def played(board: Board, move: tuple[str, str]) -> Board:
    start, end = (("abcdefgh".index(square[0]), int(square[1]) - 1) for square in move)
    after = {at: man for at, man in board.items() if at not in (start, end)}
    return after | {end: board[start]}


def takes_king(board: Board, size: int, *, white: bool) -> bool:
    """Whether that side could capture the other's king."""
    target = "k" if white else "K"
    replies = (played(board, move) for move in pseudo_moves(board, size, white=white))
    return any(target not in after.values() for after in replies)


def naive_moves(board: Board, size: int, *, white: bool) -> list[tuple[str, str]]:
    """Those that leave the own king safe."""
    return [
        move
        for move in pseudo_moves(board, size, white=white)
        if not takes_king(played(board, move), size, white=not white)
    ]


@pytest.mark.parametrize(("pieces", "size"), [("R", 8), ("Q", 5), ("BN", 6), ("QR", 8), ("BB", 4)])
def test_moves_and_ends(pieces: str, size: int) -> None:
    game, random, ends = Endings(pieces, size), Random(pieces), 0
    whole, seen = (1 << len(pieces)) - 1, 0
    while seen < 150:
        layer = random.choice([layer for layer in game.layers() if layer <= whole])
        state = game.unindex(layer, random.randrange(game.layer_size(layer)))
        if game.layer(state) != layer:
            continue
        seen += 1
        white = state.turn == 0
        board = board_of(game, state)
        expected = naive_moves(board, size, white=white)
        found = [game.action_name(state, action)[1:].split("-") for action in game.actions(state)]
        assert sorted(map(tuple, found)) == sorted(expected), game.position(state)
        for action in game.actions(state):
            name = game.action_name(state, action)
            after = game.result(state, action)
            assert board_of(game, after) == played(board, (name[1:3], name[4:]))
        assert game.is_terminal(state) == (not expected)
        if not expected:
            ends += 1
            mated = takes_king(board, size, white=True) and not white
            assert game.utilities(state) == ((1, -1) if mated else (0, 0))
    assert size > 5 or ends > 0


@pytest.mark.parametrize(("pieces", "size"), [("R", 4), ("Q", 5), ("BN", 4), ("RR", 4)])
def test_numbers_and_positions(pieces: str, size: int) -> None:
    """Every number is a hole or its own position's; images have the same; all can be written."""
    game, random = Endings(pieces, size), Random(1)
    for layer in game.layers():
        everything = range(game.layer_size(layer))
        for at in everything if len(everything) < 4000 else random.sample(everything, 2000):
            state = game.unindex(layer, at)
            assert not game.is_possible(state) or game.layer(state) == layer
            if game.layer(state) != layer:
                continue
            assert game.index(game.unindex(layer, game.index(state))) == game.index(state)
            assert {game.index(image) for image in game.symmetries(state)} == {game.index(state)}
            assert game.parse_position(game.position(state)) == state


def test_symmetric_positions_are_numbered_once() -> None:
    """The classes of all possible positions, by brute force."""
    game = Endings("R", 4)
    classes, numbers = set(), set()
    for king in range(16):
        for rook in range(16):
            for bare in range(16):
                for turn in range(2):
                    state = State(king, (rook,), bare, turn)
                    if game.layer(state) == 1:
                        classes.add(min(game.symmetries(state)))
                        numbers.add(game.index(state))
    holes = [at for at in range(game.layer_size(1)) if at not in numbers]
    assert len(numbers) == len(classes) == 443
    for at in holes:
        state = game.unindex(1, at)
        assert game.layer(state) != 1 or game.index(state) != at


def test_bad_input() -> None:
    for pieces in ("", "K", "P", "QQQ"):
        with pytest.raises(InputError, match="no ending with"):
            Endings(pieces)
    for size in (3, 9):
        with pytest.raises(InputError, match="no ending on a board"):
            Endings("R", size)
    game = Endings("R")
    for text in ("Ke1 Ra1 / Ke8", "Ke1 Qa1 / Ke8 w", "Ke1 Ra9 / Ke8 w", "Kx Ra1 / Ke8 w", "/"):
        with pytest.raises(InputError, match="is not a position"):
            game.parse_position(text)
    for text in ("Ke1 Re1 / Ke8 w", "Ke1 Ra1 / Ke2 b", "Ke1 Ra8 / Ke8 w"):
        with pytest.raises(InputError, match="cannot arise"):
            game.parse_position(text)
    with pytest.raises(IllegalActionError, match="Ra1-a2"):
        game.parse_action(game.initial(), "Ra1-b2")
    assert game.position(game.parse_position("Ra1-a8 Ke8-e7")) == "Ke1 Ra8 / Ke7 w"


def test_pictures() -> None:
    game = Endings("QN", 4)
    state = game.parse_position("Kc1 Qa1 Nb1 / Kc4 w")
    assert game.text(state) == "4 . . k .\n3 . . . .\n2 . . . .\n1 Q N K .\n  a b c d"
    diagram = game.diagram(state)
    action = game.parse_action(state, "Qa1-a4")
    names = [diagram.cells[cell].name for cell in game.action_cells(state, action)]
    assert names == ["a1", "a4"]
    assert [(cell.mark, cell.owner) for cell in diagram.cells if cell.mark] == [
        ("♚", 1), ("♛", 0), ("♞", 0), ("♚", 0),
    ]  # fmt: skip
    assert game.svg(state).startswith("<svg")
