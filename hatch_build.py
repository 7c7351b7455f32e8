"""A package without its web app and its widgets is no package: building it fails."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGE = Path("src", "adversario")
BUNDLES = (PACKAGE / "web" / "static" / "index.html", PACKAGE / "notebook" / "static" / "widget.js")


class BundleHook(BuildHookInterface[Any]):
    """Looks for the bundles that `make web` builds."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Refuse to build without them; an editable install may do so and build them later."""
        for bundle in BUNDLES:
            if version != "editable" and not Path(self.root, bundle).is_file():
                raise FileNotFoundError(f"{bundle} is missing: build it first, with `make web`")
