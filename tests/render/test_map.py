"""Maps are held against rules and minimax of the test's own, over boards as strings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree as ET

import pytest

from adversario import PlayMap, make_game, play_map, svg_map
from adversario.base.appearance import PAINTS, Paint
from adversario.base.catalogue import LANGUAGES, text
from adversario.base.errors import InputError, UnsuitableGameError
from adversario.game import Game
from adversario.render import map as drawing
from adversario.solve import play_map as planning
from adversario.solve.play_map import OUTCOMES, PlanNode

SVG = "{http://www.w3.org/2000/svg}"
DOCS = Path(__file__).parents[2] / "docs" / "maps"


class Rules(NamedTuple):
    """k in a row on boards written row after row."""

    rows: int
    columns: int
    k: int
    gravity: bool = False
    misere: bool = False

    def replies(self, board: str) -> list[int]:
        free = [cell for cell, mark in enumerate(board) if mark == "."]
        if not self.gravity:
            return free
        below = [cell + self.columns for cell in free]
        return [
            cell
            for cell, under in zip(free, below, strict=True)
            if under >= len(board) or board[under] != "."
        ]

    def lines(self, board: str, mark: str) -> list[list[int]]:
        return [line for line in lines_on(self) if all(board[cell] == mark for cell in line)]

    def winner(self, board: str) -> str | None:
        """The winner, "" for a draw, None while the game goes on."""
        for mark, other in ("XO", "OX"):
            if self.lines(board, mark):
                return other if self.misere else mark
        return None if "." in board else ""


@cache
def lines_on(rules: Rules) -> list[list[int]]:
    """The cells of each k in a row, whether marked or not."""
    found = []
    for at in range(rules.rows * rules.columns):
        row, column = divmod(at, rules.columns)
        for down, across in ((0, 1), (1, 0), (1, 1), (1, -1)):
            cells = [(row + down * i, column + across * i) for i in range(rules.k)]
            if all(0 <= r < rules.rows and 0 <= c < rules.columns for r, c in cells):
                found.append([r * rules.columns + c for r, c in cells])
    return found


def mover(board: str) -> str:
    return "O" if board.count("X") > board.count("O") else "X"


def put(board: str, cell: int) -> str:
    return board[:cell] + mover(board) + board[cell + 1 :]


@cache
def rating(rules: Rules, board: str) -> tuple[int, int]:
    """X's outcome, and a number that X wants large: sooner wins, later losses. Plain minimax."""
    winner = rules.winner(board)
    if winner is not None:
        return {"X": 1, "": 0, "O": -1}[winner], 0
    best = max if mover(board) == "X" else min
    outcome, tempo = best(rating(rules, put(board, cell)) for cell in rules.replies(board))
    return outcome, tempo - outcome


def expected(rules: Rules, board: str, us: str) -> tuple[int, int | None]:
    outcome, tempo = rating(rules, board)
    return outcome if us == "X" else -outcome, abs(tempo) if outcome else None


GAMES = {
    "tictactoe": Rules(3, 3, 3),
    "mnk": Rules(3, 3, 3),
    "mnk:misere=yes": Rules(3, 3, 3, misere=True),
    "mnk:rows=3,columns=4,gravity=yes": Rules(3, 4, 3, gravity=True),
    "mnk:rows=2,columns=4": Rules(2, 4, 3),
    "connect4:width=4,height=2": Rules(2, 4, 4, gravity=True),
}
CASES = [(name, player) for name in GAMES for player in (0, 1)]


@cache
def plan_of(name: str, player: int, depth: int | None = None) -> PlayMap[Any, Any]:
    return play_map(make_game(name), player, depth=depth)


def flat(game: Game[Any, Any], state: Any) -> str:
    return game.position(state).replace("/", "")


def cells(game: Game[Any, Any], rules: Rules, state: Any) -> dict[Any, int]:
    """Each action of the game, in its order, with the cell that it marks by the test's rules."""
    board = flat(game, state)
    by_board = {put(board, cell): cell for cell in rules.replies(board)}
    return {a: by_board[flat(game, game.result(state, a))] for a in game.actions(state)}


@pytest.mark.parametrize(("name", "player"), CASES)
def test_every_move_keeps_the_value_and_every_reply_is_there(name: str, player: int) -> None:
    plan, rules, us = plan_of(name, player), GAMES[name], "XO"[player]
    walked = walk(plan, rules, us, plan.root, "." * (rules.rows * rules.columns))
    assert walked == sum(1 for _ in plan.root.answers())


