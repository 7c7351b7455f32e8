"""What a notebook shows for trees, searches, results and boards."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from traitlets import TraitError

from adversario import (
    AdversarioError,
    Limit,
    Result,
    alphabeta,
    check_game,
    expectimax,
    expectiminimax,
    game_tree,
    iterative_deepening,
    make_game,
    maxn,
    mcts,
    minimax,
    paranoid,
    parse_tree,
    play_match,
    record,
    search,
    search_tree,
    solve_all,
    solve_position,
)
from adversario.algorithms.models.models import Uniform
from adversario.base.catalogue import text
from adversario.base.distribution import Distribution
from adversario.base.notebook_hooks import explorer, html, svg, widget
from adversario.base.numbers import show
from adversario.games import Pig, TicTacToe
from adversario.notebook import bundle
from adversario.notebook.bundle import available_widgets
from adversario.web.handlers.pseudocode import pseudocode
from adversario.web.limits import LIMITS

TREE = parse_tree("A(B(3, 12), C(2, 4))")
DICE = parse_tree("A(B:chance(1/2: 3, 1/2: 12), C(2, 4))")
THREE = parse_tree("players R, G, B; (([1,2,6], [4,3,3]), ([6,1,2], [7,4,1]))")
TEXTBOOK = parse_tree("A(B(3, 12, 8), C(2, 4, 6), D(14, 5, 2))")
GAME = TicTacToe()
NEARLY = GAME.parse_position("XO./.X./O..")


def last_first(_: Any, actions: Iterable[Any]) -> list[Any]:
    return list(actions)[::-1]


def middle(state: Any, player: int) -> int:
    """An evaluation that no game has: who holds the middle."""
    held = "OX".find(GAME.position(state)[5])
    return 0 if held < 0 else (1 if held != player else -1)


def always_first(state: Any) -> Distribution[Any]:
    return Distribution({next(iter(THREE.legal(state))): 1})


def test_trees_traces_and_search_trees_show_as_svg() -> None:
    _, trace = record(TREE, algorithm="alphabeta")
    for shown in (TREE, trace, search_tree(trace), game_tree(TREE)):
        picture = shown._repr_svg_()
        assert picture is not None
        assert ElementTree.fromstring(picture).tag.endswith("svg")


def test_big_trees_fold() -> None:
    game = TicTacToe()
    picture = game_tree(game, depth=3)._repr_svg_()
    assert picture is not None
    assert len(picture) < 1_000_000


def test_results_show_as_a_table() -> None:
    shown = alphabeta(TREE)._repr_html_()
    assert shown is not None
    assert "<td>a1</td><td>3</td>" in shown
    assert "<td>≤ 2</td>" in shown


def test_matches_solutions_tables_simulations_and_checks_show_as_tables() -> None:
    game = TicTacToe()
    match = play_match(game, ["random", "random"], games=4, seed=1, workers=1)
    assert "<td>random</td>" in str(match._repr_html_())
    table = solve_all(make_game("nim:heaps=1-2"))
    assert "<td>b1</td><td>1</td>" in str(table._repr_html_())
    assert "<td>b1</td>" in str(solve_position(make_game("nim:heaps=1-2"))._repr_html_())
    assert "✓" in str(check_game(game, playouts=3)._repr_html_())
    simulated = mcts(game, simulations=60, solver=False, engine="python")
    visits = [
        int(each) for each in re.findall(r"</td><td>(\d+)</td>", str(simulated._repr_html_()))
    ]
    assert visits == sorted(simulated.visits, reverse=True)


def test_notebooks_can_be_kept_to_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADVERSARIO_NOTEBOOK", "pictures")
    assert available_widgets() is None
    shown = alphabeta(TREE).explore()
    assert shown._repr_mimebundle_() is None
    assert "<svg" in shown._repr_svg_()


def test_what_nobody_draws_shows_as_nothing() -> None:
    assert svg(object()) is None
    assert html(object()) is None
    assert widget(object()) is None
    assert explorer(object()) is None


# Searches to be stepped through.


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Widgets can be had, whether or not their code is built here."""
    file = tmp_path / "widget.js"
    file.write_text("export default {};")
    monkeypatch.setattr(bundle, "BUNDLE", file)
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")


