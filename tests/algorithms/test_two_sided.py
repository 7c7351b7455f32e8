"""Minimax and alpha-beta in all their forms against brute force and published counts."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adversario import (
    Game,
    GameError,
    InputError,
    Limit,
    Tree,
    UnsuitableGameError,
    alphabeta,
    minimax,
    parse_tree,
)
from adversario.algorithms.alphabeta import searcher
from adversario.algorithms.core.events import Bound, Cut, Enter, Event, Leaf
from adversario.algorithms.core.run import Run
from adversario.algorithms.core.sides import two_sides
from adversario.games import ConnectFour, Nim, Pig, TicTacToe
from tests import brute
from tests.strategies import two_sided_trees

FORMS = [
    {"form": form, "strict": strict} for form, strict in product(("soft", "hard"), (False, True))
]
ANY = two_sided_trees(alternating=False)


@settings(max_examples=1000)
@given(ANY)
def test_minimax_and_alphabeta_in_every_form_are_brute_force(tree: Tree) -> None:
    plain, best = minimax(tree), brute.best_actions(tree)
    assert plain.value == brute.two_sided(tree.root)
    assert (plain.action, plain.best_actions) == (best[0], best)
    for options in FORMS:
        pruned = alphabeta(tree, **options)  # type: ignore[arg-type]
        assert pruned.value == plain.value
        assert pruned.action == plain.action
        assert pruned.best_actions == plain.best_actions
        assert pruned.statistics.nodes <= plain.statistics.nodes


@settings(max_examples=300)
@given(two_sided_trees())
def test_the_two_forms_of_minimax_make_the_same_calls(tree: Tree) -> None:
    one: list[Event] = []
    two: list[Event] = []
    first = minimax(tree, form="dispatching", on_event=one.append)
    second = minimax(tree, form="alternating", on_event=two.append)
    assert one == two
    assert (first.value, first.action) == (second.value, second.action)


def test_the_alternating_form_refuses_a_second_turn_in_a_row() -> None:
    tree = parse_tree("A(B:max(1, 2), C(3, 4))")
    assert minimax(tree).value == 3
    with pytest.raises(UnsuitableGameError, match="dispatching"):
        minimax(tree, form="alternating")


@settings(max_examples=300)
@given(ANY, st.randoms(use_true_random=False))
def test_shuffling_the_children_keeps_the_value(tree: Tree, random: Any) -> None:
    def shuffled(state: str, actions: Any) -> list[str]:
        found = list(actions)
        random.shuffle(found)
        return found

    assert alphabeta(tree, order=shuffled).value == alphabeta(tree).value


@settings(max_examples=300)
@given(ANY, st.sampled_from([lambda v: 3 * v + 1, lambda v: v**3, lambda v: 2.0 ** (v / 4)]))
def test_a_monotone_change_of_the_leaves_keeps_the_decision(tree: Tree, change: Any) -> None:
    class Changed(Tree):
        def utility(self, state: str, player: int) -> Any:
            worth = change(super().utility(state, 0))
            return worth if player == 0 else -worth

    changed = Changed(tree.root)
    changed.utility_bounds = None  # those of the tree hold no more
    assert minimax(changed).action == minimax(tree).action
    assert alphabeta(changed).best_actions == alphabeta(tree).best_actions


@settings(max_examples=300)
@given(two_sided_trees(evaluations=True, alternating=False), st.integers(1, 4))
def test_depth_limited_alphabeta_is_depth_limited_minimax(tree: Tree, depth: int) -> None:
    plain = minimax(tree, limit=Limit(depth=depth))
    for options in FORMS:
        pruned = alphabeta(tree, limit=Limit(depth=depth), **options)  # type: ignore[arg-type]
        assert pruned.value == plain.value
        assert pruned.best_actions == plain.best_actions
    assert plain.statistics.depth <= depth
    assert plain.proven == (plain.statistics.evaluations == 0)


@pytest.mark.parametrize(("branching", "depth"), [(2, 1), (2, 5), (3, 4), (4, 3), (5, 2), (2, 8)])
def test_perfect_ordering_visits_the_least_leaves_there_are(branching: int, depth: int) -> None:
    tree = parse_tree(brute.uniform_tree(branching, depth, best_first=True))
    least = branching ** -(-depth // 2) + branching ** (depth // 2) - 1  # Knuth and Moore
    assert alphabeta(tree).statistics.leaves == least
    assert minimax(tree).statistics.leaves == branching**depth


def visited(tree: Tree, **options: Any) -> set[str]:
    events: list[Event] = []
    alphabeta(tree, on_event=events.append, **options)
    return {event.state for event in events if isinstance(event, Enter)}


def test_the_classic_exam_trees() -> None:
    one = parse_tree("((10, 8), (4, 50))")
    assert alphabeta(one).value == 8
    assert set(_names(one)) - visited(one) == {"C2"}
    two = parse_tree("(((10, 6), (100, 8)), ((1, 2), (20, 4)))")
    assert alphabeta(two).value == 10
    assert set(_names(two)) - visited(two) == {"B22", "C2", "C21", "C22"}


def test_strict_pruning_looks_at_ties() -> None:
    tree = parse_tree("((5, 9), (5, 1))")
    assert set(_names(tree)) - visited(tree) == {"C2"}
    assert set(_names(tree)) - visited(tree, strict=True) == set()


def _names(tree: Tree) -> list[str]:
    return [vertex.name for vertex in tree.root.walk()]


def test_tic_tac_toe_by_published_counts() -> None:
    game = TicTacToe()
    assert alphabeta(game).statistics.nodes == 18_297
    plain = minimax(game)
    assert plain.statistics.nodes == 549_946
    assert plain.statistics.leaves == 255_168
    assert plain.value == 0
    assert plain.best_actions == tuple(range(9))


def test_tic_tac_toe_has_5478_states_765_up_to_symmetry() -> None:
    game = TicTacToe()
    seen, todo = {game.initial()}, [game.initial()]
    while todo:
        state = todo.pop()
        for action in game.legal(state):
            following = game.result(state, action)
            if following not in seen:
                seen.add(following)
                todo.append(following)
    assert len(seen) == 5_478
    assert len({min(game.symmetries(state)) for state in seen}) == 765


def test_who_moves_second_is_min_and_the_value_stays_that_of_max() -> None:
    game = TicTacToe()
    state = game.parse_position("X.X/OO./...")  # X completes the top row
    assert alphabeta(game, state).value == 1
    state = game.parse_position("XX./OO./..X")  # O to move completes the middle row
    result = alphabeta(game, state)
    assert result.value == -1
    assert 5 in result.best_actions


@pytest.mark.parametrize(("heaps", "xor"), [((1, 2, 3), 0), ((3, 4, 5), 2), ((2, 2), 0), ((4,), 4)])
def test_nim_is_won_by_the_xor_of_the_heaps(heaps: tuple[int, ...], xor: int) -> None:
    assert (alphabeta(Nim(heaps)).value == 1) == (xor != 0)


def test_the_value_of_small_connect_four_boards() -> None:
    # 4x4 and smaller boards are drawn (Tromp's table of solved sizes).
    assert alphabeta(ConnectFour(4, 3)).value == 0


def test_a_terminal_root_is_its_own_value() -> None:
    result = alphabeta(parse_tree("7"))
    assert (result.value, result.action, result.best_actions) == (7, None, ())
    assert result.statistics.nodes == 1
    assert result.statistics.branching_factor == 0


def test_scores_say_what_is_exact_and_what_is_a_bound() -> None:
    tree = parse_tree("A(B(3, 12, B3(8, 7, 3)), C(2, 4, 6), D(14, 5, 1))")
    scores = {score.action: (score.value, score.bound) for score in alphabeta(tree).scores}
    assert scores == {"a1": (3, Bound.EXACT), "a2": (2, Bound.UPPER), "a3": (1, Bound.EXACT)}
    assert {s.action: s.value for s in minimax(tree).scores} == {"a1": 3, "a2": 2, "a3": 1}


def test_statistics_of_the_lecture_tree() -> None:
    tree = parse_tree("A(B(3, 12, B3(8, 7, 3)), C(2, 4, 6), D(14, 5, 1))")
    cost = alphabeta(tree).statistics
    assert (cost.nodes, cost.leaves, cost.cutoffs, cost.pruned, cost.depth) == (12, 7, 3, 4, 3)
    assert cost.branching_factor == pytest.approx(11 / 5)


@settings(max_examples=200)
@given(ANY)
def test_every_scored_bound_holds(tree: Tree) -> None:
    exact = {score.action: score.value for score in minimax(tree).scores}
    for options in FORMS:
        for score in alphabeta(tree, **options).scores:  # type: ignore[arg-type]
            true, given_value = exact[score.action], score.value
            assert not isinstance(true, tuple)
            assert not isinstance(given_value, tuple)
            if score.bound is Bound.EXACT:
                assert given_value == true
            elif score.bound is Bound.UPPER:
                assert true <= given_value
            else:
                assert true >= given_value


@settings(max_examples=200)
@given(ANY)
def test_the_principal_variation_reaches_the_value(tree: Tree) -> None:
    for result in (minimax(tree), alphabeta(tree)):
        state = tree.initial()
        for action in result.principal_variation:
            state = tree.result(state, action)
        assert tree.is_terminal(state)
        assert tree.utility(state, 0) == result.value


class Exchange(Game[tuple[int, ...], int]):
    """A pile of captures: at depth 1 MAX seems to win a piece, one ply later it is recaptured."""

    def initial(self) -> tuple[int, ...]:
        return ()

    def player(self, state: tuple[int, ...]) -> int:
        return len(state) % 2

    def actions(self, state: tuple[int, ...]) -> list[int]:
        return [0, 1]  # keep quiet, capture

    def result(self, state: tuple[int, ...], action: int) -> tuple[int, ...]:
        return (*state, action)

    def is_terminal(self, state: tuple[int, ...]) -> bool:
        return len(state) == 4

    def utility(self, state: tuple[int, ...], player: int) -> int:
        return self.evaluate(state, player)

    def evaluate(self, state: tuple[int, ...], player: int) -> int:
        material = sum((1, -3, 1, -1)[ply] * move for ply, move in enumerate(state))
        return material if player == 0 else -material

    def is_quiet(self, state: tuple[int, ...]) -> bool:
        return not state or state[-1] == 0

    def noisy_actions(self, state: tuple[int, ...]) -> list[int]:
        return [1]


def test_quiescence_sees_the_recapture() -> None:
    game, limit = Exchange(), Limit(depth=1)
    for algorithm in (minimax, alphabeta):
        greedy = algorithm(game, limit=limit, quiescence=False)
        careful = algorithm(game, limit=limit)
        assert (greedy.action, greedy.value) == (1, 1)
        assert (careful.action, careful.value) == (0, 0)


def test_no_observer_no_difference() -> None:
    game, events = TicTacToe(), list[Event]()
    observed = alphabeta(game, on_event=events.append)
    assert observed.statistics.nodes == 18_297
    assert sum(isinstance(event, Enter) for event in events) == 18_297
    assert sum(isinstance(event, Leaf) for event in events) == observed.statistics.leaves
    assert sum(isinstance(event, Cut) for event in events) == observed.statistics.cutoffs


def test_an_unsuitable_game_is_refused_with_what_fits() -> None:
    with pytest.raises(UnsuitableGameError, match=r"chance nodes.*expectiminimax"):
        alphabeta(Pig())
    with pytest.raises(UnsuitableGameError, match=r"3 sides.*maxn, paranoid"):
        minimax(parse_tree("([1, 2, 3], [3, 2, 1])"))
    with pytest.raises(UnsuitableGameError, match="not zero-sum"):
        minimax(parse_tree("([1, 2], [3, 3])"))


def test_a_game_of_constant_sum_fits() -> None:
    tree = parse_tree("(([3, 7], [6, 4]), ([2, 8], [9, 1]))")
    assert alphabeta(tree).value == 3


def test_limits_are_checked() -> None:
    with pytest.raises(InputError, match="depth = 0"):
        Limit(depth=0)
    with pytest.raises(InputError, match="iterative_deepening"):
        alphabeta(TicTacToe(), limit=Limit(time=1))
    with pytest.raises(InputError, match="iterative_deepening"):
        alphabeta(TicTacToe(), limit=Limit(nodes=10))


class Endless(Exchange):
    """Never over."""

    def is_terminal(self, state: tuple[int, ...]) -> bool:
        return False


class Stuck(Exchange):
    """Not over, and nothing to do."""

    def actions(self, state: tuple[int, ...]) -> list[int]:
        return []


def test_games_that_break_the_contract_get_a_clear_error() -> None:
    with pytest.raises(GameError, match="limit of depth"):
        alphabeta(Endless())
    with pytest.raises(GameError, match="offers nothing"):
        minimax(Stuck())
    with pytest.raises(GameError, match="offers nothing"):
        alphabeta(Stuck())


@pytest.mark.parametrize(("strict", "window"), [(False, (1, 1)), (False, (2, 1)), (True, (2, 1))])
def test_an_empty_window_is_refused(strict: bool, window: tuple[int, int]) -> None:
    tree = parse_tree("(1, 2)")
    value = searcher(
        Run("alphabeta", tree, None, limit=None, evaluate=None),
        two_sides(tree),
        "soft",
        strict,
        True,
        None,
    )
    with pytest.raises(AssertionError):
        value(tree.initial(), *window, 0, None)
    assert value(tree.initial(), 0, 3, 0, None)[0] == 2
