"""Very many people in one text: not everybody is compared with everybody, and whoever is not found is not protected."""

import pytest

from gyges.attacks import RulesAttack
from gyges.corpus import bundled_corpus
from gyges.records import Document, Fact, Finding, Subject
from gyges.scoring import score_document, who_is_who
from gyges.scoring.alignment import _evidence
from gyges.scoring.alignment._evidence import CandidatePairs, PairEvidence


def crowd(count: int, quote: str = "") -> tuple[list[Subject], str]:
    """Return so many nurses and a text about them; with a quote it is what everything is read from."""
    people, lines = [], []
    for number in range(count):
        name, phone, age = f"Ana{number:05} Kow{number:05}", f"0650 {number:07}", str(20 + number % 60)
        line = f"{name} is {age} years old and works as a nurse, phone {phone}."
        told = quote or line
        facts = (
            Fact("NAME", name, evidence=(name,)),
            Fact("AGE", age, evidence=(told,)),
            Fact("OCCUPATION", "nurse", evidence=(told,)),
            Fact("PHONE_NUMBER", phone, evidence=(phone,)),
        )
        people.append(Subject(f"P{number}", f"a nurse called {name}", facts, (name,)))
        lines.append(line)
    return people, "\n".join(lines)


def nameless(people: list[Subject]) -> list[Subject]:
    """Return people as a reader finds them whom nobody told names and numbers."""
    return [
        Subject(one.id, "a nurse", tuple(fact for fact in one.facts if fact.tag in ("AGE", "OCCUPATION")))
        for one in people
    ]


def compared(count: int, monkeypatch: pytest.MonkeyPatch) -> int:
    people, text = crowd(count)
    pairs, real = 0, CandidatePairs.evidence

    def counting(scene: CandidatePairs, row: int, column: int) -> PairEvidence:
        nonlocal pairs
        pairs += 1
        return real(scene, row, column)

    with monkeypatch.context() as patch:
        patch.setattr(CandidatePairs, "evidence", counting)
        assert len(who_is_who(people, nameless(people), text).matches) == count
    return pairs


def test_pairs_grow_with_the_people_and_not_with_their_square(monkeypatch: pytest.MonkeyPatch) -> None:
    assert compared(1600, monkeypatch) < 2.2 * compared(800, monkeypatch)


def test_everybody_of_a_crowd_is_found_by_places_names_and_numbers() -> None:
    people, text = crowd(500)
    everybody = {one.id: one.id for one in people}
    assert who_is_who(people, people, text).matches == everybody
    assert who_is_who(people, people).matches == everybody  # no text, so no places
    assert who_is_who(people, nameless(people), text).matches == everybody


def test_words_that_all_of_a_crowd_share_tell_nobody_apart_and_protect_nobody() -> None:
    people, text = crowd(800, quote="a nurse")  # every age stands more often than is looked at
    scored = score_document(Document("d", text, tuple(people)), Finding("d", "me", tuple(nameless(people))))
    assert [one.matched_to for one in scored.subjects] == [None] * 800
    assert {verdict.score for one in scored.subjects for verdict in one.verdicts} == {None}
    assert {verdict.leaked for one in scored.subjects for verdict in one.verdicts} == {1.0}


def test_whoever_is_found_when_all_are_compared_is_found_in_a_crowd_or_not_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lost = found = 0
    for document in bundled_corpus():
        people, read = document.subjects or (), RulesAttack().find(document.text, document.id).subjects
        alone = who_is_who(people, read, document.text)
        with monkeypatch.context() as patch:
            patch.setattr(_evidence, "MOST_PAIRS", 0)
            crowded = who_is_who(people, read, document.text)
        assert not crowded.undecided
        assert alone.undecided.keys() <= crowded.matches.keys() | set(crowded.untold)
        found += len(alone.matches)
        lost += len(alone.matches.keys() - crowded.matches.keys() - set(crowded.untold))
    assert found > 100
    assert lost == 0