SEARCHES: dict[str, Callable[[], Result[Any, Any]]] = {
    "minimax": lambda: minimax(TEXTBOOK),
    "alphabeta": lambda: alphabeta(TEXTBOOK),
    "hard": lambda: alphabeta(TEXTBOOK, form="hard"),
    "strict": lambda: alphabeta(TEXTBOOK, strict=True),
    "ordered": lambda: alphabeta(TEXTBOOK, order=last_first),
    "evaluated": lambda: alphabeta(GAME, limit=Limit(depth=2), evaluate=middle),
    "midgame": lambda: alphabeta(GAME, NEARLY, limit=Limit(depth=3)),
    "expectiminimax": lambda: expectiminimax(DICE),
    "star1": lambda: expectiminimax(Pig(3), pruning="star1", limit=Limit(depth=3)),
    "expectimax": lambda: expectimax(THREE, model=always_first),
    "maxn": lambda: maxn(THREE),
    "paranoid": lambda: paranoid(THREE, strict=True),
    "modelled": lambda: search(TEXTBOOK, models={1: Uniform(TEXTBOOK)}),
    "mcts": lambda: mcts(
        GAME, simulations=40, seed=7, exploration=0.3, rollout_depth=2, engine="python"
    ),
}


@pytest.mark.parametrize("name", SEARCHES)
def test_a_search_is_repeated_as_it_was(name: str) -> None:
    result = SEARCHES[name]()
    told = result.explore().search
    assert told.algorithm == result.algorithm
    assert told.value == show(result.value)
    assert told.action == result.game.action_name(result.state, result.action)
    visited = result.statistics
    assert (told.statistics.leaves, told.statistics.depth) == (visited.leaves, visited.depth)
    assert told.statistics.evaluations == visited.evaluations
    assert told.statistics.pruned == visited.pruned


def test_the_options_told_matter() -> None:
    """Were they forgotten, the test above would not notice if they changed nothing."""
    assert SEARCHES["ordered"]().statistics.nodes != alphabeta(TEXTBOOK).statistics.nodes
    assert SEARCHES["evaluated"]().value != alphabeta(GAME, limit=Limit(depth=2)).value
    assert SEARCHES["expectimax"]().value != expectimax(THREE).value
    assert SEARCHES["modelled"]().value == Fraction(23, 3) != search(TEXTBOOK).value
    assert SEARCHES["mcts"]().value != mcts(GAME, simulations=40, engine="python").value
    ties = parse_tree("A(B(3, 12), C(3, 4))")
    for strict in (False, True):
        told = alphabeta(ties, strict=strict).explore().search
        assert told.statistics.pruned == (0 if strict else 1)


def test_of_a_deepening_search_the_last_iteration_is_shown() -> None:
    result = iterative_deepening(GAME, NEARLY, limit=Limit(depth=3, nodes=10_000), order=last_first)
    told = result.explore().search
    assert told.value == show(result.value)
    assert told.statistics.depth == 3
    root = told.tree.nodes[0]
    actions = [told.tree.nodes[child].action for child in root.children]
    assert actions == ["8", "7", "5", "3", "2"]


def test_a_compiled_search_is_repeated_in_python() -> None:
    result = search(GAME, NEARLY, limit=Limit(depth=3))
    assert result.explore().search.value == show(int(result.value))  # type: ignore[arg-type]


def test_what_is_too_large_to_look_at_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    few = replace(LIMITS, events=30, simulations=5)
    for module in ("web.handlers.search_steps", "notebook.explorer"):
        monkeypatch.setattr(f"adversario.{module}.LIMITS", few)
    assert alphabeta(TREE).explore().search.statistics.nodes == 6
    with pytest.raises(AdversarioError, match="30"):
        minimax(TEXTBOOK).explore()
    with pytest.raises(AdversarioError, match="simulations"):
        mcts(GAME, simulations=6, engine="python").explore()


def test_an_explorer_shows_a_widget_and_a_picture(page: None) -> None:
    shown = alphabeta(TREE).explore()
    data, _ = shown._repr_mimebundle_(include=None, exclude=None)
    assert data["application/vnd.jupyter.widget-view+json"]["model_id"] == shown.widget.model_id
    assert ElementTree.fromstring(shown._repr_svg_()).tag.endswith("svg")
    state = shown.widget.get_state()
    assert state["kind"] == "explorer"
    assert state["_esm"] == "export default {};"
    assert [node["value"] for node in state["search"]["tree"]["nodes"]][:2] == ["3", "3"]
    assert state["texts"]["web.steps.next"]
    assert repr(shown) == f"<Explorer: alphabeta, {len(shown.search.events)} steps>"


