"""Squares, positions and games of draughts as they are written, and what is wrong with others."""

from __future__ import annotations

from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adversario import IllegalActionError, InputError
from adversario.games.boards.draughts import (
    VARIANTS,
    BrazilianDraughts,
    Checkers,
    Draughts,
    InternationalDraughts,
    ItalianDraughts,
    RussianDraughts,
    SpanishDraughts,
    State,
)
from adversario.records.pdn import Pdn, read_pdn, write_pdn

GAMES = [variant() for variant in VARIANTS]
TITLES = [game.variant.title for game in GAMES]


def square(game: Draughts, name: str) -> tuple[int, int]:
    """The row and column of a square, White at the bottom."""
    state = game.parse_position(f"W:WK{name}:B")
    return game.place(state.white.bit_length() - 1)


@pytest.mark.parametrize(
    ("game", "places"),
    [
        (Checkers(), {"1": (0, 1), "4": (0, 7), "5": (1, 0), "29": (7, 0), "32": (7, 6)}),
        (InternationalDraughts(), {"1": (0, 1), "6": (1, 0), "46": (9, 0), "50": (9, 8)}),
        (ItalianDraughts(), {"1": (0, 0), "5": (1, 1), "29": (7, 1), "32": (7, 7)}),
        (SpanishDraughts(), {"1": (7, 7), "4": (7, 1), "5": (6, 6), "32": (0, 0)}),
        (RussianDraughts(), {"a1": (7, 0), "h8": (0, 7), "c3": (5, 2), "1": (0, 1)}),
        (BrazilianDraughts(), {"a1": (7, 0), "b8": (0, 1), "32": (7, 6)}),
    ],
)
def test_where_squares_are(game: Draughts, places: dict[str, tuple[int, int]]) -> None:
    assert {name: square(game, name) for name in places} == places


@pytest.mark.parametrize(
    ("game", "fen"),
    [
        (Checkers(), "B:W21-32:B1-12"),
        (InternationalDraughts(), "W:W31-50:B1-20"),
        (ItalianDraughts(), "W:W21-32:B1-12"),
        (SpanishDraughts(), "W:W1-12:B21-32"),
        (
            RussianDraughts(),
            "W:Wa3,c3,e3,g3,b2,d2,f2,h2,a1,c1,e1,g1:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6",
        ),
    ],
)
def test_the_start(game: Draughts, fen: str) -> None:
    assert game.position(game.initial()) == fen
    assert game.parse_position(fen) == game.initial() == game.parse_position("")


def test_positions_are_read_in_several_forms() -> None:
    game = Checkers()
    state = State(0b1001, 1 << 20 | 1 << 31, 1 | 1 << 31, 1, 7)
    assert game.position(state) == "W:W21,K32:BK1,4:H7"
    for text in (
        "W:BK1,4:WK32,21:H7", " w : bk1 , 4 : w21,k32 : h7 : f33 . ", "W:W21,K32:B4,K1:H7.",
    ):  # fmt: skip
        assert game.parse_position(text) == state
    assert game.parse_position("W:WK1-3,30:B5-7") == game.parse_position("W:WK1,K2,K3,30:B5,6,7")
    numbers = RussianDraughts().parse_position("W:W21-32:B1-12")
    assert numbers == RussianDraughts().initial()


@pytest.mark.parametrize(
    ("fen", "english", "spanish"),
    [
        ("W:W33:B1", "'33' is neither a square", "'33' no es ni una casilla"),
        ("W:W0:B1", "'0' is neither a square", "'0' no es"),
        ("W:Wa1:B1", "'a1' is neither", "'a1' no es"),
        ("W:W5-:B1", "'5-' is neither", "'5-' no es"),
        ("W:W1-2-3:B8", "'1-2-3' is neither", "'1-2-3' no es"),
        ("W:W9,9:B1", "9 is named twice", "9 aparece dos veces"),
        ("W:W9:B9", "9 is named twice", "9 aparece dos veces"),
        ("W:W9," + "9" * 5000, "is neither a square", "no es ni una casilla"),
        ("W:W9:W10", "each given once", "una vez"),
        ("W:W9:X10", "neither the pieces of White", "ni las piezas blancas"),
        ("W:W3:B5", "a man on 3 would be a king", "un peón en 3 sería dama"),
        ("W:WK3:B30", "a man on 30 would be a king", "un peón en 30 sería dama"),
        ("W:W:B", "no piece", "ninguna pieza"),
        ("W:W5-17:B1", "at most 12", "como mucho 12"),
        ("W:WK9:BK1:H81", "drawn after 80", "tablas tras 80"),
    ],
)
def test_malformed_positions_are_refused(fen: str, english: str, spanish: str) -> None:
    with pytest.raises(InputError, match=english) as caught:
        Checkers().parse_position(fen)
    assert spanish in caught.value.text("es")
    assert "B:W21-32:B1-12" in str(caught.value)


