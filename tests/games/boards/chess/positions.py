"""Positions with published numbers of sequences of moves (perft), and games at random."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from adversario.games.boards.chess import Chess, State


class Counted(NamedTuple):
    """A position, and the sequences of 1, 2, ... moves from it."""

    fen: str
    counts: tuple[int, ...]


STANDARD = (
    # chessprogramming.org, "Perft Results"; the second is Peter McKenzie's "Kiwipete".
    Counted(
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        (20, 400, 8902, 197281, 4865609, 119060324),
    ),
    Counted(
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        (48, 2039, 97862, 4085603, 193690690),
    ),
    Counted(
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        (14, 191, 2812, 43238, 674624, 11030083),
    ),
    Counted(
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        (6, 264, 9467, 422333, 15833292),
    ),
    Counted(
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        (44, 1486, 62379, 2103487, 89941194),
    ),
    Counted(
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        (46, 2079, 89890, 3894594, 164075551),
    ),
)

CHESS960 = (
    # chessprogramming.org, "Chess960 Perft Results", the first positions of the list.
    Counted(
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        (21, 528, 12189, 326672, 8146062, 227689589),
    ),
    Counted(
        "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9",
        (21, 807, 18002, 667366, 16253601, 590751109),
    ),
)


def random_game(game: Chess, seed: int, longest: int = 200) -> list[tuple[State, int]]:
    """The positions of a game at random, each with the move made in it."""
    random, state, found = Random(seed), game.initial(), list[tuple[State, int]]()
    while not game.is_terminal(state) and len(found) < longest:
        move = random.choice(list(game.actions(state)))
        found.append((state, move))
        state = game.result(state, move)
    return found
