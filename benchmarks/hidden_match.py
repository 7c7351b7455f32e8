"""Our IS-MCTS against OpenSpiel's at a table: `hidden_match.py leduc|hearts DEALS OURS THEIRS`.

Runs in the benchmarks' environment. Every deal is played twice, with seats exchanged; in hearts
opposite seats have the same player. OURS and THEIRS are the simulations of a move: at equal time as
many times more of ours as it is faster (see the table of IS-MCTS). Prints the mean of what our
seats win a game, in antes or in points less than theirs, its standard error, and the CPU time of
each side.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from math import sqrt
from random import Random
from statistics import fmean, stdev
from time import process_time
from typing import Any, NamedTuple

import pyspiel  # type: ignore[import-not-found]

from adversario import make_game
from adversario.contract.information.memory import first_memories, next_memories
from adversario.contract.information.perspective import perspective
from adversario.game import CHANCE
from adversario.native.engines.information.ismcts import ismcts


class Contest(NamedTuple):
    """One game in both programs: the rules, the deal, and the names of actions."""

    ours: str
    theirs: str
    deal: Callable[[Any, Any, Any, Random], list[Any]]
    """The referee's next outcomes of chance, as it applies them, in our actions."""
    name: Callable[[Any, Any, Any, int], Any]
    """Our action for one of theirs."""


def deal_leduc(game: Any, state: Any, referee: Any, cards: Random) -> list[Any]:
    """The next card."""
    card = cards.choice(referee.legal_actions())
    referee.apply_action(card)
    return [game.parse_action(state, "JQK"[card // 2] + "sh"[card % 2])]


def name_leduc(game: Any, state: Any, referee: Any, action: int) -> Any:
    """Fold, check or call, raise."""
    names = (("fold",), ("check", "call"), ("raise",))[action]
    legal = {game.action_name(state, each): each for each in game.actions(state)}
    return next(legal[name] for name in names if name in legal)


def deal_hearts(game: Any, state: Any, referee: Any, cards: Random) -> list[Any]:
    """All cards, one player after another; ours are dealt from the lowest on."""
    referee.apply_action(referee.legal_actions()[0])  # no cards are passed
    owners = [0] * 52
    for number in range(52):
        card = cards.choice(referee.legal_actions())
        referee.apply_action(card)
        owners[our_card(card)] = number % 4
    return owners


def our_card(card: int) -> int:
    """Our number of their card: clubs, diamonds, spades, hearts; they have the hearts third."""
    return 13 * (0, 1, 3, 2)[card % 4] + card // 4


def name_hearts(game: Any, state: Any, referee: Any, action: int) -> Any:
    """The card."""
    name = referee.action_to_string(action)
    if name != game.action_name(state, our_card(action)).upper():
        raise SystemExit("the two games differ")
    return our_card(action)


CONTESTS = {
    "leduc": Contest("leduc", "leduc_poker", deal_leduc, name_leduc),
    "hearts": Contest(
        "hearts:queen_breaks=yes", "hearts(pass_cards=false)", deal_hearts, name_hearts
    ),
}


class Match:
    """Games at one table, with the time that each side takes."""

    def __init__(self, contest: Contest, ours: int, theirs: int) -> None:
        self.contest, self.ours, self.theirs = contest, ours, theirs
        self.game, self.rules = make_game(contest.ours), pyspiel.load_game(contest.theirs)
        self.seconds = [0.0, 0.0]

    def play(self, seat: int, seed: int) -> float:
        """One game in which every second seat from `seat` on is ours: what ours win more."""
        game, contest, cards = self.game, self.contest, Random(seed)
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        best = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        bot = pyspiel.ISMCTSBot(seed, evaluator, 2.0, self.theirs, -1, best, False, False)
        referee, state = self.rules.new_initial_state(), game.initial()
        memories = first_memories(game)
        while not referee.is_terminal():
            if referee.is_chance_node():
                actions = contest.deal(game, state, referee, cards)
            else:
                actions = [self.choose(seat, seed, state, memories, referee, bot)]
            for action in actions:
                mover = game.player(state)
                state = game.result(state, action)
                memories = next_memories(game, memories, mover, action, state)
        won = [float(each) for each in referee.returns()]
        if won != [game.utility(state, who) for who in range(game.players)] or mover == CHANCE:
            raise SystemExit("the two games differ")
        return fmean(won[seat::2]) - (fmean(won[1 - seat :: 2]) if game.players > 2 else 0.0)

    def choose(
        self, seat: int, seed: int, state: Any, memories: Any, referee: Any, bot: Any
    ) -> Any:
        """The action of the player to move, which the referee applies."""
        game, who = self.game, referee.current_player()
        named = {self.contest.name(game, state, referee, a): a for a in referee.legal_actions()}
        if sorted(named) != sorted(game.actions(state)):
            raise SystemExit("the two games differ")
        started, mine = process_time(), who % 2 == seat
        if len(named) == 1:
            (action,) = named
        elif mine:
            known = perspective(game, state, memories[who])
            action = ismcts(
                game, state, known=known, simulations=self.ours, seed=seed, engine="native"
            ).action
        else:
            their = bot.step(referee)
            action = next(each for each, number in named.items() if number == their)
        self.seconds[not mine] += process_time() - started
        referee.apply_action(named[action])
        return action


def main() -> None:
    """Play the match."""
    name, (deals, ours, theirs) = sys.argv[1], map(int, sys.argv[2:])
    match = Match(CONTESTS[name], ours, theirs)
    match.play(0, -1)  # compiles the game
    match.seconds = [0.0, 0.0]
    pairs = [(match.play(0, seed) + match.play(1, seed)) / 2 for seed in range(deals)]
    error, (own, other) = stdev(pairs) / sqrt(deals), match.seconds
    score = f"{fmean(pairs):+.3f} ± {error:.3f} a game"
    print(f"{2 * deals} games: {score}; {own:.1f} s and {other:.1f} s")


if __name__ == "__main__":
    main()
