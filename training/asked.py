"""Questions about single people: those whom the embedded reader found, with what is known of the one they are."""

from dataclasses import dataclass
from functools import lru_cache

from gyges.attacks import RulesAttack
from gyges.attacks.tiny._about import words_for
from gyges.attacks.tiny._lines import NOBODY, LineFact, write_facts
from gyges.attacks.tiny._prompt import END, escape, person_parts
from gyges.records import UNKNOWN_GENRE, Document, Finding
from gyges.scoring import align
from training.examples import LEAST_CERTAINTY, best_facts

__all__ = ["Asked", "asked_about", "by_rules"]


@dataclass(frozen=True, slots=True)
class Asked:
    """A text with questions.

    Attributes:
        shared: What the model reads before all questions.
        asked: The questions, one for each person the embedded reader found.
        answers: What it should say to each; nothing of somebody who is nobody.
    """

    shared: str
    asked: tuple[str, ...]
    answers: tuple[str, ...]


@lru_cache(maxsize=4096)
def by_rules(text: str) -> Finding:
    """Return what the embedded reader finds in a text."""
    return RulesAttack().find(text, "")


def asked_about(document: Document) -> Asked | None:
    """Return the questions about a document with people; None where the embedded reader knows the genre or nobody."""
    found = by_rules(document.text)
    if document.subjects is None or not found.subjects or found.notes.get("genre") != UNKNOWN_GENRE:
        return None
    known = {subject.id: subject for subject in document.subjects}
    who = {found_id: known[true] for true, found_id in align(document.subjects, found.subjects, document.text).items()}
    parts = [person_parts(document.text, words_for(subject, document.text)) for subject in found.subjects]
    answers = []
    for subject in found.subjects:
        facts = best_facts(who[subject.id], LEAST_CERTAINTY) if subject.id in who else []
        line = write_facts(LineFact(fact.tag, fact.value) for fact in facts)
        answers.append(escape(line or NOBODY) + END)
    return Asked(parts[0][0], tuple(part for _, part in parts), tuple(answers))
