"""``subjectwise`` without a model: everybody is protected, edits are of the original, and the best version is kept."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gyges.anonymizers._plainly import release_of
from gyges.anonymizers._registry import find_method, open_anonymizer
from gyges.anonymizers._tools import Purpose, Tools
from gyges.errors import ConfigError
from gyges.models import ModelPool, ReplyCache
from gyges.records import Document, JsonValue, Release, apply_edits, edits_from_json
from gyges.scoring import residual_identifiers

pytestmark = pytest.mark.anyio

TEXT = (
    "Dr Ana Reis, 43, a Portuguese cardiologist at St Anne's Hospital, lives in Porto with her husband Tom, a teacher. "
    "On 3 May 2021 she treated Mr Luis Prado, a bus driver born in 1961. His wife called +351 912 555 017 twice. "
    "Prado was sent home with aspirin, and Dr Reis saw him again on 7 June 2021."
)

WHOLE: Mapping[str, JsonValue] = {"min_utility": 0.95}  # so that no sentence goes


async def released(
    text: str = TEXT, options: Mapping[str, JsonValue] | None = None, purpose: Purpose | None = None
) -> Release:
    async with ModelPool(cache=ReplyCache()) as pool:
        tools = Tools(pool, purpose=purpose or Purpose())
        return await release_of(open_anonymizer("subjectwise", tools, options), Document("d", text))


async def test_nothing_about_anybody_is_left_and_the_events_are() -> None:
    release = await released(options=WHOLE)
    assert release.text == (
        "Dr B., 40-49, a cardiologist at [...], lives in [place] with her husband [name], an "
        "[occupation]. On 3 May 2021 she treated Mr C., a bus driver born in the 1960s. His wife called [number] "
        "twice. C. was sent home with aspirin, and Dr B. saw him again on 7 June 2021."
    )


async def test_edits_are_of_the_original_with_person_and_reason() -> None:
    release = await released()
    edits = edits_from_json(release.trace["edits"])
    assert apply_edits(TEXT, edits) == release.text
    assert all(edit.reason for edit in edits)
    name = next(edit for edit in edits if "Ana Reis" in TEXT[edit.start : edit.end])
    assert (name.type, name.direct, name.text, name.person != "") == ("PERSON", True, "B.", True)
    assert not residual_identifiers(TEXT, release)


async def test_one_person_has_one_letter() -> None:
    text = (await released(options=WHOLE)).text
    assert (text.count("B."), text.count("C."), text.count("E.")) == (2, 2, 0)


async def test_a_purpose_keeps_what_it_names() -> None:
    release = await released(purpose=Purpose(preserve="Keep places and jobs."))
    assert "Porto" in release.text
    assert "cardiologist" in release.text
    assert "Reis" not in release.text
    assert release.trace["purpose"] == {"preserve": {"understood": ["LOCATION", "OCCUPATION"]}}


async def test_a_purpose_protects_what_it_names_and_direct_identifiers_anyhow() -> None:
    release = await released(purpose=Purpose(protect="Nobody may learn where people live."))
    assert "Porto" not in release.text
    assert "Reis" not in release.text
    assert "cardiologist" in release.text


async def test_what_was_not_understood_is_said() -> None:
    release = await released(purpose=Purpose(preserve="Good for my thesis."))
    trace: Mapping[str, Any] = release.trace
    assert "not_understood" in trace["purpose"]["preserve"]


async def test_names_go_even_if_they_are_to_be_kept() -> None:
    release = await released(purpose=Purpose(preserve="Keep the names."))
    trace: Mapping[str, Any] = release.trace
    assert "Reis" not in release.text
    assert "not_kept" in trace["purpose"]


@pytest.mark.parametrize("text", ["", " \n", "It rained all day.", "!!! ???", "a" * 5000])
async def test_a_text_about_nobody_stays(text: str) -> None:
    assert (await released(text)).text == text


async def test_of_a_text_that_is_one_number_a_mark_is_left() -> None:
    assert (await released("+351 912 555 017")).text == "[number]"


async def test_a_long_text_ends() -> None:
    text = "\n\n".join(TEXT.replace("Reis", f"Reis{chr(97 + n % 26)}ov") for n in range(400))
    release = await released(text)
    assert len(text) > 120_000
    assert "Ana" not in release.text


@pytest.mark.parametrize("option", [{"min_utility": -1}, {"rounds": 0}, {"calls": 0}])
async def test_impossible_options_are_refused(option: dict[str, JsonValue]) -> None:
    with pytest.raises(ConfigError):
        await released(options=option)


def test_it_needs_no_model() -> None:
    assert not find_method("subjectwise").needs_model


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.sampled_from([*TEXT.split(" "), "(", ")", "\n", "#MomLife", "👩\u200d🔬", "“", "…"]), max_size=40))
async def test_any_text_has_edits_that_make_the_release(words: list[str]) -> None:
    text = " ".join(words)
    release = await released(text)
    assert apply_edits(text, edits_from_json(release.trace["edits"])) == release.text
    assert "  " not in release.text.replace("   ", "") or "  " in text or " \n" in release.text