def test_one_colour_alone_is_a_position() -> None:
    game = Checkers()
    state = game.parse_position("W:W28")
    assert state == game.parse_position("W:W28:B")
    assert (state.white, state.black) == (1 << 27, 0)
    assert game.parse_position(game.position(state)) == state
    assert game.parse_position("B:BK1").white == 0


def test_pieces_are_placed() -> None:
    game = Checkers()
    assert game.placed(0b1001, 1 << 31, 1 | 1 << 31, 1) == game.parse_position("W:WK32:BK1,4")
    with pytest.raises(InputError, match="a man on 32"):
        game.placed(1 << 31, 1 << 20)


# Moves.

CAPTURES = "W:W22,31:B18,10,27"


def test_captures_have_full_and_short_names() -> None:
    game = Checkers()
    state = game.parse_position(CAPTURES)
    names = {game.action_name(state, move) for move in game.actions(state)}
    assert names == {"22x15x6", "31x24"}
    for text in ("22x15x6", "22x6", " 22 X 6 ", "22-15-6", "22:6", "22 6", "22×6"):
        assert game.action_name(state, game.parse_action(state, text)) == "22x15x6"


def test_a_short_name_for_two_captures_is_ambiguous() -> None:
    game = InternationalDraughts()
    state = game.parse_position("W:WK33:B10,18,19,29,41")
    names = {game.action_name(state, move): move for move in game.actions(state)}
    assert set(names) == {"33x15x4x36x47", "33x24x13x36x47"}
    with pytest.raises(IllegalActionError, match="33x24x13x36x47") as caught:
        game.parse_action(state, "33x47")
    assert "más de una captura" in caught.value.text("es")
    for name, move in names.items():
        assert game.parse_action(state, name) == move


@pytest.mark.parametrize(
    ("game", "fen", "move", "english", "spanish"),
    [
        (
            Checkers(), CAPTURES, "22-17",
            "White must capture: 1 piece by 31x24, 2 pieces by 22x15x6",
            "el blanco está obligado a capturar: 1 pieza con 31x24, 2 piezas con 22x15x6",
        ),
        (
            InternationalDraughts(), "W:W28,38:B22,12,33", "38x29",
            "must capture: 2 pieces by 28x17x8", "2 piezas con 28x17x8",
        ),
        (Checkers(), CAPTURES, "22x15", "2 pieces by 22x15x6", "2 piezas con 22x15x6"),
        (Checkers(), "B:W32:B1,9", "32-28", "Black has no piece on 32", "el negro no tiene"),
        (Checkers(), "B:W32:B1,9", "1-9", "legal: 1-5, 9-13, 1-6, 9-14", "legales: "),
        (Checkers(), "B:W32:B1,9", "1-33", "is not a move", "no es una jugada"),
        (Checkers(), "B:W32:B1,9", "knight", "as in 1-5", "como en 1-5"),
        (Checkers(), "B:W32:B1,9", "9", "is not a move", "no es una jugada"),
        (Checkers(), "B:WK32:B", "1-5", "the game is over", "la partida ha terminado"),
        (RussianDraughts(), "W:Wc3:Bd4", "c3-b4", "1 piece by c3:e5", "1 pieza con c3:e5"),
    ],
)  # fmt: skip
def test_moves_that_are_not_legal_are_refused_with_the_reason(
    game: Draughts, fen: str, move: str, english: str, spanish: str
) -> None:
    with pytest.raises(IllegalActionError) as caught:
        game.parse_action(game.parse_position(fen), move)
    assert english in str(caught.value)
    assert spanish in caught.value.text("es")


# Pictures.


@pytest.mark.parametrize("game", GAMES, ids=TITLES)
def test_pictures_show_all_pieces(game: Draughts) -> None:
    half = game.half
    state = game.placed(1 << half | 1 << 2 * half, 1 << 3 * half | 1 << 4 * half, 1 << half)
    shown = game.text(state)
    assert [shown.count(mark) for mark in "BbWw"] == (
        [1, 1 + shown.splitlines()[-1].count("b"), 0, 2]
    )
    drawing = ElementTree.fromstring(game.svg(state))
    assert len(drawing.findall("{*}circle")) == 4
    assert len(drawing.findall("{*}path")) == 1
    owners = [cell.owner for cell in game.diagram(state).cells]
    assert (owners.count(game.black_turn), owners.count(1 - game.black_turn)) == (2, 2)
    assert [cell.mark for cell in game.diagram(state).cells].count("♛") == 1


def test_a_board_as_text() -> None:
    game = RussianDraughts(4)
    assert game.text(game.parse_position("W:Wa1,Kc3:Bd4")).splitlines() == [
        " 4   .   b",
        " 3 .   W",
        " 2   .   .",
        " 1 w   .",
        "   a b c d",
    ]


