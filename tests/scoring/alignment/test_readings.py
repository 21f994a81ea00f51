"""Who is who, on releases that a strong language model read and a second one matched by hand."""

from collections import Counter
from dataclasses import replace
from functools import cache

import pytest
from training.readings import MEASURED_METHOD, Reading, documents, is_measured, readings

from gyges.scoring import Alignment, protection, score_document, who_is_who
from gyges.scoring._judge import Opinions
from gyges.scoring._score import _scored

_ENOUGH_PEOPLE = 100
"""Matched people of a method below which a share is chance; of the levels few documents are for measuring."""
_SENTENCES_GO = {"strong", "paranoid"}
"""Releases without some people: somebody who is gone may be taken for somebody who is not, which counts as a leak."""


@cache
def measured() -> tuple[Reading, ...]:
    """Readings of documents that no weight was fitted on."""
    return tuple(reading for reading in readings() if is_measured(reading.document.id))


def test_the_test_set_is_large_and_its_matches_are_one_to_one() -> None:
    chosen = measured()
    assert len(chosen) >= 150
    assert len({one.document.id for one in chosen}) >= 60
    assert MEASURED_METHOD in {one.release.method for one in chosen}
    for one in chosen:
        assert set(one.who) <= {subject.id for subject in documents()[one.document.id].subjects or ()}
        assert set(one.who.values()) <= {subject.id for subject in one.finding.subjects}
        assert len(set(one.who.values())) == len(one.who)


@pytest.mark.parametrize("evidence", [True, False])
def test_nobody_is_lost_and_hardly_anybody_mistaken_whatever_the_method(evidence: bool) -> None:
    counts: dict[str, Counter[str]] = {}
    for one in measured():
        truth = one.document.subjects or ()
        if not evidence:
            truth = tuple(replace(s, facts=tuple(replace(f, evidence=()) for f in s.facts)) for s in truth)
        who = who_is_who(truth, one.finding.subjects, one.document.text, one.release.text, one.release.trace)
        for name in ("all", one.release.method):
            count = counts.setdefault(name, Counter())
            count["true"] += len(one.who)
            count["made"] += len(who.matches)
            count["right"] += sum(one.who.get(id) == found for id, found in who.matches.items())
    assert counts["all"]["right"] >= 0.96 * counts["all"]["true"]
    for name, count in counts.items():
        if count["true"] < _ENOUGH_PEOPLE:
            continue
        assert count["right"] >= 0.9 * count["true"], name
        assert count["right"] >= (0.91 if name in _SENTENCES_GO else 0.95) * count["made"], name


def test_places_are_found_by_a_word_diff_where_a_release_has_no_trace() -> None:
    right = true = 0
    for one in measured():
        truth, found = one.document.subjects or (), one.finding.subjects
        who = who_is_who(truth, found, one.document.text, one.release.text)
        true += len(one.who)
        right += sum(one.who.get(id) == other for id, other in who.matches.items())
    assert right >= 0.95 * true


def test_strangers_from_other_documents_are_hardly_ever_matched() -> None:
    chosen = measured()
    matched = people = 0
    for place, one in enumerate(chosen):
        for step in (7, 31):
            other = chosen[(place + step) % len(chosen)]
            if other.document.id != one.document.id:
                truth = one.document.subjects or ()
                strangers = other.finding.subjects
                who = who_is_who(truth, strangers, one.document.text, one.release.text, one.release.trace)
                matched, people = matched + len(who.matches), people + len(truth)
    assert matched < 0.05 * people


def test_the_figure_is_that_of_the_matches_made_by_hand() -> None:
    by_rules, by_hand = [], []
    for one in measured():
        document, finding = one.document, one.finding
        by_rules.append(score_document(document, finding, release=one.release))
        by_hand.append(
            _scored(document.id, document.subjects or (), finding, Alignment(one.who), Opinions("strict"), 3)
        )
    ours, true = protection(by_rules)["cpr"].value, protection(by_hand)["cpr"].value
    assert ours == pytest.approx(true, abs=0.01)
