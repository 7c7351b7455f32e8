"""Matches: many games between the same players, from varied openings, with seats exchanged."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from adversario.arena.files import MatchFile
from adversario.arena.openings import openings as opening_lines
from adversario.arena.play import MAX_PLIES, play_game
from adversario.arena.player import Entrant, Entry, make_entrant
from adversario.arena.result import MatchResult, pair_scores
from adversario.arena.sprt import Sprt
from adversario.base.catalogue import Message
from adversario.base.errors import InputError
from adversario.base.numbers import to_json
from adversario.base.progress import Watcher
from adversario.base.provenance.saved_work import identity
from adversario.base.stop import Stop
from adversario.contract.information.memory import remember
from adversario.contract.information.perspective import perspective
from adversario.game import CHANCE, Game
from adversario.games.weights import given_weights
from adversario.records.record import GameRecord

OPENING_PLIES = 4


class Task(NamedTuple):
    """A game to play: its number in the match, its seed, the entrant of each seat, its opening."""

    number: int
    seed: int
    entrants: tuple[int, ...]
    opening: tuple[str, ...]


@dataclass(frozen=True)
class MatchTable:
    """The game, the entrants and the limit of a match; calling it plays the game of a task."""

    game: Game[Any, Any]
    entrants: tuple[Entrant, ...]
    most_plies: int = MAX_PLIES

    def __call__(self, task: Task) -> GameRecord:
        """Play the game of the task."""
        return play_game(
            self.game, [self.entrants[who] for who in task.entrants], seed=task.seed,
            opening=task.opening, most_plies=self.most_plies, number=task.number,
            entrants=task.entrants,
        )  # fmt: skip


def play_match(
    game: Game[Any, Any],
    players: Sequence[Entry],
    *,
    games: int = 200,
    seed: int = 0,
    openings: int = OPENING_PLIES,
    most_plies: int = MAX_PLIES,
    workers: int = 1,
    save: Path | str | None = None,
    sprt: Sprt | None = None,
    setup: Callable[[], MatchTable] | None = None,
    on_progress: Callable[[GameRecord], None] | None = None,
    on_notice: Callable[[Message], None] | None = None,
    stop: Stop | None = None,
) -> MatchResult:
    """Play the games in whole rounds, and return the result.

    - `openings`: the number of random plies at the start of a round, the same for all seatings.
    - `seed`: determines the games, for any number of workers, unless a player has a time limit, or
      randomness of its own that does not come from its seed.
    - `most_plies`: a longer game is a draw.
    - `workers`: the number of processes. With 1, this process plays the games. Otherwise game and
      players must be picklable, or `setup` must make them in each process; and a script that calls
      this needs `if __name__ == "__main__"`.
    - `save`: a file to which every finished game is added. Games of this match that it already has
      are not played again.
    - `sprt`: a test that ends the match when it is decided.
    - `on_progress` is called with the record of each game, those of the file first. `on_notice` is
      called with messages for the user about the file, before any game.
    - `stop`: a token that ends the match after the current game; the result has the games so far.

    Ctrl-C ends the match; saved games are kept.
    """
    entrants = tuple(make_entrant(player) for player in players)
    _check(game, entrants, games=games, openings=openings, most_plies=most_plies, workers=workers)
    if sprt is not None and not (game.players == len(entrants) == 2):
        raise InputError("arena.sprt_for_two", game=game.name)
    table = MatchTable(game, entrants, most_plies)
    planned = {task.number: task for task in tasks(game, len(entrants), games, openings, seed)}
    score, watcher = _Score(sprt), Watcher(on_progress, stop)
    with ExitStack() as stack:
        file = None
        if save is not None:
            file = stack.enter_context(MatchFile(Path(save), _identity(table, openings, seed)))
            for notice in file.notices(planned):
                (on_notice or _ignore_notice)(notice)
            for number in planned.keys() & file.games.keys():
                score.add(file.games[number])
                watcher.report(file.games[number])
        left = [task for number, task in planned.items() if number not in score.games]
        if left and not score.decided and not watcher.is_stopped():
            prepare(table, left[0])
            for record in stack.enter_context(closing(_play_tasks(table, left, workers, setup))):
                score.add(record)
                if file is not None:
                    file.add(record)
                watcher.report(record)
                if score.decided:
                    break
                if watcher.is_stopped():  # only between games: players need not support stopping
                    break
    names = tuple(entrant.name for entrant in entrants)
    return MatchResult(game.name, names, game.players, seed, score.result_games(), sprt)


def _ignore_notice(_: object) -> None:
    """The default callback, which does nothing."""


class _Score:
    """The finished games, and whether they decide the match.

    Only the games before the first unfinished one are used for the decision, so that it does not
    depend on the speed of the workers.
    """

    def __init__(self, sprt: Sprt | None) -> None:
        self.sprt = sprt
        self.games: dict[int, GameRecord] = {}
        self.pairs: list[float] = []
        self.decided = False

    def add(self, record: GameRecord) -> None:
        """Add a finished game."""
        self.games[record.number] = record
        while self.sprt is not None and not self.decided:
            first = 2 * len(self.pairs)
            pair = [self.games[number] for number in (first, first + 1) if number in self.games]
            if len(pair) < 2:
                break
            self.pairs.extend(pair_scores(pair))
            self.decided = self.sprt.decision(self.pairs) is not None

    def result_games(self) -> tuple[GameRecord, ...]:
        """The games of the result: all, or those up to the decision."""
        last = 2 * len(self.pairs) if self.decided else len(self.games)
        return tuple(self.games[number] for number in sorted(self.games)[:last])


def tasks(
    game: Game[Any, Any], entrants: int, games: int, openings: int, seed: int
) -> Iterator[Task]:
    """Yield the games of a match, rounded up to whole rounds: each opening with all seatings.

    In game i of a round seat s is that of entrant s + i, modulo their number. All games of a round
    have the same seed, so that the outcomes of chance are the same for all entrants.
    """
    rounds = -(-games // entrants)
    for number, line in enumerate(islice(opening_lines(game, openings, seed), rounds)):
        own_seed = Random(f"{seed} round {number}").getrandbits(32)
        for turn in range(entrants):
            seats = tuple((seat + turn) % entrants for seat in range(game.players))
            yield Task(number * entrants + turn, own_seed, seats, line)


def prepare(table: MatchTable, task: Task) -> None:
    """Let every built-in player move once, to raise errors before the match.

    This also compiles the code that they need once, before several processes do.
    """
    game, state, dealt = table.game, table.game.initial(), []
    while not game.is_terminal(state) and game.player(state) == CHANCE:
        dealt.append(next(iter(game.chances(state)))[0])
        state = game.result(state, dealt[-1])
    if game.is_terminal(state):
        raise InputError("arena.openings", game=game.name, plies=0)
    memory = None if game.kind.is_open else remember(game, game.player(state), dealt)
    for entrant in table.entrants:
        if not entrant.own:
            player = entrant.make(task.seed)
            shown = state if game.kind.is_open else perspective(game, state, memory)
            getattr(player, "try_out", player.choose)(game, shown)


def _play_tasks(
    table: MatchTable, left: Sequence[Task], workers: int, setup: Callable[[], MatchTable] | None
) -> Generator[GameRecord, None, None]:
    """Yield the records of the tasks, as they finish."""
    if workers == 1:
        yield from map(table, left)
    else:
        from adversario.arena.workers import run_tasks  # noqa: PLC0415 (imports multiprocessing)

        make = partial(_return_table, table) if setup is None else setup
        yield from run_tasks(make, left, min(workers, len(left)))


def _return_table(table: MatchTable) -> MatchTable:
    return table


def _identity(table: MatchTable, openings: int, seed: int) -> dict[str, Any]:
    """The identity of a match: matches with the same identity have the same games."""
    game = table.game
    constants: dict[str, Any] = {
        name: value if isinstance(value, str) else to_json(value)
        for name, value in vars(game).items()
        if isinstance(value, (bool, int, float, str))
    }
    if (weights := given_weights(game)) is not None:
        constants["weights"] = list(weights.weights)
    return {
        **identity(game),
        "initial": game.position(game.initial()),
        "constants": constants,
        "players": [entrant.name for entrant in table.entrants],
        "versions": [entrant.version for entrant in table.entrants],
        "seed": seed,
        "openings": openings,
        "most_plies": table.most_plies,
    }


MOST_GAMES = 1_000_000
"""The most games of a match, which are planned, kept and compared in memory."""


def _check(game: Game[Any, Any], entrants: Sequence[Entrant], **least: int) -> None:
    if len(entrants) < 2 or len(entrants) > max(2, game.players):
        most = max(2, game.players)
        raise InputError("arena.entrants", game=game.name, most=most, given=len(entrants))
    for name, given in least.items():
        if given < (0 if name == "openings" else 1):
            raise InputError(
                "limit.too_small", limit=name, given=given, least=0 if name == "openings" else 1
            )
    if least["games"] > MOST_GAMES:
        raise InputError(
            "limit.range", field="games", given=least["games"], least=1, most=MOST_GAMES
        )
