"""The pages of a language, copied to where Sphinx builds them, with links that hold there.

In the repository pages link to each other and to files beside `docs/`, as GitHub shows them. On
the site the pages of a language have a folder of their own. A link to a page of the other language
leads to the other site; files of the repository that pages link to become pages.
"""

from __future__ import annotations

import posixpath
import re
import shutil
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = ("en", "es")
OUTSIDE = {
    "README.md": "overview.md",
    "README.es.md": "overview.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "security.md",
}
"""Files at the top of the repository, and the pages that they are on the site."""

FILES = {
    "benchmarks/results/growth.svg": "benchmarks/growth.svg",
    **{
        f"docs/transcripts/{file.name}": f"transcripts/{file.name}"
        for file in sorted((ROOT / "docs" / "transcripts").glob("*.txt"))
    },
}
"""Files that are no pages, and their places on the English site."""

FENCE = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
SECTION = re.compile(r"^## (.+?)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)


def stage(lang: str, folder: Path, lessons: list[str]) -> None:
    """Write the pages of a language into a folder, with an index that has all of them.

    `lessons` are the pages of the course, which are generated.
    """
    pages = pages_of(lang)
    for source, name in pages.items():
        text = relink(source, name, lang, pages)
        if name == "index.md":
            text += contents(text, pages, lang, lessons)
        write(folder / name, text)
    for kind in ("pictures", "maps"):
        shutil.copytree(ROOT / "docs" / kind, folder / kind)


def pages_of(lang: str) -> dict[str, str]:
    """The pages of a language: their files in the repository, and their names on its site."""
    if lang == "es":
        own = {f"docs/es/{page.name}": page.name for page in (ROOT / "docs" / "es").glob("*.md")}
        return own | {"README.es.md": OUTSIDE["README.es.md"]}
    found = {}
    for page in sorted((ROOT / "docs").rglob("*.md")):
        name = page.relative_to(ROOT / "docs").as_posix()
        if not name.startswith(("es/", "builder/")):
            found[f"docs/{name}"] = name
    for page in sorted((ROOT / "benchmarks" / "results").rglob("*.md")):
        name = page.relative_to(ROOT / "benchmarks" / "results").as_posix()
        found[f"benchmarks/results/{name}"] = f"benchmarks/{name}"
    for example in sorted((ROOT / "examples").glob("*.py")):
        found[f"examples/{example.name}"] = f"examples/{example.stem}.md"
    return found | {page: name for page, name in OUTSIDE.items() if page != "README.es.md"}


def relink(source: str, name: str, lang: str, pages: dict[str, str]) -> str:
    """The text of a page with its links as they are on the site."""
    text = (ROOT / source).read_text(encoding="utf-8")
    if source.endswith(".py"):
        return f"# {Path(source).name}\n\n```python\n{text}```\n"
    target = target_of(source, name, lang, pages)

    def replace(found: re.Match[str]) -> str:
        mark, label, link = found.groups()
        return target(mark, label, link)

    parts = FENCE.split(text)
    parts[::2] = [LINK.sub(replace, part) for part in parts[::2]]
    return "".join(parts)


def target_of(
    source: str, name: str, lang: str, pages: dict[str, str]
) -> Callable[[str, str, str], str]:
    """The function that writes a link of this page anew, by its mark, label and target."""
    here = posixpath.dirname(source)
    other = next(each for each in LANGUAGES if each != lang)
    others = pages_of(other)
    up = posixpath.relpath(".", posixpath.dirname(name) or ".")

    def write_link(mark: str, label: str, link: str) -> str:
        if re.match(r"[a-z]+:", link) or link.startswith("#"):
            return f"{mark}[{label}]({link})"
        path, hash_mark, anchor = link.partition("#")
        found = posixpath.normpath(posixpath.join(here, path))
        if found in pages:
            relative = posixpath.relpath(pages[found], posixpath.dirname(name) or ".")
            return f"{mark}[{label}]({relative}{hash_mark}{anchor})"
        if found in others:
            page = posixpath.splitext(others[found])[0]
            return f'<a href="{up}/../{other}/{page}.html{hash_mark}{anchor}">{label}</a>'
        if found.startswith(("docs/pictures/", "docs/maps/")):
            picture = posixpath.relpath(found[len("docs/") :], posixpath.dirname(name) or ".")
            return f"{mark}[{label}]({picture})"
        if found in FILES:
            return f'<a href="{up}/{FILES[found]}">{label}</a>'
        return label  # a file or folder of the repository, which the site does not have

    return write_link


def contents(index: str, pages: dict[str, str], lang: str, lessons: list[str]) -> str:
    """The tables of contents that Sphinx makes the navigation from: the sections of the index.

    The gallery and the reference, which are generated, and pages that are linked from others only,
    come last.
    """
    course = {"en": "The course", "es": "El curso"}[lang]
    toctrees, listed = toctree(course, lessons), {"index.md"}
    for title, body in SECTION.findall(FENCE.sub("", index)):
        names = [link for _, _, link in LINK.findall(body) if link.endswith(".md")]
        names = [name for name in dict.fromkeys(names) if name in pages.values()]
        listed |= set(names)
        toctrees += toctree(title, names)
    generated = ["gallery.md", "reference/index.rst"] if lang == "en" else ["gallery.md"]
    rest = sorted(set(pages.values()) - listed)
    more = {"en": "More", "es": "Más"}[lang]
    return toctrees + toctree(more, [*generated, *rest])


def toctree(title: str, names: list[str]) -> str:
    """A hidden table of contents under a title, in MyST's form; nothing without pages."""
    entries = "\n".join(posixpath.splitext(name)[0] for name in names)
    return f"\n```{{toctree}}\n:hidden:\n:caption: {title}\n\n{entries}\n```\n" if names else ""


def add_files(site: Path) -> None:
    """Copy the files that are no pages onto the English site."""
    for source, name in FILES.items():
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / source, site / name)


def write(file: Path, text: str) -> None:
    """Write a file and the folders that it is in."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
