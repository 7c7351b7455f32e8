"""The rules in machine code beside the interpreted ones: they must say the same.

Both forms are compared, compiled rules and those that are read from a table of states.
"""

from __future__ import annotations

from contextlib import suppress
from math import isclose
from random import Random
from typing import Any, Literal

from adversario.base.catalogue import Message, message
from adversario.base.errors import GameError, NoEvaluationError
from adversario.base.numbers import Value
from adversario.contract.capabilities import KEYS, method_of
from adversario.contract.capability import as_capability, defines
from adversario.contract.checking.check import ENDINGS, sample
from adversario.contract.checking.walks import sample_to_end
from adversario.contract.numbering import Numbered
from adversario.game import CHANCE, Game
from adversario.native.compiler.availability import available, missing
from adversario.native.compiler.compile import compile_game
from adversario.native.compiler.plain.compile import with_room
from adversario.native.compiler.problems import NotCompilable, NotRepresentable
from adversario.native.engines.confirm import same_estimate
from adversario.native.engines.memory.models import model_memory
from adversario.native.kernels import rules
from adversario.native.tabulated.view import Tabulated, tabulate


def check_parity(
    game: Game[Any, Any],
    playouts: int = 20,
    seed: int = 0,
    longest: int = 1000,
    *,
    engine: Literal["native", "tabulated"] = "native",
) -> int:
    """Play at random and compare both forms of every rule; return how many states were compared.

    The interpreted rules are compared with the compiled ones or, if `engine` says so, with those of
    a table of states. GameError names the method and the state at the first difference,
    NotCompilable says why there is nothing to compare. NotRepresentable, after all others are
    compared, is about the first state that compiled code leaves to plain Python. Numbers may differ
    by rounding, as far as floats do. Of very many actions of a state only some are played. Where a
    play-out is longer than `longest` plies, a few games are played to the end, and some of their
    states are compared.
    """
    if engine == "tabulated" and not available():
        raise NotCompilable(game, (missing(game),))
    view = tabulate(game) if engine == "tabulated" else game
    return with_room(lambda: _compare(game, view, playouts, seed, longest))


def _compare(
    game: Game[Any, Any], view: Game[Any, Any], playouts: int, seed: int, longest: int
) -> int:
    comparison = _Comparison(game, view)
    random = Random(seed)
    cut = False
    for _ in range(playouts):
        state = game.initial()
        for _ in range(longest):
            actions = comparison.state(state)
            if not actions:
                break
            state = game.result(state, random.choice(actions))
        else:
            cut = True
    for _ in range(ENDINGS if cut else 0):
        for state in sample_to_end(game, random):
            comparison.state(state)
    if comparison.refusal is not None:
        raise comparison.refusal
    return len(comparison.seen)


