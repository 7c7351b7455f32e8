"""Builds the app without a server: a folder that any web host can serve, or that works offline.

    python frontend/local.py [FOLDER]

The folder, `site/app` by default, has the pages, Python as WebAssembly (`pyodide`, from npm), the
package, and a service worker that keeps all of it in the browser.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

from build import HERE, INSTALLED, PACKAGE, node_folder, run

RUNTIME = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
)
LEFT_OUT = ("web/static", "notebook/static", "__pycache__")
LANGUAGES = ("en", "es")
GREET = """
import json, sys
from adversario.web.embedded import greetings
json.dump(greetings(sys.argv[1]), sys.stdout)
"""


def main() -> int:
    """Build; the exit status."""
    site = Path(sys.argv[1] if len(sys.argv) > 1 else HERE.parent / "site" / "app").resolve()
    node = node_folder()
    environment = {
        **os.environ,
        "PATH": f"{node}{os.pathsep}{os.environ.get('PATH', '')}",
    }
    npx = shutil.which("npx", path=environment["PATH"])
    npm = shutil.which("npm", path=environment["PATH"])
    if npx is None or npm is None:
        sys.stderr.write("npm is missing beside node\n")
        return 1
    if not (HERE / "node_modules" / "pyodide").is_dir() or not INSTALLED.is_file():
        run([npm, "ci", "--no-audit", "--no-fund"], environment)
    building = [npx, "vite", "build", "--config", "vite.local.config.ts", "--outDir", str(site)]
    run(building, environment)
    (site / "local.html").replace(site / "index.html")
    add_python(site / "python")
    add_offline(site)
    size = sum(file.stat().st_size for file in site.rglob("*") if file.is_file())
    sys.stdout.write(f"{site}: {size / 1e6:.1f} MB. Serve it with any web server.\n")
    return 0


def add_python(folder: Path) -> None:
    """Add the runtime, the package, and the answers that pages need before Python has started."""
    folder.mkdir(parents=True)
    for name in RUNTIME:
        shutil.copy(HERE / "node_modules" / "pyodide" / name, folder / name)
    with zipfile.ZipFile(folder / "adversario.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(PACKAGE.rglob("*")):
            inside = file.relative_to(PACKAGE.parent).as_posix()
            if file.is_file() and not any(f"/{part}/" in f"/{inside}/" for part in LEFT_OUT):
                archive.write(file, inside)
    for lang in LANGUAGES:
        said = subprocess.run(
            [sys.executable, "-c", GREET, lang],
            check=True, capture_output=True, text=True, encoding="utf-8",
            env={**os.environ, "PYTHONPATH": str(PACKAGE.parent), "PYTHONIOENCODING": "utf-8"},
        )  # fmt: skip
        for request, answer in json.loads(said.stdout).items():
            (folder / f"{request}.{lang}.json").write_text(json.dumps(answer), encoding="utf-8")


def add_offline(site: Path) -> None:
    """Add the service worker, with the names of all files and a version that follows from them."""
    files = sorted(file for file in site.rglob("*") if file.is_file())
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.read_bytes())
    names = ["./", *(f"./{file.relative_to(site).as_posix()}" for file in files)]
    script = (HERE / "offline.js").read_text(encoding="utf-8")
    script = script.replace("__VERSION__", digest.hexdigest()[:16])
    script = re.sub("__FILES__", lambda _: json.dumps(names), script)
    (site / "offline.js").write_text(script, encoding="utf-8")


if __name__ == "__main__":
    raise SystemExit(main())
