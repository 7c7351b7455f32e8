"""Analysing, building trees, solving exercises, comparing and reading maps."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from adversario.base.catalogue import text
from adversario.exercises import make_exercise
from adversario.trees import tree_from_text
from tests.browser.conftest import Open


def hash_of(page: Page) -> str:
    return str(page.evaluate("decodeURIComponent(location.hash)"))


def test_every_move_gets_a_score_and_the_win_is_proven(open_page: Open) -> None:
    page = open_page("#/analyse?game=tictactoe&moves=0~3~1~4")
    # X completes the top row at once.
    expect(page.locator(".bar-words")).to_have_text(
        "With perfect play X wins in 1 ply."
    )  # fmt: skip
    expect(page.locator("[data-cell='2'] .score-star")).to_be_visible()
    expect(page.locator(".score")).to_have_count(5)
    page.uncheck(f"text={text('web.analyse.scores', 'en')}")
    expect(page.locator(".score")).to_have_count(0)


def test_a_search_is_stopped_and_goes_deeper(open_page: Open) -> None:
    page = open_page("#/analyse?game=checkers")
    page.click(f"button:has-text('{text('web.stop', 'en')}')")
    page.click(f"button:has-text('{text('web.analyse.deeper', 'en')}')")
    page.click(f"button:has-text('{text('web.stop', 'en')}')")
    expect(page.locator(f"button:has-text('{text('web.analyse.deeper', 'en')}')")).to_be_visible()


def test_a_blunder_is_marked_in_the_course_of_the_game(open_page: Open) -> None:
    # The one answer to the corner that does not lose is the centre.
    page = open_page("#/analyse?game=tictactoe&moves=0~3~1~8~2")
    page.click(f"text={text('web.analyse.review', 'en')}")
    expect(page.locator(".mistakes li")).not_to_have_count(0)
    expect(page.locator(".mistakes li").last).to_contain_text(": ")
    expect(page.locator(".moves li").nth(1)).to_contain_text("3??")
    page.locator(".mistakes button").last.click()
    assert "ply=1" in hash_of(page)


def test_a_tree_is_built_by_hand(open_page: Open) -> None:
    page = open_page("#/trees?tree=(1,2)")
    page.click("[data-node='1']")
    page.click(f"text={text('web.trees.add', 'en')}")
    expect(page.locator("[role=treeitem]")).to_have_count(4)
    page.get_by_label(text("web.trees.utility", "en")).fill("7")
    page.keyboard.press("Tab")
    expect(page.locator("textarea")).to_have_value("((7), 2)")
    page.click(f"[aria-label='{text('web.tree.fit', 'en')}']")
    page.click("[data-node='3']")
    page.click(f"[aria-label='{text('web.trees.left', 'en')}']")
    expect(page.locator("textarea")).to_have_value("(2, (7))")
    page.click("[data-node='0']")
    page.get_by_label(text("web.trees.moves", "en")).select_option("chance")
    expect(page.locator("textarea")).to_have_value("chance(0.5: 2, 0.5: min(7))")
    page.get_by_label(text("web.trees.probabilities", "en")).fill("1/4, 3/4")
    page.keyboard.press("Tab")
    expect(page.locator("textarea")).to_have_value("chance(0.25: 2, 0.75: min(7))")
    page.click("[data-node='2']")
    page.click(f"button:has-text('{text('web.trees.remove', 'en')}')")
    expect(page.locator("textarea")).to_have_value("chance(1: 2)")


def test_the_workshop_undoes_and_dims_what_is_no_longer_so(open_page: Open) -> None:
    page = open_page("#/trees?tree=((1,2),(3,4))")
    page.click("[data-node='0']")
    page.click(f"text={text('web.trees.add', 'en')}")
    expect(page.locator("textarea")).to_have_value("((1, 2), (3, 4), 0)")
    for key, tree in {
        "Control+z": "((1,2),(3,4))",
        "Control+y": "((1, 2), (3, 4), 0)",
        "Control+Shift+z": "((1, 2), (3, 4), 0)",
    }.items():
        page.keyboard.press(key)
        expect(page.locator("textarea")).to_have_value(tree)
    page.click(f"button:has-text('{text('web.trees.undo', 'en')}')")
    expect(page.locator("textarea")).to_have_value("((1,2),(3,4))")
    page.click(f"button:has-text('{text('web.trees.redo', 'en')}')")
    expect(page.locator("textarea")).to_have_value("((1, 2), (3, 4), 0)")
    page.fill("textarea", "((1, 2")
    expect(page.locator("[role=alert]")).to_be_visible()
    expect(page.locator(".is-stale svg[role=tree]")).to_be_visible()
    page.go_back()
    expect(page.locator("textarea")).to_have_value("((1, 2), (3, 4), 0)")
    expect(page.locator(".is-stale")).to_have_count(0)


def test_trees_are_saved_and_opened(open_page: Open, tmp_path: Path) -> None:
    page = open_page("#/trees?tree=A(B(3,12),4)")
    page.wait_for_selector("[role=treeitem]")
    for form, start in [("text", "("), ("json", "{"), ("svg", "<svg"), ("tikz", "\\documentclass")]:
        with page.expect_download() as waiting:
            page.click(f"button:has-text('{text(f'web.format.{form}', 'en')}')")
        kept = tmp_path / waiting.value.suggested_filename
        waiting.value.save_as(kept)
        assert kept.read_text(encoding="utf-8").startswith(start)
    other = tmp_path / "other.json"
    other.write_text(tree_from_text("max(5, min(6, 7))").notation())
    page.set_input_files("input[type=file]", other)
    expect(page.locator("textarea")).to_have_value("(5, (6, 7))")


def test_pruned_leaves_are_clicked_and_graded(open_page: Open) -> None:
    exercise = make_exercise("alphabeta", seed=5, difficulty="easy", depth=2)
    discarded = set(exercise.key().discarded)
    names = [vertex.name for vertex in exercise.tree.root.walk()]
    page = open_page("#/exercises?topic=alphabeta&seed=5")
    page.wait_for_selector("[role=treeitem]")
    wrong = next(
        v.name for v in exercise.tree.root.walk() if not v.edges and v.name not in discarded
    )
    page.click(f"button:has-text('{text('web.exercises.check', 'en')}')")
    expect(page.locator(".unanswered")).to_be_visible()
    expect(page.locator(".progress li")).to_have_count(0)
    page.click(f"[data-node='{names.index(wrong)}']")
    expect(page.locator(".unanswered")).to_have_count(0)
    page.click(f"button:has-text('{text('web.exercises.check', 'en')}')")
    expect(page.locator(".judgement-wrong")).to_contain_text(wrong)
    expect(page.locator(".is-mistaken")).to_have_count(1)
    page.click(f"[data-node='{names.index(wrong)}']")
    for name in discarded:
        page.click(f"[data-node='{names.index(name)}']")
    page.click(f"button:has-text('{text('web.exercises.check', 'en')}')")
    expect(page.locator(".judgement-right")).to_be_visible()
    page.reload()
    expect(page.locator(".progress")).to_contain_text(
        text("web.exercises.of", "en", right=1, tried=1)
    )


@pytest.mark.parametrize("address", ["#/exercises", "#/exercises?difficulty=medium", "#/trees"])
def test_leaves_are_free_to_be_tapped_on_a_phone(address: str, open_page: Open) -> None:
    page = open_page(address, viewport={"width": 360, "height": 740}, has_touch=True)
    page.wait_for_selector("[role=treeitem]")
    expect(page.locator(".overview")).to_be_hidden()
    small = page.locator("[role=treeitem]").evaluate_all(
        """(nodes) => nodes.map((node) => node.getBoundingClientRect())
            .filter(({ width, height }) => width < 24 || height < 24).length"""
    )
    assert small == 0


def test_values_and_the_action_are_typed_and_graded(open_page: Open) -> None:
    key = make_exercise("minimax", seed=2, difficulty="easy", depth=2).key()
    page = open_page("#/exercises?topic=minimax&seed=2")
    page.wait_for_selector("[role=treeitem]")
    for item in key.items:
        if item.part == "action":
            page.get_by_label(text("web.exercises.action", "en")).select_option(str(item.answer))
        else:
            page.fill(f"[data-field='{item.node} {item.part}']", str(item.answer))
    page.keyboard.press("Enter")
    expect(page.locator(".judgement-right")).to_be_visible()
    page.click(f"text={text('web.exercises.reveal', 'en')}")
    expect(page.locator(".key")).to_have_text(key.text("en"))


def test_windows_are_typed_and_graded(open_page: Open) -> None:
    key = make_exercise("windows", seed=2, difficulty="easy", depth=2).key()
    page = open_page("#/exercises?topic=windows&seed=2")
    page.wait_for_selector("[role=treeitem]")
    for item in key.items:
        page.fill(f"[data-field='{item.node} {item.part}']", str(item.answer))
    page.keyboard.press("Enter")
    expect(page.locator(".judgement-right")).to_be_visible()


def test_an_exam_is_put_on_paper(open_page: Open) -> None:
    page = open_page("#/exercises?exam=1&count=2")
    expect(page.locator(".sheets img")).to_have_count(2)
    page.emulate_media(media="print")
    expect(page.locator(".sheets img").first).to_be_visible()
    expect(page.locator(".top")).to_be_hidden()


def test_algorithms_are_compared_and_moves_reordered(open_page: Open) -> None:
    page = open_page("#/compare?tree=A(B(3,12,8),C(2,4,6),D(14,5,2))")
    expect(page.locator("tbody tr")).to_have_count(3)
    expect(page.locator(".chart .curve-full").first).to_be_visible()
    figures = page.locator(".ordering .figures dd")
    expect(figures.nth(2)).to_have_text("11")
    # With D tried as 2, 5, 14 its first leaf settles it.
    page.click(f"button:has-text('{text('web.compare.best_first', 'en')}')")
    expect(figures.nth(2)).to_have_text("9")
    page.click(f"button:has-text('{text('web.compare.as_given', 'en')}')")
    expect(figures.nth(2)).to_have_text("11")
    chips = page.locator(".sortable li")
    chips.nth(2).drag_to(chips.nth(0))
    expect(chips.nth(0)).to_contain_text("a3")
    page.click(f"[aria-label='{text('web.compare.later', 'en', name='a3')}']")
    expect(chips.nth(1)).to_contain_text("a3")


def test_compare_opens_where_algorithm_and_order_matter(open_page: Open) -> None:
    page = open_page("#/compare")
    expect(page.locator("tbody th")).to_have_text(
        [text(f"web.title.{name}", "en") for name in ("minimax", "alphabeta", "mcts")]
    )
    figures = page.locator(".ordering .figures dd")

    def nodes(at: int) -> int:
        return int(figures.nth(at).inner_text().replace(",", ""))

    expect(figures.nth(0)).not_to_have_text("–")
    whole, given = nodes(0), nodes(1)
    assert whole > 4 * given
    page.click(f"button:has-text('{text('web.compare.worst_first', 'en')}')")
    expect(figures.nth(2)).not_to_have_text(str(given))
    worst = nodes(2)
    page.click(f"button:has-text('{text('web.compare.best_first', 'en')}')")
    expect(figures.nth(2)).not_to_have_text(str(worst))
    assert whole > worst > given
    assert worst > 3 * nodes(2)


def test_a_board_of_the_map_is_opened_by_click_and_by_keyboard(open_page: Open) -> None:
    page = open_page("#/maps")
    page.wait_for_selector(".map-cell")
    page.focus(".map-cell >> nth=0")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator("aside [role=grid]")).to_be_visible()
    assert "moves=" in hash_of(page)
    page.keyboard.press("Escape")
    expect(page.locator("aside [role=grid]")).to_have_count(0)
    page.click(".map-cell >> nth=3", position={"x": 4, "y": 4})
    expect(page.locator("aside [role=grid]")).to_be_visible()


def test_a_map_is_downloaded_and_is_never_that_of_another_game(open_page: Open) -> None:
    page = open_page("#/maps")
    page.wait_for_selector(".map-cell")
    with page.expect_download() as waiting:
        page.click(f"button:has-text('{text('web.maps.download', 'en')}')")
    assert waiting.value.suggested_filename == "tictactoe-map.svg"
    assert waiting.value.path().read_text(encoding="utf-8").lstrip().startswith("<")
    page.emulate_media(media="print")
    expect(page.locator(".map")).to_be_visible()
    expect(page.locator("aside")).to_be_hidden()
    page.emulate_media(media="screen")
    page.get_by_label(text("web.game", "en"), exact=True).select_option("connect4")
    expect(page.locator(".page-explore > section h2")).to_contain_text("Connect")
    expect(page.locator(".map")).to_have_count(0)
