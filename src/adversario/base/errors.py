"""Errors, with messages in the reader's language."""

from __future__ import annotations

from adversario.base.catalogue import Message


class AdversarioError(Exception):
    """Base of all errors of this package.

    `str(error)` is English; `error.text("es")` is Spanish.
    """

    def __init__(self, id: str, /, **details: object) -> None:  # noqa: A002
        self.message = Message(id, details)
        super().__init__(self.text())

    def text(self, lang: str = "en") -> str:
        """The message in the given language, as text that can be printed anywhere."""
        return self.message.text(lang).encode("utf-8", "backslashreplace").decode()


class InputError(AdversarioError, ValueError):
    """An input is not well formed: a tree, a limit, a name, an answer."""


class IllegalActionError(InputError):
    """An action that is illegal in the state, or a text that is not an action."""


class GameError(AdversarioError):
    """A game breaks its contract; the message has the state and the method."""


class NoEvaluationError(GameError):
    """A search needs an estimate of a state, and the game has none."""


class UnsuitableGameError(InputError):
    """An algorithm does not fit the game that it is asked to search."""


def describe_error(error: BaseException) -> str:
    """The class and the words of any exception, also if its own words fail."""
    try:
        words = str(error)
    except Exception:
        words = "?"
    return f"{type(error).__name__}: {words}"
