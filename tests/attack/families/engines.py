"""Programs that play: external engines that misbehave, and our own given lines made at random."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from random import Random

from adversario.protocols.gtp import client as gtp
from adversario.protocols.uci import client as uci
from adversario.protocols.xboard import client as xboard
from tests.attack.child import Limits
from tests.attack.families.files import Samples
from tests.attack.mutate.damage import NUMBERS
from tests.attack.outcome import OK, Kind
from tests.attack.workplace import Case, Workplace, as_program

PATIENCE = 0.5
"""Seconds that an engine has for an answer here, instead of half a minute."""

LIMITS = Limits(cpu=30, wall=300.0)
GAMES = {"uci": "chess", "xboard": "chess", "gtp": "go:size=5"}
GOOD = {
    "uci": {"uci": "id name X\nuciok", "isready": "readyok", "go": "bestmove e2e4"},
    "xboard": {"protover": "feature setboard=1 usermove=1 done=1", "go": "move e2e4"},
    "gtp": {"": "= \n", "genmove": "= A1\n"},
}
"""What a program answers that does as it is told, by the start of the line."""

ODD = (
    "", " ", "=", "?", "= ", "=\n", "? no\n", "= resign\n", "= pass\n", "= Z99\n", "= \ud800\n",
    "=1 A1\n", "bestmove", "bestmove (none)", "bestmove 0000", "bestmove e2e5", "bestmove e7e8q",
    "bestmove \x1b[2J", "bestmove " + "x" * 300, "bestmove e2e4 ponder", "move", "move e2e5",
    "resign", "1-0", "1/2-1/2", "Illegal move: e2e4", "feature", 'feature done=0', "readyok",
    "uciok", "option name", "option", "info depth " + "9" * 5000, "\0", "x" * 200_000, "-", "é",
)  # fmt: skip
DEEDS = (
    "sys.exit(0)", "sys.exit(3)", "os.abort()", "time.sleep(60)", "raise ValueError('x')",
    "os.close(1)", "os.close(0)", "say('x' * 10**6)", "[say('x') for _ in range(10**5)]",
    "sys.stdout.buffer.write(b'\\xff\\xfe\\x00\\n')", "os.write(1, b'best')",
    "os.kill(os.getpid(), 9)", "say('\\n' * 1000)",
)  # fmt: skip

LINES = {
    "uci": (
        "uci", "position startpos", "position startpos moves e2e4 e7e5", "go depth 1",
        "go nodes 50", "go movetime 20", "go infinite", "stop", "go wtime 50 btime 50", "ponderhit",
        "setoption name Hash value 1", "setoption name MultiPV value 3", "ucinewgame", "d",
        "position fen 4k3/8/8/8/8/8/4R3/4K3 b - - 7 40", "setoption name UCI_Chess960 value true",
        "go depth 1 searchmoves e2e4", "go mate 1", "debug on",
    ),
    "gtp": (
        "boardsize 5", "clear_board", "komi 6.5", "play b A1", "play w pass", "genmove b",
        "genmove w", "undo", "fixed_handicap 2", "final_score", "final_status_list dead",
        "time_settings 1 1 1", "time_left b 1 1", "showboard", "loadsgf x.sgf", "loadsgf /dev/null",
        "7 name", "known_command play", "set_free_handicap A1 B2", "reg_genmove b",
    ),
}  # fmt: skip
"""Lines that our engines know."""

SHOWN = tuple(each for each in NUMBERS if b"nan" not in each.lower())
"""Numbers as words; an answer that repeats \"nan\" would look like one that computed it."""


def make_case(samples: Samples, index: int, random: Random) -> Case:
    """Case `index`: a program that misbehaves, and lines to ours, in turn."""
    return _foreign(random) if index % 2 else _own(random)


def _foreign(random: Random) -> Case:
    protocol = random.choice(sorted(GOOD))
    code, title = _program(protocol, random)
    player = f"{protocol}:{shlex.quote(sys.executable)} -S engine.py"
    other = ("match", player, "random", "-g", GAMES[protocol], "-n", "2", "--plies", "4",
             "--openings", "0", "--workers", "1")  # fmt: skip
    play = ("play", GAMES[protocol], "-a", player, "--as", "2", "--no-review")
    arguments = random.choice((other, play))

    def perform(work: Workplace) -> None:
        work.write("engine.py", code)
        work.run(
            lambda: _impatient(*arguments, "--lang", "en"), limits=LIMITS, starts_processes=True,
        )  # fmt: skip

    return Case("engines", f"{arguments[0]}, {protocol}: {title}", perform)


def _program(protocol: str, random: Random) -> tuple[str, str]:
    """A program that behaves at first, and what it does then."""
    answers = dict(GOOD[protocol])
    turn, deed = random.choice((0, 0, 1, 2, 3, 5)), random.choice(DEEDS)
    title = deed
    if random.random() < 0.6:
        word, odd = random.choice(sorted(answers)), random.choice(ODD)
        answers[word], deed, title = odd, "pass", f"{word}: {odd[:40]!a}"
    code = (
        "import os, sys, time\n"
        "def say(text): sys.stdout.buffer.write(text.encode('utf-8', 'surrogatepass') + b'\\n'); "
        "sys.stdout.flush()\n"
        f"for turn, line in enumerate(sys.stdin):\n    if turn == {turn}: {deed}\n"
        f"    found = [v for k, v in {sorted(answers.items())!a} if k and line.startswith(k)]\n"
        f"    if found or {protocol == 'gtp'}: say((found or [{answers.get('', '')!a}])[0])\n"
    )
    return code, title


def _own(random: Random) -> Case:
    protocol = random.choice(sorted(LINES))
    lines = [_line(protocol, random) for _ in range(12)]
    options = ("--game", random.choice(("go", "hex")), "-n", "5", "--engine", "python")
    arguments = ("engine", protocol, *(options if protocol == "gtp" else ()))

    def perform(work: Workplace) -> None:
        text = "\n".join(lines).encode("utf-8", "surrogateescape")
        done = work.adversario(*arguments, "--lang", "en", stdin=text, limits=LIMITS)
        asked = [line for line in lines if line.strip(" 0123456789")]  # a number is no command
        if protocol == "gtp" and done.code == OK and "quit" not in text.decode("utf-8", "replace"):
            answers = sum(line[:1] in ("=", "?") for line in done.out.split("\n"))
            if answers < len(asked):
                work.report(Kind.PROTOCOL, f"{answers} answers to {len(asked)} commands")

    return Case("engines", f"engine {protocol}", perform)


def _line(protocol: str, random: Random) -> str:
    """A line that our engine knows, with one word changed; limits are kept, as they cost time."""
    words = random.choice(LINES[protocol]).split(" ")
    change: Callable[[str], str] = random.choice(
        (
            lambda _: random.choice(SHOWN).decode("utf-8"),
            lambda _: random.choice(("", "x", "-1", "é", "\x1b[2J", "a" * 300, "\udcff")),
            lambda word: word.upper(),
            lambda word: word,
            lambda word: word,
        )
    )
    at = 0 if words[0] == "go" else random.randrange(len(words))
    words[at] = change(words[at])
    return " ".join(words)


def _impatient(*arguments: str) -> None:
    for module in (gtp, uci, xboard):
        module.PATIENCE = PATIENCE  # type: ignore[attr-defined]
    as_program(*arguments)
