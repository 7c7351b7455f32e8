"""Running searches: analyses of positions, moves of automatic players, reviews of games."""

from __future__ import annotations

from functools import partial
from math import isfinite
from random import Random
from typing import Any

from adversario.algorithms.core.algorithm import ALGORITHMS, algorithm_named
from adversario.algorithms.core.answer import Result, Score, Variation
from adversario.algorithms.core.chance import sample_chance
from adversario.algorithms.core.limit import Limit
from adversario.algorithms.core.requirements import require
from adversario.algorithms.mcts.result import MctsResult
from adversario.analysis.analyse import analyse
from adversario.analysis.assess import assess
from adversario.analysis.outcome import action_outcome, outcome_of
from adversario.analysis.review import explain_mistake, review_move
from adversario.arena.levels import LEVELS, Level, Strength
from adversario.arena.player import choose
from adversario.arena.searchers import player_factory
from adversario.base.errors import IllegalActionError, InputError, UnsuitableGameError
from adversario.base.numbers import Value, show
from adversario.base.pov import Pov
from adversario.base.suggest import did_you_mean
from adversario.contract.repetition import is_over, recent
from adversario.game import CHANCE, Game
from adversario.native.engines.dispatch import search
from adversario.native.engines.engine_choice import ANALYSIS_SECONDS, Engine
from adversario.native.engines.enhanced.search import fits_native
from adversario.native.engines.mcts import mcts
from adversario.protocols.clock import allot
from adversario.web import protocol
from adversario.web.handlers.context import Context
from adversario.web.handlers.engines import EngineFailedError
from adversario.web.handlers.positions import game_of, state_of, states_of
from adversario.web.limits import LIMITS
from adversario.web.protocol import Analysis, Moved, MoveValue, Values

SECONDS = 1.0
"""Default thinking time of an automatic player, in seconds."""

OVERHEAD = 0.15
"""Seconds that a move loses between the page and the search."""

SHARE_USED = 1.5
"""The time for a move as a multiple of that after which an engine begins no new iteration."""

OTHERS = ("random", "perfect", *(f"level:{level}" for level in range(1, len(LEVELS) + 1)))
"""The automatic players that are not a single search."""

MISTAKES: dict[str, protocol.Mistake | None] = {"": None, "?": "mistake", "??": "blunder"}


def analyse_position(context: Context, request: protocol.AnalyseRequest) -> Analysis:
    """Iterative deepening on a position; every iteration is reported."""
    game = game_of(context, request)
    states = states_of(game, request)[0]
    if is_over(game, states):
        raise IllegalActionError("game.over", state=game.position(states[-1]))
    limit = Limit(depth=request.depth, time=_time_limit(request.time))
    return _deepen(context, game, states, request.algorithm, limit, request.lines)


def _time_limit(seconds: float | None) -> float:
    """`seconds`, or the longest time that a request may take."""
    return LIMITS.seconds if seconds is None else seconds


def _deepen(
    context: Context,
    game: Game[Any, Any],
    states: list[Any],
    algorithm: str | None,
    limit: Limit,
    lines: int = 1,
    engine: Engine = "auto",
) -> Analysis:
    """The analysis of the last state by the given algorithm, or by the recommended one.

    Iterations are reported.
    """
    state = states[-1]
    if algorithm is not None:
        require(game, algorithm_named(algorithm).name)

    def report(result: Result[Any, Any]) -> None:
        context.update(analysis_of(context, result))

    if algorithm is not None and ALGORITHMS[algorithm].anytime:
        timed = Limit(time=limit.time)
        if ALGORITHMS[algorithm].hidden:
            informed = search(game, state, algorithm=algorithm, limit=timed, on_progress=report)
            return analysis_of(context, informed)
        simulated = mcts(game, state, limit=timed, engine=engine, on_progress=report)
        return analysis_of(context, simulated)
    if algorithm in (None, "alphabeta"):
        answer = analyse if algorithm else partial(assess, may_compile=context.compiled)
        found = answer(
            game, state, limit=limit, lines=lines, engine=engine, head_start=ANALYSIS_SECONDS,
            past=recent(game, states), on_progress=report,
        )  # fmt: skip
        return analysis_of(context, found)
    found = search(
        game, state, algorithm=algorithm, limit=limit, engine="python", on_progress=report
    )
    return analysis_of(context, found)


