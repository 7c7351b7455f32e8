"""Transcripts of all registered games, which are documentation and test at once.

`python -m tests.transcripts`, or `make transcripts`, writes one seeded game of each to
`docs/transcripts`; a test compares them with what the rules say now.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import isclose
from pathlib import Path
from random import Random
from textwrap import fill, indent
from typing import Any, NamedTuple

from adversario import make_game
from adversario.base.catalogue import text
from adversario.base.numbers import Number, show
from adversario.game import CHANCE, Game
from adversario.games import GAMES

FOLDER = Path(__file__).parents[1] / "docs" / "transcripts"
SEED = 2026
LONGEST = 400
"""The plies after which a game is left unfinished."""

FIRST, LAST = 12, 3
"""The plies at either end that are told of a longer game."""

MANY, SOME = 40, 30
"""The choices that are all listed, and how many of more are."""

WIDTH = 100


class Ply(NamedTuple):
    """A state that the game was in, and what was done in it; None at the end."""

    number: int
    state: Any
    action: Any


def play(game: Game[Any, Any]) -> list[Ply]:
    """One game: every player chooses at random, chance by its probabilities."""
    random, state, plies = Random(SEED), game.initial(), list[Ply]()
    while not game.is_terminal(state) and len(plies) < LONGEST:
        if game.player(state) == CHANCE:
            outcomes = list(game.chances(state))
            weights = [float(probability) for _, probability in outcomes]
            action = random.choices([outcome for outcome, _ in outcomes], weights)[0]
        else:
            action = random.choice(list(game.actions(state)))
        plies.append(Ply(len(plies), state, action))
        state = game.result(state, action)
    return [*plies, Ply(len(plies), state, None)]


def transcript(name: str) -> str:
    """The game of that name told ply by ply: positions, choices, probabilities, utilities."""
    game = make_game(name)
    plies = play(game)
    parts = [_title(name, game, len(plies) - 1)]
    left_out = len(plies) - 1 - FIRST - LAST
    for ply in plies:
        if left_out > 1 and FIRST <= ply.number < FIRST + left_out:
            if ply.number == FIRST:
                parts.append(f"... {left_out} plies later ...")
        else:
            parts.append("\n".join(_tell(game, ply)))
    return "\n\n".join(parts) + "\n"


def _title(name: str, game: Game[Any, Any], plies: int) -> str:
    heading = f"{name}: {text(f'games.{name}', 'en')}"
    about = [_players(game), _utilities(game), _randomness(game), f"It took {plies} plies."]
    return f"{heading}\n{'=' * len(heading)}\n\n{fill(' '.join(about), WIDTH)}"


def _players(game: Game[Any, Any]) -> str:
    names = ", ".join(_name(game, player) for player in range(game.players))
    return "1 player." if game.players == 1 else f"{game.players} players: {names}."


def _name(game: Game[Any, Any], player: int) -> str:
    name = game.player_name(player)
    return f"player {name}" if name.isdigit() else name


def _utilities(game: Game[Any, Any]) -> str:
    bounds = game.utility_bounds
    between = "" if bounds is None else f" from {show(bounds[0])} to {show(bounds[1])}"
    return f"Utilities{between or ' without bounds'}{_sum(game)}."


def _sum(game: Game[Any, Any]) -> str:
    if game.players == 1:
        return ""
    if game.zero_sum:
        return ", which sum to 0"
    return "" if game.utility_sum is None else f", which sum to {show(game.utility_sum)}"


def _randomness(game: Game[Any, Any]) -> str:
    dice = ", and chance by its probabilities" if game.chance else ""
    return f"In this game every player chose at random{dice} (seed {SEED})."


def _tell(game: Game[Any, Any], ply: Ply) -> Iterator[str]:
    """The lines about one ply."""
    number, state, action = ply
    yield f"{number}. {_turn(game, state)}"
    yield ""
    position, drawn = game.position(state), game.text(state)
    if drawn != position:
        yield indent("\n".join(map(str.rstrip, drawn.splitlines())), "    ")
        yield ""
    yield f"  position   {position}"
    if game.is_terminal(state):
        yield f"  utilities  {_outcome(game, state)}"
    elif action is None:
        yield "  left unfinished"
    elif game.player(state) == CHANCE:
        yield _wrap("chances", _chances(game, state))
        yield f"  drawn      {game.action_name(state, action)}"
    else:
        yield _wrap("actions", _list([game.action_name(state, a) for a in game.actions(state)]))
        yield f"  played     {game.action_name(state, action)}"


def _turn(game: Game[Any, Any], state: Any) -> str:
    if game.is_terminal(state):
        return "The game is over."
    player = game.player(state)
    if player == CHANCE:
        return "Chance decides."
    name = _name(game, player)
    return f"{name[0].upper()}{name[1:]} to move."


def _outcome(game: Game[Any, Any], state: Any) -> str:
    utilities = [show(utility) for utility in game.utilities(state)]
    if game.players == 1:
        return utilities[0]
    return ", ".join(f"{_name(game, player)}: {each}" for player, each in enumerate(utilities))


def _chances(game: Game[Any, Any], state: Any) -> str:
    """The outcomes of chance by their probabilities, the most probable first."""
    groups: dict[str, list[str]] = {}
    for outcome, probability in sorted(game.chances(state), key=lambda pair: -pair[1]):
        groups.setdefault(_probability(probability), []).append(game.action_name(state, outcome))
    return "; ".join(
        f"{probability}{' each' if len(names) > 1 else ''}: {_list(names)}"
        for probability, names in groups.items()
    )


def _probability(probability: Number) -> str:
    """A short decimal, or else a fraction if there is one, as 1/6; or else six digits."""
    digits = f"{float(probability):.6g}"
    fraction = Fraction(probability).limit_denominator(10**6)
    if Fraction(digits) != fraction and isclose(fraction, probability, rel_tol=1e-12):
        return str(fraction)
    return digits


def _list(names: list[str]) -> str:
    if len(names) > MANY:
        names = [*names[:SOME], f"... {len(names) - SOME} more"]
    return ", ".join(names)


def _wrap(label: str, words: str) -> str:
    start, margin = f"  {label:9}  ", " " * 13
    return fill(
        words, WIDTH, initial_indent=start, subsequent_indent=margin, break_on_hyphens=False
    )


def contents() -> str:
    """The page that lists the transcripts."""
    head = (
        "# Transcripts\n\nOne game of each kind, ply by ply: positions, legal actions, outcomes of "
        "chance with their probabilities,\nand utilities. They are written by `make transcripts`, "
        "and the tests compare them with the rules.\n\n"
    )
    rows = [f"- [{name}]({name}.txt): {text(f'games.{name}', 'en')}\n" for name in GAMES]
    return head + "".join(rows)


def files() -> dict[str, str]:
    """What the folder holds: the text of each file by its name."""
    return {"README.md": contents(), **{f"{name}.txt": transcript(name) for name in GAMES}}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for file, words in files().items():
        (FOLDER / file).write_text(words, encoding="utf-8")
