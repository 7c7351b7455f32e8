"""The display of a state: text in a terminal, a picture or a board to play on in a notebook."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import Any

from adversario.base import notebook_hooks


@dataclass(frozen=True)
class BoardView:
    """A state of a game: text when printed, in a notebook a board to play on, or else a picture.

    `moves` are those played on it from `state`; they lead to the state `reached`, which is
    `position` in the game's notation. Moves and position are traits of its `widget`: both can be
    observed, and the moves can be set.
    """

    game: Any
    state: Any

    @cached_property
    def widget(self) -> Any:
        """The board to play on; None if the notebook shows only pictures."""
        return notebook_hooks.widget(self)

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves played on the board, in the game's notation."""
        return () if self.widget is None else tuple(self.widget.moves)

    @property
    def reached(self) -> Any:
        """The state that the moves lead to."""
        state = self.state
        for name in self.moves:
            state = self.game.result(state, self.game.parse_action(state, name))
        return state

    @property
    def position(self) -> str:
        """The state that the moves lead to, on one line."""
        return str(self.game.position(self.reached))

    def __str__(self) -> str:
        return str(self.game.text(self.state))

    def _ipython_display_(self) -> None:
        if not notebook_hooks.present(self):
            raise NotImplementedError  # which notebooks take for: show it by its other methods

    def _repr_svg_(self) -> str:
        return str(self.game.svg(self.state))

    def _repr_mimebundle_(self, **asked: Any) -> Any:
        return None if self.widget is None else self.widget._repr_mimebundle_(**asked)


def text_svg(text: str) -> str:
    """Lines of text as an SVG picture."""
    lines = text.splitlines() or [""]
    width = 20 + 10 * max(len(line) for line in lines)
    height = 20 + 20 * len(lines)
    rows = "".join(
        f'<text x="10" y="{25 + 20 * row}" xml:space="preserve">{escape(line)}</text>'
        for row, line in enumerate(lines)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="monospace" font-size="16">'
        f'<rect width="100%" height="100%" fill="white"/>{rows}</svg>'
    )
