"""What is measured, by whom, and which figures are wanted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Contestant:
    """Who runs, and how.

    `script` is a file of `contestants/`, in Python or in C. It prints, as its last line, a JSON
    object: `count`, what one run came to (nodes, simulations, ...), `repeats`, how many runs were
    timed, and `seconds`, what they took together. `needs` names a peer that it cannot run without.
    """

    name: str
    script: str
    arguments: tuple[str, ...] = ()
    needs: str | None = None

    @property
    def words(self) -> str:
        """The script and its arguments."""
        return " ".join([self.script, *self.arguments])


@dataclass(frozen=True, slots=True)
class Contest:
    """Contestants who do the same, ours first; `of` says what, where a task has several contests.

    - `wanted`: by the name of another contestant, how many times as fast ours has to be.
    - `same_count`: all have to come to the same count. If they do not, they did not do the same
      work and the benchmark is wrong.
    - `at_most`: the seconds that ours may take.
    """

    contestants: tuple[Contestant, ...]
    of: str = ""
    wanted: tuple[tuple[str, float], ...] = ()
    same_count: bool = False
    at_most: float | None = None


@dataclass(frozen=True, slots=True)
class Task:
    """A table of the report. `counted` is what the counts are of; "seconds" if only time counts."""

    name: str
    title: str
    counted: str
    contests: tuple[Contest, ...]

    @property
    def contestants(self) -> list[Contestant]:
        """Those of all contests."""
        return [each for contest in self.contests for each in contest.contestants]


DEPTH, C_DEPTH = "11", "13"
"""Plies of alpha-beta in Connect Four: a few seconds to the slowest, and deep enough beside C for
what it costs to call the search from Python not to matter."""

PERFT_DEPTH = "9"
OTHELLO_DEPTH = "10"
FFO = ("40", "41", "42", "43", "44")
THREADS_SECONDS = "3"
SWEEPS = "50"
THREADS_DEPTH = "20"
LEDUC_GAP, LIARS_DICE_GAP = "0.013415995", "0.270184928"
"""The exploitability of OpenSpiel's CFR+ after 100 and after 5 iterations."""


def all_tasks(games: Sequence[str]) -> tuple[Task, ...]:
    """Every task; `games` are those that are registered, by name."""
    return (
        Task("tictactoe", "Tic-tac-toe, alpha-beta, interpreted", "nodes", (_tictactoe(),)),
        Task("connect4", "Connect Four, alpha-beta, no table, no enhancements", "nodes",
             (_connect4(), _connect4_in_c())),
        Task("mcts", "Monte Carlo tree search with random rollouts", "simulations",
             (_mcts("connect4", "connect_four", "100000"),
              _mcts("tictactoe", "tic_tac_toe", "300000"))),
        Task("go", "Monte Carlo tree search with light rollouts, Go", "simulations",
             (_mcts("go", "go(board_size=9)", "20000", wanted=7),
              _mcts("go:size=19", "go(board_size=19)", "4000", wanted=7))),
        Task("cfr", "CFR+ over a tree with information sets", "iterations",
             (_cfr("leduc", "leduc_poker", "1000", LEDUC_GAP, wanted=40),
              _cfr("liars-dice", "liars_dice", "20", LIARS_DICE_GAP, wanted=25))),
        Task("tree",
             "The tree of liar's dice with its information sets, 294,883 histories, CPU time",
             "seconds",
             (Contest((Contestant("adversario native", "adversario_tree.py",
                                  ("liars-dice", "294883")),),
                      at_most=294_883 / 5e6),)),
        Task("ismcts", "Information set Monte Carlo tree search with random rollouts",
             "simulations",
             (_ismcts("kuhn", "kuhn_poker", "1000000"), _ismcts("leduc", "leduc_poker", "300000"),
              _ismcts("hearts", "hearts(pass_cards=false)", "10000"))),
        Task("river", "A river of hold'em, 1081 hands against 1081, 1000 iterations", "seconds",
             (Contest((Contestant("adversario native", "adversario_river.py", ("1000",)),),
                      at_most=1),)),
        Task("perft", f"Connect Four, perft to depth {PERFT_DEPTH}", "sequences", (_perft(),)),
        Task("solve", "Connect Four solved exactly, random positions", "positions",
             tuple(_solved(name) for name in ("end", "middle", "begin"))),
        Task("othello", f"Othello, perft to depth {OTHELLO_DEPTH}", "sequences", (_othello(),)),
        Task("endgames", "Othello endgames solved exactly", "nodes",
             tuple(_endgame(number) for number in FFO)),
        Task("endgames-time", "Othello endgames solved exactly, together", "seconds",
             (Contest((_solver("FFO 40 to 44", *FFO),), at_most=60),)),
        Task("pacman", "Pac-Man with two ghosts, depth 4: four moves of everybody", "decisions",
             (_pacman("minimax"), _pacman("expectimax"))),
        Task("2048", "2048 by expectimax", "slides",
             (_slides("2", "100"), _slides("3", "10"))),
        Task("2048-reached", "2048 by expectimax: games of 100 that reach a tile", "games",
             tuple(_reached(slides, tile) for slides in ("2", "3") for tile in ("2048", "4096"))),
        Task("mdp", "Value iteration on a grid of a million cells", "states × sweeps", (_mdp(),)),
        Task("engines", "Native against interpreted: perft to equal depth", "sequences",
             tuple(_engines(game) for game in games)),
        Task("threads", "Connect Four, enhanced native alpha-beta on two cores", "nodes",
             (_threads(f"nodes in {THREADS_SECONDS} s", "time", THREADS_SECONDS, 1.6),)),
        Task("threads-depth", f"Connect Four, enhanced native alpha-beta to depth {THREADS_DEPTH}",
             "searches", (_threads("time to depth", "depth", THREADS_DEPTH, 1.0),)),
        Task("start", "Start-up", "seconds", _start()),
    )  # fmt: skip


