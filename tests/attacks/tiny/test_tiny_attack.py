"""The tiny attack with scripted answers: windows, joining with the rules, and who found what."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from gyges.attacks import AttackOptions, open_attacker
from gyges.attacks._author_rules import AuthorRulesAttack
from gyges.attacks.tiny import (
    AuthorRulesAndTinyAttack,
    RulesAndTinyAttack,
    TinyAttack,
    TinyAuthorAttack,
    TinyModel,
)
from gyges.attacks.tiny import _weights as weights
from gyges.attacks.tiny._certainty import Calibration
from gyges.attacks.tiny._combined import combined
from gyges.attacks.tiny._runtime import Answer
from gyges.errors import ConfigError, MissingExtraError
from gyges.models import TINY_BASE, ModelPool, ReplyCache, weights_path
from gyges.records import UNKNOWN_GENRE, Fact, Finding, Subject

pytestmark = pytest.mark.anyio


class Scripted(TinyModel):
    """Answers by a function of the prompt."""

    def __init__(self, answer: Callable[[str], str]) -> None:
        super().__init__(Path("none"), None)
        self.answer, self.prompts = answer, list[str]()

    async def complete_all(self, prompts: Sequence[str], grammar: str, most_tokens: int) -> list[Answer]:
        self.prompts += prompts
        return [Answer(self.answer(prompt)) for prompt in prompts]


async def test_a_long_text_is_read_in_windows_and_people_are_listed_once() -> None:
    text = "Nora Feld is a nurse.\n\n" + "Nothing happened that day.\n\n" * 60 + "Nora Feld lives in Cork."
    said = "a nurse|name: Nora Feld"
    model = Scripted(lambda prompt: (said + "|place: Cork" * ("Cork" in prompt)) if "Nora" in prompt else "-")
    finding = await TinyAttack(model, AttackOptions(window_tokens=200), Calibration()).attack(text, id="d")
    assert finding.notes["windows"] == len(model.prompts) > 1
    (nora,) = finding.subjects
    assert [(fact.tag, fact.value) for fact in nora.facts] == [("NAME", "Nora Feld"), ("LOCATION", "Cork")]


async def test_a_blank_text_is_not_asked_about() -> None:
    model = Scripted(lambda _: "-")
    assert (await TinyAttack(model, calibration=Calibration()).attack("  \n", id="d")).subjects == ()
    assert not model.prompts


async def test_the_author_attack_gives_every_attribute_once() -> None:
    said = "age: 30|sex: F|place: Cork, Ireland|born: Cork|school: degree|bond: single|job: Nurse|income: low"
    attack = TinyAuthorAttack(Scripted(lambda _: said), calibration=Calibration())
    (author,) = (await attack.attack("I nurse in Cork.", id="d")).subjects
    assert [fact.tag for fact in author.facts] == [
        "AGE", "SEX", "LOCATION", "PLACE_OF_BIRTH", "EDUCATION", "INCOME", "OCCUPATION", "RELATIONSHIP",
    ]  # fmt: skip
    assert {fact.tag: fact.value for fact in author.facts}["EDUCATION"] == "College Degree"


async def test_of_rules_and_model_the_surer_guess_about_an_author_comes_first() -> None:
    said = "age: 61|sex: F|place: Oslo, Norway|born: Oslo|school: hs|bond: single|job: Nurse|income: low"
    calibration = Calibration((), {f"author:{tag}": (0.4,) for tag in ("AGE", "SEX")})
    tiny = TinyAuthorAttack(Scripted(lambda _: said), calibration=calibration)
    attack = AuthorRulesAndTinyAttack(AuthorRulesAttack(), tiny)
    finding = await attack.attack("I am 34 years old and tired of this.", id="d")
    ages = [fact.value for fact in finding.subjects[0].facts if fact.tag == "AGE"]
    assert ages[0].startswith("34")
    assert ages[-1] == "61"
    found_by = finding.notes["found_by"]
    assert isinstance(found_by, dict)
    assert found_by["author"][:2] == ["author:rules", "author:tiny"]


async def test_a_guess_about_an_author_is_no_evidence_where_nobody_measured_how_often_it_is_right() -> None:
    said = "age: 61|sex: F< F, 61|place: Oslo, Norway|born: Oslo|school: hs|bond: single|job: Nurse|income: low"
    calibration = Calibration((), {"author:SEX": (0.95,), "AGE": (0.95,)})
    read = await TinyAuthorAttack(Scripted(lambda _: said), calibration=calibration).attack("F, 61, in Oslo.", id="d")
    certain = {fact.tag: fact.certainty for fact in read.subjects[0].facts}
    assert certain.pop("SEX") == 5
    assert max(certain.values()) <= 2


def finding(attacker: str, *subjects: Subject, **notes: object) -> Finding:
    return Finding("d", attacker, subjects, notes)  # type: ignore[arg-type]


NORA = Subject(
    "a", "Nora Feld - nurse", (Fact("NAME", "Nora Feld"), Fact("AGE", "40-41"), Fact("PHONE_NUMBER", "+353 1"))
)


def test_facts_of_the_model_are_added_and_each_says_who_found_it() -> None:
    tiny = Subject("0", "Nora Feld - a nurse", (Fact("NAME", "Nora Feld"), Fact("LOCATION", "Cork", 3)))
    both = combined(finding("rules", NORA, genre=UNKNOWN_GENRE), finding("tiny", tiny, shares={"0": 0.9}))
    (nora,) = both.subjects
    assert [fact.tag for fact in nora.facts] == ["NAME", "AGE", "PHONE_NUMBER", "LOCATION"]
    assert both.notes["found_by"] == {"0": ["rules", "rules", "rules", "tiny"]}
    assert both.attacker == "rules+tiny"


def test_rules_decide_ages_and_owners_of_codes() -> None:
    tiny = Subject("0", "Nora Feld - a nurse", (Fact("NAME", "Nora Feld"), Fact("AGE", "12")))
    tom = Subject("1", "Tom - bus driver", (Fact("NAME", "Tom"), Fact("PHONE_NUMBER", "+3531"), Fact("SEX", "Male")))
    both = combined(
        finding("rules", NORA, genre=UNKNOWN_GENRE), finding("tiny", tiny, tom, shares={"0": 0.9, "1": 0.9})
    )
    nora, added = both.subjects
    assert [fact.value for fact in nora.facts if fact.tag == "AGE"] == ["40-41"]
    assert [fact.tag for fact in added.facts] == ["NAME", "SEX"]


def test_people_of_whom_the_model_is_not_sure_are_not_added() -> None:
    tom = Subject("0", "Tom - bus driver", (Fact("NAME", "Tom"),))
    rules = finding("rules", NORA, genre=UNKNOWN_GENRE)
    assert len(combined(rules, finding("tiny", tom, shares={"0": 0.2})).subjects) == 1
    assert len(combined(rules, finding("tiny", tom, shares={"0": 0.9})).subjects) == 2


def test_where_the_rules_know_the_genre_more_is_asked_of_a_new_person() -> None:
    tom = finding("tiny", Subject("0", "Tom - bus driver", (Fact("NAME", "Tom"),)), shares={"0": 0.7})
    assert len(combined(finding("rules", NORA, genre=UNKNOWN_GENRE), tom).subjects) == 2
    assert len(combined(finding("rules", NORA, genre="court"), tom).subjects) == 1


def test_a_weak_guess_is_not_added_to_somebody_without_a_name_where_the_rules_know_the_genre() -> None:
    applicant = Subject("x", "applicant", (Fact("SEX", "Male"),))
    told = (Fact("OCCUPATION", "Chemist", 1), Fact("NATIONALITY", "Turkey", 4))
    tiny = finding("tiny", Subject("0", "the applicant", told), shares={"0": 0.9})
    for genre, tags in (("court", ["SEX", "NATIONALITY"]), (UNKNOWN_GENRE, ["SEX", "OCCUPATION", "NATIONALITY"])):
        (joined,) = combined(finding("rules", applicant, genre=genre), tiny).subjects
        assert [fact.tag for fact in joined.facts] == tags


def test_a_weak_guess_is_added_to_somebody_with_a_name_in_every_genre() -> None:
    tiny = Subject("0", "Nora Feld - a nurse", (Fact("NAME", "Nora Feld"), Fact("LOCATION", "Cork", 1)))
    (nora,) = combined(finding("rules", NORA, genre="court"), finding("tiny", tiny, shares={"0": 0.9})).subjects
    assert nora.facts[-1] == Fact("LOCATION", "Cork", 1)


def test_counted_children_are_those_of_the_rules() -> None:
    kids = [Subject(str(n), f"the author's child ({n} of 3)") for n in (1, 2, 3)]
    guessed = [Subject(str(n), f"a kid ({n + 1} of 2)") for n in (0, 1)]
    both = combined(
        finding("rules", *kids, genre=UNKNOWN_GENRE), finding("tiny", *guessed, shares={"0": 0.9, "1": 0.9})
    )
    assert len(both.subjects) == 3


def test_unnamed_people_called_by_the_same_word_are_one() -> None:
    ours = Subject("x", "the bus driver", (Fact("SEX", "Male"),))
    theirs = Subject("0", "driver of the bus", (Fact("OCCUPATION", "Bus driver"),))
    both = combined(finding("rules", ours, genre=UNKNOWN_GENRE), finding("tiny", theirs, shares={"0": 0.9}))
    assert [[fact.tag for fact in subject.facts] for subject in both.subjects] == [["SEX", "OCCUPATION"]]


@pytest.mark.parametrize("spec", ["tiny", "rules+tiny", "author:tiny", "author:rules+tiny", "rules + tiny"])
async def test_without_the_weights_one_line_says_how_to_get_them(spec: str) -> None:
    async with ModelPool(cache=ReplyCache()) as pool:
        with pytest.raises(ConfigError) as caught:
            open_attacker(spec, pool)
    assert caught.value.remedy == "run: gyges models get tiny"
    assert "\n" not in str(caught.value)


@pytest.fixture
def _pretended(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = weights_path(TINY_BASE)
    path.parent.mkdir(parents=True)
    path.write_bytes(b"weights")
    monkeypatch.setattr(weights, "adapter_path", lambda: tmp_path / "adapter.gguf")


@pytest.mark.usefixtures("_pretended")
@pytest.mark.parametrize(
    ("spec", "kind"),
    [
        ("tiny", TinyAttack),
        ("rules+tiny", RulesAndTinyAttack),
        ("author:tiny", TinyAuthorAttack),
        ("author:rules+tiny", AuthorRulesAndTinyAttack),
    ],
)
async def test_with_the_weights_the_attackers_open_by_name(spec: str, kind: type) -> None:
    async with ModelPool(cache=ReplyCache()) as pool:
        attacker = open_attacker(spec, pool)
    assert isinstance(attacker, kind)
    assert attacker.name == spec


@pytest.mark.usefixtures("_pretended")
async def test_tiny_joins_other_unions_too() -> None:
    async with ModelPool(cache=ReplyCache()) as pool:
        assert open_attacker("tiny+rules:general", pool).name == "tiny+rules:general"


def test_a_missing_runtime_shows_when_the_attacker_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gyges.attacks.tiny._weights._LIBRARIES", ("no_such_runtime",))
    with pytest.raises(MissingExtraError, match="local"):
        weights.open_tiny()
