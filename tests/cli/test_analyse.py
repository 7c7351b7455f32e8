"""`adversario analyse`: live lines, JSON streams, files of positions."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from adversario import Limit, analyse, make_game
from adversario.base.catalogue import text
from adversario.cli.shared.live_analysis import COLUMNS, Block
from tests.require import needs

pytestmark = needs("numba")


def objects(printed: str) -> list[Any]:
    return [json.loads(line) for line in printed.splitlines()]


def test_every_iteration_is_a_line(run: Any) -> None:
    done = run("analyse", "connect4", "4453", "--depth", "6", "--lang", "en")
    assert done.code == 0
    assert "Mnodes/s" in done.out
    lines = [line for line in done.out.splitlines() if line[:11].strip().isdigit()]
    assert [int(line[:11]) for line in lines] == [1, 2, 3, 4, 5, 6]
    assert "alphabeta: action" in done.out


def test_json_streams_one_object_an_iteration(run: Any) -> None:
    seen = objects(run("analyse", "connect4", "445566", "--depth", "4", "--json").out)
    assert [each["depth"] for each in seen] == [1]
    assert (seen[0]["value"], seen[0]["distance"], seen[0]["proven"]) == (1, 1, True)
    seen = objects(run("analyse", "tictactoe", "--lines", "9", "--search-only", "--json").out)
    assert seen[-1]["depth"] == 9
    assert len(seen[-1]["best_actions"]) == 9


def test_each_of_the_best_lines_is_told(run: Any) -> None:
    arguments = ("analyse", "connect4", "4453", "--depth", "6", "--lines", "3")
    last = objects(run(*arguments, "--json").out)[-1]
    assert len(last["lines"]) == 3
    assert last["lines"][0]["moves"] == last["principal_variation"]
    scores = {score["action"]: score for score in last["scores"]}
    for line in last["lines"]:
        assert (line["bound"], line["distance"]) == ("exact", None)
        assert line["value"] == scores[line["moves"][0]]["value"]
        assert len(line["moves"]) > 1
    assert len({line["moves"][0] for line in last["lines"]}) == 3
    assert len(scores) == 7
    assert 0 < last["statistics"]["hash_use"] < 0.1
    printed = run(*arguments, "--lang", "en").out
    assert "hash %" in printed
    for line in last["lines"]:
        assert printed.count("  " + " ".join(line["moves"]) + "\n") == 1


def test_without_a_table_there_is_no_hash_use(run: Any) -> None:
    seen = objects(run("analyse", "connect4", "--depth", "3", "--table", "0", "--json").out)
    assert {each["statistics"]["hash_use"] for each in seen} == {None}
    seen = objects(run("analyse", "pig", "--depth", "2", "--json").out)
    assert seen[-1]["lines"][0]["moves"] == seen[-1]["principal_variation"]


def test_a_small_table_fills_up(run: Any) -> None:
    done = run("analyse", "connect4", "--nodes", "600000", "--table", "1", "--json")
    use = [each["statistics"]["hash_use"] for each in objects(done.out)]
    assert use == sorted(use)
    assert 0.5 < use[-1] <= 1


@pytest.mark.parametrize("lang", ["en", "es"])
def test_a_terminal_shows_a_block_that_is_drawn_anew(lang: str) -> None:
    game, begun, shown = make_game("connect4"), list[str](), io.StringIO()
    console = Console(file=shown, force_terminal=True, width=100, height=40)
    block = Block(lang, lambda: begun.append("begun"), console)
    state = game.parse_position("445566")
    result = analyse(game, state, limit=Limit(depth=4), lines=2, on_progress=block)
    block.close()
    assert begun == ["begun"]
    printed = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown.getvalue())
    for column in COLUMNS:
        assert text(f"column.{column}", lang) in printed
    assert "1 (1)" in printed
    heads = re.split(r" {2,}|\n| ", printed[printed.index(text("column.action", lang)) :])
    assert heads[1:8] == [game.action_name(state, score.action) for score in result.scores]


def test_a_game_that_is_over_has_no_lines(run: Any) -> None:
    done = run("analyse", "tictactoe", "XXX/OO./...", "--lang", "en")
    assert done.code == 0
    assert objects(run("analyse", "tictactoe", "XXX/OO./...", "--json").out)[-1]["lines"] == []


def test_games_without_a_compiled_search_are_analysed_interpreted(run: Any) -> None:
    seen = objects(run("analyse", "pig", "--depth", "3", "--json").out)
    assert [each["algorithm"] for each in seen] == ["expectiminimax"] * 3
    assert run("analyse", "pig", "--depth", "3", "--engine", "native").code == 2
    seen = objects(run("analyse", "tictactoe", "--engine", "python", "--json").out)
    assert seen[-1]["proven"]


def test_a_file_of_positions(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "positions.txt"
    file.write_text("4453\n\n445566\n1122334\n", encoding="utf-8")
    together = objects(run("analyse", "connect4", "--batch", str(file), "--depth", "7").out)
    alone = [
        objects(run("analyse", "connect4", position, "--depth", "7", "--json").out)[-1]
        for position in ("4453", "445566", "1122334")
    ]
    for one, other in zip(together, alone, strict=True):
        one["statistics"].pop("seconds")
        other["statistics"].pop("seconds")
        assert one == other


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["connect4", "--lines", "0"], "lines = 0"),
        (["connect4", "--threads", "0"], "threads = 0"),
        (["connect4", "--table", "-1"], "table = -1"),
        (["connect4", "--engine", "steam"], "steam"),
        (["connect4", "--batch", "nowhere.txt"], "nowhere.txt"),
    ],
)
def test_bad_input(run: Any, arguments: list[str], problem: str) -> None:
    done = run("analyse", *arguments, "--depth", "2", "--lang", "en")
    assert done.code == 2
    assert problem in done.err


def test_a_bad_position_is_named_with_its_line(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "positions.txt"
    file.write_text("4453\n9\n", encoding="utf-8")
    done = run("analyse", "connect4", "--batch", str(file), "--lang", "en")
    assert done.code == 2
    assert f"{file}, line 2: '9' is not a legal action" in done.err
    assert not done.out
