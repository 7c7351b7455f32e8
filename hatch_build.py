"""A package without the page of its web app is no package: building it fails."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BUNDLE = Path("src", "adversario", "web", "static", "index.html")


class BundleHook(BuildHookInterface[Any]):
    """Looks for the bundle that `make web` builds."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Refuse to build without it; an editable install may do so and build it later."""
        if version != "editable" and not Path(self.root, BUNDLE).is_file():
            raise FileNotFoundError(f"{BUNDLE} is missing: build it first, with `make web`")
