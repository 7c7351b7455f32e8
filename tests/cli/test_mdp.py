"""`adversario mdp` as people run it."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

GRID = """\
0.812 0.868 0.918     1
0.762     # 0.660    -1
0.705 0.655 0.611 0.388

 →  →  →  1
 ↑  #  ↑ -1
 ↑  ←  ←  ←

value iteration: 11 states, 34 sweeps, value at the start 0.705308
No value is wrong by more than 4.9e-07.
"""


def test_a_grid_in_a_file(run: Any, tmp_path: Path) -> None:
    file, picture, plot = tmp_path / "grid.txt", tmp_path / "grid.svg", tmp_path / "plot.svg"
    file.write_text(". . . 1\n. # . -1\nS . . .\n", encoding="utf-8")
    done = run("mdp", str(file), "--svg", str(picture), "--plot", str(plot), "--lang", "en")
    assert done.out == GRID
    drawn = "".join(ElementTree.parse(picture).getroot().itertext())
    assert "0.812" in drawn
    assert drawn.count("↑") == 3
    curve = ElementTree.parse(plot).getroot().find("{http://www.w3.org/2000/svg}polyline")
    assert curve is not None
    places = [each.split(",") for each in curve.get("points", "").split()]
    assert len(places) == 34
    assert all(0 <= float(x) <= 640 and 0 <= float(y) <= 400 for x, y in places)


def test_options_of_a_grid(run: Any) -> None:
    done = run("mdp", "gridworld", "--living-reward", "-2", "--slip", "0", "-m", "policy")
    assert " →  →  →  1\n ↑  #  → -1\n →  →  ↑  ↑" in done.out  # any exit, and soon
    assert "policy iteration" in done.out
    spanish = run("mdp", "gridworld", "--lang", "es", "--sweeps", "3")
    assert "iteración de valores: 11 estados, 3 barridos" in spanish.out
    assert "No se alcanzó el error pedido." in spanish.out


def test_a_game(run: Any) -> None:
    done = run("mdp", "twenty48:size=2,target=8", "--lang", "en")
    assert "The values are exact, but for rounding." in done.out
    assert "more; --json has them all" in done.out
    found = run("mdp", "twenty48:size=2,target=8", "--json").json
    assert len(found["values"]) == found["states"]
    assert found["error"] == 0


def test_standard_input(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    problem = '{"states": {"a": {"go": [["b", 1, -2]]}, "b": 5}}'
    monkeypatch.setattr("sys.stdin", StringIO(problem))
    done = run("mdp", "-", "--lang", "en")
    assert "a      3      go" in done.out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("nowhere.json",), "nowhere.json: there is no such file"),
        (("pig",), "not for one player"),
        (("gridworld", "--living-reward", "0"), "Give a discount below 1"),
        (("twenty48:size=2", "--slip", "0.1"), "for grids only"),
        (("twenty48:size=2", "--svg", "x.svg"), "not a grid"),
        (("gridworld", "--discount", "2"), "discount"),
        (("griddworld",), "gridworld"),
    ],
)
def test_what_is_wrong_is_said(run: Any, arguments: tuple[str, ...], words: str) -> None:
    done = run("mdp", *arguments, "--lang", "en")
    assert done.code == 2
    assert words in done.err
    assert "Traceback" not in done.err


def paying(reward: str, end: str = "5") -> str:
    """A problem of one step with that reward, and the value of its end."""
    return f'{{"states": {{"a": {{"go": [["b", 1, {reward}]]}}, "b": {end}}}}}'


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (paying("1e999999999"), "line 1, column 35: 1e999999999 is beyond"),
        (paying("1e-99999999"), "1e-99999999 is beyond"),
        (paying('"1e99999999"'), "1e99999999 is beyond"),
        (paying('"1/0"'), "divides by zero"),
        (paying("1e308"), "1e+308 is too large: rewards and values of ends are at most 1e+100"),
        (paying("1", end="1e308"), "1e+308 is too large"),
        ('{"states": ' + "[" * 10**5, "more than 320 brackets"),
        (". . 1e308\n", "line 1: '1e308' is no cell"),
        ("living-reward = nan\n. . 1\n", "nan is too large"),
        ("living-reward = 1e308\n. . 1\n", "1e+308 is too large"),
        ((". " * 3000 + "\n") * 3000, "9000000 cells; expected at most 1000000"),
    ],
)  # fmt: skip
def test_numbers_and_sizes_have_limits(run: Any, tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "problem.txt"
    file.write_text(text, encoding="utf-8")
    done = run("mdp", str(file), "--lang", "en")
    assert (done.code, done.out) == (2, "")
    assert "problem.txt" in done.err
    assert says in done.err
