"""What is said of an external engine by the name of a player: a command, limits, options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from adversario.base.errors import InputError

USUAL_SECONDS = 0.1


@dataclass(frozen=True)
class EngineSettings:
    """A command, the limits of each move, and options of the engine by name."""

    command: str
    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None
    options: Mapping[str, str] = field(default_factory=dict)


def read_settings(text: str, protocol: str = "uci") -> EngineSettings:
    """The settings of `COMMAND,time=0.5,UCI_Elo=2000`: limits by name, all others are options.

    The limits are time (in seconds), depth and nodes; a tenth of a second if none is given.
    """
    command, *rest = (piece.strip() for piece in text.split(","))
    if not command:
        raise InputError("uci.command", given=text, protocol=protocol)
    limits, options = dict[str, float](), dict[str, str]()
    for piece in filter(None, rest):
        name, equals, value = (part.strip() for part in piece.partition("="))
        if not equals or not name:
            raise InputError("uci.setting", given=piece)
        if name not in ("time", "depth", "nodes"):
            options[name] = value
            continue
        try:
            number = float(value) if name == "time" else int(value)
        except ValueError:
            raise InputError("uci.setting", given=piece) from None
        if not 0 < number < 1e9:
            raise InputError("uci.setting", given=piece)
        limits[name] = number
    if not limits:
        limits["time"] = USUAL_SECONDS
    depth, nodes = (int(limits[name]) if name in limits else None for name in ("depth", "nodes"))
    return EngineSettings(command, limits.get("time"), depth, nodes, options)
