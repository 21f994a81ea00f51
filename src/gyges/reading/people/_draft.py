"""A reading in the making: readers add people, mentions and facts; `finish` puts them in order."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from gyges.reading._reading import Evidence, PersonRead, ReadFact, Reading, ReadMention
from gyges.records import UNKNOWN_GENRE, JsonValue

_QUOTES = 3  # pieces of evidence kept for one value
_SURE = 5  # certainty from which on a job describes somebody whose name was taken out
_VALUES = 30  # values kept for one tag of one person


def is_handle(name: str) -> bool:
    """Tell whether a name is the handle of an account rather than a name."""
    return not name[:1].isupper() or any(letter.isdigit() or letter == "_" for letter in name)


@dataclass(eq=False)
class PersonDraft:
    """A person of whom more may still be learned. Compared by identity: two Johns are two people until merged.

    `masked` says that a placeholder stands where the name was.
    """

    names: list[str] = field(default_factory=list)
    roles: list[str] = field(default_factory=list)
    mentions: set[Evidence] = field(default_factory=set)
    facts: list[ReadFact] = field(default_factory=list)
    special: list[ReadFact] = field(default_factory=list)
    kin_of: "tuple[str, PersonDraft] | None" = None
    dead: bool = False
    masked: bool = False

    def see(self, start: int, end: int) -> "PersonDraft":
        """Note that the person is spoken of here."""
        self.mentions.add(Evidence(start, end))
        return self

    def call(self, name: str, start: int, end: int) -> "PersonDraft":
        """Note a name (or handle) of the person."""
        if name not in self.names:
            self.names.append(name)
        return self.see(start, end)

    def play(self, role: str, start: int, end: int) -> "PersonDraft":
        """Note a role in lower case, such as ``applicant`` or ``wife of the author``."""
        if role not in self.roles:
            self.roles.append(role)
        return self.see(start, end)

    def learn(self, tag: str, value: str, certainty: int, start: int, end: int, cue: str) -> "PersonDraft":
        """Note a fact with the words that gave it away; the same fact again only adds its words."""
        words = Evidence(start, end)
        same_tag = 0
        for number, fact in enumerate(self.facts):
            if fact.tag != tag:
                continue
            same_tag += 1
            if fact.value == value:
                evidence = (
                    fact.evidence if len(fact.evidence) >= _QUOTES else tuple(dict.fromkeys((*fact.evidence, words)))
                )
                surer = certainty > fact.certainty
                self.facts[number] = ReadFact(
                    tag, value, max(certainty, fact.certainty), evidence, cue if surer else fact.cue
                )
                return self
        if same_tag < _VALUES:
            self.facts.append(ReadFact(tag, value, certainty, (words,), cue))
        return self

    def knows(self, tag: str) -> str | None:
        """Return the surest value of a tag so far."""
        best = self.best(tag)
        return best.value if best else None

    def best(self, tag: str) -> ReadFact | None:
        """Return the surest fact of a tag so far."""
        best: ReadFact | None = None
        for fact in self.facts:  # a plain loop, as this is asked again and again
            if fact.tag == tag and (best is None or fact.certainty > best.certainty):
                best = fact
        return best

    def follow(self, tag: str, value: str, certainty: int, fact: ReadFact, cue: str) -> "PersonDraft":
        """Note what follows from another fact, of this person or of somebody close: the same words give it away."""
        self.facts.append(ReadFact(tag, value, certainty, fact.evidence, cue))
        return self

    def place(self, text: str, name: str | None = None) -> Evidence:
        """Return where the person is first spoken of, or first called by a name."""
        ordered = sorted(self.mentions, key=lambda mention: (mention.start, -mention.end))
        for mention in ordered if name else ():
            at = text.find(name or "", mention.start, mention.end)
            if at >= 0:
                return Evidence(at, at + len(name or ""))
        parts = set((name or "").lower().split())
        named = [m for m in ordered if parts & set(text[m.start : m.end].lower().split())]
        return next(iter(named or ordered), Evidence(0, min(1, len(text))))

    @property
    def name(self) -> str | None:
        """The most complete name so far: words before initials, a handle only if there is nothing better."""
        return max(self.names, key=_completeness, default=None)

    @property
    def first_seen(self) -> int:
        """Where the person is first spoken of."""
        return min((mention.start for mention in self.mentions), default=0)


@dataclass
class Draft:
    """What was understood of a text so far.

    `main` is the person a form or a file is about, `author` the one behind "I"; None if there is none.
    """

    text: str
    genre: str = UNKNOWN_GENRE
    people: list[PersonDraft] = field(default_factory=list)
    marks: list[tuple[int, int, str, bool, PersonDraft | None]] = field(default_factory=list)
    notes: dict[str, JsonValue] = field(default_factory=dict)
    main: PersonDraft | None = None
    author: PersonDraft | None = None
    special_of_nobody: int = 0

    def new_person(self) -> PersonDraft:
        """Add a person."""
        person = PersonDraft()
        self.people.append(person)
        return person

    def named(self, name: str) -> PersonDraft | None:
        """Return the person with exactly this name among theirs, whatever the case."""
        wanted = name.casefold()
        return next((p for p in self.people if any(n.casefold() == wanted for n in p.names)), None)

    def with_role(self, role: str) -> PersonDraft | None:
        """Return the first person in a role."""
        return next((person for person in self.people if role in person.roles), None)

    def merge(self, keep: PersonDraft, drop: PersonDraft) -> PersonDraft:
        """Two drafts turned out to be one person."""
        if keep is drop:
            return keep
        keep.names += [name for name in drop.names if name not in keep.names]
        keep.roles += [role for role in drop.roles if role not in keep.roles]
        keep.mentions |= drop.mentions
        keep.facts += drop.facts
        keep.special += drop.special
        keep.kin_of = keep.kin_of or drop.kin_of
        keep.dead = keep.dead or drop.dead
        keep.masked = keep.masked or drop.masked
        self.people.remove(drop)
        self.main = keep if self.main is drop else self.main
        self.author = keep if self.author is drop else self.author
        for person in self.people:
            if person.kin_of and person.kin_of[1] is drop:
                person.kin_of = (person.kin_of[0], keep)
        self.marks = [(s, e, t, d, keep if p is drop else p) for s, e, t, d, p in self.marks]
        return keep

    def forget(self, person: PersonDraft) -> None:
        """What was taken for a person is none: nobody is theirs, and no span speaks of them."""
        self.people.remove(person)
        self.marks = [mark for mark in self.marks if mark[4] is not person]
        for other in self.people:
            if other.kin_of is not None and other.kin_of[1] is person:
                other.kin_of = None
        self.author = None if self.author is person else self.author
        self.main = None if self.main is person else self.main

    def mark(self, start: int, end: int, type: str, *, direct: bool = False, person: PersonDraft | None = None) -> None:
        """Note a span for maskers, with its TAB type."""
        self.marks.append((start, end, type, direct, person))

    def finish(self) -> Reading:
        """Put people in the order of the text, the surest fact of each tag first, spans without overlap."""
        ordered = sorted(self.people, key=lambda person: person.first_seen)
        ids = {id(person): str(number) for number, person in enumerate(ordered)}
        people = tuple(
            PersonRead(
                id=ids[id(person)],
                description=_description(person),
                mentions=tuple(sorted(person.mentions, key=lambda m: (m.start, m.end))),
                facts=_best_first(person.facts),
                special=_best_first(person.special),
            )
            for person in ordered
        )
        return Reading(self.genre, people, tuple(self._spans(ids)), self.notes, self.special_of_nobody)

    def _spans(self, ids: dict[int, str]) -> Iterator[ReadMention]:
        end_of_last = 0
        for start, end, type_, direct, person in sorted(self.marks, key=lambda m: (m[0], -m[1])):
            if start >= end_of_last:
                yield ReadMention(start, end, type_, direct, ids.get(id(person)) if person else None)
                end_of_last = end


@lru_cache(maxsize=4096)
def _completeness(name: str) -> tuple[bool, int, int, int]:
    words = name.split()
    return not is_handle(name), sum(len(word.rstrip(".")) > 1 for word in words), len(words), len(name)


def _description(person: PersonDraft) -> str:
    roles = person.roles
    if person.masked and person.name is None and not roles:
        jobs = {fact.value.lower() for fact in person.facts if fact.tag == "OCCUPATION" and fact.certainty >= _SURE}
        roles = [*jobs] if len(jobs) == 1 else []
    return " - ".join(part for part in (person.name, ", ".join(dict.fromkeys(roles))) if part) or "somebody"


def _best_first(facts: list[ReadFact]) -> tuple[ReadFact, ...]:
    merged: dict[tuple[str, str], ReadFact] = {}
    for fact in facts:
        key = (fact.tag, fact.value.casefold())
        other = merged.get(key)
        if other is None:
            merged[key] = fact
            continue
        surer, weaker = (fact, other) if fact.certainty > other.certainty else (other, fact)
        evidence = tuple(dict.fromkeys((*surer.evidence, *weaker.evidence)))
        merged[key] = ReadFact(surer.tag, surer.value, surer.certainty, evidence, surer.cue)
    return tuple(sorted(merged.values(), key=lambda fact: (fact.tag, -fact.certainty)))


class Told(NamedTuple):
    """A fact about somebody, and the words ``text[start:end]`` that give it away."""

    person: PersonDraft | None  # who; nobody learns anything where it is None
    tag: str  # A tag of the taxonomy
    value: str | None  # its value; empty or None where nothing is told
    certainty: int  # 1-5
    start: int  # first code point
    end: int  # one past the last code point
    cue: str  # the name of the rule
    first: bool = False  # whether it counts only where nothing is known of the tag


def learn(told: Iterable[Told]) -> None:
    """Learn what rules tell, one after the other: what comes later knows what came before."""
    for person, tag, value, certainty, start, end, cue, first in told:
        if person is not None and value and not (first and person.knows(tag) is not None):
            person.learn(tag, value, certainty, start, end, cue)