def _tictactoe() -> Contest:
    return Contest(
        (
            Contestant("adversario", "adversario_tictactoe.py"),
            Contestant("easyAI", "easyai_tictactoe.py", needs="easyAI"),
        ),
        wanted=(("easyAI", 1.0),),
    )


def _connect4() -> Contest:
    peer, twin = "OpenSpiel, Python search of C++ rules", "adversario interpreted"
    return Contest(
        (
            Contestant("adversario native", "adversario_connect4.py", ("native", DEPTH, "20")),
            Contestant(peer, "openspiel_connect4.py", (DEPTH,), needs="open_spiel"),
            Contestant(twin, "adversario_connect4.py", ("python", DEPTH, "1")),
        ),
        of=f"depth {DEPTH}",
        wanted=((peer, 120), (twin, 50)),
        same_count=True,
    )


def _connect4_in_c() -> Contest:
    return Contest(
        (
            Contestant("adversario native", "adversario_connect4.py", ("native", C_DEPTH, "5")),
            Contestant("C twin", "connect4_twin.c", (C_DEPTH, "5")),
        ),
        of=f"depth {C_DEPTH}",
        wanted=(("C twin", 0.7),),
        same_count=True,
    )


def _mcts(game: str, theirs: str, simulations: str, wanted: float = 8) -> Contest:
    """The figure wanted is one thread's, as the peer has one; that of two is told beside it."""
    peer = "OpenSpiel, C++ MCTSBot"

    def run_on(threads: str, name: str) -> Contestant:
        return Contestant(name, "adversario_mcts.py", (game, simulations, "5", threads))

    return Contest(
        (
            run_on("1", "adversario native"),
            Contestant(peer, "openspiel_mcts.py", (theirs, simulations, "5"), needs="open_spiel"),
            run_on("2", "adversario native, 2 threads"),
        ),
        of=game,
        wanted=((peer, wanted),),
        same_count=True,
    )


def _cfr(game: str, theirs: str, iterations: str, gap: str, wanted: float) -> Contest:
    """Both have to be as exploitable as `gap` on the way, or fail."""
    peer = "OpenSpiel, C++ CFRPlusSolver"
    return Contest(
        (
            Contestant("adversario native", "adversario_cfr.py", (game, iterations, gap)),
            Contestant(peer, "openspiel_cfr.py", (theirs, iterations, gap), needs="open_spiel"),
        ),
        of=game,
        wanted=((peer, wanted),),
        same_count=True,
    )


def _ismcts(game: str, theirs: str, simulations: str) -> Contest:
    peer = "OpenSpiel, C++ ISMCTSBot"
    return Contest(
        (
            Contestant("adversario native", "adversario_ismcts.py", (game, simulations, "3")),
            Contestant(peer, "openspiel_ismcts.py", (theirs, simulations, "3"), needs="open_spiel"),
        ),
        of=game,
        wanted=((peer, 3),),
        same_count=True,
    )


