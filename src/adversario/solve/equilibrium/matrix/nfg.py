"""Gambit's files of games in strategic form (`.nfg`), read and written.

    NFG 1 R "title" { "player" ... } { { "strategy" ... } ... } "comment"

and the payoffs: one number for each player of each profile, of which the first player's strategy
changes first; or outcomes, `{ { "name" 1, 2 } ... }`, and the number of each profile's outcome, 0
if it has none and pays nothing. Instead of strategies there may be their numbers: `{ 2 2 }`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import prod

from adversario.base.formats.gambit import GambitText, write_names, write_quoted
from adversario.base.formats.literals import write_number
from adversario.base.formats.source_text import SourceText, SourceValue, Spot
from adversario.base.numbers import Number
from adversario.solve.equilibrium.matrix.game import MAX_CELLS, MatrixGame, Profile


def is_nfg(text: str) -> bool:
    """Whether the text is, from its first word, one of Gambit's strategic form."""
    return text.split(maxsplit=1)[:1] == ["NFG"]


def parse_nfg(text: str, *, source: str | None = None) -> MatrixGame:
    """The game in the text; SourceError, with line and column, if it is not well written."""
    return _Reader(SourceText(text, source)).game()


def write_nfg(game: MatrixGame) -> str:
    """The game in the payoff form, one profile a line; `parse_nfg` reads an equal one."""
    head = f"NFG 1 R {write_quoted(game.title)} {write_names(game.players)}"
    strategies = " ".join(map(write_names, game.strategies))
    cells = (" ".join(map(write_number, game.cell(at))) for at in _profiles(game.sizes))
    return "\n".join([head, f"{{ {strategies} }}", '""', "", *cells, ""])


class _Reader:
    """One text being read."""

    def __init__(self, source: SourceText) -> None:
        self.source = source
        self.words = GambitText(source)

    def game(self) -> MatrixGame:
        title = self.words.header("NFG", "1")
        players = self._named(self.words.names())
        start = self.words.here.spot
        strategies = self._strategies()
        if not players or len(players) != len(strategies):
            raise self.source.error(
                start, "matrix.shape", players=len(players), tables=len(strategies)
            )
        sizes = tuple(map(len, strategies))
        if prod(sizes) > MAX_CELLS:
            raise self.source.error(start, "matrix.large", cells=prod(sizes), most=MAX_CELLS)
        self.words.skip_quoted()
        read = self._outcome_cells if self.words.is_open() else self._payoff_cells
        cells = dict(zip(_profiles(sizes), read(prod(sizes), len(players)), strict=True))
        self.words.end()
        payoffs = [cells[profile] for profile in product(*map(range, sizes))]
        return MatrixGame(strategies, payoffs, players=players, title=title)

    def _strategies(self) -> list[tuple[str, ...]]:
        """The names of each player's strategies, of which there is at least one."""
        self.words.open()
        found: list[tuple[str, ...]] = []
        while not self.words.accept_close():
            spot = self.words.here.spot
            if self.words.is_open():
                names = self._named(self.words.names())
            else:
                number = self.words.whole().it
                if number > MAX_CELLS:
                    raise self.source.error(spot, "matrix.large", cells=number, most=MAX_CELLS)
                names = tuple(str(each + 1) for each in range(number))
            if not names:
                raise self.source.error(spot, "nfg.no_strategies")
            found.append(names)
        return found

    def _named(self, names: list[SourceValue[str]]) -> tuple[str, ...]:
        """The names, of which an empty one becomes its number."""
        found: dict[str, Spot] = {}
        for number, name in enumerate(names, 1):
            word = name.it or str(number)
            if word in found:
                raise self.source.error(name.spot, "matrix.same_name", name=word)
            found[word] = name.spot
        return tuple(found)

    def _payoff_cells(self, cells: int, players: int) -> Iterator[list[Number]]:
        for _ in range(cells):
            yield [self.words.number() for _ in range(players)]

    def _outcome_cells(self, cells: int, players: int) -> Iterator[list[Number]]:
        outcomes: list[list[Number]] = [[0] * players]
        self.words.open()
        while not self.words.accept_close():
            spot = self.words.here.spot
            self.words.open()
            self.words.skip_quoted()
            payoffs = self.words.numbers()
            if len(payoffs) != players:
                raise self.source.error(
                    spot, "matrix.payoffs", found=len(payoffs), expected=players
                )
            outcomes.append(payoffs)
        for _ in range(cells):
            number = self.words.whole()
            if number.it >= len(outcomes):
                raise self.source.error(
                    number.spot, "nfg.outcome", outcome=number.it, most=len(outcomes) - 1
                )
            yield outcomes[number.it]


def _profiles(sizes: tuple[int, ...]) -> Iterator[Profile]:
    """All profiles in the order of the format: the first player's strategy changes first."""
    return (profile[::-1] for profile in product(*map(range, reversed(sizes))))
