"""Playing: by keyboard alone, by click, undone, shared, and left to the machines."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from adversario.base.catalogue import text
from adversario.games import GAMES, TicTacToe
from tests.browser.conftest import Open

NEWS = ".unseen[role=status]"


def moves_of(page: Page) -> list[str]:
    """The moves so far, as the list says them."""
    return [item.strip() for item in page.locator(".moves li button").all_inner_texts()]


def until(page: Page, moves: int) -> None:
    """Wait for so many moves, and for the board to take another unless the game is over."""
    expect(page.locator(".moves li")).to_have_count(moves)
    page.wait_for_selector(".board-live, .status-over")


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until the focus is there."""
    for _ in range(60):
        if page.evaluate("(at) => document.activeElement?.matches(at) ?? false", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the keyboard does not reach {selector}")


def test_a_whole_game_with_the_keyboard_alone(open_page: Open) -> None:
    page = open_page("#/play?game=tictactoe&seats=human~human")
    page.wait_for_selector("[role=gridcell]")
    tab_to(page, "[role=gridcell]")
    # X takes the top row, O two cells of the middle one.
    for keys, moves in [
        (["Enter"], ["0"]),
        (["ArrowDown", "Enter"], ["0", "3"]),
        (["ArrowUp", "ArrowRight", "Enter"], ["0", "3", "1"]),
        (["ArrowDown", "Space"], ["0", "3", "1", "4"]),
        (["ArrowUp", "End", "Enter"], ["0", "3", "1", "4", "2"]),
    ]:
        for key in keys:
            page.keyboard.press(key)
        until(page, len(moves))
        assert moves_of(page) == moves
        assert page.evaluate("document.activeElement.getAttribute('role')") == "gridcell"
    game = TicTacToe()
    state = game.initial()
    for action in (0, 3, 1, 4, 2):
        state = game.result(state, action)
    assert game.is_terminal(state)
    expect(page.locator(".status-over")).to_contain_text("X")
    expect(page.locator(NEWS)).to_contain_text("X")
    tab_to(page, "button:has(span)")
    page.keyboard.press("Enter")
    expect(page.locator(".moves li")).to_have_count(4)


def test_moves_are_announced_and_cells_say_what_they_hold(open_page: Open) -> None:
    page = open_page("#/play?game=tictactoe&seats=human~human")
    page.click("[data-cell='4']")
    expect(page.locator(NEWS)).to_have_text(
        f"{text('web.play.moved', 'en', player='X', move='4')} "
        f"{text('web.play.turn', 'en', player='O')}"
    )
    label = page.get_attribute("[data-cell='4']", "aria-label") or ""
    assert "X" in label
    assert text("web.board.last", "en") in label
    free = page.get_attribute("[data-cell='0']", "aria-label") or ""
    assert text("web.board.legal", "en") in free


def test_the_machine_answers_and_undo_takes_both_moves_back(open_page: Open) -> None:
    page = open_page("#/play?game=tictactoe&seats=human~random")
    page.click("[data-cell='4']")
    expect(page.locator(".moves li")).to_have_count(2)
    page.click(f"text={text('web.play.undo', 'en')}")
    expect(page.locator(".moves li")).to_have_count(0)


def test_a_link_shares_the_position(open_page: Open) -> None:
    page = open_page("#/play?game=tictactoe&seats=human~human")
    page.click("[data-cell='4']")
    until(page, 1)
    page.click("[data-cell='0']")
    until(page, 2)
    other = open_page(page.evaluate("location.hash"))
    until(other, 2)
    assert "O" in (other.get_attribute("[data-cell='0']", "aria-label") or "")


def test_a_piece_is_dragged(open_page: Open) -> None:
    page = open_page("#/play?game=breakthrough&seats=human~human")
    page.wait_for_selector(".cell-open")
    start = page.locator(".cell-open").first
    source = start.bounding_box()
    start.click()
    target = page.locator(".cell-open").first.bounding_box()
    assert source is not None
    assert target is not None
    page.keyboard.press("Escape")
    page.mouse.move(source["x"] + 20, source["y"] + 20)
    page.mouse.down()
    page.mouse.move(target["x"] + 20, target["y"] + 20, steps=4)
    page.mouse.up()
    expect(page.locator(".moves li")).to_have_count(1)


def test_machine_against_machine_to_the_end(open_page: Open) -> None:
    page = open_page("#/play?game=tictactoe&seats=random~random")
    page.click(f"text={text('web.start', 'en')}")
    expect(page.locator(".status-over")).to_be_visible()
    assert len(moves_of(page)) >= 5


def test_chance_takes_its_turn_or_is_told_what_to_bring(open_page: Open) -> None:
    page = open_page("#/play?game=pig&seats=human~human")
    page.check(f"text={text('web.play.by_hand', 'en')}")
    page.click(".position button:has-text('roll')")
    outcomes = page.locator(f"[aria-label='{text('web.play.outcomes', 'en')}'] button")
    expect(outcomes).to_have_count(6)
    outcomes.nth(4).click()
    expect(page.locator(".moves li")).to_have_count(2)
    page.uncheck(f"text={text('web.play.by_hand', 'en')}")
    page.click(".position button:has-text('roll')")
    expect(page.locator(".moves li")).to_have_count(4)


def test_a_hint_is_shown_on_the_board(open_page: Open) -> None:
    page = open_page("#/play?game=tictactoe&seats=human~human&moves=0~3~1~4")
    page.click(f"button:has-text('{text('web.play.hint', 'en')}')")
    expect(page.locator(".cell-hinted")).to_have_attribute("data-cell", "2")


def test_arrow_keys_steer_wherever_the_focus_is(open_page: Open) -> None:
    page = open_page("#/play?game=twenty48&seats=human")
    page.wait_for_selector("[role=group] button:not([disabled])")
    moved = 0
    for key in ["ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"] * 2:
        way = key.removeprefix("Arrow").lower()
        page.wait_for_selector("[role=group] button:not([disabled])")
        legal = page.locator("[role=group] button", has_text=way).count() > 0
        before = page.locator(".moves li").count()
        page.keyboard.press(key)
        if legal:  # the move, and chance's new tile
            expect(page.locator(".moves li")).to_have_count(before + 2)
            moved += 1
    assert moved >= 4


def test_a_solved_position_shows_how_every_move_ends(open_page: Open) -> None:
    page = open_page("#/analyse?game=connect4")
    expect(page.locator(".bar-words")).to_have_text("With perfect play Red wins in 41 plies.")
    expect(page.locator(".score")).to_have_text(
        ["✗ 40", "✗ 42", "=", "✓ 41", "=", "✗ 42", "✗ 40"]
    )  # fmt: skip
    expect(page.locator(".score-star")).to_have_count(1)
    expect(page.get_by_text(text("known.book", "en"))).to_be_visible()


def test_a_finished_game_shows_its_result(open_page: Open) -> None:
    page = open_page("#/analyse?game=tictactoe&moves=0~3~1~4~2")
    expect(page.locator(".bar-words")).to_contain_text("X wins")
    expect(page.locator("[role=meter]")).to_have_attribute("aria-valuenow", "100")


@pytest.mark.parametrize("lang", ["en", "es"])
def test_people_are_told_who_they_are_and_who_has_won(open_page: Open, lang: str) -> None:
    page = open_page("#/play?game=connect4&seats=human~random&moves=1~2~1~2~1~2", lang=lang)
    red = text("paint.red", lang)
    expect(page.locator(".status-words")).to_have_text(text("web.play.your_turn", lang, player=red))
    page.hover("[data-cell='0']")
    expect(page.locator(".ghost")).to_have_count(1)
    page.click("[data-cell='0']")
    expect(page.locator(".status-over")).to_have_text(text("web.outcome.you_win", lang, points=""))
    expect(page.locator(".cell-winning")).to_have_count(4)
    page.click(f"text={text('web.outcome.turned', lang)}")
    page.wait_for_selector(".course-plot")


def test_back_takes_a_move_back_and_stays_in_the_game(open_page: Open) -> None:
    page = open_page("#/play?game=tictactoe&seats=human~random")
    page.click("[data-cell='4']")
    expect(page.locator(".moves li")).to_have_count(2)
    page.go_back()
    expect(page.locator(".moves li")).to_have_count(0)
    assert "#/play" in page.url


def test_your_side_is_at_the_bottom_and_the_board_can_be_turned(open_page: Open) -> None:
    page = open_page("#/play?game=checkers&seats=human~random")

    def height(cell: int) -> float:
        box = page.locator(f"[data-cell='{cell}']").bounding_box()
        assert box is not None
        return box["y"]

    page.wait_for_selector(".cell-open")
    assert height(0) > height(31)  # Black begins, and is below
    page.click(f"text={text('web.play.flip', 'en')}")
    expect(page.locator("[aria-pressed=true]")).to_have_count(1)
    assert height(0) < height(31)


def test_an_illegal_cell_says_why_and_a_mirror_move_is_taken(open_page: Open) -> None:
    page = open_page("#/play?game=tictactoe&seats=human~human&moves=4")
    page.click("[data-cell='4']")
    expect(page.locator(".board-say")).to_have_text(text("web.board.taken", "en", cell="4"))
    other = open_page("#/play?game=kayles&seats=human~human")
    other.click("[data-cell='5']")
    expect(other.locator(".board-say")).to_have_text(text("web.board.again", "en"))
    other.click("[data-cell='5']")
    expect(other.locator(".moves li")).to_have_count(1)


FITS = """() => {
    const boxes = (at) => [...document.querySelectorAll(at)]
        .map((each) => each.getBoundingClientRect()).filter(({ width }) => width > 0);
    const small = [...document.querySelectorAll('main button, main summary, .cell-open')]
        .filter((each) => !each.closest('.board-well'))
        .filter((each) => {
            const { width, height } = each.getBoundingClientRect();
            return width > 0 && Math.min(width, height) < 23.9;
        });
    return {
        bottom: Math.max(...boxes('.stage > .row').map(({ bottom }) => bottom + scrollY)),
        wide: document.documentElement.scrollWidth,
        frames: boxes('.board-frame').every(({ right }) => right <= innerWidth),
        small: small.map((each) => each.outerHTML.slice(0, 120)),
    };
}"""


def test_every_game_fits_a_laptop_and_a_phone_with_its_buttons_in_view(open_page: Open) -> None:
    page = open_page("#/play?game=nim", viewport={"width": 1280, "height": 800})
    for game in GAMES:
        page.evaluate("(game) => { location.hash = `#/play?game=${game}`; }", game)
        expect(page.locator(".stage")).to_have_attribute(
            "aria-label", text(f"web.title.{game}", "en")
        )
        page.wait_for_selector(".stage .board, .stage .picture[src], .stage .text-board")
        on_laptop = page.evaluate(FITS)
        assert on_laptop["bottom"] <= 800, game
        assert on_laptop["wide"] <= 1280, game
        page.set_viewport_size({"width": 360, "height": 740})
        on_phone = page.evaluate(FITS)
        assert on_phone["wide"] <= 360, game
        assert on_phone["frames"], game
        assert on_phone["small"] == [], game
        page.set_viewport_size({"width": 1280, "height": 800})


def test_a_stone_of_go_is_placed_by_a_click_and_the_pass_is_a_button(open_page: Open) -> None:
    page = open_page("#/play?game=go&seats=human~human")
    page.click("[data-name='D5']")
    expect(page.locator(".moves li")).to_have_count(1)
    expect(page.locator(".name-column").first).to_have_text("A")
    pass_button = page.locator(".position .row button")
    expect(pass_button).to_have_text([text("action.pass", "en")])
    pass_button.click()
    expect(page.locator(".moves li")).to_have_count(2)


def test_a_link_of_this_computer_says_for_whom_it_opens(open_page: Open) -> None:
    page = open_page(
        "#/play?game=nim", lang="es", permissions=["clipboard-read", "clipboard-write"]
    )
    page.click(f"text={text('web.share', 'es')}")
    expect(page.get_by_text(text("web.share.local", "es"))).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == page.url


@pytest.mark.parametrize("lang", ["en", "es"])
def test_an_offer_is_built_by_clicking_and_the_rules_are_there(open_page: Open, lang: str) -> None:
    page = open_page("#/play?game=negotiation&seats=human~human~human", lang=lang)
    page.click(f"summary:has-text('{text('web.rules', lang)}')")
    expect(page.locator(".rules")).to_contain_text(text("web.origin.negotiation", lang))
    page.wait_for_selector(".board-live")
    for cell in (8, 4, 3, 0):  # the third item to C, the second to B, the first to B, no: to A
        page.click(f"[data-cell='{cell}']")
    page.click(f"text={text('web.board.offer', lang, action='ABC')}")
    expect(page.locator(".moves li")).to_have_count(1)
    assert moves_of(page) == ["ABC"]
    page.click(f".position button:has-text('{text('action.yes', lang)}')")
    expect(page.locator(".status-over")).to_be_visible()


def test_a_piece_is_turned_moved_and_dropped_by_keys_and_by_touch(open_page: Open) -> None:
    at = "#/play?game=tetris&options=rows=8,columns=6&position=-%20I%200%200&seats=human"
    page = open_page(at)
    page.wait_for_selector(".board-live")
    expect(page.locator(".land-ghost")).to_have_count(4)
    for key in ("ArrowUp", "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowDown"):
        page.keyboard.press(key)  # upright, at the left wall
    expect(page.locator(".moves li button").first).to_have_text("a1")
    other = open_page(at, viewport={"width": 360, "height": 740}, has_touch=True)
    other.wait_for_selector(".board-live")
    other.tap("[data-cell='42']")  # the first tap moves the piece there, the second one drops it
    expect(other.locator(".moves li")).to_have_count(0)
    other.tap("[data-cell='42']")
    expect(other.locator(".moves li button").first).to_have_text("a0")


def test_men_of_backgammon_are_moved_in_any_order_by_click_and_by_dragging(open_page: Open) -> None:
    page = open_page("#/play?game=backgammon&seats=human~human&moves=31")
    page.wait_for_selector(".board-points.board-live")

    def men(point: str) -> int:
        return page.locator(f"[data-name='{point}'] circle").count()

    page.click("[data-name='24']")
    page.click("[data-name='23']")
    assert (men("24"), men("23")) == (1, 1)  # shown before the play is whole
    page.click(f"text={text('web.board.restart', 'en')}")
    expect(page.locator("[data-name='24'] circle")).to_have_count(2)
    page.click("[data-name='6']")
    page.click("[data-name='5']")
    start = page.locator("[data-name='8'] circle").last.bounding_box()
    end = page.locator("[data-name='5'] circle").bounding_box()
    assert start is not None
    assert end is not None
    page.mouse.move(start["x"] + 9, start["y"] + 9)
    page.mouse.down()
    page.mouse.move(end["x"] + 9, end["y"] + 9, steps=4)
    page.mouse.up()
    expect(page.locator(".moves li button").nth(1)).to_have_text("8/5 6/5")
    expect(page.locator("[data-name='5'] circle")).to_have_count(2)


def test_the_cube_of_backgammon_is_offered_and_owned(open_page: Open) -> None:
    page = open_page(
        "#/play?game=backgammon-cube&options=points%3D5&seats=human~human&moves=31~8%2F5%206%2F5"
    )
    cube = page.locator("[data-name='cube'] .cube")
    expect(cube).to_have_text("64")  # in the middle, it stands for 1
    page.get_by_role("button", name="double").click()
    expect(cube).to_have_text("2")
    page.get_by_role("button", name="take").click()
    expect(cube).to_have_class("cube paint-white")


def test_a_pawn_that_arrives_asks_what_to_become(open_page: Open) -> None:
    page = open_page(
        "#/play?game=chess&seats=human~human&position=8%2FP6k%2F8%2F8%2F8%2F8%2F8%2FK7%20w%20-%20-%200%201"
    )
    page.click("[data-name='a7']")
    page.click("[data-name='a8']")
    choice = page.get_by_role("group", name=text("web.board.which", "en"))
    expect(choice.get_by_role("button")).to_have_count(4)
    choice.get_by_role("button").first.click()
    expect(page.locator(".moves li")).to_have_count(1)
    expect(page.locator(".cell-last")).to_have_count(2)


@pytest.mark.parametrize("lang", ["en", "es"])
def test_an_engine_plays_until_it_fails_and_then_it_has_lost(
    open_page: Open, keep: Callable[[Page, str], None], lang: str
) -> None:
    page = open_page("#/play?game=chess&seats=human~engine:1&clock=5%2B3", lang=lang)
    page.click("[data-name='e2']")
    page.click("[data-name='e4']")
    until(page, 2)
    assert moves_of(page) == ["e4", "e5"]
    expect(page.locator(".clock")).to_have_count(2)
    expect(page.locator(".clock-running")).to_have_text(re.compile(r"[45]:\d\d"))
    keep(page, f"chess-clock-{lang}")
    page.click("[data-name='g1']")
    page.click("[data-name='f3']")
    black = text("paint.black", lang)
    over = page.locator(".status-over")
    expect(over).to_have_text(text("web.play.engine_failed", lang, player=black))
    expect(page.locator(".problem")).to_contain_text("lost the thread")
    page.click(f"text={text('web.play.undo', lang)}")
    expect(over).to_have_count(0)


def test_who_has_no_time_left_loses(open_page: Open, keep: Callable[[Page, str], None]) -> None:
    page = open_page("#/play?game=chess&seats=human~human&clock=1%2B0")
    page.clock.install()
    page.click("[data-name='e2']")
    page.click("[data-name='e4']")
    until(page, 1)
    page.clock.run_for(30_000)
    expect(page.locator(".clock").nth(1)).to_have_text("0:30")
    page.clock.run_for(31_000)
    black = text("paint.black", "en")
    expect(page.locator(".status-over")).to_have_text(
        text("web.play.flagged", "en", player=black)
    )  # fmt: skip
    expect(page.locator(".board-live")).to_have_count(0)
    keep(page, "chess-flagged")


def test_actions_and_options_are_in_the_language_of_the_page(open_page: Open) -> None:
    page = open_page("#/play?game=pig&seats=human~human&moves=roll~4", lang="es")
    expect(page.locator(".moves li").first).to_have_text("tirar")
    expect(page.get_by_role("button", name="plantarse", exact=True)).to_be_visible()
    page.evaluate("location.hash = '#/play?game=goofspiel&options=cards%3D3'")
    orders = page.get_by_label(text("web.option_name.order", "es"), exact=True)
    expect(orders.locator("option")).to_have_text(["al azar", "ascendente", "descendente"])
    page.evaluate("location.hash = '#/explore?game=pig&options=target%3D5&depth=2'")
    expect(page.locator("svg text", has_text="tirar").first).to_be_visible()
