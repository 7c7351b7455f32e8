"""`adversario play`: a game in the terminal against a search that explains itself."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Annotated, Any

import typer

from adversario.catalogue import text
from adversario.cli.inputs import game_of, state_of
from adversario.cli.language import LANG, tr
from adversario.cli.options import Algorithm, Depth, Lang, Position, Seconds, Source, limit_of
from adversario.cli.output import print_result
from adversario.cli.progress import watched_search
from adversario.errors import IllegalActionError, InputError
from adversario.game import CHANCE, Game
from adversario.render import fold, text_tree
from adversario.search import Limit, Result
from adversario.trace import record, search_tree
from adversario.values import show

SECONDS = 1.0
"""How long the opponent thinks unless told otherwise."""


def play_command(
    source: Source,
    position: Position = None,
    seat: Annotated[int, typer.Option("--as", help=tr("cli.as"))] = 1,
    opponent: Algorithm = None,
    depth: Depth = None,
    seconds: Seconds = None,
    explain: Annotated[bool, typer.Option("--explain", help=tr("cli.explain"))] = False,
    seed: Annotated[int, typer.Option("--seed", help=tr("cli.seed"))] = 0,
    lang: Lang = LANG,
) -> None:
    """Play in the terminal. Without input the search plays on for you."""
    game = game_of(source)
    if not 0 <= seat <= game.players:
        raise InputError("play.seat", seat=seat, players=game.players)
    limit = limit_of(depth, seconds) or Limit(time=SECONDS)
    table = _Table(game, lang, seat - 1, opponent, limit, explain, Random(seed))
    table.play(state_of(game, position))


@dataclass
class _Table:
    """A game being played: who sits where, and what has happened so far."""

    game: Game[Any, Any]
    lang: str
    human: int  # -1: nobody
    opponent: str | None
    limit: Limit
    explain: bool
    random: Random
    before: list[Any] = field(default_factory=list)  # the states that the human moved in

    def say(self, id: str, /, **details: object) -> None:  # noqa: A002
        typer.echo(text(id, self.lang, **details))

    def play(self, state: Any) -> None:
        game = self.game
        while not game.is_terminal(state):
            typer.echo("\n" + game.text(state) + "\n")
            mover = game.player(state)
            if mover == CHANCE:
                state = self.chance(state)
            elif mover == self.human:
                moved = self.ask(state)
                if moved is None:
                    return
                state = moved
            else:
                state = self.engine(state)
        typer.echo("\n" + game.text(state) + "\n")
        self.announce(state)

    def chance(self, state: Any) -> Any:
        outcomes, weights = zip(*self.game.chances(state), strict=True)
        outcome = self.random.choices(outcomes, [float(weight) for weight in weights])[0]
        self.say("play.chance", outcome=self.game.action_name(state, outcome))
        return self.game.result(state, outcome)

    def engine(self, state: Any) -> Any:
        result = self.think(state)
        player = self.game.player_name(self.game.player(state))
        if self.explain:
            print_result(result, self.lang)
        action = self.game.action_name(state, result.action)
        self.say("play.moves", player=player, action=action)
        return self.game.result(state, result.action)

    def think(self, state: Any) -> Result[Any, Any]:
        return watched_search(
            self.game, state, self.lang, algorithm=self.opponent, limit=self.limit
        )

    def ask(self, state: Any) -> Any:
        """The state after what the human does; None to stop."""
        prompt = text("play.prompt", self.lang, player=self.game.player_name(self.human))
        while True:
            try:
                words = input(prompt).strip()
            except EOFError:
                typer.echo()
                self.say("play.no_input")
                self.human = -1
                return self.engine(state)
            if words in ("quit", "salir", "q"):
                self.say("play.bye", position=self.game.position(state))
                return None
            if words in ("undo", "deshacer", "u"):
                if self.before:
                    return self.before.pop()
                self.say("play.nothing_to_undo")
            elif not self.helped(state, words):
                try:
                    action = self.game.parse_action(state, words)
                except IllegalActionError as error:
                    typer.echo(error.text(self.lang))
                    continue
                self.before.append(state)
                return self.game.result(state, action)

    def helped(self, state: Any, words: str) -> bool:
        """Whether the words asked for help, which is then given."""
        if words in ("hint", "pista"):
            result = self.think(state)
            name = self.game.action_name(state, result.action)
            self.say("play.hint", action=name, value=show(result.value))
        elif words in ("why", "porque", "por qué", "porqué"):
            _, trace = record(self.game, state, algorithm=self.opponent, limit=Limit(depth=2))
            typer.echo(text_tree(fold(search_tree(trace), 40), lang=self.lang))
        elif words in ("help", "ayuda", "?", ""):
            legal = (self.game.action_name(state, action) for action in self.game.legal(state))
            self.say("play.help", legal=", ".join(legal))
        else:
            return False
        return True

    def announce(self, state: Any) -> None:
        utilities = self.game.utilities(state)
        names = [self.game.player_name(player) for player in range(self.game.players)]
        scores = ", ".join(
            f"{name} {show(worth)}" for name, worth in zip(names, utilities, strict=True)
        )
        best = max(utilities)
        winners = [name for name, worth in zip(names, utilities, strict=True) if worth == best]
        if len(winners) == len(names) > 1:
            self.say("play.draw", scores=scores)
        else:
            self.say("play.wins", winners=", ".join(winners), scores=scores)
