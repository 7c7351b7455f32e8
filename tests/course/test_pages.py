"""Every page of the course: its figures, its questions, the same structure in both languages."""

from __future__ import annotations

import re

import pytest

from adversario import InputError
from adversario.arena.player import Entry
from adversario.base.catalogue import LANGUAGES
from adversario.course.course import shipped_course
from adversario.course.live import KINDS as LIVE_KINDS
from adversario.course.live import Live, points_of
from adversario.course.markdown import Block
from adversario.course.page import Page, figures_of, spans_of
from adversario.course.queries.play import player_of, standing, weighing
from adversario.course.queries.source import game_of
from adversario.course.question import DONE, Question, grade, is_right, key
from adversario.games import GAMES

NAMES = shipped_course().names("en")
KINDS = {"number", "choice", "move", "exercise", "predict", "weights"}


def page(name: str, lang: str) -> Page:
    return shipped_course().page(name, lang)


def test_both_languages_have_the_same_pages() -> None:
    assert shipped_course().names("es") == NAMES
    kinds = {question.kind for name in NAMES for question in page(name, "en").questions}
    assert kinds <= KINDS


@pytest.mark.parametrize("name", NAMES)
def test_every_figure_can_be_computed_and_is_the_same_in_both_languages(name: str) -> None:
    english, spanish = (figures_of(page(name, lang)) for lang in LANGUAGES)
    assert english == spanish
    assert english, "a page without a figure"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_large_numbers_are_computed_and_not_typed(name: str, lang: str) -> None:
    spans = [span for part in page(name, lang).parts for line in spans_of(part) for span in line]
    queries = " ".join(span.text for span in spans if span.kind == "figure")
    fields = (
        each.value for part in page(name, lang).parts if not isinstance(part, Block)
        for each in part.fields.fields
        if each.key in ("query", "answer", "line")
    )  # fmt: skip
    given = set(re.findall(r"\d+", queries + " ".join(fields)))
    for span in spans:
        for number in re.findall(r"\d[\d.,\u202f]*\d", span.text) if span.kind == "text" else []:
            bare = re.sub(r"\D", "", number)
            year = 1900 <= int(bare) <= 2030
            assert len(bare) < 4 or year or bare in given or number in SUMS, (span.text, number)


SUMS = ("1024",)
"""Numbers in a sum that is written out."""


def shape(part: Block | Live | Question) -> tuple[object, ...]:
    """What a part has in every language."""
    if isinstance(part, Block):
        return (
            part.kind, part.level, len(part.items), [len(row) for row in part.rows],
            [span.target for line in spans_of(part) for span in line if span.kind == "link"],
        )  # fmt: skip
    told = ("about", "ask", "hint", "because", "right", "wrong", "across", "up", "line")
    fields = [(each.key, each.value) for each in part.fields.fields if each.key not in told]
    keys = [each.key for each in part.fields.fields]
    return part.kind, fields, keys


@pytest.mark.parametrize("name", NAMES)
def test_both_languages_have_the_same_structure(name: str) -> None:
    english, spanish = (page(name, lang).parts for lang in LANGUAGES)
    for one, other in zip(english, spanish, strict=True):
        assert shape(one) == shape(other)


@pytest.mark.parametrize("name", NAMES)
def test_a_page_has_something_to_do_and_ends_in_questions(name: str) -> None:
    parts = page(name, "en").parts
    assert any(isinstance(part, Live) for part in parts)
    asked = [isinstance(part, Question) for part in parts]
    assert 3 <= sum(asked) <= 5
    assert all(asked[-sum(asked) :]), "questions are at the end"
    assert len({question.kind for question in page(name, "en").questions}) >= 2


WRONG = {"number": "987654", "choice": "9", "move": "nowhere", "exercise": "", "predict": "-"}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_the_key_of_every_question_is_right_and_others_are_not(name: str, lang: str) -> None:
    for question in page(name, lang).questions:
        if question.kind == "choice":
            right = " ".join(str(at) for at, each in enumerate(question.options) if each.right)
            assert right
            assert any(not each.right for each in question.options)
        elif question.kind in ("predict", "weights"):
            right = DONE
        else:
            right = key(question, lang)
            if question.kind == "move":
                right = right.split(", ")[0]
        verdict = grade(question, right, 0, lang)
        assert verdict.right, (name, question.ask, right)
        if question.kind != "exercise":
            wrong = grade(question, WRONG.get(question.kind, "-"), 0, lang)
            assert not wrong.right
            assert wrong.words == question.hints[0]
            last = grade(question, WRONG.get(question.kind, "-"), 9, lang)
            assert last.words == question.hints[-1]
            assert not last.more


HINTED = {
    "05-evaluation": {"centre": 1, "twos": 1, "threes": 5, "threats_now": 20},
    "13-learning": {"men": 1, "kings": 2},
}
"""The weights that the last hints name."""


@pytest.mark.parametrize("name", HINTED)
def test_the_weights_of_the_last_hint_reach_the_goal_and_zeros_do_not(name: str) -> None:
    (question,) = (each for each in page(name, "en").questions if each.kind == "weights")
    fields = question.fields
    game, goal = fields.one("game"), int(fields.one("goal"))

    def wins(weights: dict[str, int]) -> int:
        known = [weights.get(each, 0) for each in game_of(game).feature_names]
        players: list[Entry] = [
            weighing(game, known, int(fields.one("depth"))), player_of(fields.one("against"))
        ]  # fmt: skip
        return standing(game, players, int(fields.one("games")), int(fields.one("seed", "1"))).wins

    assert wins({}) < goal <= wins(HINTED[name])
    assert all(each in str(question.hints[-1]) for each in HINTED[name])


def test_every_kind_of_question_and_block_is_in_the_course() -> None:
    pages = [page(name, "en") for name in NAMES]
    assert {question.kind for each in pages for question in each.questions} == KINDS
    assert {live.kind for each in pages for live in each.lives} == set(LIVE_KINDS)


def test_answers_may_be_written_in_several_ways() -> None:
    question = next(each for each in page("01-games", "en").questions if each.kind == "number")
    assert is_right(question, "7")
    assert is_right(question, " 7.0 ")
    assert is_right(question, "7,0")
    assert is_right(question, "14/2")
    for wrong in ("8", "-7", "7 7"):
        assert not is_right(question, wrong)
    for nonsense in ("seven", "7/0", "__import__", "1e9"):
        with pytest.raises(InputError):
            is_right(question, nonsense)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_links_and_games_exist(name: str, lang: str) -> None:
    for part in page(name, lang).parts:
        for span in (span for line in spans_of(part) for span in line if span.kind == "link"):
            if span.target.startswith("#/"):
                assert (found := re.fullmatch(r"#/([a-z]+)(\?.*)?", span.target)), span.target
                assert found[1] in ("play", "explore", "analyse", "trees", "exercises", "compare",
                                    "maps", "matrix", "class", "course")  # fmt: skip
                if game := re.search(r"game=([a-z0-9-]+)", span.target):
                    assert game[1] in GAMES
            elif not span.target.startswith("https://"):
                assert span.target in NAMES
        if isinstance(part, Live) and part.kind == "plot":
            for line in points_of(part):
                assert len(line.points) > 2
