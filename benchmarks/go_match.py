"""Go by Monte Carlo tree search in matches: against a program of GTP, or against itself.

    python -m benchmarks.go_match ALL --simulations 4000 --gtp "gnugo --mode gtp --chinese-rules"
    python -m benchmarks.go_match ALL --against LIGHT

ALL and the like are names of OPTIONS, or options as of a player, such as `rave=2000,virtual=yes`.
Colours alternate, from the second move on randomness differs from game to game, and superko is
kept. A program of GTP counts the end of its own games (`final_score`), since it leaves dead stones
on the board; matches with itself end by the rules. Times are CPU seconds.
"""

from __future__ import annotations

import argparse
import json
from math import sqrt
from pathlib import Path
from time import process_time
from typing import Any

from adversario import make_game
from adversario.arena.searchers import player_factory
from adversario.protocols.gtp.boards import BOARDS
from adversario.protocols.process import EngineProcess

OPTIONS = {
    "UCT": "exploration=0.5",
    "RAVE": "rave=2000",
    "LIGHT": "rave=2000,virtual=yes",
    "ALL": "rave=2000,virtual=yes,rollouts=heavy",
    "HEAVY": "rave=2000,rollouts=heavy",
    "PLAIN": "exploration=0.5,rollouts=heavy",
    "PRIORS": "exploration=0.5,virtual=yes,rollouts=heavy",
}
"""Options of the player by what they have."""

HOPELESS = -0.88
"""The mean below which the player resigns, with stones enough on the board."""

PATIENCE = 300.0


class Program:
    """A program of GTP."""

    def __init__(self, command: str, game: Any) -> None:
        self.process = EngineProcess(command)
        for line in (f"boardsize {game.size}", f"komi {game.komi:g}"):
            self.ask(line)

    def ask(self, line: str) -> str:
        """The answer to a command; RuntimeError if it is refused."""
        self.process.send(line)
        answer = self.process.read(PATIENCE)
        while not answer.startswith(("=", "?")):
            answer = self.process.read(PATIENCE)
        while self.process.read(PATIENCE):
            pass
        if answer.startswith("?"):
            raise RuntimeError(f"{line}: {answer}")
        return answer.lstrip("=0123456789").strip()


def play_program(
    game: Any, player: Watched, program: Program, own: int, seed: int
) -> tuple[int, str]:
    """The winner of a game with a program, and how it ended."""
    board, state, past = BOARDS["go"], game.initial(), list[Any]()
    program.ask("clear_board")
    program.ask(f"set_random_seed {seed}")
    while not game.is_terminal(state) and len(past) < 3 * game.size**2:
        colour = "bw"[game.player(state)]
        if game.player(state) == own:
            action = player.choose(game, state, tuple(past))
            if is_hopeless(game, player, state):
                return 1 - own, "resigned"
            program.ask(f"play {colour} {board.vertex(game, state, action)}")
        else:
            answer = program.ask(f"genmove {colour}")
            if answer.lower() == "resign":
                return own, "resigned"
            action = board.action(game, state, answer)
        past.append(state)
        state = game.result(state, action)
    score = program.ask("final_score")
    return (0 if score.startswith("B") else 1), score


def is_hopeless(game: Any, player: Watched, state: Any) -> bool:
    """Whether the player expects to lose, late enough to know."""
    stones = sum(mark != "." for row in game.marks(state) for mark in row)
    return stones > game.size * 2 and player.expected < HOPELESS


class Watched:
    """A player that remembers what it expects, from its own side."""

    def __init__(self, options: str, simulations: int, seed: int) -> None:
        own = ",".join(filter(None, (options, f"simulations={simulations}")))
        self.player, self.expected, self.seconds = player_factory(f"mcts:{own}")(seed), 0.0, 0.0

    def choose(self, game: Any, state: Any, past: Any) -> int:
        """The player's action."""
        begun = process_time()
        action: int = self.player.choose(game, state, past)
        self.seconds += process_time() - begun
        sign = 1.0 if game.player(state) == 0 else -1.0
        self.expected = sign * float(self.player.value or 0.0)
        return action


def play_itself(game: Any, players: list[Watched]) -> tuple[int, str]:
    """The winner of a game of two players, and how it ended."""
    state, past = game.initial(), list[Any]()
    while not game.is_terminal(state) and len(past) < 3 * game.size**2:
        mover = game.player(state)
        action = players[mover].choose(game, state, tuple(past))
        if is_hopeless(game, players[mover], state):
            return 1 - mover, "resigned"
        past.append(state)
        state = game.result(state, action)
    lead = game.lead(state)
    return (0 if lead > 0 else 1), f"{lead:+g}"


def interval(won: int, games: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson 1927)."""
    z, share = 1.96, won / games
    middle, spread = (
        share + z * z / (2 * games),
        z * sqrt(share * (1 - share) / games + z * z / (4 * games * games)),
    )
    return (middle - spread) / (1 + z * z / games), (middle + spread) / (1 + z * z / games)


def main() -> None:
    """Play a match and print each game and the sum."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("player")
    parser.add_argument("--gtp")
    parser.add_argument("--against", default="UCT")
    parser.add_argument("--simulations", type=int, default=1000)
    parser.add_argument("--other-simulations", type=int)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--game", default="go:size=9,komi=7.5")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    game, won = make_game(given.game), 0
    options = OPTIONS.get(given.player, given.player)
    others = OPTIONS.get(given.against, given.against)
    program = None if given.gtp is None else Program(given.gtp, game)
    seconds = 0.0
    for number in range(given.games):
        own, seed = number % 2, 1000 * given.seed + number
        player = Watched(options, given.simulations, seed)
        if program is not None:
            winner, how = play_program(game, player, program, own, seed)
        else:
            other = Watched(others, given.other_simulations or given.simulations, seed + 500)
            winner, how = play_itself(game, [player, other] if own == 0 else [other, player])
        won += winner == own
        seconds += player.seconds
        low, high = interval(won, number + 1)
        print(
            f"{number + 1}: {'won' if winner == own else 'lost'} as {'BW'[own]} ({how});"
            f" {won}/{number + 1}, {low:.0%} to {high:.0%}, {seconds:.0f} s", flush=True,
        )  # fmt: skip
    if given.json is not None:
        row = {**vars(given), "json": None, "won": won, "seconds": round(seconds)}
        given.json.write_text(json.dumps(row) + "\n")


if __name__ == "__main__":
    main()
