"""The names of all registered games, as one JSON list."""

from __future__ import annotations

import json

from adversario.games.registry import GAMES

print(json.dumps(list(GAMES)))