def walk(
    plan: PlayMap[Any, Any], rules: Rules, us: str, answer: PlanNode[Any, Any], at: str
) -> int:
    """Check an answer and all that follow it, along boards that the test makes; how many."""
    game = plan.game
    assert flat(game, answer.state) == at
    value = expected(rules, at, us)
    assert (answer.outcome, answer.plies) == value
    if rules.winner(at) is None and mover(at) == us:
        later = (value[0], None if value[1] is None else value[1] - 1)
        choices = cells(game, rules, answer.state)
        best = [a for a, cell in choices.items() if expected(rules, put(at, cell), us) == later]
        assert answer.action == best[0]
        at = put(at, choices[answer.action])
    else:
        assert answer.action is None
    assert flat(game, answer.after) == at
    if rules.winner(at) is not None:
        assert not answer.replies
        return 1
    replies = cells(game, rules, answer.after)
    assert sorted(replies.values()) == rules.replies(at)
    assert list(answer.replies) == list(replies)
    return 1 + sum(
        walk(plan, rules, us, following, put(at, replies[reply]))
        for reply, following in answer.replies.items()
    )


@pytest.mark.parametrize(("name", "player"), CASES)
def test_decisions_and_endings_are_those_of_a_count_by_the_policy(name: str, player: int) -> None:
    plan, rules, us = plan_of(name, player), GAMES[name], "XO"[player]
    policy = {flat(plan.game, a.state): flat(plan.game, a.after) for a in plan.root.answers()}
    counted = dict.fromkeys(("decisions", *OUTCOMES.values()), 0)

    def play(board: str) -> None:
        winner = rules.winner(board)
        if winner is not None:
            counted["draw" if not winner else "win" if winner == us else "loss"] += 1
        elif mover(board) == us:
            counted["decisions"] += 1
            play(policy[board])
        else:
            for cell in rules.replies(board):
                play(put(board, cell))

    play("." * (rules.rows * rules.columns))
    assert {"decisions": plan.decisions, **plan.endings()} == counted


def test_nobody_beats_the_map_of_tic_tac_toe() -> None:
    for player, decisions in enumerate((91, 768)):
        plan = plan_of("tictactoe", player)
        assert plan.decisions == decisions
        assert plan.endings()["loss"] == 0
        assert plan.root.outcome == 0


def test_large_boards_are_mapped_where_wins_come_soon() -> None:
    plan = plan_of("mnk:rows=4,columns=4", 0)
    assert (plan.root.outcome, plan.root.plies) == (1, 5)
    assert plan.endings() == {"win": 195, "draw": 0, "loss": 0}
    assert len(plan.root.replies) == 15


def test_depth_cuts_the_same_map() -> None:
    whole, cut = plan_of("tictactoe", 1).to_json()["map"], plan_of("tictactoe", 1, 2)
    assert prefix(whole, 2) == cut.to_json()["map"]
    assert cut.decisions == 9 + 9 * 7


def prefix(answer: Any, moves: int) -> Any:
    moves -= answer["action"] is not None
    below = answer["replies"] if moves > 0 else {}
    return {**answer, "replies": {reply: prefix(each, moves) for reply, each in below.items()}}


def test_a_map_may_start_anywhere() -> None:
    game = make_game("tictactoe")
    plan = play_map(game, 0, game.parse_position("XX./OO./..."))
    assert (plan.root.action, plan.root.plies, plan.decisions) == (2, 1, 1)


# Games without a map


@pytest.mark.parametrize("name", ["nim", "othello", "mnk:players=3", "pig", "hex:size=3", "kalah"])
def test_other_games_are_refused(name: str) -> None:
    with pytest.raises(UnsuitableGameError):
        play_map(make_game(name), 0)


def test_what_is_too_large_names_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    game = make_game("tictactoe")
    monkeypatch.setattr(planning, "MAX_DECISIONS", 767)
    with pytest.raises(InputError, match="more than 767 decisions"):
        play_map(game, 1)
    assert play_map(game, 0).decisions == 91
    monkeypatch.setattr(planning, "MAX_POSITIONS", 1000)
    with pytest.raises(InputError, match="1000 positions"):
        play_map(game, 0)


def test_a_game_that_is_over_has_no_map() -> None:
    game = make_game("tictactoe")
    with pytest.raises(InputError, match="over"):
        play_map(game, 0, game.parse_position("XXX/OO./..."))


# The picture


def boards(root: ET.Element) -> Iterator[ET.Element]:
    for group in root.iter(f"{SVG}g"):
        if group.find(f"{SVG}title") is not None:
            yield group


def kinds(board: ET.Element) -> list[str]:
    """The marks on the board itself, by the last letter of what is used."""
    return sorted(use.attrib["href"][-1] for use in board.findall(f"{SVG}use"))


@pytest.mark.parametrize(
    ("name", "player", "depth"), [*((*case, None) for case in CASES), ("tictactoe", 1, 2)]
)
def test_the_picture_shows_every_board_of_the_map(
    name: str, player: int, depth: int | None
) -> None:
    plan = plan_of(name, player, depth)
    root = ET.fromstring(svg_map(plan))
    answers = list(plan.root.answers())
    drawn = list(boards(root))
    assert len(drawn) == len(answers)
    for board, answer in zip(drawn, answers, strict=True):
        check_board(board, answer, plan, GAMES[name])


