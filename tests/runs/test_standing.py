"""What stands in a release is told from the texts; a trace that somebody made up changes nothing."""

import pytest

from gyges.records import Document, Edit, JsonValue, Release, UnreadableDocument, edits_to_json
from gyges.runs._audited import StandingFound
from gyges.runs._readable import standing_in

TEXT = "Ms Maria Kowalska is a nurse. Mrs Kowalska lives alone."
ONE = Document("a", TEXT)
LEFT = TEXT.replace("Maria Kowalska", "X")


@pytest.mark.parametrize(
    "trace",
    [
        {},
        {"edits": "all of them"},
        {"edits": [1, 2]},
        {"edits": [{"start": 900, "end": 901, "text": ""}]},
        {"edits": edits_to_json([Edit(0, 2, "Dr")])},
        {"edits": edits_to_json([Edit(3, 17, "X", "PERSON", direct=True)])},
    ],
)
def test_the_same_stands_whatever_the_trace_says(trace: dict[str, JsonValue]) -> None:
    found = standing_in(ONE, Release("a", LEFT, "mine", trace))
    assert "Kowalska" in {row.words.removeprefix("Mrs ") for row in found.words}
    assert found.unread == []


def test_an_empty_release_has_nothing_standing_and_one_of_an_unreadable_original_is_unchecked() -> None:
    assert standing_in(ONE, Release("a", " \n", "mine")) == StandingFound()
    lost = UnreadableDocument("a", "", why="row 3 is no object")
    (row,) = standing_in(lost, Release("a", TEXT, "mine")).unread
    assert row.reason == "the original cannot be read: row 3 is no object"
