"""The rules attack: the embedded reader as an adversary, deterministic, without any model."""

from dataclasses import dataclass

from gyges.attacks._options import DEFAULT_OPTIONS, AttackOptions
from gyges.reading import PersonRead, Reading, require_read
from gyges.records import Fact, Finding, Subject

__all__ = ["RulesAttack", "finding_of"]


@dataclass(frozen=True)
class RulesAttack:
    """Reads a text by rules and tables.

    Attributes:
        options: Only the reference date matters.
    """

    options: AttackOptions = DEFAULT_OPTIONS
    name = "rules"

    def read(self, text: str) -> Reading:
        """Return what the embedded reader understood, with the places of the words."""
        from gyges.reading import read_text  # the engine is loaded when somebody reads

        return read_text(text, reference=self.options.reference_date)

    async def attack(self, text: str, *, id: str) -> Finding:
        """Say what the embedded reader understood; `Finding.notes` holds the genre and where it abstained.

        Raises:
            UnreadError: The text is not in English, or is no text.
        """
        require_read(text, self.name)
        return finding_of(self.read(text), text, id, self.name)


def finding_of(reading: Reading, text: str, id: str, attacker: str) -> Finding:
    """Return a reading as a finding."""
    subjects = tuple(_subject(person, text) for person in reading.people)
    return Finding(id, attacker, subjects, {"genre": reading.genre, **reading.notes})


def _subject(person: PersonRead, text: str) -> Subject:
    facts = tuple(
        Fact(
            fact.tag,
            fact.value,
            fact.certainty,
            evidence=tuple(dict.fromkeys(text[words.start : words.end] for words in fact.evidence)),
        )
        for fact in person.facts
    )
    return Subject(person.id, person.description, facts)
