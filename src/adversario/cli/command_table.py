"""The commands: the groups of the help in which they are listed, their modules, and examples."""

from __future__ import annotations

from typing import Any

GROUPS: dict[str, tuple[str, ...]] = {
    "learn": ("serve", "play", "exercise", "grade", "pacman", "games"),
    "search": (
        "search",
        "analyse",
        "rollout",
        "review",
        "trace",
        "draw",
        "compare",
        "map",
        "repertoire",
    ),
    "solve": (
        "solve",
        "verify",
        "nimber",
        "matrix",
        "equilibrium",
        "mdp",
        "book",
        "tablebase",
        "holdem",
    ),
    "measure": ("match", "engine", "count", "perft", "bench"),
    "build": ("check", "doctor", "train"),
}
"""The commands by the group of the help in which they are listed; the order is that of the help."""

NESTED: dict[str, tuple[str, ...]] = {
    "engine": ("uci", "gtp"),
    "tablebase": ("build", "verify", "probe", "info"),
    "holdem": ("rank", "equity", "push", "solve"),
}
"""The commands that follow another word, by that word."""

MODULES = {"perft": "count", "check": "games", "verify": "solve"}
"""The modules of commands that are not in a module of their own name.

The commands below a word are in the module of that word, and modules in the folder of their group.
"""

EXAMPLES: dict[str, tuple[str, ...]] = {
    "": (
        "adversario serve",
        "adversario play tictactoe",
        'adversario search "A(B(3, 12, 8), C(2, 4, 6))"',
        "adversario solve connect4",
        "adversario check my_game.py",
    ),
    "serve": (
        "adversario serve",
        "adversario serve my_game.py",
        "adversario serve --port 8080 --no-browser",
    ),
    "play": (
        "adversario play",
        "adversario play connect4 --level 3",
        "adversario play othello --as 2 --save game.json",
    ),
    "exercise": (
        "adversario exercise alphabeta --seed 7",
        "adversario exercise alphabeta --seed 7 --key",
        "adversario exercise minimax --count 4 -f tikz -o exam.tex",
    ),
    "grade": (
        "adversario grade students --output reports",
        "adversario grade mine.py --assignment assignment.toml",
    ),
    "pacman": (
        "adversario pacman",
        "adversario pacman tiny --watch expectimax --ghosts random",
    ),
    "games": ("adversario games", "adversario games --json"),
    "search": (
        'adversario search "A(B(3, 12, 8), C(2, 4, 6))"',
        "adversario search tictactoe X.O/.X./... -a minimax",
        "adversario search connect4 --depth 8",
        "adversario search kalah -a mcts --nodes 2000 --seed 1",
    ),
    "review": (
        "adversario review game.pgn",
        "adversario review games.pgn --nodes 200000 --save reviewed.pgn",
        "adversario review match.mat --turns 2",
    ),
    "analyse": (
        "adversario analyse connect4 44 --time 2",
        "adversario analyse othello --depth 6 --lines 3",
        "adversario analyse backgammon 31 --turns 2",
    ),
    "rollout": (
        "adversario rollout pig:target=20",
        "adversario rollout backgammon 31 --trials 360 --lines 3",
    ),
    "trace": (
        'adversario trace "A(B(3, 12), C(2, 4))"',
        'adversario trace "A(B(3, 12), C(2, 4))" -a minimax',
    ),
    "draw": (
        'adversario draw "A(B(3, 12), C(2, 4))" -a alphabeta',
        "adversario draw tictactoe X.O/OXX/.O. -d 2 -o tree.svg",
    ),
    "compare": (
        'adversario compare "A(B(3, 12), C(2, 4))"',
        "adversario compare tictactoe --depth 4 --algorithms minimax,alphabeta",
    ),
    "map": ("adversario map tictactoe --for X --output x.svg",),
    "solve": (
        "adversario solve connect4",
        "adversario solve nim:heaps=3-4-5",
        "adversario solve tictactoe --certificate proof.json",
    ),
    "verify": ("adversario verify proof.json",),
    "nimber": ("adversario nimber nim 3-4-5", "adversario nimber kayles --values 40"),
    "matrix": ('adversario matrix "0 -1 1; 1 0 -1; -1 1 0"',),
    "equilibrium": (
        "adversario equilibrium kuhn",
        'adversario equilibrium "(H -> @x(H -> 1, T -> -1), T -> @x(-1, 1))"',
        "adversario equilibrium leduc --exploitability 0.001 --save leduc.json",
        "adversario equilibrium goofspiel:cards=4 --algorithm rounds",
    ),
    "mdp": ("adversario mdp gridworld", "adversario mdp gridworld --living-reward -2"),
    "repertoire": (
        "adversario repertoire othello --positions 20 --nodes 20000 --save othello.json",
    ),
    "book": ("adversario book connect4 --plies 4 --save connect4.book",),
    "match": (
        "adversario match alphabeta:depth=2 random -g tictactoe -n 20",
        "adversario match level:5 level:4 -g othello --save match.jsonl",
    ),
    "count": ("adversario count tictactoe", "adversario count othello --estimate"),
    "perft": ("adversario perft connect4 5", "adversario perft othello 4 --divide"),
    "bench": ("adversario bench",),
    "check": ("adversario check my_game.py", "adversario check kalah --playouts 20"),
    "doctor": ("adversario doctor my_game.py", "adversario doctor othello"),
    "train": ("adversario train twenty48 --games 200 --save weights.json",),
    "tablebase": ("adversario tablebase build endings --pieces 3 --folder tables",),
    "tablebase build": ("adversario tablebase build endings --pieces 3 --folder tables",),
    "tablebase verify": ("adversario tablebase verify endings --folder tables",),
    "tablebase probe": ('adversario tablebase probe endings "POSITION" --folder tables',),
    "engine": ("adversario engine uci",),
    "engine gtp": ("adversario engine gtp", "adversario engine gtp --game hex --simulations 20000"),
    "engine uci": ("adversario engine uci",),
    "holdem": ("adversario holdem equity AhAs KK",),
    "holdem rank": ("adversario holdem rank AhKhQhJhTh",),
    "holdem equity": ("adversario holdem equity AhAs KK",),
    "holdem push": ("adversario holdem push 10",),
    "holdem solve": (
        "adversario holdem solve Kc9d4c2h7s KsKh,6h5h AsAd --pot 1 --stack 1 --bets 1",
    ),
    "tablebase info": ("adversario tablebase info --folder tables",),
}
"""What to type, at the end of each command's help."""


def command_names() -> list[str]:
    """The commands that can be run, such as `search` or `tablebase build`."""
    found: list[str] = []
    for name in (each for names in GROUPS.values() for each in names):
        found += [f"{name} {last}" for last in NESTED[name]] if name in NESTED else [name]
    return found


def command_function(name: str) -> Any:
    """The function of a command, such as `search` or `tablebase build`; its module is loaded now.

    Most modules take a while to load, so a command loads its own only.
    """
    from importlib import import_module  # noqa: PLC0415 (only a command needs it)

    word, _, last = name.partition(" ")
    file = MODULES.get(word, word)
    folder = next(group for group, names in GROUPS.items() if file in names)
    module = import_module(f"adversario.cli.commands.{folder}.{file}")
    return getattr(module, f"{last or word}_command")
