"""How the rows of each dataset become documents; all rows here are invented."""

import csv
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.corpus import load_dataset
from gyges.corpus._datasets._loaders import split_vignette
from gyges.errors import BadRowError
from gyges.records import Document, Fact, Subject

ROWS = json.loads(Path(__file__).with_name("dataset_rows.json").read_text(encoding="utf-8"))
PERSONA = ROWS["reddit-synthetic"]["personality"]
TAB_TEXT = ROWS["tab"]["text"]


def _load(tmp_path: Path, name: str, *rows: Mapping[str, object]) -> list[Document]:
    path = tmp_path / "any-name.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return list(load_dataset(name, path))


def _load_one(tmp_path: Path, name: str) -> Document:
    (document,) = _load(tmp_path, name, ROWS[name])
    return document


def test_tab_pools_the_annotators_and_keeps_their_entities_apart(tmp_path: Path) -> None:
    document = _load_one(tmp_path, "tab")
    assert document.id == "001-1"
    assert document.subjects is None
    assert document.mentions is not None
    assert [(m.text, m.identifier.value, m.entity_id) for m in document.mentions] == [
        ("Ana Sol", "DIRECT", "annotator1/e1"),
        ("Ana Sol", "QUASI", "annotator2/e1"),
    ]
    assert document.meta["split"] == "dev"
    assert document.meta["year"] == 2001
    assert document.meta["annotators"] == ["annotator1", "annotator2"]


def test_reddit_synthetic_counts_the_labelled_attribute_only(tmp_path: Path) -> None:
    document = _load_one(tmp_path, "reddit-synthetic")
    assert document.id == "reddit-synthetic-001"
    assert document.text == "Payday is far away."
    assert document.subjects == (Subject("author", "the author of the text", (Fact("INCOME", "middle", 5, 2),)),)
    assert document.meta["persona"] == PERSONA
    assert document.meta["anonymized_text"] == "It is far away."
    assert "guess" not in document.meta


@pytest.mark.parametrize(
    ("feature", "tag", "value"),
    [
        ("age", "AGE", "34"),
        ("sex", "SEX", "female"),
        ("city_country", "LOCATION", "Porto, Portugal"),
        ("birth_city_country", "PLACE_OF_BIRTH", "Faro, Portugal"),
        ("education", "EDUCATION", "Masters in Law"),
        ("occupation", "OCCUPATION", "notary"),
        ("relationship_status", "RELATIONSHIP", "single"),
    ],
)
def test_every_attribute_of_a_persona_has_its_tag(tmp_path: Path, feature: str, tag: str, value: str) -> None:
    (document,) = _load(tmp_path, "reddit-synthetic", {**ROWS["reddit-synthetic"], "feature": feature})
    assert document.subjects is not None
    assert document.subjects[0].facts == (Fact(tag, value, 5, 2),)


def test_synthpai_takes_what_a_human_saw_not_what_the_persona_says(tmp_path: Path) -> None:
    document = _load_one(tmp_path, "synthpai")
    assert document.id == "COMM1"
    assert document.subjects is not None
    assert document.subjects[0].facts == (Fact("SEX", "female", 5, 0), Fact("OCCUPATION", "nurse", 4, 2))
    assert document.meta["username"] == "PixelOtter"
    assert "guesses" not in document.meta


def test_a_synthpai_comment_without_labels_has_an_author_without_facts(tmp_path: Path) -> None:
    (document,) = _load(tmp_path, "synthpai", {**ROWS["synthpai"], "reviews": None})
    assert document.subjects == (Subject("author", "the author of the text"),)


def test_db_bio_has_the_name_as_truth_and_the_occupation_as_label(tmp_path: Path) -> None:
    document = _load_one(tmp_path, "db-bio")
    assert document.subjects is not None
    assert document.subjects[0].facts == (Fact("NAME", "Ana Sol"),)
    assert document.meta == {
        "occupation": "Painter",
        "anonymized_text": "A person was a painter.",
        "page": "Ana_Sol",
        "candidates": ["Ana Sol", "Eva Mar"],
    }


def test_pupa_splits_its_units(tmp_path: Path) -> None:
    first, second = _load(tmp_path, "pupa", ROWS["pupa"], {"user_query": ROWS["pupa"]["user_query"]})
    assert first.meta["pii_units"] == ["ana sol", "acme"]
    assert first.meta["category"] == "job"
    assert second.meta == {"pii_units": []}
    assert (first.id, second.id) == ("pupa-001", "pupa-002")


def test_rat_bench_takes_what_the_text_holds_not_all_of_the_profile(tmp_path: Path) -> None:
    document = _load_one(tmp_path, "rat-bench")
    assert document.id == "rat-bench-001"
    assert document.subjects is not None
    assert document.subjects[0].facts == (
        Fact("NAME", "Ana Sol"),
        Fact("LOCATION", "Austin / Texas"),
        Fact("OCCUPATION", "notary"),
    )
    assert document.meta["persona"] == ROWS["rat-bench"]["profile"]
    assert document.meta["indirect_identifiers"] == ["city", "occupation", "race", "state"]
    assert [document.meta[name] for name in ("level", "scenario", "language")] == [2, "medical transcript", "English"]


