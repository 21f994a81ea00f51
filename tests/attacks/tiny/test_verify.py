"""The tiny model as a verifier, and asked about single people: scripted answers, and the real weights."""

import math
from collections.abc import Sequence
from pathlib import Path

import pytest

from gyges.attacks import RulesAttack
from gyges.attacks.tiny import RulesAndTinyAttack, TinyAttack, TinyModel, TinyVerifier
from gyges.attacks.tiny._about import words_for
from gyges.attacks.tiny._certainty import Calibration
from gyges.attacks.tiny._runtime import Answer
from gyges.attacks.tiny._weights import adapter_path
from gyges.corpus import bundled_corpus
from gyges.records import UNKNOWN_GENRE, Subject

pytestmark = pytest.mark.anyio
TEXT = "The clerk wrote it down. [PERSON] said that she would come back with her son on Monday."


class Scripted(TinyModel):
    """Answers yes where the question says so, else no; lists nobody; says the same of each person."""

    def __init__(self, about: str = "-") -> None:
        super().__init__(Path("none"), None)
        self.about, self.prompts = about, list[str]()

    async def complete_all(self, prompts: Sequence[str], grammar: str, most_tokens: int) -> list[Answer]:
        self.prompts += prompts
        return [self._answer(prompt.rpartition("<|im_start|>")[2]) for prompt in prompts]

    def _answer(self, question: str) -> Answer:
        if question.startswith("check"):
            word = " yes" if "Female" in question else " no"
            return Answer(word, (len(word),), (math.log(0.8),))
        return Answer(self.about if question.startswith("person") else "-")


async def test_a_yes_has_positive_odds_and_a_no_negative_ones_as_sure_as_the_model_was() -> None:
    asked = ["who: [PERSON]\ntold: she\nsex: Female", "who: [PERSON]\ntold: she\nsex: Male"]
    yes, no = await TinyVerifier(Scripted()).odds(TEXT, asked)
    assert yes == pytest.approx(math.log(4))
    assert no == pytest.approx(-math.log(4))


async def test_all_questions_about_a_text_begin_alike_so_that_it_is_read_once() -> None:
    model = Scripted()
    await TinyVerifier(model).odds(TEXT, ["a", "b"])
    first, second = model.prompts
    assert first.partition("check")[0] == second.partition("check")[0]
    assert TEXT in first.partition("check")[0]


async def test_the_model_is_asked_about_everybody_the_rules_found_and_adds_what_they_lack() -> None:
    model = Scripted("age: 30-40|job: Teacher|")
    attack = RulesAndTinyAttack(RulesAttack(), TinyAttack(model, calibration=Calibration()))
    people = (await RulesAttack().attack(TEXT, id="d")).subjects
    finding = await attack.attack(TEXT, id="d")
    assert sum("<|im_start|>person\n" in prompt for prompt in model.prompts) == len(people) == len(finding.subjects)
    assert all({"AGE", "OCCUPATION"} <= {fact.tag for fact in subject.facts} for subject in finding.subjects)
    found_by = finding.notes["found_by"]
    assert isinstance(found_by, dict)
    assert all(len(found_by[s.id]) == len(s.facts) for s in finding.subjects)


async def test_a_text_of_a_genre_the_rules_know_is_not_asked_about_person_by_person() -> None:
    model = Scripted("job: Teacher|")
    reader = RulesAttack()
    texts = (document.text for document in bundled_corpus() if document.id.startswith(("posts", "court")))
    text = next(one for one in texts if reader.find(one, "d").notes["genre"] != UNKNOWN_GENRE)
    await RulesAndTinyAttack(reader, TinyAttack(model, calibration=Calibration())).attack(text, id="d")
    assert not any("<|im_start|>person\n" in prompt for prompt in model.prompts)


def test_somebody_without_a_place_in_the_text_is_still_asked_about_by_their_part() -> None:
    assert words_for(Subject("0", "the author", (), ("not there",)), TEXT) == "the author: "


@pytest.mark.slow
async def test_the_real_weights_tell_what_stands_there_from_what_is_gone(small_model: Path, tmp_path: Path) -> None:
    base = tmp_path / "base.gguf"
    base.symlink_to(small_model)
    asked = [
        "who: wrote it down. [PERSON] said that she\ntold: said that she would come\nsex: Female",
        "who: wrote it down. [PERSON] said that she\ntold: wrote it down. [PERSON] said that\nname: Zdenka Kowalczyk",
    ]
    sex, name = await TinyVerifier(TinyModel(base, adapter_path())).odds(TEXT, asked)
    assert sex > 0 > name
