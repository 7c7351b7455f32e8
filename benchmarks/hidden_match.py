"""Leduc hold'em, our IS-MCTS against OpenSpiel's: `hidden_match.py DEALS OURS THEIRS`.

Runs in the benchmarks' environment. Every deal is played twice, with seats exchanged. OURS and
THEIRS are the simulations of a move: at equal time as many times more of ours as it is faster (see
the table of IS-MCTS). Prints the mean of what we win a game, in antes, and its standard error.
"""

from __future__ import annotations

import sys
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any

import pyspiel  # type: ignore[import-not-found]

from adversario import make_game
from adversario.contract.information.memory import first_memories, next_memories
from adversario.contract.information.perspective import perspective
from adversario.game import CHANCE
from adversario.native.engines.information.ismcts import ismcts

GAME, THEIR_GAME = make_game("leduc"), pyspiel.load_game("leduc_poker")
FOLD, CALL, RAISE = 0, 1, 2


def play(seat: int, seed: int, ours: int, theirs: int) -> float:
    """One game; what the player in our seat wins."""
    cards = Random(seed)
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    best = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    bot = pyspiel.ISMCTSBot(seed, evaluator, 2.0, theirs, -1, best, False, False)
    referee, state = THEIR_GAME.new_initial_state(), GAME.initial()
    memories = first_memories(GAME)
    while not referee.is_terminal():
        if referee.is_chance_node():
            action = cards.choice(referee.legal_actions())
            mine: Any = GAME.parse_action(state, "JQK"[action // 2] + "sh"[action % 2])
        elif referee.current_player() == seat:
            known = perspective(GAME, state, memories[seat])
            mine = ismcts(
                GAME, state, known=known, simulations=ours, seed=seed, engine="native"
            ).action
            name = GAME.action_name(state, mine)
            action = {"fold": FOLD, "check": CALL, "call": CALL, "raise": RAISE}[name]
        else:
            action = bot.step(referee)
            names = {FOLD: ("fold",), CALL: ("check", "call"), RAISE: ("raise",)}[action]
            legal = {GAME.action_name(state, each): each for each in GAME.actions(state)}
            mine = next(legal[name] for name in names if name in legal)
        mover = GAME.player(state)
        state = GAME.result(state, mine)
        memories = next_memories(GAME, memories, mover, mine, state)
        referee.apply_action(action)
    won = float(referee.returns()[seat])
    if GAME.utility(state, seat) != won or mover == CHANCE:
        raise SystemExit("the two games differ")
    return won


def main() -> None:
    """Play the match."""
    deals, ours, theirs = map(int, sys.argv[1:])
    pairs = [
        (play(0, seed, ours, theirs) + play(1, seed, ours, theirs)) / 2 for seed in range(deals)
    ]
    error = stdev(pairs) / sqrt(deals)
    print(f"{2 * deals} games: {fmean(pairs):+.3f} ± {error:.3f} antes a game")


if __name__ == "__main__":
    main()
