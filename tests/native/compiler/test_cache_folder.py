"""The folder of compiled code: where it is, and that nothing of others is read from it."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from adversario.games.lines.tictactoe import TicTacToe
from adversario.native.compiler.cache import entries as cache
from adversario.native.compiler.cache import folder as cache_folder
from adversario.native.compiler.cache.folder import UntrustedError, named_folder, open_folder
from adversario.native.compiler.problems import CacheWarning
from tests.native.compiler.test_cache import count, forget

pytestmark = pytest.mark.needs("numba")
posix = pytest.mark.skipif(sys.platform == "win32", reason="owners and modes of POSIX")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of the test's own, of which nothing has been told yet."""
    monkeypatch.setenv("ADVERSARIO_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(cache, "_told", set())
    return tmp_path / "cache"


@pytest.mark.parametrize(
    ("platform", "variables", "expected"),
    [
        ("linux", {}, "/home/me/.cache/adversario"),
        ("linux", {"XDG_CACHE_HOME": "/xdg"}, "/xdg/adversario"),
        ("linux", {"XDG_CACHE_HOME": "relative"}, "/home/me/.cache/adversario"),
        ("darwin", {}, "/home/me/Library/Caches/adversario"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/adversario"),
        ("linux", {"ADVERSARIO_CACHE": "/mine"}, "/mine"),
        ("linux", {"ADVERSARIO_CACHE": "/mine", "HOME": ""}, "/mine"),
        ("linux", {"XDG_CACHE_HOME": "/xdg", "HOME": ""}, "/xdg/adversario"),
    ],
)
@posix
def test_the_folder_is_the_platforms(
    platform: str, variables: dict[str, str], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("ADVERSARIO_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", "/home/me")
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)
    assert named_folder() == Path(expected)


HOMELESS = """
import os, sys, warnings
{before}
warnings.simplefilter("always")
from adversario.games import Nim
from adversario.counting.perft import perft
print(perft(Nim((1, 2)), 2, engine="native"), perft(Nim((1, 3)), 2, engine="native"))
"""


@posix
@pytest.mark.parametrize(
    "before",
    [
        "os.environ['HOME'] = ''",
        "os.environ['HOME'] = 'relative'",
        "import pwd; del os.environ['HOME']; pwd.getpwuid = {}.__getitem__",  # no entry: KeyError
        "open('file', 'w').close(); os.environ['HOME'] = os.path.abspath('file')",
        "open('file', 'w').close(); os.environ['ADVERSARIO_CACHE'] = 'file'",
        "os.environ['ADVERSARIO_CACHE'] = '/proc/none'",
        "os.environ['ADVERSARIO_CACHE'] = 'a' * 300",
    ],
)
def test_without_a_folder_there_is_one_warning_and_an_answer(before: str, tmp_path: Path) -> None:
    variables = {
        name: value for name, value in os.environ.items()
        if name not in ("ADVERSARIO_CACHE", "XDG_CACHE_HOME")
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-c", HOMELESS.format(before=before)],
        capture_output=True, text=True, check=False, env=variables, cwd=tmp_path,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, "5 9\n"), done.stderr
    assert done.stderr.count("CacheWarning") == 1
    assert "ADVERSARIO_CACHE" in done.stderr
    assert {path.name for path in tmp_path.iterdir()} <= {"file"}
    assert not Path("/.cache/adversario").exists()


class Evil:
    """A pickle that does something when it is read."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> tuple[Any, ...]:
        return os.mkdir, (str(self.mark),)


def poison(folder: Path, mark: Path) -> Path:
    """Replace the entry in a cache by one that runs code, with the right digest."""
    (entry,) = folder.glob("*/perft-*.bin")
    pickled = pickle.dumps(Evil(mark))
    entry.write_bytes(cache.seal(entry.name, pickled) + pickled)
    return entry


def test_a_pickle_of_ours_would_be_read(folder: Path, tmp_path: Path) -> None:
    """So that the other tests do not pass for another reason."""
    forget(TicTacToe())
    assert count(TicTacToe(), 3) == (504, 0)
    poison(folder, tmp_path / "mark")
    forget(TicTacToe())
    with pytest.warns(CacheWarning, match="cannot be read"):
        assert count(TicTacToe(), 3) == (504, 0)
    assert (tmp_path / "mark").exists()


@posix
@pytest.mark.parametrize("what", ["entry", "program", "folder", "parent", "link"])
def test_what_others_can_have_written_is_not_read(folder: Path, tmp_path: Path, what: str) -> None:
    forget(TicTacToe())
    assert count(TicTacToe(), 3) == (504, 0)
    entry = poison(folder, tmp_path / "mark")
    if what == "link":
        entry.rename(tmp_path / "elsewhere")
        entry.symlink_to(tmp_path / "elsewhere")
    else:
        opened = {"entry": entry, "program": entry.parent, "folder": folder, "parent": tmp_path}
        opened[what].chmod(0o777)
    before = entry.read_bytes()
    forget(TicTacToe())
    with pytest.warns(CacheWarning, match="ADVERSARIO_CACHE|cannot be read") as warnings:
        assert count(TicTacToe(), 3) == (504, 0)
    assert len(warnings) == 1
    assert not (tmp_path / "mark").exists()
    if what in ("program", "folder", "parent"):
        assert entry.read_bytes() == before  # and nothing is written there
    tmp_path.chmod(0o700)


@posix
@pytest.mark.parametrize("what", ["entry", "folder"])
def test_what_belongs_to_others_is_not_read(
    folder: Path, tmp_path: Path, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    forget(TicTacToe())
    assert count(TicTacToe(), 3) == (504, 0)
    entry = poison(folder, tmp_path / "mark")
    owner = os.getuid() + 1
    if os.getuid() == 0:
        os.chown(entry if what == "entry" else folder, owner, owner)
    else:  # it is this process that becomes another one's
        monkeypatch.setattr(os, "getuid", lambda: owner)
    forget(TicTacToe())
    with pytest.warns(CacheWarning, match="another user"):
        assert count(TicTacToe(), 3) == (504, 0)
    assert not (tmp_path / "mark").exists()


@posix
def test_all_that_is_written_is_private(folder: Path) -> None:
    before = os.umask(0)
    try:
        forget(TicTacToe())
        assert count(TicTacToe(), 3) == (504, 0)
    finally:
        os.umask(before)
    modes = {path: path.stat().st_mode & 0o777 for path in (folder, *folder.rglob("*"))}
    assert len(modes) >= 5
    assert all(mode == (0o700 if path.is_dir() else 0o600) for path, mode in modes.items())


@posix
def test_a_folder_in_tmp_and_a_link_to_a_folder_of_ours_are_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    public = tmp_path / "public"
    public.mkdir()
    public.chmod(0o1777)
    monkeypatch.setenv("ADVERSARIO_CACHE", str(public / "cache"))
    assert open_folder() == (public / "cache").resolve()
    public.chmod(0o777)
    with pytest.raises(UntrustedError):
        open_folder()
    (tmp_path / "real").mkdir(mode=0o700)
    (tmp_path / "link").symlink_to(tmp_path / "real")
    monkeypatch.setenv("ADVERSARIO_CACHE", str(tmp_path / "link"))
    assert open_folder() == (tmp_path / "real").resolve()


@posix
def test_a_group_of_one_s_own_may_write_above(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As with a umask of 002, where every user is a group."""
    above = tmp_path / "above"
    above.mkdir()
    above.chmod(0o775)
    monkeypatch.setenv("ADVERSARIO_CACHE", str(above / "cache"))
    monkeypatch.setattr(os, "getgid", lambda: above.stat().st_gid)
    assert open_folder() == (above / "cache").resolve()
    monkeypatch.setattr(os, "getgid", lambda: above.stat().st_gid + 1)
    with pytest.raises(UntrustedError):
        open_folder()


def test_without_owners_no_mode_is_looked_at(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on Windows, where the bits mean nothing."""
    monkeypatch.setattr(cache_folder, "HAS_OWNERS", False)
    folder.mkdir(mode=0o777)
    folder.chmod(0o777)
    assert open_folder() == folder.resolve()
