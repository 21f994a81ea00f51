from dataclasses import replace
from types import MappingProxyType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gyges.errors import ConfigError, InputError
from gyges.records import Document, Fact, JsonValue, Mention, Subject
from gyges.runs import Plan, Stage, Task, UnitOutcome, UnitStatus, unit_digest

patient = settings(deadline=None)  # busy machines are slow at times


async def work(task: Task) -> JsonValue:
    return task.document.id


SCALARS: st.SearchStrategy[JsonValue] = st.none() | st.booleans() | st.integers() | st.text(max_size=5)
SETTINGS = st.dictionaries(st.text(max_size=5), SCALARS | st.lists(SCALARS, max_size=3), max_size=4)

DOCUMENT = Document(
    "a",
    "Ana, 41.",
    subjects=(Subject("s1", "Ana", (Fact("AGE", "41", 5, 1, ("41",)),)),),
    mentions=(Mention(0, 3, "Ana", "PERSON"),),
    meta={"genre": "note", "year": 2020},
)
STAGE = Stage("attack", work, {"model": "rules", "temperature": 0}, needs=("release",))
UPSTREAM = {"release": "11", "other": "22"}


@patient
@given(st.text(min_size=1, max_size=5), SETTINGS, st.text(max_size=5), SETTINGS, st.dictionaries(st.text(), st.text()))
def test_equal_inputs_have_one_digest_whatever_the_order_of_their_keys(
    name: str, options: dict[str, JsonValue], text: str, meta: dict[str, JsonValue], upstream: dict[str, str]
) -> None:
    def turned(values: dict[str, JsonValue]) -> MappingProxyType[str, JsonValue]:
        return MappingProxyType(dict(reversed(values.items())))

    one = unit_digest(Stage(name, work, options), Document("a", text, meta=meta), upstream)
    two = unit_digest(
        Stage(name, work, turned(options)), Document("a", text, meta=turned(meta)), dict(reversed(upstream.items()))
    )
    assert one == two


@patient
@given(SETTINGS, SETTINGS)
def test_two_settings_share_a_digest_only_if_they_are_equal(
    one: dict[str, JsonValue], two: dict[str, JsonValue]
) -> None:
    same = unit_digest(replace(STAGE, settings=one), DOCUMENT, {}) == unit_digest(
        replace(STAGE, settings=two), DOCUMENT, {}
    )
    # repr, as 1 == True in Python and not in JSON
    assert same == (repr(sorted(one.items(), key=str)) == repr(sorted(two.items(), key=str)))


@pytest.mark.parametrize(
    ("stage", "document", "upstream"),
    [
        (replace(STAGE, name="attack2"), DOCUMENT, UPSTREAM),
        (replace(STAGE, settings={"model": "rules", "temperature": 1}), DOCUMENT, UPSTREAM),
        (replace(STAGE, settings={"model": "rules", "temperature": 0, "revision": 2}), DOCUMENT, UPSTREAM),
        (STAGE, replace(DOCUMENT, id="b"), UPSTREAM),
        (STAGE, replace(DOCUMENT, text="Ana, 42."), UPSTREAM),
        (STAGE, replace(DOCUMENT, subjects=None), UPSTREAM),
        (STAGE, replace(DOCUMENT, subjects=()), UPSTREAM),
        (STAGE, replace(DOCUMENT, subjects=(Subject("s1", "Ana", (Fact("AGE", "41", 4, 1, ("41",)),)),)), UPSTREAM),
        (STAGE, replace(DOCUMENT, mentions=None), UPSTREAM),
        (STAGE, replace(DOCUMENT, mentions=(Mention(0, 3, "Ana", "PERSON", entity_id="e"),)), UPSTREAM),
        (STAGE, replace(DOCUMENT, meta={"genre": "note", "year": "2020"}), UPSTREAM),
        (STAGE, DOCUMENT, {"release": "12", "other": "22"}),
        (STAGE, DOCUMENT, {"release": "22", "other": "11"}),
        (STAGE, DOCUMENT, {"release": "11"}),
    ],
)
def test_whatever_decides_the_result_changes_the_digest(
    stage: Stage, document: Document, upstream: dict[str, str]
) -> None:
    assert unit_digest(stage, document, upstream) != unit_digest(STAGE, DOCUMENT, UPSTREAM)


def test_the_digest_stays_the_same_for_good() -> None:
    # A change here makes every user pay for every unfinished run again: do not adapt it lightly.
    digest = unit_digest(STAGE, DOCUMENT, UPSTREAM)
    assert digest == "c5254eb5a2dd8fb5d7af95170eeef8e196dea3051def3604bcdf501a8b6626cd"


def test_meta_with_a_missing_number_counts_and_meta_beyond_json_is_explained() -> None:
    assert unit_digest(STAGE, Document("a", "", meta={"x": float("nan")}), {})
    with pytest.raises(InputError, match=r"meta of document 'a' .*a set is no JSON value"):
        unit_digest(STAGE, Document("a", "", meta={"x": {1, 2}}), {})  # type: ignore[dict-item]


@pytest.mark.parametrize(
    ("stages", "message"),
    [
        ((), "has no stages"),
        ((Stage(" ", work),), "has no name"),
        ((Stage("a", work), Stage("a", work)), "two stages are called 'a'"),
        ((Stage("a", work, needs=("a",)),), "needs 'a', which does not come before it"),
        ((Stage("a", work, needs=("b",)), Stage("b", work)), "needs 'b', which does not come before it"),
        ((Stage("a", work, {"x": float("inf")}),), "cannot be written as JSON"),
        ((Stage("a", work, {"x": object()}),), "cannot be written as JSON"),  # type: ignore[dict-item]
        ((Stage("a", work, {"judge": [{"OPENAI_API_KEY": "sk-1"}]}),), "looks like a secret"),
        ((Stage("a", work, {"password": "x"}),), "looks like a secret"),
    ],
)
def test_a_plan_that_cannot_work_is_refused(stages: tuple[Stage, ...], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        Plan(stages, "audit")


def test_settings_that_only_sound_secret_are_fine() -> None:
    plan = Plan((Stage("a", work, {"max_tokens": 5, "keyword": "x", "secretary": 1}),), "audit", {"key_facts": []})
    assert plan.stage_names == ("a",)


@patient
@given(
    st.text(),
    st.text(),
    st.sampled_from(UnitStatus),
    st.text(),
)
def test_outcomes_come_back_from_their_payload(stage: str, document: str, status: UnitStatus, reason: str) -> None:
    done = status is UnitStatus.DONE
    outcome = UnitOutcome(stage, document, "d", status, [1] if done else None, *(() if done else ("GY306", reason)))
    assert UnitOutcome.from_payload("d", outcome.to_line().read()) == outcome


def test_a_long_reason_is_shortened() -> None:
    outcome = UnitOutcome.failure("a", "d", "x", ValueError("x" * 5000))
    assert len(outcome.reason) == 1000
    assert outcome.reason.startswith("ValueError: xxx")
