"""The individuals a case is about: applicants, claimants, the accused, by the formulas that introduce them."""

import re

from gyges.reading.genres.court._names import Call, calls_in, run_at
from gyges.reading.genres.court._scene import Scene, say, suggest
from gyges.reading.genres.court._tables import party_nouns, pattern, words
from gyges.reading.lexicon._countries import country
from gyges.reading.people._draft import PersonDraft

__all__ = ["meet_parties", "nationality_in"]

_NOUNS = "applicant|claimant|complainant|appellant|petitioner|plaintiff|defendant|accused|respondent"
_DEFINED = pattern("parties.defined")
_APPOSED = pattern("parties.apposed")
_NATIONAL = pattern("parties.national")
_COUNT = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7}
_COUNTED = re.compile(rf"\b({'|'.join(_COUNT)})\b")
_BY = re.compile(r"\b(?:[Bb]y|[Bb]etween|concerning)\s")
_BACK = 420
_LEAD, _TITLE = 60, 14  # code points that "Both second complainants was " and an honorific take at most
_MOST = 7
_GAP = 4


def meet_parties(scene: Scene) -> None:
    """Add the parties and what their introduction says."""
    for match in _DEFINED.finditer(scene.text):
        _introduced(scene, match)
    for match in _before_calls(scene):
        _apposed(scene, match)
    _choose_noun(scene)
    _unnamed(scene)
    _same_as_named(scene)
    _mentions(scene)


def _before_calls(scene: Scene) -> list[re.Match[str]]:
    """Return the nouns for parties right before somebody is called by name; the rest of the text need not be asked."""
    found: dict[int, re.Match[str]] = {}
    for call in scene.calls:
        for match in _APPOSED.finditer(scene.text, max(0, call.start - _LEAD), call.start + _TITLE):
            if match.end() <= call.start < match.end() + _GAP:
                found.setdefault(match.start(), match)
    return list(found.values())


def _introduced(scene: Scene, match: re.Match[str]) -> None:
    sentence = scene.sentence(match.start())
    start = max(sentence.start, match.start() - _BACK)
    head = start + max((by.end() for by in _BY.finditer(scene.text[start : match.start()])), default=0)
    segment = scene.text[head : match.start()]
    calls = calls_in(scene.calls, head, match.start())
    if not calls:
        calls = _runs(scene, head, match.start(), segment)
    if match.group(3) == "" and calls:
        calls = calls[-1:] if match.group(1) else calls[:1]
    people = [scene.person(call) for call in calls[:_MOST]]
    if not people and _is_body(segment):
        scene.body = True
        return
    _play(scene, people or [_somebody(scene, match.group(2).lower(), match.start(2), match.end(2))], match)
    nationality = nationality_in(scene, head, match.start())
    for person in people:
        if nationality:
            say(person, "NATIONALITY", *nationality, "court-nationality")


def _runs(scene: Scene, start: int, end: int, segment: str) -> list[Call]:
    """Return names without an honorific in an introduction, none if it speaks of a company."""
    if _is_body(segment):
        return []
    calls: list[Call] = []
    at = scene.token_at(start)
    while at < len(scene.cues.tokens) and scene.cues.tokens[at].start < end:
        token = scene.cues.tokens[at]
        run = run_at(scene.text, scene.cues.tokens, at) if token.text[0].isupper() else None
        if run is None:
            at += 1
            continue
        name = scene.text[run[0] : run[1]]
        after = scene.text[run[1] : run[1] + 12].lstrip()
        if country(name) is None and not after.startswith(("national", "citizen")) and (" " in name or "." in name):
            calls.append(Call(run[0], run[0], min(run[1], end), name, "", ""))
        at = max(at + 1, scene.token_at(run[1]))
    return calls


def _is_body(segment: str) -> bool:
    found = {word.strip(".,()").lower() for word in segment.split()}
    return bool(found & set(words()["parties"]["bodies"])) and "national" not in found


def nationality_in(scene: Scene, start: int, end: int) -> tuple[str, int, tuple[int, int]] | None:
    """Return the nationality a stretch states, with certainty and words."""
    match = _NATIONAL.search(scene.text, start, end)
    if match is None or match.group(2):
        return None
    said = match.group(1) or match.group(3)
    pieces = [piece for piece in re.split(r",? and |, |/", said) if piece]
    names = [found.name for piece in [said] if (found := country(piece))] or [
        found.name for piece in pieces if (found := country(piece) or country(piece.split()[-1]))
    ]
    if not names:
        size = len(said.split())
        names = [found.name for cut in range(size) if (found := country(" ".join(said.split()[: size - cut])))][:1]
    return (" / ".join(dict.fromkeys(names)), 5, (match.start(), match.end())) if names else None


