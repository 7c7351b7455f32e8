"""One refereed game between players: chance is sampled, faults lose, long games are draws."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import perf_counter
from typing import Any

from adversario.algorithms.core.chance import sample_chance
from adversario.arena.interrupts import Interrupts
from adversario.arena.player import Entrant, Entry, Player, choose, make_entrant
from adversario.base.errors import InputError, describe_error
from adversario.base.numbers import Number, tidy
from adversario.base.pov import Stakes
from adversario.contract.information.memory import first_memories, next_memories
from adversario.contract.information.perspective import perspective
from adversario.contract.repetition import allowed_actions, draw_utilities, final_utilities, is_over
from adversario.game import CHANCE, Game
from adversario.records.record import Ending, GameRecord

MAX_PLIES = 1000
"""The maximum number of plies of a game after its opening."""


def play_game(
    game: Game[Any, Any],
    players: Sequence[Entry],
    *,
    seed: int = 0,
    opening: Sequence[str] = (),
    most_plies: int = MAX_PLIES,
    number: int = 0,
    entrants: Sequence[int] | None = None,
) -> GameRecord:
    """Play a game, with one player for each seat, from the end of the opening.

    The seed determines the outcomes of chance and the players' randomness, including Python's
    `random`, whose state is restored afterwards. `number` and `entrants` are only stored in the
    record.
    """
    if len(players) != game.players:
        raise InputError("arena.seats", game=game.name, seats=game.players, given=len(players))
    seated = [make_entrant(player) for player in players]
    with _seed_python(seed):
        play = _GamePlay(game, seated, seed)
        ending, utilities = play.play(play.open(opening), most_plies)
    return GameRecord(
        number=number,
        seed=seed,
        players=tuple(entrant.name for entrant in seated),
        entrants=tuple(range(game.players) if entrants is None else entrants),
        opening=tuple(opening),
        moves=tuple(play.moves),
        utilities=utilities,
        ending=ending,
        fault=play.fault,
        detail=play.detail,
        seconds=tuple(play.seconds),
    )


class _FaultError(Exception):
    """A player's fault, with the ending of the game and a description."""

    def __init__(self, ending: Ending, detail: str) -> None:
        super().__init__(detail)
        self.ending, self.detail = ending, detail


class _GamePlay:
    """A game in progress."""

    def __init__(self, game: Game[Any, Any], seated: Sequence[Entrant], seed: int) -> None:
        self.game, self.seated = game, seated
        self.seeds = [random.Random(f"{seed} seat {i}").getrandbits(32) for i in range(len(seated))]
        self.players: dict[int, Player] = {}
        self.dice = random.Random(f"{seed} dice")
        self.moves: list[str] = []
        self.states: list[Any] = []
        self.fault: int | None = None
        self.detail = ""
        self.seconds = [0.0] * game.players
        self.memories = None if game.kind.is_open else first_memories(game)

    def open(self, opening: Sequence[str]) -> Any:
        """The state after the actions and outcomes of chance of these names."""
        state = self.game.initial()
        self.states.append(state)
        for name in opening:
            state = self.follow(state, self.game.parse_action(state, name))
        return state

    def follow(self, state: Any, action: Any) -> Any:
        """The state after an action, of which every player remembers what they may."""
        after = self.game.result(state, action)
        self.states.append(after)
        if self.memories is not None:
            mover = self.game.player(state)
            self.memories = next_memories(self.game, self.memories, mover, action, after)
        return after

    def play(self, state: Any, most_plies: int) -> tuple[Ending, tuple[Number, ...]]:
        """Play to the end; return the kind of ending and the utilities."""
        game = self.game
        while not is_over(game, self.states):
            if len(self.moves) >= most_plies:
                return Ending.PLIES, draw_utilities(game)
            mover = game.player(state)
            if mover == CHANCE:
                action = sample_chance(game, state, self.dice)
            else:
                try:
                    action = self.choice(state, mover)
                except _FaultError as fault:
                    self.fault, self.detail = mover, fault.detail
                    return fault.ending, forfeit_utilities(game, mover)
            self.moves.append(game.action_name(state, action))
            state = self.follow(state, action)
        return Ending.RULES, final_utilities(game, self.states)

    def choice(self, state: Any, mover: int) -> Any:
        """The legal action that the player chooses; raises _FaultError if it is not legal."""
        entrant, legal = self.seated[mover], list(allowed_actions(self.game, self.states))
        started = perf_counter()
        with Interrupts() as interrupts:
            try:
                if mover not in self.players:
                    self.players[mover] = entrant.make(self.seeds[mover])
                shown = self.shown(state, mover)
                chosen = choose(self.players[mover], self.game, shown, self.states)
                found = [action for action in legal if action == chosen]
            except (Exception, SystemExit) as error:
                if not entrant.own:
                    raise
                problem = describe_error(error)
                raise _FaultError(Ending.FAILED, problem) from None
            finally:
                self.seconds[mover] += perf_counter() - started
                interrupts.check()
        if not found:
            raise _FaultError(Ending.ILLEGAL, f"{chosen!r} @ {self.game.position(state)}")
        return found[0]

    def shown(self, state: Any, mover: int) -> Any:
        """What a player is given: the state, or their perspective if the game hides something."""
        if self.memories is None:
            return state
        return perspective(self.game, state, self.memories[mover])


def forfeit_utilities(game: Game[Any, Any], guilty: int) -> tuple[Number, ...]:
    """The utilities after a fault: the minimum for that side, and the rest shared by the others."""
    low, high = (-1, 1) if game.utility_bounds is None else game.utility_bounds
    total = Stakes.of(game).total
    if game.players == 2 and guilty == 1:  # the bounds are player 0's
        return (high, low if total is None else tidy(total - high))
    bad = [game.same_side(player, guilty) for player in range(game.players)]
    innocent = len(bad) - sum(bad)
    rest = high if total is None or not innocent else tidy((total - sum(bad) * low) / innocent)
    return tuple(low if wrong else rest for wrong in bad)


@contextmanager
def _seed_python(seed: int) -> Iterator[None]:
    """Seed Python's `random` for the `with` block, and restore its state afterwards."""
    before = random.getstate()
    random.seed(f"{seed} python")
    try:
        yield
    finally:
        random.setstate(before)
