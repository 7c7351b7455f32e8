"""What the documentation shows is what happens.

In *.md and docs/**/*.md every block of

- ```python with `>>>` runs as a doctest, one without as a script; all blocks of a file share one
  namespace, from the top down;
- ```console runs each `$ adversario ...` line through the command line in English unless it says
  `--lang`; the lines up to the next `$` are what it prints, errors included. A line `...` stands
  for any number of lines, and times are not compared. Files that commands write go to a temporary
  folder, in which `examples` is a copy of the repository's.

Pictures are compared with what the tool draws. Run this file to draw them anew.
"""

from __future__ import annotations

import doctest
import importlib
import io
import re
import shlex
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from adversario import parse_tree, record, search_tree, svg_tree
from adversario.algorithms.core.algorithm import ALGORITHMS
from adversario.cli import main
from adversario.cli.command_table import command_names
from adversario.cli.framework import load_command
from adversario.web.handlers.analysis import OTHERS

ROOT = Path(__file__).parent.parent
PICTURES = ROOT / "docs" / "pictures"
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
TWINS = {
    "README.md": "README.es.md",
    "docs/index.md": "docs/es/index.md",
    "docs/tutorial.md": "docs/es/tutorial.md",
    "docs/web.md": "docs/es/web.md",
    "docs/trees.md": "docs/es/trees.md",
    "docs/contract.md": "docs/es/contract.md",
    "docs/algorithms.md": "docs/es/algorithms.md",
    "docs/rules.md": "docs/es/rules.md",
    "docs/information.md": "docs/es/information.md",
    "docs/equilibria.md": "docs/es/equilibria.md",
    "docs/exercises.md": "docs/es/exercises.md",
    "docs/course.md": "docs/es/course.md",
    "docs/grading.md": "docs/es/grading.md",
    "docs/notebook.md": "docs/es/notebook.md",
    "docs/learning.md": "docs/es/learning.md",
}

