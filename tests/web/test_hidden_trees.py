"""Trees with information sets in the workshop and the explorer."""

from __future__ import annotations

from adversario.web import protocol
from adversario.web.handlers import Context, OfferedGames
from adversario.web.handlers.search_steps import explore
from adversario.web.handlers.workshop import check_tree

CONTEXT = Context(OfferedGames({}), "en", print)
BLUFF = """chance(
  king -> 1/2: 1@king(bet -> 2@him(call -> 2, fold -> 1), pass -> -1),
  queen -> 1/2: 1@queen(bet -> 2@him(call -> -2, fold -> 1), pass -> -1))"""


def test_the_workshop_values_nodes_by_an_equilibrium() -> None:
    checked = check_tree(CONTEXT, protocol.TreeCheckRequest(text=BLUFF))
    nodes = {node.name: node for node in checked.tree.nodes}
    assert (checked.value, checked.recommended) == ("1/3", "ismcts")
    assert (nodes["B1"].set, nodes["C1"].set, nodes["A"].set) == ("him", "him", None)
    assert (nodes["B1"].value, nodes["C1"].value) == ("5/3", "-1")  # he calls with 2/3


def test_a_tree_that_forgets_is_drawn_without_values() -> None:
    text = "(L -> max@x(1, 2), R -> max@x(3, 4))"
    checked = check_tree(CONTEXT, protocol.TreeCheckRequest(text=text))
    assert (checked.value, checked.fits, checked.action) == ("", [], None)
    assert len(checked.tree.nodes) == 7


def test_the_explorer_shows_one_statistic_for_a_set() -> None:
    request = protocol.SearchRequest(tree=BLUFF, algorithm="ismcts", simulations=60)
    found = explore(CONTEXT, request)
    assert found.algorithm == "ismcts"
    assert found.pseudocode
    nodes = found.tree.nodes
    calls = [n.id for n in nodes if n.action == "call"]
    assert len(calls) == 2
    last: dict[int, tuple[int, str]] = {}
    for event in found.events:
        if event.phase == "backup":
            last |= {each.node: (each.n, each.q) for each in event.stats}
    assert last[calls[0]] == last[calls[1]]
    assert last[calls[0]][0] > 1
    assert last[0][0] == 60
    phases = [event.phase for event in found.events]
    assert phases[:3] == ["select", "expand", "simulate"]


def test_the_explorer_starts_where_a_player_is_to_move() -> None:
    pennies = "1(H -> 2@x(H -> 1, T -> -1), T -> 2@x(-1, 1))"
    request = protocol.SearchRequest(tree=pennies, algorithm="ismcts", simulations=20)
    found = explore(CONTEXT, request)
    assert found.action in ("H", "T")
    assert {node.set for node in found.tree.nodes} == {None, "x"}
