"""Plays of the network for backgammon judged by GNU Backgammon, which Debian has as `gnubg`.

`python benchmarks/gnubg_judge.py` plays games of the network against itself. At some of the
unforced decisions it notes the plays of the network one and two turns ahead, and that of GNU
Backgammon without looking ahead; GNU Backgammon one ply ahead says what each costs, without the
cube. It prints the mean cost of a decision in thousandths of a point, with standard errors.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import tempfile
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

from adversario import make_game
from adversario.algorithms.turns import Horizon, search_turns
from adversario.game import CHANCE
from adversario.games.dice.backgammon.board import unpack

GNUBG = "/usr/games/gnubg"
JUDGE = """
import json
context = [gnubg.evalcontext(0, plies, 1, 0, 0.0) for plies in (0, 1)]
cube = gnubg.cubeinfo(1, -1, 0, 0, (0, 0), 0, 0)

def value(board, plies):
    sides = tuple(map(tuple, board))
    return -gnubg.evaluate(sides, cube, context[plies])[5]

def judge(case):
    looks = [value(board, 0) for board in case["boards"]]
    ranked = sorted(range(len(looks)), key=lambda at: -looks[at])
    chosen = {"gnubg": ranked[0], **case["chosen"]}
    known = {at: value(case["boards"][at], 1) for at in {*ranked[:3], *chosen.values()}}
    return {name: max(known.values()) - known[at] for name, at in chosen.items()}

cases = json.load(open("CASES"))
json.dump([judge(case) for case in cases], open("COSTS", "w"))
"""


def cases(number: int, seed: int) -> list[dict[str, Any]]:
    """Decisions of the network in games against itself: all boards, and what it chose."""
    game, random = make_game("backgammon:weights=network"), Random(seed)
    found = list[dict[str, Any]]()
    while len(found) < number:
        state = game.initial()
        while not game.is_terminal(state) and len(found) < number:
            if game.player(state) == CHANCE:
                outcomes, shares = zip(*game.chances(state), strict=True)
                action = random.choices(outcomes, shares)[0]
            else:
                plays = search_turns(game, state, Horizon(turns=1))
                action = plays[0].action
                if len(plays) > 1 and random.random() < 0.2:
                    found.append(_case(game, state, [play.action for play in plays]))
            state = game.result(state, action)
    return found


def _case(game: Any, state: Any, actions: list[Any]) -> dict[str, Any]:
    """The boards after the plays, of the side not on roll and of the other, and two choices."""
    deep = search_turns(game, state, Horizon(turns=2, keep=5, margin=0.12))[0].action
    boards = []
    for action in actions:
        board = game.result(state, action).board
        mine, theirs = unpack(*board[:2])[1:], unpack(*board[2:])[1:]
        boards.append([theirs, mine])
    return {"boards": boards, "chosen": {"one turn": 0, "two turns": actions.index(deep)}}


def main() -> None:
    """Print the mean costs."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--decisions", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        (place / "cases.json").write_text(json.dumps(cases(given.decisions, given.seed)))
        names = {"CASES": str(place / "cases.json"), "COSTS": str(place / "costs.json")}
        script = JUDGE
        for word, name in names.items():
            script = script.replace(word, name)
        (place / "judge.py").write_text(script)
        command = [GNUBG, "-t", "-q", "-r", "-p", str(place / "judge.py")]
        subprocess.run(command, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        costs = json.loads((place / "costs.json").read_text())
    for name in costs[0]:
        own = [1000 * each[name] for each in costs]
        mean = sum(own) / len(own)
        error = sqrt(sum((each - mean) ** 2 for each in own) / (len(own) - 1) / len(own))
        print(
            f"{name}: {mean:.2f} ± {1.96 * error:.2f} thousandths of a point, {len(own)} decisions"
        )


if __name__ == "__main__":
    main()
