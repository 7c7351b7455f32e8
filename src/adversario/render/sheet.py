"""Exercises to print or to display: as text, as SVG, and as a LaTeX document of several.

The tree of the question is that of the game, so it does not reveal the answer; the tree of the key
is the one that the search visited, with values, windows and pruned branches.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from html import escape
from textwrap import wrap

from adversario.base.catalogue import text
from adversario.exercises import Exercise, Topic
from adversario.exercises.every import AnyExercise
from adversario.exercises.strategies.exercise import StrategyExercise
from adversario.render.latex import latex
from adversario.render.layout import text_width
from adversario.render.payoffs import latex_payoffs, svg_payoffs, text_payoffs
from adversario.render.svg import svg_tree
from adversario.render.text import text_tree
from adversario.render.tikz import tikz_tree
from adversario.trace.build import search_tree
from adversario.trace.tree import TreeNode, game_tree
from adversario.trees import Tree, Vertex

_TEXT_WIDTH = 80
_SVG_TEXT_WIDTH = 96  # characters in a line above the picture
_MOST_LEAVES_UPRIGHT = 12
_LINE = 20.0
_MARGIN = 14.0


def text_sheet(exercise: AnyExercise, lang: str = "en", key: bool = False) -> str:
    """The exercise as lines of Unicode text, without a final newline; with `key`, solved below."""
    lines = [exercise.title.text(lang), ""]
    for part in exercise.statement:
        lines += [*_wrap(part.text(lang), _TEXT_WIDTH), ""]
    if isinstance(exercise, Exercise):
        lines.append(text_tree(_question(exercise), lang=lang))
    elif isinstance(exercise.game, Tree):
        lines.append(text_tree(game_tree(exercise.game), lang=lang))
    else:
        lines.append(text_payoffs(exercise.game))
    if key:
        lines += ["", *_wrap(_answer(exercise, lang), _TEXT_WIDTH), ""]
        if isinstance(exercise, StrategyExercise):
            for reason in reasons(exercise, lang):
                lines += _wrap(reason, _TEXT_WIDTH)
        else:
            lines.append(text_tree(_solution(exercise), windows=_has_windows(exercise), lang=lang))
    return "\n".join(lines)


def svg_sheet(exercise: AnyExercise, lang: str = "en", key: bool = False) -> str:
    """The exercise as an SVG document; with `key`, the solved tree is below the question."""
    title = exercise.title.text(lang)
    words = [
        line for part in exercise.statement for line in _wrap(part.text(lang), _SVG_TEXT_WIDTH)
    ]
    blocks: list[list[str] | str] = [[title, *words], _svg_question(exercise, lang)]
    if key:
        blocks.append(_wrap(_answer(exercise, lang), _SVG_TEXT_WIDTH))
    if key and isinstance(exercise, StrategyExercise):
        lines = [_wrap(reason, _SVG_TEXT_WIDTH) for reason in reasons(exercise, lang)]
        blocks.append([line for each in lines for line in each])
    elif key and isinstance(exercise, Exercise):
        windows = _has_windows(exercise)
        blocks.append(svg_tree(_solution(exercise), windows=windows, lang=lang))
    return _stack_blocks(blocks, title, lang)


def tikz_sheet(exercises: Sequence[AnyExercise], lang: str = "en", key: bool = False) -> str:
    """The exercises as a LaTeX document on A4, with lines for name, date and answers.

    `key` adds the solutions.
    """
    parts = [line for number, each in enumerate(exercises, 1) for line in _task(number, each, lang)]
    if key:
        parts += [r"\newpage", rf"\section*{{{latex(text('exercise.key', lang))}}}"]
        for number, each in enumerate(exercises, 1):
            parts += _solution_lines(number, each, lang)
    title = latex(text("exercise.exercises", lang))
    wide = any(
        _leaves(each.tree.root) > _MOST_LEAVES_UPRIGHT
        for each in exercises
        if isinstance(each, Exercise)
    )
    paper = "a4paper,landscape" if wide else "a4paper"
    name, date = (f"{latex(text(f'exercise.{each}', lang))}:" for each in ("name", "date"))
    return _DOCUMENT % {
        "paper": paper, "title": title, "name": name, "date": date, "body": "\n".join(parts)
    }  # fmt: skip


def reasons(exercise: StrategyExercise, lang: str = "en") -> list[str]:
    """The reasons for all that belongs to the answer."""
    items = exercise.key().items
    return [item.reason.text(lang) for item in items if item.answer is not False]


def _svg_question(exercise: AnyExercise, lang: str) -> str:
    if isinstance(exercise, Exercise):
        return svg_tree(_question(exercise), lang=lang)
    game = exercise.game
    return svg_tree(game_tree(game), lang=lang) if isinstance(game, Tree) else svg_payoffs(game)


def _tikz_question(exercise: AnyExercise, lang: str) -> str:
    if isinstance(exercise, Exercise):
        return tikz_tree(_question(exercise), standalone=False, lang=lang)
    game = exercise.game
    if isinstance(game, Tree):
        return tikz_tree(game_tree(game), standalone=False, lang=lang)
    return latex_payoffs(game)


def _question(exercise: Exercise) -> TreeNode:
    return _drop_inner_actions(game_tree(exercise.tree))


def _solution(exercise: Exercise) -> TreeNode:
    return _drop_inner_actions(search_tree(exercise.key().trace))


def _drop_inner_actions(root: TreeNode) -> TreeNode:
    """The tree with actions only at the root: no question is about others, and paper is narrow."""

    def bare(node: TreeNode) -> TreeNode:
        return replace(node, action=None, children=tuple(map(bare, node.children)))

    return replace(
        root, children=tuple(replace(bare(child), action=child.action) for child in root.children)
    )


def _has_windows(exercise: Exercise) -> bool:
    return exercise.topic in (Topic.ALPHABETA, Topic.WINDOWS)


def _answer(exercise: AnyExercise, lang: str) -> str:
    return f"{text('exercise.key', lang)}: {exercise.key().text(lang)}"


def _wrap(words: str, width: int) -> list[str]:
    return wrap(words, width, break_long_words=False, break_on_hyphens=False)


# SVG.


def _stack_blocks(blocks: Sequence[list[str] | str], title: str, lang: str) -> str:
    """Lines of text and whole SVG documents, one below the other in one document."""
    body: list[str] = []
    width, y = 0.0, _MARGIN
    for block in blocks:
        if isinstance(block, str):
            across, down = _size(block)
            body.append(block.replace("<svg ", f'<svg y="{y:.0f}" ', 1).rstrip())
            width, y = max(width, across), y + down
            continue
        for line in block:
            style = ' font-weight="bold"' if line == title else ""
            y += _LINE
            body.append(f'<text x="{_MARGIN:g}" y="{y:.0f}"{style}>{escape(line)}</text>')
            width = max(width, text_width(line, 14) + 2 * _MARGIN)
        y += _MARGIN
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" lang="{escape(lang)}" width="{width:.0f}" '
        f'height="{y:.0f}" viewBox="0 0 {width:.0f} {y:.0f}" '
        'font-family="system-ui, sans-serif" font-size="14">'
    )
    background = '<rect width="100%" height="100%" fill="white"/>'
    return "\n".join([head, f"<title>{escape(title)}</title>", background, *body, "</svg>"]) + "\n"


def _size(svg: str) -> tuple[float, float]:
    """The declared width and height of an SVG document."""
    found = re.search(r'width="([0-9.]+)" height="([0-9.]+)"', svg)
    assert found is not None, "drawings state their size"
    return float(found[1]), float(found[2])


# LaTeX.

_DOCUMENT = r"""\documentclass[11pt,%(paper)s]{article}
\usepackage[margin=18mm]{geometry}
\usepackage{graphicx}
\usepackage{tikz}
\usetikzlibrary{shapes.geometric}
\setlength{\parindent}{0pt}
\setlength{\parskip}{6pt}
\pagestyle{plain}
\newsavebox{\tree}
\newcommand{\drawn}{\par\nopagebreak\begin{center}%%
  \ifdim\wd\tree>\linewidth\resizebox{\linewidth}{!}{\usebox{\tree}}\else\usebox{\tree}\fi
  \end{center}\nopagebreak}
