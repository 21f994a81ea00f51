from collections.abc import ItemsView
from pathlib import Path

import pytest
import yaml

from gyges.errors import InputError, OutputExistsError
from gyges.records import Document, Edit, JsonValue, Release, apply_edits, edits_to_json
from gyges.runs.review import apply_review, propose, write_review

DOCUMENT = Document("a", "Maria Kowalska met Tom Berger in Porto.")
EDITS = [
    Edit(0, 14, "Person A", "PERSON", True, "p1", "a name"),
    Edit(19, 29, "Person B", "PERSON", True, "p2", "a name"),
    Edit(33, 38, "Portugal", "LOC"),
]
PEOPLE = [{"id": "p1", "description": "Maria Kowalska"}]
RELEASE = Release(
    "a",
    apply_edits(DOCUMENT.text, EDITS),
    "test",
    {"edits": edits_to_json(EDITS), "people": PEOPLE},
)


@pytest.fixture
def review(tmp_path: Path) -> Path:
    path = tmp_path / "review.yaml"
    assert write_review(propose([DOCUMENT], {"a": RELEASE}), path) == 3
    return path


def _review(release: Release) -> ItemsView[str, JsonValue]:
    said = release.trace["review"]
    assert isinstance(said, dict)
    return said.items()


def _change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_proposals_are_grouped_by_person_with_context(review: Path) -> None:
    people = yaml.safe_load(review.read_text(encoding="utf-8"))["documents"][0]["people"]
    assert [person["person"] for person in people] == ["Maria Kowalska", "p2", "nobody in particular"]
    assert people[0]["edits"][0]["context"].startswith("<<Maria Kowalska>> met")


def test_a_review_accepted_as_it_is_gives_the_release(review: Path) -> None:
    made = apply_review([DOCUMENT], review)["a"]
    assert made.text == RELEASE.text
    assert _review(made) >= {"accepted": 3, "rejected": 0, "undone": [], "brought_back": []}.items()


def test_a_rejected_edit_keeps_the_words_and_the_guard_names_them(review: Path) -> None:
    _change(review, "replacement: Person B\n      accept: true", "replacement: Person B\n      accept: false")
    made = apply_review([DOCUMENT], review)["a"]
    assert made.text == "Person A met Tom Berger in Portugal."
    assert _review(made) >= {"accepted": 2, "rejected": 1, "brought_back": ["Tom Berger"]}.items()
    assert made.trace["residual"]


def test_strict_fails_the_document_that_still_names_somebody_and_no_other(review: Path, tmp_path: Path) -> None:
    _change(review, "replacement: Person B\n      accept: true", "replacement: Person B\n      accept: false")
    failed = apply_review([DOCUMENT], review, strict=True)["a"]
    assert failed.text == ""
    assert "GY502" in str(failed.trace["failed"])
    clean = Document("b", "Mr Tom Berger came.")
    both = tmp_path / "both.yaml"
    edits = edits_to_json([Edit(0, 13, "Somebody", "PERSON", direct=True)])
    write_review(propose([clean], {"b": Release("b", "Somebody came.", "mask", {"edits": edits})}), both)
    assert apply_review([clean], both, strict=True)["b"].text == "Somebody came."


def test_a_reviewer_may_choose_other_words(review: Path) -> None:
    _change(review, "replacement: Portugal", "replacement: a city")
    assert apply_review([DOCUMENT], review)["a"].text.endswith("in a city.")


def _add(path: Path, *rows: dict[str, object]) -> None:
    review = yaml.safe_load(path.read_text(encoding="utf-8"))
    review["documents"][0]["people"][0]["edits"] += rows
    path.write_text(yaml.safe_dump(review), encoding="utf-8")