FENCE = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
IMPORT = re.compile(r"^(?:>>> )?from (adversario[\w.]*) import", re.MULTILINE)
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^(#+) (.*)$", re.MULTILINE)


class Block(NamedTuple):
    """A fenced block: its language, its text, and the line of the page on which the text starts."""

    language: str
    text: str
    line: int


def blocks(page: Path) -> Iterator[Block]:
    """The fenced blocks of a page."""
    words = page.read_text(encoding="utf-8")
    for found in FENCE.finditer(words):
        yield Block(found[1], found[2], words.count("\n", 0, found.start(2)) + 1)


def prose(page: Path) -> str:
    """The page without its fenced blocks."""
    return FENCE.sub("", page.read_text(encoding="utf-8"))


def name_of(page: Path) -> str:
    """The page's path from the repository's root, with slashes."""
    return page.relative_to(ROOT).as_posix()


def with_blocks(language: str) -> list[Any]:
    """The pages that have a block of that language, as parameters of a test.

    A Spanish page that has the very blocks of its English twin is run with it.
    """
    originals = {twin: page for page, twin in TWINS.items()}
    found = []
    for page in PAGES:
        texts = texts_of(page, language)
        original = originals.get(name_of(page))
        if texts and (original is None or texts != texts_of(ROOT / original, language)):
            found.append(pytest.param(page, id=name_of(page)))
    return found


def texts_of(page: Path, language: str) -> list[str]:
    """The texts of the blocks of that language."""
    return [block.text for block in blocks(page) if block.language == language]


@pytest.fixture
def workplace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to run commands in, with the examples."""
    shutil.copytree(
        ROOT / "examples", tmp_path / "examples", ignore=shutil.ignore_patterns("__pycache__")
    )
    monkeypatch.chdir(tmp_path)
    return tmp_path


# Python


@pytest.mark.parametrize("page", with_blocks("python"))
@pytest.mark.usefixtures("workplace")
def test_python_blocks(page: Path) -> None:
    report = run_python(page)
    assert not report, report


def run_python(page: Path) -> str:
    """Run the Python blocks of a page; what went wrong in the doctests, if anything."""
    namespace: dict[str, Any] = {"__name__": "docs"}
    written = io.StringIO()
    for block in blocks(page):
        if block.language != "python":
            continue
        if ">>> " in block.text:
            run_doctest(block, page, namespace, written)
        else:
            padding = "\n" * (block.line - 1)  # so that a traceback names the line of the page
            exec(compile(padding + block.text, str(page), "exec"), namespace)
    return written.getvalue()


def run_doctest(block: Block, page: Path, namespace: dict[str, Any], written: io.StringIO) -> None:
    """Run one block as a doctest in the page's namespace."""
    parser = doctest.DocTestParser()
    test = parser.get_doctest(block.text, {}, name_of(page), str(page), block.line - 1)
    test.globs = namespace
    runner = doctest.DocTestRunner(verbose=False, optionflags=0)
    runner.run(test, out=written.write, clear_globs=False)


# The command line


@pytest.mark.parametrize("page", with_blocks("console"))
@pytest.mark.usefixtures("workplace")
def test_console_blocks(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    for block in blocks(page):
        if block.language != "console":
            continue
        for line, command, shown in commands(block):
            expected, printed = comparable(command, shown), comparable(command, run(command))
            report = [f"{name_of(page)}:{line}: $ {command}", "it says:", *expected, "it prints:"]
            assert matches(expected, printed), "\n".join([*report, *printed])


def commands(block: Block) -> Iterator[tuple[int, str, str]]:
    """The commands of a console block, each with its line and what is shown below it."""
    pieces = re.split(r"^\$ ", block.text, flags=re.MULTILINE)
    assert not pieces[0].strip(), f"output without a command at line {block.line}"
    line = block.line
    for piece in pieces[1:]:
        command, _, shown = piece.partition("\n")
        yield line, command, shown
        line += piece.count("\n")


def run(command: str) -> str:
    """What a command prints, on either stream."""
    program, *arguments = shlex.split(command)
    assert program == "adversario", command
    if "--lang" not in arguments:
        arguments += ["--lang", "en"]
    written, real_input = io.StringIO(), sys.stdin
    sys.stdin = io.StringIO()
    try:
        with redirect_stdout(written), redirect_stderr(written):
            main(arguments)
    except SystemExit:
        pass
    finally:
        sys.stdin = real_input
    return written.getvalue()


def comparable(command: str, printed: str) -> list[str]:
    """The lines without what differs from run to run: spaces at the ends of lines, and times."""
    lines = [line.rstrip() for line in printed.strip("\n").splitlines()]
    time = r"\d+\.\d{4}$" if shlex.split(command)[1] == "compare" else r"\d+\.\d{3} s$"
    return [re.sub(time, "<time>", line) for line in lines]


def matches(expected: list[str], printed: list[str]) -> bool:
    """Whether the lines are the same, `...` standing for any number of them."""
    pattern = "".join(
        r"(?:.*\n)*?" if line.strip() == "..." else re.escape(line) + r"\n" for line in expected
    )
    return re.fullmatch(pattern, "".join(line + "\n" for line in printed)) is not None


def test_the_comparison_of_outputs_can_fail() -> None:
    assert matches(["a", "...", "d"], ["a", "b", "c", "d"])
    assert not matches(["a", "...", "d"], ["a", "b"])
    assert not matches(["a"], ["a", "b"])
    same = [comparable("adversario search x", f"3 nodes, {time} s") for time in ("0.001", "1.234")]
    assert same[0] == same[1]
    assert comparable("adversario search x", "value 0.4875") == ["value 0.4875"]


# Pictures

LECTURE = "A(B(3, 12, B3(8, 7, 3)), C(2, 4, 6), D(14, 5, 1))"
MEANS = "A(B:chance(0.8: 3, 0.2: 5), C:chance(0.8: 2, 0.2: 6))"
CUBES = "A(B:chance(0.8: 27, 0.2: 125), C:chance(0.8: 8, 0.2: 216))"


def drawing(tree: str, algorithm: str, lang: str = "en", *, windows: bool = False) -> str:
    """The tree after a search, as SVG."""
    _, trace = record(parse_tree(tree), algorithm=algorithm)
    return svg_tree(search_tree(trace), windows=windows, lang=lang)


DRAWINGS: dict[str, Callable[[], str]] = {
    "lecture.svg": lambda: drawing(LECTURE, "alphabeta", windows=True),
    "lecture.es.svg": lambda: drawing(LECTURE, "alphabeta", "es", windows=True),
    "means.svg": lambda: drawing(MEANS, "expectiminimax"),
    "cubes.svg": lambda: drawing(CUBES, "expectiminimax"),
}


@pytest.mark.parametrize("name", DRAWINGS)
def test_pictures_are_what_the_tool_draws(name: str) -> None:
    assert (PICTURES / name).read_text(encoding="utf-8") == DRAWINGS[name]()


def test_no_other_pictures_are_kept() -> None:
    # `make pictures` takes the screenshots.
    screenshots = {
        f"web-{page}.{lang}.png" for page in ("explorer", "analysis") for lang in ("en", "es")
    }
    assert {path.name for path in PICTURES.iterdir()} == set(DRAWINGS) | screenshots


# The pages themselves


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_relative_links_resolve(page: Path) -> None:
    for target in LINK.findall(prose(page)):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        found = page if not path else (page.parent / path).resolve()
        assert found.exists(), target
        if anchor:
            assert anchor in set(anchors(found)), target


def test_pages_import_public_names_only() -> None:
    """What a page imports is public by docs/api.md: a top-level name, or one of its modules."""
    listed = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    for page in PAGES:
        for block in blocks(page):
            for module in IMPORT.findall(block.text):
                room = module.startswith("adversario.contract.")
                assert room or f"`{module}`" in listed, f"{name_of(page)} imports from {module}"


@pytest.mark.parametrize(
    "name",
    re.findall(r"`(adversario[\w.]*)`", (ROOT / "docs" / "api.md").read_text(encoding="utf-8")),
)
def test_what_is_said_to_be_public_is_there(name: str) -> None:
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError:  # a name of a module
        home, _, last = name.rpartition(".")
        assert hasattr(importlib.import_module(home), last), name
        return
    for public in getattr(module, "__all__", ()):
        assert getattr(module, public) is not None


def links(page: Path) -> Iterator[Path]:
    """The files and folders that a page links to."""
    for target in LINK.findall(prose(page)):
        path = target.partition("#")[0]
        if path and not re.match(r"[a-z]+:", target):
            yield (page.parent / path).resolve()


@pytest.mark.parametrize("start", ["README.md", "docs/index.md"])
def test_every_page_can_be_reached_by_links(start: str) -> None:
    reached, left = {ROOT / start}, [ROOT / start]
    while left:
        page = left.pop()
        if page.suffix == ".md" and page.is_file():
            found = {link for link in links(page) if link.is_relative_to(ROOT)} - reached
            reached |= found
            left += found
    pages = {page for page in PAGES if page.is_relative_to(ROOT / "docs")}
    missing = sorted(name_of(page) for page in pages - reached)
    assert not missing, f"no link leads from {start} to {missing}"


def test_every_command_option_and_player_is_documented() -> None:
    """Each command and option of the command line is on some page, and so is each named player."""
    words = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
    missing = [name for name in command_line_names() if not re.search(rf"{name}(?![\w-])", words)]
    assert not missing
    players = (ROOT / "docs" / "matches.md").read_text(encoding="utf-8")
    for player in (*ALGORITHMS, *OTHERS):
        assert f"`{player.partition(':')[0]}" in players, player


def command_line_names() -> Iterator[str]:
    """The commands, as `adversario search`, and the options, as `--depth`."""

    for name in command_names():
        yield name if " " in name else f"adversario {name}"
        for parameter in load_command(name).params:
            yield from (option for option in parameter.opts if option.startswith("--"))


def anchors(page: Path) -> Iterator[str]:
    """The anchors that GitHub gives to the headings of a page."""
    for _, words in HEADING.findall(prose(page)):
        kept = re.sub(r"[^\w\- ]", "", words.strip().lower())
        yield kept.replace(" ", "-")


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_pages_are_well_formed(page: Path) -> None:
    words = page.read_text(encoding="utf-8")
    levels = [len(marks) for marks, _ in HEADING.findall(prose(page))]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    assert "```" not in FENCE.sub("", words), "a block is not closed"
    for table in re.findall(r"(?:^\|.*\n)+", prose(page), re.MULTILINE):
        widths = {len(re.findall(r"(?<!\\)\|", row)) for row in table.splitlines()}
        assert len(widths) == 1, table


@pytest.mark.parametrize(("one", "other"), TWINS.items())
def test_twins_have_the_same_structure(one: str, other: str) -> None:
    def structure(page: Path) -> tuple[list[int], list[str]]:
        levels = [len(marks) for marks, _ in HEADING.findall(prose(page))]
        return levels, [block.language for block in blocks(page)]

    assert structure(ROOT / one) == structure(ROOT / other)


if __name__ == "__main__":
    for file, draw in DRAWINGS.items():
        (PICTURES / file).write_text(draw(), encoding="utf-8")