def test_rat_bench_takes_identifiers_with_their_values_too(tmp_path: Path) -> None:
    named = {**ROWS["rat-bench"], "direct_identifiers": {"name": "A. Sol"}, "indirect_identifiers": {}}
    (document,) = _load(tmp_path, "rat-bench", named)
    assert document.subjects is not None
    assert document.subjects[0].facts == (Fact("NAME", "A. Sol"),)


def test_an_identifier_that_the_profile_of_rat_bench_lacks_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(BadRowError, match=r"profile\.shoe"):
        _load(tmp_path, "rat-bench", {**ROWS["rat-bench"], "direct_identifiers": ["shoe"]})


def test_medqa_keeps_options_and_answer(tmp_path: Path) -> None:
    document = _load_one(tmp_path, "medqa")
    assert document.id == "test-00001"
    assert document.meta["answer"] == "C"
    assert document.meta["options"] == {"A": "Flu", "B": "Cold", "C": "Asthma", "D": "Dust"}
    with pytest.raises(BadRowError, match="the label 4 is none of 0-3"):
        _load(tmp_path, "medqa", {**ROWS["medqa"], "label": 4})


def test_medqa_parts_the_account_of_a_patient_from_the_question(tmp_path: Path) -> None:
    document = _load_one(tmp_path, "medqa")
    assert document.text == "A 40-year-old woman coughs."
    assert document.meta["question"] == "What is it?"
    alone = {**ROWS["medqa"], "sent1": "Which drug slows the heart?"}
    (bare,) = _load(tmp_path, "medqa", alone)
    assert bare.text == bare.meta["question"] == "Which drug slows the heart?"


def test_medqa_as_its_authors_publish_it_has_up_to_five_options(tmp_path: Path) -> None:
    options = {"A": "Flu", "B": "Cold", "C": "Asthma", "D": "Dust", "E": "Mould"}
    row = {"question": "A man limps. He saw Dr. Ray. Why?", "options": options, "answer": "Mould", "answer_idx": "E"}
    (document,) = _load(tmp_path, "medqa", row)
    assert document.text == "A man limps. He saw Dr. Ray."
    assert document.meta == {"question": "Why?", "options": options, "answer": "E", "answer_text": "Mould"}
    with pytest.raises(BadRowError, match="the answer 'F' is no option"):
        _load(tmp_path, "medqa", {**row, "answer_idx": "F"})


@given(st.lists(st.text("abc .?A", max_size=12), max_size=5).map(" ".join))
def test_splitting_a_question_off_loses_nothing(text: str) -> None:
    account, question = split_vignette(text)
    assert "".join((account + question).split()) == "".join(text.split())
    assert question or not text.strip()


def test_wildchat_renders_a_conversation_line_by_line(tmp_path: Path) -> None:
    document = _load_one(tmp_path, "wildchat")
    assert document.text == "USER: Hi, Ana here\nCHATBOT: Hello"
    assert document.meta == {"conversation_id": "c1", "language": "English"}


@pytest.mark.parametrize("name", ROWS)
def test_the_other_formats_give_the_same_documents(tmp_path: Path, name: str) -> None:
    expected = _load_one(tmp_path, name)
    row = {key: value for key, value in ROWS[name].items() if value is not None}
    (tmp_path / "x.json").write_text(json.dumps([row]), encoding="utf-8")
    with (tmp_path / "x.csv").open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, row)
        writer.writeheader()
        writer.writerow({k: v if isinstance(v, str | int) else json.dumps(v) for k, v in row.items()})
    for file in ("x.json", "x.csv"):
        (document,) = load_dataset(name, tmp_path / file)
        assert replace(document, meta=expected.meta) == expected


@pytest.mark.parametrize(
    ("name", "column"),
    [
        ("tab", "annotations"),
        ("tab", "doc_id"),
        ("reddit-synthetic", "response"),
        ("reddit-synthetic", "personality"),
        ("synthpai", "profile"),
        ("db-bio", "people"),
        ("pupa", "user_query"),
        ("medqa", "ending3"),
        ("wildchat", "conversation"),
    ],
)
def test_a_missing_column_is_named(tmp_path: Path, name: str, column: str) -> None:
    row = {key: value for key, value in ROWS[name].items() if key != column}
    with pytest.raises(
        BadRowError, match=rf"any-name\.jsonl:1: no column '{column}' \(there are: .*belongs to '{name}'"
    ):
        _load(tmp_path, name, row)


@pytest.mark.parametrize(
    ("name", "change", "words"),
    [
        ("tab", {"annotations": {"a1": []}}, "no column 'annotations.a1.entity_mentions'"),
        ("tab", {"annotations": {"a1": {"entity_mentions": [1]}}}, "no column 'annotations.a1.entity_mentions'"),
        ("tab", {"text": "Ms Eva Sol lives in Lyon."}, "is not at 3-10"),
        ("reddit-synthetic", {"feature": "shoe_size"}, "no column 'personality.shoe_size'"),
        ("reddit-synthetic", {"personality": "{"}, "'personality' does not hold JSON"),
        ("reddit-synthetic", {"personality": [1]}, "'personality' is not an object"),
        ("wildchat", {"conversation": [1]}, "no column 'conversation'"),
        ("db-bio", {"text": "a\ud800"}, "half a character"),
    ],
)
def test_a_row_of_another_shape_is_a_bad_row(tmp_path: Path, name: str, change: dict[str, object], words: str) -> None:
    with pytest.raises(BadRowError) as caught:
        _load(tmp_path, name, {**ROWS[name], **change})
    assert words in caught.value.problem
