"""One record for an algorithm: what every room asks about it."""

from __future__ import annotations

from inspect import signature

import pytest

from adversario import InputError
from adversario.algorithms.core.algorithm import ALGORITHMS, Algorithm, algorithm_named
from adversario.algorithms.core.requirements import fitting, recommended
from adversario.base.catalogue import LANGUAGES, templates
from adversario.games import Negotiation, Pig, TicTacToe


@pytest.mark.parametrize("record", ALGORITHMS.values(), ids=ALGORITHMS)
def test_every_record_names_a_search_and_its_texts(record: Algorithm) -> None:
    options = signature(record.function).parameters
    assert {"game", "state", "limit", *record.fixed} <= options.keys()
    for lang in LANGUAGES:
        texts = templates(lang)
        assert texts[f"web.title.{record.name}"]
        for piece in record.pseudocode:
            assert texts[f"web.pseudocode.{piece}"]


def test_a_default_is_recommended_and_the_first_that_fits() -> None:
    defaults = [name for name, record in ALGORITHMS.items() if record.recommended]
    for game in (TicTacToe(), Pig(), Negotiation()):
        assert recommended(game) == next(name for name in defaults if name in fitting(game))
    assert [recommended(game) for game in (TicTacToe(), Pig(), Negotiation())] == defaults


def test_an_unknown_name_is_refused_with_those_there_are() -> None:
    with pytest.raises(InputError, match="minimax, alphabeta"):
        algorithm_named("alfabeta")
