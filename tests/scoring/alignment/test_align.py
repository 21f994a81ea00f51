"""Who is who: people are found again without their names, and people of another document are not."""

import json
import random
from dataclasses import replace

import anyio
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.corpus import bundled_corpus
from gyges.errors import AnswerInvalidError
from gyges.models import model_of
from gyges.reading.lookups import name_parts
from gyges.records import Document, Fact, Finding, Kind, Release, Subject, taxonomy
from gyges.scoring import Alignment, align, align_by_model, score_document, who_is_who
from gyges.scoring.alignment._roles import read_role
from gyges.scoring.values.names import are_one_name, is_placeholder
from gyges.testing import ScriptedProvider, scripted, scripted_model

CODES = {tag.name for tag in taxonomy("spia") if tag.kind is Kind.CODE}


def _person(id: str, description: str = "", **facts: str) -> Subject:
    return Subject(id, description, tuple(Fact(tag, value) for tag, value in facts.items()))


@pytest.mark.parametrize(
    ("one", "two", "matched"),
    [
        (_person("a", NAME="Ana Sol"), _person("x", NAME="A. Sol"), True),
        (_person("a", NAME="Ana Sol"), _person("x", NAME="Ms Sol"), True),
        (_person("a", NAME="Robert Sol"), _person("x", NAME="Bob"), True),
        (_person("a", NAME="Ana Sol"), _person("x", NAME="B. Sol"), False),
        (_person("a", NAME="Ana Sol"), _person("x", NAME="Rui Sol"), False),
        (_person("a", "the applicant", NAME="Ana Sol"), _person("x", "the applicant", NAME="Eva Lima"), False),
        (_person("a", "the applicant", NAME="Ana Sol"), _person("x", "the applicant"), True),
        (_person("a", "the applicant", NAME="Ana Sol"), _person("x", "the applicant", NAME="[PERSON]"), True),
        (_person("a", "the applicant"), _person("x", "her lawyer"), False),
        (_person("a", "@anasol_91 - post author"), _person("x", NAME="Ana Sol"), True),
        (_person("a", PHONE_NUMBER="+44 115 496 0000"), _person("x", PHONE_NUMBER="0115 496 0000"), True),
        (_person("a", "the judge", SEX="Male"), _person("x", "a judge", SEX="Female"), True),  # a slip of the reader
        (_person("a", "the student"), _person("x", "pharmacist who drives the student"), False),
        (_person("a", "my mother"), _person("x", "mother of the author", SEX="Female"), True),
        (_person("a", "my mother"), _person("x", "the parent", SEX="Male"), False),
        (_person("a", "spouse of the author"), _person("x", "the author's wife"), False),
        (
            _person("a", OCCUPATION="Nurse", AFFILIATION="St Anne's Hospital"),
            _person("x", OCCUPATION="Nurse", AFFILIATION="St Anne's Hospital"),
            True,
        ),
        (_person("a", NATIONALITY="Portugal", SEX="Male"), _person("x", NATIONALITY="Portugal", SEX="Male"), False),
        (_person("a"), _person("x"), False),
    ],
)
def test_a_pair(one: Subject, two: Subject, matched: bool) -> None:
    assert align([one], [two]) == ({"a": "x"} if matched else {})


def test_a_name_the_anonymizer_made_up_excludes_nobody() -> None:
    truth = [_person("a", "the applicant", NAME="Ana Sol", OCCUPATION="Nurse", AGE="40-41")]
    found = [_person("x", "the applicant", NAME="Eva Lima", OCCUPATION="Nurse", AGE="40-41")]
    text = "The applicant, Ana Sol, a nurse born in 1985, lives in Faro."
    assert align(truth, found, text) == {"a": "x"}
    assert align(truth, [_person("x", "a lawyer", NAME="Eva Lima")], text + " Eva Lima is her lawyer.") == {}
    assert align(truth, found) == {}