def analysis_of(context: Context, result: Result[Any, Any]) -> Analysis:
    """The result of a search, or what is known, as the protocol's `Analysis`."""
    game, state, cost = result.game, result.state, result.statistics
    winner, win_in = _win(result)
    visits: dict[Any, int] = {}
    if isinstance(result, MctsResult):
        scored = zip(result.scores, result.visits, strict=True)
        visits = {score.action: count for score, count in scored}
    return Analysis(
        algorithm=result.algorithm,
        source=result.source,
        words=_outcome_words(context, result),
        action=None if result.action is None else game.action_name(state, result.action),
        depth=result.depth,
        number=number(result.value),
        text=show(result.value),
        share=share(result),
        proven=result.proven,
        winner=winner,
        win_in=win_in,
        nodes=cost.nodes,
        nps=cost.nodes / cost.seconds if cost.seconds else 0.0,
        hash=cost.hash_use,
        cutoffs=cost.cutoffs,
        pruned=cost.pruned,
        branching=cost.branching_factor,
        seconds=cost.seconds,
        moves=[
            _scored(result, score, visits.get(score.action)) for score in result.scores
        ],
        lines=[_line(result, line) for line in result.best_lines],
    )  # fmt: skip


def _scored(
    result: Result[Any, Any], score: Score[Any], visits: int | None
) -> protocol.ScoredPayload:
    """The value of an action, and how the game ends after it if that is known."""
    game, state = result.game, result.state
    outcome = None
    if (mover := game.player(state)) != CHANCE:
        outcome = action_outcome(result, score, mover)
    return protocol.ScoredPayload(
        action=game.action_name(state, score.action),
        number=number(score.value),
        text=score.text,
        bound=score.bound.value,
        visits=visits,
        ending=None if outcome is None else outcome.ending,
        plies=None if outcome is None else outcome.plies,
    )


def _outcome_words(context: Context, result: Result[Any, Any]) -> str:
    """What an exact value means, in words; empty for an estimate."""
    mover = result.game.player(result.state)
    outcome = None if mover == CHANCE else outcome_of(result, mover)
    if outcome is None:
        return ""
    player = context.players(result.game)[mover]
    return context.text("web.analyse.outcome", player=player, outcome=outcome.words)


def _line(result: Result[Any, Any], line: Variation[Any]) -> protocol.Line:
    moves = list(result.names(line.actions))
    return protocol.Line(number(line.value), show(line.value), moves, line.distance)


def number(value: Value) -> float | None:
    """Player 0's value as a finite number, or None."""
    first = float(value[0] if isinstance(value, tuple) else value)
    return first if isfinite(first) else None


def share(result: Result[Any, Any]) -> float | None:
    """Player 0's value between 0 and 1: scaled by the game's bounds, or squashed if it has none."""
    game, found = result.game, number(_value_for_first_player(result).value)
    if found is None:
        return None
    low, high = map(float, game.utility_bounds or (0, 0))
    if isfinite(low) and isfinite(high) and low < high:
        return min(1.0, max(0.0, (found - low) / (high - low)))
    return 0.5 + found / (2 * (1 + abs(found)))


def _value_for_first_player(result: Result[Any, Any]) -> Pov:
    """The value for player 0 if it follows from the result, otherwise for its viewer."""
    try:
        return result.value_for(0)
    except UnsuitableGameError:
        return result.pov


def _win(result: Result[Any, Any]) -> tuple[int | None, int | None]:
    """The winner of a two-player game and the plies to the win, if a win is proven."""
    game, tuples = result.game, isinstance(result.value, tuple)
    if not result.proven or game.players != 2 or not game.zero_sum or tuples:
        return None, None
    sign = _value_for_first_player(result).sign
    return (None, None) if sign == 0 else (0 if sign > 0 else 1, result.distance)


# Automatic players.


