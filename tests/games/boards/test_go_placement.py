"""Go for searches of games of placement: tactics on the array beside the rules, rollouts, hints."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from adversario import make_game
from adversario.base.bitboards import has
from adversario.games.boards.go import PASS
from adversario.games.boards.go.shapes import AROUND, CODES, shape_table
from adversario.games.boards.go.tactics import is_self_atari, last_liberty


def liberties(game: Any, state: Any, cell: int) -> set[int]:
    """The liberties of the chain at a point, by the rules' floods."""
    own = state.black if has(state.black, cell) else state.white
    chain, free = game.chain_at(own, cell), set()
    for at in game.cells:
        if has(chain, at):
            free |= {to for to in game.near[at] if to >= 0}
    return {to for to in free if not has(state.black, to) and not has(state.white, to)}


def random_states(game: Any, seed: int, number: int) -> list[Any]:
    """States of random games, with some chains in atari."""
    random, found = Random(seed), list[Any]()
    while len(found) < number:
        state = game.initial()
        for _ in range(random.randrange(5, 2 * game.size**2)):
            action = game.rollout_action(state, random.getrandbits(64))
            if action == PASS:
                break
            state = game.result(state, action)
        found.append(state)
    return found


def test_tactics_agree_with_the_rules() -> None:
    game: Any = make_game("go:size=5")
    step, ataris, rash = game.stride, 0, 0
    for state in random_states(game, 7, 25):
        board = game.chains(state)
        for cell in game.cells:
            if has(state.black, cell) or has(state.white, cell):
                free = liberties(game, state, cell)
                expected = free.pop() + step if len(free) == 1 else 0
                assert last_liberty(board, cell + step, step) == expected
                ataris += expected > 0
        for action in game.actions(state):
            if action != PASS:
                after = game.result(state, action)
                free = liberties(game, after, action)
                seen = is_self_atari(board, action + step, state.turn, step)
                stones = [sum(word.bit_count() for word in each) for each in
                          ((s.white, s.black)[state.turn] for s in (state, after))]  # fmt: skip
                assert seen == (len(free) <= 1 and stones[0] == stones[1]), game.text(state)
                rash += seen
    assert ataris > 20
    assert rash > 10


def test_rollouts_repeat_and_note_who_plays_first() -> None:
    game: Any = make_game("go:size=4")
    for heavy in (0, 1):
        first, again = [0] * game.action_count, [0] * game.action_count
        payoff = game.placed_rollout(game.initial(), 12345, heavy, first)
        assert payoff == game.placed_rollout(game.initial(), 12345, heavy, again)
        assert first == again
        assert set(first) == {0, 1, 2}
        assert all(first[cell] == 0 for cell in range(game.bit_count) if cell not in game.cells)


def test_light_rollouts_have_the_distribution_of_the_others() -> None:
    game: Any = make_game("go:size=3,komi=0.5,score=points")
    random, number = Random(3), 300
    plays: tuple[Callable[[int], float], ...] = (
        lambda word: game.rollout(game.initial(), word),
        lambda word: game.placed_rollout(game.initial(), word, 0, [0] * game.action_count),
    )
    means = [sum(play(random.getrandbits(64)) for _ in range(number)) / number for play in plays]
    assert means[0] == pytest.approx(means[1], abs=2.9)  # four standard errors


def test_heavy_rollouts_save_stones_in_atari() -> None:
    game: Any = make_game("go:size=5")
    state = game.parse_position("...../.X.../.OX../.X.../..... X")
    results = dict(zip(game.actions(state), game.virtual_results(state), strict=True))
    taking = game.parse_action(state, "A3")
    share = {action: wins / trials for action, (trials, wins) in results.items()}
    assert share[taking] == max(share.values())
    assert share[PASS] < 0.5
    board = game.chains(state)
    last = game.parse_action(game.parse_position("...../...../...../...../..... X"), "B3")
    assert game.reply(board, last + game.stride, 0, 0, 99) == taking + game.stride


def test_shapes_hold_under_symmetries_and_exchanged_players() -> None:
    table = shape_table()
    assert 0 < table.sum() < len(table)
    turned = [AROUND.index((column, 2 - row)) for row, column in AROUND]
    other = {0: 1, 1: 0, 2: 2, 3: 3}
    for code in Random(1).sample(range(len(table)), 2000):
        codes = [code >> 2 * place & 3 for place in range(8)]
        image = sum(codes[turned[place]] << 2 * place for place in range(8))
        swapped = sum(other[each] << 2 * place for place, each in enumerate(codes))
        assert table[code] == table[image] == table[swapped]
    hane = dict(zip(AROUND, "XOX..???", strict=True)) | {(0, 0): "X", (0, 1): "O", (0, 2): "X"}
    free = {(1, 0), (1, 2), (2, 0), (2, 1), (2, 2)}
    code = sum(
        (2 if place in free else CODES[hane[place]][0]) << 2 * at for at, place in enumerate(AROUND)
    )
    assert table[code]
