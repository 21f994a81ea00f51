"""The estimate that goes by what `local` told: a reading moves it, fact by fact, and it is near what was read."""

from dataclasses import replace

import numpy as np
import pytest
from training.reading_estimate import chances_of, read_rows
from training.readings import is_measured, local_answers, readings

from gyges.attacks import RulesAttack
from gyges.records import Document, Fact, Finding, Release, Subject
from gyges.scoring import StrongFold, document_chances, score_document
from gyges.scoring.estimate._light import light_model
from gyges.scoring.estimate._reading import reading_model

TEXT = "Nora Feld, 41, is a nurse in Cork and keeps bees."
NORA = Subject("0", "Nora Feld", (Fact("NAME", "Nora Feld", 5), Fact("OCCUPATION", "Nurse", 5), Fact("AGE", "41", 5)))
RELEASE = Release("d", "A. is a nurse in [place] and keeps bees.", "test")


def _chances(*told: Fact, read: bool = True) -> dict[str, float]:
    document = Document("d", TEXT, (NORA,))
    found = Finding("d", "local", (Subject("0", "A. - a nurse", told, ("A.",)),))
    scored = score_document(document, found, release=RELEASE)
    scored = replace(scored, subjects=tuple(replace(one, matched_to="0") for one in scored.subjects))
    rules = RulesAttack()
    before, after = rules.find(TEXT, "d"), rules.find(RELEASE.text, "d")
    made = document_chances(scored, document, RELEASE, after, before, read=read)
    return {tag: chance for _, tag, chance in made.chances}


def test_what_was_told_is_likelier_to_be_told_by_a_strong_reader_and_a_wrong_guess_less_than_a_right_one() -> None:
    nothing = _chances()
    right = _chances(Fact("OCCUPATION", "Nurse", 5))
    wrong = _chances(Fact("OCCUPATION", "Pilot", 5))
    assert right["OCCUPATION"] > max(wrong["OCCUPATION"], nothing["OCCUPATION"])
    assert right["AGE"] == nothing["AGE"]
    assert right["OCCUPATION"] > _chances(read=False)["OCCUPATION"]


def test_a_guess_that_is_surer_counts_for_more() -> None:
    sure, unsure = (_chances(Fact("OCCUPATION", "Nurse", certainty))["OCCUPATION"] for certainty in (5, 1))
    assert sure > unsure


def test_the_make_is_told_and_both_are_where_some_were_not_read() -> None:
    document, release = Document("d", TEXT, (NORA,)), RELEASE
    found = Finding("d", "local", ())
    scored = score_document(document, found, release=release)
    fold = StrongFold()
    fold.add("d", document_chances(scored, document, release, found, found, read=True))
    assert fold.estimate({}).by["make"] == reading_model().version
    fold.add("e", document_chances(scored, document, release, found, found))
    assert fold.estimate({}).by["make"] == f"{reading_model().version}+{light_model().version}"


@pytest.mark.parametrize("method", ["none", "mask", "general", "standard", "strong"])
def test_it_is_near_what_a_strong_reader_leaves_on_documents_that_nothing_was_fitted_on(method: str) -> None:
    kept = [one for one in readings() if one.release.method.startswith(method) and is_measured(one.document.id)]
    rows = read_rows(kept, dict(local_answers()))
    read = [row.row.leaked for row in rows]
    told = chances_of(rows, np.array(reading_model().weights))
    assert len(rows) > 500
    assert sum(told) / len(told) == pytest.approx(sum(read) / len(read), abs=0.03)
