"""Five walks through the package: the functions that a task calls, in order of first call.

    python benchmarks/walks.py              prints the lists and the counts
    python benchmarks/walks.py --write      puts them into docs/architecture.md

A walk is profiled in this process after everything is imported and compiled, so it shows what a
task costs to follow, not what it costs to start. Comprehensions and lambdas belong to the function
that contains them; compiled kernels are not seen, only the functions that call them. Two kinds of
furniture are one step each, however many functions of it are called (`FURNITURE`): reading and
writing the declared memory of kernels, and rendering a text of the catalogue.
"""

from __future__ import annotations

import importlib
import inspect
import io
import pkgutil
import sys
import threading
import warnings
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout, suppress
from functools import cache
from itertools import groupby
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple

import adversario

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = Path(adversario.__file__).resolve().parent
PAGE = ROOT / "docs" / "architecture.md"
FURNITURE = {
    "native/kernels/layout/block.py": "fields of Block",
    "base/catalogue.py": "a text of the catalogue",
}
"""Files whose functions are one step, with its name."""

BEGIN, END = "<!-- walks: begin -->", "<!-- walks: end -->"


class Step(NamedTuple):
    """A function, by its file in the package and its name; or furniture, by its file."""

    file: str
    function: str


class Walk(NamedTuple):
    """A task and what it is called; `warm` runs it once before, so that it is compiled."""

    title: str
    run: Callable[[], object]
    warm: bool


def solve() -> None:
    """`adversario solve connect4 4444442`."""
    command(["solve", "connect4", "4444442"])


def play() -> None:
    """`adversario play connect4`, one move each."""
    command(["play", "connect4", "--time", "2", "--no-review"], "4\nquit\n")


def browser() -> str:
    """The worker's part of a request to analyse a position, from its JSON to the reply's."""
    from adversario.web.handlers import JOBS, Context, OfferedGames
    from adversario.web.protocol import EXCHANGES
    from adversario.web.wire import dump, read, write

    replies: list[str] = []
    context = Context(
        OfferedGames({}), "en", lambda value: replies.append(dump(write(value))), True
    )
    request = {"game": "connect4", "moves": ["4"], "depth": 4}
    value = JOBS["analyse"](context, read(EXCHANGES["analyse"].request, request))
    return dump(write(value))


def record_and_draw() -> str:
    """`record(...)` and `text_tree`."""
    _, trace = adversario.record(game("tictactoe"), limit=adversario.Limit(depth=2))
    return adversario.text_tree(adversario.search_tree(trace))


def native_search() -> object:
    """`search(game, limit=Limit(nodes=20_000), engine="native")`, of a game searched before."""
    limit = adversario.Limit(nodes=20_000)
    return adversario.search(game("connect4"), limit=limit, engine="native")


game = cache(adversario.make_game)
"""One object for each game, so that a second search finds it compiled."""


WALKS = (
    Walk("`adversario solve connect4 4444442`", solve, warm=False),
    Walk("`adversario play connect4`, one move each", play, warm=True),
    Walk("the browser asks for an analysis: the worker's part", browser, warm=True),
    Walk("`record(...)` and `text_tree`", record_and_draw, warm=True),
    Walk("`search(game)`, compiled", native_search, warm=True),
)


def command(arguments: list[str], typed: str = "") -> None:
    """Run the command line in this process; what it prints is dropped."""
    from adversario.cli import main

    real, sys.stdin = sys.stdin, io.StringIO(typed)
    try:
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()), suppress(SystemExit):
            main([*arguments, "--lang", "en"])
    finally:
        sys.stdin = real


def steps(run: Callable[[], object]) -> list[Step]:
    """The functions of the package that a task calls, each once, in order of first call."""
    found: dict[CodeType, None] = {}

    def profile(frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        if event == "call" and code not in found and is_function(code):
            found[code] = None

    threading.setprofile(profile)  # compiled searches run in threads of their own
    sys.setprofile(profile)
    try:
        run()
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    return list(dict.fromkeys(step_of(code) for code in found))


def is_function(code: CodeType) -> bool:
    """Whether it is a named function of the package, not a comprehension or a class body."""
    return (
        code.co_filename.startswith(str(PACKAGE))
        and not code.co_name.startswith("<")
        and bool(code.co_flags & inspect.CO_OPTIMIZED)
    )


def step_of(code: CodeType) -> Step:
    """The step of a function, its name without the functions around it."""
    file = Path(code.co_filename).relative_to(PACKAGE).as_posix()
    return Step(file, FURNITURE.get(file) or code.co_qualname.rpartition("<locals>.")[2])


def import_everything() -> None:
    """Import all modules, so that walks do not depend on what ran before."""
    for module in pkgutil.walk_packages([str(PACKAGE)], "adversario."):
        if not module.name.endswith(("__main__", ".worker")):
            with suppress(ImportError):
                importlib.import_module(module.name)
    for name in adversario.__all__:
        getattr(adversario, name)


def listing(walk: Walk) -> str:
    """A walk as Markdown: its counts, then file by file what is called there."""
    if walk.warm:
        walk.run()
    taken = steps(walk.run)
    compiling = [step for step in taken if step.file.startswith("native/compiler/")]
    others = [step for step in taken if step not in compiling]
    counts = f"{len(others)} functions in {files_of(others)} files"
    if compiling:
        counts += f", and {len(compiling)} in {files_of(compiling)} of the compiler"
    lines = [
        f"{number}. `{file}`: {', '.join(f'`{step.function}`' for step in group)}"
        for number, (file, group) in enumerate(groupby(taken, key=lambda step: step.file), start=1)
    ]
    return "\n".join([f"### {walk.title}", "", f"{counts}.", "", *lines])


def files_of(taken: list[Step]) -> int:
    """The number of files that the steps are in."""
    return len({step.file for step in taken})


def main() -> None:
    """Print the walks, or write them into the page."""
    import_everything()
    warnings.simplefilter("ignore")
    text = "\n\n".join(listing(walk) for walk in WALKS)
    if "--write" not in sys.argv[1:]:
        print(text)
        return
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{BEGIN}\n\n{text}\n\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
