"""The tree of docs/architecture.md is that of the folders, in both directions."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "adversario"
PAGE = ROOT / "docs" / "architecture.md"


def folders_of(page: str) -> Iterator[str]:
    """The folders below src/adversario in the page's tree, as paths."""
    (tree,) = re.findall(r"^```\nsrc/adversario/\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    above: list[str] = []
    for line in tree.splitlines():
        found = re.match(r"((?:  )+)([a-z0-9_]+)/(?: {2,}\S.*)?$", line)
        assert found, f"not a folder of the tree: {line!r}"
        depth = len(found[1]) // 2 - 1
        assert depth <= len(above), f"too deep: {line!r}"
        above[depth:] = [found[2]]
        yield "/".join(above)


def test_every_folder_of_the_tree_exists() -> None:
    named = list(folders_of(PAGE.read_text(encoding="utf-8")))
    assert [path for path in named if not (SOURCE / path).is_dir()] == []
    assert len(named) == len(set(named))


def test_every_folder_with_modules_is_in_the_tree() -> None:
    named = set(folders_of(PAGE.read_text(encoding="utf-8")))
    there = {
        module.parent.relative_to(SOURCE).as_posix()
        for module in SOURCE.rglob("*.py")
        if module.parent != SOURCE
    }
    assert there - named == set()


def test_siblings_are_in_alphabetical_order() -> None:
    named = list(folders_of(PAGE.read_text(encoding="utf-8")))
    assert named == sorted(named, key=lambda path: path.split("/"))


def test_the_layers_of_the_page_are_those_of_the_linter() -> None:
    page = PAGE.read_text(encoding="utf-8")
    (drawn,) = re.findall(r"^```\n(base ─►.*?)^```$", page, re.MULTILINE | re.DOTALL)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (contract,) = project["tool"]["importlinter"]["contracts"]
    checked = [set(re.findall(r"adversario\.(\w+)", layer)) for layer in contract["layers"]]
    shown = [set(re.findall(r"\w+", layer)) for layer in drawn.split("─►")]
    assert shown == [layer for layer in checked[::-1] if not layer & {"bits", "tuples"}]


def test_files_and_functions_that_the_page_names_exist() -> None:
    """Those of its prose: the walks are generated."""
    page = PAGE.read_text(encoding="utf-8").partition("## Five walks")[0]
    for path in re.findall(r"`([a-z0-9_/]+/[a-z0-9_]+\.py)`", page):
        assert any((place / path).is_file() for place in (SOURCE, ROOT)), path
