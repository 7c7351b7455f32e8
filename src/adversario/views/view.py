"""Games whose states represent those of another game, to which everything else is forwarded."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from inspect import signature
from types import FunctionType
from typing import Any, ClassVar

from adversario.base.numbers import Number
from adversario.contract.capability import Capability, defines, methods_of
from adversario.contract.drawing import Drawn
from adversario.contract.evaluation import Evaluated, Quiescent
from adversario.contract.guidance import Selective
from adversario.contract.information.observed import Observed
from adversario.contract.notation import Written
from adversario.contract.presentation import Presented
from adversario.contract.repetition import Repeating
from adversario.game import A, Game, S

STATES = frozenset({"state", "after"})
"""The names of parameters that are states."""


class View(Game[S, A]):
    """A game with other states: `plain` maps one to the game's, `seen` maps the game's back.

    The methods of the capabilities in `keeps` are forwarded to the game. The others are lost, since
    symmetries, keys, numbers and hints for solvers depend on values, which differ from the game's.
    """

    keeps: ClassVar[tuple[type[Capability[Any, Any]], ...]] = (
        Evaluated, Quiescent, Selective, Repeating, Observed, Written, Drawn, Presented,
    )  # fmt: skip

    def __new__(cls, game: Game[Any, A], *_: Any, **__: Any) -> View[S, A]:
        """An instance of the class that forwards what this game defines."""
        own = tuple(
            name for each in cls.keeps for name in methods_of(each) if defines(game, name)
        )  # fmt: skip
        return object.__new__(_forwarding_class(cls, own))

    def __init__(self, game: Game[Any, A]) -> None:
        self.game = game
        self.players, self.teams = game.players, game.teams
        self.zero_sum, self.utility_sum = game.zero_sum, game.utility_sum
        self.utility_bounds, self.chance = game.utility_bounds, game.chance
        self.perfect_information, self.simultaneous = game.perfect_information, game.simultaneous
        self.weights, self.estimate_limit = game.weights, game.estimate_limit
        self.estimate_unit, self.clock_limit = game.estimate_unit, game.clock_limit
        self.ends_without_actions = game.ends_without_actions
        self.repetition, self.forbids_repetition = game.repetition, game.forbids_repetition

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (type(self).__bases__[0], self.game, vars(self))

    def seen(self, state: Any) -> S:
        """A state of the game as a state of this view."""
        return state  # type: ignore[no-any-return]

    def plain(self, state: S) -> Any:
        """The state of the game itself."""
        return state

    @property
    def name(self) -> str:
        """The name of the game."""
        return self.game.name

    def initial(self) -> S:
        """The initial state of the game, as one of this view."""
        return self.seen(self.game.initial())

    def player(self, state: S) -> int:
        """The player to move in the game."""
        return self.game.player(self.plain(state))

    def actions(self, state: S) -> Iterable[A]:
        """The actions of the game."""
        return self.game.actions(self.plain(state))

    def chances(self, state: S) -> Iterable[tuple[A, Number]]:
        """The outcomes of the game's chance nodes."""
        return self.game.chances(self.plain(state))

    def result(self, state: S, action: A) -> S:
        """The state after the action, as one of this view."""
        return self.seen(self.game.result(self.plain(state), action))

    def is_terminal(self, state: S) -> bool:
        """Whether the game is over."""
        return self.game.is_terminal(self.plain(state))

    def utility(self, state: S, player: int) -> Number:
        """The utility in the game."""
        return self.game.utility(self.plain(state), player)

    def player_name(self, player: int) -> str:
        """The name of the player in the game."""
        return self.game.player_name(player)

    def parse_position(self, text: str) -> S:
        """The state that the text denotes in the game, as one of this view."""
        return self.seen(self.game.parse_position(text))


@cache
def _forwarding_class(cls: type[Any], names: tuple[str, ...]) -> type[Any]:
    """The class with a forwarding method for each name, unless the class has its own."""
    members = {name: _forward(cls, name) for name in names if name not in _own_names(cls)}
    return type(cls.__name__, (cls,), {"__doc__": cls.__doc__, **members})


def _own_names(cls: type[Any]) -> set[str]:
    """The names that a view and its base classes define."""
    return {name for each in cls.__mro__ if issubclass(each, View) for name in vars(each)}


def _forward(cls: type[Any], name: str) -> Callable[..., Any]:
    defaults: dict[str, FunctionType] = {}
    for capability in cls.keeps:
        defaults.update(methods_of(capability))
    declared = signature(defaults[name])
    states = [each in STATES for each in list(declared.parameters)[1:]]
    returns_state = declared.return_annotation == "S"

    def method(self: View[Any, Any], *arguments: Any) -> Any:
        given = zip(arguments, states, strict=True)
        plain = [self.plain(value) if is_state else value for value, is_state in given]
        found = getattr(self.game, name)(*plain)
        return self.seen(found) if returns_state else found

    method.__name__, method.__doc__ = name, f"`{name}` of the game."
    return method


def _rebuild(cls: type[View[Any, Any]], game: Game[Any, Any], constants: dict[str, Any]) -> Any:
    made = cls.__new__(cls, game)
    vars(made).update(constants)
    return made
