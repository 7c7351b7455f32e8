"""Where a Markov decision process can end, and where it need not, by its graph alone.

Arrays are as in `sweep`; `owners[c]` is the state of choice `c`. The choices that may lead to state
`s` are `sources[firsts[s]:firsts[s + 1]]`. The same functions run compiled and interpreted.
"""

from __future__ import annotations

from typing import Any


def turn_around(outcomes: Any, targets: Any, firsts: Any, sources: Any, room: Any) -> None:
    """Write to `firsts` and `sources` which choices lead to each state; `room` is overwritten."""
    for target in targets:
        firsts[target + 1] += 1
    for state in range(len(firsts) - 1):
        firsts[state + 1] += firsts[state]
        room[state] = firsts[state]
    for choice in range(len(outcomes) - 1):
        for at in range(outcomes[choice], outcomes[choice + 1]):
            target = targets[at]
            sources[room[target]] = choice
            room[target] += 1


def reach_ends(
    choices: Any, owners: Any, firsts: Any, sources: Any, towards: Any, queue: Any
) -> int:
    """Find a choice of each state that may bring it nearer to an end; return how many can end.

    Breadth first from the terminal states backwards. `towards`, all -1 before, gets that choice,
    counted from 0, and 0 for terminal states. If all states can end, keeping to these choices ends
    with probability 1: a proper policy.
    """
    last = 0
    for state in range(len(towards)):
        if choices[state] == choices[state + 1]:
            towards[state] = 0
            queue[last] = state
            last += 1
    at = 0
    while at < last:
        state = queue[at]
        at += 1
        for place in range(firsts[state], firsts[state + 1]):
            owner = owners[sources[place]]
            if towards[owner] < 0:
                towards[owner] = sources[place] - choices[owner]
                queue[last] = owner
                last += 1
    return last


def stay(
    choices: Any, owners: Any, firsts: Any, sources: Any, open_choices: Any, left: Any, queue: Any
) -> int:
    """Find the states in which play can go on for ever, by the open choices alone; count them.

    A choice is closed if it may lead to a state that ends sooner or later, and such a state is one
    without open choices. `open_choices` has a 1 for each choice to begin with, 0 for those that are
    not to be used; afterwards it has those that never leave the states found. `left` gets how
    many each state has.
    """
    last = 0
    for state in range(len(left)):
        left[state] = 0
        for choice in range(choices[state], choices[state + 1]):
            left[state] += open_choices[choice]
        if left[state] == 0:
            queue[last] = state
            last += 1
    at = 0
    while at < last:
        state = queue[at]
        at += 1
        for place in range(firsts[state], firsts[state + 1]):
            choice = sources[place]
            if open_choices[choice]:
                open_choices[choice] = 0
                owner = owners[choice]
                left[owner] -= 1
                if left[owner] == 0:
                    queue[last] = owner
                    last += 1
    return len(left) - last
