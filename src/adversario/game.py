"""The contract: a game is states, players, actions, transition, terminal test and utilities.

States are immutable and hashable, a game object holds only the constants of its rules, and nothing
mutates. A subclass defines six methods (seven if the game has chance) and every algorithm that fits
the game can play it. Everything else has a default, here or in `adversario.contract`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from inspect import signature
from math import tanh
from typing import Any, Generic, TypeVar

from adversario.base.board_diagram import Diagram
from adversario.base.board_view import BoardView, text_svg
from adversario.base.errors import GameError, IllegalActionError
from adversario.base.numbers import Number
from adversario.base.provenance.identity import Identity, identity_of

CHANCE = -1
"""The player to move at a chance node."""

S = TypeVar("S", bound=Hashable)
A = TypeVar("A", bound=Hashable)
T = TypeVar("T")


class derived(Generic[T]):  # noqa: N801 (used as `property` is)
    """A property that a subclass or an instance may override by an attribute of its own."""

    def __init__(self, function: Callable[[Any], T]) -> None:
        self.function = function
        self.__doc__ = function.__doc__

    def __get__(self, instance: Any, owner: type) -> T:
        """The value for an instance."""
        return self.function(instance)


class _Fact(Enum):
    """A declared fact, displayed as in its declaration."""

    def __repr__(self) -> str:
        return str(self)


class Information(_Fact):
    """The players' knowledge of the state."""

    PERFECT = "perfect"
    IMPERFECT = "imperfect"


class Moves(_Fact):
    """Whether players move in turn or at once."""

    SEQUENTIAL = "sequential"
    SIMULTANEOUS = "simultaneous"


class Utilities(_Fact):
    """How the utilities of the sides are related at every terminal state."""

    ZERO_SUM = "zero sum"
    CONSTANT_SUM = "constant sum"
    GENERAL_SUM = "general sum"
    IDENTICAL = "identical"  # one side: all players share their utility


@dataclass(frozen=True, slots=True)
class Kind:
    """The properties of a game that matter for the choice of an algorithm."""

    players: int
    """The number of players; chance is not one."""
    sides: int
    """The number of teams: players who share a utility are one side."""
    chance: bool
    """Whether some states are chance nodes."""
    information: Information
    moves: Moves
    utilities: Utilities

    @property
    def has_constant_sum(self) -> bool:
        """Whether the gains of one side are the losses of the others."""
        return self.utilities in (Utilities.ZERO_SUM, Utilities.CONSTANT_SUM)

    @property
    def is_two_sided(self) -> bool:
        """Whether one number values a state: a single side, or two with a constant sum."""
        return self.sides == 1 or (self.sides == 2 and self.has_constant_sum)

    @property
    def is_open(self) -> bool:
        """Whether information is perfect and players move one at a time."""
        return self.information is Information.PERFECT and self.moves is Moves.SEQUENTIAL


