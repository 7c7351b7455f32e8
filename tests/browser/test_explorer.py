"""The explorer: steps, windows, cuts with their reasons, two searches at once, large trees."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from adversario.base.catalogue import text
from tests.browser.conftest import Open

NEXT = f"[aria-label='{text('web.steps.next', 'en')}']"
LAST = f"[aria-label='{text('web.steps.last', 'en')}']"
MOST_ELEMENTS = 1000


def elements(page: Page) -> int:
    """How many elements the drawing has."""
    return int(page.evaluate("document.querySelectorAll('svg[role=tree] *').length"))


def test_it_is_stopped_on_load_and_steps_like_a_video(open_page: Open) -> None:
    page = open_page("#/explore")
    page.wait_for_selector("[role=treeitem]")
    expect(page.locator("output")).to_contain_text("0 /")
    for _ in range(3):
        page.click(NEXT)
    expect(page.locator("output")).to_contain_text("3 /")
    expect(page.locator(".pseudocode [aria-current]")).to_have_count(1)
    expect(page.locator(".trace [aria-current]")).to_have_count(1)
    expect(page.locator(".is-current")).to_have_count(1)
    said = page.inner_text(".said p")
    expect(page.locator(".unseen[role=status]")).to_have_text(said)
    page.focus("input[type=range]")
    page.keyboard.press("ArrowRight")
    expect(page.locator("output")).to_contain_text("4 /")
    page.keyboard.press("Home")
    expect(page.locator("output")).to_contain_text("0 /")


def test_nothing_is_given_away_before_it_is_found(open_page: Open) -> None:
    page = open_page("#/explore?tree=A(B(3,12,8),C(2,4,6),D(14,5,2))")
    page.wait_for_selector("[role=treeitem]")
    figures = page.locator(".figures dd")
    expect(figures.first).to_have_text("–")
    expect(figures.nth(2)).to_have_text("0")
    expect(page.locator(".trace li")).to_have_count(0)
    page.click(NEXT)
    expect(figures.nth(2)).to_have_text("1")
    expect(page.locator(".trace li")).to_have_count(1)
    page.click(LAST)
    expect(figures.first).to_have_text("3")
    expect(figures.nth(2)).to_have_text("11")


def test_it_plays_by_itself_until_the_end(open_page: Open) -> None:
    page = open_page("#/explore?tree=(1,2)")
    page.wait_for_selector("[role=treeitem]")
    page.select_option(".transport select", "20")
    page.click(f".transport [aria-label='{text('web.steps.play', 'en')}']")
    last = page.inner_text("output").split("/")[1].strip()
    expect(page.locator("output")).to_have_text(f"{last} / {last}")


def test_the_window_and_the_cut_of_the_lecture(open_page: Open) -> None:
    page = open_page("#/explore?tree=A(B(3,12,8),C(2,4,6),D(14,5,2))")
    page.wait_for_selector("[role=treeitem]")
    page.click(LAST)
    expect(page.locator(".is-pruned")).to_have_count(2)
    expect(page.locator("svg[role=tree] .strike")).to_have_count(2)
    pruned = page.locator(".is-pruned").first
    # C2 is never looked at: C is worth 2 at most, and A has 3 already.
    assert "2 <= alpha = 3" in (pruned.get_attribute("aria-label") or "")
    pruned.focus()
    expect(page.locator(".tip")).to_contain_text("2 <= alpha = 3")
    page.locator("[role=treeitem]").first.hover()
    pruned.hover()
    expect(page.locator(".tip")).to_contain_text("2 <= alpha = 3")


def test_the_tree_is_walked_with_the_arrow_keys_and_folded(open_page: Open) -> None:
    page = open_page("#/explore?tree=A(B(3,12),C(2,4))")
    page.focus("[data-node='0']")
    steps = {"ArrowDown": "1", "ArrowRight": "4", "End": "4", "ArrowUp": "0"}
    for key, node in steps.items():
        page.keyboard.press(key)
        expect(page.locator(f"[data-node='{node}']")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-node='4']")).to_have_attribute("aria-expanded", "true")
    expect(page.locator("[data-node='4']")).to_have_attribute("aria-level", "2")
    page.keyboard.press("Enter")
    expect(page.locator("[data-node='4']")).to_have_attribute("aria-expanded", "false")
    expect(page.locator("[data-node='5']")).to_have_count(0)


def test_two_algorithms_side_by_side_end_together(open_page: Open) -> None:
    page = open_page("#/explore?tree=A(B(3,12),C(2,4))&beside=minimax")
    expect(page.locator("svg[role=tree]")).to_have_count(2)
    page.click(LAST)
    expect(page.locator(".side").nth(0).locator(".is-pruned")).to_have_count(1)
    expect(page.locator(".side").nth(1).locator(".is-pruned")).to_have_count(0)
    for side in (0, 1):
        label = (
            page.locator(".side").nth(side).locator("[data-node='0']").get_attribute("aria-label")
        )
        assert text("web.tree.value", "en", value="3") in (label or "")


def test_monte_carlo_shows_its_four_phases(open_page: Open) -> None:
    page = open_page("#/explore?game=tictactoe&moves=4~0&algorithm=mcts&simulations=12")
    page.wait_for_selector("[role=treeitem]")
    seen = []
    for _ in range(4):
        page.click(NEXT)
        seen.append(page.inner_text(".said .chip"))
    assert seen == [
        text(f"web.event.{phase}", "en") for phase in ("select", "expand", "simulate", "backup")
    ]
    page.click(LAST)
    expect(page.locator(".visits tbody tr")).not_to_have_count(0)


def test_large_trees_are_folded_and_never_draw_too_much(open_page: Open) -> None:
    page = open_page("#/explore?game=tictactoe&position=.../.../...&algorithm=minimax&depth=4")
    page.wait_for_selector("[role=treeitem]")
    assert elements(page) <= MOST_ELEMENTS
    page.fill("input[type=range]", "2000")
    page.wait_for_selector(".is-current")
    assert elements(page) <= MOST_ELEMENTS
    page.click(f"[aria-label='{text('web.tree.unfold', 'en')}']")
    page.click(f"[aria-label='{text('web.tree.fit', 'en')}']")
    page.wait_for_selector(".far")
    assert elements(page) <= MOST_ELEMENTS
    expect(page.locator(".overview")).to_be_visible()


def test_a_tree_with_a_mistake_is_told_where(open_page: Open) -> None:
    page = open_page("#/explore?tree=A(B(3,")
    expect(page.locator("[role=alert]")).to_contain_text("column 7")


@pytest.mark.parametrize("lang", ["en", "es"])
def test_a_search_waits_for_what_it_will_do_to_be_predicted(open_page: Open, lang: str) -> None:
    page = open_page("#/explore?tree=A(B(3,12),C(2,4))&predict=all", lang=lang)
    last = f"[aria-label='{text('web.steps.last', lang)}']"
    page.wait_for_selector("[role=treeitem]")
    page.click(last)
    quiz = page.locator(".quiz")
    expect(quiz).to_contain_text(text("web.predict.window", lang, node="B"))
    expect(page.locator("output")).to_contain_text("1 /")  # it waits before it enters B
    for at, typed in enumerate(["-inf", "oo"]):
        quiz.locator("input").nth(at).fill(typed)
    page.keyboard.press("Enter")
    expect(quiz.locator(".quiz-right")).to_be_visible()
    expect(quiz).to_contain_text(text("web.predict.score", lang, right=1, of=1))
    page.click(f"text={text('web.predict.go', lang)}")
    expect(quiz).to_contain_text(text("web.predict.value.node", lang, node="B"))
    quiz.locator("input").fill("7")
    page.keyboard.press("Enter")
    expect(quiz.locator(".quiz-wrong")).to_contain_text(
        text("web.predict.because.min", lang, values="3", value="3")
    )
    # Everything to the end: at C, with 2 inside [3, inf], the rest is cut off.
    cut = quiz.get_by_role("button", name=text("web.predict.cut.choice", lang), exact=True)
    for _ in range(30):
        if quiz.locator("input").count():
            for field in quiz.locator("input").all():
                field.fill("3")
            page.keyboard.press("Enter")
        elif cut.count():
            cut.click()
        elif quiz.locator("button").count():
            quiz.locator("button").click()
    expect(quiz).to_contain_text(text("web.predict.score", lang, right=5, of=9))


def test_a_game_is_searched_near_its_end_with_boards_at_the_nodes(open_page: Open) -> None:
    page = open_page("#/explore?game=tictactoe")
    expect(page.locator(".mini").nth(20)).to_be_attached()
    expect(page.locator(".panel-position [role=grid]")).to_be_visible()
    page.click(LAST)
    values = set(page.locator(".label-value").all_text_contents())
    assert len(values) > 1
    page.get_by_label(text("web.source.start", "en")).check()
    expect(page.locator(".said p")).to_contain_text("tree of")
    expect(page.locator(".panel-position .cell-held")).to_have_count(0)
