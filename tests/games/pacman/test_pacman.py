"""Pac-Man: the rules beside a naive twin, layouts, behaviour of ghosts, notation."""

from __future__ import annotations

from collections import deque
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adversario import InputError, Limit, check_parity, expectiminimax, minimax, search
from adversario.game import CHANCE
from adversario.games import Pacman, make_game
from adversario.games.pacman.maze import LAYOUTS, Maze, maze_of
from adversario.games.pacman.rules import STOP
from adversario.games.pacman.state import State
from tests.games.naive_pacman import World

NAMES = sorted(file.stem for file in LAYOUTS.glob("*.lay"))
ROOM = "%%%%%%\n%P. o%\n% .. %\n%G .G%\n%%%%%%\n"


WALK = Pacman("%%%%%\n%P..%\n%.%.%\n%...%\n%%%%%\n")


def rows_of(game: Pacman) -> list[str]:
    return list(game.maze.rows)


@st.composite
def mazes(draw: st.DrawFn) -> str:
    """Small open rooms with pillars, so that everybody meets everybody soon."""
    rows, columns = draw(st.integers(2, 4)), draw(st.integers(3, 5))
    marks = draw(
        st.lists(st.sampled_from(" ..oG%"), min_size=rows * columns, max_size=rows * columns)
    )
    places = list(range(rows * columns))
    marks[draw(st.sampled_from(places[1:]))] = "."
    marks[0] = "P"
    return "\n".join("".join(marks[r * columns : (r + 1) * columns]) for r in range(rows)) + "\n"


def same_walk(game: Pacman, random: Random, longest: int) -> None:
    """Play at random in both implementations; whatever can be compared is the same."""
    state, world = game.initial(), World(rows_of(game))
    for _ in range(longest):
        assert {game.action_name(state, action) for action in game.legal(state)} == world.legal()
        assert game.is_terminal(state) == world.over
        assert (state.score, state.turn, state.caught) == (world.score, world.next, world.eaten)
        assert game.maze.places[state.pacman] == world.pacman
        for number, ghost in enumerate(world.ghosts):
            assert game.maze.places[state.ghosts[number]] == ghost.place
            assert state.scared[number] == ghost.fear
        shown = {(r, c): m for r, row in enumerate(game.rows(state)) for c, m in enumerate(row)}
        taken = {world.pacman, *(ghost.place for ghost in world.ghosts)}
        assert {place for place, mark in shown.items() if mark == "."} == world.food - taken
        assert {place for place, mark in shown.items() if mark == "o"} == world.capsules - taken
        assert game.parse_position(game.position(state)) == state
        if world.over:
            assert game.utility(state, 0) == world.score == -game.utility(state, 1)
            return
        action = random.choice(list(game.legal(state)))
        world.move(game.action_name(state, action))
        state = game.result(state, action)


@settings(max_examples=300)
@given(text=mazes(), seed=st.integers(0, 10**6))
def test_the_rules_are_those_of_a_naive_twin(text: str, seed: int) -> None:
    try:
        game = Pacman(text)
    except InputError:  # some of these rooms have food that cannot be reached
        return
    same_walk(game, Random(seed), 150)


@pytest.mark.parametrize("layout", NAMES)
def test_our_layouts_by_the_naive_twin(layout: str) -> None:
    for seed in range(3):
        same_walk(Pacman(layout), Random(seed), 200)


def test_the_scores_one_by_one() -> None:
    game = Pacman("%%%%%%%%\n%.Po  G%\n%%%%%%%%\n")
    state = game.parse_position("right")
    assert (state.score, state.scared, state.capsules) == (-1, (40,), 0)
    state = game.parse_position("right left right stop right")
    assert (state.score, state.ghosts, state.scared) == (200 - 3, game.homes, (0,))
    # The ghost is itself again, and Pac-Man stands before its door.
    state = game.parse_position("right left right stop right left")
    assert (state.score, state.caught) == (200 - 3 - 500, True)
    game = Pacman("%%%%%%%\n%.P  G%\n%%%%%%%\n")
    for moves, score in (("left", 500 + 10 - 1), ("stop left stop left stop left", -500 - 3)):
        last = game.parse_position(moves)
        assert (game.is_terminal(last), last.score, last.turn) == (True, score, 0)


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("%%%%\n%P.%\n%%%\n", 3, "shorter than the first"),
        ("%%%%\n%P?%\n%%%%\n", 2, "means nothing"),
        ("%%%%\n% .%\n%%%%\n", 3, "no Pac-Man"),
        ("%%%%\n%PP%\n%..%\n", 2, "only one"),
        ("%%%%\n%P %\n%%%%\n", 3, "without food"),
        ("%%%%%%\n%P.%.%\n%%%%%%\n", 2, "column 5"),
        ("", 1, "no layout"),
        ("P." + "o" * 63 + "\n" + " " * 65 + "\n", 1, "too many capsules"),
    ],
)
def test_unplayable_layouts_are_refused(text: str, line: int, words: str, tmp_path: Path) -> None:
    file = tmp_path / "maze.lay"
    if text:
        file.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=words) as caught:
        make_game(f"pacman:layout={file}")
    if text:
        assert str(caught.value).startswith(f"{file}, line {line}:")


