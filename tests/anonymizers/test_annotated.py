import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.anonymizers import MaskAnnotated
from gyges.errors import InputError
from gyges.records import Document, IdentifierType, Mention


def _mention(text: str, start: int, end: int, type_: str, identifier: IdentifierType) -> Mention:
    return Mention(start, end, text[start:end], type_, identifier)


TEXT = "Ana Lopez lives in Porto, 34."
DOCUMENT = Document(
    "a",
    TEXT,
    mentions=(
        _mention(TEXT, 19, 24, "LOC", IdentifierType.QUASI),
        _mention(TEXT, 0, 9, "PERSON", IdentifierType.DIRECT),
        _mention(TEXT, 26, 28, "DEM", IdentifierType.NO_MASK),
    ),
)


def test_direct_and_quasi_identifiers_become_their_types() -> None:
    assert MaskAnnotated().anonymize(DOCUMENT).text == "[PERSON] lives in [LOC], 34."


def test_only_the_identifiers_asked_for_are_masked() -> None:
    assert MaskAnnotated([IdentifierType.DIRECT]).anonymize(DOCUMENT).text == "[PERSON] lives in Porto, 34."


def test_the_trace_keeps_the_offsets_of_the_original() -> None:
    edits = MaskAnnotated().anonymize(DOCUMENT).trace["edits"]
    assert edits == [{"start": 0, "end": 9, "type": "PERSON"}, {"start": 19, "end": 24, "type": "LOC"}]


def test_a_document_nobody_annotated_is_refused_rather_than_released() -> None:
    with pytest.raises(InputError, match="no annotated mentions"):
        MaskAnnotated().anonymize(Document("a", "Ana"))


@given(st.text(alphabet="abc 😀é\n", min_size=1, max_size=60), st.data())
def test_no_masked_word_survives_at_its_place_and_the_rest_is_untouched(text: str, data: st.DataObject) -> None:
    borders = st.integers(0, len(text))
    pairs = data.draw(st.lists(st.tuples(borders, borders).filter(lambda p: p[0] < p[1]), max_size=6))
    mentions = tuple(_mention(text, start, end, "MISC", IdentifierType.DIRECT) for start, end in pairs)
    release = MaskAnnotated().anonymize(Document("a", text, mentions=mentions))
    covered = {position for start, end in pairs for position in range(start, end)}
    kept = "".join(char for position, char in enumerate(text) if position not in covered)
    assert release.text.replace("[MISC]", "") == kept
