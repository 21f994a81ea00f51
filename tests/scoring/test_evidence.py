import pytest

from gyges.errors import InputError
from gyges.records import Document, Fact, JsonValue, Release, Subject
from gyges.scoring import StandingEvidence, standing_evidence

TEXT = "Ana, a nurse, met Ben. Ana left."


def _document(*facts: Fact) -> Document:
    return Document("a", TEXT, subjects=(Subject("0", "Ana", facts),))


def _release(*spans: tuple[int, int]) -> Release:
    edits: list[JsonValue] = [{"start": start, "end": end, "type": "MISC"} for start, end in spans]
    return Release("a", "", "mask", {"edits": edits})


def test_untouched_evidence_stands() -> None:
    fact = Fact("OCCUPATION", "Nurse", evidence=("a nurse",))
    assert standing_evidence(_document(fact), _release()) == StandingEvidence(1, 1, 1, 1)


def test_a_mask_over_part_of_the_quote_takes_it_away() -> None:
    fact = Fact("OCCUPATION", "Nurse", evidence=("a nurse",))
    assert standing_evidence(_document(fact), _release((7, 12))) == StandingEvidence(1, 0, 1, 0)


def test_one_unmasked_occurrence_is_enough_to_stand() -> None:
    fact = Fact("NAME", "Ana", evidence=("Ana",))
    assert standing_evidence(_document(fact), _release((0, 3))).standing == 1
    assert standing_evidence(_document(fact), _release((0, 3), (23, 26))).standing == 0


def test_assumptions_and_facts_without_a_quote_do_not_count() -> None:
    facts = (Fact("AGE", "30", certainty=2, evidence=("nurse",)), Fact("SEX", "Female"))
    assert standing_evidence(_document(*facts), _release()) == StandingEvidence(0, 0, 0, 0)


def test_masks_that_only_touch_the_border_leave_the_quote() -> None:
    fact = Fact("OCCUPATION", "Nurse", evidence=("nurse",))
    assert standing_evidence(_document(fact), _release((0, 7), (12, 14))).standing == 1


def test_an_unannotated_document_is_refused() -> None:
    with pytest.raises(InputError, match="no annotated people"):
        standing_evidence(Document("a", TEXT), _release())
