"""Gumbel AlphaZero: the published formulas, gradients, the two engines, and resumed training."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import exp
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adversario.algorithms.core.limit import Limit
from adversario.algorithms.mcts.gumbel import (
    Edge,
    GumbelSearch,
    GumbelSettings,
    Node,
    chosen_edge,
    improved_policy,
    visit_schedule,
)
from adversario.base.errors import InputError
from adversario.base.stop import Stop
from adversario.games.lines.connect4.game import ConnectFour
from adversario.games.lines.connect4.rules import State
from adversario.learn.alphazero import files
from adversario.learn.alphazero.interpreted import (
    Record,
    image_of,
    learning_descent,
    learning_loss,
    learning_step,
    play_game,
)
from adversario.learn.alphazero.settings import Memory, Settings, policy_shape
from adversario.learn.alphazero.trainer import AlphaZeroTrainer, elo_of
from adversario.native.engines.mcts import mcts
from adversario.native.kernels.layout.alphazero import Record as RecordBlock
from adversario.views.learned.layer import learned
from adversario.views.learned.model import Model
from tests.require import require

GAME = ConnectFour(4, 4)
SHAPE = policy_shape(GAME, (8, 6))
SETTINGS = Settings(
    simulations=12, fast=3, share=0.5, considered=3, opening=3, block=6, batch=8, reuse=2.0,
    replay=40, rate=0.01, seed=3,
)  # fmt: skip


def random_model(seed: int = 1, size: float = 0.5) -> Model:
    random = np.random.Generator(np.random.PCG64(seed))
    parameters = random.normal(0, size, (SHAPE.stages, SHAPE.stage_size)).astype(np.float32)
    return Model(GAME.name, SHAPE, parameters)


# The formulas, written once more as Danihelka and others (2022) have them.


@given(
    st.lists(
        st.tuples(st.floats(-3, 3), st.integers(0, 9), st.floats(-1, 1)), min_size=1, max_size=6
    ),
    st.floats(-1, 1),
    st.booleans(),
)
def test_targets_are_those_of_the_paper(
    actions: list[tuple[float, int, float]], value: float, second: bool
) -> None:
    """Completed values (equation 33 of the appendix for the mixed value) and improved policy."""
    sign = -1.0 if second else 1.0
    weights = [exp(logit) for logit, _, _ in actions]
    prior = [weight / sum(weights) for weight in weights]
    node = Node(None, sign * value, known=False, sign=sign)
    for share, (logit, visits, mean) in zip(prior, actions, strict=True):
        child = Node(None, 0.0, known=False, visits=visits, total=sign * mean * visits)
        node.edges.append(Edge(None, logit, share, child=child if visits else None))
    search = GumbelSearch(GAME, random_model(), GumbelSettings(stretched=False, scale=1.0))
    search.score(node)

    counts = [visits for _, visits, _ in actions]
    seen = [at for at, visits in enumerate(counts) if visits]
    mixed = value
    if seen:
        mean = sum(prior[at] * actions[at][2] for at in seen) / sum(prior[at] for at in seen)
        mixed = (value + sum(counts) * mean) / (1 + sum(counts))
    completed = [actions[at][2] if at in seen else mixed for at in range(len(actions))]
    sums = [
        logit + (50 + max(counts)) * 1.0 * (q + 1) / 2
        for (logit, _, _), q in zip(actions, completed, strict=True)
    ]
    top = max(sums)
    total = sum(exp(each - top) for each in sums)
    assert improved_policy(node) == pytest.approx([exp(each - top) / total for each in sums])


@pytest.mark.parametrize(("actions", "simulations"), [(1, 5), (2, 9), (4, 16), (7, 32), (16, 64)])
def test_halving_visits_all_equally_often_and_then_the_better_half(
    actions: int, simulations: int
) -> None:
    """The schedule is followed by comparing the visits of a list of actions, best first."""
    visits = [0] * actions
    for wanted in visit_schedule(actions, simulations):
        visits[visits.index(wanted)] += 1
    assert sum(visits) == simulations
    assert visits == sorted(visits, reverse=True)
    if actions in (4, 16):
        rounds = actions.bit_length() - 1
        expected, left = [0] * actions, actions
        for _ in range(rounds):
            for at in range(left):
                expected[at] += simulations // (rounds * left)
            left //= 2
        assert sum(expected) == simulations
        assert visits == expected


def brute_value(state: State) -> int:
    if GAME.is_terminal(state):
        return GAME.utility(state, 0)
    values = [brute_value(GAME.result(state, action)) for action in GAME.actions(state)]
    return max(values) if state.turn == 0 else min(values)


def test_proven_values_are_true_and_the_action_chosen_keeps_them() -> None:
    game, proven = GAME, 0
    for text in ("11223434", "12213443", "4332211", "2214"):
        state = game.parse_position(text)
        root = GumbelSearch(game, random_model(), GumbelSettings(simulations=200)).run(state)
        for node in nodes_of(root):
            if node.known:
                assert node.value == brute_value(node.state)
                proven += 1
        if root.known:
            after = game.result(state, chosen_edge(root).action)
            assert brute_value(after) == root.value
    assert proven > 50


def nodes_of(node: Node) -> Iterator[Node]:
    yield node
    for edge in node.edges:
        if edge.child is not None:
            yield from nodes_of(edge.child)


# Learning.


@pytest.mark.parametrize("limit", [0.99, 0.0])
def test_gradients_are_what_the_loss_changes_by(limit: float) -> None:
    shape = replace(SHAPE, limit=limit, unit=1.0)
    random = np.random.Generator(np.random.PCG64(2))
    parameters = random.normal(0, 0.4, (1, shape.stage_size))
    state = GAME.parse_position("121")
    record = Record(state, {0: 0.1, 1: 0.6, 2: 0.05, 3: 0.25}, 0.3, -1.0)
    indices, slopes = learning_descent(GAME, shape, parameters, record, 0.25)
    full = np.zeros_like(parameters)
    for at, (array, slope) in enumerate(zip(shape.arrays(full[0]), slopes, strict=True)):
        if at == 0:
            np.add.at(array, indices, slope)
        else:
            array[:] = slope.reshape(array.shape)
    used = np.flatnonzero(full)
    assert len(used) > 50
    for at in map(int, used):
        moved = []
        for step in (1e-5, -1e-5):
            other = parameters.copy()
            other[0, at] += step
            moved.append(learning_loss(GAME, shape, other, record, 0.25))
        assert (moved[1] - moved[0]) / 2e-5 == pytest.approx(full[0, at], abs=1e-6)


def test_images_have_the_images_of_actions() -> None:
    state = GAME.parse_position("112")
    record = Record(state, {0: 0.1, 1: 0.6, 2: 0.05, 3: 0.25}, 0.3, 1.0)
    image = image_of(GAME, record, 1)
    assert image.state == next(iter(GAME.symmetries(state)))
    assert image.policy == {3: 0.1, 2: 0.6, 1: 0.05, 0: 0.25}
    assert image_of(GAME, record, 2) is record


def test_both_engines_play_and_learn_the_same() -> None:
    require("numba")
    trainer = AlphaZeroTrainer(GAME, SHAPE, SETTINGS, threads=2)
    engine, model = trainer.engine, random_model()
    found = engine.play(model.parameters, 5, 8)
    plain = [record for which in range(5, 13) for record in play_game(GAME, model, SETTINGS, which)]
    assert len(found) == len(plain) > 20
    for words, record in zip(found, plain, strict=True):
        numbers = words.view(np.float64)
        policy = words[RecordBlock.size + 3 :].view(np.float32)
        assert tuple(words[RecordBlock.size : RecordBlock.size + 3]) == record.state
        assert numbers[RecordBlock.result] == record.result
        assert numbers[RecordBlock.value] == pytest.approx(record.value, abs=1e-4)
        wanted = [record.policy.get(at, 0.0) for at in range(4)]
        assert policy.tolist() == pytest.approx(wanted, abs=1e-4)

    memory = Memory.of(SHAPE, 100, engine.record_words, 4)
    memory.parameters[:] = model.parameters
    memory.store(found)
    arrays = (model.parameters.copy(), memory.means.copy(), memory.squares.copy())
    engine.learn(memory, 3, 0.01)
    for step in (1, 2, 3):
        learning_step(GAME, SHAPE, SETTINGS, arrays, plain, step, 0.01)
    assert memory.steps == 3
    assert memory.means == pytest.approx(arrays[1], abs=1e-5)
    # Adam divides by the size of gradients, however small: only those that are not count here.
    sure = np.sqrt(arrays[2]) > 1e-4
    assert sure.sum() > 500
    assert memory.parameters[sure] == pytest.approx(arrays[0][sure], abs=2e-4)


def test_killed_training_resumes_to_the_same_weights(tmp_path: Path) -> None:
    require("numba")
    settings = replace(SETTINGS, gate=0.5)
    whole = AlphaZeroTrainer(GAME, SHAPE, settings, threads=1, measured=4)
    whole.run(36, every=12)

    part = AlphaZeroTrainer(GAME, SHAPE, settings, threads=2, measured=4)
    part.run(12, every=12)
    path = tmp_path / "part.npz"
    files.save(part, path, "connect4:width=4,height=4", 12)
    part.run(18, every=12)  # what is not saved is lost
    again = files.load(path).trainer(GAME, threads=2)
    assert again.games == 12
    again.run(36, every=12)
    assert again.games == whole.games == 36
    assert (again.memory.parameters == whole.memory.parameters).all()
    assert (again.champion == whole.champion).all()
    kept = [[(point.games, point.score) for point in each.curve] for each in (again, whole)]
    assert kept[0] == kept[1]
    assert len(kept[0]) == 3
    assert again.memory.stored > settings.replay  # the ring has turned


def test_a_stopped_training_keeps_whole_blocks() -> None:
    require("numba")
    trainer = AlphaZeroTrainer(GAME, SHAPE, SETTINGS, threads=1)
    stop = Stop()
    stop.set()
    before = trainer.memory.parameters.copy()
    trainer.run(12, stop=stop)
    assert trainer.interrupted
    assert trainer.games == 0
    assert (trainer.memory.parameters == before).all()


def test_training_makes_stronger() -> None:
    require("numba")
    settings = replace(SETTINGS, block=64, batch=32, replay=4000, reuse=3.0)
    trainer = AlphaZeroTrainer(GAME, SHAPE, settings, threads=1, measured=200)
    before = trainer.model
    trainer.run(1024, every=1024)
    after, draws = trainer.model, []
    for one, other, sign in ((after, before, 1), (before, after, -1)):
        found = trainer.engine.match(one, other, (4, 4), 0, 100, 2)
        assert found is not None
        draws += [sign * each for each in found]
    assert sum(draws) / 200 > 0.15


def test_elo_is_that_of_the_logistic_curve() -> None:
    assert elo_of([1.0, 0.0, 0.5, 0.5])[0] == 0
    gained, half = elo_of([1.0] * 10 + [0.0])
    assert gained == pytest.approx(400)
    assert half > 100


@pytest.mark.parametrize(
    "wrong", [{"simulations": 0}, {"share": 1.5}, {"rate": 0.0}, {"batch": 0}, {"mix": -0.1}]
)
def test_wrong_settings_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        Settings(**wrong)


# Playing.


def test_mcts_plays_with_the_policy_in_both_engines() -> None:
    require("numba")
    game = learned(GAME, random_model())
    for text in ("", "112", "22334"):
        state = GAME.parse_position(text)
        found = [
            mcts(game, state, simulations=40, engine=engine) for engine in ("native", "python")
        ]
        assert found[0].action == found[1].action
        assert found[0].visits == found[1].visits
        assert found[0].proven_actions == found[1].proven_actions
        assert found[0].priors == pytest.approx(found[1].priors, abs=1e-5)
        assert sum(found[0].priors) == pytest.approx(1)
        assert found[0].principal_variation[0] == found[0].action
        values = [[score.value for score in each.scores] for each in found]
        assert values[0] == pytest.approx(values[1], abs=1e-5)
        assert "prior" in found[0].to_json()["scores"][0]


def test_a_limit_of_time_is_kept_and_a_proof_ends_the_search() -> None:
    require("numba")
    game = learned(GAME, random_model())
    seen: list[int] = []
    result = mcts(
        game, limit=Limit(time=0.3), on_progress=lambda found: seen.append(found.simulations)
    )
    assert seen[:2] == [32, 64]
    assert result.simulations >= seen[-1]
    won = GAME.parse_position("112233")
    result = mcts(game, won, simulations=64)
    assert result.proven
    assert result.value == 1
    assert result.action == 3
