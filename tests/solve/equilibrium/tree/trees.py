"""Textbook trees with information sets."""

from __future__ import annotations

PENNIES = "(H -> @x(H -> 1, T -> -1), T -> @x(-1, 1))"

MYERSON = """EFG 2 R "Poker, Myerson 1991, figure 2.1" { "Fred" "Alice" }
"the red card wins 1 or 2; payoffs are net of the ante"
c "" 1 "" { "Red" 1/2 "Black" .5 } 0
p "" 1 1 "red" { "Raise" "Fold" } 0
p "" 2 1 "alice" { "Meet" "Pass" } 0
t "" 1 "" { 2, -2 }
t "" 2 "" { 1 -1 }
t "" 2
p "" 1 2 "black" { "Raise" "Fold" } 0
p "" 2 1 0
t "" 3 "" { -2, 2 }
t "" 2
t "" 4 "" { -1, 1 }
"""

ENTRY = (
    "players entrant, holder; (out -> [0, 2], in -> :holder(fight -> [-1, -1], yield -> [1, 1]))"
)
"""Selten's chain store, one period: to fight is an empty threat."""

SELTEN_HORSE = """:1(A1 -> :2(a2 -> [1, 1, 1], d2 -> :3@x(l -> [4, 4, 0], r -> [0, 0, 1])),
   D1 -> :3@x(l -> [3, 2, 2], r -> [0, 0, 0]))"""
"""Selten 1975, figure 1: two equilibria in pure strategies, (D1, a2, l) and (A1, a2, r)."""

BATTLE = """players he, she;
(out -> [2, 2], in -> :he(B -> :she@x(b -> [3, 1], s -> [0, 0]), S -> :she@x([0, 0], [1, 3])))"""
"""The battle of the sexes with an outside option (Kohlberg and Mertens 1986)."""

LARGE = """EFG 2 R "payoffs of very different size" { "1" "2" }
c "" 1 "" { "H" 1/2 "L" 1/2 } 0
p "" 1 1 "" { "bet" "pass" } 0
p "" 2 1 "" { "call" "fold" } 0
t "" 1 "" { 100000000000000000000 -100000000000000000000 }
t "" 2 "" { 1 -1 }
t "" 3 "" { 1 -1 }
p "" 1 2 "" { "bet" "pass" } 0
p "" 2 1 0
t "" 4 "" { -10 10 }
t "" 2
t "" 5 "" { -1 1 }
"""
