"""The recording build: with everything off the events of the interpreted twin, with more, more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adversario import (
    Game,
    InputError,
    Limit,
    alphabeta,
    dump_trace,
    load_trace,
    minimax,
    record,
    search_tree,
    text_trace,
)
from adversario.algorithms.core.events import (
    Cut,
    Enter,
    Event,
    Iteration,
    Leaf,
    LeafKind,
    Leave,
    Note,
    Reason,
    Remark,
)
from adversario.games import TicTacToe
from adversario.native.engines.enhanced import recording
from adversario.native.engines.enhanced.enhancements import PLAIN, Enhancements
from adversario.native.engines.enhanced.search import native_alphabeta
from adversario.trace.tree import TreeNode

ALL = Enhancements(table_mib=1)
SOME = {
    "all": ALL,
    "table": replace(PLAIN, table_mib=1),
    "scout": replace(PLAIN, scout=True),
    "killers": replace(PLAIN, killers=True),
    "history": replace(PLAIN, history=True),
    "distance": replace(PLAIN, distance=True),
    "aspiration": replace(PLAIN, aspiration=True),
    "reductions": replace(PLAIN, reductions=True),
}


class Place(NamedTuple):
    """A place of a random graph, and when it was reached."""

    code: int
    ply: int


class Graph(Game[Place, int]):
    """Random in all that a game is free to choose; different ways may lead to the same place."""

    utility_bounds = (-5, 5)

    def initial(self) -> Place:
        return Place(1, 0)

    def player(self, state: Place) -> int:
        return state.code // 3 % 2

    def actions(self, state: Place) -> Iterator[int]:
        for action in range(1 + state.code % 4):  # noqa: UP028 (compiled: no yield from)
            yield action

    def result(self, state: Place, action: int) -> Place:
        return Place((state.code * 31 + action * action * 17 + 7) % 97, state.ply + 1)

    def is_terminal(self, state: Place) -> bool:
        return state.ply == 6 or state.code % 8 == 0

    def utility(self, state: Place, player: int) -> int:
        lead = state.code * state.code % 11 - 5
        return lead if player == 0 else -lead

    def evaluate(self, state: Place, player: int) -> float:
        lead = (state.code % 9 - 4) * 0.5
        return lead if player == 0 else -lead

    def is_quiet(self, state: Place) -> bool:
        return state.code % 5 > 1

    def noisy_actions(self, state: Place) -> Iterator[int]:
        for action in range(1 + state.code % 4):
            if action % 2 == 0:
                yield action


GRAPH, TICTACTOE = Graph(), TicTacToe()
PLACES = st.builds(Place, st.integers(0, 96), st.integers(0, 4))


def recorded(
    game: Game[Any, Any], state: Any, depth: int | None, extra: Enhancements
) -> tuple[Any, list[Event]]:
    events: list[Event] = []
    limit = None if depth is None else Limit(depth=depth)
    result = native_alphabeta(game, state, limit=limit, enhancements=extra, on_event=events.append)
    return result, events


def twin(game: Game[Any, Any], state: Any, depth: int | None, quiescence: bool) -> list[Event]:
    events: list[Event] = []
    limit = None if depth is None else Limit(depth=depth)
    alphabeta(game, state, limit=limit, quiescence=quiescence, on_event=events.append)
    return events


@settings(max_examples=150)
@given(state=PLACES, depth=st.integers(1, 5), quiescence=st.booleans())
def test_with_everything_off_the_events_are_those_of_the_twin(
    state: Place, depth: int, quiescence: bool
) -> None:
    extra = replace(PLAIN, quiescence=quiescence)
    result, events = recorded(GRAPH, state, depth, extra)
    assert events == twin(GRAPH, state, depth, quiescence)
    assert result.value == events[-1].value  # type: ignore[union-attr]


@pytest.mark.parametrize("moves", ["XO./.../...", "XOX/.O./...", "XXX/OO./..."])
def test_so_are_those_of_a_known_game_to_its_end(moves: str) -> None:
    state = TICTACTOE.parse_position(moves)
    _, events = recorded(TICTACTOE, state, None, PLAIN)
    assert events == twin(TICTACTOE, state, None, True)


@settings(max_examples=100)
@given(state=PLACES, depth=st.integers(1, 6), name=st.sampled_from(sorted(SOME)))
def test_the_events_add_up_to_the_counters_and_the_value(
    state: Place, depth: int, name: str
) -> None:
    limit = Limit(depth=depth)
    result, events = recorded(GRAPH, state, depth, replace(SOME[name], quiescence=False))
    kinds = Counter(type(event) for event in events)
    leaves = Counter(event.kind for event in events if isinstance(event, Leaf))
    cost = result.statistics
    assert kinds[Enter] == cost.nodes == kinds[Leaf] + kinds[Leave]
    assert leaves[LeafKind.TERMINAL] + leaves[LeafKind.EVALUATION] == cost.leaves
    assert leaves[LeafKind.EVALUATION] == cost.evaluations
    assert kinds[Cut] == cost.cutoffs
    assert kinds[Iteration] == result.depth
    if name != "reductions":
        assert result.value == minimax(GRAPH, state, limit=limit, quiescence=False).value


@settings(max_examples=60)
@given(state=PLACES, depth=st.integers(1, 6), name=st.sampled_from(sorted(SOME)))
def test_what_happened_at_a_node_is_told_in_order(state: Place, depth: int, name: str) -> None:
    """Every state entered is its parent's after that action, and what is left was entered last."""
    _, events = recorded(GRAPH, state, depth, SOME[name])
    path: list[Any] = []
    for event in events:
        if isinstance(event, Iteration):
            assert not path
            continue
        if isinstance(event, Enter):
            assert event.ply == len(path)
            assert event.state == (GRAPH.result(path[-1], event.action) if path else state)
            path.append(event.state)
        elif isinstance(event, Note) and event.remark is Remark.WIDENED:
            assert not path
        else:
            assert (event.ply, event.state) == (len(path) - 1, path[-1])
        if isinstance(event, (Leaf, Leave)):
            path.pop()
    assert not path


