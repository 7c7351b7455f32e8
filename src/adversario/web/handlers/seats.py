"""Play with hidden information: every player is shown what they know, and no more.

What a player is sent is made of the state with all that they cannot know left open (`conceal`), the
names of their actions, and the moves that they noticed; and an answer comes when they notice
something or a person is to move, so that the number of answers shows no hidden moves.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from itertools import islice
from random import Random
from typing import Any

from adversario.algorithms.core.algorithm import ALGORITHMS
from adversario.algorithms.core.chance import sample_chance
from adversario.arena.levels import LEVELS
from adversario.arena.searchers import player_factory
from adversario.base.board_view import text_svg
from adversario.base.errors import InputError
from adversario.base.numbers import show
from adversario.base.suggest import did_you_mean
from adversario.contract.information.memory import Memories, first_memories, next_memories
from adversario.contract.information.perspective import perspective
from adversario.contract.information.seen import seen_moves, shown_state, shown_text
from adversario.contract.presentation import presented
from adversario.game import CHANCE, Game, mover_of
from adversario.web import protocol
from adversario.web.handlers.context import Context
from adversario.web.handlers.positions import action_payload, board_of, view_of
from adversario.web.limits import LIMITS
from adversario.web.protocol import SeatPayload, SeatRequest, SeenPayload, ViewPayload
from adversario.web.seal import seal, unseal

PERSON = "person"

PLAYERS = (
    PERSON,
    "random",
    "equilibrium",
    *(f"level:{level}" for level in range(1, len(LEVELS) + 1)),
    *(name for name, record in ALGORITHMS.items() if record.hidden),
)
"""Those who may sit at a game that hides something."""

SEEN = 16
"""The most moves listed that a player noticed."""

SECONDS = 1.0
"""The time of searches that have one."""

NOBODY = -2
"""The player to move, where the viewer is not to move: who it is may be hidden."""


@dataclass(frozen=True)
class Seated:
    """A game in progress: all states and actions, and what every player knows."""

    game: Game[Any, Any]
    seats: tuple[str, ...]
    seed: int
    states: tuple[Any, ...]
    actions: tuple[Any, ...]
    memories: Memories[Any]

    @property
    def state(self) -> Any:
        """The current state, which no player is sent."""
        return self.states[-1]

    def after(self, action: Any) -> Seated:
        """The game after an action or an outcome of chance."""
        game, state = self.game, self.state
        after = game.result(state, action)
        memories = next_memories(game, self.memories, mover_of(game, state), action, after)
        states, actions = (*self.states, after), (*self.actions, action)
        return replace(self, states=states, actions=actions, memories=memories)

    @property
    def waits_for(self) -> int | None:
        """The person to move, or None."""
        if self.game.is_terminal(self.state):
            return None
        mover = self.game.player(self.state)
        return mover if mover != CHANCE and self.seats[mover] == PERSON else None

    def names(self) -> list[str]:
        """All moves by name."""
        return [self.game.action_name(*pair) for pair in zip(self.states, self.actions)]  # noqa: B905


def begin(game: Game[Any, Any], seats: tuple[str, ...], seed: int) -> Seated:
    """A game before the first move."""
    return Seated(game, seats, seed, (game.initial(),), (), first_memories(game))


def seat(context: Context, request: SeatRequest) -> SeatPayload:
    """What a player is shown, after their move or those of chance and automatic players."""
    play = _open(context, request)
    if request.action is not None:
        if play.waits_for != request.viewer:
            raise InputError("web.seat.turn", player=_name(context, play.game, request.viewer))
        play = play.after(play.game.parse_action(play.state, request.action))
    else:
        play = advance(play, request.viewer)
    return payload(context, request, play)


def advance(play: Seated, viewer: int) -> Seated:
    """The game once the viewer has noticed something, a person is to move, or it is over."""
    known = play.memories[viewer]
    while (
        play.waits_for is None
        and not play.game.is_terminal(play.state)
        and play.memories[viewer] == known
        and len(play.actions) < LIMITS.moves
    ):
        play = play.after(_choice(play))
    return play


def _choice(play: Seated) -> Any:
    """The outcome of chance, or the action of an automatic player, which is given what it knows."""
    game, state, random = play.game, play.state, Random(f"{play.seed} {len(play.actions)}")
    mover = game.player(state)
    if mover == CHANCE:
        return sample_chance(game, state, random)
    name = play.seats[mover]
    timed = f"{name}:time={SECONDS}" if name in ALGORITHMS else name
    known = perspective(game, state, play.memories[mover])
    return player_factory(timed)(random.getrandbits(32)).choose(game, known)


def payload(context: Context, request: SeatRequest, play: Seated) -> SeatPayload:
    """What the viewer is shown; all of it, once the game is over."""
    game, viewer, state = play.game, request.viewer, play.state
    over, following = game.is_terminal(state), play.waits_for
    mine = following == viewer
    if over:
        view = view_of(context, request.game, game, list(play.states), list(play.actions))
    else:
        view = seat_view(context, request.game, game, state, viewer, mine=mine)
    odds = presented(game).cell_odds(state, viewer) if request.odds and mine else {}
    cells = 0 if view.board is None else len(view.board.cells)
    return SeatPayload(
        sealed=seal(
            {
                "game": request.game,
                "options": dict(request.options),
                "seats": play.seats,
                "seed": play.seed,
                "moves": play.names(),
            }
        ),
        viewer=viewer,
        view=view,
        seen=[
            SeenPayload(mover, context.action(name))
            for mover, name in seen_moves(game, play.states, play.actions, viewer, SEEN)
        ],
        turn="over" if over else "you" if mine else "running" if following is None else "other",
        next=following,
        moves=play.names() if over else [],
        odds=[round(odds.get(cell, 0.0), 4) for cell in range(cells)] if odds else [],
    )


def seat_view(
    context: Context, name: str, game: Game[Any, Any], state: Any, viewer: int, *, mine: bool
) -> ViewPayload:
    """A position as one player knows it, with their actions if they are to move."""
    shown, look, players = shown_state(game, state, viewer), presented(game), context.players(game)
    legal = list(islice(game.actions(state), LIMITS.actions + 1)) if mine else []
    return ViewPayload(
        game=name,
        position="",
        moves=[],
        player=viewer if mine else NOBODY,
        player_name=players[viewer] if mine else "",
        players=players,
        sides=[
            protocol.SidePayload(each, side.paint)
            for each, side in zip(players, look.appearance().sides, strict=False)
        ],
        points=[] if shown is None else [show(each) for each in look.points_so_far(shown)],
        terminal=False,
        utilities=None,
        winners=[],
        outcome="",
        actions=[
            action_payload(context, game, state, action) for action in legal[: LIMITS.actions]
        ],
        more=len(legal) > LIMITS.actions,
        chances=[],
        board=None if shown is None else board_of(context, game, [shown], []),
        svg=text_svg(shown_text(game, state, viewer)) if shown is None else game.svg(shown),
        text=shown_text(game, state, viewer),
    )


def _open(context: Context, request: SeatRequest) -> Seated:
    """The game of a request: a new one, or the one that is sealed."""
    game = context.games.make(request.game, request.options, hidden=True)
    if request.sealed is None:
        seats, seed, moves = tuple(request.seats), secrets.randbits(64), []
    else:
        kept = unseal(request.sealed)
        if kept["game"] != request.game or kept["options"] != dict(request.options):
            raise InputError("web.seal")
        seats, seed, moves = tuple(kept["seats"]), kept["seed"], kept["moves"]
    if len(seats) != game.players:
        raise InputError("arena.seats", game=game.name, seats=game.players, given=len(seats))
    for name in seats:
        if name not in PLAYERS:
            close, known = did_you_mean(name, PLAYERS), ", ".join(PLAYERS)
            raise InputError("arena.unknown", player=name[:60], close=close, known=known)
    if not 0 <= request.viewer < game.players or seats[request.viewer] != PERSON:
        raise InputError("web.seat.viewer", player=request.viewer + 1)
    play = begin(game, seats, seed)
    for move in moves:
        play = play.after(game.parse_action(play.state, move))
    return play


def _name(context: Context, game: Game[Any, Any], player: int) -> str:
    return context.players(game)[player]
