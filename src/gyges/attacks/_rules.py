"""The embedded reader as an adversary: all of its rules, a part of them, or its cues of authors; without any model."""

import hashlib
import re
from dataclasses import dataclass, replace
from itertools import islice

from gyges.attacks._attack import DEFAULT_OPTIONS, AttackOptions
from gyges.errors import UnknownNameError
from gyges.reading import PersonRead, Reading, require_read
from gyges.records import SPECIAL, Fact, Finding, JsonValue, Subject

MOST_MENTIONS = 8
"""Mentions of one person that a finding names; more of them tell no better where the person stands."""
MOST_NEIGHBOURS = 6
"""Words around a mention that are added to tell it from others."""
_NEXT_WORD = re.compile(r"\S+")
_WINDOW = 120


_PART = re.compile(r"(?:(?P<half>seen|unseen)=(?P<seed>\d{1,9})|general)?")


@dataclass(frozen=True)
class RulesAttack:
    """Reads a text by rules and tables, by all of them or by a part.

    A half of the rules judges a method that consulted the other half. People stay, and a fact that several rules tell
    carries the name of the surest one, so the halves are not two separate readers.

    Attributes:
        options: Only the reference date matters.
        part: Empty for all; ``seen=SEED`` or ``unseen=SEED`` for a half; ``general`` for those without genres.

    Raises:
        UnknownNameError: There is no such part.
    """

    options: AttackOptions = DEFAULT_OPTIONS
    part: str = ""

    def __post_init__(self) -> None:
        if not _PART.fullmatch(self.part):
            raise UnknownNameError(
                f"there is no attacker '{self.name}'",
                "use rules:seen=SEED, rules:unseen=SEED with a whole number, or rules:general",
            )

    @property
    def name(self) -> str:
        """The spec, such as ``rules`` or ``rules:unseen=3``."""
        return f"rules:{self.part}" if self.part else "rules"

    @property
    def by_rules(self) -> bool:
        """Whether it can be sent to another process; a rule of the user's own about who is who stays here."""
        return self.options.align is None

    def read(self, text: str) -> Reading:
        """Return what the embedded reader understood, with the places of the words."""
        from gyges.reading import read_text  # the engine is loaded when somebody reads

        reading = read_text(text, reference=self.options.reference_date, genres=self.part != "general")
        half, _, seed = self.part.partition("=")
        if not seed:
            return reading
        people = (
            replace(one, facts=tuple(fact for fact in one.facts if is_seen(fact.cue, int(seed)) == (half == "seen")))
            for one in reading.people
        )
        return replace(reading, people=tuple(people))

    def find(self, text: str, id: str) -> Finding:
        """Say what the embedded reader understood, whether it knows the language or not."""
        return finding_of(self.read(text), text, id, self.name)

    async def attack(self, text: str, *, id: str) -> Finding:
        """Say what the embedded reader understood; `Finding.notes` holds the genre and where it abstained.

        Raises:
            UnreadError: The text is in a language that is not read, or is no text.
        """
        require_read(text, self.name)
        return self.find(text, id)


def is_seen(cue: str, seed: int) -> bool:
    """Return True if a rule belongs to the seen half of a seed; every rule is in exactly one half."""
    return hashlib.sha256(f"{seed}\n{cue}".encode()).digest()[0] < 128


def finding_of(reading: Reading, text: str, id: str, attacker: str) -> Finding:
    """Return a reading as a finding."""
    subjects = tuple(_subject(person, text) for person in reading.people)
    notes: dict[str, JsonValue] = {"genre": reading.genre, **reading.notes}
    if "language" not in notes and "paragraphs_in" not in notes:  # the words of special categories are English
        notes[SPECIAL] = reading.special_of_nobody
    return Finding(id, attacker, subjects, notes)


def _subject(person: PersonRead, text: str) -> Subject:
    facts, special = (
        tuple(
            Fact(
                fact.tag,
                fact.value,
                fact.certainty,
                evidence=tuple(dict.fromkeys(text[words.start : words.end] for words in fact.evidence)),
            )
            for fact in told
        )
        for told in (person.facts, person.special)
    )
    called = (_told_apart(words.start, words.end, text) for words in person.mentions[:MOST_MENTIONS])
    return Subject(person.id, person.description, facts, tuple(dict.fromkeys(called)), special)


def _told_apart(start: int, end: int, text: str) -> str:
    """Return the words of a mention with as many words behind and before them as make them stand only once."""
    if _stands_once(text, text[start:end]):
        return text[start:end]
    most = MOST_NEIGHBOURS - MOST_NEIGHBOURS // 2
    firsts, lasts = _starts_before(text, start), [match.end() for match in islice(_NEXT_WORD.finditer(text, end), most)]
    for words in range(1, MOST_NEIGHBOURS + 1):
        before, behind = words // 2, min(words - words // 2, len(lasts))
        first = firsts[-before] if before and len(firsts) >= before else start
        told = text[first : lasts[behind - 1] if behind else end]
        if _stands_once(text, told):
            return told
    return text[start:end]


def _stands_once(text: str, words: str) -> bool:
    return text.find(words, text.find(words) + max(1, len(words))) < 0


def _starts_before(text: str, start: int) -> list[int]:
    """Return where the words begin that stand a little before a place."""
    window = max(0, start - _WINDOW)
    return [window + match.start() for match in _NEXT_WORD.finditer(text[window:start])]


@dataclass(frozen=True)
class AuthorRulesAttack:
    """Guesses the attributes of an author from cues in the text; several guesses of one tag are ranked."""

    options: AttackOptions = DEFAULT_OPTIONS  # the reference date and the number of guesses matter
    name = "author:rules"

    @property
    def by_rules(self) -> bool:
        """Whether it can be sent to another process; a rule of the user's own about who is who stays here."""
        return self.options.align is None

    async def attack(self, text: str, *, id: str) -> Finding:
        """Return one person, the author, with ranked guesses."""
        from gyges.reading import author_guesses, require_read  # the tables load only when somebody reads

        require_read(text, self.name, english_only=True)
        guessed = author_guesses(text, self.options.reference_date)
        facts = tuple(
            Fact(tag, guess.value, guess.certainty, evidence=(text[guess.start : guess.end],))
            for tag, ranked in guessed.items()
            for guess in ranked[: self.options.guesses]
        )
        return Finding(id, self.name, (Subject("author", "the author of the text", facts),))