def _perft() -> Contest:
    ours = ("connect4", "native", PERFT_DEPTH, "1")
    return Contest(
        (
            Contestant("adversario native", "adversario_perft.py", ours),
            Contestant("C twin", "connect4_perft.c", (PERFT_DEPTH,)),
        ),
        wanted=(("C twin", 0.6),),
        same_count=True,
    )


def _solved(name: str) -> Contest:
    peer = "BitBully, C++"
    return Contest(
        (
            Contestant("adversario native", "adversario_solve.py", (name,)),
            Contestant(peer, "bitbully_solve.py", (name,), needs="bitbully"),
        ),
        of=name,
        wanted=((peer, 1.0),),
        same_count=True,
    )


def _othello() -> Contest:
    ours = ("othello", "native", OTHELLO_DEPTH, "1")
    return Contest(
        (
            Contestant("adversario native", "adversario_perft.py", ours),
            Contestant("C twin", "othello_perft.c", (OTHELLO_DEPTH,)),
        ),
        wanted=(("C twin", 0.6),),
        same_count=True,
    )


def _endgame(number: str) -> Contest:
    return Contest((_solver("adversario native", number),), of=f"FFO {number}")


def _solver(name: str, *numbers: str) -> Contestant:
    return Contestant(name, "adversario_endgames.py", numbers)


def _pacman(kind: str) -> Contest:
    plain = "plain Python"
    return Contest(
        (
            Contestant("adversario native", "adversario_pacman.py", (kind, "native", "20")),
            Contestant(plain, "plain_pacman.py", (kind,)),
            Contestant("adversario interpreted", "adversario_pacman.py", (kind, "python", "1")),
        ),
        of=kind,
        wanted=((plain, 50),),
        same_count=True,
    )


def _slides(depth: str, games: str) -> Contest:
    return Contest(
        (
            Contestant("adversario native", "adversario_2048.py", (depth, games)),
            Contestant("C twin", "twenty48_twin.c", (depth, games)),
        ),
        of=f"{depth} slides deep",
        wanted=(("C twin", 0.5),),
        same_count=True,
    )


def _reached(depth: str, tile: str) -> Contest:
    ours = Contestant("adversario native", "adversario_2048.py", (depth, "100", tile))
    return Contest((ours,), of=f"{tile}, {depth} slides deep")


def _mdp() -> Contest:
    def run_by(way: str) -> Contestant:
        return Contestant(f"NumPy, {way}", "numpy_mdp.py", (SWEEPS, way))

    contestants = (
        Contestant("adversario native, 2 threads", "adversario_mdp.py", (SWEEPS, "2")),
        Contestant("adversario native, 1 thread", "adversario_mdp.py", (SWEEPS, "1")),
        run_by("shifted"),
        run_by("indexed"),
    )
    wanted = (("NumPy, shifted", 10.0), ("NumPy, indexed", 10.0))
    return Contest(contestants, wanted=wanted, same_count=True)


def _engines(game: str) -> Contest:
    def run_by(engine: str, repeats: str) -> Contestant:
        named = {"native": "native", "python": "interpreted"}[engine]
        return Contestant(named, "adversario_perft.py", (game, engine, "0", repeats))

    contestants = run_by("native", "20"), run_by("python", "1")
    return Contest(contestants, of=game, wanted=(("interpreted", 50),), same_count=True)


def _threads(of: str, kind: str, amount: str, wanted: float) -> Contest:
    def run_by(threads: str, name: str) -> Contestant:
        return Contestant(name, "adversario_threads.py", (threads, kind, amount))

    contestants = run_by("2", "2 threads"), run_by("1", "1 thread")
    return Contest(contestants, of=of, wanted=(("1 thread", wanted),))


def _start() -> tuple[Contest, ...]:
    first = Contestant("first use, imports and compiling", "start_connect4.py", ("first",))
    later = Contestant("later use, beyond the imports", "start_connect4.py", ("later",))
    imported = Contestant("import adversario", "import_adversario.py")
    return (
        Contest((first,), at_most=8),
        Contest((later,), at_most=1),
        Contest((imported,), at_most=0.3),
    )
