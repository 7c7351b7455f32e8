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
MANUAL = {".md", ".py", ".txt", ".tree", ".json", ".pgn", ".svg", ".png"}
"""The kinds of files that the server shows (adversario.web.manual)."""


class BundleHook(BuildHookInterface[Any]):
    """Looks for the bundles that `frontend/build.py` builds, and has them built in a clone."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build what is missing; refuse to make a package without it.

        An editable install may be without: `adversario serve` then says how to build the pages.
        """
        if version != "editable":
            build_data["force_include"].update(self.manual())
        if self.missing() and Path(self.root, BUILDER).is_file():
            command = [sys.executable, str(Path(self.root, BUILDER))]
            subprocess.run(command, cwd=self.root, stdout=sys.stderr, check=False)
        if version != "editable" and (missing := self.missing()):
            raise FileNotFoundError(f"{missing[0]} is missing: build it first, with `make web`")

    def manual(self) -> dict[str, str]:
        """The documentation: its files, and where the server of a wheel finds them."""
        sources = ("docs", "examples", "benchmarks/results")
        files = [file for source in sources for file in Path(self.root, source).rglob("*")]
        files += Path(self.root).glob("*.md")
        names = (file.relative_to(self.root).as_posix() for file in files if file.is_file())
        return {
            str(Path(self.root, name)): f"{PACKAGE.name}/manual/{name}"
            for name in sorted(names)
            if Path(name).suffix in MANUAL and not name.startswith("docs/builder/")
        }

    def missing(self) -> list[Path]:
        """The bundles that are not there."""
        return [bundle for bundle in BUNDLES if not Path(self.root, bundle).is_file()]
