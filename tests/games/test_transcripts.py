"""The games of docs/transcripts are what the rules say; `make transcripts` writes them anew."""

from __future__ import annotations

import pytest

from adversario.games import GAMES
from tests.transcripts import FOLDER, contents, transcript


@pytest.mark.parametrize("name", GAMES)
def test_a_transcript_is_what_the_rules_say(name: str) -> None:
    assert (FOLDER / f"{name}.txt").read_text(encoding="utf-8") == transcript(name)


def test_every_transcript_is_listed_and_there_are_no_others() -> None:
    assert (FOLDER / "README.md").read_text(encoding="utf-8") == contents()
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(GAMES)
