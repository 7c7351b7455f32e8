"""2048 played by native expectimax: `adversario_2048.py SLIDES GAMES [TILE]`.

Searches so many slides deep, in games with the seeds from 0 on. Counts the slides; with a tile, the
games that reach it, which are then played on all cores.
"""

from __future__ import annotations

import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter

from adversario.games.alone.twenty48 import State, Twenty48
from adversario.native.engines.selfplay import SelfPlayedGame, native_selfplay

game = Twenty48()
slides, games, tile = int(sys.argv[1]), int(sys.argv[2]), int((sys.argv[3:] or ["0"])[0])
table_mib = 0 if slides < 3 else 1


def play(first: int, many: int) -> list[SelfPlayedGame[State]]:
    """So many games, from that seed on."""
    depth = 2 * slides - 1
    return list(native_selfplay(game, depth=depth, games=many, seed=first, table_mib=table_mib))


def highest(played: SelfPlayedGame[State]) -> int:
    """The largest tile at the end."""
    return 1 << max(max(row) for row in game.rows(played.state))


play(0, 1)  # compiled before the clock starts
if tile:
    started, workers = perf_counter(), os.cpu_count() or 1
    firsts = [games * worker // workers for worker in range(workers + 1)]
    with ThreadPoolExecutor(workers) as pool:
        parts = pool.map(lambda a, b: play(a, b - a), firsts[:-1], firsts[1:])
        count = sum(highest(each) >= tile for part in parts for each in part)
    seconds = perf_counter() - started
else:
    played = play(0, games)
    count, seconds = sum(p.decisions for p in played), sum(p.seconds for p in played)
print(json.dumps({"count": count, "repeats": 1, "seconds": seconds}))
