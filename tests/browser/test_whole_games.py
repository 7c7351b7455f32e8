"""A whole game of every game is played in the browser: first moves and last ones by hand.

What lies between comes from the address, as in a link that somebody shares. Actions are random,
and are chosen as a person does: by cells, by buttons, or by turning and dropping a piece.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from random import Random
from time import monotonic
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page, expect
from playwright.sync_api import TimeoutError as TooSlow

from adversario import CHANCE, Game, make_game
from adversario.base.catalogue import templates, text
from adversario.game import mover_of
from adversario.games import GAMES
from adversario.web.handlers.context import shows_all
from tests.browser.conftest import PATIENCE

SMALL = {
    "battleship": "size=3,ships=2",
    "chess": "variant=silverman",
    "endings": "size=5",
    "go": "size=3",
    "goofspiel": "cards=3",
    "gomoku": "size=6",
    "gridworld": "steps=9",
    "hex": "size=4",
    "minefield": "rows=4,columns=4,mines=3",
    "minesweeper": "rows=4,columns=4,mines=3",
    "othello": "size=4",
    "pacman": "layout=minimax",
    "pig": "target=12",
    "tetris": "rows=6,columns=4,pieces=5",
    "twenty48": "target=16",
    "wide2048": "rows=2,columns=2",
}
"""Options for which random games are short."""

LONGEST, BY_HAND = 900, 2
"""Plies of a random game, and of those the first and the last that are played by hand."""

OFFERED = [name for name, kind in GAMES.items() if shows_all(kind)]
HIDDEN = [name for name in GAMES if name not in OFFERED]


@pytest.fixture(scope="module")
def page(browser: Browser, server: str) -> Iterator[Page]:
    """One page for all games, which may have no error in the end."""
    errors: list[str] = []
    opened = browser.new_page(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    opened.set_default_timeout(PATIENCE * 1000)
    opened.on("pageerror", lambda error: errors.append(str(error)))
    opened.goto(f"{server}/#/play?game=pig&seats=human~human")
    opened.get_by_label(text("web.play.by_hand", "en")).check()  # before a game begins by chance
    yield opened
    opened.close()
    assert not errors


def options_of(name: str) -> str:
    """The options that exist: games may have others one day."""
    wanted = SMALL.get(name, "")
    try:
        make_game(f"{name}:{wanted}" if wanted else name)
    except Exception:  # an option that is gone makes the test longer, not wrong
        return ""
    return wanted


def whole_game(game: Game[Any, Any]) -> tuple[list[Any], list[Any]]:
    """The states and actions of a random game that ends."""
    for seed in range(20):
        rng, states, actions = Random(seed), [game.initial()], list[Any]()
        while not game.is_terminal(states[-1]) and len(actions) < LONGEST:
            actions.append(rng.choice(list(game.legal(states[-1]))))
            states.append(game.result(states[-1], actions[-1]))
        if game.is_terminal(states[-1]):
            return states, actions
    raise AssertionError(f"no random game of {game.name} ends")


@pytest.mark.parametrize("name", OFFERED)
def test_a_whole_game_is_played(page: Page, name: str) -> None:
    options = options_of(name)
    game = make_game(f"{name}:{options}" if options else name)
    states, actions = whole_game(game)
    names = [game.action_name(*each) for each in zip(states, actions, strict=False)]
    go(page, name, options, game.players, [])
    first = min(BY_HAND, len(actions))
    for at in range(first):
        play(page, game, states[at], actions[at], at)
    last = max(first, len(actions) - BY_HAND)
    go(page, name, options, game.players, names[:last])
    for at in range(last, len(actions)):
        play(page, game, states[at], actions[at], at)
    expect(page.locator(".status-over")).to_be_visible()


@pytest.mark.parametrize("name", HIDDEN)
def test_a_whole_game_with_hidden_information_is_played(page: Page, name: str) -> None:
    """People at one screen, who lift the curtain and choose at random what is offered to them."""
    people = make_game(name).players
    seats = "~".join(["person"] * people)
    options = quote(options_of(name))
    page.evaluate(
        "(hash) => { location.hash = hash; }",
        f"#/play?game={name}&options={options}&seats={seats}",
    )
    expect(page.locator(".stage")).to_have_attribute("aria-label", text(f"web.title.{name}", "en"))
    curtain, over = page.locator(".curtain button"), page.locator(".status-over")
    offered = page.locator(".board-live .cell-open, .position .row button:not([disabled])")
    rng, deadline, lifted = Random(5), monotonic() + 3 * PATIENCE, 0
    while not over.count():
        assert monotonic() < deadline, f"{name} does not end"
        if curtain.count():
            curtain.click()
            lifted += 1
        elif choices := offered.count():
            with suppress(TooSlow):  # what was offered a moment ago may be gone
                offered.nth(rng.randrange(choices)).click(timeout=2000)
        page.wait_for_timeout(20)
    assert lifted >= 2 or people == 1  # alone there is nobody to hide from
    expect(page.locator(".moves li").first).to_be_visible()  # all that was played is shown now


def go(page: Page, name: str, options: str, players: int, moves: list[str]) -> None:
    """Go to a position, everybody and chance being played by hand."""
    seats = "~".join(["human"] * players)
    played = quote("~".join(quote(move, safe="").replace("~", "%7E") for move in moves), safe="")
    page.evaluate(
        "(hash) => { location.hash = hash; }",
        f"#/play?game={name}&options={quote(options)}&seats={seats}&moves={played}",
    )
    expect(page.locator(".stage")).to_have_attribute("aria-label", text(f"web.title.{name}", "en"))
    expect(page.locator(".moves li")).to_have_count(len(moves))
    by_hand = page.get_by_label(text("web.play.by_hand", "en"))
    if by_hand.count():
        by_hand.check()


def play(page: Page, game: Game[Any, Any], state: Any, action: Any, at: int) -> None:
    """Play the action as a person would, and wait until it is in the list."""
    cells, name = game.action_cells(state, action), game.action_name(state, action)
    label = templates("en").get(f"action.{name}", name)
    if mover_of(game, state) == CHANCE:
        outcomes = page.get_by_role("group", name=text("web.play.outcomes", "en"))
        expect(outcomes).to_be_visible()
        places = [game.action_name(state, each) for each, _ in game.chances(state)]
        outcomes.get_by_role("button").nth(places.index(name)).click()
    elif not cells:
        page.locator(".position").get_by_role("button", name=label, exact=True).click()
    else:
        page.wait_for_selector(".board-live")
        if page.locator(".board-well").count():
            drop(page, set(cells))
        else:
            press(page, cells, label)
    expect(page.locator(".moves li")).to_have_count(at + 1)


def press(page: Page, cells: tuple[int, ...], label: str) -> None:
    """Press the cells in order, and say which action is meant if there are several."""
    moves = page.locator(".moves li").count()
    for cell in cells:
        page.click(f"[data-cell='{cell}']")
    which = page.get_by_role("group", name=text("web.board.which", "en"))
    offer = page.locator(".board-frame .button-primary")
    page.wait_for_function(
        """(moves) => document.querySelectorAll('.moves li').length > moves
            || document.querySelector('.board-frame .row button, .board-say:not(:empty)')""",
        arg=moves,
    )
    if page.locator(".moves li").count() > moves:
        return
    if which.count():
        which.get_by_role("button", name=label, exact=True).click()
    elif offer.count():
        offer.click()
    else:  # the cells are also the beginning of a longer action
        page.click(f"[data-cell='{cells[-1]}']")


def drop(page: Page, cells: set[int]) -> None:
    """Turn the piece until it lies there below the pointer, and drop it."""
    turn = page.get_by_role("button", name=text("web.board.turn", "en"))
    for _ in range(4):
        for cell in sorted(cells):
            page.hover(f"[data-cell='{cell}']")
            ghosts = page.locator(".cell:has(.land-ghost)").evaluate_all(
                "(found) => found.map((cell) => Number(cell.dataset.cell))"
            )
            if set(ghosts) == cells:
                page.click(f"text={text('web.board.drop', 'en')}")
                return
        turn.click()
    raise AssertionError(f"no way to {sorted(cells)}")
