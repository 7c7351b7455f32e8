"""The package: a wheel has the page in it, or is not built."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from importlib import metadata
from pathlib import Path

import pytest

from adversario import __version__

ROOT = Path(__file__).parents[2]


def build(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", "out"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """As much of the project as a build needs, ignoring what the repository ignores."""
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", ".gitignore"):
        shutil.copy(ROOT / name, tmp_path)
    package = tmp_path / "src" / "adversario"
    (package / "web").mkdir(parents=True)
    shutil.copy(ROOT / "src" / "adversario" / "__init__.py", package)
    return tmp_path


def test_a_wheel_without_its_page_is_not_built(checkout: Path) -> None:
    done = build(checkout)
    assert done.returncode != 0
    assert "make web" in done.stderr
    static = checkout / "src" / "adversario" / "web" / "static"
    static.mkdir()
    (static / "index.html").write_text("page")
    done = build(checkout)  # the widgets are missing still
    assert done.returncode != 0
    assert "widget.js" in done.stderr
    assert not list(checkout.glob("out/*.whl"))


def test_a_clone_builds_its_page(checkout: Path) -> None:
    """`pip install .` in a fresh clone: the bundles are built on the way."""
    (checkout / "frontend").mkdir()
    (checkout / "frontend" / "build.py").write_text(
        "from pathlib import Path\n"
        "for name in ('web/static/index.html', 'notebook/static/widget.js'):\n"
        "    file = Path('src/adversario') / name\n"
        "    file.parent.mkdir(parents=True)\n"
        "    file.write_text('built')\n"
    )
    done = build(checkout)
    assert done.returncode == 0, done.stderr
    (wheel,) = checkout.glob("out/*.whl")
    assert zipfile.ZipFile(wheel).read("adversario/web/static/index.html") == b"built"


def test_a_wheel_has_its_page(checkout: Path) -> None:
    static = checkout / "src" / "adversario" / "web" / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("page")
    (static / "assets" / "index-1.js").write_text("1;")
    widgets = checkout / "src" / "adversario" / "notebook" / "static"
    widgets.mkdir(parents=True)
    (widgets / "widget.js").write_text("1;")
    for name in ("docs/index.md", "docs/builder/build.py", "examples/drop.py", "src/more.py"):
        (checkout / name).parent.mkdir(parents=True, exist_ok=True)
        (checkout / name).write_text("text")
    done = build(checkout)
    assert done.returncode == 0, done.stderr
    (wheel,) = checkout.glob("out/*.whl")
    assert wheel.name.startswith(f"adversario-{__version__}-")
    names = zipfile.ZipFile(wheel).namelist()
    assert "adversario/web/static/index.html" in names
    assert "adversario/web/static/assets/index-1.js" in names
    assert "adversario/notebook/static/widget.js" in names
    manual = sorted(name for name in names if name.startswith("adversario/manual/"))
    assert manual == [
        f"adversario/manual/{name}" for name in ("README.md", "docs/index.md", "examples/drop.py")
    ]


def test_the_version_is_written_once() -> None:
    """`adversario.__version__` is the source; what must repeat it is compared with it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert "version" not in project["project"]
    assert "version" not in json.loads((ROOT / "frontend" / "package.json").read_text("utf-8"))
    assert metadata.version("adversario") == __version__
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert re.findall(r"^version: (.*)$", citation, re.MULTILINE) == [__version__]
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.findall(r"^## \[(.*?)\]", changes, re.MULTILINE)[:2] == ["Unreleased", __version__]
