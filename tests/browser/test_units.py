"""The TypeScript has tests of its own; they pass."""

from __future__ import annotations

import subprocess
import sys

from tests.browser.conftest import ROOT


def test_the_units_of_the_frontend() -> None:
    command = [sys.executable, str(ROOT / "frontend" / "build.py"), "--test"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
