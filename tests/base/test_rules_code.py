"""The code that rules depend on: an edit of any of it is seen, and nothing else is."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from adversario.base.provenance.identity import identity_of
from adversario.base.provenance.rules_code import code_digest
from adversario.base.python.plugins import load_user_module
from adversario.games import GAMES

RULES = """
import random
import helper_of_rules
from helper_of_rules import MOST
STEP = 1

def limit(left):
    return left - STEP

class Base:
    def is_over(self, left):
        return left == 0

class Rules(Base):
    def __init__(self):
        self.odds = {"b", "a", "c"}

    def moves(self, left):
        return min(limit(left), MOST)
"""
HELPER = "from helper_of_helper import LESS\nMOST = 3 - LESS\n"
DEEP = "LESS = 0\n"

SCRIPT = """
import sys
from pathlib import Path
from adversario.base.provenance.identity import identity_of
from adversario.base.python.plugins import load_user_module
print(identity_of(load_user_module(Path("rules.py")).Rules()).digest)
"""


def digest(folder: Path, **texts: str) -> str:
    """The digest in a new process, with those files."""
    files = {"rules": RULES, "helper_of_rules": HELPER, "helper_of_helper": DEEP} | texts
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text)
    command = [sys.executable, "-B", "-c", SCRIPT]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout


def test_every_edit_of_the_users_own_code_is_seen(tmp_path: Path) -> None:
    first = digest(tmp_path)
    assert digest(tmp_path) == first  # sets are in another order in every process
    (tmp_path / "elsewhere").mkdir()
    assert digest(tmp_path / "elsewhere") == first
    others = [
        digest(tmp_path, rules=RULES.replace(*edit))
        for edit in (
            ("STEP = 1", "STEP = 2"), ("left - STEP", "left + STEP"), ("left == 0", "left <= 0"),
            ('"c"', '"d"'),
        )
    ]  # fmt: skip
    others.append(digest(tmp_path, helper_of_rules=HELPER.replace("3", "4")))
    others.append(digest(tmp_path, helper_of_helper="LESS = 1\n"))
    assert len({first, *others}) == 7


def test_a_class_keeps_the_digest_of_the_file_it_was_loaded_from(tmp_path: Path) -> None:
    path = tmp_path / "game.py"
    path.write_text("class Rules:\n    most = 3\n")
    old = load_user_module(path).Rules
    path.write_text("class Rules:\n    most = 4\n")
    new = load_user_module(path).Rules
    assert code_digest(old) != code_digest(new)
    path.write_text("class Rules:\n    most = 3\n")
    assert code_digest(load_user_module(path).Rules) == code_digest(old)


def test_files_with_a_class_of_the_same_name_differ(tmp_path: Path) -> None:
    for name, most in (("a", 3), ("b", 4)):
        (tmp_path / f"{name}.py").write_text(f"class Rules:\n    most = {most}\n")
    a, b = (load_user_module(tmp_path / f"{name}.py").Rules for name in "ab")
    assert identity_of(a()).digest != identity_of(b()).digest


def test_the_package_has_versions_of_its_rules() -> None:
    assert {code_digest(kind) for kind in GAMES.values()} == {""}
    game = GAMES["nim"]()
    before = game.identity.digest
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(game), "rules_version", 2)
        assert game.identity.digest != before
    assert game.identity.digest == before


TYPED = """
STEP = {step}
def limit(left):
    return [left - STEP for _ in range(1)][0]
class Base:
    most = {most}
class Rules(Base):
    @property
    def name(self):
        return "{name}"
    def moves(self, left):
        return limit(left)
from adversario.base.provenance.rules_code import code_digest
found = code_digest(Rules)
"""


def test_classes_typed_in_a_notebook_are_known_by_their_code() -> None:
    def typed(step: int = 1, most: int = 3, name: str = "a") -> str:
        names: dict[str, object] = {"__name__": "__main__"}
        source = TYPED.format(step=step, most=most, name=name)
        with pytest.MonkeyPatch.context() as patch:
            patch.delattr(sys.modules["__main__"], "__file__", raising=False)
            exec(compile(source, "<cell>", "exec"), names)
        return str(names["found"])

    assert typed() == typed() != ""
    assert len({typed(), typed(step=2), typed(most=4), typed(name="b")}) == 4