def test_a_widget_comes_with_a_picture_that_it_hides(
    page: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In an exported page that is read without a network the picture is all there is."""
    displayed: list[Any] = []
    monkeypatch.setattr("IPython.display.display", lambda each, **_: displayed.append(each))
    for shown in (alphabeta(TREE).explore(), GAME.board(NEARLY)):
        shown._ipython_display_()
        picture, widget = displayed[-2:]
        assert widget is shown.widget
        assert f'id="{widget.picture}"' in picture["text/html"]
        assert shown._repr_svg_() in picture["text/html"]
        monkeypatch.setenv(bundle.VARIABLE, "pictures")
        with pytest.raises(NotImplementedError):
            GAME.board(NEARLY)._ipython_display_()
        monkeypatch.delenv(bundle.VARIABLE)


def test_widgets_speak_the_reader_s_language(page: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "es_ES.UTF-8")
    board, shown = GAME.board(NEARLY), alphabeta(TREE).explore()
    for each in (board.widget, shown.widget):
        assert each.lang == "es"
        assert each.texts["web.steps.next"] == text("web.steps.next", "es")
    assert shown.search.pseudocode == pseudocode("alphabeta", "es").lines
    with pytest.raises(TraitError, match="no es una acción"):
        board.widget.moves = ["x"]


def test_steps_stay_within_the_search(page: None) -> None:
    shown = alphabeta(TREE).explore().widget
    shown.step = 3
    assert shown.step == 3
    shown.set_state({"step": 10_000})
    assert shown.step == len(shown.search["events"])
    shown.step = -1
    assert shown.step == 0


# Boards to play on.


def test_moves_are_played_from_the_board_s_state(page: None) -> None:
    board = GAME.board(NEARLY)
    assert (board.moves, board.position) == ((), GAME.position(NEARLY))
    assert [each["name"] for each in board.widget.view["actions"]] == ["2", "3", "5", "7", "8"]
    board.widget.set_state({"moves": ["8"]})  # as the page does
    assert board.position == board.widget.position == "XO./.X./O.X"
    assert board.reached == GAME.parse_position("XO./.X./O.X")
    assert board.widget.view["terminal"]
    assert board.widget.view["board"]["last"] == [8]
    assert board.state == NEARLY
    board.widget.moves = []
    assert board.position == GAME.position(NEARLY)


def test_moves_can_be_observed(page: None) -> None:
    board, seen = GAME.board(GAME.initial()), []
    board.widget.observe(lambda change: seen.append(change.new), "position")
    board.widget.moves = ["4"]
    board.widget.moves = ["4", "0"]
    assert seen == [".../.X./...", "O../.X./..."]


def test_whoever_observes_may_answer(page: None) -> None:
    board = GAME.board(GAME.initial())

    def answer(_: object) -> None:
        if len(board.moves) % 2:
            first = next(GAME.legal(board.reached))
            board.widget.moves = [*board.moves, GAME.action_name(board.reached, first)]

    board.widget.observe(answer, "position")
    board.widget.set_state({"moves": ["4"]})
    assert board.moves == ("4", "0")
    assert board.widget.view["position"] == board.widget.position == "O../.X./..."


def test_illegal_moves_are_not_made(page: None) -> None:
    board = GAME.board(GAME.initial())
    board.widget.moves = ["4"]
    with pytest.raises(TraitError, match="not a legal action"):
        board.widget.moves = ["4", "4"]
    with pytest.raises(TraitError, match="not a legal action"):
        board.widget.set_state({"moves": ["x"]})
    assert board.moves == ("4",)
    assert board.widget.view["position"] == board.widget.position == ".../.X./..."


def test_nature_moves_on_a_board_too(page: None) -> None:
    game = Pig(10)
    board = game.board(game.initial())
    board.widget.moves = ["roll"]
    assert [each["name"] for each in board.widget.view["chances"]] == list("123456")
    board.widget.moves = ["roll", "5"]
    assert board.reached.risked == 5


@pytest.mark.parametrize("missing", ["anywidget", "bundle"])
def test_without_widgets_there_are_pictures(
    missing: str, page: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    if missing == "anywidget":
        monkeypatch.setitem(sys.modules, "anywidget", None)
    else:
        bundle.BUNDLE.unlink()
    board, shown = GAME.board(NEARLY), alphabeta(TREE).explore()
    assert board.widget is shown.widget is None
    assert board._repr_mimebundle_() is shown._repr_mimebundle_() is None
    assert board._repr_svg_() == GAME.svg(NEARLY)
    assert (board.moves, board.reached) == ((), NEARLY)
    assert ElementTree.fromstring(shown._repr_svg_()).tag.endswith("svg")
    simulated = mcts(GAME, simulations=10, engine="python").explore()
    assert simulated._repr_svg_() is None
    assert "<table>" in simulated._repr_html_()


def test_importing_does_not_load_widgets() -> None:
    code = (
        "import sys, adversario; print({'anywidget', 'adversario.web.handlers'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
