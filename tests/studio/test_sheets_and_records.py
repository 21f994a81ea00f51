"""What stands on a sheet and the records it becomes."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from gyges.records import Document, Fact, IdentifierType, Mention, Subject, taxonomy
from gyges.studio import open_project
from gyges.studio._auth import IMPORTED
from gyges.studio._kinds._mentions import MentionsBody, MentionWritten, mentions_body, mentions_of
from gyges.studio._kinds._people import FactWritten, PeopleBody, PersonWritten, people_body, people_of

LETTERS = st.characters(exclude_categories=["Cs"])  # half a character is refused
WORDS = st.text(LETTERS, max_size=20)
VALUES = WORDS.map(str.strip).filter(bool)
FACTS = st.builds(
    Fact,
    st.sampled_from(taxonomy("spia").names),
    VALUES,
    st.integers(0, 5),
    st.integers(0, 5),
    st.lists(WORDS, max_size=2).map(tuple),
)
PEOPLE = st.lists(
    st.builds(Subject, VALUES, WORDS, st.lists(FACTS, max_size=3).map(tuple), st.lists(WORDS, max_size=2).map(tuple)),
    unique_by=lambda subject: subject.id,
    max_size=3,
).map(tuple)


@st.composite
def annotated(draw: st.DrawFn) -> tuple[Mention, ...]:
    text = draw(st.text(LETTERS, min_size=1, max_size=30))
    places = st.tuples(st.integers(0, len(text) - 1), st.integers(1, len(text))).filter(
        lambda place: place[0] < place[1]
    )
    found = draw(st.lists(places, max_size=5))
    made = [
        Mention(
            start,
            end,
            text[start:end],
            draw(st.sampled_from(taxonomy("tab").names)),
            draw(st.sampled_from(IdentifierType)),
            draw(WORDS),
        )
        for start, end in sorted(found)
    ]
    return tuple(made)


@given(PEOPLE)
def test_people_come_back_from_a_sheet_as_they_were(people: tuple[Subject, ...]) -> None:
    kept = people_body(people).model_dump_json()
    assert people_of(PeopleBody.model_validate_json(kept)) == people


@given(annotated())
def test_mentions_come_back_from_a_sheet_as_they_were(mentions: tuple[Mention, ...]) -> None:
    kept = mentions_body(mentions).model_dump_json()
    assert mentions_of(MentionsBody.model_validate_json(kept)) == mentions


@given(PEOPLE)
def test_proposals_count_for_nothing_before_somebody_accepts_them(people: tuple[Subject, ...]) -> None:
    assert people_of(people_body(people, by="rules", accepted=False)) == ()


def test_an_accepted_person_keeps_only_accepted_facts_with_a_value() -> None:
    facts = [
        FactWritten(tag="NAME", value=" Ana ", certainty=5, hardness=1),
        FactWritten(tag="AGE", value="41", by="rules", accepted=False),
        FactWritten(tag="SEX", value="Female", certainty=4, by="rules"),
        FactWritten(tag="OCCUPATION", value=" "),
    ]
    body = PeopleBody(subjects=[PersonWritten(id="1", facts=facts)])
    assert people_of(body) == (Subject("1", "", (Fact("NAME", "Ana", 5, 1), Fact("SEX", "Female", 4, 0))),)


def test_mentions_nobody_accepted_are_left_out() -> None:
    words = Mention(0, 3, "Ana", "PERSON")
    assert mentions_of(mentions_body([words], by="mask", accepted=False)) == ()


def test_two_people_of_one_id_are_refused() -> None:
    with pytest.raises(ValidationError, match="one id"):
        PeopleBody(subjects=[PersonWritten(id="1"), PersonWritten(id="1")])


def test_a_mention_that_ends_where_it_starts_is_refused() -> None:
    with pytest.raises(ValidationError, match="before it starts"):
        MentionWritten(start=3, end=3, text="", type="PERSON")


def test_annotations_of_added_documents_become_finished_sheets_of_their_own_author(tmp_path: Path) -> None:
    project = open_project(tmp_path)
    person = Subject("0", "Ana", (Fact("NAME", "Ana", 5, 1),))
    plain, full = Document("a", "Nobody."), Document("b", "Ana.", (person,), (Mention(0, 3, "Ana", "PERSON"),))
    assert project.add_documents([plain, full], "ana") == 2
    sheet = project.sheets.get("people", project.texts.number_of("b"), IMPORTED)
    assert (sheet.version, sheet.done) == (1, True)
    assert people_of(PeopleBody.model_validate(sheet.body)) == full.subjects
    mentions = project.sheets.get("mentions", project.texts.number_of("b"), IMPORTED)
    assert mentions_of(MentionsBody.model_validate(mentions.body)) == full.mentions
    assert project.sheets.of_item("people", project.texts.number_of("a")) == []


def test_adding_a_file_again_changes_a_sheet_only_where_its_annotations_changed(tmp_path: Path) -> None:
    project = open_project(tmp_path)
    first = Document("a", "Ana.", (Subject("0", "Ana"),))
    for document in (first, first, Document("a", "Ana.", (Subject("0", "Ana Reis"),))):
        project.add_documents([document], "ana")
    sheet = project.sheets.get("people", 1, IMPORTED)
    assert (sheet.version, sheet.body["subjects"][0]["description"]) == (2, "Ana Reis")
    assert [row.what for row in project.trail.rows("people", 1)] == ["imported", "imported"]
