"""What requests answer: every one on every game, and what they say against other evidence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings

from adversario import CHANCE, Game, analyse, make_game, mcts
from adversario.algorithms.core.algorithm import ALGORITHMS
from adversario.algorithms.core.requirements import fitting
from adversario.analysis import assess
from adversario.base.catalogue import LANGUAGES
from adversario.base.errors import AdversarioError, InputError, UnsuitableGameError
from adversario.games import GAMES
from adversario.solve import play_map as maps
from adversario.trees import Tree
from adversario.web.handlers import JOBS, Context, OfferedGames, analysis, comparison, search_steps
from adversario.web.handlers.hello import hello
from adversario.web.handlers.pseudocode import pseudocode
from adversario.web.limits import LIMITS, LimitError
from adversario.web.protocol import EXCHANGES, Event, Search
from adversario.web.wire import dump, read, write
from tests.brute import two_sided
from tests.strategies import chance_trees, tuple_trees, two_sided_trees

GAMES_HERE = OfferedGames({})
TEXTBOOK = "((3, 12, 8), (2, 4, 6), (14, 5, 2))"


def ask(kind: str, /, *given: str, news: list[Any] | None = None, **fields: Any) -> Any:
    """The result of a request, in a language if one is given; all of it can be written as JSON."""
    (lang,) = given or ("en",)
    context = Context(GAMES_HERE, lang, (news if news is not None else []).append)
    result = JOBS[kind](context, read(EXCHANGES[kind].request, fields))
    assert isinstance(result, EXCHANGES[kind].result)
    dump([write(result), *map(write, news or [])])
    return result


@pytest.fixture
def _interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """No game is compiled: that takes long, and others test it."""
    monkeypatch.setattr(analysis, "analyse", partial(analyse, engine="python"))
    monkeypatch.setattr(assess, "analyse", partial(analyse, engine="python"))
    monkeypatch.setattr(analysis, "mcts", partial(mcts, engine="python"))
    monkeypatch.setattr(maps, "MAX_POSITIONS", 2000)


@pytest.mark.parametrize("name", ["tictactoe", "nim", "connect4", "pig", "hex"])
def test_the_example_of_a_game_is_a_position_whose_moves_differ(name: str) -> None:
    found = ask("example", game=name, nodes=100)
    assert found.found
    depth = {} if found.depth is None else {"depth": found.depth}
    search = ask("search", game=name, moves=found.moves, algorithm=full_search(name), **depth)
    values = {node.value for node in search.tree.nodes if node.parent == 0}
    assert len(values) > 1
    assert len(search.tree.nodes) <= 100


def full_search(name: str) -> str:
    """A search without pruning that fits the game."""
    fits = fitting(make_game(name))
    return "minimax" if "minimax" in fits else "expectiminimax"


def test_boards_of_a_tree_are_those_of_its_positions() -> None:
    paths: list[list[str]] = [[], ["0"], ["0", "8"]]
    boards = ask("boards", game="tictactoe", moves=["4"], paths=paths).boards
    for path, board in zip(paths, boards, strict=True):
        assert board == ask("view", game="tictactoe", moves=["4", *path]).board
    assert ask("boards", game="pacman", paths=[[]]).boards == [None]


@pytest.mark.parametrize("name", GAMES_HERE.kinds)
@pytest.mark.usefixtures("_interpreted")
def test_every_game_answers_every_request(name: str) -> None:
    view = ask("view", game=name)
    legal = [each.name for each in view.actions] or [each.name for each in view.chances]
    assert legal
    moved = ask("move", game=name, player="level:1", seed=7).action
    assert moved in legal
    after = ask("view", "es", game=name, moves=[moved])
    assert after.moves == [moved]
    game = make_game(name)
    if type(game).parse_position is not Game.parse_position:
        assert ask("view", game=name, position=after.position).position == after.position
    found = ask("analyse", game=name, moves=[moved], depth=1)
    assert found.depth in (1, None)
    assert found.share is None or 0 <= found.share <= 1
    judged = ask("values", game=name, moves=[moved], time=0.0).values
    assert len(judged) == (view.player != CHANCE)
    for algorithm in ("minimax", "alphabeta", "expectimax", "star1", "maxn", "mcts"):
        shallow: dict[str, Any] = {
            "game": name,
            "moves": [moved],
            "algorithm": algorithm,
            "depth": 1,
        }
        if algorithm not in fitting(game):
            with pytest.raises(UnsuitableGameError):
                ask("search", **shallow)
            continue
        if "star" in algorithm and game.utility_bounds is None:
            with pytest.raises(InputError, match="utility_bounds"):
                ask("search", **shallow)
            continue
        search = ask("search", simulations=3, **shallow)
        assert search.events
        assert search.tree.nodes[0].name == after.position
    rows = ask("compare", game=name, depth=1, algorithms=["minimax", "maxn"]).rows
    assert [row.fits for row in rows] == ["minimax" in fitting(game), True]
    assert ask("growth", game=name, depth=1, algorithms=["maxn"]).series[0].nodes[0] > 1
    try:
        assert ask("map", game=name, depth=1).cells
    except InputError as error:
        assert error.text("es")  # noqa: PT017 (that there is no map is an answer too)


def test_what_is_offered_is_there() -> None:
    for lang in LANGUAGES:
        offer = hello(Context(GAMES_HERE, lang, print))
        open_games = [name for name in GAMES if make_game(name).kind.is_open]
        assert [each.name for each in offer.games] == open_games
        assert [each.name for each in offer.hidden] == [n for n in GAMES if n not in open_games]
        assert [each.name for each in offer.algorithms] == [*ALGORITHMS]
        for info in offer.games:
            assert info.title
            assert info.description
            defaults = {option.name: option.default for option in info.options}
            made = GAMES_HERE.make(info.name, defaults)
            assert made.initial() == make_game(info.name).initial()
            assert info.recommended in info.fits
            assert info.board == (made.diagram(made.initial()) is not None)
    assert [info.name for info in offer.games if info.map] == [
        "connect4", "gomoku", "mnk", "tictactoe"
    ]  # fmt: skip
    score = next(each for each in offer.games if each.name == "connect4").options[2]
    assert (score.kind, score.choices) == ("text", ["result", "stones"])


@pytest.mark.parametrize(
    ("player", "seed"), [("random", 1), ("level:1", 5), ("mcts", 2), ("minimax", 0)]
)
@pytest.mark.usefixtures("_interpreted")
def test_players_make_legal_moves(player: str, seed: int) -> None:
    moved = ask("move", game="tictactoe", moves=["4"], player=player, seed=seed, time=0.05)
    assert moved.action in set("01235678")
    assert (moved.analysis is None) == (player in ("random", "level:1"))


def test_chance_moves_by_its_seed() -> None:
    place: dict[str, Any] = {"game": "pig", "moves": ["roll"]}
    drawn = [ask("move", seed=seed, **place).action for seed in range(40)]
    assert set(drawn) == {each.name for each in ask("view", **place).chances}
    assert drawn == [ask("move", seed=seed, **place).action for seed in range(40)]


@pytest.mark.parametrize(
    "player", ["level:0", "level:99", "nobody", "file.py:Name", "mcts:x=1", ""]
)
def test_other_players_are_not_known(player: str) -> None:
    with pytest.raises(InputError):
        ask("move", game="tictactoe", player=player)


@pytest.mark.usefixtures("_interpreted")
def test_a_win_is_told_with_its_winner() -> None:
    won = ask("analyse", game="tictactoe", moves=["4", "1", "0", "8"], time=5)
    assert (won.proven, won.winner, won.share, won.text) == (True, 0, 1.0, "1")
    lost = ask("analyse", game="tictactoe", moves=["4", "1", "0"], time=5)
    assert (lost.winner, lost.share) == (0, 1.0)
    drawn = ask("analyse", game="tictactoe", moves=["4", "0", "8"], time=20)
    assert (drawn.winner, drawn.win_in, drawn.share) == (None, None, 0.5)


@pytest.mark.usefixtures("_interpreted")
def test_a_blunder_is_marked_and_explained() -> None:
    news: list[Any] = []
    first, second = ask("values", news=news, game="tictactoe", moves=["4", "1"], time=20).values
    assert news == [first, second]
    assert (first.mistake, first.share) == (None, 0.5)
    assert (second.mistake, second.player, second.share) == ("blunder", 1, 1.0)
    assert second.best in set("0268")
    assert second.best in second.note


# The explorer.


def replayed(search: Search) -> Iterator[tuple[list[int], Event]]:
    """Every event with the nodes that are entered and not yet left."""
    path: list[int] = []
    for event in search.events:
        node = event.node
        if event.kind in ("enter", "leaf"):
            parent = search.tree.nodes[node].parent
            assert path[-1:] == ([] if parent is None else [parent])
            path.append(node)
        assert event.kind == "iteration" or path[-1] == node
        yield list(path), event
        if event.kind in ("leave", "leaf"):
            path.pop()
    assert not path


def check_tree(search: Search) -> None:
    """Nodes are in preorder, and parents and children know each other."""
    nodes = search.tree.nodes
    preorder: list[int] = []
    todo = [0]
    while todo:
        preorder.append(todo.pop())
        todo += reversed(nodes[preorder[-1]].children)
    assert preorder == [node.id for node in nodes] == list(range(len(nodes)))
    for node in nodes:
        assert all(nodes[child].parent == node.id for child in node.children)


@given(two_sided_trees())
def test_a_search_can_be_stepped_through(tree: Tree) -> None:
    search = ask("search", tree=tree.notation(), algorithm="alphabeta")
    check_tree(search)
    entered, pruned = set(), set[int]()
    for path, event in replayed(search):
        assert event.line is not None
        assert 0 <= event.line < len(search.pseudocode)
        assert event.text
        entered.add(event.node)
        assert not pruned & set(path)
        if event.kind == "cut":
            assert event.reason
            assert {search.tree.nodes[each].parent for each in event.pruned} <= {event.node}
            pruned |= {*event.pruned}
    assert len(entered) == search.statistics.nodes
    assert {node.id for node in search.tree.nodes if not node.pruned} == entered
    assert len(search.tree.nodes) == sum(1 for _ in tree.root.walk())
    assert search.value == search.tree.nodes[0].value
    assert float(search.value) == two_sided(tree.root)
    assert search.action in search.conclusion


@settings(max_examples=40)
@given(chance_trees(max_depth=3) | tuple_trees())
def test_other_searches_too(tree: Tree) -> None:
    for name in fitting(tree):
        search = ask("search", "es", tree=tree.notation(), algorithm=name, simulations=20)
        check_tree(search)
        if name == "mcts":
            continue
        for _, event in replayed(search):
            assert event.kind == "note" or event.line is not None, (name, event)


@given(two_sided_trees(max_depth=3, evaluations=True))
def test_iterative_deepening_walks_ever_deeper(tree: Tree) -> None:
    search = ask("search", tree=tree.notation(), algorithm="minimax", deepening=True)
    check_tree(search)
    depths, deepest = 0, 0
    for path, event in replayed(search):
        if event.kind == "iteration":
            assert deepest == depths
            depths, deepest = depths + 1, 0
        deepest = max(deepest, len(path) - 1)
        assert deepest <= depths
    assert float(search.value) == two_sided(tree.root)


def test_the_order_of_children_changes_what_is_pruned() -> None:
    """With the best child first, the other is cut after one leaf; else nothing is."""
    tree = "((1, 2), (3, 4))"
    found = {}
    for actions in (["a1", "a2"], ["a2", "a1"]):
        search = ask("search", tree=tree, algorithm="alphabeta", order={"A": actions})
        (row,) = ask("compare", tree=tree, algorithms=["alphabeta"], order={"A": actions}).rows
        assert (search.value, search.statistics.nodes) == (row.value, row.nodes)
        found[actions[0]] = row.nodes
    assert found == {"a1": 7, "a2": 6}
    assert ask("search", tree=TEXTBOOK, order={"D": ["d3"]}).statistics.nodes == 9


def test_simulations_add_up() -> None:
    search = ask("search", game="tictactoe", moves=["4"], algorithm="mcts", simulations=200, seed=3)
    check_tree(search)
    visits, phases, born = {0: 0}, [], {0}
    for event in search.events:
        phases.append(event.phase)
        assert event.kind == "phase"
        for above, below in zip(event.path, event.path[1:], strict=False):
            assert search.tree.nodes[below].parent == above
        if event.phase == "expand":
            assert event.node not in born
            born.add(event.node)
        assert born >= {*event.path}
        if event.phase == "select" and event.stats:
            chosen = {each.node: float(each.ucb or 0) for each in event.stats}
            for above, below in zip(event.path, event.path[1:], strict=False):
                assert {*search.tree.nodes[above].children} <= chosen.keys()
                assert below in chosen
        if event.phase == "backup":
            visits |= {each.node: each.n for each in event.stats}
    assert phases.count("select") == phases.count("simulate") == phases.count("backup") == 200
    assert visits[0] == 200
    assert born == {node.id for node in search.tree.nodes}
    for node in search.tree.nodes[1:]:
        below = sum(visits[child] for child in node.children)
        assert node.kind == "leaf" or visits[node.id] == 1 + below
    assert visits[0] == sum(visits[child] for child in search.tree.nodes[0].children)


def test_what_nobody_could_look_at_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_steps, "LIMITS", replace(LIMITS, events=1000))
    with pytest.raises(LimitError, match=r"more than 1000 steps.*smaller depth"):
        ask("search", game="tictactoe", algorithm="minimax")
    wide = "(" + ", ".join("1" * 20_001) + ")"
    with pytest.raises(LimitError, match="20002 nodes"):
        ask("search", tree=wide)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_pseudocode_is_the_same_in_both_languages(algorithm: str) -> None:
    english, spanish = (pseudocode(algorithm, lang, deepening=True) for lang in LANGUAGES)
    assert english.tags == spanish.tags
    assert len(english.lines) == len(spanish.lines)
    assert "if v > β: return β" in "\n".join(
        pseudocode("alphabeta", "en", hard=True, strict=True).lines
    )


# Trees, exercises, comparisons, maps.


@settings(max_examples=50)
@given(two_sided_trees() | tuple_trees())
def test_both_notations_of_a_tree_are_understood(tree: Tree) -> None:
    checked = ask("tree.check", text=tree.notation())
    again = ask("tree.check", text=checked.json)
    assert (again.notation, again.json, again.tree) == (
        checked.notation, checked.json, checked.tree
    )  # fmt: skip
    assert all(node.value is not None for node in checked.tree.nodes)
    assert checked.value == checked.tree.nodes[0].value
    for form, start in (("text", checked.notation), ("svg", "<svg "), ("tikz", "\\document")):
        assert ask("tree.export", text=checked.json, format=form).content.startswith(start)


@pytest.mark.parametrize("topic", ["minimax", "alphabeta", "windows", "expectiminimax", "maxn"])
def test_the_key_of_an_exercise_is_right_and_nothing_else(topic: str) -> None:
    for lang in LANGUAGES:
        request: dict[str, Any] = {"topic": topic, "seed": 11, "difficulty": "easy"}
        made, key = ask("exercise", lang, **request), ask("exercise.key", lang, **request)
        graded = ask("exercise.grade", lang, answer=key.key, **request)
        assert graded.right
        assert graded.key == key.key
        parts = len(made.parts) or len(key.discarded)
        assert graded.total == parts
        wrong = re.sub(r"(=\(?|-> )-?[\d.]+", r"\g<1>99", key.key, count=1)
        if topic == "alphabeta":
            leaves = {node.name for node in made.tree.nodes if not node.children}
            wrong = " ".join(sorted(leaves - {*key.discarded})[:1])
        mistaken = ask("exercise.grade", lang, answer=wrong, **request)
        assert not mistaken.right
        assert mistaken.node in {node.name for node in made.tree.nodes}
        assert mistaken.mistake
        assert mistaken.line
        assert not any(node.value for node in made.tree.nodes if node.children)
        pruned = {n.name for n in key.search.tree.nodes if n.pruned and not n.children}
        assert topic != "alphabeta" or pruned == {*key.discarded}
    sheet = ask("exercise.sheet", topic=topic, seed=1, count=3, key=True)
    assert len(sheet.sheets) == 3
    assert sheet.tikz.count(r"\subsection*") == 6


@pytest.mark.parametrize("topic", ["dominance", "pure", "mixed", "response", "behaviour", "bluff"])
def test_exercises_on_strategies(topic: str) -> None:
    for lang in LANGUAGES:
        request: dict[str, Any] = {"topic": topic, "seed": 11, "difficulty": "medium"}
        made, key = ask("exercise", lang, **request), ask("exercise.key", lang, **request)
        assert (made.tree is None) != (made.table is None)
        assert bool(made.fields) != bool(made.choices)
        assert key.search is None
        assert key.reasons
        assert ask("exercise.grade", lang, answer=key.key, **request).right
        wrong = f"{made.fields[0]}=777" if made.fields else "none"
        mistaken = ask("exercise.grade", lang, answer=wrong, **request)
        assert mistaken.node in made.fields + made.choices
        assert mistaken.line in key.reasons
    sheet = ask("exercise.sheet", topic=topic, seed=1, count=3, key=True)
    assert len(sheet.sheets) == 3
    assert sheet.tikz.count(r"\subsection*") == 6


def test_searches_are_counted_as_they_are() -> None:
    """Sequences of tic-tac-toe: 9, 72, 504 and 3,024 of one to four plies."""
    news: list[Any] = []
    grown = ask("growth", news=news, game="tictactoe", depth=4, algorithms=["minimax"])
    assert grown.series[0].nodes == [10, 82, 586, 3610]
    assert [len(each.depths) for each in news] == [1, 2, 3, 4]
    assert grown.full[-1] == pytest.approx(3610)
    assert grown.best[-1] ** 2 == pytest.approx(3610)
    minimax, alphabeta = ask("compare", game="tictactoe", depth=4,
                             algorithms=["minimax", "alphabeta"]).rows  # fmt: skip
    assert minimax.nodes == 3610
    assert alphabeta.nodes < minimax.nodes
    assert minimax.value == alphabeta.value
    assert ask("growth", tree=TEXTBOOK, algorithms=["minimax"]).series[0].nodes == [None, 13]


def test_what_costs_too_much_is_said_in_its_row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comparison, "MOST_NODES", 1000)
    rows = ask("compare", game="tictactoe", algorithms=["minimax", "alphabeta"], depth=4).rows
    assert "1000 nodes" in (rows[0].reason or "")
    assert rows[1].reason is None
    short, _ = ask("growth", game="tictactoe", algorithms=["minimax", "alphabeta"], depth=5).series
    assert short.nodes == [10, 82, 586]


def _placed(at: ElementTree.Element, x: float, y: float, scale: float) -> Iterator[Any]:
    """Where every board of a picture is, by the transforms around it."""
    moved = re.fullmatch(r"translate\((\S+) (\S+)\) scale\((\S+)\)", at.get("transform", ""))
    if moved:
        x, y = x + scale * float(moved[1]), y + scale * float(moved[2])
        scale *= float(moved[3])
    if re.fullmatch(r"m[01](-\w+)*", at.get("id", "")):
        yield x, y, scale
    for child in at:
        yield from _placed(child, x, y, scale)


@pytest.mark.parametrize("player", [0, 1])
def test_the_boards_of_a_map_are_where_they_are_drawn(player: int) -> None:
    drawn = ask("map", game="tictactoe", player=player)
    found = sorted(_placed(ElementTree.fromstring(drawn.svg), 0.0, 0.0, 1.0))
    said = sorted((cell.x, cell.y, cell.width / 3) for cell in drawn.cells)
    assert len(found) == len(said)
    for one, other in zip(found, said, strict=True):
        assert one == pytest.approx(other, abs=0.05)
    game = make_game("tictactoe")
    for cell in drawn.cells:
        state = game.initial()
        for move in cell.moves:
            state = game.result(state, game.parse_action(state, move))
        assert game.is_terminal(state) or game.player(state) != player


def test_errors_speak_the_language_of_the_request() -> None:
    with pytest.raises(AdversarioError) as error:
        ask("view", game="tictactoe", options={"a=1,b": "2"})
    assert error.value.text("es") != error.value.text("en")


@pytest.mark.parametrize("kind", ["view", "analyse", "values"])
def test_numbers_of_thousands_of_digits_are_refused_in_words(kind: str) -> None:
    """Python does not convert them, with an error of its own."""
    long = "9" * 5000
    row = " ".join([long, ".", ".", "."])
    with pytest.raises(InputError, match="300 digits"):
        ask(kind, game="twenty48", position="/".join([row] * 4))
    with pytest.raises(InputError, match="300 digits"):
        ask(kind, game="nim", moves=[long])


@pytest.mark.parametrize("game", ["connect4", "twenty48", "tictactoe"])
def test_a_view_some_random_plies_later_is_always_the_same_and_never_the_end(game: str) -> None:
    shown = ask("view", game=game, plies=12)
    assert shown == ask("view", game=game, plies=12)
    assert 4 <= len(shown.moves) <= 12
    assert not shown.terminal
    assert shown.board == ask("view", game=game, moves=shown.moves).board
