"""Markov decision processes in files: JSON, or a grid as text."""

from __future__ import annotations

from collections.abc import Callable
from os import PathLike
from typing import Any

from adversario.base.errors import InputError
from adversario.base.files import read_text
from adversario.base.formats.json_text import JsonItem, Literal, read_json
from adversario.base.formats.literals import utility
from adversario.base.formats.source_text import SourceText
from adversario.base.grid_world import parse_grid
from adversario.solve.mdp.grid import LIVING, SLIP, mdp_from_grid
from adversario.solve.mdp.model import Mdp, Outcome, mdp_from_names

SETTINGS = ("discount", "slip", "living-reward")


def read_mdp(
    path: str | PathLike[str], *, slip: float | None = None, living: float | None = None
) -> Mdp:
    """Read a problem from a file; raises InputError with file name and line if it is malformed.

    `slip` and `living` are for grids, and override the settings of the file.
    """
    return mdp_from_text(read_text(path), source=str(path), slip=slip, living=living)


def mdp_from_text(
    text: str,
    *,
    source: str | None = None,
    slip: float | None = None,
    living: float | None = None,
) -> Mdp:
    """Parse a problem: JSON if the text starts with a brace, otherwise a grid."""
    if not text.lstrip().startswith("{"):
        return _grid(text, source, slip, living)
    if slip is not None or living is not None:
        raise InputError("mdp.only_grids", option="slip" if slip is not None else "living-reward")
    return _json(SourceText(text, source))


def _grid(text: str, source: str | None, slip: float | None, living: float | None) -> Mdp:
    """Parse a grid after lines such as `slip = 0.1`, which are blanked to keep line numbers."""
    given: dict[str, float] = {}
    lines = text.splitlines()
    try:
        for number, line in enumerate(lines):
            name, equals, value = line.partition("=")
            if equals:
                given[name.strip()] = _setting(name.strip(), value.strip(), number + 1)
                lines[number] = ""
        return mdp_from_grid(
            parse_grid("\n".join(lines)),
            slip=given.get("slip", SLIP) if slip is None else slip,
            living=given.get("living-reward", LIVING) if living is None else living,
            discount=given.get("discount", 1.0),
        )
    except InputError as error:
        if source is None:
            raise
        raise InputError("mdp.in_file", file=source, problem=error.message) from None


def _setting(name: str, value: str, line: int) -> float:
    try:
        if name in SETTINGS:
            return float(value)
    except ValueError:
        pass
    raise InputError(
        "grid.setting", line=line, given=f"{name} = {value}", known=", ".join(SETTINGS)
    )


# JSON: {"discount": 0.9, "start": "a", "states": {"a": {"go": [["b", 1, -2]]}, "b": 5}}


def _json(source: SourceText) -> Mdp:
    top = read_json(source)
    if not isinstance(top.value, dict) or "states" not in top.value:
        raise source.error(top.spot, "mdp.json_top")
    for key, item in top.value.items():
        if key not in ("discount", "start", "states"):
            raise source.error(item.key_spot, "mdp.json_key", key=key)
    listed = top.value["states"]
    if not isinstance(listed.value, dict) or not listed.value:
        raise source.error(listed.spot, "mdp.json_states")
    states = {name: _state(source, item) for name, item in listed.value.items()}
    start = top.value.get("start")
    if start is not None and (not _is_name(start) or start.value not in states):
        raise source.error(start.spot, "mdp.no_state", state=_label(start))
    discount = top.value.get("discount")
    return mdp_from_names(
        states,
        discount=1.0 if discount is None else _number(source, discount),
        start=None if start is None else str(start.value),
        place=lambda *where: _place(source, listed, *where),
    )


def _place(
    source: SourceText, states: JsonItem, state: str, action: str | None, outcome: int | None
) -> Callable[..., InputError]:
    """A function that makes an error located at a state, action or outcome of the text."""
    item: Any = states.value
    spot = item[state].key_spot
    if action is not None:
        found = item[state].value[action]
        spot = found.key_spot if outcome is None else found.value[outcome].spot
    return lambda id, **details: source.error(spot, id, **details)  # noqa: A006


def _state(source: SourceText, item: JsonItem) -> float | dict[str, list[Outcome]]:
    """The value of a terminal state, or the outcomes of each action."""
    if isinstance(item.value, dict):
        return {name: _outcomes(source, listed) for name, listed in item.value.items()}
    return _number(source, item)


def _outcomes(source: SourceText, item: JsonItem) -> list[Outcome]:
    if not isinstance(item.value, list):
        raise source.error(item.spot, "mdp.json_outcomes")
    return [_outcome(source, each) for each in item.value]


def _outcome(source: SourceText, item: JsonItem) -> Outcome:
    """[state, probability] or [state, probability, reward]."""
    parts = item.value
    if not isinstance(parts, list) or not 2 <= len(parts) <= 3 or not _is_name(parts[0]):
        raise source.error(item.spot, "mdp.json_outcome")
    reward = _number(source, parts[2]) if len(parts) == 3 else 0.0
    return str(parts[0].value), _number(source, parts[1]), reward


def _is_name(item: JsonItem) -> bool:
    return isinstance(item.value, str) and not isinstance(item.value, Literal)


def _number(source: SourceText, item: JsonItem) -> float:
    """A number, or a fraction as in "1/3"."""
    if not isinstance(item.value, str):
        raise source.error(item.spot, "mdp.json_number", given=_label(item))
    return float(utility(source, item.spot, item.value))


def _label(item: JsonItem) -> str:
    return item.value if isinstance(item.value, str) else "..."