def test_layouts_by_file(tmp_path: Path) -> None:
    file = tmp_path / "maze.lay"
    file.write_text(ROOM, encoding="utf-8")
    assert make_game(f"pacman:layout={file}").initial() == Pacman(ROOM).initial()
    file.write_bytes(ROOM.replace("\n", "\r\n").encode())
    assert make_game(f"pacman:layout={file}").initial() == Pacman(ROOM).initial()
    file.write_bytes(b"\xff\xff")
    with pytest.raises(InputError, match="not text in UTF-8"):
        make_game(f"pacman:layout={file}")


@pytest.mark.parametrize("layout", NAMES)
def test_distances_are_those_of_a_search(layout: str) -> None:
    maze: Maze = maze_of(layout)
    walls = {(r, c) for r, row in enumerate(maze.rows) for c, m in enumerate(row) if m == "%"}
    start = maze.places[len(maze.places) // 2]
    steps, queue = {start: 0}, deque([start])
    while queue:
        row, column = queue.popleft()
        for place in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if place not in walls and place not in steps:
                steps[place] = steps[row, column] + 1
                queue.append(place)
    found = maze.distances[maze.cell_at[start]]
    assert {place: found[maze.cell_at[place]] for place in maze.places} == steps


def test_ghosts_of_each_kind() -> None:
    game = make_game("pacman:layout=small,ghosts=minimax+random")
    state = game.parse_position("left")
    assert (game.player(state), game.players, game.chance) == (1, 2, True)
    state = game.result(state, next(iter(game.actions(state))))
    assert game.player(state) == CHANCE
    assert len({probability for _, probability in game.chances(state)}) == 1
    alone = make_game("pacman:ghosts=80")
    assert (alone.players, alone.chance) == (1, True)
    for wrong in ("80+80+80", "101", "clever", "", "-1"):
        with pytest.raises(InputError, match="what 2 ghosts do"):
            make_game(f"pacman:ghosts={wrong}")


def test_the_greedy_share_goes_to_the_best_of_depth_one() -> None:
    plain, mixed = Pacman(ROOM), Pacman(ROOM, "80")
    random, met = Random(5), 0
    state = mixed.initial()
    for _ in range(300):
        if mixed.is_terminal(state):
            state = mixed.initial()
        if mixed.player(state) == CHANCE:
            number = len(list(plain.actions(state)))
            best = minimax(plain, state, limit=Limit(depth=1)).action
            for action, probability in mixed.chances(state):
                wanted = 0.2 / number + (0.8 if action == best else 0)
                assert probability == pytest.approx(wanted)
            met += number > 1
        state = mixed.result(state, random.choice(list(mixed.legal(state))))
    assert met > 20


def test_random_ghosts_are_expectimax_of_the_game_for_two() -> None:
    plain, random = Pacman(ROOM), Pacman(ROOM, "random")
    from adversario import expectimax

    for depth in (1, 4, 6):
        limit = Limit(depth=depth)
        one, two = expectimax(plain, limit=limit), expectiminimax(random, limit=limit)
        assert one.action == two.action
        assert float(one.value) == pytest.approx(float(two.value))  # type: ignore[arg-type]


def test_compiled_rules_agree() -> None:
    assert check_parity(Pacman(), playouts=10, longest=150) > 100
    assert check_parity(Pacman("tiny", "80"), playouts=20, longest=150) > 100


def test_a_maze_without_ghosts_is_a_walk() -> None:
    assert (WALK.players, WALK.chance) == (1, False)
    result = search(WALK, limit=Limit(depth=7), engine="python")
    assert result.value == 500 + 7 * 10 - 7
    state = WALK.result(WALK.initial(), STOP)
    assert WALK.parse_position(WALK.position(state)) == state


@pytest.mark.slow
def test_a_walk_compiles() -> None:
    assert check_parity(WALK, playouts=3, longest=60) > 20


def test_features_are_counted_by_hand() -> None:
    game = Pacman("%%%%%%%%\n%P .o G%\n%%%%%%%%\n")
    score, left, distance, capsules, danger, prey, *rest = game.features(game.initial(), 0)
    assert (score, left, distance, capsules, prey) == (0, 1, 2, 1, 0)
    assert danger == 0.2
    assert rest == [1, 0, 2, 1 / 3, 1 / 4]  # always, touched, ways and a stop, food, capsule near
    assert game.features(game.initial(), 1)[1] == -1
    scared = game.initial()._replace(scared=(10,), capsules=0, score=9)
    assert game.features(scared, 0) == (9, 1, 2, 0, 0, 0.2, 1, 0, 2, 1 / 3, 0)
    assert game.evaluate(scared, 0) == -game.evaluate(scared, 1)
    worth = sum(w * f for w, f in zip(game.weights, game.features(scared, 0), strict=True))
    assert game.evaluate(scared, 0) == worth


def test_actions_may_be_shortened() -> None:
    game = Pacman(ROOM)
    state = game.initial()
    for word, name in (("r", "right"), ("Down", "down"), ("s", "stop")):
        assert game.action_name(state, game.parse_action(state, word)) == name
    for word in ("up", "", "north"):
        with pytest.raises(InputError, match="right, down, stop"):
            game.parse_action(state, word)


@pytest.mark.parametrize(
    ("position", "words"),
    [
        ("P2,2 G4,2,stop,0 food=1 capsules=0 score=0 turn=0", "2 ghosts"),
        ("P1,1 G4,2,stop,0 G4,5,stop,0 food=1 capsules=0 score=0 turn=0", "line 1, column 1"),
        ("P2,2 G4,2,stop,0 G4,5,stop,0 food=ff capsules=0 score=0 turn=0", "5 pieces|4 pieces"),
        ("P2,2 G4,2,stop,0 G4,5,stop,0 food=1 capsules=0 score=0 turn=3", "2 ghosts"),
    ],
)
def test_positions_that_do_not_fit(position: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        Pacman(ROOM).parse_position(position)


def test_a_position_is_what_it_says() -> None:
    game = Pacman(ROOM)
    text = "P2,3 G4,2,stop,0 G3,5,up,38 food=3 capsules=0 score=-7 turn=1"
    state = game.parse_position(text)
    assert isinstance(state, State)
    assert game.position(state) == text
    assert (state.headings, state.scared, state.score) == ((4, 0), (0, 38), -7)
    assert "g" in game.text(state)


BERKELEY = "%%%%%%   \n%P.o %\n%%%%%%%%%%\n%G G%%  \n%%%%%%\n%G%%%%\n%%%%%%\n\n"


def test_layouts_as_berkeley_writes_them() -> None:
    game = Pacman(BERKELEY)
    rows = ["%%%%%%", "%P.o_%", "%%%%%%", "%G_G%%", "%%%%%%", "%G%%%%", "%%%%%%"]
    assert game.maze.rows == tuple(row.replace("_", " ") for row in rows)
    assert game.ghost_count == 3
    state, lone = game.initial(), game.homes[2]
    far = len(game.maze.places)
    assert {game.distances[state.pacman][ghost] for ghost in state.ghosts} == {far}
    for _ in range(40):
        if game.is_terminal(state):
            break
        state = game.result(state, next(iter(game.actions(state))))
        assert state.ghosts[2] == lone  # between four walls
    chances = dict(Pacman(BERKELEY, "random").chances(game.initial()._replace(turn=3)))
    assert chances == {STOP: 1.0}


def test_mazes_have_a_limit() -> None:
    large = "\n".join(["P." + " " * 198] + [" " * 200] * 199)
    with pytest.raises(InputError, match="more than 2000 open places"):
        Pacman(large)
