"""A search to a depth that is stopped: the best of what it was done with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from adversario import Limit, maxn
from adversario.algorithms.core.events import Bound
from adversario.games.lines.connect4 import ConnectFour
from adversario.games.lines.mnk import MNK
from adversario.native.engines.alphabeta import native_plain
from adversario.native.engines.expectation import native_minimax
from adversario.native.engines.multiplayer import native_maxn
from adversario.native.engines.plain_search import PlainSearch

FOUR = ConnectFour()
TRIO = MNK(3, 3, 3, players=3)


def stop_at(monkeypatch: pytest.MonkeyPatch, child: int) -> None:
    """Have the flag that Ctrl-C sets be set when the search comes to that child of the root."""
    value: Callable[..., Any] = PlainSearch.value
    calls = iter(range(10**6))

    def stopped(search: PlainSearch[Any, Any], *arguments: Any) -> Any:
        if next(calls) == child:
            search.control.flags[0] = 1
        return value(search, *arguments)

    monkeypatch.setattr(PlainSearch, "value", stopped)


@pytest.mark.parametrize("moves", ["", "4"])  # MAX and MIN at the root
@pytest.mark.parametrize("search", [native_plain, native_minimax])
def test_the_best_of_the_actions_done_is_the_answer(
    search: Callable[..., Any], moves: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    state, limit = FOUR.parse_position(moves), Limit(depth=5)
    whole = search(FOUR, state, limit=limit)
    stop_at(monkeypatch, 3)
    part = search(FOUR, state, limit=limit)
    assert part.scores == whole.scores[:3]
    best = (min if moves else max)(score.value for score in part.scores)
    assert part.value == best
    assert part.action == next(score.action for score in part.scores if score.value == best)
    assert part.bound is (Bound.UPPER if moves else Bound.LOWER)
    assert not part.proven


def test_nothing_done_is_an_interrupt(monkeypatch: pytest.MonkeyPatch) -> None:
    stop_at(monkeypatch, 0)
    with pytest.raises(KeyboardInterrupt):
        native_plain(FOUR, limit=Limit(depth=5))


def test_max_n_answers_with_what_is_best_for_who_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    state = TRIO.parse_position("X../.O./..Z")
    whole = maxn(TRIO, state)
    stop_at(monkeypatch, 4)
    part = native_maxn(TRIO, state)
    assert part.scores == whole.scores[:4]
    mover = TRIO.player(state)
    values = [score.value[mover] for score in part.scores if isinstance(score.value, tuple)]
    assert isinstance(part.value, tuple)
    assert part.value[mover] == max(values)
