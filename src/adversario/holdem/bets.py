"""The public tree of the bets on the turn and the river: what both players see.

Player 0 is out of position and acts first on each street. Bets are shares of the pot; a raise of
share `s` calls first and then adds `s` times the pot. An amount that reaches the stack is all in.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from math import isfinite
from typing import NamedTuple

from adversario.base.errors import InputError
from adversario.holdem.cards import card_name
from adversario.native.kernels.cards.betting import DEAL, DECISION, FOLD, SHOWDOWN

MOST_NODES = 2_000_000
MOST_SIZES = 8
NOBODY = -1
LETTERS = {"fold": "f", "check": "x", "call": "c", "bet": "b", "raise": "r", "all_in": "a"}


@dataclass(frozen=True)
class Bets:
    """The bets that players may make.

    `pot` is what is in the middle, `stack` what each player has left. `sizes` are the bets, and
    `raises` the raises (by default the same), as shares of the pot; `all_in` adds the whole stack.
    `most` is the number of bets and raises of a street at most.
    """

    pot: float
    stack: float
    sizes: tuple[float, ...] = (0.5, 1.0)
    raises: tuple[float, ...] | None = None
    all_in: bool = True
    most: int = 3

    def __post_init__(self) -> None:
        for name, value in (("pot", self.pot), ("stack", self.stack)):
            if not (isfinite(value) and 0 < value <= 1e9):
                raise InputError("holdem.amount", name=name, given=value)
        sizes = (*self.sizes, *(self.raises or ()))
        if len(sizes) > MOST_SIZES or not all(isfinite(size) and 0 < size <= 1e3 for size in sizes):
            raise InputError("holdem.sizes", most=MOST_SIZES)
        if not 0 <= self.most <= MOST_SIZES:
            raise InputError("holdem.most", given=self.most, most=MOST_SIZES)


class Act(NamedTuple):
    """What a player does: `kind` is fold, check, call, bet, raise or all_in.

    `to` is what the player has then paid on this street.
    """

    kind: str
    to: float


@dataclass(frozen=True)
class Node:
    """A place of the public tree.

    `stake` is what both players have paid at least, half of the pot at the start included, and
    `pot` what is in the middle. `path` is how play
    came here: acts (`act_code`) and, after a deal, the card's name. `acts` lead to `children`.
    """

    kind: int
    player: int
    stake: float
    pot: float
    board: tuple[int, ...]
    path: tuple[str, ...]
    acts: tuple[Act, ...] = ()
    children: tuple[Node, ...] = field(default=(), repr=False)


class _Street(NamedTuple):
    """What matters for the bets of a street: who acts, what both have paid on it and before it."""

    player: int
    paid: tuple[float, float]
    before: float
    bets: int
    acted: int


def build_tree(bets: Bets, board: tuple[int, ...], cards: tuple[int, ...]) -> Node:
    """The tree from the board on; `cards` may come on the river if the board has four.

    InputError if it has more than MOST_NODES nodes.
    """
    made = count()

    def node(
        kind: int, player: int, stake: float, now: tuple[int, ...], path: tuple[str, ...],
        acts: tuple[Act, ...] = (), children: tuple[Node, ...] = (), ahead: float = 0.0,
    ) -> Node:  # fmt: skip
        if next(made) > MOST_NODES:
            raise InputError("holdem.tree", most=MOST_NODES)
        return Node(kind, player, stake, 2 * stake + ahead, now, path, acts, children)

    def decide(street: _Street, now: tuple[int, ...], path: tuple[str, ...]) -> Node:
        acts = tuple(_acts(bets, street))
        below = tuple(follow(street, act, now, (*path, act_code(act))) for act in acts)
        stake, ahead = street.before + min(street.paid), abs(street.paid[0] - street.paid[1])
        return node(DECISION, street.player, stake, now, path, acts, below, ahead)

    def follow(street: _Street, act: Act, now: tuple[int, ...], path: tuple[str, ...]) -> Node:
        if act.kind == "fold":
            return node(FOLD, street.player, street.before + min(street.paid), now, path)
        paid = (act.to, street.paid[1]) if street.player == 0 else (street.paid[0], act.to)
        if act.kind == "call" or (act.kind == "check" and street.acted):
            return close(street.before + max(paid), now, path)
        raised = int(act.kind != "check")
        after = _Street(1 - street.player, paid, street.before, street.bets + raised, 1)
        return decide(after, now, path)

    def close(stake: float, now: tuple[int, ...], path: tuple[str, ...]) -> Node:
        if now == board and cards:
            below = tuple(begin(stake, (*board, card), (*path, card_name(card))) for card in cards)
            return node(DEAL, NOBODY, stake, now, path, (), below)
        return node(SHOWDOWN, NOBODY, stake, now, path)

    def begin(stake: float, now: tuple[int, ...], path: tuple[str, ...]) -> Node:
        if stake >= bets.stack + bets.pot / 2:
            return node(SHOWDOWN, NOBODY, stake, now, path)
        return decide(_Street(0, (0.0, 0.0), stake, 0, 0), now, path)

    return begin(bets.pot / 2, board, ())


def _acts(bets: Bets, street: _Street) -> list[Act]:
    """What the player may do, folding first and the largest bet last."""
    mine, other = street.paid[street.player], street.paid[1 - street.player]
    left = bets.stack + bets.pot / 2 - street.before  # that may be paid on this street in all
    acts = [Act("fold", mine), Act("call", other)] if other > mine else [Act("check", mine)]
    if street.bets >= bets.most or other >= left:
        return acts
    pot = 2 * street.before + 2 * other
    sizes = bets.raises if other > 0 and bets.raises is not None else bets.sizes
    amounts = {other + size * pot for size in sizes}
    kind = "raise" if other > 0 else "bet"
    acts += [Act(kind, amount) for amount in sorted(amounts) if amount < left]
    if bets.all_in or any(amount >= left for amount in amounts):
        acts.append(Act("all_in", left))
    return acts


def act_code(act: Act) -> str:
    """The act as a word of a path: `f`, `x`, `c`, `b6`, `r18`, `a40`."""
    letter = LETTERS[act.kind]
    return letter if act.kind in {"fold", "check", "call"} else f"{letter}{act.to:.6g}"
