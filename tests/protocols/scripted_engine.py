"""A program that speaks UCI: it answers 1.e4 by e5, and ends at its second move.

It sees one pawn moved, whether it is told the move or, as no earlier position can recur, the board.
"""

from __future__ import annotations

import sys


def main() -> None:
    """Answer until the end of the input."""
    position = ""
    for line in sys.stdin:
        if line.startswith("uci"):
            say("option name UCI_Elo type spin\nuciok")
        elif line.startswith("isready"):
            say("readyok")
        elif line.startswith("position"):
            position = line
        elif line.startswith("go"):
            if "/4P3/8/PPPP1PPP/RNBQKBNR b" not in position:
                sys.exit(f"lost the thread at {position.strip()}")
            say("bestmove e7e5")


def say(words: str) -> None:
    """Write lines at once."""
    sys.stdout.write(words + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
