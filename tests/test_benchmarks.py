"""The benchmarks' own logic: ratios, tables, what is missing. No peer runs here."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

FOLDER = Path(__file__).parent.parent / "benchmarks"
sys.path[:0] = [str(FOLDER), str(FOLDER / "contestants")]

import adversario_micro  # noqa: E402
import compare  # noqa: E402
import run  # noqa: E402
from chart import Curve, Panel, draw, scale_of  # noqa: E402
from compare import Measured  # noqa: E402
from environment import PEERS, Environment  # noqa: E402
from ffo_positions import FFO  # noqa: E402
from graded import GradedConnectFour  # noqa: E402
from report import (  # noqa: E402
    DifferentWorkError,
    Measurement,
    check_counts,
    ratio,
    spread,
    table,
)
from saved import HEADING, keep, section, sections  # noqa: E402
from tasks import FFO as FFO_NUMBERS  # noqa: E402
from tasks import Contest, Contestant, Task, all_tasks  # noqa: E402

from adversario import check_game  # noqa: E402
from adversario.games import Othello  # noqa: E402

OURS, THEIRS = Contestant("ours", "ours.py"), Contestant("theirs", "theirs.py", needs="peer")


def of(*seconds: float, count: int = 100) -> list[Measurement]:
    return [Measurement(count, 2, each) for each in seconds]


def test_speed_counts_every_repetition() -> None:
    assert Measurement(count=100, repeats=3, seconds=2.0).speed == 150


def test_spread_is_relative_to_the_median() -> None:
    assert spread([9, 10, 12]) == pytest.approx(0.3)
    assert spread([7]) == 0


def test_ratios_are_taken_within_each_round() -> None:
    # The machine is three times slower in the second round; the ratio is 2 throughout.
    assert ratio(of(1, 3, 1), of(2, 6, 2)) == pytest.approx(2)


def test_a_table_says_who_is_faster_and_whether_that_was_wanted() -> None:
    contest = Contest((OURS, THEIRS), of="chess", wanted=(("theirs", 3),))
    task = Task("name", "Title", "nodes", (contest,))
    assert table(task, {OURS: of(0.1, 0.1), THEIRS: of(0.4, 0.4)}) == [
        "| who | nodes | a second | spread | first is faster by | wanted |",
        "|---|---:|---:|---:|---:|---|",
        "| chess: ours | 100 | 2,000 | 0% |  |  |",
        "| chess: theirs | 100 | 500 | 0% | 4.00 | at least 3: yes |",
    ]
    assert table(task, {OURS: of(0.1), THEIRS: of(0.2)})[-1].endswith("at least 3: **no** |")


def test_a_table_of_times() -> None:
    task = Task("name", "Title", "seconds", (Contest((OURS,), at_most=1),))
    assert table(task, {OURS: of(0.5)})[-1] == "| ours | 0.500 | 0% | at most 1: yes |"
    assert table(task, {OURS: of(1.5)})[-1] == "| ours | 1.500 | 0% | at most 1: **no** |"
    assert table(task, {OURS: []})[-1] == "| ours | did not run | | |"


@pytest.mark.parametrize("absent", [OURS, THEIRS])
def test_who_did_not_run_has_a_row_and_no_ratio(absent: Contestant) -> None:
    contest = Contest((OURS, THEIRS), wanted=(("theirs", 3),))
    measured = {OURS: of(1.0), THEIRS: of(2.0), absent: []}
    rows = table(Task("name", "Title", "nodes", (contest,)), measured)
    assert f"| {absent.name} | did not run | | | | |" in rows
    assert not any("at least" in row for row in rows)
    assert len({row.count("|") for row in rows}) == 1


def test_counts_that_differ_are_an_error() -> None:
    measured = {OURS: of(1.0), THEIRS: of(1.0, count=99)}
    check_counts(Contest((OURS, THEIRS)), measured)
    with pytest.raises(DifferentWorkError, match=r"ours: \[100\]; theirs: \[99\]"):
        check_counts(Contest((OURS, THEIRS), same_count=True), measured)
    check_counts(Contest((OURS, THEIRS), same_count=True), {OURS: of(1.0), THEIRS: []})


def test_a_missing_peer_is_left_out(tmp_path: Path) -> None:
    environment = Environment(tmp_path)
    environment.missing["peer"] = "the peer could not be installed"
    assert run.measure(environment, THEIRS) is None


def test_a_contestant_that_fails_is_left_out_and_named(tmp_path: Path) -> None:
    environment = Environment(tmp_path)
    environment.python = Path(sys.executable)
    contest = Contest((Contestant("ours", "no_such_script.py"),))
    measured = run.rounds(environment, Task("name", "Title", "nodes", (contest,)), 2)
    assert list(measured.values()) == [[]]
    (reason,) = environment.missing.values()
    assert "`no_such_script.py` failed" in reason
    assert str(FOLDER) not in reason


def test_peers_and_compilers_that_cannot_be_had_are_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Environment, "_succeeds", lambda _self, command: "-m" not in command)
    monkeypatch.setattr(Environment, "_install_project", lambda _self: None)
    monkeypatch.setattr(Environment, "version", lambda _self, _package: "")
    monkeypatch.setenv("CC", "no-such-compiler")
    environment = Environment(tmp_path)
    environment.prepare(["twin.c"])
    assert set(environment.missing) == {*PEERS, "twin.c"}
    assert "no C compiler" in environment.missing["twin.c"]
    assert str(tmp_path) not in "".join(environment.missing.values())


def test_reasons_are_short_and_told_with_the_task(tmp_path: Path) -> None:
    environment = Environment(tmp_path)
    environment.python = Path(sys.executable)
    contest = Contest((Contestant("ours", "no_such_script.py", ("word " * 200,)), THEIRS))
    task = Task("name", "Title", "nodes", (contest,))
    environment.missing["peer"] = "the peer could not be installed"
    run.rounds(environment, task, 1)
    failure, peer = run.absent(environment, task)
    assert failure.startswith("- `no_such_script.py word")
    assert len(failure) <= run.LONGEST + 2
    assert peer == "- the peer could not be installed"
    other = Task("name", "Title", "nodes", (Contest((OURS,)),))
    assert run.absent(environment, other) == []


def test_a_section_is_kept_in_place_of_an_older_one(tmp_path: Path) -> None:
    file, titles = tmp_path / "results" / "latest.md", ["one", "two", "three"]
    for title, row in (("three", "| 3 |"), ("gone", "| 0 |"), ("one", "| 1 |"), ("three", "| 4 |")):
        keep(file, section(title, (["when"], [row], [])), [*titles, "gone"])
    assert list(sections(file.read_text(encoding="utf-8"))) == ["one", "three", "gone"]
    keep(file, section("two", (["then"], ["| a |", "| b |"], ["- why"])), titles)
    assert file.read_text(encoding="utf-8") == (
        HEADING + "\n## one\n\nwhen\n\n| 1 |\n\n## two\n\nthen\n\n| a |\n| b |\n\n- why\n"
        "\n## three\n\nwhen\n\n| 4 |\n"
    )
    assert list(file.parent.iterdir()) == [file]


def test_the_saved_report_has_every_task() -> None:
    saved = sections((FOLDER / "results" / "latest.md").read_text(encoding="utf-8"))
    assert list(saved) == [task.title for task in all_tasks(())]


def test_every_task_can_be_run() -> None:
    tasks = all_tasks(["nim"])
    assert len({task.name for task in tasks}) == len(tasks)
    for contest in (contest for task in tasks for contest in task.contests):
        names = [contestant.name for contestant in contest.contestants]
        assert {name for name, _ in contest.wanted} <= set(names[1:])
        for contestant in contest.contestants:
            assert (FOLDER / "contestants" / contestant.script).exists()
            assert contestant.needs is None or contestant.needs in PEERS
            assert not contestant.script.endswith(".c") or contestant.script in run.TWINS


def test_the_endgames_are_carried_along() -> None:
    assert [str(number) for number in FFO] == list(FFO_NUMBERS)
    game = Othello(score="discs")
    for endgame in FFO.values():
        state = game.parse_position(endgame.position)
        assert game.position(state).count("-") == endgame.position.count("-") in range(20, 26)
        assert endgame.score % 2 == 0


def test_options() -> None:
    assert (run.options([]).only, run.options([]).save) == (None, False)
    chosen = run.options(["--rounds", "2", "--only", "mcts", "--only", "perft"])
    assert (chosen.rounds, chosen.only) == (2, ["mcts", "perft"])
    with pytest.raises(SystemExit):
        run.options(["--rounds", "0"])


def test_the_chart_is_well_formed_and_keeps_within_its_scale() -> None:
    curves = [
        Curve(f"curve {n} < {n + 1}", [(d, 10.0 ** (d + n)) for d in (1, 2, 3)]) for n in (0, 1)
    ]
    panel = Panel("nodes", curves, [Curve("b^d", [(d, 10.0 ** (3 * d)) for d in (1, 2, 3)])])
    scale = scale_of(panel, 0)
    assert (scale.low, scale.high, scale.deepest) == (1, 4, 3)
    picture = ElementTree.fromstring(draw("title", [panel, panel]))
    lines = picture.findall("{http://www.w3.org/2000/svg}polyline")
    points = [each.split(",") for line in lines for each in line.get("points", "").split()]
    assert points
    assert all(0 <= float(x) <= 900 and 0 <= float(y) <= 590 for x, y in points)
    assert "curve 1 < 2" in "".join(picture.itertext())


def test_the_game_of_the_plot_keeps_the_contract() -> None:
    game = GradedConnectFour()
    check_game(game, playouts=5)
    centre, corner = (game.parse_position(text) for text in ("4", "1"))
    assert game.evaluate(centre, 0) == -game.evaluate(centre, 1) == 0.003
    assert game.evaluate(corner, 0) == 0


def test_two_revisions_are_compared_by_their_quickest_rounds() -> None:
    before = {
        "perft a, depth 3": Measured(9, [0.004, 0.002, 0.003]),
        "perft b, depth 3": Measured(9, [0.001]),
        "search c, depth 2": Measured(5, [0.001]),
        "mcts gone": Measured(1, [0.001]),
    }
    after = {
        "perft a, depth 3": Measured(9, [0.001, 0.001, 0.001]),
        "perft b, depth 3": Measured(9, [0.002]),
        "search c, depth 2": Measured(6, [0.001]),
        "mcts new": Measured(1, [0.001]),
    }
    assert compare.table(["old", "new"], before, after) == [
        "| task | old, ms | new, ms | ratio | noise | same count |",
        "|---|---:|---:|---:|---:|---|",
        "| perft a, depth 3 | 2.00 | 1.00 | 0.50 | 50% | yes |",
        "| perft b, depth 3 | 1.00 | 2.00 | 2.00 | 0% | yes |",
        "| search c, depth 2 | 1.00 | 1.00 | 1.00 | 0% | **no**: 5, 6 |",
        "| mcts gone | 1.00 | not run | | | |",
        "| mcts new | not run | 1.00 | | | |",
        "| **all of perft** | | | **1.00** | | |",
    ]


def test_trees_take_turns_and_run_the_games_that_both_have(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trees = [compare.Tree(name, tmp_path, tmp_path) for name in ("old", "new")]
    lists, ran = {"old": ["a", "b"], "new": ["b", "c"]}, list[tuple[str, ...]]()

    def run_in(tree: compare.Tree, script: str, *arguments: str, cache: Path | None = None) -> Any:
        if script == "list_games.py":
            return lists[tree.name]
        ran.append((tree.name, *arguments))
        assert (cache is None) == (arguments[0] != "compile")
        return {f"{arguments[0]} task": [7, 0.5]}

    monkeypatch.setattr(compare, "run", run_in)
    before, after = compare.compare(trees, ["perft", "compile"], 2)
    assert ran[:4] == [(name, "perft", "b") for name in ("old", "new", "new", "old")]
    assert ran[4:] == [(name, "compile") for name in ("old", "new", "new", "old")]
    assert before == after == {
        "perft task": Measured(7, [0.5, 0.5]), "compile task": Measured(7, [0.5, 0.5])
    }  # fmt: skip


def test_small_tasks_are_timed_after_a_first_run() -> None:
    times = 0

    def task() -> int:
        nonlocal times
        times += 1
        return 3

    assert adversario_micro.least_seconds(task, warm=False)[0] == 3
    assert times == 1
    counted, seconds = adversario_micro.least_seconds(task, warm=True)
    assert (counted, seconds < 1) == (3, True)
    assert times > 3
    assert {name.partition(" ")[0] for name, _ in adversario_micro.tasks_of("mcts", [])} == {"mcts"}


def test_an_unknown_revision_is_refused_by_git() -> None:
    with pytest.raises(SystemExit, match=r"\S"):
        compare.unpack("no-such-revision", Path())
