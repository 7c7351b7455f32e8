"""Players: anything that chooses an action, and how players are named and made for each game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from inspect import isclass, signature
from pathlib import Path
from typing import Any, Protocol, TypeAlias, cast, runtime_checkable

from adversario.arena.searchers import player_factory, weights_option
from adversario.base.errors import InputError
from adversario.base.files import is_file
from adversario.base.python.plugins import load_user_module, split_user_path
from adversario.contract.repetition import recent
from adversario.game import Game


@runtime_checkable
class Player(Protocol):
    """Anything with a method that chooses an action in a state.

    In a game that hides something, the player is given their `Perspective` instead: their memory,
    their actions and the concealed state, never the state itself.
    """

    def choose(self, game: Game[Any, Any], state: Any) -> Any:
        """Return a legal action of the state, in which this player is to move."""


def choose(player: Player, game: Game[Any, Any], shown: Any, states: Sequence[Any]) -> Any:
    """The action that a player chooses; `states` are those of the game so far.

    In a game with a rule of repetition, a player whose `choose` has a parameter `past` is given
    the states before the last one that matter; one that has a parameter `history`, all of them.
    """
    known, ask = signature(player.choose).parameters, cast("Any", player.choose)
    if "history" in known:
        return ask(game, shown, history=tuple(states[:-1]))
    if game.repetition and "past" in known:
        return ask(game, shown, past=recent(game, states))
    return player.choose(game, shown)


@dataclass(frozen=True)
class Entrant:
    """A player's name, and the function that makes the player for one game.

    `make` is called with a seed, which should determine all randomness of the player, so that games
    are reproducible. If a user's `own` player raises an exception or chooses an illegal action, it
    loses the game; with any other player this is an error. `version` distinguishes players of the
    same name.
    """

    name: str
    make: Callable[[int], Player]
    own: bool = False
    version: str = ""


Entry: TypeAlias = "str | Entrant | Player | type[Player] | Callable[[Any, Any], Any]"
"""A player for a match: a name with options, or the user's own player."""


@dataclass(frozen=True)
class FunctionPlayer:
    """A function of game and state as a player."""

    function: Callable[[Any, Any], Any]

    def choose(self, game: Game[Any, Any], state: Any) -> Any:
        """Return the action of the function."""
        return self.function(game, state)


def make_entrant(entry: Entry) -> Entrant:
    """The entrant of an entry; raises InputError with the known ones.

    A text is an algorithm with options (`alphabeta:depth=4`), a level (`level:5`), an engine
    (`uci:stockfish,time=0.1`, `xboard:phalanx`, `gtp:gnugo --mode gtp`) or a class, object or
    function of a Python file (`my_player.py:Name`). A class is instantiated for every game, with
    the game's `seed` if it accepts one; an object is used for all games.
    """
    if isinstance(entry, Entrant):
        return entry
    if not isinstance(entry, str):
        return _own_entrant(getattr(entry, "__name__", type(entry).__name__), entry)
    if entry.startswith(("uci:", "xboard:", "gtp:")):  # a program that fails loses the game
        return Entrant(entry, player_factory(entry), own=True)
    own = split_user_path(entry)
    if own is not None and "=" not in str(own[0]):  # otherwise the file is the value of an option
        return _from_file(entry, *own)
    version = _version(Path(weights_option(entry)))
    if own is not None:
        version += _version(Path(str(own[0]).rpartition("=")[2]))
    return Entrant(entry, player_factory(entry), version=version)


def _from_file(text: str, path: Path, name: str) -> Entrant:
    """The player of that name in a Python file; without a name, the only player in it."""
    module = load_user_module(path)
    found = {
        key: thing
        for key, thing in vars(module).items()
        if getattr(thing, "__module__", None) == module.__name__ and _is_player(thing)
    }
    if name:
        found = {name: getattr(module, name)} if hasattr(module, name) else {}
    if len(found) != 1 or not _is_player(next(iter(found.values()))):
        known = [key for key, thing in vars(module).items() if _is_player(thing)]
        raise InputError("arena.own", file=path, name=name, found=", ".join(known) or "-")
    return _own_entrant(text, next(iter(found.values())), _version(path))


def _version(path: Path) -> str:
    """A digest of a file, to distinguish files of the same name; empty if it is not a file."""
    return sha256(path.read_bytes()).hexdigest()[:16] if is_file(path) else ""


def _is_player(thing: Any) -> bool:
    """Whether the object has a method `choose`, or is a function of two arguments."""
    if isinstance(thing, Player):  # true for a class too: it has the method
        return not getattr(thing, "_is_protocol", False)
    return callable(thing) and not isclass(thing) and _accepts(thing, 2)


def _accepts(function: Callable[..., Any], count: int) -> bool:
    try:
        signature(function).bind(*range(count))
    except (TypeError, ValueError):
        return False
    return True


def _own_entrant(name: str, thing: Any, version: str = "") -> Entrant:
    if not _is_player(thing):
        raise InputError("arena.no_player", given=name)
    return Entrant(name, _Maker(thing), own=True, version=version)


@dataclass(frozen=True)
class _Maker:
    """Makes the player for one game from a class, an object or a function."""

    thing: Any

    def __call__(self, seed: int) -> Player:
        if isclass(self.thing):
            options = {"seed": seed} if "seed" in signature(self.thing).parameters else {}
            return self.thing(**options)  # type: ignore[return-value]
        return self.thing if isinstance(self.thing, Player) else FunctionPlayer(self.thing)
