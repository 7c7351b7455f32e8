"""Tables of payoffs solved, and strategies of games with hidden information as they are learned."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adversario.base.errors import InputError
from adversario.base.numbers import show
from adversario.game import Game
from adversario.solve.equilibrium.matrix.dominance import eliminate
from adversario.solve.equilibrium.matrix.game import MatrixGame
from adversario.solve.equilibrium.matrix.learning import Round, regret_matching
from adversario.solve.equilibrium.matrix.nash import equilibria
from adversario.solve.equilibrium.matrix.nfg import is_nfg, parse_nfg
from adversario.solve.equilibrium.matrix.pure import best_replies
from adversario.solve.equilibrium.matrix.reading import matrix_from_text
from adversario.solve.equilibrium.matrix.textbook.named import textbook_game, textbook_names
from adversario.solve.equilibrium.matrix.zero_sum import solve_zero_sum
from adversario.solve.equilibrium.tree.flat import FlatTree, flatten
from adversario.solve.equilibrium.tree.regret import CfrProgress, Variant, cfr
from adversario.web.handlers.context import Context
from adversario.web.handlers.positions import tree_of
from adversario.web.limits import LimitError
from adversario.web.protocol import (
    EquilibriumPayload,
    LearningCurve,
    MatrixPayload,
    MatrixRequest,
    SetRow,
    StrategyPayload,
    StrategyRequest,
    Struck,
)

LARGEST = 7
"""The most strategies of a player: all equilibria are found."""

ROUNDS, POINTS = 5_000, 120
"""The most rounds of regret matching, and the points of a curve."""

HISTORIES, ITERATIONS, ROWS = 30_000, 20_000, 60
"""The most histories and iterations, and the most information sets that are listed."""


def solve_matrix(context: Context, request: MatrixRequest) -> MatrixPayload:
    """Best responses, dominance, equilibria and regret matching of a table."""
    game = _matrix(request.text)
    if len(game.sizes) != 2 or max(game.sizes) > LARGEST:
        raise LimitError("web.limit.matrix", most=LARGEST)
    rows, columns = (range(size) for size in game.sizes)
    found = equilibria(game)
    return MatrixPayload(
        title=game.title,
        names=textbook_names(),
        players=list(game.players),
        rows=[context.action(name) for name in game.strategies[0]],
        columns=[context.action(name) for name in game.strategies[1]],
        cells=[[[show(game.payoff((r, c), p)) for p in (0, 1)] for c in columns] for r in rows],
        best=[
            [[(r, c)[p] in best_replies(game, (r, c), p) for p in (0, 1)] for c in columns]
            for r in rows
        ],
        struck=[
            Struck(
                step.player,
                step.strategy,
                context.text(
                    "matrix.step",
                    player=game.players[step.player],
                    strategy=context.action(game.strategies[step.player][step.strategy]),
                    by=" + ".join(
                        f"{weight} · {context.action(game.strategies[step.player][number])}"
                        for number, weight in step.by
                    ),
                ),
            )
            for step in eliminate(game).steps
        ],
        equilibria=[
            EquilibriumPayload(
                [list(map(str, mixture)) for mixture in each.mixtures], list(map(str, each.payoffs))
            )
            for each in found.extreme
        ],
        finite=found.is_finite,
        value=None if game.constant_sum is None else str(solve_zero_sum(game).value),
        learning=_learn(game, request.rounds, request.seed),
    )


def _matrix(text: str) -> MatrixGame:
    words = text.strip()
    if words[:1].isalpha() and not is_nfg(words):
        return textbook_game(words)
    return parse_nfg(words) if is_nfg(words) else matrix_from_text(words)


def _learn(game: MatrixGame, rounds: int, seed: int) -> list[LearningCurve]:
    """The frequencies of all strategies in regret matching, at some of the rounds."""
    if not 1 <= rounds <= ROUNDS:
        raise LimitError("limit.range", field="rounds", given=rounds, least=1, most=ROUNDS)
    every = max(1, rounds // POINTS)
    kept: list[Round] = []

    def note(each: Round) -> None:
        if each.number % every == 0 or each.number == 1:
            kept.append(each)

    regret_matching(game, rounds, seed=seed, on_event=note)
    return [
        LearningCurve(
            player,
            strategy,
            [[each.number, each.counts[player][strategy] / each.number] for each in kept],
        )
        for player, size in enumerate(game.sizes)
        for strategy in range(size)
    ]


def learn_strategy(context: Context, request: StrategyRequest) -> StrategyPayload:
    """The strategies that CFR finds; updates have the exploitability so far."""
    game: Game[Any, Any]
    if request.tree is not None:
        game = tree_of(request.tree)
    elif request.game is None:
        raise InputError("web.no_game")
    else:
        game = context.games.make(request.game, request.options, hidden=True)
    if not 1 <= request.iterations <= ITERATIONS:
        raise LimitError(
            "limit.range", field="iterations", given=request.iterations, least=1, most=ITERATIONS
        )
    try:
        tree = flatten(game, max_histories=HISTORIES)
    except InputError as error:
        raise LimitError("web.limit.histories", most=HISTORIES) from error

    def report(progress: CfrProgress) -> None:
        context.update(_payload(tree, progress.curve, [], [], more=False))

    variant: Variant = request.variant  # type: ignore[assignment]
    found = cfr(
        tree, iterations=request.iterations, variant=variant, curve=True, on_progress=report
    )
    rows = [SetRow(*row) for row in found.strategy.rows()]
    points = [*found.curve, (found.iterations, float(found.nash_conv) / game.players)]
    values = [show(round(float(value), 6)) for value in found.values]
    return _payload(tree, points, values, rows[:ROWS], more=len(rows) > ROWS)


def _payload(
    tree: FlatTree[Any],
    curve: Sequence[tuple[int, float]],
    values: list[str],
    rows: list[SetRow],
    *,
    more: bool,
) -> StrategyPayload:
    points = [[float(number), float(gap)] for number, gap in curve]
    return StrategyPayload(points, len(tree.sets), tree.histories, values, rows, more)
