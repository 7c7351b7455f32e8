"""Questions on tables of payoffs: dominance, pure and mixed equilibria, best responses."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from adversario.base.catalogue import Message, message
from adversario.exercises.draw import Draw
from adversario.exercises.exercise import Difficulty
from adversario.exercises.strategies.exercise import Item, Question
from adversario.solve.equilibrium.matrix.dominance import Dominance, Elimination, eliminate
from adversario.solve.equilibrium.matrix.game import MatrixGame, Profile
from adversario.solve.equilibrium.matrix.mixtures import response_payoffs
from adversario.solve.equilibrium.matrix.nash import equilibria
from adversario.solve.equilibrium.matrix.pure import best_replies, pure_equilibria

ROWS, COLUMNS = "ABCD", "WXYZ"
"""The names of the strategies, of which columns take the last."""

_SIDES = ("row", "column")
_SIZES = {Difficulty.EASY: 3, Difficulty.MEDIUM: 3, Difficulty.HARD: 4}
_STEPS = {Difficulty.EASY: (1, 2), Difficulty.MEDIUM: (3, 4), Difficulty.HARD: (3, 6)}
_PURE = {Difficulty.EASY: (1, 1), Difficulty.MEDIUM: (1, 2), Difficulty.HARD: (0, 3)}
_PARTS = {Difficulty.EASY: 2, Difficulty.MEDIUM: 4, Difficulty.HARD: 6}


def dominance(draw: Draw, difficulty: Difficulty) -> Question | None:
    """Which strategies iterated strict dominance removes; mixed strategies remove no more."""
    game = _table(draw, _SIZES[difficulty])
    found = eliminate(game, mixed=False)
    least, most = _STEPS[difficulty]
    if not least <= len(found.steps) <= most or eliminate(game).left != found.left:
        return None
    return Question(game, _removed(found), {})


def _removed(found: Elimination) -> tuple[Item, ...]:
    """The strategies: those removed, in order, then those that are left."""
    names = found.game.strategies
    items: list[Item] = []
    gone: list[str] = []
    for step in found.steps:
        name = names[step.player][step.strategy]
        items.append(Item(name, True, _why_removed(found.game, step, gone)))
        gone.append(name)
    for player, left in enumerate(found.left):
        kept = [names[player][each] for each in left]
        reason = message("exercise.why.kept", names=", ".join(gone))
        items += [Item(name, False, reason) for name in kept]
    return tuple(items)


def _why_removed(game: MatrixGame, step: Dominance, gone: Sequence[str]) -> Message:
    """The dominating strategy, with what both give against all that are left."""
    names, ((by, _),) = game.strategies, step.by
    other = 1 - step.player
    pairs = [
        f"{_payoff(game, step.player, by, each)} > "
        f"{_payoff(game, step.player, step.strategy, each)}"
        for each, name in enumerate(names[other])
        if name not in gone
    ]
    return message(
        "exercise.why.removed" if gone else "exercise.why.removed_first",
        name=names[step.player][step.strategy],
        by=names[step.player][by],
        gone=", ".join(gone),
        pairs=", ".join(pairs),
    )


def _payoff(game: MatrixGame, player: int, own: int, other: int) -> object:
    return game.payoff((own, other) if player == 0 else (other, own), player)


def pure(draw: Draw, difficulty: Difficulty) -> Question | None:
    """Which cells are equilibria in pure strategies; no player has two best replies."""
    game = _table(draw, _SIZES[difficulty])
    least, most = _PURE[difficulty]
    found = pure_equilibria(game)
    single = all(
        len(best_replies(game, profile, player)) == 1
        for profile in game.profiles()
        for player in (0, 1)
    )
    if not single or not least <= len(found) <= most:
        return None
    cells = sorted(game.profiles(), key=lambda profile: profile not in found)
    items = (Item(_cell(game, each), each in found, _why_cell(game, each)) for each in cells)
    return Question(game, tuple(items), {})


def _cell(game: MatrixGame, profile: Profile) -> str:
    return "".join(names[own] for names, own in zip(game.strategies, profile, strict=True))


def _why_cell(game: MatrixGame, profile: Profile) -> Message:
    """The player who gains by leaving a cell, or that neither does."""
    for player in (0, 1):
        (best,) = best_replies(game, profile, player)
        if best != profile[player]:
            better = (best, profile[1]) if player == 0 else (profile[0], best)
            return message(
                f"exercise.why.{_SIDES[player]}_gains",
                cell=_cell(game, profile),
                to=game.strategies[player][best],
                more=str(game.payoff(better, player)),
                less=str(game.payoff(profile, player)),
            )
    row, column = (names[own] for names, own in zip(game.strategies, profile, strict=True))
    return message("exercise.why.stable", cell=_cell(game, profile), row=row, column=column)


def mixed(draw: Draw, difficulty: Difficulty) -> Question | None:
    """The equilibrium in which both players mix: of a zero-sum table, another one, or a third."""
    zero_sum = difficulty is Difficulty.EASY
    game = _table(draw, 2, zero_sum=zero_sum)
    found = equilibria(game)
    mixtures = [each for each in found.extreme if not each.is_pure]
    expected = 3 if difficulty is Difficulty.HARD else 1
    if not found.is_finite or len(found.extreme) != expected or len(mixtures) != 1:
        return None
    (one,) = mixtures
    (p, _), (q, _) = one.mixtures
    if 0 in (*one.mixtures[0], *one.mixtures[1]) or max(p.denominator, q.denominator) > 12:
        return None
    row, column = (names[0] for names in game.strategies)
    items = [
        Item("p", p, _indifferent(game, 1, p)),
        Item("q", q, _indifferent(game, 0, q)),
        Item("u", one.payoffs[0], _worth(game, 0, q, one.payoffs[0])),
        Item("v", one.payoffs[1], _worth(game, 1, p, one.payoffs[1])),
    ]
    return Question(game, tuple(items[: 3 if zero_sum else 4]), {"row": row, "column": column})


def _indifferent(game: MatrixGame, player: int, chance: Fraction) -> Message:
    """Why the other player's first strategy has this probability."""
    names = game.strategies[player]
    sides = (_sum(_line(game, player, own), (chance, 1 - chance)) for own in (0, 1))
    one, other = sides
    return message(
        f"exercise.why.{_SIDES[player]}_indifferent",
        first=names[0],
        second=names[1],
        one=one,
        other=other,
    )


