"""`adversario search`, `trace` and `compare`: the decision, its steps, and its cost."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from adversario.algorithms.core.algorithm import ALGORITHMS, algorithm_named
from adversario.algorithms.core.answer import Result
from adversario.algorithms.core.requirements import fitting, undeclared
from adversario.algorithms.models.parse import models_of_others
from adversario.base.catalogue import text
from adversario.base.errors import InputError
from adversario.base.files import read_text
from adversario.base.numbers import show
from adversario.cli.shared.inputs import game_of, state_of
from adversario.cli.shared.language import LANG, tr
from adversario.cli.shared.model_table import compare_models
from adversario.cli.shared.options import (
    Algorithm,
    Depth,
    EngineName,
    Hard,
    Json,
    Lang,
    Nodes,
    Position,
    Seconds,
    Source,
    Strict,
    Unlikely,
    With,
    engine_of,
    enhancements_of,
    limit_of,
    pruning_options,
)
from adversario.cli.shared.output import print_json, print_result, print_table, write_text
from adversario.cli.shared.progress import watched_search
from adversario.contract.capability import as_capability
from adversario.contract.opponents import Contested
from adversario.trace import dump_trace, load_trace, record, text_trace
from adversario.trace.files import event_to_json


def search_command(
    source: Source,
    position: Position = None,
    algorithm: Algorithm = None,
    depth: Depth = None,
    seconds: Seconds = None,
    nodes: Nodes = None,
    hard: Hard = False,
    strict: Strict = False,
    policy: Annotated[bool, typer.Option("--policy", help=tr("cli.policy"))] = False,
    seed: Annotated[int | None, typer.Option("--seed", help=tr("cli.seed_of_mcts"))] = None,
    rollouts: Annotated[str | None, typer.Option("--rollouts", help=tr("cli.rollouts"))] = None,
    rollout_depth: Annotated[
        int | None, typer.Option("--rollout-depth", help=tr("cli.rollout_depth"))
    ] = None,
    outcomes: Annotated[str | None, typer.Option("--outcomes", help=tr("cli.outcomes"))] = None,
    against: Annotated[str | None, typer.Option("--against", help=tr("cli.against"))] = None,
    unlikely: Unlikely = None,
    engine: EngineName = "auto",
    json: Json = False,
    lang: Lang = LANG,
) -> None:
    """Print the best action, its value and its cost."""
    game = game_of(source)
    state, limit = state_of(game, position), limit_of(depth, seconds, nodes)
    options = pruning_options(hard=hard, strict=strict)
    if policy:
        options["policy"] = True
    chosen = {
        "seed": seed, "rollouts": rollouts, "rollout_depth": rollout_depth,
        "outcomes": outcomes, "unlikely": unlikely,
    }  # fmt: skip
    options |= {name: given for name, given in chosen.items() if given is not None}
    if against is not None:
        options["models"] = models_of_others(game, state, against, limit)
    result = watched_search(
        game, state, lang, algorithm=algorithm, limit=limit, engine=engine_of(engine), **options
    )
    if json:
        print_json(result.to_json())
        return
    print_result(result, lang)
    if result.policy is not None:
        heads = [text("column.position", lang), text("column.action", lang)]
        print_table(heads, list(result.policy.to_json().items()))


def trace_command(
    source: Source,
    position: Position = None,
    algorithm: Algorithm = None,
    depth: Depth = None,
    nodes: Nodes = None,
    hard: Hard = False,
    strict: Strict = False,
    enhancements: With = None,
    unlikely: Unlikely = None,
    save: Annotated[Path | None, typer.Option("--save", help=tr("cli.save"))] = None,
    json: Json = False,
    lang: Lang = LANG,
) -> None:
    """Print the calls of a search line by line, or those of a saved trace."""
    if source.endswith(".jsonl"):
        trace = load_trace(_lines(Path(source)), source)
    else:
        game, options = game_of(source), pruning_options(hard=hard, strict=strict)
        if unlikely is not None:
            options["unlikely"] = unlikely
        _, trace = record(
            game, state_of(game, position), algorithm=algorithm, limit=limit_of(depth, None, nodes),
            enhancements=enhancements_of(enhancements), **options,
        )  # fmt: skip
    if save is not None:
        write_text("\n".join(dump_trace(trace)), save)
    if json:
        print_json([event_to_json(event) for event in trace.events])
        return
    for line in text_trace(trace, lang):
        typer.echo(line)


def compare_command(
    source: Source,
    position: Position = None,
    algorithms: Annotated[
        str | None, typer.Option("--algorithms", help=tr("cli.algorithms"))
    ] = None,
    depth: Depth = None,
    games: Annotated[int | None, typer.Option("--games", "-n", help=tr("cli.ghost_games"))] = None,
    seed: Annotated[int, typer.Option("--seed", help=tr("cli.seed"))] = 0,
    engine: EngineName = "auto",
    json: Json = False,
    lang: Lang = LANG,
) -> None:
    """Print value, nodes, cut-offs and time of several algorithms on one position.

    For Pac-Man without a position or algorithms, games are played, and the table has score and wins
    by model of the ghosts.
    """
    game = game_of(source)
    opponents = as_capability(game, Contested).opponents()
    if opponents is not None and position is None and algorithms is None:
        compare_models(
            game, opponents, games=games, depth=depth, seed=seed, engine=engine_of(engine),
            json=json, lang=lang,
        )  # fmt: skip
        return
    if games is not None:
        raise InputError("compare.only", game=game.name)
    state = state_of(game, position)
    if algorithms is None:  # by default, estimates are not compared with values
        names = [name for name in fitting(game) if not ALGORITHMS[name].anytime]
    else:
        names = algorithms.replace(" ", "").split(",")
    for name in names:
        algorithm_named(name)
    chosen = "python" if engine == "auto" else engine_of(engine)
    results = [
        # One engine for all by default, so that the times compare.
        watched_search(game, state, lang, algorithm=name, limit=limit_of(depth), engine=chosen)
        for name in names
    ]
    if json:
        print_json([result.to_json() for result in results])
        return
    columns = ("algorithm", "value", "action", "nodes", "leaves", "cutoffs", "pruned", "seconds")
    heads = [text(f"column.{column}", lang) for column in columns]
    print_table(heads, list(map(_row, results)))
    if algorithms is None and (left_out := undeclared(game)):
        typer.echo(text("compare.left_out", lang, game=game.name, names=", ".join(left_out)))


def _row(result: Result[Any, Any]) -> list[str]:
    cost = result.statistics
    action = "-" if result.action is None else result.game.action_name(result.state, result.action)
    counts = (cost.nodes, cost.leaves, cost.cutoffs, cost.pruned)
    return [
        result.algorithm, show(result.value), action, *map(str, counts), f"{cost.seconds:.4f}"
    ]  # fmt: skip


def _lines(path: Path) -> list[str]:
    return read_text(path).split("\n")
