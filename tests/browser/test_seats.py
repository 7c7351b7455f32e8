"""Games with hidden information in the browser: own views, the curtain, cards and ships."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, WebSocket, expect

from adversario.base.catalogue import text
from tests.browser.conftest import Open


def test_two_people_hand_over_behind_a_curtain(
    open_page: Open, keep: Callable[[Page, str], None]
) -> None:
    page = open_page("#/play?game=kuhn&seats=person~person")
    expect(page.locator(".curtain")).to_contain_text("Player 1's turn to look")
    assert page.locator(".stage svg[role=img]").count() == 0
    page.get_by_role("button", name="I am Player 1").click()
    page.get_by_role("button", name="bet", exact=True).click()
    expect(page.locator(".curtain")).to_contain_text("Player 2's turn to look")
    assert "[" not in page.locator("main").inner_text()
    keep(page, "curtain")
    page.get_by_role("button", name="I am Player 2").click()
    expect(page.locator(".noticed")).to_contain_text("Player 1 bet")
    page.get_by_role("button", name="pass", exact=True).click()
    expect(page.locator(".status-over")).to_contain_text("wins")
    expect(page.get_by_text("The game is over")).to_be_visible()


def test_messages_have_no_more_than_the_page_may_know(open_page: Open) -> None:
    """What comes over the wire in a deal of hearts: the own cards, and those played."""
    page = open_page()
    received: list[str] = []

    def note(text: str | bytes) -> None:
        received.append(str(text))

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", note)

    page.on("websocket", listen)
    page.goto(page.url.split("#")[0] + "#/play?game=hearts&seats=person~random~random~random")
    page.reload()
    page.wait_for_selector(".board-cards .cell-open")
    own = page.locator('.board-cards [data-name^="1"] .playing-card:not(.card-back)')
    played = page.locator('.board-cards [data-name$=":"] .playing-card')
    shown = own.count() + played.count()
    text = next(each for each in reversed(received) if '"sealed"' in each)
    marks = set(re.findall(r'"mark":"([2-9TJQKA][cdsh])"', text.replace(" ", "")))
    assert len(marks) == shown <= 13 + 3
    boxes = [page.locator(f'[data-name="{who}1"]').bounding_box() for who in "1234"]
    heights = [box["y"] for box in boxes if box]
    assert max(heights) == heights[0]  # the own hand is below
    expect(page.locator(".caption").first).to_have_text("South (you)")
    page.locator(".board-cards .cell-open").first.click()
    expect(page.locator(".noticed")).to_contain_text("South")


def test_ships_are_placed_and_odds_are_shown_on_a_phone(
    open_page: Open, keep: Callable[[Page, str], None]
) -> None:
    page = open_page(
        "#/play?game=battleship&options=size%3D4%2Cships%3D3-2&seats=person~random",
        lang="es", viewport={"width": 390, "height": 844},
    )  # fmt: skip
    for cells in (("a1", "c1"), ("a3", "b3")):
        own, other = (page.locator(f'[data-name="{cell}"]').bounding_box() for cell in ("a1", "A1"))
        assert own is not None
        assert other is not None
        assert own["width"] >= 24
        assert own["y"] < other["y"]  # below each other: first the sea in which something is to do
        length = text("web.board.ship", "es", length=ord(cells[1][0]) - ord(cells[0][0]) + 1)
        expect(page.get_by_text(length)).to_be_visible()
        for cell in cells:
            page.locator(f'[data-name="{cell}"]').click()
    page.get_by_label("probabilidad de un barco").check()
    expect(page.locator(".board-sea .score").first).to_be_visible()
    page.locator('[data-name="B2"]').click()
    expect(page.locator('[data-name="B2"] .mark')).to_have_text(re.compile("[·✕✸]"))
    keep(page, "battleship")
