"""The example notebooks show what their cells give."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import pytest

from tests.notebooks import FOLDER, lines, read_notebook, run_notebook

NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
SECONDS = re.compile(r"\d+\.\d+ s\b")
"""Times, which differ from run to run."""


def timeless(outputs: Any) -> str:
    """Outputs as text, without times."""
    return SECONDS.sub("0 s", repr(outputs))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_outputs_are_those_of_a_new_run(path: Path) -> None:
    notebook = read_notebook(path)
    kept = [cell["outputs"] for cell in notebook["cells"] if cell["cell_type"] == "code"]
    found = run_notebook(notebook, path.stem)
    assert [timeless(each) for each in kept] == [timeless(each) for each in found]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_well_formed_and_shows_pictures(path: Path) -> None:
    notebook = read_notebook(path)
    assert notebook["nbformat"] == 4
    names = [cell["id"] for cell in notebook["cells"]]
    assert len(names) == len(set(names))
    kinds = {
        kind
        for cell in notebook["cells"]
        for out in cell.get("outputs", ())
        for kind in out.get("data", ())
    }
    assert kinds & {"image/svg+xml", "text/html"} or path.stem == "equilibrium"
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        assert cell["source"] == lines(source)
        if cell["cell_type"] == "code":
            ast.parse(source)


def test_there_are_five() -> None:
    assert len(NOTEBOOKS) == 5
