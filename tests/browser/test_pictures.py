"""The pictures of the README, made from the app itself.

They are kept with the other screenshots; ADVERSARIO_ARTEFACTS says where else to put them.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from adversario.base.catalogue import text
from tests.browser.conftest import ARTEFACTS, Open

SIZE = {"width": 1280, "height": 860}


@pytest.mark.parametrize("lang", ["en", "es"])
def test_the_explorer_at_a_cut(open_page: Open, lang: str) -> None:
    page = open_page("#/explore?step=18", lang=lang, viewport=SIZE, device_scale_factor=1.5)
    expect(page.locator(".chip-cut")).to_have_text(text("web.event.cut", lang))
    expect(page.locator(".is-pruned")).to_have_count(4)
    ARTEFACTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=ARTEFACTS / f"web-explorer.{lang}.png")


@pytest.mark.parametrize("lang", ["en", "es"])
def test_the_analysis_of_a_game(open_page: Open, lang: str) -> None:
    address = "#/analyse?game=tictactoe&moves=0~3~4"
    page = open_page(address, lang=lang, viewport=SIZE, device_scale_factor=1.5)
    page.wait_for_selector(".score-star")
    expect(page.locator(".bar-words")).to_contain_text("O")
    ARTEFACTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=ARTEFACTS / f"web-analysis.{lang}.png")
