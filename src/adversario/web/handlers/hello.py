"""What the server offers: games, searches, opponents, limits."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from inspect import Parameter, cleandoc, signature
from pathlib import Path
from typing import Any

from adversario.algorithms.core.algorithm import ALGORITHMS
from adversario.algorithms.core.requirements import fitting, recommended
from adversario.arena.levels import LEVELS
from adversario.base.catalogue import LANGUAGES, templates
from adversario.base.errors import AdversarioError
from adversario.game import Game
from adversario.games.options import choices_of, format_option
from adversario.games.registry import family_of
from adversario.solve.play_map import rows_of
from adversario.web.handlers.analysis import OTHERS
from adversario.web.handlers.context import Context, OfferedGames, own_games
from adversario.web.handlers.engines import Engines
from adversario.web.limits import LIMITS
from adversario.web.manual import INDEX, address, page_about, root
from adversario.web.protocol import (
    AlgorithmInfo,
    GameInfo,
    Hello,
    OpponentInfo,
    Option,
    OptionKind,
    Texts,
)
from adversario.web.wire import write

KINDS: dict[type, OptionKind] = {
    bool: "yesno", int: "number", float: "number", tuple: "numbers"
}  # fmt: skip


SHOWN = ("web.", "action.", "outcome.", "known.")
"""How the names of the texts begin that the pages show."""


NAMED = ("2", "4", "6", "8", "10")
"""The levels with a name that says how strong they are, from Beginner to Expert."""


def offers(own: Path | None, engines: Sequence[str] = ()) -> dict[tuple[str, str], Any]:
    """The answers to `hello` and `texts` in every language.

    The user's own games are tried out first.
    """
    games, programs = OfferedGames(own_games(own)), Engines(engines)
    known: dict[tuple[str, str], Any] = {}
    for lang in LANGUAGES:
        known["hello", lang] = write(hello(Context(games, lang, lambda _: None, engines=programs)))
        known["texts", lang] = write(texts(lang))
    return known


def hello(context: Context) -> Hello:
    """Everything that the server offers, in a language, without the session."""
    package = sys.modules["adversario"]  # not imported: imports point the other way
    return Hello(
        session="",
        version=package.__version__,
        lang="es" if context.lang == "es" else "en",
        languages=list(LANGUAGES),
        games=[_game(context, name) for name in context.games.kinds],
        hidden=[_game(context, name) for name in context.games.hidden],
        algorithms=[
            AlgorithmInfo(
                name=name,
                title=context.title(name, name),
                two_sided=record.two_sided,
                chance=record.chance,
                anytime=record.anytime,
            )
            for name, record in ALGORITHMS.items()
        ],
        opponents=[
            *(_opponent(context, name) for name in (*OTHERS, *ALGORITHMS)),
            *(
                OpponentInfo(each.name, each.title, "engines", each.timed, list(each.games))
                for each in context.engines
            ),
        ],
        limits=LIMITS,
        manual=address(INDEX[context.lang]) if root() else "",
    )


def texts(lang: str) -> Texts:
    """The texts of the interface."""
    found = {key: text for key, text in templates(lang).items() if key.startswith(SHOWN)}
    return Texts("es" if lang == "es" else "en", found)


def _opponent(context: Context, name: str) -> OpponentInfo:
    kind, _, level = name.partition(":")
    if name in ALGORITHMS:
        return OpponentInfo(name, context.title(name, name), "algorithms", timed=True)
    if not level:
        return OpponentInfo(name, context.title(kind, kind), "people", timed=False)
    title = context.text("web.level", level=level)
    if level not in NAMED:
        return OpponentInfo(name, title, "levels", timed=False)
    return OpponentInfo(name, context.text(f"web.level.{level}"), "people", timed=False)


def _game(context: Context, name: str) -> GameInfo:
    kind, game = context.games.kind_of(name), context.games.make(name, {}, hidden=True)
    state = game.initial()
    about = templates(context.lang).get(f"games.{name}")
    try:
        fits, best = fitting(game), recommended(game)
    except AdversarioError:  # no search fits it, but it can be played
        fits, best = (), ""
    return GameInfo(
        name=name,
        title=context.title(name, _spaced(kind.__name__)),
        family="own" if name in context.games.own else family_of(name),
        description=about or _first_line(kind),
        options=[_option(kind, each) for each in signature(kind).parameters.values()],
        players=game.players,
        player_names=context.players(game),
        chance=game.chance,
        board=game.diagram(state) is not None,
        map=_has_map(game, state, fits),
        fits=list(fits),
        recommended=best,
        levels=len(LEVELS),
        page="" if name in context.games.own else address(page_about(name)),
    )


def _spaced(name: str) -> str:
    """The name of a class as words: TakeAway becomes Take Away."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name)


def _first_line(kind: type[Game[Any, Any]]) -> str:
    """The first line of a class's own docstring; one that it inherits is about another class."""
    return cleandoc(vars(kind).get("__doc__") or "").partition("\n")[0]


def _has_map(game: Game[Any, Any], state: Any, fits: tuple[str, ...]) -> bool:
    """Whether a map of optimal play may be drawn: two players who fill the rows of a board."""
    rows = rows_of(game, state)
    square = len({len(row) for row in rows}) == 1 and set("".join(rows)) == {"."}
    return square and game.players == 2 and "minimax" in fits


def _option(kind: type[Game[Any, Any]], option: Parameter) -> Option:
    written = KINDS.get(type(option.default), "text")
    return Option(option.name, format_option(option.default), written, choices_of(kind, option))
