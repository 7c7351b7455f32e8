"""A game against players whose behaviour is known, or guessed: their moves become chance.

Seen so, the best response to a model is what any search for games with chance finds. A perfect
opponent as the model gives minimax, a uniform one expectimax.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

from adversario.base.errors import InputError
from adversario.base.numbers import Number
from adversario.game import CHANCE, A, Game, S
from adversario.views.beliefs import Belief, Model

Models: TypeAlias = "Mapping[int, Model[S, A]]"
"""What is known of other players, by their number: a model of each, or a belief over several."""


def against(game: Game[S, A], models: Models[S, A]) -> Against[Any, A]:
    """The game as it looks to who knows or guesses how the modelled players behave."""
    believing = any(isinstance(model, Belief) for model in models.values())
    return Believing(game, models) if believing else Against(game, models)


class Against(Game[S, A]):
    """The game with the moves of modelled players left to chance; its states are the game's own."""

    chance = True

    def __init__(self, game: Game[Any, A], models: Models[Any, A]) -> None:
        for player in models:
            if player not in range(game.players):
                raise InputError("models.player", player=player, players=game.players)
        self.game, self.models = game, dict(models)
        self.players, self.teams = game.players, game.teams
        self.zero_sum, self.utility_sum = game.zero_sum, game.utility_sum
        self.utility_bounds = game.utility_bounds
        self.perfect_information, self.simultaneous = game.perfect_information, game.simultaneous

    def seen(self, state: Any) -> S:
        """A state of the game as one of this view."""
        return state  # type: ignore[no-any-return]

    def plain(self, state: S) -> Any:
        """The state of the game itself."""
        return state

    def model_of(self, player: int, state: S) -> Model[Any, A]:
        """What is expected of a modelled player."""
        return self.models[player]

    def initial(self) -> S:
        """The game's own."""
        return self.seen(self.game.initial())

    def player(self, state: S) -> int:
        """Chance in place of a modelled player, except where the game is over."""
        mover = self.game.player(self.plain(state))
        return CHANCE if mover in self.models and not self.is_terminal(state) else mover

    def actions(self, state: S) -> Iterable[A]:
        """The game's own."""
        return self.game.actions(self.plain(state))

    def chances(self, state: S) -> Iterator[tuple[A, Number]]:
        """What the model expects, or what nature does."""
        plain = self.plain(state)
        mover = self.game.player(plain)
        if mover == CHANCE:
            yield from self.game.chances(plain)
            return
        legal = set(self.game.actions(plain))
        for action, probability in self.model_of(mover, state)(plain).items():
            if action not in legal:
                where = self.game.position(plain)
                raise InputError("models.illegal", action=action, state=where)
            if probability:
                yield action, probability

    def result(self, state: S, action: A) -> S:
        """The game's own."""
        return self.seen(self.game.result(self.plain(state), action))

    def is_terminal(self, state: S) -> bool:
        """The game's own, and so is all that follows."""
        return self.game.is_terminal(self.plain(state))

    def utility(self, state: S, player: int) -> Number:  # noqa: D102
        return self.game.utility(self.plain(state), player)

    def evaluate(self, state: S, player: int) -> Number:  # noqa: D102
        return self.game.evaluate(self.plain(state), player)

    def is_quiet(self, state: S) -> bool:  # noqa: D102
        return self.game.is_quiet(self.plain(state))

    def noisy_actions(self, state: S) -> Iterable[A]:  # noqa: D102
        return self.game.noisy_actions(self.plain(state))

    @property
    def name(self) -> str:  # noqa: D102
        return self.game.name

    def player_name(self, player: int) -> str:  # noqa: D102
        return self.game.player_name(player)

    def action_name(self, state: S, action: A) -> str:  # noqa: D102
        return self.game.action_name(self.plain(state), action)

    def parse_action(self, state: S, text: str) -> A:  # noqa: D102
        return self.game.parse_action(self.plain(state), text)

    def position(self, state: S) -> str:  # noqa: D102
        return self.game.position(self.plain(state))

    def text(self, state: S) -> str:  # noqa: D102
        return self.game.text(self.plain(state))

    def svg(self, state: S) -> str:  # noqa: D102
        return self.game.svg(self.plain(state))


class Informed(NamedTuple):
    """A state of a game, and what is believed there of each player of whom there is a belief."""

    state: Any
    beliefs: tuple[Belief[Any, Any], ...]


class Believing(Against[Informed, A]):
    """The game against players of whom one knows only how likely each of several models is.

    Beliefs are part of the state, and every move of such a player changes them by Bayes' rule. So
    a search weighs what it will have learnt by then, exactly: it is Bayes-adaptive (Duff, 2002).
    """

    def __init__(self, game: Game[Any, A], models: Models[Any, A]) -> None:
        super().__init__(game, models)
        beliefs = {who: model for who, model in models.items() if isinstance(model, Belief)}
        self.believed, self.first_beliefs = tuple(beliefs), tuple(beliefs.values())

    def seen(self, state: Any) -> Informed:
        """A state of the game with the beliefs of the start."""
        return Informed(state, self.first_beliefs)

    def plain(self, state: Informed) -> Any:
        """The state of the game itself."""
        return state.state

    def model_of(self, player: int, state: Informed) -> Model[Any, A]:
        """What is expected of a modelled player, as far as one knows by now."""
        if player not in self.believed:
            return self.models[player]
        return state.beliefs[self.believed.index(player)]

    def result(self, state: Informed, action: A) -> Informed:
        """The state after the action, and what one believes having seen it."""
        mover, beliefs = self.game.player(state.state), list(state.beliefs)
        if mover in self.believed:
            place = self.believed.index(mover)
            beliefs[place] = beliefs[place].after(state.state, action)
        return Informed(self.game.result(state.state, action), tuple(beliefs))