class _Comparison:
    """The compiled rules beside the game, and the states that were compared."""

    def __init__(self, game: Game[Any, Any], view: Game[Any, Any]) -> None:
        self.game, self.view = game, view
        self.compiled = compile_game(view, rules)
        self.model = None if isinstance(view, Tabulated) else model_memory(game)
        self.model_address = 0 if self.model is None else self.model.address
        self.action = view.table.action if isinstance(view, Tabulated) else self.compiled.decode
        self.seen: dict[Any, list[Any]] = {}
        self.keys: dict[tuple[str, int], Any] = {}  # the game's own key of each of 64 bits
        self.keys_by_own: dict[tuple[str, Any], int] = {}
        self.layers = frozenset(as_capability(view, Numbered).layers())
        self.refusal: NotRepresentable | None = None

    def state(self, state: Any) -> list[Any]:
        """Compare what compiled code has about a state; return what can be played in it."""
        if state in self.seen:
            return self.seen[state]
        try:
            return self.known(state)
        except NotRepresentable as refusal:
            self.refusal = self.refusal or refusal
        return [] if self.game.is_terminal(state) else list(self.game.legal(state))

    def known(self, state: Any) -> list[Any]:
        """Compare all there is to compare; NotRepresentable if compiled code does not have it."""
        game = self.game
        native = self.compiled.encode(state)
        over = self.same("is_terminal", state, native)
        self.key(state, native)
        self.knowledge(state, native)
        if self.layers and self.same("layer", state, native) in self.layers:
            self.same("index", state, native)
        actions: list[Any] = []
        if over:
            for player in range(game.players):
                self.same("utility", state, native, player)
        else:
            chance = self.same("player", state, native) == CHANCE
            actions = self.actions("chances" if chance else "actions", state, native)
            if not chance:
                self.priors(state, native)
            self.estimates(state, native)
        self.seen[state] = actions
        return actions

    def actions(self, method: str, state: Any, native: Any) -> list[Any]:
        """Compare what can be done, and what comes of it."""
        functions = self.compiled.functions
        expected, found = (
            list(getattr(self.game, method)(state)),
            getattr(functions, method)(native),
        )
        decoded = [
            (self.action(item[0]), item[1]) if method == "chances" else self.action(item)
            for item in found
        ]
        self.compare(method, state, expected, decoded)
        playable = [pair[0] for pair in expected] if method == "chances" else expected
        raw = [pair[0] for pair in found] if method == "chances" else found
        urgent = method == "actions" and defines(self.view, "urgency")
        for action, native_action in sample(list(zip(playable, raw, strict=True))):
            if urgent:
                expected = method_of(self.game, "urgency")(state, action)
                found = functions.urgency(native, native_action)
                self.compare("urgency", state, expected, found)
            after = self.compiled.decode(functions.result(native, native_action))
            self.compare("result", state, self.game.result(state, action), after)
        return playable

    def estimates(self, state: Any, native: Any) -> None:
        """Compare what helps a search."""
        if defines(self.view, "is_forced"):
            self.same("is_forced", state, native)
        if self.same("is_quiet", state, native) is False:
            expected = list(method_of(self.game, "noisy_actions")(state))
            found = self.compiled.functions.noisy_actions(native)
            self.compare("noisy_actions", state, expected, [self.action(item) for item in found])
        with suppress(NoEvaluationError):  # a game without an estimate for a state says so
            for player in range(self.game.players):
                mine = self.game.evaluate(state, player)
                theirs = self.compiled.functions.evaluate(native, player, self.model_address)
                if not same_estimate(self.game, mine, theirs):
                    self.compare("evaluate", state, mine, theirs)
        passed = self.compiled.functions.pass_turn(native)
        expected = method_of(self.game, "pass_turn")(state)
        self.compare("pass_turn", state, expected, self.compiled.decode(passed))

    def knowledge(self, state: Any, native: Any) -> None:
        """Compare what players see, and what they cannot know."""
        for method in ("observation", "conceal"):
            if not defines(self.view, method):
                continue
            for player in range(self.game.players):
                expected = method_of(self.game, method)(state, player)
                found = getattr(self.compiled.functions, method)(native, player)
                self.compare(method, state, expected, self.compiled.decode(found))

    def priors(self, state: Any, native: Any) -> None:
        """Compare how promising the actions seem."""
        expected = [float(weight) for weight in method_of(self.game, "priors")(state)]
        self.compare("priors", state, expected, self.compiled.functions.priors(native))

    def key(self, state: Any, native: Any) -> None:
        """Keys of 64 bits must be equal exactly where the game's own keys are."""
        # A table of states has a row for each, which is a key that leaves nothing out.
        kept = KEYS[1:2] if isinstance(self.view, Tabulated) else KEYS[1:]
        for name in ("key", *(name for name in kept if defines(self.view, name))):
            found = getattr(self.compiled.functions, name)(native)
            own = method_of(self.game, name)(state)
            known = self.keys.setdefault((name, found), own)
            if known != own or self.keys_by_own.setdefault((name, own), found) != found:
                raise self.difference(name, state, message("native.keys_differ", key=found))
        if defines(self.view, "reversible"):
            self.same("reversible", state, native)

    def same(self, method: str, state: Any, native: Any, *players: int) -> Any:
        """Compare the answers of one method; return the interpreted one."""
        expected = method_of(self.game, method)(state, *players)
        found = getattr(self.compiled.functions, method)(native, *players)
        self.compare(method, state, expected, found)
        return expected

    def compare(self, method: str, state: Any, expected: Any, found: Any) -> None:
        """Raise an error if two answers differ."""
        if not _equal(expected, found):
            problem = message("native.answers", expected=repr(expected), found=repr(found))
            raise self.difference(method, state, problem)

    def difference(self, method: str, state: Any, problem: Message) -> GameError:
        """The error of a method that means two things."""
        return GameError(
            "native.differs", game=self.game.name, method=method, state=repr(state), problem=problem
        )


def _equal(one: Any, other: Any) -> bool:
    """Whether two answers are the same, up to the rounding of floats."""
    if isinstance(one, (tuple, list)):
        return (
            isinstance(other, type(one))
            and len(one) == len(other)
            and all(_equal(*pair) for pair in zip(one, other, strict=True))
        )
    return bool(one == other) or (_is_number(one) and isclose(one, other, rel_tol=1e-12))


def _is_number(value: Value) -> bool:
    return isinstance(value, float) or hasattr(value, "numerator")
