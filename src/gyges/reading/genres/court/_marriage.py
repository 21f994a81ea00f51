"""Marriages and children of a party: married, divorced, widowed; who the spouse is; children by their year of birth."""

import re

from gyges.reading.genres.court._bios import age_of_birth, subjects_of
from gyges.reading.genres.court._names import Call, run_at
from gyges.reading.genres.court._scene import Scene, say, suggest
from gyges.reading.genres.court._tables import pattern
from gyges.reading.people._draft import PersonDraft
from gyges.reading.people._same_name import name_parts

__all__ = ["DIVORCED", "SPOUSES", "count_children", "name_spouse", "tell_marriage", "tell_status"]

SPOUSES = frozenset({"wife", "husband", "spouse"})
"""Kin words for spouses."""

DIVORCED = re.compile(r"\b(?:divorced?|dissolution of (?:the|their) marriage|dissolved (?:the|their) marriage)\b")
"""Words that say a marriage ended."""

_HINTS = ("married", "marriage", "divorced", "divorce", "widow", "widower", "widowed")
_CHILD = frozenset({"child", "son", "daughter", "children", "sons", "daughters"})
_COUNTS = {"two": 2, "three": 3, "four": 4, "five": 5}
_ORDINALS = ("first", "second", "third", "fourth", "fifth")
_CHILDREN = pattern("kin.children")
_STATUS = (
    (
        re.compile(r"\b(?:is|was|being|as|,) an? (?:widow|widower)\b|\bwidow(?:er)? of\b|\b(?:was|became) widowed\b"),
        "Widowed",
    ),
    (
        re.compile(
            r"\b(?:divorced|(?:obtained|granted) an? divorce|marriage\b[^.]{0,160}? (?:was|had been) dissolved)\b"
        ),
        "Divorced",
    ),
    (
        re.compile(r"\b(?:(?:is|was|got|has been|had been) married|married|(?:contracted|concluded) a marriage)\b"),
        "Married",
    ),
)


def tell_status(scene: Scene, party: PersonDraft) -> None:
    """Tell the status of a party from plain words, where no spouse told it."""
    if party.knows("RELATIONSHIP") is not None or not scene.has(*_HINTS):
        return
    for formula, status in _STATUS:
        for match in formula.finditer(scene.text):
            if party.knows("RELATIONSHIP") is None and party in subjects_of(scene, match.start()):
                suggest(party, "RELATIONSHIP", status, 4, match.span(), "court-status")


_MARRIED = pattern("kin.married")


def name_spouse(scene: Scene, party: PersonDraft) -> None:
    """Put together the spouse of whom the text says the name here and "the applicant's wife" there."""
    spouse = next((p for p in scene.draft.people if p.kin_of and p.kin_of[1] is party and p.kin_of[0] in SPOUSES), None)
    named: list[PersonDraft] = []
    for match in _MARRIED.finditer(scene.text):
        span = run_at(scene.text, scene.cues.tokens, scene.token_at(match.end()))
        call = next((call for call in scene.calls if call.start == match.end()), None)
        if party in subjects_of(scene, match.start()) and (call or (span and _is_name(scene.text[span[0] : span[1]]))):
            call = call or Call(
                match.end(),
                match.end(),
                span[1] if span else match.end(),
                scene.text[match.end() : span[1]] if span else None,
                "",
                "",
            )
            named.append(scene.person(call))
    family = name_parts(party.name)[-1:] if party.name else ()
    if spouse is not None and not spouse.names and family:
        wives = [call for call in scene.calls if call.title == "mrs" and call.name and name_parts(call.name) == family]
        named += [scene.person(call) for call in wives if party.knows("SEX") == "Male"]
    for person in dict.fromkeys(named):
        if person is party or person not in scene.draft.people:
            continue
        word = spouse.kin_of[0] if spouse and spouse.kin_of else "wife" if party.knows("SEX") == "Male" else "husband"
        person.kin_of = (word, party)
        person.play(f"{scene.party}'s {word}", *_first(person))
        suggest(person, "SEX", "Female" if word == "wife" else "Male", 4, _first(person), "court-kin")
        if spouse is not None and spouse is not person and not spouse.names:
            scene.draft.merge(person, spouse)


def _first(person: PersonDraft) -> tuple[int, int]:
    words = min(person.mentions, key=lambda mention: mention.start)
    return words.start, words.end


def _is_name(words: str) -> bool:
    return " " in words or "." in words


def tell_marriage(party: PersonDraft, person: PersonDraft, span: tuple[int, int], divorced: bool) -> None:
    """Tell what a spouse tells about both."""
    if person.dead:
        person.facts[:] = [fact for fact in person.facts if fact.tag != "RELATIONSHIP"]
        say(party, "RELATIONSHIP", "Widowed", 5, span, "court-widowed")
        return
    if any(fact.cue == "court-widowed" for fact in party.facts):
        return
    tie = "Divorced" if divorced or any(f.value == "Divorced" for f in person.facts) else "Married"
    say(person, "RELATIONSHIP", tie, 4, span, "court-spouse")
    say(party, "RELATIONSHIP", tie, 4, span, "court-spouse")


def count_children(scene: Scene, party: PersonDraft) -> None:
    """Add children of whom the text gives the year of birth."""
    match = _CHILDREN.search(scene.text) if scene.holds(" children", " sons", " daughters") else None
    if match is None:
        return
    years = re.findall(r"\b((?:19|20)\d\d)\b", match.group(3))
    known = [
        p for p in scene.draft.people if not p.names and p.kin_of and p.kin_of[1] is party and p.kin_of[0] in _CHILD
    ]
    count = max(len(years), _COUNTS[match.group(2)]) if match.group(2) in _COUNTS else len(years)
    for number in range(min(count, 5)):
        person = known[number] if number < len(known) else scene.draft.new_person()
        person.kin_of = ("child", party)
        if number >= len(years):
            person.play(f"{_ORDINALS[number]} child", *match.span())
            continue
        year = years[number]
        person.play(f"child born in {year}", *match.span())
        say(person, "AGE", age_of_birth(scene.cues.reference, int(year)), 5, match.span(3), "court-birth")