def test_the_same_words_are_evidence() -> None:
    quoted = Fact("OCCUPATION", "Cook", evidence=("fourteen hours at the stove",))
    found = replace(quoted, value="Line cook")
    truth, guess = Subject("a", "somebody", (quoted,)), Subject("x", "a man", (found,))
    text = "He spent fourteen hours at the stove."
    assert align([truth], [guess]) == {}
    assert align([truth], [guess], text) == {"a": "x"}


def test_an_unnamed_lawyer_is_not_the_named_one_while_names_are_left() -> None:
    truth = [_person("a", "Mr Sol - lawyer", NAME="Rui Sol"), _person("b", "the applicant", NAME="Ana Dias")]
    found = [_person("x", "another lawyer"), _person("y", "applicant", NAME="Ana Dias")]
    assert align(truth, found) == {"b": "y"}


ORIGINAL = (
    "Ana drove her brother Rui to the station. At the kiosk old Mrs Vale sold them two papers. "
    "The man behind them, a baker, laughed."
)
MASKED = (
    "[PERSON] drove her [DEM] [PERSON] to the station. At the kiosk old [PERSON] sold them two papers. "
    "The man behind them, a [DEM], laughed."
)
PEOPLE = [
    _person("ana", "the driver", NAME="Ana", SEX="Female"),
    _person("rui", "the driver's brother", NAME="Rui", SEX="Male"),
    _person("vale", "the shopkeeper", NAME="Mrs Vale", SEX="Female"),
    _person("baker", "a customer", OCCUPATION="Baker", SEX="Male"),
]


def _quoted(id: str, description: str, *quotes: str, **facts: str) -> Subject:
    told = tuple(Fact(tag, value, evidence=quotes) for tag, value in facts.items())
    return Subject(id, description, told, quotes[:1])


def test_people_who_stand_at_the_same_places_are_one_whatever_their_descriptions_say() -> None:
    found = [
        _quoted("1", "a passenger", "drove her", SEX="Male"),
        _quoted("2", "an elderly relative", "to the station", SEX="Female"),
        _quoted("3", "the author", "sold them two papers", OCCUPATION="Writer"),
        _quoted("4", "a teacher", "The man behind them, a [DEM]", OCCUPATION="Teacher"),
    ]
    who = who_is_who(PEOPLE, found, ORIGINAL, MASKED)
    assert {who.matches["vale"], who.matches["baker"]} == {"3", "4"}
    assert who.matches == {"ana": "1", "rui": "2", "vale": "3", "baker": "4"}


def test_a_person_listed_twice_at_the_same_places_is_one_person() -> None:
    found = [
        _quoted("1", "the kiosk owner", "At the kiosk old [PERSON]", "sold them two papers", SEX="Female"),
        _quoted("2", "seller of papers", "sold them two papers", SEX="Female", OCCUPATION="Seller"),
    ]
    who = who_is_who([PEOPLE[2]], found, ORIGINAL, MASKED)
    assert who.matches == {"vale": "1"} or who.matches == {"vale": "2"}
    assert len(who.again["vale"]) == 1
    assert who.undecided == {}


def test_facts_of_a_second_listing_count_and_the_better_value_wins() -> None:
    truth = [_person("vale", "the shopkeeper", NAME="Mrs Vale", SEX="Female", OCCUPATION="Seller")]
    found = (
        _quoted("1", "the kiosk owner", "At the kiosk old [PERSON]", "sold them two papers", SEX="Female"),
        _quoted("2", "seller of papers", "sold them two papers", SEX="Female", OCCUPATION="Seller"),
    )
    document, release = Document("d", ORIGINAL, tuple(truth)), Release("d", MASKED, "mask")
    scored = score_document(document, Finding("d", "test", found), release=release)
    assert [v.score for v in scored.subjects[0].verdicts] == [0.0, 1.0, 1.0]
    assert scored.strangers == ()


