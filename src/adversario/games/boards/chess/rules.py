"""Chess: moves, check, castling, promotion, and the ends of a game.

All moves are legal as they are generated: pieces that give check and pieces that are pinned are
found once for a position. Everything is arithmetic on boards of 64 bits (`pieces`, `squares`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from adversario.base.errors import InputError
from adversario.bits import Board, bit, count, invert, left, lowest, multiply, right
from adversario.game import Game
from adversario.games.boards.chess.hashing import CASTLING, CLOCK, PASSANT, ZOBRIST
from adversario.games.boards.chess.pieces import (
    BISHOP,
    KING,
    KNIGHT,
    LETTERS,
    PAWN,
    QUEEN,
    ROOK,
    bishop_attacks,
    code_at,
    has,
    rest,
    rook_attacks,
    turned,
)
from adversario.games.boards.chess.setups import SETUPS, STANDARD
from adversario.games.boards.chess.squares import (
    BETWEEN,
    DARK,
    KINGS,
    KNIGHTS,
    LINE,
    NOT_A,
    NOT_H,
    PAWNS,
    QUEENS,
)
from adversario.games.boards.chess.state import State
from adversario.games.boards.chess.values import piece_square_values

NEAR = 20
"""The plies before the end by the clock from which the key has the clock."""


class View(NamedTuple):
    """What the moves of a position have in common.

    `allowed` are the squares that pieces other than the king may go to: in check those that end it.
    """

    king: int
    occupied: Board
    allowed: Board
    pinned: Board


class ChessRules(Game[State, int]):
    """The rules, on one of the boards of `setups`.

    `number` is the first position of Chess960. A game is drawn after `quiet` moves of each player
    without a capture or a move of a pawn, and when a position occurs `repetition` times; 0: never.
    """

    utility_bounds = (-1, 1)

    def __init__(
        self,
        variant: str = "standard",
        number: int = STANDARD,
        quiet: int = 50,
        repetition: int = 3,
    ) -> None:
        if variant not in SETUPS:
            raise InputError("chess.variant", given=variant, known=", ".join(SETUPS))
        if variant != "standard" and number != STANDARD:
            raise InputError("chess.number_of_variant", variant=variant)
        if not 0 <= quiet <= 1000 or not 0 <= repetition <= 100 or repetition == 1:
            raise InputError("chess.draws", quiet=quiet, repetition=repetition)
        if not 0 <= number < 960:
            raise InputError("chess.number", given=number)
        self.variant, self.number = variant, number
        self.quiet, self.repetition = quiet, repetition
        self.setup = setup = SETUPS[variant]
        self.clock_limit = 2 * quiet
        row = (1 << setup.columns) - 1
        self.squares = sum(row << 8 * number for number in range(setup.rows))
        self.ends = row | row << 8 * (setup.rows - 1)
        self.thirds = (0xFF << 16, 0xFF << 40) if variant == "standard" else (0, 0)
        self.promotions = sum(1 << LETTERS.index(each) for each in setup.promotions)
        self.choices = len(setup.promotions)
        self.values = piece_square_values(setup)

    def player(self, state: State) -> int:
        """The player to move."""
        return state.turn

    # Attacks.

    def attackers(
        self, square: int, side: int, occupied: Board, p0: Board, p1: Board, p2: Board
    ) -> Board:
        """The pieces of both players that attack a square; of pawns, those that `side` fears."""
        found = KNIGHTS[square] & p1 & invert(p0 | p2) | KINGS[square] & p1 & p2
        found |= PAWNS[64 * side + square] & p0 & invert(p1 | p2)
        found |= rook_attacks(square, occupied) & p2 & invert(p1)
        return found | bishop_attacks(square, occupied) & p0 & (p1 | p2)

    def pinned_pieces(
        self, king: int, own: Board, other: Board, p0: Board, p1: Board, p2: Board
    ) -> Board:
        """The own pieces that alone shield the king from a sliding piece."""
        straight, diagonal = p2 & invert(p1), p0 & (p1 | p2)
        found = own ^ own
        if QUEENS[king] & other & (straight | diagonal):
            snipers = rook_attacks(king, other) & straight | bishop_attacks(king, other) & diagonal
            snipers &= other
            while snipers:
                shields = BETWEEN[64 * king + lowest(snipers)] & own
                if rest(shields) == 0:
                    found |= shields
                snipers = rest(snipers)
        return found

    def guarded(
        self, king: int, side: int, own: Board, occupied: Board, p0: Board, p1: Board, p2: Board
    ) -> Board:
        """The squares that the opponent attacks, also those behind the own king."""
        other, seen = occupied ^ own, occupied ^ bit(king)
        pawns = other & p0 & invert(p1 | p2)
        found = KINGS[lowest(other & p1 & p2)]
        if side == 0:
            found |= right(pawns & NOT_A, 9) | right(pawns & NOT_H, 7)
        else:
            found |= left(pawns & NOT_A, 7) | left(pawns & NOT_H, 9)
        pieces = other & p1 & invert(p0 | p2)
        while pieces:
            found |= KNIGHTS[lowest(pieces)]
            pieces = rest(pieces)
        pieces = other & p2 & invert(p1)
        while pieces:
            found |= rook_attacks(lowest(pieces), seen)
            pieces = rest(pieces)
        pieces = other & p0 & (p1 | p2)
        while pieces:
            found |= bishop_attacks(lowest(pieces), seen)
            pieces = rest(pieces)
        return found

    # Moves.

    def view(self, state: State) -> View:
        """What the moves of a position have in common."""
        own, p0, p1, p2 = state.own, state.p0, state.p1, state.p2
        occupied = p0 | p1 | p2
        king = lowest(own & p1 & p2)
        allowed = self.squares & invert(own)
        if state.checkers:
            allowed = own ^ own
            if rest(state.checkers) == 0:
                allowed = state.checkers | BETWEEN[64 * king + lowest(state.checkers)]
        return View(
            king, occupied, allowed, self.pinned_pieces(king, own, occupied ^ own, p0, p1, p2)
        )

    def targets(self, state: State, view: View, origin: int, piece: int) -> Board:
        """The squares to which a piece may go; that of a rook is castling."""
        occupied = view.occupied
        if piece == KING:
            return self.king_targets(state, view)
        if piece == PAWN:
            found = self.pawn_targets(state, view, origin)
        elif piece == KNIGHT:
            found = KNIGHTS[origin] & view.allowed
        elif piece == BISHOP:
            found = bishop_attacks(origin, occupied) & view.allowed
        elif piece == ROOK:
            found = rook_attacks(origin, occupied) & view.allowed
        else:
            found = bishop_attacks(origin, occupied) | rook_attacks(origin, occupied)
            found &= view.allowed
        if has(view.pinned, origin):
            found &= LINE[64 * view.king + origin]
        return found

    def pawn_targets(self, state: State, view: View, origin: int) -> Board:
        """The squares to which a pawn may go, but for pins of it alone."""
        empty, start = invert(view.occupied), bit(origin)
        if state.turn == 0:
            once = left(start, 8) & empty
            steps = once | left(once & self.thirds[0], 8) & empty
        else:
            once = right(start, 8) & empty
            steps = once | right(once & self.thirds[1], 8) & empty
        attacks = PAWNS[64 * state.turn + origin]
        found = (steps | attacks & (view.occupied ^ state.own)) & view.allowed
        if state.passant and has(attacks, state.passant) and self.may_pass(state, view, origin):
            found |= bit(state.passant)
        return found

    def may_pass(self, state: State, view: View, origin: int) -> bool:
        """Whether capturing in passing leaves the king safe: two pawns leave their row."""
        p0, p1, p2 = state.p0, state.p1, state.p2
        gone = bit(state.passant ^ 8)
        after = view.occupied ^ bit(origin) ^ gone | bit(state.passant)
        threats = rook_attacks(view.king, after) & p2 & invert(p1)
        threats |= bishop_attacks(view.king, after) & p0 & (p1 | p2)
        leapers = state.checkers & invert(gone) & invert(p2 | p0 & p1)
        return threats & (view.occupied ^ state.own) == 0 and leapers == 0

    def king_targets(self, state: State, view: View) -> Board:
        """The squares to which the king may go, and the rooks with which it may castle."""
        own = state.own
        found = KINGS[view.king] & self.squares & invert(own)
        rooks = state.castling & own
        if state.checkers:
            rooks ^= rooks
        if not found | rooks:
            return found
        bad = self.guarded(view.king, state.turn, own, view.occupied, state.p0, state.p1, state.p2)
        found &= invert(bad)
        while rooks:
            rook = lowest(rooks)
            if self.may_castle(view, rook, bad):
                found |= bit(rook)
            rooks = rest(rooks)
        return found

    def may_castle(self, view: View, rook: int, bad: Board) -> bool:
        """Whether the way is free, and the king's safe; a pinned rook shields its king (960)."""
        king = view.king
        corner = king & 56
        king_to = corner + 6 if rook > king else corner + 2
        rook_to = corner + 5 if rook > king else corner + 3
        path = BETWEEN[64 * king + king_to] | bit(king_to)
        clear = path | BETWEEN[64 * rook + rook_to] | bit(rook_to)
        clear &= invert(bit(king) | bit(rook))
        return not view.occupied & clear and not path & bad and not has(view.pinned, rook)

    def movers(self, state: State, view: View) -> Board:
        """The pieces that may have moves: none in a drawn position, in double check the king."""
        if self.is_drawn(state):
            return state.own ^ state.own
        return state.own if view.allowed else bit(view.king)

    def actions(self, state: State) -> Iterator[int]:
        """The legal moves, by origin and target.

        Flat, as `noisy_actions` is: a generator that both share takes seven times as long compiled.
        """
        view = self.view(state)
        other = view.occupied ^ state.own
        pieces = self.movers(state, view)
        while pieces:
            origin = lowest(pieces)
            pieces = rest(pieces)
            piece = code_at(state.p0, state.p1, state.p2, origin)
            targets = self.targets(state, view, origin, piece)
            move = piece << 6 | origin << 9
            while targets:
                target = lowest(targets)
                targets = rest(targets)
                promoted = 0
                if piece == PAWN and has(self.ends, target):
                    promoted = QUEEN
                captured = 0
                if has(other, target):
                    captured = code_at(state.p0, state.p1, state.p2, target)
                while True:
                    yield move | target | captured << 15 | promoted << 18
                    promoted -= 1
                    while promoted > 0 and not self.promotions >> promoted & 1:
                        promoted -= 1
                    if promoted <= 0:
                        break

    def count_actions(self, state: State) -> int:
        """The number of legal moves."""
        view = self.view(state)
        pieces, found = self.movers(state, view), 0
        while pieces:
            origin = lowest(pieces)
            pieces = rest(pieces)
            piece = code_at(state.p0, state.p1, state.p2, origin)
            targets = self.targets(state, view, origin, piece)
            found += count(targets)
            if piece == PAWN:
                found += (self.choices - 1) * count(targets & self.ends)
        return found

    def result(self, state: State, action: int) -> State:
        """The position after a move."""
        target, piece, origin = action & 63, action >> 6 & 7, action >> 9 & 63
        captured, placed = action >> 15 & 7, action >> 18
        side = state.turn
        mine, theirs = 512 * side, 512 - 512 * side
        own, p0, p1, p2 = state.own, state.p0, state.p1, state.p2
        keep = invert(bit(origin) | bit(target))
        castling = state.castling & keep
        words = state.hash ^ ZOBRIST[0] ^ ZOBRIST[mine + 64 * piece + origin]
        score = state.score - self.values[mine + 64 * piece + origin]
        passant, clock = 0, state.clock + 1
        is_castling = False
        if piece == KING:
            castling &= invert(own)
            is_castling = has(own, target)
        if is_castling:
            corner = origin & 56
            rook_to = corner + 5 if target > origin else corner + 3
            words ^= ZOBRIST[mine + 64 * ROOK + target] ^ ZOBRIST[mine + 64 * ROOK + rook_to]
            score -= self.values[mine + 64 * ROOK + target]
            score += self.values[mine + 64 * ROOK + rook_to]
            target = corner + 6 if target > origin else corner + 2
            p0, p1, p2 = p0 & keep, p1 & keep, p2 & keep | bit(rook_to)
            own = own & keep | bit(rook_to)
        if placed == 0:
            placed = piece
        if captured:
            words ^= ZOBRIST[theirs + 64 * captured + target]
            score -= self.values[theirs + 64 * captured + target]
            clock = 0
        if piece == PAWN:
            clock = 0
            if state.passant and target == state.passant:
                gone = target ^ 8
                p0 &= invert(bit(gone))
                words ^= ZOBRIST[theirs + 64 * PAWN + gone]
                score -= self.values[theirs + 64 * PAWN + gone]
            elif origin ^ target == 16:
                passant = target ^ 8
        if not is_castling:
            p0, p1, p2, own = p0 & keep, p1 & keep, p2 & keep, own & keep
        end = bit(target)
        own |= end
        if placed & 1:
            p0 |= end
        if placed & 2:
            p1 |= end
        if placed & 4:
            p2 |= end
        words ^= ZOBRIST[mine + 64 * placed + target]
        score += self.values[mine + 64 * placed + target]
        occupied = p0 | p1 | p2
        other = occupied ^ own
        if passant and PAWNS[64 * side + passant] & p0 & invert(p1 | p2) & other == 0:
            passant = 0
        king = lowest(other & p1 & p2)
        checkers = self.attackers(king, 1 - side, occupied, p0, p1, p2) & own
        return State(other, p0, p1, p2, castling, checkers, words, passant, clock, 1 - side, score)

    # The end.

    def is_terminal(self, state: State) -> bool:
        """Whether the player to move cannot, or the position is drawn."""
        return self.is_drawn(state) or not self.can_move(state)

    def is_drawn(self, state: State) -> bool:
        """Whether the game is drawn by its clock or for want of pieces, but for a mate."""
        return (self.clock_limit != 0 and state.clock >= self.clock_limit) or self.is_dead(state)

    def utility(self, state: State, player: int) -> int:
        """-1 for a player who is mated, 1 for the other; else 0."""
        if not state.checkers or self.can_move(state):
            return 0
        return -1 if player == state.turn else 1

    def is_dead(self, state: State) -> bool:
        """Whether no moves lead to mate: kings with one knight, or with bishops of one colour."""
        p0, p1, p2 = state.p0, state.p1, state.p2
        if p2 & invert(p1) or p0 & invert(p1):
            return False
        knights, bishops = p1 & invert(p0 | p2), p0 & p1
        if knights:
            return rest(knights) == 0 and not bishops
        return not bishops & DARK or not bishops & invert(DARK)

    def can_move(self, state: State) -> bool:
        """Whether there is a legal move; most often a pawn or a knight that no line pins can."""
        if not state.checkers:
            own, p0, p1, p2 = state.own, state.p0, state.p1, state.p2
            free = own & invert(QUEENS[lowest(own & p1 & p2)])
            pawns = free & p0 & invert(p1 | p2)
            if turned(pawns, 56 if state.turn else 8) & invert(p0 | p1 | p2):
                return True
            knights = free & p1 & invert(p0 | p2)
            if knights and KNIGHTS[lowest(knights)] & self.squares & invert(own):
                return True
        view = self.view(state)
        pieces = state.own
        while pieces:
            origin = lowest(pieces)
            piece = code_at(state.p0, state.p1, state.p2, origin)
            if self.targets(state, view, origin, piece):
                return True
            pieces = rest(pieces)
        return False

    # What identifies a position.

    def position_key(self, state: State) -> Board:
        """A number that equal positions share: pieces, player to move, castling, passing."""
        return state.hash ^ multiply(state.castling, CASTLING) ^ PASSANT[state.passant]

    def reversible(self, state: State) -> int:
        """The plies since the last capture or move of a pawn: how far back it may have occurred."""
        return state.clock

    def table_key(self, state: State) -> Board:
        """The position alone, until its clock nears the limit: then with every eighth tick."""
        late = state.hash ^ state.hash
        if self.clock_limit and state.clock >= self.clock_limit - NEAR:
            late |= 1 + (state.clock >> 3)
        return self.position_key(state) ^ multiply(late, CLOCK)

    def key(self, state: State) -> Board:
        """The position and its clock."""
        return self.position_key(state) ^ multiply(state.hash ^ state.hash | state.clock, CLOCK)
