"""What is left to say once everybody is met: others called by name, what follows from the country, who is nobody."""

import re

from gyges.reading.genres.court._scene import Scene, say, suggest
from gyges.reading.genres.court._tables import honorifics, party_nouns, pattern
from gyges.reading.lexicon._countries import country
from gyges.reading.people._draft import PersonDraft

__all__ = ["fill_gaps", "meet_others", "name_facts", "sweep"]

_CITED = re.compile(r"\s+(?:and Others )?(?:v|vs)\.? ")
_NOBODY = pattern("rest.nobody")
_SERVING = frozenset({"court-lawyer", "court-bench", "court-agent", "court-judge", "court-caption"})
_BODY_AFTER = pattern("rest.body_after")
_BODY_BEFORE = pattern("rest.body_before")
_DONE_BY_KIN = frozenset({"wife", "husband", "spouse", "child", "son", "daughter", "baby"})


def meet_others(scene: Scene) -> None:
    """Add everybody else who is called by an honorific and a name."""
    for call in scene.calls:
        if call.name is None or not call.title or _CITED.match(scene.text, call.end):
            continue
        person = scene.person(call)
        for tag, value in honorifics()[call.title].items():
            suggest(person, tag.upper(), value, 4, (call.start, call.end), "court-honorific")


def fill_gaps(scene: Scene) -> None:
    """Say what follows from the country of the case and from the household of a party."""
    for person in scene.draft.people:
        if person.kin_of and person.kin_of[1] in scene.parties:
            _as_relative(person, person.kin_of[0], person.kin_of[1])
        elif any(role.startswith("president") and scene.strasbourg for role in person.roles):
            continue
        if scene.country:
            at_home = person in scene.parties or person.names or person.roles
            if at_home and not person.dead and scene.strasbourg:
                suggest(person, "LOCATION", scene.country, 3, scene.country_at, "court-home-state")
            if at_home and not any("president of the" in role and scene.strasbourg for role in person.roles):
                suggest(person, "NATIONALITY", scene.country, 3, scene.country_at, "court-home-state")


def _as_relative(person: PersonDraft, kin: str, party: PersonDraft) -> None:
    for tag in ("NATIONALITY", "LOCATION"):
        fact = next((fact for fact in party.facts if fact.tag == tag), None)
        if fact is None or (tag == "LOCATION" and person.dead):
            continue
        value = fact.value if tag == "NATIONALITY" or kin in _DONE_BY_KIN else fact.value.split(" / ")[-1]
        words = fact.evidence[0]
        suggest(person, tag, value, 3, (words.start, words.end), "court-kin")


def sweep(scene: Scene) -> None:
    """Take out what the general reader took for people: courts, firms, places, the party by another noun."""
    told = {fact.value for person in scene.draft.people for fact in person.facts if fact.tag == "AFFILIATION"}
    for person in list(scene.draft.people):
        if person in scene.parties or any(fact.cue.startswith("court") for fact in person.facts):
            continue
        if (person.names and _no_name(scene, person, told)) or (not person.names and _no_role(scene, person)):
            scene.draft.people.remove(person)


def _no_name(scene: Scene, person: PersonDraft, told: set[str]) -> bool:
    for name in person.names:
        if _NOBODY.search(name) or country(name) is not None or any(name in value for value in told):
            continue
        if " " not in name and "." not in name and not person.roles and person.kin_of is None:
            continue
        if any(_is_body(scene, words.start, words.end) for words in person.mentions):
            continue
        if all(_in_place(scene, words.start, words.end) for words in person.mentions):
            continue
        return False
    return True


def _is_body(scene: Scene, start: int, end: int) -> bool:
    """Tell whether the words around a name say that it is a firm, a paper, an organisation."""
    return (
        _BODY_AFTER.match(scene.text, end) is not None
        or _BODY_BEFORE.search(scene.text, max(0, start - 40), start) is not None
    )


def _in_place(scene: Scene, start: int, end: int) -> bool:
    """Tell whether words are a place, or foreign words in brackets."""
    if any(place.start <= start < place.end for place in scene.places(start - 20, end)):
        return True
    return scene.text[max(0, start - 1) : start] in {"(", "“"}


def _no_role(scene: Scene, person: PersonDraft) -> bool:
    nouns = party_nouns()
    if person.kin_of is not None:
        word, whose = person.kin_of
        other = {"spouse": ("wife", "husband"), "wife": ("spouse",), "husband": ("spouse",)}.get(word, ())
        known = any(p.kin_of and p.kin_of[1] is whose and p.kin_of[0] in other for p in scene.draft.people)
        served = any(fact.cue in _SERVING for fact in whose.facts)
        return known or served or (scene.strasbourg and whose not in scene.parties)
    if person.knows("OCCUPATION") in {"Retired", "Unemployed", "Student"} and scene.strasbourg:
        return True
    plain = all(role.split()[-1] in nouns and " of " not in role for role in person.roles)
    return scene.strasbourg and bool(person.roles) and plain


def name_facts(scene: Scene) -> None:
    """State the most complete name of everybody named."""
    for person in scene.draft.people:
        if person.name and person.knows("NAME") != person.name:
            words = min(person.mentions, key=lambda m: m.start)
            say(person, "NAME", person.name, 5, (words.start, words.end), "court-name")
