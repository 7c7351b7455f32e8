"""A game tree for drawing: of a game alone, or of a search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from adversario.algorithms.core.events import Bound, LeafKind, Node, Reason
from adversario.algorithms.core.requirements import is_two_sided
from adversario.algorithms.core.sides import two_sides
from adversario.base import notebook_hooks
from adversario.base.numbers import INFINITY, Number, Value
from adversario.contract.explicit import set_name
from adversario.game import CHANCE, Game, mover_of


@dataclass(frozen=True, slots=True)
class TreeCut:
    """The reason why a node's remaining children were pruned."""

    reason: Reason
    value: Value
    limit: Number


@dataclass(frozen=True, slots=True)
class TreeNode:
    """A node of the tree, with names in the game's notation."""

    name: str
    node: Node
    player: str
    action: str | None = None  # that leads here; None at the root
    probability: Number | None = None  # below a chance node
    value: Value | None = None  # None: not known, or not visited
    bound: Bound = Bound.EXACT
    alpha: Value | None = None  # the window on entry, if the search has one
    beta: Value | None = None
    leaf: LeafKind | None = None
    cut: TreeCut | None = None
    pruned: bool = False  # never visited: cut, or below a cut
    chosen: bool = False  # on the principal variation
    children: tuple[TreeNode, ...] = ()
    folded: int = 0  # nodes left out of the picture, below the last child shown
    set: str | None = None  # the information set, if the game names it

    def _repr_svg_(self) -> str | None:
        return notebook_hooks.svg(self)


def game_tree(
    game: Game[Any, Any], state: Any = None, *, depth: float = INFINITY, pruned: bool = False
) -> TreeNode:
    """The tree of the game itself, down to a depth: no search, and values only at leaves."""
    two_sided = is_two_sided(game)
    kinds = two_sides(game).nodes

    def grow(state: Any, plies: float, action: str | None, probability: Number | None) -> TreeNode:
        player = mover_of(game, state)
        terminal = game.is_terminal(state)
        children: tuple[TreeNode, ...] = ()
        value: Value | None = None
        if terminal:
            value = game.utility(state, 0) if two_sided else game.utilities(state)
        elif plies > 0:
            chances = dict(game.chances(state)) if player == CHANCE else {}
            children = tuple(
                grow(
                    game.result(state, each),
                    plies - 1,
                    game.action_name(state, each),
                    chances.get(each),
                )
                for each in game.legal(state)
            )
        own = Node.CHANCE if player == CHANCE else Node.OWN
        return TreeNode(
            name=game.position(state),
            node=kinds[player] if two_sided else own,
            player=game.player_name(player),
            action=action,
            probability=probability,
            value=value,
            leaf=LeafKind.TERMINAL if terminal else None,
            pruned=pruned,
            children=children,
            set=set_name(game, state),
        )

    return grow(game.initial() if state is None else state, depth, None, None)
