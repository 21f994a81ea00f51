"""What is written in SPIA's own format is read as it was."""

import json

import pytest
from hypothesis import given

from corpus.test_round_trips import documents
from gyges.corpus import read_documents, rows_of_jsonl, spia_entity_row, spia_people_row
from gyges.errors import BadRowError
from gyges.records import Document, Fact, Mention, Subject, taxonomy


@given(documents())
def test_people_and_spans_come_back_without_evidence(document: Document) -> None:
    rows = [json.loads(json.dumps(row(document, "ana"))) for row in (spia_people_row, spia_entity_row)]
    people, spans = (next(read_documents([row])) for row in rows)
    assert (people.id, people.text, spans.id, spans.text) == (document.id, document.text) * 2
    assert spans.mentions == (document.mentions or ())
    assert [person.description for person in people.subjects or ()] == [p.description for p in document.subjects or ()]
    for there, here in zip(people.subjects or (), document.subjects or (), strict=True):
        held = [(fact.tag, fact.value, fact.certainty, fact.hardness) for fact in here.facts]
        assert sorted((f.tag, f.value, f.certainty, f.hardness) for f in there.facts) == sorted(held)


def test_a_row_has_all_fifteen_tags_and_counts_its_people() -> None:
    document = Document("a", "Ana, 30", subjects=(Subject("0", "Ana", (Fact("AGE", "30", 5, 1),)),))
    row = json.loads(json.dumps(spia_people_row(document, "ben")))
    assert row["metadata"] == {"data_id": "a", "number_of_subjects": 1, "annotator": "ben"}
    (person,) = row["subjects"]
    assert person["id"] == 0
    assert [fact["tag"] for fact in person["PIIs"]] == list(taxonomy("spia").names)
    assert {"tag": "SEX", "keyword": "", "certainty": 0, "hardness": 0} in person["PIIs"]


def test_spans_count_in_utf16_units() -> None:
    document = Document("a", "😀 Ana", mentions=(Mention(2, 5, "Ana", "PERSON"),))
    row = json.loads(json.dumps(spia_entity_row(document, "ben")))
    assert (row["entities"][0]["start_offset"], row["entities"][0]["end_offset"]) == (3, 6)


def test_a_line_that_is_no_object_is_named_by_its_place() -> None:
    assert list(rows_of_jsonl('{"a": 1}\n\n{"a": "x y"}\n', "up.jsonl")) == [{"a": 1}, {"a": "x y"}]
    with pytest.raises(BadRowError, match=r"up\.jsonl:2"):
        list(rows_of_jsonl('{"a": 1}\n[2]', "up.jsonl"))