def move(context: Context, request: protocol.MoveRequest) -> Moved:
    """The move of an automatic player, or the sampled outcome of a chance node."""
    game = game_of(context, request)
    states = states_of(game, request)[0]
    state = states[-1]
    if is_over(game, states):
        raise IllegalActionError("game.over", state=game.position(state))
    if game.player(state) == CHANCE:
        outcome = sample_chance(game, state, Random(request.seed))
        return Moved(game.action_name(state, outcome), None)
    if request.player in OTHERS:
        chosen = choose(_player(context, request.player, request.seed), game, state, states)
        return Moved(game.action_name(state, chosen), None)
    if (engine := context.engines.get(request.player)) is not None:
        try:
            action = engine.move(game, states, _thinking_time(request))
        except EngineFailedError as failure:
            return Moved("", None, failure.problem.text(context.lang))
        return Moved(game.action_name(state, action), None)
    if request.player not in ALGORITHMS:
        every = [*OTHERS, *ALGORITHMS, *(each.name for each in context.engines)]
        known, close = every, did_you_mean(request.player, every)
        raise InputError(
            "arena.unknown", player=request.player[:60], close=close, known=", ".join(known)
        )
    time = _thinking_time(request)
    limit = Limit(depth=request.depth, time=_time_limit(time))
    how: Engine = "auto" if context.compiled else "python"
    found = _deepen(context, game, states, request.player, limit, engine=how)
    assert found.action is not None, "a player is to move"
    return Moved(found.action, found)


def _thinking_time(request: protocol.MoveRequest) -> float | None:
    """The seconds for a move: a share of the clock if there is one, or what the page asks for."""
    if request.left is not None:
        given = allot(request.left, request.increment, overhead=OVERHEAD)
        return min(given.enough * SHARE_USED, given.most, LIMITS.seconds)
    return SECONDS if request.time is None and request.depth is None else request.time


def _player(context: Context, name: str, seed: int) -> Any:
    """The player of that name.

    Until the game is compiled, one that answers quickly without machine code.
    """
    player = player_factory(name)(seed)
    if isinstance(player, Level) and not context.compiled:
        player.engine = "python"
        nodes, simulations, randomness = player.strength
        player.strength = Strength(min(nodes, 20_000), min(simulations, 500), randomness)
    return player


def warm_up(context: Context, request: protocol.PlacePayload) -> None:
    """Compile a game for players and analysis; other workers load the machine code from disk."""
    game = game_of(context, request)
    state = state_of(game, request)
    while not game.is_terminal(state) and game.player(state) == CHANCE:
        state = game.result(state, next(iter(game.legal(state))))
    if not game.is_terminal(state):
        Level(len(LEVELS)).try_out(game, state)
        if fits_native(game):
            analyse(game, state, limit=Limit(nodes=1))


# Review of a game.


def values(context: Context, request: protocol.ValuesRequest) -> Values:
    """The value of every position of a game, and its mistakes."""
    game = game_of(context, request)
    states, actions = states_of(game, request)
    found = []
    for ply, (state, action) in enumerate(zip(states, actions, strict=False)):
        if game.player(state) != CHANCE:
            found.append(_move_value(context, game, state, action, ply, Limit(time=request.time)))
            context.update(found[-1])
    return Values(found)


def _move_value(
    context: Context, game: Game[Any, Any], state: Any, action: Any, ply: int, limit: Limit
) -> MoveValue:
    """A move compared with the best one."""
    seen = review_move(game, state, action, limit, may_compile=context.compiled)
    mine = seen.kept_pov
    kept = float((mine.to(0) if mine.has_view(0) else mine).value)
    mistake = MISTAKES[seen.verdict]
    better = None if mistake is None else game.action_name(state, seen.best)
    low, high = map(float, game.utility_bounds or (-1, 1))
    note = "" if mistake is None else explain_mistake(game, seen).text(context.lang)
    return MoveValue(
        ply=ply,
        move=game.action_name(state, action),
        player=seen.mover,
        number=kept,
        text=show(kept),
        share=min(1.0, max(0.0, (kept - low) / (high - low))) if low < high else None,
        proven=seen.proven,
        mistake=mistake,
        best=better,
        note=note,
    )
