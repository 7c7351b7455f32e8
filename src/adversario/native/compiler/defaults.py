"""What a game has that does not define a method of the contract, as compiled code."""

from __future__ import annotations

DEFAULTS = {
    "evaluate": "def self_evaluate(state, player):\n    return 0.0",
    "is_quiet": "def self_is_quiet(state):\n    return True",
    "pass_turn": "def self_pass_turn(state):\n    return state",
    "promise": "def self_promise(state, action, after):\n    return 0",
    "value_bounds": "def self_value_bounds(state, alpha, beta):\n    return -(1 << 62), 1 << 62",
    "is_worth_keeping": "def self_is_worth_keeping(state):\n    return True",
    "can_finish": "def self_can_finish(state):\n    return False",
    "finish": "def self_finish(state, alpha, beta):\n    return 0, 0",
    "layer": "def self_layer(state):\n    return -1",
    "index": "def self_index(state):\n    return 0",
    "sound_actions": (
        "def self_sound_actions(state):\n"
        "    for action in self_actions(state):\n        yield action"
    ),
    # None of these ever yields; what they would yield tells their type.
    "priors": "def self_priors(state):\n    if never[0]:\n        yield 0.0",
    "symmetries": "def self_symmetries(state):\n    if never[0]:\n        yield state",
    "noisy_actions": (
        "def self_noisy_actions(state):\n    if never[0]:\n"
        "        for action in self_actions(state):\n            yield action"
    ),
    "chances": (
        "def self_chances(state):\n    for action in self_actions(state):\n"
        "        yield action, 0.0"
    ),
}
