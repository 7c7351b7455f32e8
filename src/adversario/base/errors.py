"""What can go wrong, said in the reader's language."""

from __future__ import annotations

from adversario.base.catalogue import Message


class AdversarioError(Exception):
    """Base of all errors raised here. `str(error)` is English; `error.text("es")` is Spanish."""

    def __init__(self, id: str, /, **details: object) -> None:  # noqa: A002
        self.message = Message(id, details)
        super().__init__(self.message.text())

    def text(self, lang: str = "en") -> str:
        """The message in the given language."""
        return self.message.text(lang)


class InputError(AdversarioError, ValueError):
    """Something given to us is not well formed: a tree, a limit, a name, an answer."""


class IllegalActionError(InputError):
    """An action that the state does not allow, or a text that names no action."""


class GameError(AdversarioError):
    """A game breaks its contract; the message names the state and the method."""


class NoEvaluationError(GameError):
    """A search needs an estimate of a state, and the game has none."""


class UnsuitableGameError(InputError):
    """An algorithm was asked to search a game that it does not fit."""
