"""A game in a terminal: the board, the moves, and the commands."""

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
from adversario.analysis.assess import assess
from adversario.analysis.outcome import outcome_of
from adversario.analysis.review import MoveReview, explain_mistake, review, review_move
from adversario.base.catalogue import text
from adversario.base.errors import InputError
from adversario.base.numbers import check_digits, show
from adversario.cli.shared.opponent import Opponent
from adversario.cli.shared.output import console, print_result, print_table
from adversario.cli.shared.progress import show_when_slow
from adversario.game import CHANCE, Game
from adversario.records.session import Session
from adversario.render.folding import fold
from adversario.render.text import text_tree
from adversario.trace import record, search_tree

LOOK = Limit(nodes=50_000)
"""The limit of a hint, a reason or a review; in nodes, so that it is reproducible."""

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
"""The commands that can be typed instead of a move, in both languages."""


class PlayLoop:
    """A game in progress: the players and the moves so far."""

    def __init__(
        self,
        game: Game[Any, Any],
        lang: str,
        human: int,  # -1: none
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
        self.messages: list[str] = []  # printed since the human last saw the board

    @property
    def state(self) -> Any:
        """The current state."""
        return self.states[-1]

    def resume(self, states: list[Any]) -> None:
        """Resume a game after these states."""
        self.states = states
        pairs = zip(states, self.session.moves, strict=False)
        self.actions = [self.game.parse_action(state, move) for state, move in pairs]
        self.print_message("play.resumed", moves=len(self.actions))

    def play(self) -> None:
        """Play to the end, or until the human leaves."""
        game = self.game
        while not game.is_terminal(self.state):
            self.show_board()
            mover = game.player(self.state)
            if mover == CHANCE:
                outcome = sample_chance(game, self.state, self.dice)
                self.print_message("play.chance", outcome=game.action_name(self.state, outcome))
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
        """Play an action, and save the game if it has a file."""
        self.session = self.session.after(self.game.action_name(self.state, action))
        self.states.append(self.game.result(self.state, action))
        self.actions.append(action)
        if self.file is not None:
            self.session.save(self.file, self.game)

    def engine(self) -> Any:
        """The opponent's action."""
        action, result = self.opponent(self.game, self.state)
        if self.explain and result is not None:
            print_result(result, self.lang)
        player = self.game.player_name(self.game.player(self.state))
        self.print_message(
            "play.moves", player=player, action=self.game.action_name(self.state, action)
        )
        return action

    # The human's turn.

    def ask(self) -> bool:
        """Read commands until there is a move, or one is taken back; returns False to stop."""
        prompt = text("play.prompt", self.lang, player=self.game.player_name(self.human))
        moves = len(self.actions)
        self.messages.clear()
        while len(self.actions) == moves:
            try:
                with _completion(self.completions):
                    words = input(prompt).strip()
            except EOFError:
                typer.echo()
                self.print_message("play.no_input")
                self.human = -1
                return True
            wanted, rest = _command(words)
            if wanted == "quit":
                self.print_message("play.bye", position=self.game.position(self.state))
                return False
            if wanted is not None:
                self.answer(wanted, rest)
                continue
            try:
                action = self.game.parse_action(self.state, check_digits(words))
            except InputError as error:
                self.print_text(error.text(self.lang))
                continue
            self.move(action)
        return True

    def answer(self, wanted: str, rest: str) -> None:
        """Run a command."""
        if wanted == "undo":
            self.undo()
        elif wanted == "hint":
            self.hint()
        elif wanted == "why":
            self.why(rest)
        elif wanted == "tree":
            _, trace = record(self.game, self.state, limit=Limit(depth=2))
            self.print_text(text_tree(fold(search_tree(trace), 40), lang=self.lang))
        elif wanted == "save":
            self.save(rest)
        elif wanted == "review":
            self.review()
        else:
            self.print_message("play.help", legal=", ".join(self.completions()))

    def hint(self) -> None:
        """Print a good move, and what it leads to: the outcome if it is known, else an estimate."""
        result = assess(self.game, self.state, limit=LOOK)
        name = self.game.action_name(self.state, result.action)
        if (outcome := outcome_of(result, self.human)) is not None:
            self.print_message("play.hint_known", action=name, outcome=outcome.words)
        else:
            self.print_message("play.hint", action=name, value=show(result.value))

    def undo(self) -> None:
        """Go back to the human's last decision."""
        own = [
            at for at, state in enumerate(self.states[:-1]) if self.game.player(state) == self.human
        ]
        if not own:
            self.print_message("play.nothing_to_undo")
            return
        del self.states[own[-1] + 1 :], self.actions[own[-1] :]
        self.session = self.session.before(len(self.actions))

    def why(self, move: str) -> None:
        """Print the reply to a move of the human: the one named, or the last one played."""
        state, action = self.state, None
        if move:
            try:
                action = self.game.parse_action(state, check_digits(move))
            except InputError as error:
                self.print_text(error.text(self.lang))
                return
        else:
            for before, played in zip(self.states, self.actions, strict=False):
                if self.game.player(before) == self.human:
                    state, action = before, played
        if action is None:
            self.print_message("play.no_move")
            return
        found = review_move(self.game, state, action, LOOK)
        name = self.game.action_name(state, action)
        if found.verdict:
            self.print_text(explain_mistake(self.game, found).text(self.lang))
        elif found.kept_outcome is not None:
            words = found.kept_outcome.words
            self.print_message("play.fine_known", action=name, outcome=words)
        else:
            self.print_message("play.fine", action=name, value=show(found.value))

    def save(self, rest: str) -> None:
        """Save the game to a file, now and after every move."""
        if not rest and self.file is None:
            self.print_message("play.save_what")
            return
        file = Path(rest) if rest else self.file
        assert file is not None
        try:
            self.session.save(file, self.game)
        except InputError as error:
            self.print_text(error.text(self.lang))
            return
        self.file = file
        self.print_message("play.saved", file=file)

    def completions(self) -> list[str]:
        """The names of the legal moves."""
        game, state = self.game, self.state
        return [game.action_name(state, action) for action in game.legal(state)]

    # The end.

    def announce(self) -> None:
        """Print the outcome."""
        utilities = self.game.utilities(self.state)
        names = [self.game.player_name(player) for player in range(self.game.players)]
        scores = ", ".join(
            f"{name} {show(utility)}" for name, utility in zip(names, utilities, strict=True)
        )
        if len(names) == 1:
            self.print_message("play.alone", value=show(utilities[0]))
            return
        best = max(utilities)
        winners = [name for name, won in zip(names, utilities, strict=True) if won == best]
        if len(winners) == len(names) > 1:
            self.print_message("play.draw", scores=scores)
        else:
            self.print_message("play.wins", winners=", ".join(winners), scores=scores)

    def review(self) -> None:
        """Print the value of every position, and the mistakes."""
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
        self.print_message("play.review")
        columns = ("ply", "player", "action", "value", "kept", "best")
        print_table([text(f"column.{column}", self.lang) for column in columns], rows)
        if rows and not verdicts:
            self.print_message("play.clean")

    def row(self, number: int, found: MoveReview) -> list[str]:
        """A move of the review as a row."""
        game = self.game
        better = bool(found.verdict) or (found.outcome is None and found.best != found.action)
        best = game.action_name(found.state, found.best) if better else ""
        action = game.action_name(found.state, found.action) + found.verdict
        value, kept = show(found.value), "" if found.kept == found.value else show(found.kept)
        if found.outcome is not None and found.kept_outcome is not None:
            value = found.outcome.words.text(self.lang)
            kept = found.kept_outcome.words.text(self.lang) if found.verdict else ""
        return [str(number), game.player_name(found.mover), action, value, kept, best]

    # Output.

    def print_message(self, id: str, /, **details: object) -> None:  # noqa: A002
        """Print a message of the catalogue."""
        self.print_text(text(id, self.lang, **details))

    def print_text(self, words: str) -> None:
        """Print a text; it is printed again below a board that replaces the last one."""
        self.messages.append(words)
        typer.echo(words)

    def show_board(self) -> None:
        """Print the board; on a terminal it replaces the last one."""
        if sys.stdout.isatty() and sys.stdin.isatty() and not self.explain:
            console().clear()
            typer.echo("\n" + self.game.text(self.state) + "\n")
            for words in self.messages:
                typer.echo(words)
        else:
            typer.echo("\n" + self.game.text(self.state) + "\n")


def _command(words: str) -> tuple[str | None, str]:
    """The command in the words, None if there is none, and its argument."""
    for command, names in WORDS.items():
        for name in names:
            if words == name:
                return command, ""
            if name and words.startswith(name + " "):
                return command, words[len(name) :].strip()
    return None, ""


@contextmanager
def _completion(words: Callable[[], list[str]]) -> Iterator[None]:
    """Complete moves and commands with the Tab key while a line is read."""
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
