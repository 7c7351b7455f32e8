"""`adversario bench`: the nodes of the enhanced search, held so that no change goes unnoticed.

A change that is meant to visit other nodes changes these numbers and those in docs/benchmarks.md,
and says why. More nodes need a good reason: the order of actions got worse.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from adversario.analysis import signature
from tests.require import needs

pytestmark = needs("numba")

PAGE = Path(__file__).parents[2] / "docs" / "benchmarks.md"

NODES = {
    "connect4": 3084056,
    "othello": 1098549,
    "checkers": 1884196,
    "breakthrough": 4866135,
    "hex:size=7": 3986161,
}


def test_the_signature(run: Any) -> None:
    done = run("bench", "--json")
    assert done.code == 0
    found = done.json
    assert {each["game"]: each["nodes"] for each in found["searches"]} == NODES
    assert found["signature"] == sum(NODES.values()) == 14919097
    assert found["per_second"] > 0
    page = PAGE.read_text(encoding="utf-8")
    assert f"Signature: {found['signature']}\n" in page
    for each in found["searches"]:
        assert f"{each['game']:12}  {each['depth']:<5}  {each['nodes']:7}" in page


@pytest.mark.parametrize(("lang", "words"), [("en", "Signature: "), ("es", "Firma: ")])
def test_the_table(run: Any, lang: str, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signature, "SEARCHES", (("connect4", 4),))
    done = run("bench", "--lang", lang)
    assert done.code == 0
    _, row, total, _ = done.out.splitlines()
    game, depth, nodes, *_ = row.split()
    assert (game, depth) == ("connect4", "4")
    assert total == words + nodes
