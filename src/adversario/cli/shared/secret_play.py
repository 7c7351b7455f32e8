"""A game with hidden information in a terminal: each person sees what they may know."""

from __future__ import annotations

import sys
from typing import Any

import typer

from adversario.algorithms.core.chance import sample_chance
from adversario.base.catalogue import text
from adversario.base.numbers import show
from adversario.cli.shared.output import console
from adversario.cli.shared.play_loop import PlayLoop
from adversario.cli.shared.progress import watched_search
from adversario.contract.information.memory import Memory, remember
from adversario.contract.information.perspective import Perspective, perspective
from adversario.contract.information.seen import seen_move, shown_text
from adversario.game import CHANCE

PERSON = ("person", "persona")
"""The opponent who sits at the same screen."""

SIMULATIONS = 3000
"""The simulations of a hint."""


class SecretPlayLoop(PlayLoop):
    """Play in which people see only their own view, and the opponents are given only theirs.

    With `people`, persons play all seats and hand over the screen; without, one plays. Once the
    game is over, all is shown.
    """

    people = False

    def play_on(self) -> None:
        """Play to the end, or until a person leaves."""
        game, viewer = self.game, self.human
        while not game.is_terminal(self.state) and self.late() is None:
            mover = game.player(self.state)
            if mover == CHANCE:
                self.move(sample_chance(game, self.state, self.dice))
            elif self.people or mover == self.human:
                if self.people and mover != viewer and not self.hand_over(mover):
                    return
                self.human = viewer = mover
                self.show_board()
                if not self.ask():
                    return
            else:
                self.move_in_time(self.engine())
        self.print_message("play.opened")
        self.show_board()
        self.announce()
        names = [game.action_name(*pair) for pair in zip(self.states, self.actions, strict=False)]
        self.print_message("play.all_moves", moves=" ".join(names))

    def hand_over(self, player: int) -> bool:
        """Hide what was shown until the next person says that they look; False to stop."""
        self.messages.clear()
        if sys.stdout.isatty():
            console().clear()
        self.human = player
        name = self.name(player)
        try:
            typer.echo(text("play.hand_over", self.lang, player=name))
            input()
        except EOFError:
            typer.echo()
            return False
        return True

    def memory(self, player: int) -> Memory[Any]:
        """What a player knows."""
        return remember(self.game, player, self.actions, self.states[0])

    def perspective(self) -> Perspective[Any, Any]:
        """What the player to move knows, and may do."""
        known = self.memory(self.game.player(self.state))
        found = perspective(self.game, self.state, known)
        assert found is not None, "a player is to move"
        return found

    def move(self, action: Any) -> None:
        """Play an action; what the person notices of another player's is printed."""
        mover = self.game.player(self.state)
        super().move(action)
        if mover == self.human:
            return
        seen = seen_move(self.game, self.states, self.actions, len(self.actions) - 1, self.human)
        if seen is not None and self.human >= 0:
            if seen.mover == CHANCE:
                self.print_message("play.chance", outcome=seen.name)
            else:
                player = self.name(seen.mover)
                self.print_message("play.moves", player=player, action=seen.name)

    def engine(self) -> Any:
        """The opponent's action, by what the opponent knows."""
        self.start_clock()
        action, _ = self.opponent(self.game, [self.perspective()])
        return action

    def run(self, wanted: str, rest: str) -> None:
        """Run a command; those that would show hidden things, or take knowledge back, say so."""
        if wanted in ("undo", "why", "tree", "review"):
            self.print_message("play.secret")
        else:
            super().run(wanted, rest)

    def hint(self) -> None:
        """Print a good move by what the person knows, and its mean."""
        known = self.perspective()
        result = watched_search(
            self.game, None, self.lang, limit=None, algorithm="ismcts", known=known,
            simulations=SIMULATIONS,
        )  # fmt: skip
        name = self.game.action_name(self.state, result.action)
        value = show(result.value_for(self.human).value)
        self.print_message("play.hint", action=name, value=value)

    def say_goodbye(self) -> None:
        """Print how to resume; the position has what the person does not know."""
        self.print_message("play.left")
        if self.file is not None:
            self.print_message("play.resume_how", file=self.file)

    def drawing(self) -> str:
        """The state as the person knows it; all of it, once the game is over, or for watchers."""
        if self.human < 0 or self.game.is_terminal(self.state):
            return self.game.text(self.state)
        return shown_text(self.game, self.state, self.human)
