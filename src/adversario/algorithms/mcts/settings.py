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

RAVE_EXPLORATION = 0.0
"""The default exploration beside RAVE, whose means of untried actions explore."""

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
    rave: float
    virtual: bool
    widening: int
    patience: int


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
    "heavy": as the game does it when it plays more cleverly (`adversario.contract.placement`).
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

    rave: float = 0
    """The visits at which the mean of an action counts as much as that of all simulations in which
    its player plays it at any time (RAVE); 0: these do not count. For games of `placement`."""

    virtual: bool = False
    """Whether the game's `virtual_results` count as if actions had been tried. For such games."""

    widening: int = 0
    """The actions of a node that are looked at from the start, the most promising ones; one more
    whenever its visits have grown by a factor. 0: all. For such games."""

    patience: int = 1
    """The simulations of a leaf before it is expanded, which saves memory. For such games."""

    model: Model[Any, Any] | None = None
    """The model that `rollouts` names, set by `settings_for`; None: random or guided."""

    def __post_init__(self) -> None:
        for option in ("exploration", "rollout_depth", "memory_mib", "rave", "widening"):
            given = getattr(self, option)
            if given is not None and not given >= 0:
                raise InputError("mcts.negative", option=option, given=given)
        if self.patience < 1:
            raise InputError("limit.too_small", limit="patience", given=self.patience, least=1)
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
    def placed(self) -> bool:
        """Whether the search is one for games of placement."""
        special = self.rave > 0 or self.virtual or self.widening > 0 or self.patience > 1
        return special or self.rollouts == "heavy"

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
    if given.get("rave"):
        given.setdefault("exploration", RAVE_EXPLORATION)
    settings = MctsSettings(limit=limit, model=rollout_model(game, rollouts), **given)
    if settings.placed:
        require_placement(game, settings)
    return settings


def require_placement(game: Game[Any, Any], settings: MctsSettings) -> None:
    """Raise InputError unless the game allows the options for games of placement."""
    is_placed = game.placement and game.action_count > 0
    if not is_placed or game.players > 2 or not game.zero_sum or game.chance:
        raise InputError("mcts.no_placement", game=game.name)
    if (
        settings.model is not None
        or settings.rollouts == "guided"
        or settings.rollout_depth is not None
    ):
        raise InputError("mcts.placed_rollouts", rollouts=settings.rollouts)
    missing = "placed_rollout" if settings.rollouts == "heavy" else "virtual_results"
    if (settings.virtual or settings.rollouts == "heavy") and not defines(game, missing):
        raise InputError("mcts.no_hint", game=game.name, hint=missing)


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
    if rollouts in ("random", "uniform", "guided", "heavy"):
        return None
    try:
        return named.named_model(game, rollouts)
    except InputError:
        known = (
            "random",
            "uniform",
            "guided",
            "heavy",
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
    if settings.placed:
        asked = settings.rollouts in ("random", "heavy")
        return OwnRollouts(actions=False, whole=asked and defines(game, "placed_rollout"))
    whole = columns == 1 and settings.rollout_depth is None
    return OwnRollouts(
        actions=asked and defines(game, "rollout_action"),
        whole=asked and whole and defines(game, "rollout"),
    )


def has_priors(game: Game[Any, Any]) -> bool:
    """Whether the game has priors."""
    return has(game, Guided)
