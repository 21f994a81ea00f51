"""Rules and the tiny model as one attacker: the rules do what rules do better, and every fact says who found it.

Rules know dates, owners of codes, and how many children "three kids" are. The model reads texts of genres that no rule
was written for: it lists people by itself, and is asked about each one the rules found.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from gyges.attacks._author_rules import AuthorRulesAttack
from gyges.attacks._options import Align
from gyges.attacks._rules import RulesAttack
from gyges.attacks._same_person import align_people
from gyges.attacks.tiny._attack import TinyAttack
from gyges.attacks.tiny._author import TinyAuthorAttack
from gyges.reading import require_read
from gyges.records import UNKNOWN_GENRE, Fact, Finding, JsonValue, Kind, Subject, taxonomy

__all__ = ["AuthorRulesAndTinyAttack", "RulesAndTinyAttack", "asks_about_each", "combined"]

KNOWN_GENRE_SHARE = 0.85
"""How often people named as surely by the model must be real to be added where the rules know the genre of the text."""

OTHER_GENRE_SHARE = 0.6
"""The same for texts of other genres, where the rules overlook many. Chosen on releases of documents left out of the
training, by the share of true facts that `rules+tiny` gets: with 0.5 it is 0.6 points higher and about a hundred more
people are named, most of whom are nobody; with 0.7 it is 2 points lower."""

EVIDENCE = 4
"""The least certainty of what the model may add to people without a name where the rules know the genre of the text:
nothing but what is known of them says who they are, so a weak guess makes another person of them."""

_CODES = frozenset(tag.name for tag in taxonomy("spia") if tag.kind is Kind.CODE)
_RULES_FIRST = _CODES | {"AGE"}
_GROUP = re.compile(r"\(\d+ of \d+\)$|\bone of\b", re.IGNORECASE)
_LIGHT = frozenset({"the", "a", "an", "of", "author", "s", "and", "his", "her", "my", "one", "mr", "ms", "mrs"})


@dataclass(frozen=True)
class RulesAndTinyAttack:
    """Lets both read a text and joins what they found; `Finding.notes` says who found what, as for any union.

    Attributes:
        rules: The embedded reader.
        tiny: The model.
        align: Who is who in the two findings.
    """

    rules: RulesAttack
    tiny: TinyAttack
    align: Align = align_people
    name = "rules+tiny"

    async def attack(self, text: str, *, id: str) -> Finding:
        """Infer what a text gives away; raises as `join`."""
        return await self.join(text, {}, id=id)

    async def join(self, text: str, known: Mapping[str, Finding], *, id: str) -> Finding:
        """Infer what a text gives away; what one of the two found in it already is known by its name.

        Raises:
            UnreadError: The text is not in English, or is no text.
            GygesError: The model failed. What the rules found would look like all there is, so it is not given.
        """
        require_read(text, self.name, english_only=True)
        by_model = known.get(self.tiny.name) or await self.tiny.attack(text, id=id)
        by_rules = known.get(self.rules.name) or await self.rules.attack(text, id=id)
        asked = await self.tiny.about(by_rules.subjects, text) if asks_about_each(by_rules) else {}
        return combined(by_rules, by_model, self.align, asked=asked)


@dataclass(frozen=True)
class AuthorRulesAndTinyAttack:
    """The same for the attributes of an author: the surer guess comes first, that of the rules among equals."""

    rules: AuthorRulesAttack
    tiny: TinyAuthorAttack
    name = "author:rules+tiny"

    async def attack(self, text: str, *, id: str) -> Finding:
        """Guess who wrote a text; raises as `join`."""
        return await self.join(text, {}, id=id)

    async def join(self, text: str, known: Mapping[str, Finding], *, id: str) -> Finding:
        """Guess who wrote a text; what one of the two found in it already is known by its name.

        Raises:
            UnreadError: The text is not in English, or is no text.
        """
        require_read(text, self.name, english_only=True)
        findings = (
            known.get(self.rules.name) or await self.rules.attack(text, id=id),
            known.get(self.tiny.name) or await self.tiny.attack(text, id=id),
        )
        told = [(fact, finding.attacker) for finding in findings for s in finding.subjects for fact in s.facts]
        order = taxonomy("author").names
        told.sort(key=lambda pair: (order.index(pair[0].tag), -pair[0].certainty))
        kept: dict[tuple[str, str], tuple[Fact, str]] = {}
        for fact, who in told:
            kept.setdefault((fact.tag, fact.value.casefold()), (fact, who))
        subject = Subject("author", "the author of the text", tuple(fact for fact, _ in kept.values()))
        notes: dict[str, JsonValue] = {
            "found_by": {"author": [who for _, who in kept.values()]},
            "members": {finding.attacker: finding.notes for finding in findings},
        }
        return Finding(id, self.name, (subject,), notes)


def asks_about_each(by_rules: Finding) -> bool:
    """Whether the model is asked about everybody the rules found: not where they know the genre, and more than it."""
    return by_rules.notes.get("genre", UNKNOWN_GENRE) == UNKNOWN_GENRE


def combined(
    by_rules: Finding,
    by_model: Finding,
    align: Align = align_people,
    *,
    asked: Mapping[str, Sequence[Fact]] | None = None,
) -> Finding:
    """Join the findings of rules and model about one text.

    Args:
        by_rules: What the rules found.
        by_model: What the model found by itself.
        align: Who is who in both.
        asked: What the model said when it was asked about people whom the rules found, by their ids.
    """
    people: list[Subject] = []
    found_by: dict[str, list[str]] = {}
    for number, subject in enumerate(by_rules.subjects):
        more = _more(subject, (asked or {}).get(subject.id, ()))
        people.append(replace(subject, id=str(number), facts=(*subject.facts, *more)))
        found_by[str(number)] = [by_rules.attacker] * len(subject.facts) + [by_model.attacker] * len(more)
    pairs = align(list(people), list(by_model.subjects))
    pairs |= _same_role(
        [subject for subject in people if subject.id not in pairs],
        [subject for subject in by_model.subjects if subject.id not in pairs.values()],
    )
    known = {other: int(mine) for mine, other in pairs.items()}
    owned = {(fact.tag, _bare(fact.value)) for subject in people for fact in subject.facts if fact.tag in _CODES}
    has_groups = any(_GROUP.search(subject.description) for subject in people)
    genre = by_rules.notes.get("genre", UNKNOWN_GENRE)
    other_genre = genre == UNKNOWN_GENRE
    least = OTHER_GENRE_SHARE if other_genre else KNOWN_GENRE_SHARE
    shares = by_model.notes.get("shares")
    for subject in by_model.subjects:
        facts = tuple(fact for fact in subject.facts if (fact.tag, _bare(fact.value)) not in owned)
        if subject.id in known:
            place = known[subject.id]
            anchored = other_genre or _is_named(people[place])
            more = _more(people[place], [fact for fact in facts if anchored or fact.certainty >= EVIDENCE])
            called = tuple(dict.fromkeys((*people[place].called, *subject.called)))
            people[place] = replace(people[place], facts=(*people[place].facts, *more), called=called)
            found_by[people[place].id] += [by_model.attacker] * len(more)
        elif _share(shares, subject.id) >= least and not (has_groups and _GROUP.search(subject.description)):
            people.append(replace(subject, id=str(len(people)), facts=facts))
            found_by[people[-1].id] = [by_model.attacker] * len(facts)
    notes: dict[str, JsonValue] = {
        "genre": genre,
        "found_by": {id: list(names) for id, names in found_by.items()},
        "members": {finding.attacker: finding.notes for finding in (by_rules, by_model)},
    }
    return Finding(by_rules.id, "rules+tiny", tuple(people), notes)


def _more(known: Subject, facts: Sequence[Fact]) -> tuple[Fact, ...]:
    """Return facts that the rules do not have: other kinds, or other values where rules are no better."""
    tags = {fact.tag for fact in known.facts}
    values = {(fact.tag, fact.value.casefold()) for fact in known.facts}
    return tuple(
        fact
        for fact in facts
        if (fact.tag, fact.value.casefold()) not in values and not (fact.tag in tags and fact.tag in _RULES_FIRST)
    )


def _same_role(left: Sequence[Subject], right: Sequence[Subject]) -> dict[str, str]:
    """Join unnamed people who are called by the same word, where each has only one such counterpart."""
    ours = {subject.id: _words(subject) for subject in left if not _is_named(subject)}
    theirs = {subject.id: _words(subject) for subject in right if not _is_named(subject)}
    matches = [(mine, other) for mine, a in ours.items() for other, b in theirs.items() if a & b]
    mine_seen, other_seen = [mine for mine, _ in matches], [other for _, other in matches]
    return {mine: other for mine, other in matches if mine_seen.count(mine) == other_seen.count(other) == 1}


def _words(subject: Subject) -> frozenset[str]:
    return frozenset(re.findall(r"[^\W\d_]+", subject.description.casefold())) - _LIGHT


def _is_named(subject: Subject) -> bool:
    return any(fact.tag == "NAME" for fact in subject.facts)


def _bare(code: str) -> str:
    return re.sub(r"[\W_]", "", code).casefold()


def _share(shares: JsonValue, id: str) -> float:
    share = shares.get(id) if isinstance(shares, dict) else None
    return float(share) if isinstance(share, int | float) else 0.0
