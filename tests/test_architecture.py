"""The package's shape: imports point one way, the public names are there, importing is light."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from importlinter.cli import lint_imports

import adversario

ROOT = Path(__file__).parent.parent


def test_imports_point_one_way() -> None:
    assert lint_imports(config_filename=str(ROOT / "pyproject.toml"), is_debug_mode=False) == 0


def test_what_is_public_is_there_and_documented() -> None:
    assert sorted(adversario.__all__) == sorted(set(adversario.__all__))
    for name in adversario.__all__:
        thing = getattr(adversario, name)
        assert not callable(thing) or thing.__doc__, name


def test_importing_does_not_load_what_only_some_use() -> None:
    heavy = {"numba", "numpy", "typer", "rich"}
    code = f"import sys, adversario; print(sorted({heavy!r} & set(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert done.stdout.strip() == "[]"


def test_modules_stay_small() -> None:
    for path in (ROOT / "src").rglob("*.py"):
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 500, path


def test_messages_are_named_by_the_room_that_says_them() -> None:
    interfaces = {"cli", "web"}
    for path in (ROOT / "src" / "adversario").rglob("*.py"):
        room = path.relative_to(ROOT / "src" / "adversario").parts[0]
        named = set(re.findall(r'"(cli|web)\.[a-z_]+', path.read_text(encoding="utf-8")))
        allowed = {room} & interfaces
        assert named <= allowed, path
