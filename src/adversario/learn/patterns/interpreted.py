"""Training of models in plain Python: the specification of `kernels.learn.afterstates`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf, log
from typing import Any

from adversario.base.stop import Stop
from adversario.contract.capability import as_capability
from adversario.contract.checking.guard import no_actions
from adversario.contract.evaluation import Patterned
from adversario.contract.opponents import Referenced
from adversario.game import CHANCE, Game
from adversario.learn.patterns.gradients import step_of_network, step_of_tables
from adversario.learn.patterns.lessons import (
    OPENING,
    Lessons,
    Memory,
    Player,
    Tally,
    rate_at,
)
from adversario.native.kernels.learn.afterstates import FINE
from adversario.native.kernels.random import draw
from adversario.views.learned.model import Model, active, answers, unit_of, worth
from adversario.views.learned.shape import Shape


@dataclass(frozen=True)
class Decision:
    """The state that a decision led to, whether it was explored, and the outputs of the best."""

    state: Any
    explored: bool
    outputs: list[float]


@dataclass(frozen=True)
class InterpretedTeacher:
    """Training in plain Python; see `Teacher`."""

    game: Game[Any, Any]
    shape: Shape
    settings: Lessons

    def train(self, memory: Memory, first: int, stop: Stop | None = None) -> Tally:
        """Learn from the block of games numbered from `first`; nothing of it if stopped."""
        settings, games = self.settings, []
        frozen = Model(self.game.name, self.shape, memory.parameters)
        for which in range(first, first + settings.block):
            if stop is not None and stop.is_set():
                return Tally(0, interrupted=True)
            decisions: list[Decision] = []
            last, _ = self._play(which, (frozen, frozen), settings, decisions)
            ended = self.game.is_terminal(last)
            games.append((decisions, self.outputs(last, memory.parameters) if ended else None))
        learned, error = 0, 0.0
        found = Memory(
            self.shape, memory.parameters.copy(), memory.first.copy(), memory.second.copy()
        )
        for decisions, outcome in games:
            for squared in self._learn(decisions, outcome, found, rate_at(settings, first)):
                learned, error = learned + 1, error + squared
        # A lesson is learned whole or not at all, whatever interrupts it.
        memory.parameters, memory.first, memory.second = (
            found.parameters, found.first, found.second
        )  # fmt: skip
        return Tally(len(games), sum(len(each) for each, _ in games), learned, error)

    def measure(
        self, one: Player, other: Player, first: int, games: int, stop: Stop | None = None
    ) -> list[float] | None:
        """The results to player 0, `one`, without exploration; None if stopped."""
        quiet = Lessons(seed=self.settings.seed, longest=1 << 40)
        alike = self.game.players == 2 and not self.game.chance
        results = []
        for which in range(first, first + games):
            if stop is not None and stop.is_set():
                return None
            opening = OPENING if alike else 0
            results.append(self._play(which, (one, other), quiet, None, opening)[1])
        return results

    def _play(
        self, which: int, players: tuple[Player, Player], settings: Lessons,
        decisions: list[Decision] | None, opening: int = 0,
    ) -> tuple[Any, float]:  # fmt: skip
        """Play one game: its last state, and its result to player 0, or an estimate of that."""
        game, seed = self.game, settings.seed
        state, drawn, made, now = game.initial(), 0, 0, 0.0
        while made < settings.longest and not game.is_terminal(state):
            mover = game.player(state)
            drawn += 1
            if mover == CHANCE:
                state = self._sample(state, draw(seed, which, drawn, FINE) / FINE)
                continue
            player, best, chosen = players[mover], -inf, state
            successors: list[Any] = []
            for number, action in enumerate(game.actions(state)):
                after = game.result(state, action)
                found = self._value(state, after, mover, player)
                temperature = 1.0 if player == "random" else settings.temperature
                noise = 0.0
                if temperature:
                    share = (draw(seed, which, (drawn << 20) + number, FINE) + 0.5) / FINE
                    noise = -temperature * log(-log(share))
                if found + noise > best or not successors:
                    best, chosen, now = found + noise, after, found
                successors.append(after)
            if not successors:
                raise no_actions(game, state)
            now = now if mover == 0 else -now
            drawn += 1
            explores = made < opening or draw(seed, which, drawn, FINE) / FINE < settings.explore
            outputs = []
            if decisions is not None and isinstance(player, Model):
                outputs = self.outputs(chosen, player.parameters)
            if explores:
                drawn += 1
                chosen = successors[draw(seed, which, drawn, len(successors))]
            if decisions is not None:
                decisions.append(Decision(chosen, explores, outputs))
            state, made = chosen, made + 1
        return state, float(game.utility(state, 0)) if game.is_terminal(state) else now

    def _value(self, state: Any, after: Any, mover: int, player: Player) -> float:
        game = self.game
        if player == "reference":
            return float(as_capability(game, Referenced).reference_score(state, after))
        if game.is_terminal(after):
            return float(game.utility(after, mover))
        if isinstance(player, Model):
            return player.estimate(game, after, mover)
        return float(game.evaluate(after, mover)) if player == "own" else 0.0

    def _sample(self, state: Any, at: float) -> Any:
        after = state
        for outcome, probability in self.game.chances(state):
            if probability > 0:
                after = self.game.result(state, outcome)
                at -= float(probability)
                if at < 0:
                    break
        return after

    def outputs(self, state: Any, parameters: Any) -> list[float]:
        """The outputs for a state, as player 0 sees it; of a terminal state those it has."""
        game, shape = self.game, self.shape
        if game.is_terminal(state):
            utility = float(game.utility(state, 0))
            if not shape.outcomes:
                return [utility]
            return [1.0 if utility >= each else 0.0 for each in shape.outcomes[1:]]
        hints = as_capability(game, Patterned)
        viewer = hints.viewer(state)
        found = answers(shape, parameters, game, state, viewer)
        if shape.outcomes:
            return found if viewer == 0 else turned(found)
        value = worth(shape, found, unit_of(shape, game)) + float(hints.settled(state, viewer))
        return [value if viewer == 0 else float(game.utility_sum or 0.0) - value]

    def _learn(
        self, decisions: list[Decision], outcome: list[float] | None, memory: Memory, rate: float
    ) -> Iterator[float]:
        """Learn from a game, last decision first; yield the squared error of each state.

        `outcome` has the outputs that the game ended with; None if it was cut short.
        """
        target = outcome
        for each in reversed(decisions):
            if target is None:
                target = self.outputs(each.state, memory.parameters)
            elif not self.game.is_terminal(each.state):
                yield self._step(each.state, target, memory, rate)
                if self.settings.images:
                    for image in self.game.symmetries(each.state):
                        yield self._step(image, target, memory, rate)
            share = 0.0 if each.explored else self.settings.trace
            target = [
                (1 - share) * one + share * other
                for one, other in zip(each.outputs, target, strict=True)
            ]

    def _step(self, state: Any, target: list[float], memory: Memory, rate: float) -> float:
        """Move the outputs for a state towards a target; return the squared error."""
        game, shape, method = self.game, self.shape, self.settings.method
        hints = as_capability(game, Patterned)
        viewer = hints.viewer(state)
        stage = hints.stage(state) if game.stages > 1 else 0
        if shape.outcomes:
            wanted = target if viewer == 0 else turned(target)
        else:
            value = target[0] if viewer == 0 else float(game.utility_sum or 0.0) - target[0]
            wanted = [(value - float(hints.settled(state, viewer))) / unit_of(shape, game)]
        indices, values = active(game, state, viewer)
        extra = (memory.parameters, memory.parameters) if method == "gradient" else (
            memory.first, memory.second
        )  # fmt: skip
        parameters, first, second = memory.parameters[stage], extra[0][stage], extra[1][stage]
        if shape.layers:
            return step_of_network(
                shape, parameters, first, second, indices, values, wanted, rate,
                adam=method == "adam",
            )  # fmt: skip
        error = wanted[0] - answers(shape, memory.parameters, game, state, viewer)[0]
        step_of_tables(
            parameters, first, second, indices, values, error, rate,
            coherent=method == "coherence",
        )  # fmt: skip
        return error * error


def turned(outputs: list[float]) -> list[float]:
    """The probabilities of outcomes as the other player sees them."""
    return [1.0 - share for share in reversed(outputs)]
