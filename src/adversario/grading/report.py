"""Reports: a table as CSV and HTML, and for each student feedback and a file for Gradescope.

Students' names and outputs are data: escaped in HTML, and no cell of a table can begin a formula.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Any

from adversario.base.catalogue import text
from adversario.base.files import write_errors, write_whole
from adversario.grading.assignment import Assignment
from adversario.grading.outcome import Graded, Outcome

FORMULA = ("=", "+", "-", "@", "\t")

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem }
table { border-collapse: collapse } th, td { padding: .3rem .7rem; text-align: left }
tr { border-bottom: 1px solid #8884 } td.points { text-align: right }
.full { color: #1a7f37 } .none { color: #b3261e }
pre { background: #8881; padding: .5rem; overflow-x: auto }
@media (prefers-color-scheme: dark) { body { background: #16181c; color: #e6e6e6 } }
"""


def show_points(points: float) -> str:
    """Points without zeros at the end."""
    return f"{points:.2f}".rstrip("0").rstrip(".")


def write_reports(
    folder: Path, assignment: Assignment, results: Sequence[Graded], lang: str
) -> list[Path]:
    """Write `results.csv`, `results.json`, `report.html` and the folder `feedback`; the files."""
    feedback = folder / "feedback"
    with write_errors(folder):
        feedback.mkdir(parents=True, exist_ok=True)
    found = {
        folder / "results.csv": csv_table(assignment, results, lang),
        folder / "results.json": json.dumps(
            to_json(assignment, results), ensure_ascii=False, indent=2
        )
        + "\n",
        folder / "report.html": html_report(assignment, results, lang),
    }
    for each in results:
        stem = re.sub(r"[^\w.-]", "_", each.name)
        found[feedback / f"{stem}.txt"] = feedback_of(assignment, each, lang)
        found[feedback / f"{stem}.json"] = (
            json.dumps(gradescope(each, lang), ensure_ascii=False, indent=2) + "\n"
        )
    for path, words in found.items():
        write_whole(path, words)
    return list(found)


def to_json(assignment: Assignment, results: Sequence[Graded]) -> dict[str, Any]:
    """All results as JSON."""
    return {
        "assignment": assignment.title, "of": assignment.points,
        "students": [each.to_json() for each in results],
    }  # fmt: skip


def csv_table(assignment: Assignment, results: Sequence[Graded], lang: str) -> str:
    """A row for each student, with the points of each test and their sum."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    heads = [text("grade.column.student", lang), *(test.title for test in assignment.tests)]
    writer.writerow([_cell(each) for each in (*heads, text("grade.column.points", lang))])
    for each in results:
        points = [show_points(outcome.points) for outcome in each.outcomes]
        writer.writerow([_cell(each.name), *points, show_points(each.points)])
    return out.getvalue()


def _cell(words: str) -> str:
    return f"'{words}" if words.startswith(FORMULA) else words


def feedback_of(assignment: Assignment, graded: Graded, lang: str) -> str:
    """A student's points with their reasons; of hidden tests only the points."""
    return "\n".join(_feedback_lines(assignment, graded, lang)) + "\n"


def _feedback_lines(assignment: Assignment, graded: Graded, lang: str) -> Iterator[str]:
    yield f"{assignment.title}: {graded.name}"
    yield text(
        "grade.total", lang, points=show_points(graded.points), most=show_points(graded.most)
    )
    for outcome in graded.outcomes:
        yield ""
        yield f"{outcome.title}: {show_points(outcome.points)} / {show_points(outcome.most)}"
        for words in _words(outcome, lang):
            yield f"  {words}"
        if outcome.output.strip() and not outcome.hidden and outcome.points < outcome.most:
            yield f"  {text('grade.printed', lang)}"
            yield from (f"    {line}" for line in _tame(outcome.output).splitlines())


def _words(outcome: Outcome, lang: str) -> list[str]:
    """The notes and the reasons, unless the test is hidden."""
    if outcome.hidden:
        return []
    return [_tame(words) for words in (*outcome.notes[lang], *outcome.reasons[lang])]


def _tame(words: str) -> str:
    """The text without the characters that control a terminal."""
    return "".join(each for each in words if each.isprintable() or each in "\n\t")


def gradescope(graded: Graded, lang: str) -> dict[str, Any]:
    """The results of a student in the form of Gradescope's `results.json`."""
    return {
        "score": graded.points,
        "tests": [
            {
                "name": outcome.title, "score": outcome.points, "max_score": outcome.most,
                "output": "\n".join(_words(outcome, lang)),
                "visibility": "hidden" if outcome.hidden else "visible",
            }
            for outcome in graded.outcomes
        ],
    }  # fmt: skip


def html_report(assignment: Assignment, results: Sequence[Graded], lang: str) -> str:
    """The teacher's page: the table, and below it every student's tests with their reasons."""
    title = escape(assignment.title)
    heads = [text("grade.column.student", lang), *(test.title for test in assignment.tests)]
    heads.append(text("grade.column.points", lang))
    rows = "\n".join(_html_row(number, each) for number, each in enumerate(results))
    parts = "\n".join(_html_part(number, each, lang) for number, each in enumerate(results))
    return f"""<!DOCTYPE html>
<html lang="{lang}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>{STYLE}</style>
<h1>{title}</h1>
<table>
<thead><tr>{"".join(f'<th scope="col">{escape(each)}</th>' for each in heads)}</tr></thead>
<tbody>
{rows}
</tbody>
</table>
{parts}
</html>
"""


def _html_row(number: int, graded: Graded) -> str:
    cells = [_points_cell(each.points, each.most) for each in graded.outcomes]
    cells.append(_points_cell(graded.points, graded.most))
    name = f'<th scope="row"><a href="#s{number}">{escape(graded.name)}</a></th>'
    return f"<tr>{name}{''.join(cells)}</tr>"


def _points_cell(points: float, most: float) -> str:
    kind = "full" if points >= most else "none" if points == 0 else "part"
    return f'<td class="points {kind}">{show_points(points)} / {show_points(most)}</td>'


def _html_part(number: int, graded: Graded, lang: str) -> str:
    lines = [f'<h2 id="s{number}">{escape(graded.name)}</h2>', "<ul>"]
    for outcome in graded.outcomes:
        said = [*outcome.notes[lang], *outcome.reasons[lang]]
        inner = "".join(f"<li>{escape(_tame(each))}</li>" for each in said)
        points = f"{show_points(outcome.points)} / {show_points(outcome.most)}"
        lines.append(f"<li>{escape(outcome.title)}: {points}<ul>{inner}</ul>")
        if outcome.output.strip():
            lines.append(f"<pre>{escape(_tame(outcome.output))}</pre>")
        lines.append("</li>")
    return "\n".join([*lines, "</ul>"])