def check_board(
    board: ET.Element, answer: PlanNode[Any, Any], plan: PlayMap[Any, Any], rules: Rules
) -> None:
    rows, us = flat(plan.game, answer.after), "XO"[plan.player]
    uses = board.findall(f"{SVG}use")
    at = {
        int(use.get("y", 0)) * rules.columns + int(use.get("x", 0)): use.attrib["href"][-1]
        for use in uses
    }
    marked = {cell: mark == us for cell, mark in enumerate(rows) if mark != "."}
    dots = [cell for cell, kind in at.items() if kind == "m"]
    assert {cell: kind in "an" for cell, kind in at.items() if kind != "m"} == marked
    assert kinds(board).count("n") == (answer.action is not None)
    over = rules.winner(rows) is not None
    assert (board.find(f"{SVG}rect") is not None) == over
    strokes = board.findall(f"{SVG}path")
    assert (len(strokes) > 0) == bool(rules.winner(rows))
    for stroke in strokes:
        assert_on_a_line(stroke.attrib["d"], rows, rules)
    within = [g for g in board.findall(f"{SVG}g") if "transform" in g.attrib]
    assert len(within) == len(answer.replies)
    places = [cell_of_transform(g.attrib["transform"], rules.columns) for g in within]
    assert sorted(places + dots) == ([] if over else rules.replies(rows))


def assert_on_a_line(path: str, board: str, rules: Rules) -> None:
    left, top, right, bottom = (int(float(number)) for number in re.findall(r"[\d.]+", path))
    length = max(abs(right - left), abs(bottom - top))
    down, across = (bottom - top) // length, (right - left) // length
    cells = [(top + down * i) * rules.columns + left + across * i for i in range(length + 1)]
    assert len(cells) >= rules.k
    assert len({board[cell] for cell in cells}) == 1
    assert cells[-1] == bottom * rules.columns + right


def cell_of_transform(transform: str, columns: int) -> int:
    found = re.fullmatch(r"translate\((\S+) (\S+)\) scale\(\S+\)", transform)
    assert found
    return int(float(found[2])) * columns + int(float(found[1]))


def test_ids_are_unique_stable_and_all_that_is_used_is_defined() -> None:
    picture = svg_map(plan_of("tictactoe", 0))
    ids = re.findall(r' id="([^"]+)"', picture)
    assert len(ids) == len(set(ids))
    assert {"m0", "m0-4", "m0-4-2"} < set(ids)
    assert set(re.findall(r'href="#([^"]+)"', picture)) <= set(ids)
    other = re.findall(r' id="([^"]+)"', svg_map(plan_of("tictactoe", 1)))
    assert not set(ids) & set(other)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_heading_and_legend_speak_the_language(lang: str) -> None:
    root = ET.fromstring(svg_map(plan_of("tictactoe", 1), title="OXO <3", lang=lang))
    heading = text("map.title", lang, game="OXO <3", player="O")
    words = [element.text for element in root.iter(f"{SVG}text")]
    assert root.findtext(f"{SVG}title") == words[0] == heading
    assert "768" in (root.findtext(f"{SVG}desc") or "")
    assert text("map.legend.draw", lang) in words
    assert text("map.legend.loss", lang, other="X") not in words
    assert text("map.legend.more", lang) not in words
    cut = ET.fromstring(svg_map(plan_of("tictactoe", 1, 2), lang=lang))
    assert text("map.legend.more", lang) in [each.text for each in cut.iter(f"{SVG}text")]


def test_pages_have_the_size_of_paper_and_nothing_leaves_them() -> None:
    sizes = {
        ("tictactoe", "a4"): ("210mm", "297mm"),
        ("tictactoe", "a3"): ("297mm", "420mm"),
        ("mnk:rows=2,columns=4", "a4"): ("297mm", "210mm"),
    }
    for (name, paper), size in sizes.items():
        root = ET.fromstring(svg_map(plan_of(name, 0), paper="a3" if paper == "a3" else "a4"))
        assert (root.attrib["width"], root.attrib["height"]) == size
        _, _, width, height = map(float, root.attrib["viewBox"].split())
        for words in root.iter(f"{SVG}text"):
            assert float(words.attrib["y"]) < height
            needed = len(words.text or "") * float(words.attrib["font-size"]) * 0.5
            assert float(words.attrib["x"]) + needed < width


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("paint", PAINTS)
def test_inks_stand_out_from_all_that_is_behind_them(paint: Paint) -> None:
    ink = luminance(PAINTS[paint].ink)
    for behind in ("#ffffff", drawing.HERE, PAINTS[paint].tint):
        assert (luminance(behind) + 0.05) / (ink + 0.05) > 3.0


def test_the_picture_in_the_documentation_is_what_the_tool_draws() -> None:
    kept = (DOCS / "tictactoe-x.svg").read_text(encoding="utf-8")
    assert kept == svg_map(plan_of("tictactoe", 0))