# PDN.

GAME = r"""
% a line that is skipped
[Event "A \"small\" match"]
[Black "Alpha"]
[White "Beta"]
[Result "1/2-1/2"]
1. 11-15 23-19 {a usual opening
over two lines} 2. 8-11! 22-17 $4 (2... 26-23 3. 4-8 (3. 10-14)) 3. 11-16 ; to the end of the line
24-20 4. 16x23 27x11 1/2-1/2

[GameType "25"] [FEN "W:Wc3,e3:Bb6,d4"]
1. c3:e5 b6-c5 *
"""


def test_games_are_read() -> None:
    first, second = read_pdn(GAME)
    assert first.tags["Event"] == 'A "small" match'
    assert first.names == (
        "11-15", "23-19", "8-11", "22-17", "11-16", "24-20", "16x23", "27x18x11",
    )  # fmt: skip
    assert (first.result, first.game.variant.title) == ("1/2-1/2", "English")
    assert (second.game.variant.title, second.names) == ("Russian", ("c3:e5", "b6-c5"))
    assert second.result == "*"
    assert len(first.states) == len(first.moves) + 1
    assert read_pdn("") == ()


def test_what_is_written_is_read_back() -> None:
    games = read_pdn(GAME)
    again = read_pdn(write_pdn(games))
    for one, other in zip(games, again, strict=True):
        assert type(one.game) is type(other.game)
        assert (one.start, one.moves, one.result) == (other.start, other.moves, other.result)
        assert dict(one.tags).items() <= dict(other.tags).items()


@pytest.mark.parametrize("game", GAMES, ids=TITLES)
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_random_games_are_written_and_read_back(game: Draughts, seed: int) -> None:
    random, state, names = Random(seed), game.initial(), []
    for _ in range(random.randrange(120)):
        if game.is_terminal(state):
            break
        move = random.choice(list(game.actions(state)))
        names.append(game.action_name(state, move))
        state = game.result(state, move)
    played = Pdn.of(game, names, result="0-1", tags={"Event": '\\ and "'})
    (found,) = read_pdn(write_pdn([played]))
    assert (found.moves, found.states[-1], found.result) == (played.moves, state, "0-1")
    assert found.tags["Event"] == '\\ and "'
    cut = len(names) // 2
    rest = Pdn.of(game, names[cut:], start=played.states[cut])
    text = write_pdn([rest])
    assert read_pdn(text)[0].moves == played.moves[cut:]
    assert max(map(len, text.splitlines()[4:]), default=0) < 80


def test_files_are_read(tmp_path: Path) -> None:
    file = tmp_path / "games.pdn"
    file.write_text(GAME, encoding="utf-8")
    assert len(read_pdn(file)) == 2
    with pytest.raises(InputError, match=r"nothing\.pdn"):
        read_pdn(tmp_path / "nothing.pdn")


@pytest.mark.parametrize(
    ("text", "line", "english", "spanish"),
    [
        ("1. 11-15\n22-18\n2. 8-11", 3, "Black must capture", "obligado a capturar"),
        ("1. 11-15\n\n23-20 *", 3, "is not a legal", "no es una acción legal"),
        ('[Event "x"\n1. 11-15 *', 1, "is neither a tag", "ni una etiqueta"),
        ("1. 11-15 {open\n23-19", 1, "comment that is closed", "comentario cerrado"),
        ("1. 11-15\n(1. 10-14\n* ", 2, "is not closed", "no se cierra"),
        ("1. 11-15 ) *", 1, "closes no variation", "no cierra"),
        ('\n[GameType "30"]\n*', 2, "21 (English)", "21 (English)"),
        ('[Event "x"]\n[FEN "W:W99:B1"]\n*', 2, "'99' is neither", "'99' no es"),
        ("1. e2-e4", 1, "is not a move", "no es una jugada"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(
    text: str, line: int, english: str, spanish: str
) -> None:
    with pytest.raises(InputError) as caught:
        read_pdn(text)
    assert str(caught.value).startswith(f"line {line}: ")
    assert caught.value.text("es").startswith(f"línea {line}: ")
    assert english in str(caught.value)
    assert spanish in caught.value.text("es")


def test_an_unknown_result_is_refused() -> None:
    with pytest.raises(InputError, match="not a result of PDN"):
        Pdn.of(Checkers(), ["11-15"], result="3-0")


LONG = "9" * 5000


@pytest.mark.parametrize("text", [f"1. {LONG}", f"1. 11-{LONG}", f'[FEN "W:W{LONG}"]'])
def test_numbers_of_any_length_are_refused_with_their_line(text: str) -> None:
    with pytest.raises(InputError, match="line 1: "):
        read_pdn(text)
    assert read_pdn(f"{LONG}. 11-15")[0].names == ("11-15",)
