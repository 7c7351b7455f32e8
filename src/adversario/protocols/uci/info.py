"""The progress of a search in the words of UCI."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adversario.algorithms.core.answer import Result, Variation
from adversario.games.boards.chess import Chess, State
from adversario.games.boards.chess.hints import CENTIPAWN, SUREST
from adversario.games.boards.chess.moves import uci_name


def info_lines(
    result: Result[State, int], *, chess960: bool, several: bool = False
) -> Iterator[str]:
    """A line for each of the best lines of play, after an iteration."""
    counts = result.statistics
    milliseconds = round(1000 * counts.seconds)
    speed = round(counts.nodes / counts.seconds) if counts.seconds else 0
    full = "" if counts.hash_use is None else f" hashfull {round(1000 * counts.hash_use)}"
    for number, line in enumerate(result.best_lines, start=1):
        game, state = result.game, result.state
        assert isinstance(game, Chess)
        moves = " ".join(line_names(game, state, line.actions, chess960=chess960))
        multi = f" multipv {number}" if several else ""
        bound = {"lower": " lowerbound", "upper": " upperbound"}.get(str(line.bound), "")
        yield (
            f"info depth {result.depth or counts.depth} seldepth {counts.depth}{multi} "
            f"score {score_words(result, line)}{bound} nodes {counts.nodes} nps {speed}{full} "
            f"time {milliseconds} pv {moves}"
        )


def score_words(result: Result[State, int], line: Variation[int]) -> str:
    """The value for the player to move: `cp 35`, or `mate 3` in moves, `mate -2` against it."""
    assert not isinstance(line.value, tuple)  # of two players, one has the opposite
    value = float(line.value) if result.viewer == result.state.turn else -float(line.value)
    if abs(value) > SUREST:
        plies = line.distance if line.distance is not None else len(line.actions)
        return f"mate {(plies + 1) // 2 if value > 0 else -(plies // 2)}"
    return f"cp {round(value / CENTIPAWN)}"


def line_names(game: Chess, state: State, moves: Sequence[int], *, chess960: bool) -> Iterator[str]:
    """The names of moves that are played one after another."""
    for move in moves:
        yield uci_name(game, state, move, chess960=chess960)
        state = game.result(state, move)
