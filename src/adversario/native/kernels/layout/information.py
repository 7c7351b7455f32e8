"""The memory of kernels of games with hidden information: what players know, by number."""

from __future__ import annotations

from adversario.native.kernels.layout.block import Address, Block, Float, Word
from adversario.native.kernels.layout.tree import Tree


class Memories(Tree):
    """What players know, in rows: each is another row and one event more, a number for each.

    The first rows are those of the players before all events. It extends the block of a tree, so
    that searches over memories share the parts of Monte Carlo tree search.
    """

    rows = Address("of the rows, see `Row`; after a row's fields comes the event")
    row_bytes = Word("the bytes of a row")
    table = Address("of the places of rows by their events: a row's number and 1; 0: free")
    mask = Word("the number of places less 1, all bits set")
    event = Word("the place of the event in a row")
    seats = Word("the number of players")
    sights = Address("of the last observation of each player")
    knows = Address("of the row of each player")
    waiting = Address("of what each player saw since, not numbered: how often, and what")
    scratch = Address("room for an event")
    listed = Address("of worlds, each with the sum of the probabilities up to it before it")
    worlds = Word("the number of these; 0: worlds are drawn by chance from a concealed state")
    me = Word("the player whose worlds are drawn")
    goal = Address("of what that player sees")
    lost = Word("1 if no world was found")
    exploration = Float("the constant of the upper confidence bounds")
    searched = Word("the worlds that were searched")


class Row(Block):
    """A memory: another one, and what a player saw or did then."""

    parent = Word("the row before the event; of first rows, -1 less the player")
    kind = Word("SAW or DID")
    latest = Word("the memory after what was seen here last; 0: none")


class Tally(Row):
    """A memory in a search, or an action of one: the simulations that came here.

    It is followed by the means of the columns.
    """

    visits = Word("the simulations")
    available = Word("the simulations in which the action was possible")
    width = Float("of the confidence bound: one divided by the root of the visits")
    first = Word("the memory after the first action here; the others follow")
    many = Word("the number of actions here; 0: none was tried")
    spread = Float("the sum of squared deviations from the mean of the player")


class Known(Row):
    """A memory in the tree of a game, in which its player may have to move."""

    set = Word("the number of the information set and 1; 0: none")


class Opinion(Block):
    """An action in the worlds that were searched; the means over them follow."""

    worlds = Word("the worlds in which it was tried")
    visits = Word("its simulations in all of them")
    spread = Float("the sum of squared deviations from the mean of the player")


SAW, DID = 0, 1
"""The values of `Row.kind`."""
