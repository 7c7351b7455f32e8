"""A package without its web app and widgets is no package: they are built, or building fails."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGE = Path("src", "adversario")
BUNDLES = (PACKAGE / "web" / "static" / "index.html", PACKAGE / "notebook" / "static" / "widget.js")
BUILDER = Path("frontend", "build.py")


class BundleHook(BuildHookInterface[Any]):
    """Looks for the bundles that `frontend/build.py` builds, and has them built in a clone."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build what is missing; refuse to make a package without it.

        An editable install may be without: `adversario serve` then says how to build the pages.
        """
        if self.missing() and Path(self.root, BUILDER).is_file():
            command = [sys.executable, str(Path(self.root, BUILDER))]
            subprocess.run(command, cwd=self.root, stdout=sys.stderr, check=False)
        if version != "editable" and (missing := self.missing()):
            raise FileNotFoundError(f"{missing[0]} is missing: build it first, with `make web`")

    def missing(self) -> list[Path]:
        """The bundles that are not there."""
        return [bundle for bundle in BUNDLES if not Path(self.root, bundle).is_file()]