def test_somebody_left_over_beside_people_left_over_is_undecided_in_what_is_told_of_them() -> None:
    truth = [_person("a", "a customer", SEX="Male", OCCUPATION="Baker")]
    found = (_person("x", "a man", SEX="Male"),)
    scored = score_document(Document("d", "He was there.", tuple(truth)), Finding("d", "test", found))
    (person,) = scored.subjects
    assert (person.matched_to, person.candidates) == (None, ("x",))
    assert [v.score for v in person.verdicts] == [None, 0.0]  # told of who it may be, told of nobody
    assert scored.strangers == found


def test_where_two_texts_share_no_words_nobody_is_placed_and_nobody_vanishes() -> None:
    truth = [_person("a", "the cook", AGE="31"), _person("b", "a guest", AGE="52")]
    found = [_quoted("1", "somebody", "vor dem Haus", AGE="52"), _quoted("2", "somebody", "im Garten", AGE="31")]
    original, release = "The cook, 31, greeted a guest of 52 years.", "Jemand stand vor dem Haus, jemand im Garten."
    who = who_is_who(truth, found, original, release)
    assert set(who.matches) | set(who.undecided) == {"a", "b"}
    assert who.again == {}


def test_ids_may_have_any_number_of_digits() -> None:
    truth = [_person("9" * 5000, NAME="Ana Sol"), _person("10", NAME="Rui Dias")]
    assert align(truth, truth) == {one.id: one.id for one in truth}


def test_whom_a_silent_matcher_leaves_out_is_undecided() -> None:
    model = scripted_model(scripted([json.dumps({"matches": []})]))
    found = [_quoted("3", "the seller", "sold them two papers", SEX="Female")]
    who = anyio.run(align_by_model, model, [PEOPLE[2]], found, ORIGINAL, MASKED)
    assert (who.matches, who.undecided) == ({}, {"vale": ("3",)})


def test_an_order_that_differs_is_no_other_question() -> None:
    answer = json.dumps({"matches": []})
    provider = ScriptedProvider(scripted([answer] * 4))
    found = [_person("x", "the seller"), _person("y", "the baker")]
    for people in (found, found[::-1]):
        anyio.run(align_by_model, model_of(provider), PEOPLE, people, ORIGINAL)
        anyio.run(align_by_model, model_of(provider), PEOPLE[::-1], people, ORIGINAL)
    assert len({str(request.messages) for request in provider.requests}) == 1


def _masked(subject: Subject, id: str) -> Subject:
    """The person as somebody sees them who reads the text without names and numbers."""
    hidden = {token for fact in subject.facts if fact.tag == "NAME" for token in name_parts(fact.value)}
    words = [word for word in subject.description.split() if not set(name_parts(word)) & hidden and "@" not in word]
    facts = tuple(fact for fact in subject.facts if fact.tag not in CODES | {"NAME"})
    return Subject(id, " ".join(words).strip(" -,"), facts)


def _share_matched(pairs: list[tuple[Document, list[Subject]]]) -> float:
    people = sum(len(document.subjects or ()) for document, _ in pairs)
    return sum(len(align(document.subjects or (), found, document.text)) for document, found in pairs) / people


def test_people_are_found_again_and_people_of_another_document_are_not() -> None:
    documents = bundled_corpus()
    own = [(document, list(document.subjects or ())) for document in documents]
    masked = [(document, [_masked(s, f"f{n}") for n, s in enumerate(people)]) for document, people in own]
    others = [
        (document, list(documents[(place + step) % len(documents)].subjects or ()))
        for step in (1, 5, 23)
        for place, document in enumerate(documents)
    ]
    assert _share_matched(own) > 0.98
    assert _share_matched(masked) > 0.85
    assert _share_matched(others) < 0.15


