import anyio
import pytest

from gyges.anonymizers.subjectwise._changes import Version
from gyges.anonymizers.subjectwise._standing import STRETCH, WHOLE, Seen, observe, score_nearby, stand, truth_of
from gyges.attacks import RulesAttack
from gyges.corpus import bundled_corpus
from gyges.records import Document
from gyges.scoring import score_document
from gyges.scoring.alignment._evidence import CandidatePairs, PairEvidence


def long_text(length: int) -> str:
    """Return so many characters of the bundled corpus, with ever more people in them."""
    return "\n\n".join(document.text for document in bundled_corpus())[:length]


def seen_in(text: str) -> Seen:
    return anyio.run(observe, RulesAttack(), text, "long")


def pairs_compared(length: int, monkeypatch: pytest.MonkeyPatch) -> int:
    text = long_text(length)
    seen = seen_in(text)
    compared = 0
    real = CandidatePairs.evidence

    def counting(scene: CandidatePairs, row: int, column: int) -> PairEvidence:
        nonlocal compared
        compared += 1
        return real(scene, row, column)

    with monkeypatch.context() as patch:
        patch.setattr(CandidatePairs, "evidence", counting)
        stand(Document("long", text), truth_of(seen), seen, Version(text), seen)
    return compared


def test_scoring_grows_with_the_text_and_not_with_its_square(monkeypatch: pytest.MonkeyPatch) -> None:
    short, long = (pairs_compared(length, monkeypatch) for length in (20_000, 80_000))
    assert long < 4 * 2 * short  # everybody with everybody would be 16 times as many


def test_a_text_that_is_read_as_a_whole_is_scored_as_a_whole() -> None:
    text = long_text(WHOLE)
    seen = seen_in(text)
    truth = truth_of(seen)
    document = Document("long", text)
    whole = score_document(Document("long", text, truth), seen.finding).subjects
    assert score_nearby(document, truth, seen, Version(text), seen) == list(whole)


def test_everybody_of_an_unchanged_long_text_is_found_again_where_they_are() -> None:
    text = long_text(6 * STRETCH)
    seen = seen_in(text)
    truth = truth_of(seen)
    scored = score_nearby(Document("long", text), truth, seen, Version(text), seen)
    assert [subject.truth for subject in scored] == list(truth)
    verdicts = [verdict for subject in scored for verdict in subject.verdicts]
    assert len(verdicts) == sum(len(person.facts) for person in truth)
    assert all(verdict.score == 1.0 for verdict in verdicts)
