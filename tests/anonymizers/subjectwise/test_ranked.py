"""A ranker chooses among what the rules hold sound, and the trace tells what it was asked."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from gyges.anonymizers._registry import open_anonymizer
from gyges.anonymizers._subjectwise import Subjectwise, SubjectwiseOptions
from gyges.anonymizers._tools import Tools
from gyges.anonymizers.subjectwise._rankers import open_ranker
from gyges.anonymizers.wording import Choice
from gyges.attacks import open_attacker
from gyges.errors import ConfigError, InputError
from gyges.models import TINY_BASE, ModelPool, ReplyCache, weights_path
from gyges.records import Document, Release

pytestmark = pytest.mark.anyio

TEXT = "The lift was broken. The doctor in Mikulov wanted me to stop. I kept the bees and sold the rest to Anna."
DOUBT = "The nets were full. In the end Rod went down to the water. We had no rope, and the boat was gone."


@dataclass
class Scripted:
    """A ranker that weighs as a test says."""

    weights: Callable[[Choice], tuple[float, ...]]
    asked: list[Choice] = field(default_factory=list)
    name: str = "scripted"

    async def weigh(self, choices: Sequence[Choice]) -> list[tuple[float, ...]]:
        self.asked += choices
        return [self.weights(choice) for choice in choices]


def told_of(release: Release, what: str) -> list[dict[str, Any]]:
    """Return what the ranker was asked, as the trace has it."""
    ranked: Any = release.trace["ranked"]
    return list(ranked[what])


def last(choice: Choice) -> tuple[float, ...]:
    return (*(-9.0 for _ in choice.candidates[1:]), -1.0)


def first(choice: Choice) -> tuple[float, ...]:
    return (-1.0, *(-9.0 for _ in choice.candidates[1:]))


def undecided(choice: Choice) -> tuple[float, ...]:
    return tuple(-2.0 for _ in choice.candidates)


async def released(text: str, ranker: Scripted | None) -> Release:
    async with ModelPool(cache=ReplyCache()) as pool:
        options = SubjectwiseOptions(min_utility=0.95)
        method = Subjectwise(open_attacker("rules", pool), options, ranker=ranker)
        return await method.anonymize(Document("d", text))


async def test_a_phrase_that_the_rules_drop_stays_with_a_letter_where_the_ranker_says_so() -> None:
    careful = await released(TEXT, None)
    assert "The doctor wanted me to stop." in careful.text
    ranker = Scripted(last)
    ranked = await released(TEXT, ranker)
    assert "The doctor in" in ranked.text
    assert "Mikulov" not in ranked.text
    (asked,) = [choice for choice in ranker.asked if "" in choice.candidates]
    (told,) = told_of(ranked, "wordings")
    assert told["candidates"] == list(asked.candidates)
    assert told["chosen"] == asked.candidates[1]
    assert "ranked" not in careful.trace


@pytest.mark.parametrize("weights", [first, undecided])
async def test_a_ranker_that_agrees_or_cannot_tell_changes_nothing(
    weights: Callable[[Choice], tuple[float, ...]],
) -> None:
    if weights is first:  # a plain name is the first reading, so a text without doubts
        assert (await released(TEXT, Scripted(weights))).text == (await released(TEXT, None)).text
    else:
        for text in (TEXT, DOUBT):
            assert (await released(text, Scripted(weights))).text == (await released(text, None)).text


async def test_leaving_the_words_as_they_are_is_no_wording_to_choose() -> None:
    ranker = Scripted(last)
    text = "Ana Reis, the surgeon, lives in Porto. Ana Reis, 43, left Porto. She is from the Mull ferry, in Oban."
    await released(text, ranker)
    assert ranker.asked
    for choice in ranker.asked:
        original = text[len(choice.before) : len(text) - len(choice.after)]
        assert original not in choice.candidates


async def test_a_ranker_may_hide_a_word_in_doubt_and_never_uncover_a_name() -> None:
    person, thing, plain = [await released(DOUBT, ranker) for ranker in (Scripted(first), Scripted(last), None)]
    assert " Rod " not in person.text
    (told,) = told_of(person, "senses")
    assert told["sense"] == "person"
    assert thing.text == plain.text


async def test_a_word_that_the_text_shows_to_be_a_name_is_never_asked_about() -> None:
    ranker = Scripted(last)
    release = await released("Dear Rod, the rope is here. Rod said so. We had no boat, and the water was high.", ranker)
    assert not [choice for choice in ranker.asked if "rod" in choice.candidates]
    assert "Rod" not in release.text


async def test_a_failing_ranker_makes_no_release() -> None:
    def fails(_: Choice) -> tuple[float, ...]:
        raise InputError("the weights are damaged", "fetch them again")

    with pytest.raises(InputError, match="damaged"):
        await released(TEXT, Scripted(fails))


def test_a_ranker_asked_for_by_name_must_be_there() -> None:
    with pytest.raises(ConfigError, match="gyges models get tiny"):
        open_ranker("tiny")


async def test_without_weights_auto_says_so_once_and_the_settings_tell_what_ran(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with ModelPool(cache=ReplyCache()) as pool:
        with caplog.at_level(logging.WARNING, "gyges.anonymizers"):
            method = open_anonymizer("subjectwise", Tools(pool), {"ranker": "auto"})
            await method.anonymize(Document("a", TEXT))
            await method.anonymize(Document("b", TEXT))
        assert [record.getMessage() for record in caplog.records if "tiny" in record.getMessage()] == [
            "the weights of 'tiny' are not on this machine, so the rules choose wordings alone"
        ]
        assert method.settings["ranker"] == "none"


@pytest.mark.slow
async def test_the_real_weights_choose_the_same_every_time(small_model: Path) -> None:
    base = weights_path(TINY_BASE)
    base.parent.mkdir(parents=True)
    base.symlink_to(small_model)
    async with ModelPool(cache=ReplyCache()) as pool:
        method = open_anonymizer("subjectwise", Tools(pool), {"ranker": "auto", "min_utility": 0.95})
        assert method.settings["ranker"] == "tiny"
        one, two = [await method.anonymize(Document("d", text)) for text in (TEXT, TEXT)]
    assert one.trace["ranked"] == two.trace["ranked"]
    assert one.text == two.text
    assert "Mikulov" not in one.text
    (told,) = told_of(one, "wordings")
    assert all(weight < 0 for weight in told["weights"])
