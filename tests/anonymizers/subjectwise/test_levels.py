"""Levels: each goes farther than the one before, keeps its promise, and every step is an edit of the original."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gyges.anonymizers._plainly import release_of
from gyges.anonymizers._registry import open_anonymizer
from gyges.anonymizers._tools import Purpose, Tools
from gyges.anonymizers.subjectwise._cues import tokens_of
from gyges.anonymizers.subjectwise._options import LEVELS, words_for
from gyges.corpus import bundled_corpus
from gyges.errors import ConfigError
from gyges.models import ModelPool, ReplyCache
from gyges.records import Document, JsonValue, Release, apply_edits, edits_from_json
from gyges.runs.review import apply_review, propose, write_review
from gyges.scoring import rouge

pytestmark = pytest.mark.anyio

TEXT = (
    "Ana Reis, 41, is a nurse at St Anne's Hospital in Porto and lives with her husband. "
    "On 12 June 2025 she lost her keys on the stairs. "
    "Her son, who studies law in Braga, found them under the mat. "
    "The lock was changed for 90 euros. Nobody was hurt."
)


async def released(text: str, level: str, purpose: Purpose | None = None, **options: JsonValue) -> Release:
    async with ModelPool(cache=ReplyCache()) as pool:
        tools = Tools(pool, purpose=purpose or Purpose())
        return await release_of(open_anonymizer("subjectwise", tools, {"level": level, **options}), Document("d", text))


def gone(release: Release) -> set[int]:
    """The places of the original that went as units, not because an attack quoted them."""
    edits = edits_from_json(release.trace["edits"])
    dropped = [edit for edit in edits if not edit.text and "about people" in edit.reason]
    return {at for edit in dropped for at in range(edit.start, edit.end)}


async def test_light_takes_names_and_numbers_and_leaves_what_people_are() -> None:
    release = await released(TEXT + " Call +351 912 555 017.", "light")
    assert "Reis" not in release.text
    assert "912" not in release.text
    for kept in ("nurse", "Porto", "She" if "She" in release.text else "she", "12 June 2025"):
        assert kept in release.text


async def test_strong_takes_exact_dates() -> None:
    text = "The lock was changed for 90 euros on 12 June 2025. Nobody was hurt."
    assert (await released(text, "strong")).text.startswith("The lock was changed for 90 euros in 2025.")


async def test_what_happened_stays_longer_than_what_somebody_is_like() -> None:
    text = (
        "A gate was broken on Monday.\n\n"
        "Mr Tom Berg is a tall Norwegian teacher with two daughters and a degree in law from Oslo. "
        "He is married and lives near the harbour.\n\n"
        "The lorry hit the gate and stopped. The alarm rang for an hour. Two windows were broken."
    )
    release = await released(text, "strong")
    assert "degree" not in release.text
    assert "harbour" not in release.text
    assert "hit the gate" in release.text


@pytest.mark.parametrize("level", LEVELS)
async def test_the_trace_says_level_and_promise(level: str) -> None:
    trace: Mapping[str, Any] = (await released(TEXT, level)).trace
    assert trace["level"] == level
    assert trace["promise"] == LEVELS[level].promise
    assert ("dropped" in trace) is LEVELS[level].drops


async def test_a_drop_can_be_undone_in_a_review(tmp_path: Path) -> None:
    document = Document("d", TEXT)
    release = await released(TEXT, "strong")
    path = tmp_path / "review.yaml"
    write_review(propose([document], {"d": release}), path)
    assert apply_review([document], path)["d"].text == release.text
    proposed = path.read_text(encoding="utf-8")
    assert "tells more about people" in proposed
    path.write_text(proposed.replace("accept: true", "accept: false"), encoding="utf-8")
    assert apply_review([document], path)["d"].text == TEXT


@pytest.mark.parametrize("level", ["strong", "paranoid"])
async def test_nobody_is_called_somebody_because_a_sentence_went(level: str) -> None:
    assert "Somebody" not in (await released(TEXT, level)).text


async def test_the_trace_counts_the_words_that_stay() -> None:
    dropped: Any = (await released(TEXT, "strong")).trace["dropped"]
    assert 0 < dropped["words_kept"] < dropped["words"]
    assert dropped["words"] == len(list(tokens_of((await released(TEXT, "strong", min_utility=1.0)).text)))


async def test_every_drop_has_a_reason() -> None:
    edits = edits_from_json((await released(TEXT, "paranoid")).trace["edits"])
    assert all(edit.reason for edit in edits if not edit.text)


@pytest.mark.parametrize("document", bundled_corpus()[::9], ids=lambda document: document.id)
async def test_a_higher_level_never_keeps_what_a_lower_one_dropped(document: Document) -> None:
    strong, paranoid = [await released(document.text, level) for level in ("strong", "paranoid")]
    words = document.text
    touched = {at for edit in edits_from_json(paranoid.trace["edits"]) for at in range(edit.start, edit.end)}
    assert not {at for at in gone(strong) - touched if words[at].isalpha()}
    assert len(paranoid.text.split()) <= len(strong.text.split())


@pytest.mark.parametrize("level", ["standard", "strong", "paranoid"])
@pytest.mark.parametrize("document", bundled_corpus()[::7], ids=lambda document: document.id)
async def test_edits_of_every_level_make_the_release(document: Document, level: str) -> None:
    release = await released(document.text, level)
    assert apply_edits(document.text, edits_from_json(release.trace["edits"])) == release.text
    assert any(map(str.isalpha, release.text))
    assert "\n\n\n" not in release.text or "\n\n\n" in document.text or "#" in document.text


@given(st.text(alphabet="Aa b.,;()!?:\n\"'-1Dr She who is 2019", max_size=120))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
async def test_any_text_has_a_release_whose_edits_fit(text: str) -> None:
    release = await released(text, "paranoid")
    assert apply_edits(text, edits_from_json(release.trace["edits"])) == release.text
    assert bool(release.text.strip()) == bool(text.strip())


async def test_a_floor_of_utility_holds_for_drops() -> None:
    document = max(bundled_corpus(), key=lambda one: len(one.text))
    low = await released(document.text, "paranoid")
    high = await released(document.text, "paranoid", min_utility=0.6)
    assert len(low.text) < len(high.text)
    assert rouge(document.text, high.text).rouge_l > 0.5


async def test_what_a_purpose_keeps_is_not_dropped() -> None:
    text = "Tom Berg works as a plumber in Oslo. The pipe burst. The cellar was flooded. He called the fire brigade."
    kept = await released(text, "strong", Purpose(preserve="Keep jobs."))
    assert "plumber" in kept.text


@pytest.mark.parametrize("share", [0.0, 0.2, 0.4, 0.8])
def test_words_that_must_stay_give_the_rouge_that_was_asked_for(share: float) -> None:
    words = words_for(share)
    assert 0 <= words <= 1
    assert 2 * words / (1 + words) >= share


async def test_an_unknown_level_is_refused() -> None:
    with pytest.raises(ConfigError, match="level"):
        await released(TEXT, "extreme")
