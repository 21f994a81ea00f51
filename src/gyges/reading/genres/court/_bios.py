"""What a decision says of a party's person: birth, home, prison, work, and sex by pronoun."""

import re
from datetime import date

from gyges.reading.genres.court._names import calls_in
from gyges.reading.genres.court._parties import nationality_in
from gyges.reading.genres.court._places import place_after
from gyges.reading.genres.court._scene import Scene, say, suggest
from gyges.reading.genres.court._tables import party_nouns, pattern
from gyges.reading.people._draft import PersonDraft

__all__ = ["age_of_birth", "read_bios", "sex_by_pronouns", "subjects_of"]

_MONTHS = {
    m: n
    for n, m in enumerate(
        [
            "january",
            "february",
            "march",
            "april",
            "may",
            "june",
            "july",
            "august",
            "september",
            "october",
            "november",
            "december",
        ],
        1,
    )
}
_BIRTH = pattern("bios.birth")
_HOME = pattern("bios.home")
_PRISON = pattern("bios.prison")
_DEAD = pattern("bios.dead")
_PRONOUN = re.compile(r"\b(he|him|his|himself|she|her|hers|herself)\b", re.IGNORECASE)
_JAILS = ("Prison", "HMP", "Centre", "Penitentiary", "Jail", "Facility")
_NEAR = 160
_REACH = 600


def age_of_birth(reference: date, year: int, month: int | None = None, day: int | None = None) -> str:
    """Return the age on the reference date, as a range where only the year is known."""
    if month is None:
        return f"{reference.year - year - 1}-{reference.year - year}"
    before = (reference.month, reference.day) < (month, day or 1)
    return str(reference.year - year - before)


def read_bios(scene: Scene) -> None:
    """Tell birth, home and nationality of the parties."""
    for match in _BIRTH.finditer(scene.text) if scene.has("born") else ():
        _birth(scene, match)
    for match in _HOME.finditer(scene.text):
        _home(scene, match)
    for match in _PRISON.finditer(scene.text) if scene.has(*_JAILS) else ():
        _prison(scene, match)
    for person in scene.parties:
        sex_by_pronouns(scene, person)
        person.dead = person.dead and _DEAD.search(scene.text) is not None


def subjects_of(scene: Scene, position: int) -> list[PersonDraft]:
    """Return whom a sentence is about, the parties where it says so."""
    sentence = scene.sentence(position)
    begin = max(sentence.start, position - _REACH)
    head = scene.text[begin:position]
    called = calls_in(scene.calls, begin, position)
    said = rf"\b(first |second |third |fourth )?{scene.party}(s?)\b(?!['’]s)"
    nouns = list(re.finditer(said, head, re.IGNORECASE)) if scene.party else []
    noun = nouns[-1] if nouns else None
    if noun and called and called[-1].start - begin > noun.end():
        person = scene.known(called[-1])
        if person not in scene.parties or not noun.group(2):
            return [person] if person and position - called[-1].end < _NEAR else []
    if noun and scene.parties:
        if re.search(
            rf"{scene.party}['’]s [\w-]+(?: \w+)?$|\b(?:children|child|daughters?|sons?|wife|husband|mother|father)\b",
            head[noun.start() :],
        ):
            return []
        if noun.group(1):
            role = f"{noun.group(1).lower()}{scene.party}"
            return [person for person in scene.parties if role in person.roles][:1]
        return scene.parties if noun.group(2) else scene.parties[:1]
    if called and position - called[-1].end < _NEAR:
        person = scene.known(called[-1])
        return [person] if person else []
    if re.match(r"(?:He|She|They|His|Her)\b", head.strip()) and scene.parties and "child" not in head:
        return scene.parties[:1] if not head.strip().startswith("They") else scene.parties
    if not head.strip() and scene.parties:
        return scene.parties[:1]
    return []


def _birth(scene: Scene, match: re.Match[str]) -> None:
    people = subjects_of(scene, match.start())
    if not people:
        return
    year, month, day = (
        match.group(3) or match.group(8),
        match.group(2) or match.group(7),
        match.group(1) or match.group(6),
    )
    years = [year, *re.findall(r"\d{4}", match.group(4) or "")]
    if len(years) > 1 and len(people) == 1:
        return
    for person, born in zip(people, years if len(years) > 1 else years * len(people), strict=False):
        exact = month is not None and month.lower() in _MONTHS and day is not None
        age = age_of_birth(
            scene.cues.reference, int(born), _MONTHS[month.lower()] if exact else None, int(day) if exact else None
        )
        say(person, "AGE", age, 5, match.span(), "court-birth")
        sentence = scene.sentence(match.start())
        nationality = nationality_in(scene, sentence.start, sentence.end)
        if nationality:
            suggest(person, "NATIONALITY", *nationality, "court-nationality")


def _home(scene: Scene, match: re.Match[str]) -> None:
    place = place_after(scene, match.end())
    if place is None:
        return
    value, start, end = place
    for person in subjects_of(scene, match.start()):
        if not any(fact.cue == "court-home" for fact in person.facts):
            say(person, "LOCATION", value, 5 if start > match.start() else 3, (start, end), "court-home")


def _prison(scene: Scene, match: re.Match[str]) -> None:
    for person in subjects_of(scene, match.start())[:1]:
        if person.knows("LOCATION") is None:
            levels = [match.group(1), *([match.group(2)] if match.group(2) else [])]
            value = " / ".join([*levels, *([scene.country] if scene.country else [])])
            suggest(person, "LOCATION", value, 4, match.span(1), "court-prison")


def sex_by_pronouns(scene: Scene, person: PersonDraft) -> None:
    """Tell the sex of a sole party by the pronouns near their noun."""
    noun_of = next((role.split()[-1] for role in person.roles if role.split()[-1] in party_nouns()), "")
    if person.knows("SEX") or not noun_of or sum(noun_of in role for p in scene.parties for role in p.roles) != 1:
        return
    others = [role for party in scene.parties if party is not person for role in party.roles]
    votes: dict[str, list[re.Match[str]]] = {"Male": [], "Female": []}
    for sentence in scene.sentences:
        said = scene.text[sentence.start : sentence.end]
        noun = re.search(rf"\b{noun_of}\b", said, re.IGNORECASE)
        if (
            noun is None
            or any(other in said for other in others)
            or re.search(r"\b(?:wife|husband|mother|father|daughter|son|sister|brother)\b", said)
        ):
            continue
        pronoun = _PRONOUN.search(scene.text, sentence.start + noun.end(), sentence.end)
        if pronoun is not None:
            votes[
                "Male" if pronoun.group().lower().startswith("hi") or pronoun.group().lower() == "he" else "Female"
            ].append(pronoun)
    best, other = sorted(votes, key=lambda sex: -len(votes[sex]))
    if len(votes[best]) > len(votes[other]):
        say(person, "SEX", best, 4, votes[best][0].span(), "court-pronoun")
