"""Trees with information sets in the browser: sets joined, one statistic for a set."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote

from playwright.sync_api import Page, expect

from tests.browser.conftest import Open

BLUFF = """chance(king -> 1/2: 1@king(bet -> 2@him(call -> 2, fold -> 1), pass -> -1),
queen -> 1/2: 1@queen(bet -> 2@him(call -> -2, fold -> 1), pass -> -1))"""


def test_sets_are_joined_in_workshop_and_explorer(
    open_page: Open, keep: Callable[[Page, str], None]
) -> None:
    page = open_page(f"#/trees?tree={quote(BLUFF)}")
    expect(page.locator(".join")).to_have_count(1)
    keep(page, "sets-workshop")
    page = open_page(f"#/explore?tree={quote(BLUFF)}&algorithm=ismcts&step=24")
    expect(page.locator(".join").first).to_be_visible()
    assert page.get_by_role("treeitem", name="information set him").count() >= 1
    keep(page, "sets-explorer")
