"""Selective alpha-beta: what it calls proven is true, and its table keeps what it is given."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from adversario import Limit, make_game
from adversario.algorithms.core.events import Enter, Event
from adversario.native.engines.enhanced.builds import build_of, first_aligned
from adversario.native.engines.enhanced.enhancements import SELECTIVE
from adversario.native.engines.enhanced.search import native_alphabeta
from adversario.native.kernels.layout.selective import Selective
from adversario.native.kernels.tables import compact
from adversario.native.kernels.tables.deepening import AT_LEAST, AT_MOST, EXACT, NO_ACTION
from tests.native.engines.cyclic import GRAPHS, Walk, play_on, true_value
from tests.require import needs

pytestmark = needs("numba")

MATES = (
    ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "Ra6", 3),  # Morphy
    ("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", "Qh4#", 1),
    ("r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 1", "Nf6+", 3),  # Legal
)


def test_what_is_proven_is_true_where_positions_recur() -> None:
    game, proven = Walk(3), 0
    for graph in range(GRAPHS):
        states = play_on(game, graph, Random(graph), graph % 5)
        found = native_alphabeta(
            game, states[-1], limit=Limit(depth=20), enhancements=SELECTIVE, past=states[:-1]
        )
        expected = true_value(game, states)
        proven += found.proven
        assert found.value == expected or not (found.proven or found.value), graph
    assert proven > 5


@pytest.mark.parametrize(("position", "first", "distance"), MATES)
def test_mates_of_chess_are_found_with_their_length(
    position: str, first: str, distance: int
) -> None:
    game = make_game("chess")
    state = game.parse_position(position)
    found = native_alphabeta(game, state, limit=Limit(depth=6), enhancements=SELECTIVE)
    assert (game.action_name(state, found.action), found.distance) == (first, distance)
    assert found.proven


def test_the_events_of_a_selective_search_are_those_of_its_nodes() -> None:
    game = Walk(3)
    events: list[Event] = []
    found = native_alphabeta(
        game, limit=Limit(depth=6), enhancements=SELECTIVE, on_event=events.append
    )
    plain = native_alphabeta(game, limit=Limit(depth=6), enhancements=SELECTIVE)
    assert sum(isinstance(event, Enter) for event in events) == found.statistics.nodes
    assert (found.value, found.statistics.nodes) == (plain.value, plain.statistics.nodes)


def block_of(buckets: int) -> Selective:
    game = make_game("chess")
    block = build_of(game, SELECTIVE).new_block(game)
    assert isinstance(block, Selective)
    table = np.zeros(compact.BUCKET * buckets + compact.BUCKET, np.int64)
    block.table, block.table_mask, block.age = table[first_aligned(table) :], buckets - 1, 1
    return block


def test_an_entry_is_read_as_it_was_written() -> None:
    block, random = block_of(16), Random(5)
    for _ in range(300):
        key = random.getrandbits(63) - (1 << 62)
        value, action = random.uniform(-1, 1), random.choice([NO_ACTION, random.randrange(300)])
        depth, bound = random.randrange(100), random.choice([EXACT, AT_LEAST, AT_MOST])
        complete = random.randrange(2)
        compact.keep(key, value, depth, bound, complete, action, block.address)
        content = compact.find(key, block.address)
        assert compact.value_in(content, block.address) == pytest.approx(value, abs=2**-29)
        assert (compact.depth_in(content), compact.bound_in(content)) == (depth, bound)
        assert compact.action_in(content) == (-1 if action == NO_ACTION else action)
        assert content >> compact.COMPLETE_BIT & 1 == complete
        assert compact.find(key ^ 1, block.address) == 0


def test_the_shallowest_entry_of_a_bucket_makes_room_and_an_action_is_kept() -> None:
    block = block_of(1)
    for key, depth in ((1, 5), (2, 3), (3, 9), (4, 7)):
        compact.keep(key, 0.5, depth, EXACT, 0, 7, block.address)
    compact.keep(5, 0.5, 1, EXACT, 0, 7, block.address)
    assert [compact.find(key, block.address) != 0 for key in range(1, 6)] == [
        True, False, True, True, True
    ]  # fmt: skip
    compact.keep(3, -0.5, 10, AT_MOST, 0, NO_ACTION, block.address)
    assert compact.action_in(compact.find(3, block.address)) == 7
    block.age = 2
    compact.keep(6, 0.5, 1, EXACT, 0, 7, block.address)
    compact.keep(7, 0.5, 2, EXACT, 0, 7, block.address)
    assert compact.find(6, block.address) != 0  # of this search, though shallow
