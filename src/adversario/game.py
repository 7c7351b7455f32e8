"""The contract: a game is states, players, actions, transition, terminal test and utilities.

States are immutable and hashable, a game object holds only the constants of its rules, and nothing
mutates. A subclass defines six methods (seven where nature moves) and every algorithm that fits
the game can play it. All else has a default.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from html import escape
from math import tanh
from typing import Any, Generic, TypeVar

from adversario.base import notebook_hooks
from adversario.base.board_diagram import Diagram
from adversario.base.errors import GameError, IllegalActionError
from adversario.base.numbers import Number

CHANCE = -1
"""The player to move where nature does."""

S = TypeVar("S", bound=Hashable)
A = TypeVar("A", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Kind:
    """What a game is, as far as the choice of an algorithm is concerned."""

    players: int
    sides: int
    zero_sum: bool
    chance: bool
    perfect_information: bool
    simultaneous: bool


class Game(ABC, Generic[S, A]):
    """The rules of a game over states S and actions A, with players numbered from 0.

    What the game is stands in class attributes, which an instance may override:

    - `players`: how many there are (chance is not counted);
    - `zero_sum`: the utilities of all players add up to 0 at every terminal state;
    - `utility_sum`: what they add up to instead, in another game of constant sum;
    - `utility_bounds`: the least and greatest utility or evaluation: of player 0 in a game for
      one or two, of any player in a game for more;
    - `chance`: some states are nature's (`player(s) == CHANCE`);
    - `perfect_information`, `simultaneous`: what players see, and whether they move at once;
    - `teams`: the team of each player, where players share a utility;
    - `weights`: what each of its `features` is worth, where that is known;
    - `feature_names`: what each is called, in files of weights;
    - `estimate_limit`: what the sum of features by weights approaches and never passes, 0 for none;
    - `rules_version`: raised when the rules or the numbers of positions change, so that endgame
      tables made before are refused.
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
    rules_version: int = 1

    # The formal game.

    @abstractmethod
    def initial(self) -> S:
        """The state in which the game starts."""

    @abstractmethod
    def player(self, state: S) -> int:
        """Who moves, or CHANCE. In a terminal state: any player (who would move, if it went on)."""

    @abstractmethod
    def actions(self, state: S) -> Iterable[A]:
        """The legal actions of a state that is neither terminal nor nature's, in the game's order.

        A generator is best: a search that has seen enough leaves the rest ungenerated.
        """

    @abstractmethod
    def result(self, state: S, action: A) -> S:
        """The state that a legal action (or an outcome of chance) leads to."""

    @abstractmethod
    def is_terminal(self, state: S) -> bool:
        """Whether the game is over."""

    @abstractmethod
    def utility(self, state: S, player: int) -> Number:
        """What a terminal state is worth to a player."""

    def chances(self, state: S) -> Iterable[tuple[A, Number]]:
        """The outcomes of a state of nature's, each with its probability."""
        raise GameError("game.no_chances", game=self.name, state=self.position(state))

    # What helps a search.

    def evaluate(self, state: S, player: int) -> Number:
        """An estimate of what a state that is not terminal is worth.

        Default: the sum of the `features` by their `weights`, which is 0 where there are none; with
        an `estimate_limit` L it is L * tanh(sum / L). A game that has no estimate for a state
        raises NoEvaluationError, and a search that needs one ends.
        """
        if not self.weights:
            return 0
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
        """What can be counted of a state from a player's point of view. Default: nothing."""
        return ()

    def key(self, state: S) -> Hashable:
        """What identifies the state in a table; symmetric states may share one."""
        return state

    def symmetries(self, state: S) -> Iterable[S]:
        """Other states of the same value, by a symmetry of the rules. Default: none."""
        return ()

    def symmetric_key(self, state: S) -> Hashable:
        """What a state shares with its images, and with no others: the least of their keys."""
        keys: list[Any] = [self.key(each) for each in (state, *self.symmetries(state))]
        return min(keys)  # type: ignore[no-any-return]

    def parents(self, state: S) -> int:
        """How many states can be reached from which an action leads here. Default: not known, 0.

        It is asked of states that have been reached, the initial one aside.
        """
        return 0

    def most_states(self) -> int | None:
        """A number that there are not more states than, to be told. Default: none is known."""
        return None

    def is_quiet(self, state: S) -> bool:
        """Whether an evaluation of this state can be trusted. Default: always."""
        return True

    def noisy_actions(self, state: S) -> Iterable[A]:
        """The actions to look at before a state that is not quiet is evaluated."""
        return ()

    def pass_turn(self, state: S) -> S:
        """The state with the other player to move, for searches that try a null move.

        For a game in which it is hardly ever best to do nothing. A state in which passing makes
        no sense is returned as it is, and that is the default for all.
        """
        return state

    def priors(self, state: S) -> Iterable[Number]:
        """How promising each action seems, in the order of `actions`. Default: nothing known.

        These are weights: none is negative, and they need not add up to 1.
        """
        return ()

    # What helps a solver. All values are utilities to whoever moves in the state.

    def graded(self) -> Game[S, A]:
        """The same game with finer utilities, such that who plays it well plays this one well too.

        Default: the game itself.
        """
        return self

    def plies_left(self, state: S, score: int) -> int | None:
        """The plies of perfect play from a state of that value, if it tells. Default: it does not.

        Perfect play is such that the winner cannot be quicker, nor the loser slower.
        """
        return None

    def sound_actions(self, state: S) -> Iterable[A]:
        """The actions that a solver has to look at: a best one is among them. Default: all.

        For a game that sees cheaply which actions lose at once. There must be one in every state
        whose value `value_bounds` leaves open.
        """
        return self.actions(state)

    def promise(self, state: S, action: A, after: S) -> int:
        """How promising an action seems that leads to `after`: greater ones are tried first."""
        return 0

    def value_bounds(self, state: S, alpha: int, beta: int) -> tuple[int, int]:
        """What the value of the state is at least and at most, as far as that is easily seen.

        A search wants to know whether it is at most alpha or at least beta; what does not help
        to tell need not be computed.
        """
        return -(1 << 62), 1 << 62

    def is_worth_keeping(self, state: S) -> bool:
        """Whether a table should remember the state: False where a search is as fast as memory."""
        return True

    def can_finish(self, state: S) -> bool:
        """Whether `finish` can be asked about the state. Default: never."""
        return False

    def finish(self, state: S, alpha: int, beta: int) -> tuple[int, int]:
        """The value of the state by a search of the game's own, and the nodes that it took.

        For alpha < beta: a value between them is exact, one at most alpha says that the true one
        is at most that, one at least beta that it is at least that.
        """
        raise NotImplementedError

    # What endgame tables need (see docs/endgames.md): positions in layers, numbered in each.

    def layers(self, pieces: int = 0) -> Iterable[int]:
        """The layers of at most so many pieces (0: all), in the order in which to solve them.

        Layers are numbers from 0 to 65535. A move stays in its layer, or leads to one that comes
        earlier or to the end of the game. Default: none, there are no endgame tables.
        """
        return ()

    def layer(self, state: S) -> int:
        """The layer of a state, whether it is terminal or not; -1: it is in none."""
        return -1

    def layer_name(self, layer: int) -> str:
        """What a layer is called, in messages and in the names of files."""
        return str(layer)

    def layer_size(self, layer: int) -> int:
        """How many numbers there are for the states of a layer."""
        return 0

    def index(self, state: S) -> int:
        """The number of a state in its layer, from 0 to the layer's size less 1.

        States of the same value to who moves may share one. What does not change the value, such
        as the moves made so far, is left out.
        """
        return 0

    def unindex(self, layer: int, index: int) -> S:
        """A state of that number.

        A number that stands for nothing may give any state whose layer or number is another one.
        """
        raise NotImplementedError

    # Notation and pictures.

    @property
    def name(self) -> str:
        """The game's name in messages."""
        return type(self).__name__

    def player_name(self, player: int) -> str:
        """A player's name in messages."""
        if player == CHANCE:
            return "chance"
        if self.players <= 2 and self.zero_sum:
            return ("MAX", "MIN")[player]
        return str(player + 1)

    def action_name(self, state: S, action: A) -> str:
        """An action as players write it."""
        return str(action)

    def parse_action(self, state: S, text: str) -> A:
        """The legal action of that name; IllegalActionError says which there are."""
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
        """The state that `position` writes. Default: the actions played so far, in order."""
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
        """The board as data, for interfaces on which one clicks. Default: none."""
        return None

    def action_cells(self, state: S, action: A) -> tuple[int, ...]:
        """The cells of the diagram that stand for an action, as from and to. Default: none."""
        return ()

    # What follows from the rest.

    @property
    def kind(self) -> Kind:
        """What the game declares about itself, in one value."""
        return Kind(
            players=self.players,
            sides=len(set(self.teams)) if self.teams else self.players,
            zero_sum=self.zero_sum,
            chance=self.chance,
            perfect_information=self.perfect_information,
            simultaneous=self.simultaneous,
        )

    def legal(self, state: S) -> Iterator[A]:
        """The actions of whoever moves, or nature's outcomes; none in a terminal state."""
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

    def board(self, state: S) -> Board:
        """The state to look at in a terminal, and to play from in a notebook."""
        return Board(self, state)


@dataclass(frozen=True)
class Board:
    """A state: text when printed, in a notebook a board to play on, or else a picture.

    `moves` are those played on it from `state`, which lead to the state `reached`, that is, to
    `position`. The first and the last are traits of its `widget`, where they can be observed and
    the moves set.
    """

    game: Game[Any, Any]
    state: Any

    @cached_property
    def widget(self) -> Any:
        """What is played on; None where a notebook shows a picture only."""
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
        """The same on one line."""
        return self.game.position(self.reached)

    def __str__(self) -> str:
        return self.game.text(self.state)

    def _repr_svg_(self) -> str:
        return self.game.svg(self.state)

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
