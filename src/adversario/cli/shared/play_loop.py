"""The table at which a game is played in a terminal: the board, the moves, what can be asked."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

import typer

from adversario.algorithms.core.chance import sample_chance
from adversario.algorithms.core.limit import Limit
from adversario.analysis.analyse import analyse
from adversario.analysis.review import MoveReview, review, review_move
from adversario.base.catalogue import text
from adversario.base.errors import IllegalActionError, InputError
from adversario.base.numbers import show
from adversario.cli.shared.opponent import Opponent
from adversario.cli.shared.output import console, print_result, print_table
from adversario.cli.shared.progress import show_when_slow
from adversario.game import CHANCE, Game
from adversario.records.session import Session
from adversario.render.folding import fold
from adversario.render.text import text_tree
from adversario.trace import record, search_tree

LOOK = Limit(nodes=50_000)
"""How far a hint, a reason or a review looks; counted, so that it always says the same."""

WORDS = {
    "quit": ("quit", "q", "salir"),
    "undo": ("undo", "u", "deshacer"),
    "hint": ("hint", "pista"),
    "why": ("why", "porqué", "porque", "por qué"),
    "tree": ("tree", "árbol", "arbol"),
    "save": ("save", "guardar"),
    "review": ("review", "repaso"),
    "help": ("help", "ayuda", "?", ""),
}
"""What can be typed instead of a move, in both languages."""


class PlayLoop:
    """A game being played: who sits where, and what has happened so far."""

    def __init__(
        self,
        game: Game[Any, Any],
        lang: str,
        human: int,  # -1: nobody
        opponent: Opponent,
        session: Session,
        *,
        explain: bool = False,
        seed: int = 0,
        file: Path | None = None,
        reviews: bool = True,
    ) -> None:
        self.game, self.lang, self.human, self.opponent = game, lang, human, opponent
        self.session, self.explain, self.file, self.reviews = session, explain, file, reviews
        self.dice = Random(f"{seed} dice")
        self.states: list[Any] = []
        self.actions: list[Any] = []
        self.told: list[str] = []  # what was said since the human last saw the board

    @property
    def state(self) -> Any:
        """Where the game is now."""
        return self.states[-1]

    def resume(self, states: list[Any]) -> None:
        """Take up a game where it was left."""
        self.states = states
        pairs = zip(states, self.session.moves, strict=False)
        self.actions = [self.game.parse_action(state, move) for state, move in pairs]
        self.say("play.resumed", moves=len(self.actions))

    def play(self) -> None:
        """Play to the end, or until the human leaves."""
        game = self.game
        while not game.is_terminal(self.state):
            self.show_board()
            mover = game.player(self.state)
            if mover == CHANCE:
                outcome = sample_chance(game, self.state, self.dice)
                self.say("play.chance", outcome=game.action_name(self.state, outcome))
                self.move(outcome)
            elif mover != self.human:
                self.move(self.engine())
            elif not self.ask():
                return
        self.show_board()
        self.announce()
        if self.reviews and self.actions and sys.stdin.isatty():
            self.review()

    def move(self, action: Any) -> None:
        """Play an action, and keep the game if it is to be kept."""
        self.session = self.session.after(self.game.action_name(self.state, action))
        self.states.append(self.game.result(self.state, action))
        self.actions.append(action)
        if self.file is not None:
            self.session.save(self.file)

    def engine(self) -> Any:
        """The opponent's action."""
        action, result = self.opponent(self.game, self.state)
        if self.explain and result is not None:
            print_result(result, self.lang)
        player = self.game.player_name(self.game.player(self.state))
        self.say("play.moves", player=player, action=self.game.action_name(self.state, action))
        return action

    # The human's turn.

    def ask(self) -> bool:
        """Answer the human until there is a move, or one is taken back; False to stop."""
        prompt = text("play.prompt", self.lang, player=self.game.player_name(self.human))
        moves = len(self.actions)
        self.told.clear()
        while len(self.actions) == moves:
            try:
                with _completion(self.completions):
                    words = input(prompt).strip()
            except EOFError:
                typer.echo()
                self.say("play.no_input")
                self.human = -1
                return True
            wanted, rest = _command(words)
            if wanted == "quit":
                self.say("play.bye", position=self.game.position(self.state))
                return False
            if wanted is not None:
                self.answer(wanted, rest)
                continue
            try:
                self.move(self.game.parse_action(self.state, words))
            except IllegalActionError as error:
                self.tell(error.text(self.lang))
        return True

    def answer(self, wanted: str, rest: str) -> None:
        """Do what was asked for other than a move."""
        if wanted == "undo":
            self.undo()
        elif wanted == "hint":
            result = analyse(self.game, self.state, limit=LOOK)
            name = self.game.action_name(self.state, result.action)
            self.say("play.hint", action=name, value=show(result.value))
        elif wanted == "why":
            self.why(rest)
        elif wanted == "tree":
            _, trace = record(self.game, self.state, limit=Limit(depth=2))
            self.tell(text_tree(fold(search_tree(trace), 40), lang=self.lang))
        elif wanted == "save":
            self.save(rest)
        elif wanted == "review":
            self.review()
        else:
            self.say("play.help", legal=", ".join(self.completions()))

    def undo(self) -> None:
        """Back to where the human moved last."""
        own = [
            at for at, state in enumerate(self.states[:-1]) if self.game.player(state) == self.human
        ]
        if not own:
            self.say("play.nothing_to_undo")
            return
        del self.states[own[-1] + 1 :], self.actions[own[-1] :]
        self.session = self.session.before(len(self.actions))

    def why(self, move: str) -> None:
        """What answers a move of the human's: the one named, or the last one played."""
        state, action = self.state, None
        if move:
            try:
                action = self.game.parse_action(state, move)
            except IllegalActionError as error:
                self.tell(error.text(self.lang))
                return
        else:
            for before, played in zip(self.states, self.actions, strict=False):
                if self.game.player(before) == self.human:
                    state, action = before, played
        if action is None:
            self.say("play.no_move")
            return
        found = review_move(self.game, state, action, LOOK)
        name = self.game.action_name(state, action)
        if not found.verdict and found.kept >= found.value:
            self.say("play.fine", action=name, value=show(found.value))
            return
        self.say(
            "play.refuted", action=name, kept=show(found.kept), value=show(found.value),
            line=self.line(found) or text("play.no_line", self.lang),
            best=self.game.action_name(state, found.best),
        )  # fmt: skip

    def line(self, found: MoveReview) -> str:
        """The reply to a move, and what follows."""
        names, state = [], self.game.result(found.state, found.action)
        for action in found.line[:8]:
            names.append(self.game.action_name(state, action))
            state = self.game.result(state, action)
        return " ".join(names)

    def save(self, rest: str) -> None:
        """Keep the game in a file, and go on keeping it."""
        if not rest and self.file is None:
            self.say("play.save_what")
            return
        file = Path(rest) if rest else self.file
        assert file is not None
        try:
            self.session.save(file)
        except InputError as error:
            self.tell(error.text(self.lang))
            return
        self.file = file
        self.say("play.saved", file=file)

    def completions(self) -> list[str]:
        """The names of the legal moves."""
        game, state = self.game, self.state
        return [game.action_name(state, action) for action in game.legal(state)]

    # The end.

    def announce(self) -> None:
        """Who won."""
        utilities = self.game.utilities(self.state)
        names = [self.game.player_name(player) for player in range(self.game.players)]
        scores = ", ".join(
            f"{name} {show(utility)}" for name, utility in zip(names, utilities, strict=True)
        )
        if len(names) == 1:
            self.say("play.alone", value=show(utilities[0]))
            return
        best = max(utilities)
        winners = [name for name, won in zip(names, utilities, strict=True) if won == best]
        if len(winners) == len(names) > 1:
            self.say("play.draw", scores=scores)
        else:
            self.say("play.wins", winners=", ".join(winners), scores=scores)

    def review(self) -> None:
        """The value of every position, and the mistakes."""
        rows: list[list[str]] = []
        verdicts = 0
        with suppress(KeyboardInterrupt), show_when_slow(
            lambda _: text(
                "play.reviewing", self.lang, done=len(rows) + 1, moves=len(self.actions)
            )
        ):  # fmt: skip
            for found in review(self.game, self.states, self.actions, LOOK):
                rows.append(self.row(len(rows) + 1, found))
                verdicts += bool(found.verdict)
        self.say("play.review")
        columns = ("ply", "player", "action", "value", "kept", "best")
        print_table([text(f"column.{column}", self.lang) for column in columns], rows)
        if rows and not verdicts:
            self.say("play.clean")

    def row(self, number: int, found: MoveReview) -> list[str]:
        """A move of the review."""
        game = self.game
        best = "" if found.best == found.action else game.action_name(found.state, found.best)
        action = game.action_name(found.state, found.action) + found.verdict
        kept = "" if found.kept == found.value else show(found.kept)
        player = game.player_name(found.mover)
        return [str(number), player, action, show(found.value), kept, best]

    # What is seen.

    def say(self, id: str, /, **details: object) -> None:  # noqa: A002
        """Say a message of the catalogue."""
        self.tell(text(id, self.lang, **details))

    def tell(self, words: str) -> None:
        """Say something; it is said again below a board that is drawn in place of the last."""
        self.told.append(words)
        typer.echo(words)

    def show_board(self) -> None:
        """The board, in place of the last one where there is a terminal."""
        if sys.stdout.isatty() and sys.stdin.isatty() and not self.explain:
            console().clear()
            typer.echo("\n" + self.game.text(self.state) + "\n")
            for words in self.told:
                typer.echo(words)
        else:
            typer.echo("\n" + self.game.text(self.state) + "\n")


def _command(words: str) -> tuple[str | None, str]:
    """The command that the words stand for, None if it is none, and what follows it."""
    for command, names in WORDS.items():
        for name in names:
            if words == name:
                return command, ""
            if name and words.startswith(name + " "):
                return command, words[len(name) :].strip()
    return None, ""


@contextmanager
def _completion(words: Callable[[], list[str]]) -> Iterator[None]:
    """Have the Tab key complete moves and commands while a line is read."""
    try:
        import readline  # noqa: PLC0415 (not on every platform)
    except ImportError:
        yield
        return
    known = [*words(), *(names[0] for names in WORDS.values())]

    def complete(start: str, number: int) -> str | None:
        found = [word for word in known if word.startswith(start)]
        return found[number] if number < len(found) else None

    before = readline.get_completer()
    readline.set_completer(complete)
    readline.set_completer_delims(" ")
    readline.parse_and_bind("tab: complete")
    try:
        yield
    finally:
        readline.set_completer(before)
