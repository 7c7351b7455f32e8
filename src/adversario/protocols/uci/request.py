"""What an interface asks for by `go` and `position`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from adversario.algorithms.core.limit import Limit
from adversario.base.errors import InputError
from adversario.games.boards.chess import Chess, State
from adversario.protocols.clock import Allotment, allot

NUMBERS = ("wtime", "btime", "winc", "binc", "movestogo", "depth", "nodes", "movetime", "mate")


@dataclass(frozen=True)
class Go:
    """The limits of a search; times are in milliseconds, as UCI has them."""

    wtime: int | None = None
    btime: int | None = None
    winc: int = 0
    binc: int = 0
    movestogo: int | None = None
    depth: int | None = None
    nodes: int | None = None
    movetime: int | None = None
    mate: int | None = None
    infinite: bool = False

    def allotment(self, player: int, overhead: float) -> Allotment | None:
        """The time for a move of a player; None without a clock."""
        if self.movetime is not None:
            most = max(0.001, self.movetime / 1000 - overhead)
            return Allotment(most, most)
        left, more = (self.btime, self.binc) if player else (self.wtime, self.winc)
        if left is None or self.infinite:
            return None
        return allot(left / 1000, more / 1000, self.movestogo, overhead)

    def limit(self, allotment: Allotment | None) -> Limit:
        """The limits of the search."""
        depth = self.depth if self.mate is None else 2 * self.mate
        return Limit(
            depth=depth, nodes=self.nodes, time=None if allotment is None else allotment.most
        )


def read_go(words: list[str]) -> Go:
    """The request of the words after `go`; InputError names the one that is wrong.

    `ponder` and `searchmoves` are not supported, and left out.
    """
    found: dict[str, int | bool] = {}
    at = 0
    while at < len(words):
        word = words[at]
        if word == "infinite":
            found[word] = True
        elif word in NUMBERS:
            value = words[at + 1] if at + 1 < len(words) else ""
            try:
                number = int(value)
            except ValueError:
                raise InputError("uci.number", word=word, value=value) from None
            least = 1 if word in ("depth", "nodes", "movestogo", "mate") else 0
            found[word] = max(least, number)
            at += 1
        at += 1
    return Go(**found)  # type: ignore[arg-type]  # each by its name


class Position(NamedTuple):
    """The states of a game so far, of which the last is to be searched."""

    game: Chess
    states: tuple[State, ...]

    @property
    def state(self) -> State:
        """The state to be searched."""
        return self.states[-1]


def read_position(game: Chess, words: list[str]) -> Position:
    """The position of the words after `position`; InputError names what is wrong."""
    if words[:1] == ["startpos"]:
        start, rest = game.initial(), words[1:]
    elif words[:1] == ["fen"]:
        end = words.index("moves") if "moves" in words else len(words)
        start, rest = game.parse_position(" ".join(words[1:end])), words[end:]
    else:
        raise InputError("uci.position", given=" ".join(words))
    states = [start]
    for name in rest[1:] if rest[:1] == ["moves"] else []:
        states.append(game.result(states[-1], game.parse_action(states[-1], name)))
    return Position(game, tuple(states))
