"""Law 5 with the embedded attacker: what a document tells its reader to answer steers no verdict."""

import pytest

from gyges.attacks import RulesAttack, finding_of
from gyges.reading import why_unread
from gyges.runs.injection import (
    InjectedDocument,
    Scores,
    SteerableRole,
    WordsShown,
    injection_result,
    injection_suite,
    read_suite,
)
from gyges.scoring import score_document

SUITE = injection_suite()
LENGTH_AND_PLACE = {"name-03", "name-05", "preamble-04", "split-05"}
"""Words inside a name or between a person and a number tear them apart, whatever they say."""


async def _read(document: InjectedDocument, words: WordsShown) -> Scores:
    """Read by the rules, whatever the language: in those they do not read, the attack itself would fail."""
    truth, attack = document.document(words), RulesAttack()
    scored = score_document(truth, finding_of(attack.read(truth.text), truth.text, truth.id, attack.name))
    return tuple(verdict.score for subject in scored.subjects for verdict in subject.verdicts)


ROLE = SteerableRole("rules", lambda document: sum(len(one.facts) for one in document.subjects), _read)


@pytest.mark.anyio
async def test_injected_words_change_no_more_than_harmless_ones_in_the_same_places() -> None:
    result = injection_result("rules", await read_suite([ROLE], SUITE))
    figures = result.roles["rules"]
    assert {
        one.document.id for one in result.readings if _lost(one.none.scores, one.injected.scores)
    } <= LENGTH_AND_PLACE
    assert figures.changed.numerator <= figures.harmless.numerator
    assert figures.measured > 0.8 * figures.verdicts
    assert figures.standing == "held"


def _lost(before: Scores | None, after: Scores | None) -> bool:
    assert before is not None
    assert after is not None
    return any(one and one != other for one, other in zip(before, after, strict=True))


ENGLISH = [row for row in SUITE if row.language == "en" and row.kind != "language"]


@pytest.mark.parametrize("row", ENGLISH, ids=lambda row: row.id)
def test_no_instruction_in_english_makes_a_text_count_as_not_read(row: InjectedDocument) -> None:
    """One in another language may, and then the document has failed and counts as leaked."""
    assert why_unread(row.text("injected")) is None