def _worth(game: MatrixGame, player: int, chance: Fraction, value: Fraction) -> Message:
    name, line = game.strategies[player][0], _line(game, player, 0)
    return message(
        "exercise.why.gives", name=name, sum=_sum(line, (chance, 1 - chance)), value=str(value)
    )


def response(draw: Draw, difficulty: Difficulty) -> Question | None:
    """The payoffs of the rows against a mixed strategy of the columns, and which is best."""
    size = _SIZES[difficulty]
    game = _table(draw, size)
    chances = draw.probabilities(size, max(size + 1, _PARTS[difficulty]))
    values = response_payoffs(game, [(Fraction(0),) * size, tuple(chances)], 0)
    if values.count(max(values)) > 1:
        return None
    names = game.strategies[0]
    items = [
        Item(
            name, value,
            message(
                "exercise.why.gives", name=name, sum=_sum(_line(game, 0, own), chances),
                value=str(value),
            ),
        )
        for own, (name, value) in enumerate(zip(names, values, strict=True))
    ]  # fmt: skip
    best = names[values.index(max(values))]
    reason = message("exercise.why.best", name=best, value=str(max(values)))
    mixture = ", ".join(
        f"{name}: {share}" for name, share in zip(game.strategies[1], chances, strict=True)
    )
    return Question(game, (*items, Item("best", best, reason)), {"mixture": mixture})


def _line(game: MatrixGame, player: int, own: int) -> list[object]:
    """The payoffs of a strategy against each of the other player."""
    return [_payoff(game, player, own, other) for other in range(game.sizes[1 - player])]


def _sum(payoffs: Sequence[object], chances: Sequence[Fraction]) -> str:
    return " + ".join(f"{p} · {x}" for x, p in zip(payoffs, chances, strict=True))


def _table(draw: Draw, size: int, *, zero_sum: bool = False) -> MatrixGame:
    """A table of that many rows and columns with payoffs from 0 to 9, or from -5 to 5."""
    names = [ROWS[:size], COLUMNS[-size:]]
    if zero_sum:
        ones = [draw.below(11) - 5 for _ in range(size * size)]
        return MatrixGame(names, [(one, -one) for one in ones])
    return MatrixGame(names, [(draw.below(10), draw.below(10)) for _ in range(size * size)])
