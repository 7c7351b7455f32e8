"""The options of Monte Carlo tree search: one record for all its variants."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from inspect import Parameter, signature
from math import sqrt
from typing import Any, Literal, NamedTuple, TypeAlias, TypedDict, TypeVar, get_args

from adversario.algorithms.core.limit import Limit
from adversario.algorithms.core.requirements import require
from adversario.base.errors import InputError
from adversario.contract.capability import defines, has
from adversario.contract.guidance import Guided
from adversario.game import A, Game, S
from adversario.views.beliefs import Model

F = TypeVar("F", bound=Callable[..., Any])

LONGEST_ROLLOUT = 10_000
"""Plies after which a rollout is cut off if no `rollout_depth` is given: play may be endless."""

DEFAULT_LIMIT = Limit(nodes=10_000)
"""The default limit of a search."""

Rollouts: TypeAlias = "str | Model[S, A]"
"""How rollouts choose: "random", "uniform", "guided" by the priors, a model, or its name."""

Outcomes: TypeAlias = Literal["closed", "open"]
"""Whether the outcomes of chance have nodes of their own."""


class MctsOptions(TypedDict, total=False):
    """The keyword options of a search, for callers; `MctsSettings` documents them."""

    limit: Limit | None
    simulations: int | None
    exploration: float
    rollouts: Rollouts[Any, Any]
    rollout_depth: int | None
    outcomes: Outcomes
    seed: int
    solver: bool
    memory_mib: float


@dataclass(frozen=True, slots=True)
class MctsSettings:
    """The options of a search; raises InputError if one is out of range.

    Callers give them by name, with `simulations=n` as a short form of `limit=Limit(nodes=n)`.
    """

    limit: Limit = DEFAULT_LIMIT
    """Limits of time and of nodes, which are simulations. A depth is refused."""

    exploration: float = sqrt(2)
    """The constant of UCT or PUCT, for utilities scaled to [0, 1].

    They are scaled by the game's `utility_bounds`, or else by the range seen so far.
    """

    rollouts: Rollouts[Any, Any] = "random"
    """How rollouts choose actions.

    "random": as the game does it (`adversario.contract.rollouts`), or else all are equally likely.
    "uniform": all are equally likely. "guided": by the game's `priors`. Otherwise by a model: a
    function from a state to a `Distribution`, or the name of one, such as "epsilon:0.1" (see
    `adversario.algorithms.models.parse`).
    """

    rollout_depth: int | None = None
    """Plies after which a rollout ends with the game's `evaluate`.

    None: at the end of the game, but after LONGEST_ROLLOUT plies at the latest, as play may be
    endless; the answer has the number of rollouts that were cut off there.
    """

    outcomes: Outcomes = "closed"
    """"closed": outcomes of chance have nodes of their own. "open": the tree is one of sequences of
    actions (see `adversario.algorithms.mcts.open_loop`)."""

    seed: int = 0
    """The seed of the random numbers: the same seed and number of simulations repeat a search."""

    solver: bool = True
    """Prove results in two-sided games without chance, and stop once the root is proven."""

    memory_mib: float = 64
    """MiB for the tree; when they are full, the least visited nodes lose their children."""

    model: Model[Any, Any] | None = None
    """The model that `rollouts` names, set by `settings_for`; None: random or guided."""

    def __post_init__(self) -> None:
        for option in ("exploration", "rollout_depth", "memory_mib"):
            given = getattr(self, option)
            if given is not None and not given >= 0:
                raise InputError("mcts.negative", option=option, given=given)
        if self.outcomes not in get_args(Outcomes):
            known = ", ".join(get_args(Outcomes))
            raise InputError("mcts.outcomes", given=self.outcomes, known=known)
        if self.limit.depth is not None:
            raise InputError("mcts.depth")

    @property
    def max_plies(self) -> int:
        """The limit on the plies of a rollout."""
        return LONGEST_ROLLOUT if self.rollout_depth is None else self.rollout_depth

    @property
    def options(self) -> dict[str, Any]:
        """The options without the limit and the model, to search again in the same way."""
        names = [each.name for each in fields(self) if each.name not in ("limit", "model")]
        return {name: getattr(self, name) for name in names}


def settings_for(
    game: Game[Any, Any], options: MctsOptions, algorithm: str = "mcts"
) -> MctsSettings:
    """The settings of a search of a game; raises InputError if the game does not allow them."""
    require(game, algorithm)
    given: dict[str, Any] = {**options}
    limit, simulations = given.pop("limit", None), given.pop("simulations", None)
    if limit is None:
        limit = DEFAULT_LIMIT if simulations is None else Limit(nodes=simulations)
    elif simulations is not None and limit.depth is None:
        limit = Limit(time=limit.time, nodes=min(simulations, limit.nodes or simulations))
    rollouts = given.get("rollouts", "random")
    if rollouts == "guided" and not has_priors(game):
        raise InputError("mcts.no_priors", game=game.name)
    return MctsSettings(limit=limit, model=rollout_model(game, rollouts), **given)


def takes_mcts_options(search: F) -> F:
    """Decorator: the signature of the search lists the options it accepts as `**options`."""
    defaults = {each.name: each.default for each in fields(MctsSettings)} | {"limit": None}
    listed = [
        Parameter(name, Parameter.KEYWORD_ONLY, default=defaults.get(name), annotation=annotation)
        for name, annotation in MctsOptions.__annotations__.items()
    ]
    own = signature(search)
    others = [each for each in own.parameters.values() if each.kind is not Parameter.VAR_KEYWORD]
    before = [each for each in others if each.kind is not Parameter.KEYWORD_ONLY]
    after = [each for each in others if each.kind is Parameter.KEYWORD_ONLY]
    search.__signature__ = own.replace(parameters=[*before, *listed, *after])  # type: ignore[attr-defined]
    return search


def rollout_model(game: Game[S, A], rollouts: Rollouts[S, A]) -> Model[S, A] | None:
    """The model that plays rollouts; None if they are random or guided by priors."""
    from adversario.algorithms.models import parse as named  # noqa: PLC0415 (which searches, too)

    if not isinstance(rollouts, str):
        return rollouts
    if rollouts in ("random", "uniform", "guided"):
        return None
    try:
        return named.named_model(game, rollouts)
    except InputError:
        known = (
            "random",
            "uniform",
            "guided",
            *named.BARE,
            *(f"{each}:N" for each in named.WITH_NUMBER),
        )
        names = ", ".join(dict.fromkeys(known))
        raise InputError("mcts.rollouts", given=rollouts, known=names) from None


class OwnRollouts(NamedTuple):
    """What of the random play of rollouts the game does itself."""

    actions: bool
    whole: bool


def own_rollouts(game: Game[Any, Any], settings: MctsSettings, columns: int) -> OwnRollouts:
    """What the game does itself, given the number of utilities that are kept of a state.

    Whole rollouts have one utility and no limit of depth.
    """
    asked = settings.rollouts == "random"
    whole = columns == 1 and settings.rollout_depth is None
    return OwnRollouts(
        actions=asked and defines(game, "rollout_action"),
        whole=asked and whole and defines(game, "rollout"),
    )


def has_priors(game: Game[Any, Any]) -> bool:
    """Whether the game has priors."""
    return has(game, Guided)
