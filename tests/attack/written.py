"""Formats that people and other programs write: records of games, Gambit's files, courses, answers.

Each is a text of its own (`TEXTS`, by the name of the file) and the questions that read it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from adversario.course.course import Course
from adversario.exercises.every import grade_any, make_any
from adversario.grading.assignment import Assignment, read_assignment
from adversario.grading.results import GradeFile
from adversario.records.epd import read_epd
from adversario.records.mat import read_mat
from adversario.records.pgn import read_pgn
from adversario.records.sgf import read_sgf
from tests.attack.form import Format

ROOT = Path(__file__).parents[2]

GRADED = {
    "alphabeta": "C21, D22 D3",
    "windows": "C: 16 inf -> 23; C3: 16 23 -> 40",
    "maxn": "A=(52, 51, 51) B=(44, 37, 35) action=a2",
    "mixed": "p=1/4 q=7/10 u=26/5 v=31/4",
    "dominance": "B X A Y",
    "response": "A=5/2 B=19/4 C=7/4 best=B",
}
"""An answer to an exercise of each topic, right or not."""

TEXTS = {
    "match.mat": """; [Event "An example"]
 3 point match

 Game 1
 Ana : 0                          Bo : 0
  1)                              54: 13/8 24/20
  2) 65: 24/18 18/13               Doubles => 2
  3)  Takes                       21: 24/22 22/21
      Wins 2 points
""",
    "games.pgn": """[Event "An example"]
[White "A"]
[Black "B"]
[Result "1-0"]

1. e4 e5 2. Bc4 {good} Nc6 (2... Nf6 3. d3 (3. Nc3 Bc5) 3... Bc5) 3. Qh5 $1 Nf6?? 4. Qxf7# 1-0

[FEN "4k3/8/8/8/8/8/4R3/4K3 b - - 7 40"]
[SetUp "1"]

40... Kd7 41. Rd2+ Kc6 *
""",
    "game.sgf": "(;GM[1]FF[4]SZ[9]KM[6.5]RU[Japanese]AB[aa:bb]AW[ii]PL[W]PB[Black]C[why \\] so]\n"
    ";W[cc];B[];W[tt](;B[ee];W[gg])(;B[gc]))\n(;SZ[5];B[cc];W[dd])\n",
    "suite.epd": "# two\n"
    '2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id "WAC.001";\n'
    '4k3/8/8/8/8/8/4R3/4K3 b - - 7 40 am Kd7 Kd8; c0 "a; b"; hmvc 7;\n',
    "general.efg": """EFG 2 R "General Bayes game" { "Player 1" "Player 2" }
c "ROOT" 1 "(0,1)" { "1G" 0.5 "1B" 1/2 } 0
p "" 1 1 "(1,1)" { "H" "L" } 0
p "" 2 1 "(2,1)" { "h" "l" } 0
t "" 1 "Outcome 1" { 10.0 2.0 }
t "" 2 "Outcome 2" { 0.0 10.0 }
p "" 2 1 "(2,1)" { "h" "l" } 0
t "" 3 "Outcome 3" { 2.0 4.0 }
t "" 4 "Outcome 4" { 4.0 -7/2 }
p "" 1 1 "(1,1)" { "H" "L" } 0
t "" 5 "Outcome 5" { 1 2 }
t "" 4
""",
    "table.nfg": 'NFG 1 R "Two by three" { "A" "B" } { 2 3 }\n\n1 1 0 2 3.5 1/2 2 0 -1 4 0 0\n',
    "outcomes.nfg": """NFG 1 R "Outcomes" { "A" "B" }
{ { "T" "B" } { "L" "R" } } ""
{ { "x" 1, 2 } { "y" 0, -1 } }
1 2 0 1
""",
    "payoffs.txt": "3,3 0,5; 5,0 1,1\n",
    "course/01-first.md": """# A page

What it is *about*, in one line: {{states: tictactoe}} positions.

```board
game: tictactoe
against: level:1
about: You are X.
```

| part | question |
|---|---|
| value | {{value: (1,2)}} |

- **one**, by `code`
- two
""",
    "assignment.toml": (ROOT / "examples" / "grading" / "assignment.toml").read_text(
        encoding="utf-8"
    ),
    "grades.jsonl": '{"format": "adversario-grades", "assignment": "x"}\n'
    '{"student": "ana", "digest": "5", "points": 0.5, "of": 1, "tests": [{"test": "t", '
    '"points": 0.5, "of": 1, "hidden": false, "reasons": {"en": ["a"], "es": ["b"]}, '
    '"notes": {"en": [], "es": []}, "seconds": 0.1, "output": ""}]}\n',
    **{f"{topic}.answer": f"{answer}\n" for topic, answer in GRADED.items()},
}


def read_course(path: Path) -> object:
    """All pages of the course in the folder of a page, with their figures."""
    return [repr(page) for page in Course(path.parent).pages("en")]


def grade_answer(topic: str, path: Path) -> object:
    """The grade of the answer in a file."""
    answer = path.read_bytes().decode("utf-8", "replace")
    return repr(grade_any(make_any(topic, seed=1), answer))


def read_task(path: Path) -> object:
    """The assignment in a file, without the digest of its text."""
    return repr(replace(read_assignment(path), digest=""))


def read_grades(path: Path) -> object:
    """The results in a file of grades, which is opened to add some."""
    file = GradeFile(path, Assignment("title", "tictactoe", (), digest="x"))
    file.close()
    return repr(sorted(file.known.items()))


READERS: dict[str, Callable[[Path], object]] = {
    "read_pgn": read_pgn,
    "read_sgf": read_sgf,
    "read_epd": read_epd,
    "read_mat": read_mat,
    "read_course": read_course,
    "read_task": read_task,
    "read_grades": read_grades,
    **{f"grade {topic}": partial(grade_answer, topic) for topic in GRADED},
}
"""Readers of the library, by what a question calls them."""

WRITTEN = (
    Format("PGN", "games.pgn", "text",
           (("review", "games.pgn", "--nodes", "20", "--json"), ("read_pgn", "games.pgn")),
           answer=lambda done: done.out),
    Format("SGF", "game.sgf", "text", (("read_sgf", "game.sgf"),)),
    Format("match of backgammon", "match.mat", "text", (("read_mat", "match.mat"),)),
    Format("EPD", "suite.epd", "text", (("read_epd", "suite.epd"),)),
    Format("Gambit tree", "general.efg", "text",
           (("equilibrium", "general.efg", "--json"), ("draw", "general.efg", "-f", "svg")),
           answer=lambda done: done.out.partition('"seconds"')[0]),
    Format("Gambit matrix", "table.nfg", "text", (("matrix", "table.nfg", "--json"),)),
    Format("Gambit outcomes", "outcomes.nfg", "text", (("matrix", "outcomes.nfg", "--json"),)),
    Format("payoffs", "payoffs.txt", "text", (("matrix", "payoffs.txt", "--json"),)),
    Format("course", "course/01-first.md", "text", (("read_course", "course/01-first.md"),)),
    Format("assignment", "assignment.toml", "text", (("read_task", "assignment.toml"),)),
    Format("grades", "grades.jsonl", "lines", (("read_grades", "grades.jsonl"),),
           may_change=("grades.jsonl",)),
    *(Format(f"answer: {topic}", f"{topic}.answer", "text",
             ((f"grade {topic}", f"{topic}.answer"),)) for topic in GRADED),
)  # fmt: skip
