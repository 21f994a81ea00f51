from dataclasses import replace
from types import MappingProxyType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gyges.errors import ConfigError, InputError
from gyges.records import Document, Fact, JsonValue, Mention, Subject
from gyges.runs import Stage, unit_digest

patient = settings(deadline=None)  # busy machines are slow at times


async def work(document: Document) -> JsonValue:
    return document.id


SCALARS: st.SearchStrategy[JsonValue] = st.none() | st.booleans() | st.integers() | st.text(max_size=5)
SETTINGS = st.dictionaries(st.text(max_size=5), SCALARS | st.lists(SCALARS, max_size=3), max_size=4)

DOCUMENT = Document(
    "a",
    "Ana, 41.",
    subjects=(Subject("s1", "Ana", (Fact("AGE", "41", 5, 1, ("41",)),)),),
    mentions=(Mention(0, 3, "Ana", "PERSON"),),
    meta={"genre": "note", "year": 2020},
)
STAGE = Stage("attack", work, {"model": "rules", "temperature": 0})


@patient
@given(st.text(min_size=1, max_size=5), SETTINGS, st.text(max_size=5), SETTINGS)
def test_equal_inputs_have_one_digest_whatever_the_order_of_their_keys(
    name: str, options: dict[str, JsonValue], text: str, meta: dict[str, JsonValue]
) -> None:
    def turned(values: dict[str, JsonValue]) -> MappingProxyType[str, JsonValue]:
        return MappingProxyType(dict(reversed(values.items())))

    one = unit_digest(Stage(f"a{name}", work, options), Document("a", text, meta=meta))
    two = unit_digest(Stage(f"a{name}", work, turned(options)), Document("a", text, meta=turned(meta)))
    assert one == two


@patient
@given(SETTINGS, SETTINGS)
def test_two_settings_share_a_digest_only_if_they_are_equal(
    one: dict[str, JsonValue], two: dict[str, JsonValue]
) -> None:
    same = unit_digest(replace(STAGE, settings=one), DOCUMENT) == unit_digest(replace(STAGE, settings=two), DOCUMENT)
    # repr, as 1 == True in Python and not in JSON
    assert same == (repr(sorted(one.items(), key=str)) == repr(sorted(two.items(), key=str)))


@pytest.mark.parametrize(
    ("stage", "document"),
    [
        (replace(STAGE, name="attack2"), DOCUMENT),
        (replace(STAGE, settings={"model": "rules", "temperature": 1}), DOCUMENT),
        (replace(STAGE, settings={"model": "rules", "temperature": 0, "revision": 2}), DOCUMENT),
        (STAGE, replace(DOCUMENT, id="b")),
        (STAGE, replace(DOCUMENT, text="Ana, 42.")),
        (STAGE, replace(DOCUMENT, subjects=None)),
        (STAGE, replace(DOCUMENT, subjects=())),
        (STAGE, replace(DOCUMENT, subjects=(Subject("s1", "Ana", (Fact("AGE", "41", 4, 1, ("41",)),)),))),
        (STAGE, replace(DOCUMENT, mentions=None)),
        (STAGE, replace(DOCUMENT, mentions=(Mention(0, 3, "Ana", "PERSON", entity_id="e"),))),
        (STAGE, replace(DOCUMENT, meta={"genre": "note", "year": "2020"})),
    ],
)
def test_whatever_decides_the_result_changes_the_digest(stage: Stage, document: Document) -> None:
    assert unit_digest(stage, document) != unit_digest(STAGE, DOCUMENT)


def test_the_digest_stays_the_same_for_good() -> None:
    # A change here makes every user pay for every unfinished run again: do not adapt it lightly.
    digest = unit_digest(STAGE, DOCUMENT)
    assert digest == "08e5f641981a1c6b421a16868f74069f110501ed4e9b97086a23e54540744df9"


def test_meta_with_a_missing_number_counts_and_meta_beyond_json_is_explained() -> None:
    assert unit_digest(STAGE, Document("a", "", meta={"x": float("nan")}))
    with pytest.raises(InputError, match=r"meta of document 'a' .*a set is no JSON value"):
        unit_digest(STAGE, Document("a", "", meta={"x": {1, 2}}))  # type: ignore[dict-item]


@pytest.mark.parametrize(
    ("name", "settings", "message"),
    [
        (" ", {}, "has no name"),
        ("a", {"x": float("inf")}, "cannot be written as JSON"),
        ("a", {"x": object()}, "cannot be written as JSON"),
        ("a", {"judge": [{"OPENAI_API_KEY": "sk-1"}]}, "looks like a secret"),
        ("a", {"password": "x"}, "looks like a secret"),
    ],
)
def test_a_stage_that_cannot_work_is_refused(name: str, settings: dict[str, JsonValue], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        Stage(name, work, settings)


def test_settings_that_only_sound_secret_are_fine() -> None:
    Stage("a", work, {"max_tokens": 5, "keyword": "x", "secretary": 1, "key_facts": []})
