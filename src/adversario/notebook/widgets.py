"""The explorer and the board as widgets: state that Python and the notebook's page share.

Everything they show is in their traits, texts included, and their JavaScript is sent along: nothing
is downloaded.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from anywidget import AnyWidget
from traitlets import Bunch, Dict, Int, List, TraitError, Unicode, observe, validate

from adversario.base.board_view import BoardView
from adversario.base.catalogue import templates
from adversario.base.errors import AdversarioError
from adversario.games.registry import registered_name
from adversario.notebook import bundle
from adversario.web.handlers.context import Context, OfferedGames
from adversario.web.handlers.hello import SHOWN
from adversario.web.handlers.positions import view_of
from adversario.web.protocol import Search
from adversario.web.wire import write


class _Widget(AnyWidget):
    """The shared parts: the code, the language and its texts."""

    _esm = Unicode().tag(sync=True)
    kind = Unicode().tag(sync=True)
    lang = Unicode().tag(sync=True)
    texts = Dict().tag(sync=True)
    picture = Unicode().tag(sync=True)
    """The name of the element with the picture, which is hidden as soon as the widget is there."""

    def __init__(self, kind: str, lang: str, **traits: object) -> None:
        texts = {key: text for key, text in templates(lang).items() if key.startswith(SHOWN)}
        code = bundle.BUNDLE.read_text(encoding="utf-8")
        super().__init__(_esm=code, kind=kind, lang=lang, texts=texts, **traits)


class ExplorerWidget(_Widget):
    """A search to step through. `step` is the number of events shown."""

    search = Dict().tag(sync=True)
    step = Int().tag(sync=True)

    def __init__(self, search: Search, lang: str) -> None:
        self.last = len(search.events)
        super().__init__("explorer", lang, search=write(search))

    @validate("step")
    def _within(self, proposal: Bunch) -> int:
        return max(0, min(self.last, int(proposal.value)))


class BoardWidget(_Widget):
    """A board to play on.

    `moves` are played from the board's state, on the page or from Python; `position` is the state
    after them, and `view` its display. An illegal move raises TraitError, and is not made.
    """

    title = Unicode().tag(sync=True)
    moves = List(Unicode()).tag(sync=True)
    position = Unicode().tag(sync=True)
    view = Dict().tag(sync=True)

    def __init__(self, board: BoardView, lang: str) -> None:
        game = board.game
        self.board, self.context = board, Context(OfferedGames({}), lang, lambda _: None)
        self.game_name = registered_name(type(game)) or ""
        super().__init__("board", lang, title=self.context.title(self.game_name, game.name))
        self._show([])

    @validate("moves")
    def _legal(self, proposal: Bunch) -> list[str]:
        game = self.board.game
        try:
            states, actions = self._play_moves(proposal.value)
        except AdversarioError as error:
            raise TraitError(error.text(self.lang)) from error
        return [game.action_name(*pair) for pair in zip(states, actions, strict=False)]

    @observe("moves")
    def _on_moves(self, change: Bunch) -> None:
        self._show(change.new)

    def _show(self, moves: Sequence[str]) -> None:
        shown = view_of(self.context, self.game_name, self.board.game, *self._play_moves(moves))
        self.view, self.position = write(shown), shown.position

    def _play_moves(self, moves: Sequence[str]) -> tuple[list[Any], list[Any]]:
        """The states from the first on, and the actions between them."""
        game, states, actions = self.board.game, [self.board.state], []
        for name in moves:
            actions.append(game.parse_action(states[-1], name))
            states.append(game.result(states[-1], actions[-1]))
        return states, actions
