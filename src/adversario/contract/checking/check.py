"""A checker of the contract, for authors of new games.

`check_game` plays the game at random and tests every state it meets. It reports a breach with the
state and the method.
"""

from __future__ import annotations

import pickle
from collections.abc import Hashable
from dataclasses import dataclass, field
from math import isfinite
from random import Random
from typing import Any

from adversario.base import notebook_hooks
from adversario.base.catalogue import Message, message
from adversario.base.errors import GameError, NoEvaluationError, describe_error
from adversario.contract.capabilities import method_of
from adversario.contract.capability import as_capability, defines, has
from adversario.contract.checking.declaration import require_declaration
from adversario.contract.checking.guard import (
    bounded,
    breach,
    require_chances,
    require_finite,
    require_player,
    require_sum,
    require_text,
    require_truth,
)
from adversario.contract.checking.rollouts import check_rollouts
from adversario.contract.checking.walks import sample_to_end
from adversario.contract.evaluation import Patterned, pattern_problem
from adversario.contract.guidance import index_problem
from adversario.contract.information.check import check_information
from adversario.contract.numbering import Numbered
from adversario.game import CHANCE, Game

ENDINGS = 2
"""The games that are played to the end where play-outs are too long to be checked whole."""
TRIED = 40
"""The most actions of a state that are played and whose names are read back."""


@dataclass(frozen=True, slots=True)
class CheckReport:
    """The extent of a check."""

    playouts: int
    states: int
    terminal_states: int
    longest: int  # plies
    compared: int | None = None  # states where compiled rules agree; None: there are none
    tabulated: int | None = None  # states where a table of them agrees; None: without Numba
    refusal: Message | None = field(default=None, repr=False)
    """Why compiled rules leave some states to interpreted ones."""
    sets: int | None = field(default=None, repr=False)
    """The information sets met; None if all players see everything."""
    worlds: int | None = field(default=None, repr=False)
    """The states drawn that a player cannot distinguish from the true one."""

    def _repr_html_(self) -> str | None:
        return notebook_hooks.html(self)

    def to_json(self) -> dict[str, Any]:
        """The report as JSON values."""
        refusal = None if self.refusal is None else self.refusal.text()
        return {name: getattr(self, name) for name in self.__slots__} | {"refusal": refusal}


def check_game(
    game: Game[Any, Any], *, playouts: int = 100, seed: int = 0, longest: int = 1000
) -> CheckReport:
    """Check a game by random play-outs; raises GameError at the first breach of the contract.

    Checked: methods return the same value when called again, states are hashable and do not change,
    every action offered is distinct and can be played, probabilities are non-negative and sum to 1,
    utilities are finite at every terminal state and within the declared bounds, of zero or constant
    sum and shared within teams if declared, keys agree with equality, symmetries preserve the value
    of a state, numbers for endgame tables can be inverted, priors are weights of the actions,
    their numbers are distinct, patterns are within their tables, actions can be written and read
    back, and what players know is as declared (see `adversario.contract.information.check`). Own
    rollouts play legally, and as well as action by action. Of very many actions of a state only
    some are tried. A play-out stops after `longest` plies, so games may be infinite; if one does, a
    few go on to the end, and some of their states are checked.
    """
    require_declaration(game)
    checker = _Checker(game)
    random = Random(seed)
    for _ in range(playouts):
        checker.playout(random, longest)
    for _ in range(ENDINGS if checker.cut else 0):
        checker.ending(random)
    check_rollouts(game, seed)
    known = check_information(game, playouts, seed, longest)
    return CheckReport(
        playouts, len(checker.seen), checker.terminals, checker.longest,
        sets=known and known.sets, worlds=known and known.worlds,
    )  # fmt: skip


