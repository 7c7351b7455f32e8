"""Exercises: generated, graded, solved step by step, and printed."""

from __future__ import annotations

from adversario.algorithms.registry import search
from adversario.exercises import Grade, StrategyExercise, Topic
from adversario.exercises.every import AnyExercise, AnyGrade, grade_any, make_any
from adversario.render.sheet import reasons, svg_sheet, tikz_sheet
from adversario.solve.equilibrium.matrix.game import MatrixGame
from adversario.trace import Recorder, game_tree
from adversario.trees import Tree
from adversario.web import protocol
from adversario.web.handlers.context import Context
from adversario.web.handlers.pseudocode import pseudocode
from adversario.web.handlers.search_steps import search_payload
from adversario.web.handlers.tree_payload import flat_tree
from adversario.web.protocol import Asked, Part

PARTS: dict[Topic, tuple[Part, ...]] = {
    Topic.MINIMAX: ("value",),
    Topic.ALPHABETA: (),
    Topic.WINDOWS: ("alpha", "beta", "value"),
    Topic.EXPECTIMINIMAX: ("value",),
    Topic.MAXN: ("value",),
}
"""The parts of a node that the student fills in, by topic."""


def exercise_of(request: protocol.ExerciseRequest, more: int = 0) -> AnyExercise:
    """The exercise that a request determines; `more` counts on from its seed."""
    return make_any(
        request.topic,
        seed=request.seed + more,
        depth=request.depth,
        branching=request.branching,
        difficulty=request.difficulty,
        players=request.players,
    )


def exercise(context: Context, request: protocol.ExerciseRequest) -> protocol.ExercisePayload:
    """The question, and the fields to fill in."""
    made = exercise_of(request)
    if isinstance(made, StrategyExercise):
        return _strategy_payload(context, request, made)
    tree, root = made.tree, made.tree.initial()
    parts = [Asked(node, part) for node in made.asked for part in PARTS[made.topic]]
    if made.topic.asks_action:
        parts.append(Asked(root, "action"))
    return protocol.ExercisePayload(
        topic=request.topic,
        seed=made.seed,
        difficulty=request.difficulty,
        depth=made.depth,
        branching=made.branching,
        players=tree.players,
        title=made.title.text(context.lang),
        statement=[part.text(context.lang) for part in made.statement],
        tree=flat_tree(tree, game_tree(tree)),
        table=None,
        notation=tree.notation(),
        asked=list(made.asked),
        parts=parts,
        actions=list(tree.actions(root)),
        fields=[],
        choices=[],
    )


def _strategy_payload(
    context: Context, request: protocol.ExerciseRequest, made: StrategyExercise
) -> protocol.ExercisePayload:
    """A question about strategies."""
    game, names = made.game, list(made.asked)
    tree = game if isinstance(game, Tree) else None
    return protocol.ExercisePayload(
        topic=request.topic,
        seed=made.seed,
        difficulty=request.difficulty,
        depth=request.depth,
        branching=request.branching,
        players=2,
        title=made.title.text(context.lang),
        statement=[part.text(context.lang) for part in made.statement],
        tree=None if tree is None else flat_tree(tree, game_tree(tree)),
        table=_table(game) if isinstance(game, MatrixGame) else None,
        notation="" if tree is None else tree.notation(),
        asked=[],
        parts=[],
        actions=[],
        fields=[] if made.topic.asks_names else names,
        choices=sorted(names) if made.topic.asks_names else [],
    )


def _table(game: MatrixGame) -> protocol.PayoffTable:
    rows, columns = game.strategies
    cells = [
        [list(map(str, game.cell((row, column)))) for column in range(len(columns))]
        for row in range(len(rows))
    ]
    return protocol.PayoffTable(list(rows), list(columns), cells)


def grade_answer(context: Context, request: protocol.GradeRequest) -> protocol.GradePayload:
    """The grade of an answer, with an explanation of its first mistake."""
    made = exercise_of(request)
    judged = grade_any(made, request.answer)
    node, part = _place(judged)
    return protocol.GradePayload(
        right=judged.right,
        correct=judged.correct,
        total=judged.total,
        node=node,
        part=part,
        mistake=None if judged.mistake is None else judged.mistake.text(context.lang),
        line=judged.line(context.lang),
        text=judged.text(context.lang),
        key=made.key().text(context.lang),
    )


def _place(judged: AnyGrade) -> tuple[str | None, Part | None]:
    """The node, or the name of the part, with the first mistake."""
    if judged.item is None:
        return None, None
    if isinstance(judged, Grade) and judged.item is not None:
        return judged.item.node, judged.item.part.value
    return judged.item[0], None


def solve_exercise(context: Context, request: protocol.KeyRequest) -> protocol.ExerciseKey:
    """The right answer, and the search that finds it, step by step."""
    made = exercise_of(request)
    if isinstance(made, StrategyExercise):
        why = reasons(made, context.lang)
        return protocol.ExerciseKey(made.key().text(context.lang), [], None, why)
    key, name = made.key(), made.topic.algorithm
    recorder = Recorder(made.tree)
    result = search(made.tree, algorithm=name, on_event=recorder)
    code = pseudocode(name, context.lang)
    return protocol.ExerciseKey(
        key=key.text(context.lang),
        discarded=list(key.discarded),
        search=search_payload(context, made.tree, result, recorder.trace(result), code),
        reasons=[],
    )


def sheet(context: Context, request: protocol.SheetRequest) -> protocol.Sheet:
    """Exercises to print, from the seed on."""
    made = [exercise_of(request, more) for more in range(request.count)]
    return protocol.Sheet(
        sheets=[svg_sheet(each, context.lang, key=request.key) for each in made],
        tikz=tikz_sheet(made, context.lang, key=request.key),
    )
