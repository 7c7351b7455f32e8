"""Games as people write them: strings, lists, sets, dictionaries, enums, words and fractions.

None of them was written for a compiler. `CORPUS` lists them with known facts, so that tests can
hold every way of running a game against each other and against these. Each game keeps the contract.

Styles: a student's strings and slices, lists that are copied and changed, comprehensions and sets
in a functional style, frozen dataclasses with enums, a teacher's words and fractions, a
researcher's itertools and flood fills, and the classes and getters of somebody who writes Java.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from importlib import import_module
from typing import Any

from adversario import Game


@dataclass(frozen=True)
class Entry:
    """A game of the corpus, and what is known about it.

    `states` is the number of states that can be reached, `games` that of complete games (None if
    play can go on for ever), `perft` that of sequences of 1, 2 and 3 plies. `value` is the utility
    of player 0 under perfect play, or, in games of general sum or for more than two, of every
    player by backward induction. `large` games have too many states for short tests. One that does
    not compile depends on the order of a set, as far as the compiler can see.
    """

    path: str  # module and class
    states: int
    games: int | None
    perft: tuple[int, int, int]
    value: Any
    source: str = "brute force"
    options: Mapping[str, Any] = field(default_factory=dict)
    large: bool = False
    compiles: bool = True

    def __str__(self) -> str:
        return self.path

    @property
    def style(self) -> str:
        """The style in which it is written."""
        return self.path.partition(".")[0]

    @property
    def file(self) -> str:
        """The file of the game, from the folder of the corpus on."""
        return self.path.rpartition(".")[0].replace(".", "/") + ".py"

    def make(self) -> Game[Any, Any]:
        """A new object of the game."""
        module, _, name = self.path.rpartition(".")
        made: Game[Any, Any] = getattr(import_module(f"{__name__}.{module}"), name)(**self.options)
        return made


CORPUS = (
    Entry("student.tictactoe.TicTacToe", 5478, 255168, (9, 72, 504), 0, "published"),
    Entry("student.chomp.Chomp", 68, 33096, (12, 84, 408), 1, "value by strategy stealing"),
    Entry("student.kayles.Kayles", 222, 10656, (13, 122, 774), 1, "value published (Dudeney)"),
    Entry("copied.connect4.SmallConnectFour", 161029, 47982540, (4, 16, 64), 0,
          "states and value published (Tromp)", large=True),
    Entry("copied.mancala.Mancala", 6152, 185568, (3, 8, 19), 0),
    Entry("copied.pong_hau_ki.PongHauKi", 56, None, (2, 2, 2), 0, "value published"),
    Entry("functional.dots_and_boxes.DotsAndBoxes", 5349, 479001600, (12, 132, 1320), 2,
          "games: 12 edges in any order"),
    Entry("functional.hex.SmallHex", 5514, 257760, (9, 72, 504), 1, "value published (Nash)"),
    Entry("functional.tictactoe.MagicTicTacToe", 5478, 255168, (9, 72, 504), 0, "published"),
    Entry("records.picaria.Picaria", 5390, None, (9, 72, 504), 0),
    Entry("records.subtraction.Subtraction", 22, 169, (3, 9, 27), 1, "value: 12 mod 7 is not 0, 2"),
    Entry("records.breakthrough.Breakthrough", 10689, 3781574, (7, 49, 256), 1),
    Entry("teacher.coin_or_die.CoinOrDie", 129, 256, (2, 4, 8), 0, "value by symmetry"),
    Entry("teacher.higher_card.HigherCard", 181, 84, (4, 8, 24), 0),
    Entry("teacher.centipede.Centipede", 13, 7, (2, 2, 2), (4, 1), "value published (Rosenthal)"),
    Entry("teacher.shared_cake.SharedCake", 13, 9, (3, 9, 0), (Fraction(1, 2), Fraction(1, 2), 0)),
    Entry("researcher.notakto.Notakto", 450, 23232, (9, 72, 504), 1, "value published (Plambeck)"),
    Entry("researcher.node_kayles.NodeKayles", 47, 96, (8, 40, 96), -1, "value: path of 5 is won"),
    Entry("researcher.clobber.Clobber", 761, 1888, (12, 88, 376), 1),
    Entry("researcher.territory.LargestGroup", 2123, 40320, (8, 56, 336), 0, "games: 8 cells",
          compiles=False),
    Entry("student.ghost.Ghost", 37, 13, (5, 8, 11), -1),
    Entry("teacher.monty_hall.MontyHall", 49, 24, (3, 9, 12), (1,), "all is seen: 1"),
    Entry("teacher.truel.Truel", 78, 839, (3, 7, 17),
          (Fraction(97, 243), Fraction(92, 243), Fraction(2, 9))),
    Entry("teacher.hangman.EvilHangman", 469, 269, (5, 19, 40), 9),
    Entry("teacher.auction.DollarAuction", 38, 33, (3, 6, 12), (0, 0)),
    Entry("researcher.hackenbush.Hackenbush", 92, 312, (4, 16, 48), -1),
    Entry("researcher.snort.Snort", 346, 752, (9, 48, 212), 1, "value published (Conway)"),
    Entry("functional.toads_and_frogs.ToadsAndFrogs", 48, 13, (1, 1, 2), 1),
    Entry("records.tiny_checkers.TinyCheckers", 881, 4202, (3, 9, 12), 0),
    Entry("records.three_dice.ThreeDice", 76, 980, (20, 120, 960), (Fraction(9123, 512),)),
    Entry("java.knights.KnightsDuel", 521, 232, (2, 2, 4), -1),
    Entry("java.stacks.StackGame", 80, 17423, (6, 33, 161), 1),
    Entry("java.connect_three.ConnectThree", 7157, 133656, (4, 16, 64), 1, large=True),
    Entry("java.mancala.MiniMancala", 4420, None, (3, 7, 11), 0),
    Entry("java.sowing.EvenPits", 926, None, (3, 8, 15), -1),
    Entry("java.morris.SixMensMorris", 1937, 3360, (16, 240, 3360), 0,
          options={"men": 3, "limit": 3}),
    Entry("student.domineering.Domineering", 238, 524, (8, 48, 180), -1),
    Entry("student.peg_triangle.PegTriangle", 62, 93, (2, 4, 12), -1),
    Entry("student.jungle.Jungle", 471, 540, (3, 10, 35), 0, options={"limit": 5}),
    Entry("student.hare_and_hounds.HareAndHounds", 14675, 1438821669962, (7, 21, 133), -1,
          large=True),
    Entry("teacher.open_whist.OpenWhist", 178, 96, (4, 8, 24), -2),
    Entry("teacher.liars_dice.OpenLiarsDice", 1147, 567, (3, 9, 54), 1),
    Entry("teacher.word_kalah.WordKalah", 3426, 5768, (3, 8, 19), 4),
    Entry("researcher.wythoff.Wythoff", 105, 395166, (18, 198, 1441), 1,
          "value published (Wythoff)"),
    Entry("researcher.subset_takeaway.SubsetTakeaway", 64, 126, (6, 24, 60), -1,
          "value published (Gale)"),
    Entry("researcher.abalone.Abalone", 177, 162, (14, 162, 0), 0, options={"limit": 2}),
    Entry("functional.runs.Runs", 60, 366, (6, 28, 97), -1),
    Entry("records.fox_and_geese.FoxAndGeese", 82, 104, (2, 3, 6), 1),
    Entry("records.tak.MiniTak", 2629, 4752, (18, 288, 4752), 1, options={"longest": 3}),
    Entry("records.onitama.Onitama", 756, 756, (8, 72, 756), 0, options={"limit": 3}),
)  # fmt: skip