def sample(actions: list[Any]) -> list[Any]:
    """The actions to try in a state: all, or, of very many, some from the first to the last."""
    last = len(actions) - 1
    if last < TRIED:
        return actions
    return [actions[last * at // (TRIED - 1)] for at in range(TRIED)]


class _Checker:
    """The state of one check: the states seen, by state and by key."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        self.seen: dict[Any, Any] = {}  # state -> itself, as first met
        self.offered: dict[Any, list[Any]] = {}  # the actions of these
        self.keys: dict[Hashable, Any] = {}
        self.table_keys: dict[Hashable, Any] = {}
        self.path: list[Hashable] = []  # the positions of the play-out
        self.terminals = 0
        self.longest = 0
        self.cut = False  # whether a play-out was longer than allowed
        self.numbering = as_capability(game, Numbered)
        self.layers = frozenset(self.numbering.layers())

    def playout(self, random: Random, longest: int) -> None:
        state = self.ask("initial")
        self.path.clear()
        for ply in range(longest + 1):
            self.longest = max(self.longest, ply)
            actions = self.state(state)
            self.recurrence(state)
            if not actions or ply == longest:
                self.cut |= bool(actions)
                break
            state = self.ask("result", state, random.choice(actions))

    def ending(self, random: Random) -> None:
        """Check some states of a game that is played to its end."""
        try:
            for state in sample_to_end(self.game, random):
                self.state(state)
        except GameError:
            raise
        except Exception as error:
            problem = message("check.raised", error=describe_error(error))
            raise GameError("check.long_game", game=self.game.name, problem=problem) from error

    def state(self, state: Any) -> list[Any]:
        """Check everything about a state; returns the actions that can be played in it."""
        try:
            known = state in self.seen
        except TypeError:
            raise self.breach("result", state, message("check.unhashable")) from None
        if known:
            if self.ask("key", state) != self.ask("key", self.seen[state]):
                raise self.breach("key", state, message("check.key_differs"))
            self.terminals += not self.offered[state]
            return self.offered[state]
        self.seen[state] = state
        before = self.snapshot(state)
        over = self.ask("is_terminal", state)
        require_truth(self.game, state, over)
        actions = self.terminal(state) if over else self.inner(state)
        self.key(state)
        self.table_key(state)
        self.symmetries(state)
        self.numbers(state)
        self.evaluation(state)
        self.patterns(state, over)
        if before is not None and self.snapshot(state) != before:
            raise self.breach("result", state, message("check.mutated"))
        self.offered[state] = actions
        return actions

    def inner(self, state: Any) -> list[Any]:
        player = self.ask("player", state)
        require_player(self.game, state, player)
        actions = self.outcomes(state) if player == CHANCE else self.ask_all("actions", state)
        method = "chances" if player == CHANCE else "actions"
        if not actions:
            raise self.breach(method, state, message("check.nothing"))
        if len(set(actions)) < len(actions):
            raise self.breach(method, state, message("check.repeated"))
        for action in sample(actions):
            self.ask("result", state, action)
        if player != CHANCE:
            self.priors(state, len(actions))
            self.selective(state, actions)
            if self.game.action_count and (problem := index_problem(self.game, state, actions)):
                raise self.breach("action_index", state, problem)
        self.notation(state, actions)
        return actions

    def terminal(self, state: Any) -> list[Any]:
        game = self.game
        self.terminals += 1
        utilities = [self.ask("utility", state, player) for player in range(game.players)]
        for player, utility in enumerate(utilities):
            require_finite(game, "utility", state, player, utility)
        require_sum(game, state, tuple(utilities))
        for one in range(game.players):
            for other in range(one):
                if game.same_side(one, other) and utilities[one] != utilities[other]:
                    raise self.breach("utility", state, message("check.team"))
        if game.ends_without_actions and self.ask_all("actions", state):
            raise self.breach("actions", state, message("check.ends_without_actions"))
        return []

    def outcomes(self, state: Any) -> list[Any]:
        pairs = self.ask_all("chances", state)
        return [outcome for outcome, _ in require_chances(self.game, state, pairs)]

    def selective(self, state: Any, actions: list[Any]) -> None:
        """Actions are counted rightly, their urgency is a whole number, forced states are noisy."""
        counted = self.ask("count_actions", state)
        if counted != len(actions):
            problem = message("check.count_actions", given=counted, actions=len(actions))
            raise self.breach("count_actions", state, problem)
        for action in sample(actions) if defines(self.game, "urgency") else ():
            if type(urgency := self.ask("urgency", state, action)) is not int:
                raise self.breach("urgency", state, message("check.urgency", given=urgency))
        noisy = defines(self.game, "noisy_actions") and self.ask("is_forced", state)
        if noisy and set(self.ask_all("noisy_actions", state)) != set(actions):
            raise self.breach("noisy_actions", state, message("check.forced"))

    def recurrence(self, state: Any) -> None:
        """A position occurs again only as far back as the game says; passes aside."""
        if not self.game.repetition:
            return
        key, back = self.ask("position_key", state), self.ask("reversible", state)
        if key in self.path and key != self.path[-1]:
            plies = 1 + self.path[::-1].index(key)
            if plies > back:
                problem = message("check.reversible", given=back, plies=plies)
                raise self.breach("reversible", state, problem)
        self.path.append(key)

    def priors(self, state: Any, actions: int) -> None:
        """There is a weight for each action, or there are none."""
        weights = self.ask_all("priors", state)
        if weights and len(weights) != actions:
            problem = message("check.priors", given=len(weights), actions=actions)
            raise self.breach("priors", state, problem)
        for weight in weights:
            if not isfinite(weight) or weight < 0:
                raise self.breach("priors", state, message("check.prior", given=weight))

    def evaluation(self, state: Any) -> None:
        if self.ask("is_terminal", state):
            return
        try:
            self.game.evaluate(state, 0)
        except NoEvaluationError:
            return
        for player in range(self.game.players):
            value = self.ask("evaluate", state, player)
            require_finite(self.game, "evaluate", state, player, value)
        if not self.ask("is_quiet", state):
            noisy, legal = self.ask_all("noisy_actions", state), set(self.game.legal(state))
            if not legal.issuperset(noisy):
                raise self.breach("noisy_actions", state, message("check.noisy"))
        passed = self.ask("pass_turn", state)
        if passed != state and self.game.player(passed) == self.game.player(state):
            raise self.breach("pass_turn", state, message("check.pass_turn"))

    def patterns(self, state: Any, over: bool) -> None:
        """Indices are within the tables, stages and outcomes among those declared."""
        game = self.game
        if over:
            for player in range(game.players if game.outcomes and not game.appraised else 0):
                if (utility := game.utility(state, player)) not in game.outcomes:
                    raise self.breach("utility", state, message("check.outcome", given=utility))
            return
        if not has(game, Patterned):
            return
        viewer, stage = self.ask("viewer", state), self.ask("stage", state)
        if viewer not in range(game.players):
            raise self.breach("viewer", state, message("check.viewer", given=viewer))
        if stage not in range(game.stages):
            problem = message("check.stage", given=stage, stages=game.stages)
            raise self.breach("stage", state, problem)
        if wrong := pattern_problem(game, state, viewer):
            raise self.breach("patterns", state, wrong)
        if not isfinite(settled := self.ask("settled", state, viewer)):
            raise self.breach("settled", state, message("check.settled", given=settled))

    def key(self, state: Any) -> None:
        """States with one key must be equal, or images of each other."""
        key = self.ask("key", state)
        other = self.keys.setdefault(key, state)
        if other != state and state not in set(self.game.symmetries(other)):
            problem = message("check.key", other=self.game.position(other))
            raise self.breach("key", state, problem)

    def table_key(self, state: Any) -> None:
        """States with one key of a search's table must be one position, or images of it."""
        if not defines(self.game, "table_key"):
            return
        other = self.table_keys.setdefault(self.ask("table_key", state), state)
        position = method_of(self.game, "position_key")
        images = {position(image) for image in self.game.symmetries(other)}
        if position(state) not in {position(other), *images}:
            problem = message("check.table_key", other=self.game.position(other))
            raise self.breach("table_key", state, problem)

    def symmetries(self, state: Any) -> None:
        """An image must have the same value, here and one ply further, up to symmetry."""
        images = self.ask_all("symmetries", state)
        if not images:
            return
        here = self.worth(state)
        for image in images:
            if self.worth(image) != here:
                problem = message("check.symmetry", image=self.game.position(image))
                raise self.breach("symmetries", state, problem)

    def numbers(self, state: Any) -> None:
        """A state of a layer has a number there, and some state of that number has it too."""
        layer = self.ask("layer", state)
        if layer not in self.layers:
            return
        numbering, index = self.numbering, self.ask("index", state)
        fits = 0 <= index < numbering.layer_size(layer)
        back = numbering.unindex(layer, index) if fits else state
        if not fits or (numbering.layer(back), numbering.index(back)) != (layer, index):
            problem = message("check.index", index=index, layer=numbering.layer_name(layer))
            raise self.breach("index", state, problem)

    def worth(self, state: Any) -> tuple[object, ...]:
        game = self.game
        if game.is_terminal(state):
            return game.utilities(state)
        if game.player(state) == CHANCE:
            weighted = [(a, float(p)) for a, p in game.chances(state)]
        else:
            weighted = [(a, 1.0) for a in game.actions(state)]
        after: dict[frozenset[Any], float] = {}
        for action, weight in weighted:
            orbit = self.orbit(game.result(state, action))
            after[orbit] = after.get(orbit, 0.0) + weight
        rounded = frozenset((orbit, round(weight, 9)) for orbit, weight in after.items())
        return game.player(state), rounded

    def orbit(self, state: Any) -> frozenset[Any]:
        return frozenset([state, *self.game.symmetries(state)])

    def notation(self, state: Any, actions: list[Any]) -> None:
        """Names must be read back. The default lists all names to read one, so it is done once."""
        own = defines(self.game, "parse_action")
        names = {
            action: self.ask("action_name", state, action)
            for action in (sample(actions) if own else actions)
        }
        for name in names.values():
            require_text(self.game, "action_name", state, name)
        found = {name: action for action, name in names.items()}
        for action, name in names.items():
            read = self.ask("parse_action", state, name) if own else found.get(name.strip())
            if read != action:
                raise self.breach("parse_action", state, message("check.notation", name=name))
        require_text(self.game, "position", state, self.ask("position", state))

    def ask(self, method: str, *arguments: Any) -> Any:
        """Call a method of the game twice: it must not fail, and must return the same value."""
        call = method_of(self.game, method)
        state = arguments[0] if arguments else None
        try:
            first, second = call(*arguments), call(*arguments)
        except Exception as error:
            raise self.raised(method, state, error) from error
        unequal_to_itself = first is not None and first != first  # noqa: PLR0124 (NaN: reported as such)
        if first != second and not unequal_to_itself:
            raise self.breach(method, state, message("check.indeterminate"))
        return first

    def ask_all(self, method: str, state: Any) -> list[Any]:
        """Call a method that returns an iterable twice; returns its items as a list."""
        call = method_of(self.game, method)
        try:
            first, second = (list(bounded(self.game, method, state, call(state))) for _ in range(2))
        except Exception as error:
            if isinstance(error, GameError) and error.message.id == "check.breach":
                raise
            raise self.raised(method, state, error) from error
        if first != second:
            raise self.breach(method, state, message("check.indeterminate"))
        return first

    def raised(self, method: str, state: Any, error: Exception) -> GameError:
        problem = message("check.raised", error=describe_error(error))
        return self.breach(method, state, problem)

    def snapshot(self, state: Any) -> object:
        """The content of the state, to detect changes; None if it cannot be compared."""
        try:
            return pickle.dumps(state)
        except Exception:
            return None

    def breach(self, method: str, state: Any, problem: Message) -> GameError:
        return breach(self.game, method, state, problem)
