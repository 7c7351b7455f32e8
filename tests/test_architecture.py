"""The package's shape: imports point one way, the public names are there, importing is light."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

from importlinter.cli import lint_imports

import adversario

ROOT = Path(__file__).parent.parent

OF_ONE_GAME = {
    "cli/commands/learn/pacman.py": "a maze played with the arrow keys, in real time",
    "cli/shared/match_review.py": "matches of backgammon in .mat",
    "cli/shared/saved_game.py": "games of backgammon are saved in .mat too",
    "protocols/gtp/boards.py": "GTP is about Go and Hex",
    "protocols/gtp/client.py": "GTP is about Go and Hex",
    "protocols/gtp/engine.py": "GTP is about Go and Hex",
    "protocols/gtp/record.py": "GTP is about Go and Hex",
    "protocols/uci/client.py": "UCI, the protocol of chess engines",
    "protocols/xboard/client.py": "the protocol of xboard, about chess",
    "protocols/uci/engine.py": "UCI",
    "protocols/uci/info.py": "UCI",
    "protocols/uci/request.py": "UCI",
    "records/epd.py": "EPD, positions of chess with operations",
    "records/mat/match.py": "matches of backgammon",
    "records/mat/read.py": "matches of backgammon",
    "records/mat/write.py": "matches of backgammon",
    "records/pgn/game.py": "PGN, the notation of chess games",
    "records/pgn/read.py": "PGN",
    "records/pgn/write.py": "PGN",
    "records/pdn.py": "the notation of draughts",
    "records/sgf/go.py": "games of Go in SGF",
}
"""The modules outside of `games` that are about one game, and why."""


def test_imports_point_one_way() -> None:
    assert lint_imports(config_filename=str(ROOT / "pyproject.toml"), is_debug_mode=False) == 0


def test_what_is_public_is_there_and_documented() -> None:
    assert sorted(adversario.__all__) == sorted(set(adversario.__all__))
    for name in adversario.__all__:
        thing = getattr(adversario, name)
        assert not callable(thing) or thing.__doc__, name


def test_importing_is_light() -> None:
    heavy = {"numba", "numpy", "typer", "rich"}
    code = (
        "import sys, adversario; loaded = set(sys.modules); "
        f"print(len([name for name in loaded if name.startswith('adversario')]), "
        f"*sorted({heavy!r} & loaded))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    own, *others = done.stdout.split()
    assert others == []
    assert int(own) <= 5


def test_the_app_in_a_browser_needs_neither_numba_nor_numpy() -> None:
    code = (
        "import sys; sys.modules['numpy'] = sys.modules['numba'] = None; "
        "import adversario.web.embedded, adversario.web.handlers.analysis"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)


def names_of(init: Path) -> set[str]:
    """What an `__init__` defines, imports from elsewhere or offers, lazily or not."""
    package = ".".join(init.parent.relative_to(ROOT / "src").parts)
    names: set[str] = set()
    for node in ast.walk(ast.parse(init.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module != package:
            names |= {alias.asname or alias.name for alias in node.names}
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            names.add(node.value)  # what is in `__all__`, or asked for by a string
    return names


def modules_of(package: Path) -> set[str]:
    """The modules and packages right inside a package."""
    files = {path.stem for path in package.glob("*.py")} - {"__init__"}
    return files | {path.parent.name for path in package.glob("*/__init__.py")}


def test_no_package_hides_its_own_modules() -> None:
    """`package.name` is a module or something else, whatever was imported before."""
    inits = list((ROOT / "src" / "adversario").rglob("__init__.py"))
    assert len(inits) > 20
    for init in inits:
        assert not names_of(init) & modules_of(init.parent), init


def test_modules_stay_small() -> None:
    for path in (ROOT / "src").rglob("*.py"):
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 500, path


def repository_files() -> list[Path]:
    """The text files of the repository, without what is built or installed."""
    folders = ("src", "tests", "benchmarks", "docs", "examples", "frontend", ".ci")
    built = {"node_modules", ".node", ".chromium", "static", "artefacts", "__pycache__"}
    suffixes = {"", ".py", ".md", ".toml", ".json", ".ts", ".tsx", ".js", ".css", ".html", ".c"}
    found = [path for folder in folders for path in (ROOT / folder).rglob("*")]
    found += [path for path in ROOT.iterdir() if not path.name.startswith(".")]
    return [
        path
        for path in found
        if path.is_file() and path.suffix in suffixes and not built & set(path.parts)
    ]


def test_nothing_is_read_from_outside_the_repository() -> None:
    outside = "shared"  # a folder beside the checkout of its first authors
    path = re.compile(rf"\.\./{outside}\b|/ \"{outside}\"")
    files = repository_files()
    assert len(files) > 500
    for file in files:
        assert not path.search(file.read_text(encoding="utf-8")), file


def test_only_games_know_games() -> None:
    common = ("options", "registry", "user_games", "weights", "drawing")
    shared = tuple(f"adversario.games.{module}" for module in common)
    package = ROOT / "src" / "adversario"
    about_one = set()
    for path in package.rglob("*.py"):
        if not path.is_relative_to(package / "games"):
            source = path.read_text(encoding="utf-8")
            named = re.findall(r"^\s*from (adversario\.games\.\S+) import", source, re.MULTILINE)
            if any(not name.startswith(shared) for name in named):
                about_one.add(path.relative_to(package).as_posix())
    assert about_one == OF_ONE_GAME.keys()


def test_messages_are_named_by_the_room_that_says_them() -> None:
    interfaces = {"cli", "web"}
    for path in (ROOT / "src" / "adversario").rglob("*.py"):
        room = path.relative_to(ROOT / "src" / "adversario").parts[0]
        named = set(re.findall(r'"(cli|web)\.[a-z_]+', path.read_text(encoding="utf-8")))
        allowed = {room} & interfaces
        assert named <= allowed, path
