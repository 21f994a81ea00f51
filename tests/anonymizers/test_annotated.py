import anyio
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.anonymizers import Anonymizer, GeneraliseAnnotated, MaskAnnotated, Tools, find_method, open_anonymizer
from gyges.errors import ConfigError, InputError
from gyges.models import ModelPool, ReplyCache
from gyges.records import Document, IdentifierType, Mention, Release


def _mention(text: str, start: int, end: int, type_: str, identifier: IdentifierType) -> Mention:
    return Mention(start, end, text[start:end], type_, identifier)


def _released(method: Anonymizer, document: Document) -> Release:
    return anyio.run(method.anonymize, document)


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
    assert _released(MaskAnnotated(), DOCUMENT).text == "[PERSON] lives in [LOC], 34."


def test_only_the_identifiers_asked_for_are_masked() -> None:
    direct = MaskAnnotated([IdentifierType.DIRECT])
    assert _released(direct, DOCUMENT).text == "[PERSON] lives in Porto, 34."
    assert direct.settings == {"identifiers": ["DIRECT"]}


@pytest.mark.parametrize("method", [MaskAnnotated(), GeneraliseAnnotated()], ids=lambda method: method.name)
def test_a_document_nobody_annotated_is_refused_rather_than_released(method: Anonymizer) -> None:
    with pytest.raises(InputError, match="no annotated mentions"):
        _released(method, Document("a", "Ana"))


@given(st.text(alphabet="abc 😀é\n", min_size=1, max_size=60), st.data())
def test_no_masked_word_survives_at_its_place_and_the_rest_is_untouched(text: str, data: st.DataObject) -> None:
    borders = st.integers(0, len(text))
    pairs = data.draw(st.lists(st.tuples(borders, borders).filter(lambda p: p[0] < p[1]), max_size=6))
    mentions = tuple(_mention(text, start, end, "MISC", IdentifierType.DIRECT) for start, end in pairs)
    release = _released(MaskAnnotated(), Document("a", text, mentions=mentions))
    covered = {position for start, end in pairs for position in range(start, end)}
    kept = "".join(char for position, char in enumerate(text) if position not in covered)
    assert release.text.replace("[MISC]", "") == kept


def test_both_methods_are_opened_by_name_and_say_that_they_see_annotations() -> None:
    tools = Tools(ModelPool(cache=ReplyCache()))
    assert open_anonymizer("annotated", tools, {"only": "direct"}).settings == {"identifiers": ["DIRECT"]}
    assert open_anonymizer("annotated-general", tools).name == "annotated-general"
    assert find_method("annotated").sees_annotations
    assert find_method("annotated-general").sees_annotations
    with pytest.raises(ConfigError, match="only"):
        open_anonymizer("annotated", tools, {"only": "names"})
