"""A game against players whose behaviour is known or guessed: their moves become chance nodes.

Any search for games with chance then finds the best response to the model. A perfect opponent as
the model leads to minimax, a uniform one to expectimax.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

from adversario.base.errors import InputError
from adversario.base.numbers import Number
from adversario.contract.capability import as_capability
from adversario.contract.information.memory import Memory, first_memories, next_memories
from adversario.contract.information.observed import Observed
from adversario.game import CHANCE, A, Game, S
from adversario.views.beliefs import Belief, Model
from adversario.views.view import View

Models: TypeAlias = "Mapping[int, Model[S, A]]"
"""Models of other players, by their number: a model of each, or a belief over several."""


def against(game: Game[S, A], models: Models[S, A]) -> Modelled[Any, A]:
    """The game for a player who knows or guesses how the modelled players behave."""
    if any(getattr(model, "takes_memory", False) for model in models.values()):
        return Recalling(game, models)
    believing = any(isinstance(model, Belief) for model in models.values())
    return Believing(game, models) if believing else Modelled(game, models)


class Modelled(View[S, A]):
    """The game with the moves of modelled players left to chance; its states are the game's own."""

    def __init__(self, game: Game[Any, A], models: Models[Any, A]) -> None:
        for player in models:
            if player not in range(game.players):
                raise InputError("models.player", player=player, players=game.players)
        super().__init__(game)
        self.models, self.chance = dict(models), True

    def model_of(self, player: int, state: S) -> Model[Any, A]:
        """The model of a player in a state."""
        return self.models[player]

    def player(self, state: S) -> int:
        """Chance in place of a modelled player, unless the game is over."""
        mover = super().player(state)
        return CHANCE if mover in self.models and not self.is_terminal(state) else mover

    def chances(self, state: S) -> Iterator[tuple[A, Number]]:
        """The outcomes of chance, or the actions by the model."""
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


class Informed(NamedTuple):
    """A state of a game, and the belief there about each player with one."""

    state: Any
    beliefs: tuple[Belief[Any, Any], ...]


class Believing(Modelled[Informed, A]):
    """The game against players of whom only the probabilities of several models are known.

    Beliefs are part of the state, and every move of such a player updates them by Bayes' rule. So a
    search takes into account what it will have learnt by then: it is Bayes-adaptive (Duff, 2002).
    """

    def __init__(self, game: Game[Any, A], models: Models[Any, A]) -> None:
        super().__init__(game, models)
        beliefs = {who: model for who, model in models.items() if isinstance(model, Belief)}
        self.believed, self.first_beliefs = tuple(beliefs), tuple(beliefs.values())

    def seen(self, state: Any) -> Informed:
        """A state of the game with the initial beliefs."""
        return Informed(state, self.first_beliefs)

    def plain(self, state: Informed) -> Any:
        """The state of the game itself."""
        return state.state

    def model_of(self, player: int, state: Informed) -> Model[Any, A]:
        """The model of a player, given the beliefs of the state."""
        if player not in self.believed:
            return self.models[player]
        return state.beliefs[self.believed.index(player)]

    def result(self, state: Informed, action: A) -> Informed:
        """The state after the action, with the beliefs updated by it."""
        mover, beliefs = self.game.player(state.state), list(state.beliefs)
        if mover in self.believed:
            place = self.believed.index(mover)
            beliefs[place] = beliefs[place].after(state.state, action)
        return Informed(self.game.result(state.state, action), tuple(beliefs))


class Recalled(NamedTuple):
    """A state of a game with hidden information, and what every player knows there."""

    state: Any
    memories: tuple[Memory[Any], ...]


class Recalling(Modelled[Recalled, A]):
    """The game against players who choose by what they know, such as a `Strategy`.

    Memories are part of the state. What others chose says something of what they know: worlds are
    therefore not drawn from concealed states, but by all play that fits, with the models'
    probabilities. Models with `takes_memory` are called with the player's memory.
    """

    keeps = tuple(each for each in View.keeps if each is not Observed)

    def seen(self, state: Any) -> Recalled:
        """A state of the game in which it starts."""
        return Recalled(state, first_memories(self.game, state))

    def plain(self, state: Recalled) -> Any:
        """The state of the game itself."""
        return state.state

    def observation(self, state: Recalled, player: int) -> Hashable:
        """What a player sees in the game."""
        return as_capability(self.game, Observed).observation(state.state, player)

    def model_of(self, player: int, state: Recalled) -> Model[Any, A]:
        """The model of a player, given what the player knows."""
        model: Any = self.models[player]
        if not getattr(model, "takes_memory", False):
            return super().model_of(player, state)
        return lambda _: model(state.memories[player])

    def result(self, state: Recalled, action: A) -> Recalled:
        """The state after the action, of which every player remembers what they may."""
        game = self.game
        after = game.result(state.state, action)
        mover = game.player(state.state)
        return Recalled(after, next_memories(game, state.memories, mover, action, after))