def _play(scene: Scene, people: list[PersonDraft], match: re.Match[str]) -> None:
    noun = match.group(2).lower()
    ordinal = (match.group(1) or "").lower()
    for number, person in enumerate(people):
        role = f"{ordinal}{noun}"
        if match.group(3) and not ordinal and len(people) > 1 and number < len(_ORDINALS):
            role = f"{_ORDINALS[number]} {noun}"
        person.play(role, match.start(2), match.end(2))
        if person not in scene.parties:
            scene.parties.append(person)


_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh")


def _apposed(scene: Scene, match: re.Match[str]) -> None:
    noun = match.group(2).lower()
    following = [call for call in scene.calls if match.end() <= call.start < match.end() + _GAP]
    if not following:
        return
    end = scene.sentence(match.start()).end
    calls = following
    if match.group(3):
        calls = [
            call for call in calls_in(scene.calls, match.end(), end) if _listed(scene.text[match.end() : call.start])
        ]
    people = [scene.person(call) for call in calls[:_MOST]]
    _play(scene, people, match)
    if not match.group(3):
        nationality = nationality_in(scene, match.end(), min(end, calls[0].end + 60))
        if nationality:
            suggest(people[0], "NATIONALITY", *nationality, f"court-nationality-{noun}")


def _listed(between: str) -> bool:
    """Tell whether only names and commas lie between, so that the list of parties still goes on."""
    return not re.search(r"\b(?:was|were|is|are|represented|born|who)\b", between)


def _choose_noun(scene: Scene) -> None:
    text = scene.text.lower()
    order: list[str] = words()["parties"]["main"]
    played = [role.split()[-1] for person in scene.parties for role in person.roles if role.split()[-1] in order]
    scene.party = played[0] if played else next((noun for noun in order if f"the {noun}" in text), "")


def _somebody(scene: Scene, noun: str, start: int, end: int) -> PersonDraft:
    person = scene.draft.with_role(noun) or scene.draft.new_person()
    return person.play(noun, start, end)


def _unnamed(scene: Scene) -> None:
    """Add the party where nobody was introduced, or as many as the text counts."""
    if scene.parties or scene.body or not scene.party:
        return
    text, noun = scene.text, scene.party
    first = re.search(rf"\b[Tt]he {noun}(s?)\b", text)
    if first is None:
        return
    known = next((p for p in scene.draft.people if any(role.split()[-1] == noun for role in p.roles)), None)
    if known is not None:
        scene.parties.append(known)
        return
    single = re.search(rf"\b[Tt]he (?:(?:first|second) )?{noun}\b(?!s)", text)
    counted = _COUNTED.search(text, 0, first.start() + 600) if first.group(1) and single is None else None
    if first.group(1) and single is None and counted is None:
        return
    for number in range(_COUNT[counted.group(1)] if counted else 1):
        person = scene.draft.new_person()
        person.play(f"{_ORDINALS[number]} {noun}" if counted else noun, first.start(), first.end())
        scene.parties.append(person)


def _same_as_named(scene: Scene) -> None:
    """Merge whoever is called by the noun alone with the party who was introduced."""
    for person in list(scene.draft.people):
        if person in scene.parties or (person.names and (scene.parties or not scene.body)):
            continue
        role = next((role for role in person.roles if _is_party_role(role, scene.party)), None)
        if role is None:
            continue
        same = (
            scene.parties[:1] if len(scene.parties) == 1 else [party for party in scene.parties if role in party.roles]
        )
        if same:
            scene.draft.merge(same[0], person)
        else:
            scene.draft.people.remove(person)


def _is_party_role(role: str, noun: str) -> bool:
    words_of_role = role.split()
    return bool(noun) and words_of_role[-1] == noun and (len(words_of_role) == 1 or words_of_role[0] in _ORDINALS)


def _mentions(scene: Scene) -> None:
    """Note where a sole party is spoken of by the noun."""
    if len(scene.parties) != 1:
        return
    nouns = {noun for noun, singular in party_nouns().items() if singular == scene.party}
    for index in scene.cues.page.where_tokens(nouns):
        token = scene.cues.tokens[index]
        scene.parties[0].see(token.start, token.end)