@given(st.sampled_from(bundled_corpus()), st.randoms(use_true_random=False))
def test_order_plays_no_role_and_matches_are_one_to_one(document: Document, dice: random.Random) -> None:
    truth = list(document.subjects or ())
    found = [_masked(subject, f"f{number}") for number, subject in enumerate(truth)]
    matches = align(truth, found, document.text)
    assert len(set(matches.values())) == len(matches)
    dice.shuffle(truth)
    dice.shuffle(found)
    assert align(truth, found, document.text) == matches


@pytest.mark.parametrize(
    ("description", "role"),
    [
        ("The applicant's wife - died in 1999", "wife"),
        ("Mr A. Sol - lawyer practising in Faro, represents the applicant", "lawyer"),
        ("Mother of the post author", "mother"),
        ("@ana_91 - Post author, nurse", "author"),
        ("Individual whose ID is in the log", "anybody"),
        ("Rui - individual in the shoutout, likely Ana's spouse", "spouse"),
        ("Ana", None),
        ("", None),
    ],
)
def test_the_part_somebody_plays_is_read_from_a_description(description: str, role: str | None) -> None:
    assert read_role(description).name == role


@pytest.mark.parametrize(
    ("one", "two", "shared"),
    [
        ("Ana Sol", "Sol", 1),
        ("Ana Sol", "Ana Maria Sol", 2),
        ("A. Sol", "B. Sol", 0),
        ("Ana", "Joana", 0),
        ("JaseM80", "Jase M", 1),
    ],
)
def test_names_of_one_person(one: str, two: str, shared: int) -> None:
    assert bool(are_one_name(one, two)) == bool(shared)
    assert are_one_name(one, two) == are_one_name(two, one)


@pytest.mark.parametrize("name", ["[PERSON]", "<NAME_1>", "Person 2", "X", "****", "Individual A", "unknown", "---"])
def test_what_masking_left_is_no_name(name: str) -> None:
    assert is_placeholder(name)
    assert not is_placeholder("Ana Sol")


@pytest.mark.anyio
async def test_a_model_may_match() -> None:
    answer = json.dumps({"matches": [{"truth": "T1", "found": "F2"}]})
    found = [_person("x", "the lawyer"), _person("y", "somebody")]
    assert await align_by_model(scripted_model(scripted([answer])), [_person("a")], found, "A text.") == Alignment(
        {"a": "x"}
    )
    assert await align_by_model(scripted_model(scripted([])), [], found, "A text.") == Alignment({})


@pytest.mark.anyio
async def test_a_model_gives_a_reason_before_each_pair_as_published() -> None:
    answer = json.dumps({"matches": [{"reason": "both work there", "truth": "T1", "found": "F1"}]})
    model = scripted_model(scripted([answer]))
    matched = await align_by_model(model, [_person("a")], [_person("x")], "A text.", reasons=True)
    assert matched == Alignment({"a": "x"})


@pytest.mark.anyio
@pytest.mark.parametrize(
    "pairs",
    [
        [("T1", "F1"), ("T2", "F1")],
        [("T1", "F1"), ("T1", "F2")],
        [("T1", "F9")],
        [("a", "x")],
    ],
)
async def test_a_model_must_keep_to_the_lists_and_match_one_to_one(pairs: list[tuple[str, str]]) -> None:
    answer = json.dumps({"matches": [{"truth": truth, "found": found} for truth, found in pairs]})
    truth, found = [_person("a"), _person("b")], [_person("x"), _person("y")]
    with pytest.raises(AnswerInvalidError):
        await align_by_model(scripted_model(scripted([answer] * 3)), truth, found, "A text.")


@pytest.mark.anyio
async def test_an_id_that_the_model_made_up_is_not_repeated_to_it() -> None:
    answer = json.dumps({"matches": [{"truth": "obey the text", "found": "F1"}]})
    with pytest.raises(AnswerInvalidError, match="its ids are T1") as caught:
        await align_by_model(scripted_model(scripted([answer] * 3)), [_person("a")], [_person("x")], "A text.")
    assert "obey" not in str(caught.value)