class Game(ABC, Generic[S, A]):
    """The rules of a game over states S and actions A, with players numbered from 0.

    It is the tuple of states, initial state, players, actions, transition, terminal test and
    utilities, with a distribution at chance nodes. Class attributes declare its properties, and an
    instance may override them:

    - `players`: their number (chance is not counted);
    - `zero_sum`: the utilities of all players add up to 0 at every terminal state;
    - `utility_sum`: the sum, in another game of constant sum;
    - `utility_bounds`: the least and greatest utility or evaluation: of player 0 in a game for
      one or two, of any player in a game for more;
    - `chance`: some states are chance nodes (`player(s) == CHANCE`);
    - `perfect_information`, `simultaneous`: whether players see the whole state, and whether they
      move at once;
    - `teams`: the team of each player, if players share a utility;
    - `weights`: the weight of each of its `features`, if known;
    - `feature_names`: their names in files of weights;
    - `estimate_limit`: the limit that the weighted sum of features approaches, 0 for none;
    - `estimate_unit`: what counts as a small difference between estimates, such as a pawn's worth;
      0 if it is not known. Searches that prune by estimates use it;
    - `ends_without_actions`: `actions` may be asked of terminal states too, and yields nothing in
      these and in no others, so that searches need not ask `is_terminal`;
    - `repetition`, `forbids_repetition`, `clock_limit`: what it means that a position occurs again
      (see `adversario.contract.repetition`);
    - `pattern_sizes`, `stages`, `outcomes`: of its `patterns`, see `contract.evaluation.Patterned`;
    - `appraised`: the name of a simpler game whose models evaluate this one, by `appraise`;
    - `action_count`: how many actions there are in all positions together, if they are numbered
      (see `adversario.contract.guidance.Indexed`), for what learns which of them are good;
    - `placement`: an action does much the same whenever it is played, as a stone put on a board
      (see `adversario.contract.placement.Placed`); actions are numbered;
    - `rules_version`: raised when the rules or the numbers of positions change, so that
      older files are refused.

    A constructor stores its arguments under their own names. Games of one class with equal
    constants are equal. Optional methods are in `adversario.contract`: quiescence, keys, guidance,
    hints for solvers, numbers for endgame tables, hints for counting.
    """

    players: int = 2
    zero_sum: bool = True
    utility_sum: Number | None = None
    utility_bounds: tuple[Number, Number] | None = None
    chance: bool = False
    perfect_information: bool = True
    simultaneous: bool = False
    teams: tuple[int, ...] | None = None
    weights: tuple[Number, ...] = ()
    feature_names: tuple[str, ...] = ()
    estimate_limit: float = 0.0
    estimate_unit: float = 0.0
    ends_without_actions: bool = False
    repetition: int = 0
    forbids_repetition: bool = False
    clock_limit: int = 0
    pattern_sizes: tuple[int, ...] = ()
    stages: int = 1
    outcomes: tuple[Number, ...] = ()
    appraised: str = ""
    action_count: int = 0
    placement: bool = False
    rules_version: int = 1

    # The formal game.

    @abstractmethod
    def initial(self) -> S:
        """The state in which the game starts."""

    @abstractmethod
    def player(self, state: S) -> int:
        """The player to move, or CHANCE. In a terminal state it is not needed, and may raise."""

    @abstractmethod
    def actions(self, state: S) -> Iterable[A]:
        """The legal actions of a state that is neither terminal nor a chance node, in order.

        A generator is best: a search that is cut off does not generate the rest.
        """

    @abstractmethod
    def result(self, state: S, action: A) -> S:
        """The state after a legal action (or an outcome of chance)."""

    @abstractmethod
    def is_terminal(self, state: S) -> bool:
        """Whether the game is over."""

    @abstractmethod
    def utility(self, state: S, player: int) -> Number:
        """The utility of a terminal state for a player."""

    def chances(self, state: S) -> Iterable[tuple[A, Number]]:
        """The outcomes at a chance node, each with its probability."""
        raise GameError("game.no_chances", game=self.name, state=self.position(state))

    # Hints for searches.

    def evaluate(self, state: S, player: int) -> Number:
        """An estimate of the utility for a player of a state that is not terminal.

        Default: the sum of the `features` times their `weights`; with an `estimate_limit` L it is
        L * tanh(sum / L). Without weights it is 0, or the utility nearest to 0 if the bounds are
        all above or below. A game without an estimate for a state raises NoEvaluationError, and a
        search that needs one ends.
        """
        if not self.weights:
            return indifferent(self, player)
        features = self.features(state, player)
        if len(features) != len(self.weights):
            raise GameError(
                "game.weights", game=self.name, weights=len(self.weights), features=len(features)
            )
        total: Number = 0
        for weight, feature in zip(self.weights, features, strict=True):
            total += weight * feature
        limit = self.estimate_limit
        return limit * tanh(total / limit) if limit else total

    def features(self, state: S, player: int) -> tuple[Number, ...]:
        """Numerical features of a state from a player's point of view. Default: none."""
        return ()

    def symmetries(self, state: S) -> Iterable[S]:
        """Other states of the same value, by a symmetry of the rules. Default: none."""
        return ()

    # Notation and pictures.

    @property
    def name(self) -> str:
        """The game's name in messages."""
        return type(self).__name__

    def player_name(self, player: int) -> str:
        """The name of a player in messages: MAX and MIN, or 1, 2 and so on.

        Numbers if there is hidden information, simultaneous moves, or no constant sum of two.
        """
        if player == CHANCE:
            return "chance"
        if self.players <= 2 and self.zero_sum and self.kind.is_open:
            return ("MAX", "MIN")[player]
        return str(player + 1)

    def action_name(self, state: S, action: A) -> str:
        """The name of an action in the game's notation."""
        return str(action)

    def parse_action(self, state: S, text: str) -> A:
        """The legal action of that name.

        Raises IllegalActionError, with the legal ones, if there is none.
        """
        named = {self.action_name(state, action): action for action in self.legal(state)}
        if (wanted := text.strip()) in named:
            return named[wanted]
        raise IllegalActionError(
            "game.illegal",
            action=text.strip(),
            state=self.position(state),
            legal=", ".join(named) or "-",
        )

    def position(self, state: S) -> str:
        """The state on one line, as its name in traces and on the command line."""
        return str(state)

    def parse_position(self, text: str) -> S:
        """The inverse of `position`. Default: the actions played so far, in order."""
        state = self.initial()
        for word in text.replace(",", " ").split():
            state = self.result(state, self.parse_action(state, word))
        return state

    def text(self, state: S) -> str:
        """The state for a terminal."""
        return self.position(state)

    def svg(self, state: S) -> str:
        """The state as an SVG picture. Default: its text."""
        return text_svg(self.text(state))

    def diagram(self, state: S) -> Diagram | None:
        """The board as data, for interfaces with a mouse. Default: none."""
        return None

    def action_cells(self, state: S, action: A) -> tuple[int, ...]:
        """The cells of the diagram that represent an action, as from and to. Default: none."""
        return ()

    # Derived properties and methods.

    @property
    def kind(self) -> Kind:
        """The declarations of the game as one value."""
        sides = len(set(self.teams)) if self.teams else self.players
        if self.players > 1 and sides == 1:
            utilities = Utilities.IDENTICAL
        elif self.zero_sum:
            utilities = Utilities.ZERO_SUM
        elif self.utility_sum is not None:
            utilities = Utilities.CONSTANT_SUM
        else:
            utilities = Utilities.GENERAL_SUM
        return Kind(
            players=self.players,
            sides=sides,
            chance=self.chance,
            information=Information.PERFECT if self.perfect_information else Information.IMPERFECT,
            moves=Moves.SIMULTANEOUS if self.simultaneous else Moves.SEQUENTIAL,
            utilities=utilities,
        )

    @derived
    def options(self) -> Mapping[str, Any]:
        """The arguments of the constructor by name, as far as they are stored under these names."""
        return {
            name: getattr(self, name)
            for name in list(signature(type(self).__init__).parameters)[1:]
            if hasattr(self, name)
        }

    @derived
    def identity(self) -> Identity:
        """The class, options, weights and other constants, as one comparable value."""
        return identity_of(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self is other or identity_of(self) == identity_of(other)

    def __hash__(self) -> int:
        return hash(identity_of(self))

    def legal(self, state: S) -> Iterator[A]:
        """The actions of the player to move, or chance outcomes; empty in a terminal state."""
        if self.is_terminal(state):
            return
        if self.player(state) == CHANCE:
            for outcome, _ in self.chances(state):
                yield outcome
        else:
            yield from self.actions(state)

    def utilities(self, state: S) -> tuple[Number, ...]:
        """The utility of a terminal state for every player."""
        return tuple(self.utility(state, player) for player in range(self.players))

    def same_side(self, one: int, other: int) -> bool:
        """Whether two players share their utility."""
        return one == other or (self.teams is not None and self.teams[one] == self.teams[other])

    def board(self, state: S) -> BoardView:
        """The display of the state: text in a terminal, a board to play on in a notebook."""
        return BoardView(self, state)


def mover_of(game: Game[S, A], state: S) -> int:
    """The player to move, or CHANCE; in a terminal state a player, whatever `player` does there.

    The contract asks nothing of `player` in terminal states: it may return CHANCE or raise. Where a
    state may be terminal, this is how to ask. Displays show the player that it names, if any.
    """
    try:
        mover = game.player(state)
    except Exception:
        if game.is_terminal(state):
            return 0
        raise
    if mover in range(game.players) or not game.is_terminal(state):
        return mover
    return 0


def indifferent(game: Game[Any, Any], player: int) -> Number:
    """The possible utility of a player that is nearest to 0."""
    low, high = game.utility_bounds or (0, 0)
    if low <= 0 <= high:
        return 0
    nearest = low if low > 0 else high
    return -nearest if player == 1 and game.players == 2 and game.zero_sum else nearest