@pytest.mark.parametrize(
    ("rows", "text"),
    [
        ([{"words": " met", "replacement": " saw"}], "Person A saw Person B in Portugal."),
        ([{"words": "er", "replacement": "ER", "accept": False}], "Person A met Person B in Portugal."),
        ([{"words": "Berger in Porto", "replacement": "x"}], "two others"),
        ([{"words": "Tom Berger in Porto", "replacement": "somebody"}], "Person A met somebody."),
        ([{"words": "Porto", "replacement": "a city"}], "Person A met Person B in a city."),
        ([{"words": "m", "replacement": "M"}, {"words": " met ", "replacement": " saw "}], "all inside"),
        ([{"words": "et", "replacement": "E"}, {"words": "met", "replacement": "saw"}], "all inside"),
    ],
)
def test_an_edit_of_ones_own_is_made_by_its_words(review: Path, rows: list[dict[str, object]], text: str) -> None:
    _add(review, *rows)
    if text in ("two others", "all inside"):
        with pytest.raises(InputError, match=r"review .* document 'a', and these words (overlap|stand inside) words"):
            apply_review([DOCUMENT], review)
    else:
        assert apply_review([DOCUMENT], review)["a"].text == text


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (
            {"words": "Lisbon"},
            "has an edit of 'Lisbon' for document 'd', and these words do not stand in it; write them",
        ),
        (
            {"words": "Eve", "number": 4},
            "of 'Eve' for document 'd', and these words stand in it 3 times; give a number up",
        ),
        ({"words": ""}, "words of the review .* is wrong"),
        ({"words": "Eve", "start": 3}, "start of the review .* is wrong"),
        ({"words": 2019}, "words of the review .* is wrong"),
    ],
)
def test_words_that_do_not_stand_there_are_named(tmp_path: Path, row: dict[str, object], said: str) -> None:
    document, path = Document("d", "Eve met Eve. Evening came."), tmp_path / "review.yaml"
    release = Release("d", "Eve met Eve. Night came.", "m", {"edits": edits_to_json([Edit(13, 20, "Night")])})
    write_review(propose([document], {"d": release}), path)
    first = path.read_text(encoding="utf-8")
    _add(path, {"words": "Eve", "replacement": "she"})
    assert apply_review([document], path)["d"].text == "she met she. Night came."
    path.write_text(first, encoding="utf-8")
    _add(path, {"words": "Eve", "replacement": "her", "number": 2, "direct": True})
    assert apply_review([document], path)["d"].text == "Eve met her. Night came."
    path.write_text(first, encoding="utf-8")
    _add(path, {"replacement": "x", **row})
    with pytest.raises(InputError, match=said):
        apply_review([document], path)


def test_a_failed_document_stays_failed_after_the_review(tmp_path: Path) -> None:
    path = tmp_path / "review.yaml"
    write_review(propose([DOCUMENT], {"a": Release("a", "", "rewrite", {"failed": "declined"})}), path)
    assert apply_review([DOCUMENT], path)["a"].trace == {"failed": "declined"}


def test_decisions_are_never_overwritten(review: Path) -> None:
    with pytest.raises(OutputExistsError):
        write_review(propose([DOCUMENT], {"a": RELEASE}), review)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("original: Tom Berger", "original: Tom"),
        ("accept: true", "accept: perhaps"),
        ("documents:", "papers:"),
        ("id: a", "id: z"),
    ],
)
def test_a_review_that_does_not_fit_is_refused(review: Path, old: str, new: str) -> None:
    _change(review, old, new)
    with pytest.raises(InputError, match="review"):
        apply_review([DOCUMENT], review)


def test_a_review_of_another_text_is_refused(review: Path) -> None:
    with pytest.raises(InputError, match="another text"):
        apply_review([Document("a", DOCUMENT.text + " Yesterday.")], review)


def test_what_is_no_yaml_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "review.yaml"
    path.write_text("{", encoding="utf-8")
    with pytest.raises(InputError, match="no YAML"):
        apply_review([DOCUMENT], path)
    with pytest.raises(InputError, match="cannot be read"):
        apply_review([DOCUMENT], tmp_path / "none.yaml")


def test_the_file_says_whom_an_edit_protects_from_what_and_what_undoing_it_costs(review: Path) -> None:
    said = yaml.safe_load(review.read_text(encoding="utf-8"))["documents"][0]
    assert said["expected"][0].startswith("the document: ")
    maria = said["people"][0]["edits"][0]
    assert "name" in maria["protects"]
    assert "brings back direct identifiers: 'Maria Kowalska'" in maria["undoing_costs"]


def test_only_its_owner_may_read_a_review(review: Path) -> None:
    assert review.stat().st_mode & 0o077 == 0


def test_a_name_that_only_its_edit_knew_is_brought_back_with_a_record(tmp_path: Path) -> None:
    document = Document("a", "the parcel went to zosimova and back")
    edits = [Edit(19, 27, "somebody", "PERSON", True, "p", "is a name")]
    release = Release("a", apply_edits(document.text, edits), "test", {"edits": edits_to_json(edits)})
    path = tmp_path / "review.yaml"
    write_review(propose([document], {"a": release}), path)
    _change(path, "accept: true", "accept: false")
    made = apply_review([document], path)["a"]
    assert made.text == document.text
    assert _review(made) >= {"brought_back": ["zosimova"]}.items()
    assert "GY502" in str(apply_review([document], path, strict=True)["a"].trace["failed"])
