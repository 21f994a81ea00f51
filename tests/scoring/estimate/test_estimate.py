"""The estimate of the strong reader: an estimate with an error, in scope or not told at all."""

from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from training.readings import Reading, is_measured, readings

from gyges.attacks import RulesAttack
from gyges.corpus import bundled_corpus
from gyges.records import Document, Fact, Finding, Release, Subject
from gyges.scoring import (
    ScoredDocument,
    StrongEstimate,
    document_chances,
    estimate_strong,
    score_document,
    unscored_document,
)
from gyges.scoring.estimate._clues import CLUES, Clues
from gyges.scoring.estimate._light import light_model

DOCUMENTS = bundled_corpus()[:6]


@cache
def _read(text: str) -> Finding:
    return RulesAttack().find(text, "x")


def _estimated(documents: tuple[Document, ...], texts: dict[str, str]) -> StrongEstimate:
    by_id = {document.id: document for document in documents}
    releases = {id: Release(id, text, "test") for id, text in texts.items()}
    scored: list[ScoredDocument] = [
        score_document(by_id[id], replace(_read(text), id=id), release=releases[id]) for id, text in texts.items()
    ]
    findings = {id: _read(text) for id, text in texts.items()}
    before = {id: _read(by_id[id].text) for id in texts}
    return estimate_strong(scored, by_id, releases, findings, before)


def test_a_text_that_is_as_it_was_leaks_nearly_everything_and_nothing_leaks_from_no_text() -> None:
    whole = _estimated(DOCUMENTS, {document.id: document.text for document in DOCUMENTS})
    gone = _estimated(DOCUMENTS, {document.id: " " for document in DOCUMENTS})
    assert (whole.cpr.value or 0) < 0.2
    assert gone.cpr.value == 1.0


def test_an_interval_holds_the_error_of_the_model_and_everybody_has_a_figure() -> None:
    made = _estimated(DOCUMENTS, {document.id: document.text[: len(document.text) // 2] for document in DOCUMENTS})
    model = light_model()
    for rate in (made.cpr, made.ipr, *made.by_tag.values()):
        assert rate.value is not None
        assert rate.low is not None
        assert rate.high is not None
        assert 0 <= rate.low <= rate.value <= rate.high <= 1
        assert rate.high - rate.low > model.method_error or rate.value in (0.0, 1.0)
    people = {
        (document.id, subject.id) for document in DOCUMENTS for subject in document.subjects or () if subject.facts
    }
    assert set(made.people) == people
    assert model.trained_on in made.by["trained_on"]


@pytest.mark.parametrize("share", [0.5, 1.0])
def test_who_is_who_as_it_was_scored_gives_the_same_chances_as_asking_again(share: float) -> None:
    for document in DOCUMENTS:
        release = Release(document.id, document.text[: int(share * len(document.text))], "test")
        finding, before = _read(release.text), _read(document.text)
        scored, original = score_document(document, finding, release=release), score_document(document, before)
        asked = document_chances(scored, document, release, finding, before)
        assert asked.chances
        assert document_chances(scored, document, release, finding, before, original=original, matched=True) == asked
        nobody = replace(scored, subjects=tuple(replace(one, matched_to=None) for one in scored.subjects))
        told = document_chances(nobody, document, release, finding, before, original=original, matched=True)
        assert told != asked  # what was scored is taken over


def test_a_text_far_longer_than_any_that_was_read_is_out_of_scope() -> None:
    long = replace(DOCUMENTS[0], text=DOCUMENTS[0].text * 40)
    made = _estimated((long,), {long.id: long.text})
    assert made.cpr.value is None
    assert "longer" in made.left_out[long.id]


def test_a_text_in_another_language_has_no_estimate_and_the_reason_is_told() -> None:
    text = "Frau Anna Weber ist 41 und wohnt mit ihrem Mann in Bonn. Sie arbeitet dort seit 2019 als Lehrerin."
    german = Document("de", text, (Subject("0", "Anna Weber", (Fact("NAME", "Anna Weber", 5, 1),)),))
    made = _estimated((german,), {german.id: "[PERSON] ist [DEM]."})
    assert made.cpr.value is None
    assert "in German" in made.left_out[german.id]


def test_a_document_that_failed_counts_as_leaked_and_one_nobody_labelled_is_left_out() -> None:
    first, second = DOCUMENTS[:2]
    good = score_document(first, _read(first.text))
    broken = unscored_document(second.id, second.subjects or (), "no answer")
    by_id = {first.id: first, second.id: second}
    releases = {one.id: Release(one.id, one.text, "none") for one in by_id.values()}
    found = {first.id: _read(first.text)}
    alone = estimate_strong([good], by_id, releases, found, found)
    both = estimate_strong([good, broken], by_id, releases, found, found)
    assert both.cpr.numerator == pytest.approx(alone.cpr.numerator)
    assert both.cpr.denominator > alone.cpr.denominator
    unlabelled = ScoredDocument("nobody", (), 0, failed="truth: not labelled")
    assert estimate_strong([good, unlabelled], by_id, releases, found, found).cpr.value == alone.cpr.value
    assert estimate_strong([broken], by_id, releases, {}, {}).cpr.value is None


@given(st.lists(st.floats(0, 1), min_size=len(CLUES), max_size=len(CLUES)), st.sampled_from(["AGE", "NAME", "OTHER"]))
def test_a_chance_is_a_share_whatever_the_clues(values: list[float], tag: str) -> None:
    (chance,) = light_model().chances([(tag, Clues(*values))])
    assert 0 <= chance <= 1


@cache
def _measured() -> tuple[Reading, ...]:
    return tuple(one for one in readings() if is_measured(one.document.id))


@pytest.mark.parametrize("method", ["none", "names", "mask", "general", "pseudonyms", "subjectwise", "editor"])
def test_the_estimate_is_near_what_a_strong_reader_leaves_whatever_the_method(method: str) -> None:
    chosen = [one for one in _measured() if one.release.method.startswith(method)]
    by_id = {one.document.id: one.document for one in chosen}
    scored = [score_document(one.document, one.finding, release=one.release) for one in chosen]
    releases = {one.document.id: one.release for one in chosen}
    findings = {id: _read(release.text) for id, release in releases.items()}
    before = {id: _read(document.text) for id, document in by_id.items()}
    made = estimate_strong(scored, by_id, releases, findings, before)
    facts = [verdict for document in scored for subject in document.subjects for verdict in subject.verdicts]
    read = 1 - sum(verdict.leaked for verdict in facts) / len(facts)
    assert made.cpr.value == pytest.approx(read, abs=0.08)
    assert (made.cpr.low or 0) <= read <= (made.cpr.high or 1)