def remarks(extra: Enhancements, *, quiescence: bool = True) -> set[Any]:
    found: set[Any] = set()
    for code in range(0, 97, 3):
        _, events = recorded(GRAPH, Place(code, 0), 6, replace(extra, quiescence=quiescence))
        found |= {event.remark for event in events if isinstance(event, Note)}
        found |= {event.kind for event in events if isinstance(event, Leaf)}
    return found - {LeafKind.TERMINAL, LeafKind.EVALUATION}


def test_each_enhancement_makes_its_own_remarks() -> None:
    root = {Remark.LAST_BEST}  # the root is ordered by the last iteration whatever else is on
    assert remarks(SOME["table"]) == root | {LeafKind.TABLE, Remark.TABLE_FIRST}
    assert remarks(SOME["scout"]) == root | {Remark.SCOUT, Remark.AGAIN}
    assert remarks(SOME["killers"]) == root | {Remark.KILLER}
    assert remarks(SOME["history"]) == root | {Remark.HISTORY}
    assert remarks(SOME["aspiration"]) == root | {Remark.WIDENED}
    assert remarks(SOME["distance"]) == root


def nodes(root: TreeNode) -> list[TreeNode]:
    return [root, *(below for child in root.children for below in nodes(child))]


@settings(max_examples=40)
@given(state=PLACES, name=st.sampled_from(sorted(SOME)))
def test_the_trace_survives_its_file_and_can_be_drawn(state: Place, name: str) -> None:
    result, trace = record(GRAPH, state, limit=Limit(depth=5), enhancements=SOME[name])
    again = load_trace(dump_trace(trace))
    assert again == trace
    for lang in ("en", "es"):
        assert list(text_trace(again, lang)) == list(text_trace(trace, lang))
    drawn = search_tree(trace)
    if result.action is not None and not SOME[name].distance:
        assert drawn.value == result.value
        assert str(result.action) in {child.action for child in drawn.children if child.chosen}


def test_what_the_table_knew_is_told_and_drawn() -> None:
    state, limit = TICTACTOE.parse_position("X../.O./..."), Limit(depth=4)
    _, trace = record(TICTACTOE, state, limit=limit, enhancements=SOME["table"])
    told = list(text_trace(trace))
    assert told[0] == "Depth 1:"
    assert any(line.endswith("returns v <= 0, known from the table") for line in told)
    known = [node for node in nodes(search_tree(trace)) if node.leaf is LeafKind.TABLE]
    assert known
    assert all(node.value is not None for node in known)


