"""`adversario solve` and `verify`: answers, files of positions, work that is kept, certificates."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from adversario.cli.shared.position_files import has_spaces
from adversario.games import make_game
from adversario.solve.exact import ExactSolver
from tests.require import needs

compiled = needs("numba")

SMALL = "connect4:width=4,height=4"


def objects(printed: str) -> list[Any]:
    return [json.loads(line) for line in printed.splitlines()]


def test_a_position_solved_by_a_table(run: Any) -> None:
    done = run("solve", "tictactoe", "XX./OO./...", "--lang", "en")
    assert done.code == 0
    lines = done.out.splitlines()
    assert lines[:3] == [
        "TicTacToe, X to move: score 1",
        "plies to the end with perfect play: 1",
        "best: 2",
    ]
    assert "7       -1     2" in lines
    assert "puntuación 1" in run("solve", "tictactoe", "XX./OO./...", "--lang", "es").out
    answer = run("solve", "tictactoe", "4", "--json").json
    assert (answer["score"], answer["distance"], answer["method"]) == (0, 8, "table")
    assert answer["player"] == "O"
    assert sorted(answer["best"]) == ["0", "2", "6", "8"]
    assert {each["score"] for each in answer["scores"]} == {0, -1}
    whole = run("solve", "tictactoe", "--json", "--all").json
    assert len(whole["table"]) == 765
    assert run("solve", "((1, 2), (3, 4))", "--json").json["score"] == 3
    assert run("solve", "(([3, 1], [0, 2]), [2, 2])", "--json").json["score"] == [2, 2]
    assert "O to move: score -1" in run("solve", "tictactoe", "XXX/OO./...", "--lang", "en").out


def test_a_position_solved_by_proofs(run: Any) -> None:
    done = run("solve", "tictactoe", "4", "--method", "proof", "--engine", "python", "--lang", "en")
    assert "O to move: score 0" in done.out
    assert "proof-number search" in done.out


@compiled
def test_every_method_gives_the_same_score(run: Any) -> None:
    for position in ("12", "112233"):
        scores = {
            method: run("solve", SMALL, position, "--method", method, "--json").json
            for method in ("table", "alphabeta", "proof")
        }
        assert len({answer["score"] for answer in scores.values()}) == 1
        table, search = scores["table"], scores["alphabeta"]
        assert table["distance"] == search["distance"]
        assert {(e["action"], e["score"]) for e in table["scores"]} == {
            (e["action"], e["score"]) for e in search["scores"]
        }
        assert set(scores["proof"]["best"]) <= set(search["best"])


@compiled
def test_too_many_states_are_searched(run: Any) -> None:
    answer = run("solve", SMALL, "12", "--most", "100", "--json").json
    assert answer["method"] == "alphabeta"
    done = run("solve", SMALL, "12", "--most", "100", "--method", "table", "--lang", "en")
    assert (done.code, "more than 100 states" in done.err) == (2, True)


@compiled
@pytest.mark.parametrize("method", ["alphabeta", "proof"])
def test_work_is_kept_and_gone_on_with(
    run: Any, tmp_path: Path, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ExactSolver.__init__, "__kwdefaults__", {"table_mib": 1})
    file = str(tmp_path / "work.npz")
    first = run("solve", SMALL, "--method", method, "--save", file, "--json").json
    again = run("solve", SMALL, "--save", file, "--json").json
    assert again["method"] == method  # auto goes on with what there is
    assert again["score"] == first["score"] == 0
    assert again["nodes"] < first["nodes"] / 2
    other = run("solve", "connect4:width=5,height=4", "--save", file, "--method", method)
    assert other.code == 2
    Path(file).write_bytes(Path(file).read_bytes()[:1000])
    done = run("solve", SMALL, "--save", file, "--lang", "en")
    assert (done.code, "damaged" in done.err) == (2, True)


def test_tables_are_kept(run: Any, tmp_path: Path) -> None:
    file = str(tmp_path / "table.npz")
    first = run("solve", "tictactoe", "--save", file, "--json").json
    again = run("solve", "tictactoe", "4", "--save", file, "--json").json
    assert (first["nodes"], again["nodes"]) == (765, 765)
    assert again["score"] == 0
    assert run("verify", file, "--json").json["states"] == 765


@compiled
def test_not_enough_time(run: Any, tmp_path: Path) -> None:
    file = str(tmp_path / "work.npz")
    arguments = ("solve", "connect4", "--method", "proof", "--time", "0.2", "--lang", "en")
    done = run(*arguments)
    assert (done.code, done.out) == (1, "")
    assert "Not solved." in done.err
    assert f"goes on from what {file} holds" in run(*arguments, "--save", file).err


def test_a_file_of_positions(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "positions.txt"
    file.write_text("4\n\nXX./OO./...\n", encoding="utf-8")
    lines = objects(run("solve", "tictactoe", "--batch", str(file), "--json").out)
    assert [(line["position"], line["score"]) for line in lines] == [("4", 0), ("XX./OO./...", 1)]
    assert lines[1]["best"] == ["2"]
    assert {"nodes", "seconds"} <= lines[0].keys()
    done = run("solve", "tictactoe", "--batch", str(file))
    assert done.out.splitlines()[1] == "XX./OO./...  1  2"
    proofs = run(
        "solve",
        "tictactoe",
        "--batch",
        str(file),
        "--method",
        "proof",
        "--engine",
        "python",
        "--json",
    )
    assert [line["score"] for line in objects(proofs.out)] == [0, 1]


@compiled
def test_a_file_of_connect_four_positions(run: Any, tmp_path: Path) -> None:
    file, kept = tmp_path / "set.txt", tmp_path / "answers.jsonl"
    sets = ["112233 -3", "1122334 2", "11 x y z", "12341234 1"]
    file.write_text("\n".join(sets), encoding="utf-8")
    whole = objects(run("solve", SMALL, "--batch", str(file), "--json", "--save", str(kept)).out)
    for line, words in zip(whole, sets, strict=True):
        alone = run("solve", SMALL, line["position"], "--method", "alphabeta", "--json").json
        assert (line["position"], line["score"]) == (words.split()[0], alone["score"])
        assert line["best"] == alone["best"]
    text = kept.read_text(encoding="utf-8")
    assert objects(text)[1:] == whole
    # A run that was cut short goes on after the last whole line.
    second = text.index("\n", text.index("\n", text.index("\n") + 1) + 1)
    kept.write_text(text[: second + 20], encoding="utf-8")
    again = objects(run("solve", SMALL, "--batch", str(file), "--json", "--save", str(kept)).out)
    assert again[:2] == whole[:2]
    assert [(line["score"], line["best"]) for line in again] == [
        (line["score"], line["best"]) for line in whole
    ]
    assert objects(kept.read_text(encoding="utf-8"))[1:] == again
    # A bad line is found before anything is done, and nothing is lost.
    file.write_text("\n".join([*sets, "9"]), encoding="utf-8")
    done = run("solve", SMALL, "--batch", str(file), "--save", str(kept), "--lang", "en")
    assert done.code == 2
    assert f"{file}, line 5: '9' is not a legal action" in done.err
    assert not done.out
    assert objects(kept.read_text(encoding="utf-8"))[1:] == again
    file.write_text("1\n", encoding="utf-8")
    assert run("solve", SMALL, "--batch", str(file), "--save", str(kept)).code == 2


def test_which_notations_have_spaces() -> None:
    spaced = {name: has_spaces(make_game(name)) for name in ("connect4", "tictactoe", "nim", "hex")}
    assert spaced == {"connect4": False, "tictactoe": True, "nim": True, "hex": True}


@pytest.mark.parametrize("name", ["c.json", "c.npz"])
def test_certificates(run: Any, tmp_path: Path, name: str) -> None:
    file = str(tmp_path / name)
    assert run("solve", "tictactoe", "4", "--certificate", file).code == 0
    done = run("verify", file, "--lang", "en")
    assert done.code == 0
    assert done.out.startswith("Right: TicTacToe from '.../.X./...' is worth 0 to X; ")
    assert run("verify", file, "--lang", "es").out.startswith("Correcto: ")
    assert run("verify", file, "--json").json["value"] == 0


def test_certificates_of_finer_utilities(run: Any, tmp_path: Path) -> None:
    file, position = tmp_path / "c.json", "112233"
    assert run("solve", SMALL, position, "--certificate", str(file)).code == 0
    assert json.loads(file.read_text(encoding="utf-8"))["graded"] is True
    assert run("verify", str(file), "--json").json["value"] == 5
    made = json.loads(file.read_text(encoding="utf-8"))
    file.write_text(json.dumps(made | {"value": 4}), encoding="utf-8")
    done = run("verify", str(file), "--lang", "en")
    assert (done.code, "the certificate is wrong" in done.err) == (2, True)


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["solve", "pig", "--most", "1000"], "1000"),
        (["solve", "tictactoe", "--method", "magic"], "method 'magic' is unknown"),
        (["solve", "tictactoe", "--time", "0"], "at least 1"),
        (["solve", "tictactoe", "--most", "0"], "at least 1"),
        (["solve", "tictactoe", "XXX"], "not a tic-tac-toe position"),
        (["solve", "tictactoe", "--batch", "nowhere.txt"], "nowhere.txt"),
        (["solve", "tictactoe", "--certificate", "no/folder/c.npz"], "cannot be written"),
        (["solve", "mnk:rows=2,columns=2,k=2,players=3", "--certificate", "c.json"], "two sides"),
        (["verify", "nowhere.json"], "no such file"),
    ],
)
def test_bad_input_exits_with_2_and_says_why(run: Any, arguments: list[str], problem: str) -> None:
    done = run(*arguments, "--lang", "en")
    assert done.code == 2
    assert problem in done.err
    assert not done.out
    assert run(*arguments, "--lang", "es").err != done.err