\newcommand{\ruled}{\par\nopagebreak\vspace{7mm}\hrule}
\begin{document}
\section*{%(title)s}
%(name)s~\rule{85mm}{0.4pt}\hfill %(date)s~\rule{35mm}{0.4pt}\par
%(body)s
\end{document}
"""


def _task(number: int, exercise: AnyExercise, lang: str) -> Iterator[str]:
    yield _heading(number, exercise, lang)
    yield from (latex(part.text(lang)) + "\n" for part in exercise.statement)
    yield _draw_box(_tikz_question(exercise, lang))
    yield rf"\textbf{{{latex(text('exercise.answer', lang))}:}}\ruled\ruled\ruled"
    yield r"\vspace{8mm}\filbreak"


def _solution_lines(number: int, exercise: AnyExercise, lang: str) -> Iterator[str]:
    yield _heading(number, exercise, lang)
    yield rf"\textbf{{{latex(exercise.key().text(lang))}}}"
    if isinstance(exercise, StrategyExercise):
        yield from (latex(reason) + "\n" for reason in reasons(exercise, lang))
    else:
        windows = _has_windows(exercise)
        drawn = tikz_tree(_solution(exercise), windows=windows, standalone=False, lang=lang)
        yield _draw_box(drawn)
    yield r"\filbreak"


def _leaves(vertex: Vertex) -> int:
    return sum(not below.edges for below in vertex.walk())


def _heading(number: int, exercise: AnyExercise, lang: str) -> str:
    said = text("exercise.exercise", lang, number=number)
    return rf"\subsection*{{{latex(said)}. {latex(exercise.title.text(lang))}}}"


def _draw_box(picture: str) -> str:
    return f"\\begin{{lrbox}}{{\\tree}}%\n{picture}\\end{{lrbox}}\n\\drawn\n"