def test_an_iteration_that_was_not_finished_is_left_out() -> None:
    events: list[Event] = []
    limit = Limit(nodes=300)
    result = native_alphabeta(TICTACTOE, limit=limit, enhancements=ALL, on_event=events.append)
    assert result.statistics.nodes == 300
    depths = [event.depth for event in events if isinstance(event, Iteration)]
    assert depths == list(range(1, (result.depth or 0) + 1))
    assert isinstance(events[-1], Leave)
    assert events[-1].ply == 0


def test_too_large_a_search_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recording, "MOST_ROWS", 500)
    for extra in (PLAIN, ALL):
        with pytest.raises(InputError, match="more than 500 events"):
            record(TICTACTOE, enhancements=extra)
    _, trace = record(TICTACTOE, limit=Limit(depth=2), enhancements=PLAIN)
    assert isinstance(trace.events[-1], Leave)


def test_other_searches_have_no_enhancements() -> None:
    with pytest.raises(InputError, match="minimax has none"):
        record(TICTACTOE, algorithm="minimax", enhancements=ALL)
    with pytest.raises(InputError, match="without other options"):
        record(TICTACTOE, enhancements=ALL, strict=True)


class Field(NamedTuple):
    """Which crops are gathered, how far MAX leads, and who moves."""

    gathered: int
    lead: int
    turn: int
    left: int


class Harvest(Game[Field, int]):
    """Gather crops in turn: one that you leave is one for the other, so nobody likes to pass."""

    utility_bounds = (-1000, 1000)

    def __init__(self, crops: tuple[int, ...] = (1, 2, 40, 3, 9, 5, 2, 7, 20, 4)) -> None:
        self.crops = crops

    def initial(self) -> Field:
        return Field(0, 0, 0, len(self.crops))

    def player(self, state: Field) -> int:
        return state.turn

    def actions(self, state: Field) -> Iterator[int]:
        for crop in range(len(self.crops)):
            if not state.gathered >> crop & 1:
                yield crop

    def result(self, state: Field, action: int) -> Field:
        gain = self.crops[action] if state.turn == 0 else -self.crops[action]
        turn, left = 1 - state.turn, state.left - 1
        return Field(state.gathered | 1 << action, state.lead + gain, turn, left)

    def is_terminal(self, state: Field) -> bool:
        return state.left == 0

    def utility(self, state: Field, player: int) -> int:
        return state.lead if player == 0 else -state.lead

    def evaluate(self, state: Field, player: int) -> int:
        return self.utility(state, player)

    def pass_turn(self, state: Field) -> Field:
        return Field(state.gathered, state.lead, 1 - state.turn, state.left)


HARVEST = Harvest()


@pytest.mark.parametrize("extra", [PLAIN, ALL])
def test_a_null_move_finds_the_same_with_fewer_nodes(extra: Enhancements) -> None:
    for depth in (4, 5, 6):
        expected = alphabeta(HARVEST, limit=Limit(depth=depth))
        without, _ = recorded(HARVEST, None, depth, replace(extra, aspiration=True))
        null = replace(extra, aspiration=True, null_move=True)
        found, events = recorded(HARVEST, None, depth, null)
        assert found.value == without.value == expected.value
        assert found.statistics.nodes < without.statistics.nodes
        assert any(isinstance(e, Cut) and e.reason is Reason.NULL_MOVE for e in events)


def test_a_null_move_is_told_and_is_never_made_twice_in_a_row() -> None:
    extra = replace(ALL, null_move=True, distance=False)
    _, trace = record(HARVEST, limit=Limit(depth=6), enhancements=extra)
    passed: list[bool] = []
    for event in trace.events:
        if isinstance(event, Enter):
            del passed[event.ply :]
            passed.append(event.ply > 0 and event.action is None)
            assert not passed[-1] or not passed[-2]
    assert any(line.endswith("null move: what if nothing were done?") for line in text_trace(trace))
    assert any("because even doing nothing gives" in line for line in text_trace(trace))
    assert load_trace(dump_trace(trace)) == trace
    assert search_tree(trace).children


def test_without_a_way_to_pass_there_is_no_null_move() -> None:
    assert not Enhancements().null_move
    for game in (GRAPH, TICTACTOE):
        with_it, events = recorded(game, None, 5, replace(ALL, null_move=True))
        without, _ = recorded(game, None, 5, ALL)
        assert with_it.statistics.nodes == without.statistics.nodes
        assert not any(isinstance(e, Note) and e.remark is Remark.PASS for e in events)
