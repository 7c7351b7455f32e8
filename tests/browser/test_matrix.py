"""The page of equilibria: a table solved step by step, and a strategy that is learned."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from adversario.base.catalogue import text
from tests.browser.conftest import Open


def test_tables_and_learning(open_page: Open, keep: Callable[[Page, str], None]) -> None:
    page = open_page("#/matrix")
    page.get_by_role("button", name="Strike out").click()
    expect(page.locator(".payoffs .struck").first).to_be_visible()
    page.get_by_label("Payoffs:").fill("1 -1; -1 1")
    page.get_by_label("Payoffs:").press("Enter")
    expect(page.locator(".equilibria")).to_contain_text("(1/2, 1/2)")
    expect(page.locator(".chart polyline")).to_have_count(4)
    page.get_by_role("button", name="Learn").click()
    expect(page.locator(".sets tbody tr")).to_have_count(12)
    keep(page, "matrix")


def test_on_a_phone_in_spanish(open_page: Open) -> None:
    page = open_page("#/matrix?matrix=chicken", lang="es", viewport={"width": 390, "height": 844})
    expect(page.locator(".equilibria li")).to_have_count(3)
    expect(page.locator(".payoffs th").first).to_have_text(text("action.swerve", "es"))
    expect(page.locator("select").first).to_contain_text(text("web.textbook.chicken", "es"))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
