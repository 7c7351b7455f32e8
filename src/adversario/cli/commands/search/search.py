"""`adversario search`: the decision, and its cost."""

from __future__ import annotations

from typing import Annotated

import typer

from adversario.base.catalogue import text
from adversario.cli.shared.inputs import game_of, state_of
from adversario.cli.shared.language import LANG, tr
from adversario.cli.shared.options import (
    Algorithm,
    Depth,
    EngineName,
    Hard,
    Json,
    Lang,
    Position,
    Seconds,
    Simulations,
    Source,
    Strict,
    Unlikely,
    engine_of,
    limit_of,
    pruning_options,
)
from adversario.cli.shared.output import print_json, print_result, print_table
from adversario.cli.shared.progress import watched_search


def search_command(
    source: Source,
    position: Position = None,
    algorithm: Algorithm = None,
    depth: Depth = None,
    seconds: Seconds = None,
    nodes: Simulations = None,
    hard: Hard = False,
    strict: Strict = False,
    policy: Annotated[bool, typer.Option("--policy", help=tr("cli.policy"))] = False,
    seed: Annotated[int | None, typer.Option("--seed", help=tr("cli.seed_of_mcts"))] = None,
    rollouts: Annotated[str | None, typer.Option("--rollouts", help=tr("cli.rollouts"))] = None,
    rollout_depth: Annotated[
        int | None, typer.Option("--rollout-depth", help=tr("cli.rollout_depth"))
    ] = None,
    outcomes: Annotated[str | None, typer.Option("--outcomes", help=tr("cli.outcomes"))] = None,
    rave: Annotated[float | None, typer.Option("--rave", help=tr("cli.rave"))] = None,
    virtual: Annotated[bool, typer.Option("--virtual", help=tr("cli.virtual"))] = False,
    widening: Annotated[int | None, typer.Option("--widening", help=tr("cli.widening"))] = None,
    patience: Annotated[int | None, typer.Option("--patience", help=tr("cli.patience"))] = None,
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
        "outcomes": outcomes, "unlikely": unlikely, "rave": rave, "virtual": virtual or None,
        "widening": widening, "patience": patience,
    }  # fmt: skip
    options |= {name: given for name, given in chosen.items() if given is not None}
    if against is not None:
        from adversario.algorithms.models.parse import models_of_others  # noqa: PLC0415 (seldom)

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
