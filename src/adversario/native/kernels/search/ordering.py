"""The actions of a node on the stack, the best of those left brought to the front."""

from __future__ import annotations

from adversario.native.kernels import self
from adversario.native.kernels.layout.deepening import Deepening
from adversario.native.kernels.memory import set_word, word

PLACES = 4096
"""A score is kept times this, and with the action's place in the game's order in the low bits."""


def packed_score(score: int, number: int) -> int:
    """A score with the number of its action, of which lower ones come first among equal scores."""
    return score * PLACES + (PLACES - 1 - min(number, PLACES - 1))


def number_of(packed: int) -> int:
    """The number of the action of a packed score."""
    return PLACES - 1 - (packed & (PLACES - 1))


def bring_best(start: int, done: int, found: int, context: int) -> int:
    """Bring the best of the actions not yet tried to the place `done`; return its packed score."""
    stack, scores = word(context, Deepening.stack), word(context, Deepening.scores)
    best, best_score = start + done, word(scores, start + done)
    for at in range(start + done + 1, start + found):
        score = word(scores, at)
        if score > best_score:
            best, best_score = at, score
    if best != start + done:
        width = self.action_words
        for part in range(width):
            one, other = (start + done) * width + part, best * width + part
            kept = word(stack, one)
            set_word(stack, one, word(stack, other))
            set_word(stack, other, kept)
        set_word(scores, best, word(scores, start + done))
        set_word(scores, start + done, best_score)
    return best_score
