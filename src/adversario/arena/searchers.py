"""The built-in players, and their names such as `alphabeta:depth=4`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache, partial
from inspect import signature
from pathlib import Path
from random import Random
from typing import Any

from adversario.algorithms.core.algorithm import ALGORITHMS
from adversario.algorithms.core.answer import Result
from adversario.algorithms.core.limit import Limit
from adversario.algorithms.core.requirements import require
from adversario.algorithms.turns import Horizon
from adversario.analysis.analyse import analyse
from adversario.arena.equilibrium import EquilibriumPlayer
from adversario.arena.levels import LEVELS, Level
from adversario.arena.opening_player import OpeningPlayer
from adversario.arena.turns import TurnsPlayer
from adversario.base.errors import InputError, NoEvaluationError
from adversario.base.python.plugins import load_user_module, split_user_path
from adversario.base.suggest import did_you_mean
from adversario.contract.capability import as_capability
from adversario.contract.information.perspective import Perspective, perspective
from adversario.contract.repetition import allowed_actions
from adversario.contract.solving import Graded
from adversario.game import Game
from adversario.games.weights import weighted, weights_of
from adversario.native.compiler.problems import NotCompilable
from adversario.native.engines.dispatch import search
from adversario.native.engines.engine_choice import ENGINES, Engine
from adversario.native.engines.enhanced.cuts import cuts_of
from adversario.native.engines.enhanced.enhancements import (
    SELECTIVE,
    Enhancements,
    usual_enhancements,
)
from adversario.native.engines.mcts import mcts as monte_carlo
from adversario.protocols.gtp.client import GtpPlayer
from adversario.protocols.settings import EngineSettings, read_settings
from adversario.protocols.uci.client import UciPlayer
from adversario.protocols.xboard.client import XboardPlayer, xboard_settings
from adversario.solve.book import shipped_book
from adversario.solve.dispatch import look_up_book, solve
from adversario.solve.endgame import Tables, open_tables
from adversario.solve.exact import ExactSolver
from adversario.views.learned.model import model_name

WEIGHTS = "weights="
TURNS = "turns"
REPERTOIRE = "repertoire="
WIDTHS = {"": None, "full": Enhancements(), "selective": SELECTIVE}
"""The kinds of compiled alpha-beta by name; the first is what is usual for a game."""

SIMULATIONS = 1000
DEPTH = 4
"""The default depth of searches."""


class RandomPlayer:
    """Chooses any legal action, all equally likely."""

    def __init__(self, seed: int = 0) -> None:
        self.random = Random(seed)

    def choose(self, game: Game[Any, Any], state: Any, past: Sequence[Any] = ()) -> Any:
        """Choose a random action."""
        if isinstance(state, Perspective):
            return self.random.choice(list(state.actions))
        return self.random.choice(list(allowed_actions(game, (*past, state))))


@dataclass(frozen=True)
class SearchPlayer:
    """Chooses by a search: an algorithm by name, its limit, and optionally an evaluation.

    `tables` is a folder of endgame tables, which compiled alpha-beta probes, and `width` its kind:
    "selective", "full", or what is usual for the game. `cuts` are those of multi-ProbCut: a file,
    or "fitted" for those that come with the game.
    """

    algorithm: str
    limit: Limit
    evaluate: Callable[[Any, int], Any] | None = None
    engine: Engine = "auto"
    tables: Path | None = None
    width: str = ""
    cuts: str = ""

    def choose(self, game: Game[Any, Any], state: Any, past: Sequence[Any] = ()) -> Any:
        """Choose the best action found."""
        return self._search_action(game, state, self.limit, past)

    def try_out(self, game: Game[Any, Any], state: Any) -> None:
        """Run a minimal search, which raises errors early and compiles the game."""
        with suppress(NoEvaluationError):  # a deeper search may not need an evaluation
            self._search_action(game, state, replace(self.limit, depth=1))

    def _search_action(
        self, game: Game[Any, Any], state: Any, limit: Limit, past: Sequence[Any] = ()
    ) -> Any:
        if self.cuts:
            extra = replace(usual_enhancements(game), cuts=_read_cuts(self.cuts, game.name))
            return analyse(
                game, state, limit=limit, engine=self.engine, past=past, enhancements=extra
            ).action
        if self.tables is not None or self.width:
            tables = None if self.tables is None else _open_cached_tables(game, self.tables)
            return analyse(
                game, state, limit=limit, engine=self.engine, tables=tables, past=past,
                enhancements=WIDTHS[self.width],
            ).action  # fmt: skip
        options: dict[str, Any] = {} if self.evaluate is None else {"evaluate": self.evaluate}
        return search(
            game, state, algorithm=self.algorithm, limit=limit, engine=self.engine, past=past,
            **options,
        ).action  # fmt: skip


@lru_cache(maxsize=4)
def _open_cached_tables(game: Game[Any, Any], folder: Path) -> Tables[Any, Any]:
    """The tables of a game, opened once for all moves."""
    return open_tables(game, folder)


class PerfectPlayer:
    """Plays perfectly, by the book or the solver, whose table is kept during the game."""

    def __init__(self, seed: int = 0) -> None:
        self.solver: ExactSolver[Any, Any] | None = None

    def choose(self, game: Game[Any, Any], state: Any) -> Any:
        """Choose a best action, without a time limit."""
        if (known := look_up_book(shipped_book(game), state)) is not None:
            return known.best[0]
        try:
            if self.solver is None:
                self.solver = ExactSolver(as_capability(game, Graded).graded())
            return self.solver.solve(state).best[0]
        except (NotCompilable, InputError):
            return solve(game, state).best[0]

    def try_out(self, game: Game[Any, Any], state: Any) -> None:
        """Do nothing."""


@dataclass
class MctsPlayer:
    """Chooses by Monte Carlo tree search with the options of `mcts`, each move with a new seed.

    `value` is what the last search expected.
    """

    options: Mapping[str, Any]
    seed: int = 0
    random: Random = field(init=False)
    value: Any = field(init=False, default=None)

    def __post_init__(self) -> None:
        self.random = Random(self.seed)

    def choose(self, game: Game[Any, Any], state: Any, past: Sequence[Any] = ()) -> Any:
        """Choose the action with the most simulations, of those that repetition allows."""
        found = monte_carlo(game, state, seed=self.random.getrandbits(32), **self.options)
        self.value = found.value
        if not game.forbids_repetition:
            return found.action
        visits = dict(zip((score.action for score in found.scores), found.visits, strict=True))
        allowed = list(allowed_actions(game, (*past, state)))
        return max(allowed, key=lambda action: (visits.get(action, 0), action == found.action))

    def try_out(self, game: Game[Any, Any], state: Any) -> None:
        """Run one simulation, which raises errors early and compiles the game."""
        monte_carlo(game, state, **{**self.options, "limit": None, "simulations": 1})


@dataclass
class InformedPlayer:
    """Chooses by what a player knows, with an algorithm for games that hide something."""

    algorithm: str
    options: Mapping[str, Any]
    seed: int = 0
    random: Random = field(init=False)

    def __post_init__(self) -> None:
        self.random = Random(self.seed)

    def choose(self, game: Game[Any, Any], state: Any) -> Any:
        """Choose the action of the search."""
        return self._search(game, state, seed=self.random.getrandbits(32)).action

    def try_out(self, game: Game[Any, Any], state: Any) -> None:
        """Run one simulation, which raises errors early."""
        self._search(game, state, limit=None, simulations=1)

    def _search(self, game: Game[Any, Any], state: Any, **more: Any) -> Result[Any, Any]:
        require(game, self.algorithm)
        known = state if isinstance(state, Perspective) else perspective(game, state)
        return search(game, algorithm=self.algorithm, **{**self.options, **more, "known": known})


@dataclass(frozen=True)
class WeightedPlayer:
    """A player with its own weights, from a file or included in the package."""

    player: Any
    weights: str

    def choose(self, game: Game[Any, Any], state: Any, past: Sequence[Any] = ()) -> Any:
        """Choose as the player does in the game with these weights."""
        takes_past = "past" in signature(self.player.choose).parameters
        options = {"past": past} if takes_past else {}
        return self.player.choose(self._weigh(game), state, **options)

    def try_out(self, game: Game[Any, Any], state: Any) -> None:
        """Try out the player with these weights."""
        self.player.try_out(self._weigh(game), state)

    def _weigh(self, game: Game[Any, Any]) -> Game[Any, Any]:
        return weighted(game, _read_weights(self.weights, model_name(game)))


_read_weights = cache(weights_of)
_read_cuts = cache(cuts_of)


def player_factory(text: str) -> Callable[[int], Any]:
    """A function that makes the player of that name from a seed.

    Raises InputError with the known names if the name is unknown.
    """
    name, _, rest = text.partition(":")
    searches = name in ALGORITHMS or name == TURNS
    if searches and (repertoire := _option_value(rest, REPERTOIRE)):
        return partial(_with_repertoire, player_factory(_without(text, REPERTOIRE)), repertoire)
    if searches and (own := weights_option(rest)):
        return partial(_with_weights, player_factory(_without(text, WEIGHTS)), own)
    if text in _SIMPLE:
        return _SIMPLE[text]
    if name in _KINDS:
        return _KINDS[name](rest)
    if name == "mcts" or (name in ALGORITHMS and ALGORITHMS[name].hidden):
        return _simulating_factory(text, name, rest)
    if name in ALGORITHMS:
        given = _options(text, rest, _SEARCH)
        special = given.keys() & {"tables", "width", "cuts"}
        if special and (name != "alphabeta" or "evaluate" in given):
            raise InputError("arena.tables", player=text)
        bounds = {key: given.pop(key) for key in ("depth", "time", "nodes") if key in given}
        return partial(
            _without_seed, SearchPlayer(name, Limit(**bounds or {"depth": DEPTH}), **given)
        )
    others = (
        "random", "perfect", "equilibrium", "turns:turns=2",
        f"level:1..{len(LEVELS)}", "uci:COMMAND", "xboard:COMMAND", "gtp:COMMAND",
        "file.py:Name",
    )  # fmt: skip
    known, close = [*ALGORITHMS, *others], did_you_mean(name, [*ALGORITHMS, *others[:3], "level"])
    raise InputError("arena.unknown", player=text, close=close, known=", ".join(known))


def _simulating_factory(text: str, name: str, rest: str) -> Callable[[int], Any]:
    """A function that makes a player who simulates, by options of their name."""
    given = _options(text, rest, _SIMULATING[name])
    limit = Limit(time=given.pop("time")) if "time" in given else None
    if limit is None:
        given.setdefault("simulations", SIMULATIONS)
    options = {**given, "limit": limit}
    return (
        partial(MctsPlayer, options) if name == "mcts" else partial(InformedPlayer, name, options)
    )


def weights_option(text: str) -> str:
    """The value of the option `weights` of a player or a game; empty if it is not given."""
    return _option_value(text.rpartition(":")[2], WEIGHTS)


def _option_value(text: str, option: str) -> str:
    """The value of an option, the last one if there are several; empty if it is not given."""
    pieces = (piece.strip() for piece in text.split(","))
    values = [piece.removeprefix(option) for piece in pieces if piece.startswith(option)]
    return values[-1] if values else ""


def _without(text: str, option: str) -> str:
    """The text of a player without an option."""
    name, _, rest = text.partition(":")
    left = (piece for piece in rest.split(",") if not piece.strip().startswith(option))
    return f"{name}:{','.join(left)}"


def _with_repertoire(make: Callable[[int], Any], repertoire: str, seed: int) -> OpeningPlayer:
    return OpeningPlayer(make(seed), repertoire, seed)


def _with_weights(make: Callable[[int], Any], weights: str, seed: int) -> WeightedPlayer:
    return WeightedPlayer(make(seed), weights)


def _without_seed(player: SearchPlayer, seed: int) -> SearchPlayer:
    return player


def _engine_player(settings: EngineSettings, seed: int) -> UciPlayer:
    return UciPlayer(settings)


def _xboard_player(settings: EngineSettings, seed: int) -> XboardPlayer:
    return XboardPlayer(settings)


def _gtp_player(player: GtpPlayer, seed: int) -> GtpPlayer:
    return GtpPlayer(player.command)


def _turns_factory(rest: str) -> Callable[[int], TurnsPlayer]:
    given = _options(f"{TURNS}:{rest}", rest, _TURNS)
    tables = given.pop("tables", None)
    return partial(_turns_player, TurnsPlayer(Horizon(**given), tables))


def _turns_player(player: TurnsPlayer, seed: int) -> TurnsPlayer:
    return player


def _level(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= len(LEVELS):
        raise InputError("arena.level", given=text, most=len(LEVELS))
    return int(text)


def _evaluation(text: str) -> Callable[[Any, int], Any]:
    """A function of state and player in a Python file, written `file.py:name`."""
    own = split_user_path(text)
    if own is None:
        raise ValueError(text)
    path, name = own
    function = getattr(load_user_module(path), name, None)
    if not callable(function):
        raise InputError("arena.evaluation", file=path, name=name)
    return function  # type: ignore[no-any-return]


def _engine(text: str) -> str:
    if text not in ENGINES:
        raise InputError("native.engine", given=text, close=did_you_mean(text, ENGINES))
    return text


_SIMPLE: Mapping[str, Callable[[int], Any]] = {
    "random": RandomPlayer, "perfect": PerfectPlayer, "equilibrium": EquilibriumPlayer,
}  # fmt: skip
_KINDS: Mapping[str, Callable[[str], Callable[[int], Any]]] = {
    "level": lambda rest: partial(Level, _level(rest)),
    "uci": lambda rest: partial(_engine_player, read_settings(rest)),
    "xboard": lambda rest: partial(_xboard_player, xboard_settings(rest)),
    "gtp": lambda rest: partial(_gtp_player, GtpPlayer(rest)),
    TURNS: _turns_factory,
}


def _width(text: str) -> str:
    if not WIDTHS.get(text):
        raise ValueError(text)
    return text


def _switch(text: str) -> bool:
    return {"yes": True, "no": False}[text]


_SEARCH: Mapping[str, Callable[[str], Any]] = {
    "depth": int, "time": float, "nodes": int, "evaluate": _evaluation, "engine": _engine,
    "tables": Path, "width": _width, "cuts": str,
}  # fmt: skip
_TURNS: Mapping[str, Callable[[str], Any]] = {
    "turns": int, "keep": int, "margin": float, "tables": Path,
}  # fmt: skip
_SIMULATIONS: Mapping[str, Callable[[str], Any]] = {
    "simulations": int, "time": float, "exploration": float, "rollout_depth": int,
    "memory_mib": float, "rollouts": str,
}  # fmt: skip
_SIMULATING: Mapping[str, Mapping[str, Callable[[str], Any]]] = {
    "mcts": {
        **_SIMULATIONS,
        "outcomes": str,
        "engine": _engine,
        "rave": float,
        "virtual": _switch,
        "widening": int,
        "patience": int,
    },
    "ismcts": {**_SIMULATIONS, "engine": _engine},
    "pimc": {**_SIMULATIONS, "worlds": int, "engine": _engine},
    "regret-matching": {
        "simulations": int,
        "time": float,
        "rollout_depth": int,
        "rollouts": str,
        "candidates": int,
        "engine": _engine,
    },
}


def _options(player: str, text: str, readers: Mapping[str, Callable[[str], Any]]) -> dict[str, Any]:
    """Parse the options of `option=value,option=value`, each to its type."""
    given: dict[str, Any] = {}
    for piece in filter(None, (part.strip() for part in text.split(","))):
        option, equals, value = piece.partition("=")
        try:
            given[option] = readers[option if equals else ""](value)
        except (KeyError, ValueError) as error:
            if isinstance(error, InputError):
                raise
            known = (*readers, WEIGHTS.rstrip("="), REPERTOIRE.rstrip("="))
            close = "" if option in known else did_you_mean(option, known)
            raise InputError(
                "arena.option", player=player, option=piece, close=close, known=", ".join(known)
            ) from None
    return given
