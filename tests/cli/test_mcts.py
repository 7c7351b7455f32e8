"""Monte Carlo tree search from the command line."""

from __future__ import annotations

from typing import Any

POSITION = "XO./.X./..."


def test_search_prints_visits_and_confidence(run: Any) -> None:
    done = run("search", "tictactoe", POSITION, "-a", "mcts", "--nodes", "20", "--engine", "python")
    lines = done.out.splitlines()
    assert lines[1] == "An estimate: the mean of 20 simulations."
    assert lines[3].split() == ["action", "value", "±", "visits"]
    assert sum(int(line.split()[-1]) for line in lines[4:10]) == 20
    assert lines[10].startswith("20 simulations (0 evaluated), a tree of 21 nodes")


def test_the_seed_decides(run: Any) -> None:
    def visits(seed: str, engine: str) -> list[int]:
        done = run(
            "search", "tictactoe", "-a", "mcts", "--nodes", "300", "--seed", seed,
            "--engine", engine, "--json",
        )  # fmt: skip
        return [score["visits"] for score in done.json["scores"]]

    for engine in ("python", "native"):
        assert visits("1", engine) == visits("1", engine) != visits("2", engine)
        assert sum(visits("1", engine)) == 300


def test_a_proof_is_told(run: Any) -> None:
    done = run("search", "tictactoe", POSITION, "-a", "mcts", "--engine", "python", "--lang", "es")
    assert "Demostrado" in done.out
    assert "visitas" in done.out


def test_what_makes_no_sense_is_refused(run: Any) -> None:
    deep = run("search", "tictactoe", "-a", "mcts", "--depth", "3", "--engine", "python")
    assert deep.code == 2
    assert "no limit of depth" in deep.err
    seeded = run("search", "tictactoe", POSITION, "-a", "alphabeta", "--seed", "1")
    assert seeded.code == 2
    assert "no option seed" in seeded.err


def test_compare_leaves_estimates_out_unless_asked(run: Any) -> None:
    found = run("compare", "tictactoe", POSITION, "--json").json
    assert "mcts" not in {each["algorithm"] for each in found}
    asked = run("compare", "tictactoe", POSITION, "--algorithms", "alphabeta,mcts", "--json").json
    assert [each["value"] for each in asked] == [1, 1]
