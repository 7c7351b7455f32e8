"""Compiled iterations of CFR are those of the interpreter."""

from __future__ import annotations

import pytest

from adversario.games.cards.kuhn import Kuhn
from adversario.solve.equilibrium.tree.regret import VARIANTS, Variant, cfr
from tests.require import require

require("numba")


@pytest.mark.parametrize("variant", VARIANTS)
def test_compiled_and_interpreted_agree(variant: Variant) -> None:
    one = cfr(Kuhn(), iterations=60, variant=variant, engine="python")
    two = cfr(Kuhn(), iterations=60, variant=variant, engine="native")
    assert (one.engine, two.engine) == ("python", "native")
    for memory, chosen in one.strategy.items():
        expected = [float(chance) for chance in chosen.values()]
        assert list(two.strategy[memory].values()) == pytest.approx(expected, abs=1e-12)
    assert two.nash_conv == pytest.approx(one.nash_conv, abs=1e-12)
