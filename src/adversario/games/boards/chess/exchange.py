"""Static exchange evaluation: whether a capture loses material on its square."""

from __future__ import annotations

from adversario.bits import Board, bit, invert, subtract
from adversario.games.boards.chess.pieces import KING, PAWN, bishop_attacks, rook_attacks
from adversario.games.boards.chess.squares import KINGS, KNIGHTS, PAWNS
from adversario.games.boards.chess.state import State
from adversario.games.boards.chess.values import WORTH


def set_of(p0: Board, p1: Board, p2: Board, piece: int) -> Board:
    """All pieces of a kind."""
    one = p0 if piece & 1 else invert(p0)
    two = p1 if piece & 2 else invert(p1)
    four = p2 if piece & 4 else invert(p2)
    return one & two & four


def pays(state: State, move: int) -> bool:
    """Whether a capture loses nothing if both take back on its square with their least pieces.

    By threshold: each side stops as soon as it is not worse off (as in Stockfish, 2014). Pins are
    not seen.
    """
    target, piece, origin = move & 63, move >> 6 & 7, move >> 9 & 63
    deficit = WORTH[piece] - WORTH[move >> 15 & 7]
    if deficit <= 0:
        return True
    p0, p1, p2, side = state.p0, state.p1, state.p2, state.turn
    all_pieces = p0 | p1 | p2
    white = all_pieces ^ state.own if side else state.own
    diagonal, straight, pawns = p0 & (p1 | p2), p2 & invert(p1), p0 & invert(p1 | p2)
    occupied = all_pieces & invert(bit(origin) | bit(target))
    attackers = KNIGHTS[target] & p1 & invert(p0 | p2) | KINGS[target] & p1 & p2
    attackers |= (PAWNS[64 + target] & white | PAWNS[target] & invert(white)) & pawns
    attackers |= rook_attacks(target, occupied) & straight
    attackers |= bishop_attacks(target, occupied) & diagonal
    ahead = True  # whether the first side would be content to stop here
    while True:
        side = 1 - side
        attackers &= occupied
        mine = attackers & (invert(white) if side else white)
        if not mine:
            return ahead
        least = PAWN
        while not mine & set_of(p0, p1, p2, least):
            least += 1
        ahead = not ahead
        if least == KING:  # which may not take a piece that is guarded
            return ahead if attackers == mine else not ahead
        deficit = WORTH[least] - deficit
        if deficit < (1 if ahead else 0):
            return ahead
        part = mine & set_of(p0, p1, p2, least)
        occupied ^= part & subtract(0, part)
        attackers |= rook_attacks(target, occupied) & straight
        attackers |= bishop_attacks(target, occupied) & diagonal
