"""A game in a terminal: the board, the moves, and the commands."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

import typer

from adversario.algorithms.core.answer import Result
from adversario.algorithms.core.chance import sample_chance
from adversario.algorithms.core.limit import Limit
from adversario.analysis.assess import assess
from adversario.analysis.outcome import outcome_of
from adversario.analysis.review import MoveReview, review
from adversario.arena.levels import LEVELS
from adversario.base.catalogue import text
from adversario.base.errors import InputError
from adversario.base.numbers import check_digits, show
from adversario.cli.shared.clocks import Clocks, show_time
from adversario.cli.shared.move_reasons import explain_move, judge_move, natural_order
from adversario.cli.shared.opponent import Opponent
from adversario.cli.shared.output import console, print_result, print_table
from adversario.cli.shared.progress import show_when_slow
from adversario.cli.shared.saved_game import is_match, save_game
from adversario.contract.presentation import player_text
from adversario.contract.repetition import (
    allowed_actions,
    final_utilities,
    is_drawn_by_repetition,
    is_over,
    recent,
    require_allowed,
)
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

STOPPED = 130
"""The exit code of Ctrl-C."""


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
        clocks: Clocks | None = None,
    ) -> None:
        self.game, self.lang, self.human, self.opponent = game, lang, human, opponent
        self.session, self.explain, self.file, self.reviews = session, explain, file, reviews
        self.clocks = clocks
        self.dice = Random(f"{seed} dice")
        self.states: list[Any] = []
        self.actions: list[Any] = []
        self.searches: dict[int, Result[Any, Any]] = {}  # of the opponent, by number of moves
        self.messages: list[str] = []  # printed since the human last moved

    @property
    def state(self) -> Any:
        """The current state."""
        return self.states[-1]

    def resume(self, states: list[Any]) -> None:
        """Resume a game after these states."""
        self.states = states
        pairs = zip(states, self.session.moves, strict=False)
        self.actions = [self.game.parse_action(state, move) for state, move in pairs]
        if self.clocks is not None:
            self.clocks.resume(len(self.actions))
        self.print_message("play.resumed", moves=len(self.actions))

    def introduce(self, opponent: str | None, level: int | None, limit: Limit) -> None:
        """Print who the human is and who the opponent is."""
        if not 0 <= self.human < self.game.players:
            self.print_message("play.watching")
            return
        you = self.name(self.human)
        if self.game.players == 1:
            self.print_message("play.you_alone")
        elif level is not None:
            self.print_message("play.you_level", player=you, level=level, most=len(LEVELS))
        elif opponent is not None:
            self.print_message("play.you_opponent", player=you, opponent=opponent)
        elif self.clocks is not None and limit.depth is None:
            self.print_message("play.you_clock", player=you)
        else:
            name = "play.you_timed" if limit.depth is None else "play.you_deep"
            seconds, depth = show(limit.time or 0), limit.depth or 0
            self.print_message(name, player=you, seconds=seconds, depth=depth)

    def play(self) -> None:
        """Play to the end, or until the human leaves; Ctrl-C leaves too, with exit code 130."""
        try:
            self.play_on()
        except KeyboardInterrupt:
            typer.echo()
            self.say_goodbye()
            raise typer.Exit(STOPPED) from None

    def play_on(self) -> None:
        """Play to the end, or until the human leaves."""
        game = self.game
        while not is_over(game, self.states) and self.late() is None:
            self.show_board()
            mover = game.player(self.state)
            if mover == CHANCE:
                outcome = sample_chance(game, self.state, self.dice)
                self.print_message("play.chance", outcome=game.action_name(self.state, outcome))
                self.move(outcome)
            elif mover != self.human:
                self.move_in_time(self.engine())
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
        if self.clocks is not None:
            self.clocks.press()
        if self.file is not None:
            save_game(self.file, self.session, self.game, self.actions)

    def move_in_time(self, action: Any) -> None:
        """Play an action, unless its player has no time left."""
        if self.late() is None:
            self.move(action)

    def late(self) -> int | None:
        """The player who has no time left, if there is one."""
        return None if self.clocks is None else self.clocks.out_of_time()

    def start_clock(self) -> None:
        """Start the clock of the player to move."""
        if self.clocks is not None:
            self.clocks.start(self.game.player(self.state))

    def engine(self) -> Any:
        """The opponent's action."""
        self.start_clock()
        action, result = self.opponent(self.game, self.states)
        if result is not None:
            self.searches[len(self.actions)] = result
            if self.explain:
                print_result(result, self.lang)
        player = self.name(self.game.player(self.state))
        self.print_message(
            "play.moves", player=player, action=self.game.action_name(self.state, action)
        )
        return action

    # The human's turn.

    def ask(self) -> bool:
        """Read commands until there is a move, or one is taken back; returns False to stop."""
        prompt = text("play.prompt", self.lang, player=self.name(self.human))
        moves = len(self.actions)
        while len(self.actions) == moves and self.late() is None:
            self.start_clock()
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
                self.say_goodbye()
                return False
            if wanted is not None:
                self.answer(wanted, rest)
                continue
            try:
                action = self.game.parse_action(self.state, check_digits(words))
                require_allowed(self.game, self.states, action)
            except InputError as error:
                self.print_text(error.text(self.lang))
                continue
            self.messages.clear()
            self.move_in_time(action)
        return True

    def say_goodbye(self) -> None:
        """Print where the game stopped, and how to resume it if it is saved."""
        self.print_message("play.bye", position=self.game.position(self.state))
        if self.file is not None and not is_match(self.file):
            self.print_message("play.resume_how", file=self.file)

    def answer(self, wanted: str, rest: str) -> None:
        """Run a command; Ctrl-C ends it and not the game."""
        try:
            self.run(wanted, rest)
        except KeyboardInterrupt:
            self.print_message("play.interrupted")

    def run(self, wanted: str, rest: str) -> None:
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
            legal = ", ".join(sorted(self.completions(), key=natural_order))
            self.print_message("play.help", legal=legal)

    def hint(self) -> None:
        """Print a good move, and what it leads to: the outcome if it is known, else an estimate."""
        result = assess(self.game, self.state, limit=LOOK, past=recent(self.game, self.states))
        name = self.game.action_name(self.state, result.action)
        if (outcome := outcome_of(result, self.human)) is not None:
            self.print_message("play.hint_known", action=name, outcome=outcome.words)
        else:
            value = show(result.value_for(self.human).value)
            self.print_message("play.hint", action=name, value=value)

    def undo(self) -> None:
        """Go back to the human's last decision."""
        own = [
            at for at, state in enumerate(self.states[:-1]) if self.game.player(state) == self.human
        ]
        if not own:
            self.print_message("play.nothing_to_undo")
            return
        taken = self.session.moves[own[-1] :]
        del self.states[own[-1] + 1 :], self.actions[own[-1] :]
        self.searches = {at: found for at, found in self.searches.items() if at < len(self.actions)}
        self.session = self.session.before(len(self.actions))
        if self.clocks is not None:
            self.clocks.take_back(len(self.actions))
        self.messages.clear()
        self.print_message("play.undone", moves=" ".join(taken))

    def why(self, move: str) -> None:
        """Print the reasons for the opponent's last move, or judge the move that is named.

        If the human's last move was a mistake, that is printed too.
        """
        if move:
            try:
                action = self.game.parse_action(self.state, check_digits(move))
            except InputError as error:
                self.print_text(error.text(self.lang))
                return
            self.print_text(judge_move(self.game, self.state, action, LOOK).text(self.lang))
            return
        movers = [self.game.player(state) for state in self.states[: len(self.actions)]]
        decided = [at for at, mover in enumerate(movers) if mover != CHANCE]
        theirs = next((at for at in reversed(decided) if movers[at] != self.human), None)
        mine = next((at for at in reversed(decided) if movers[at] == self.human), None)
        if theirs is not None:
            state, action = self.states[theirs], self.actions[theirs]
            search = self.searches.get(theirs)
            for reason in explain_move(self.game, state, action, search, LOOK):
                self.print_text(reason.text(self.lang))
        if mine is not None:
            judged = judge_move(self.game, self.states[mine], self.actions[mine], LOOK)
            self.print_message("play.why_own", judged=judged)
        if theirs is None and mine is None:
            self.print_message("play.no_move")

    def save(self, rest: str) -> None:
        """Save the game to a file, now and after every move."""
        if not rest and self.file is None:
            self.print_message("play.save_what")
            return
        file = Path(rest) if rest else self.file
        assert file is not None
        try:
            save_game(file, self.session, self.game, self.actions)
        except InputError as error:
            self.print_text(error.text(self.lang))
            return
        self.file = file
        self.print_message("play.saved", file=file)

    def completions(self) -> list[str]:
        """The names of the legal moves."""
        game, state = self.game, self.state
        return [game.action_name(state, action) for action in allowed_actions(game, self.states)]

    # The end.

    def announce(self) -> None:
        """Print the outcome."""
        if (late := self.late()) is not None:
            self.print_message("play.out_of_time", player=self.name(late))
            return
        utilities = final_utilities(self.game, self.states)
        if is_drawn_by_repetition(self.game, self.states):
            self.print_message("play.repetition", times=self.game.repetition)
        names = [self.name(player) for player in range(self.game.players)]
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
        elif self.human >= 0 and winners == [names[self.human]]:
            self.print_message("play.you_win", scores=scores)
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
        return [str(number), self.name(found.mover), action, value, kept, best]

    # Output.

    def name(self, player: int) -> str:
        """The name of a player."""
        return player_text(self.game, player, self.lang)

    def print_message(self, id: str, /, **details: object) -> None:  # noqa: A002
        """Print a message of the catalogue."""
        self.print_text(text(id, self.lang, **details))

    def print_text(self, words: str) -> None:
        """Print a text; it is printed again below a board that replaces the last one."""
        self.messages.append(words)
        typer.echo(words)

    def drawing(self) -> str:
        """The board as text."""
        return self.game.text(self.state)

    def show_board(self) -> None:
        """Print the board, and the clocks; on a terminal it replaces the last one."""
        shown = "\n" + self.drawing() + "\n"
        if self.clocks is not None:
            times = ", ".join(
                f"{self.name(player)} {show_time(self.clocks.left(player))}"
                for player in range(self.game.players)
            )
            shown += "\n" + text("play.clocks", self.lang, times=times)
        if sys.stdout.isatty() and sys.stdin.isatty() and not self.explain:
            console().clear()
            typer.echo(shown)
            for words in self.messages:
                typer.echo(words)
        else:
            typer.echo(shown)


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
