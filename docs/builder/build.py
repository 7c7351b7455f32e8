"""Builds the documentation as a site: one in English, one in Spanish, each with a search.

    python docs/builder/build.py [FOLDER]

The folder is `site/docs` by default. A warning of Sphinx, a link to nothing, or a page that no
index leads to ends the build with an error.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path[:0] = [str(HERE), str(ROOT / "src")]

from gallery import write_gallery  # noqa: E402
from lessons import lesson_names, write_lessons  # noqa: E402
from links import dead_links  # noqa: E402
from reference import write_reference  # noqa: E402
from staging import LANGUAGES, add_files, stage  # noqa: E402


def main() -> int:
    """Build; the exit status."""
    site = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "site" / "docs").resolve()
    shutil.rmtree(site, ignore_errors=True)
    with tempfile.TemporaryDirectory() as work:
        for lang in LANGUAGES:
            source = Path(work) / lang
            stage(lang, source, lesson_names(lang))
            write_gallery(lang, source)
            write_lessons(lang, source)
            if lang == "en":
                write_reference(source)
            status = run_sphinx(lang, source, site / lang)
            if status:
                return status
    add_files(site / "en")
    shutil.copy(HERE / "start.html", site / "index.html")
    dead = list(dead_links(site))
    for link in dead:
        sys.stderr.write(f"{link}\n")
    if not dead:
        size = sum(file.stat().st_size for file in site.rglob("*") if file.is_file())
        sys.stdout.write(f"{site}: {size / 1e6:.1f} MB. Open {site / 'index.html'}\n")
    return 1 if dead else 0


def run_sphinx(lang: str, source: Path, target: Path) -> int:
    """Build the pages of a language, with all warnings as errors; the exit status."""
    arguments = ["-W", "--keep-going", "-q", "-j", "2", "-c", str(HERE), "-D", f"language={lang}"]
    command = [sys.executable, "-m", "sphinx", *arguments, str(source), str(target)]
    status = subprocess.run(command, check=False).returncode
    shutil.rmtree(target / ".doctrees", ignore_errors=True)
    (target / ".buildinfo").unlink(missing_ok=True)
    return status


if __name__ == "__main__":
    raise SystemExit(main())
