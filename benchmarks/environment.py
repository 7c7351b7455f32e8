"""Where the contestants run: an environment of their own, with the peers and the C twins.

What cannot be had is told in one line and left out. What pip and the compiler print stays out of
the report, since it names places of the machine.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent
FOLDER = ROOT / ".venv-bench"
PEERS = {"easyAI": "2.0.12", "open_spiel": "2.0.2", "bitbully": "0.0.79"}
"""The peers with the versions that are measured."""

INSTALLED = "from importlib.metadata import version; import sys; print(version(sys.argv[1]))"


class Environment:
    """The interpreter and the compiled twins; `missing` says what could not be had, and why."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self.folder = folder
        self.python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
        self.missing: dict[str, str] = {}

    def prepare(self, twins: Sequence[str]) -> None:
        """Install and compile what is not there yet. SystemExit if not even we can be installed."""
        if not self._succeeds([str(self.python), "-c", ""]):
            print(f"making {self.folder.name}", file=sys.stderr)
            subprocess.run([sys.executable, "-m", "venv", str(self.folder)], check=True)
        self._install_project()
        for peer, version in PEERS.items():
            self._install_peer(peer, version)
        for twin in twins:
            self._compile(twin)

    def command(self, script: str, arguments: Sequence[str]) -> list[str]:
        """What runs a contestant."""
        path = HERE / "contestants" / script
        if path.suffix == ".c":
            return [str(self._twin(script)), *arguments]
        return [str(self.python), str(path), *arguments]

    def version(self, package: str) -> str:
        """The version of a package that is installed there; empty if it is not."""
        done = self._run([str(self.python), "-c", INSTALLED, package])
        return done.stdout.strip() if done.returncode == 0 else ""

    @property
    def variables(self) -> dict[str, str]:
        """The variables that contestants see: compiled games are kept in the folder too.

        Python may keep its bytecode, as it does for users: imports are measured.
        """
        kept = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
        return {**kept, "ADVERSARIO_CACHE": str(self.folder / "cache")}

    def _install_project(self) -> None:
        ready = self.folder / ".ready"
        wanted = hashlib.sha256((ROOT / "pyproject.toml").read_bytes()).hexdigest()
        if ready.exists() and ready.read_text(encoding="utf-8") == wanted:
            return
        print("installing adversario", file=sys.stderr)
        if not self._pip("--editable", str(ROOT)):
            raise SystemExit(
                "adversario itself cannot be installed; to see why, run `pip install --editable .` "
                f"in {self.folder.name}"
            )
        ready.write_text(wanted, encoding="utf-8")

    def _install_peer(self, peer: str, version: str) -> None:
        if self.version(peer) == version:
            return
        print(f"installing {peer} {version}", file=sys.stderr)
        if not self._pip(f"{peer}=={version}"):
            self.missing[peer] = (
                f"{peer} {version} could not be installed; to see why, run "
                f"`pip install {peer}=={version}` in {self.folder.name}"
            )

    def _compile(self, twin: str) -> None:
        compiler = os.environ.get("CC", "cc")
        if shutil.which(compiler) is None:
            self.missing[twin] = f"no C compiler: there is no `{compiler}` (set CC to use another)"
            return
        self._twin(twin).parent.mkdir(exist_ok=True)
        source = HERE / "contestants" / twin
        if not self._succeeds([compiler, "-O3", "-o", str(self._twin(twin)), str(source), "-lm"]):
            self.missing[twin] = f"`{compiler} -O3` does not compile {twin}"

    def _twin(self, source: str) -> Path:
        return self.folder / "twins" / Path(source).stem

    def _pip(self, *wanted: str) -> bool:
        return self._succeeds([str(self.python), "-m", "pip", "install", "--quiet", *wanted])

    def _succeeds(self, command: Sequence[str]) -> bool:
        try:
            return self._run(command).returncode == 0
        except OSError:
            return False

    @staticmethod
    def _run(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
        return subprocess.run(command, capture_output=True, text=True, check=False)
