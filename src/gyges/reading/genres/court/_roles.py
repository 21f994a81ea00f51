"""People without a name: the prosecutor, the trial judge, the prison governor, two police officers."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from gyges.reading.genres.court._names import calls_in
from gyges.reading.genres.court._places import levels_of
from gyges.reading.genres.court._scene import Scene, suggest
from gyges.reading.genres.court._tables import RoleRow, name_stops, pattern, role_adjectives, roles, roles_by_last_word
from gyges.reading.lexicon._countries import country
from gyges.reading.page._tokens import Token
from gyges.reading.people._draft import PersonDraft

__all__ = ["meet_roles"]

_COURT = pattern("roles.court")
_BODY = pattern("roles.body")
_PRISON = re.compile(r"\b((?:[^\W\d_a-z][\w-]+ ){1,3}Prison|HM Prison [A-Z]\w+)\b")
_DETERMINERS = frozenset(["the", "a", "an", "his", "her", "their", "its", "this", "that", "one", "another", "whose"])
_LAWYERS = frozenset({"Lawyer", "Solicitor", "Barrister", "Advocate", "Attorney"})
_MASKED_BODY = re.compile(r" (?:at|of|in|from) (?:the )?\[(?:ORG|LOC)")
_OWNERS = frozenset({"his", "her", "their", "whose"})
_EXTENT = pattern("roles.extent")
_OF_WHAT = re.compile(r" of (?:the )?(.+)$")
_OF = pattern("roles.of")
_OFFICE = frozenset(["office", "offices", "officer", "department", "service", "authorities", "court", "courts"])
_COUNTS = {"two": 2, "three": 3, "four": 4, "five": 5}
_NUMBERS = ("first", "second", "third", "fourth", "fifth")
_SPAN = 6


@dataclass(frozen=True, slots=True)
class _Phrase:
    row: RoleRow
    words: str
    place: str
    start: int
    end: int
    owner: str
    capital: bool


def meet_roles(scene: Scene) -> None:
    """Add people known by their role alone."""
    found: dict[str, list[_Phrase]] = {}
    by_last = roles_by_last_word()
    tokens = scene.cues.tokens
    for index in scene.cues.page.where_tokens(by_last.keys()):
        token = tokens[index]
        rows = by_last[token.lower]
        row = next((row for size, row in rows if _ends_with(tokens, index, row.noun, size)), None)
        if row is not None:
            phrase = _phrase(scene, index, token, row)
            if phrase is not None:
                found.setdefault(row.noun, []).append(phrase)
    for phrases in found.values():
        _people(scene, phrases)
    _counted(scene)


def _ends_with(tokens: Sequence[Token], index: int, noun: str, size: int) -> bool:
    return size == 1 or " ".join(token.lower for token in tokens[max(0, index - size + 1) : index + 1]) == noun


def _phrase(scene: Scene, index: int, token: Token, row: RoleRow) -> _Phrase | None:
    """Return the whole phrase around a role noun; None where it is an office, a plural, or has a name."""
    tokens, text = scene.cues.tokens, scene.text
    if _is_office(tokens, index) or any(
        call.start <= token.end + 2 for call in calls_in(scene.calls, token.start, token.end + 60)
    ):
        return None
    first, place = _modifiers(scene, index, row)
    before = tokens[first - 1].lower if first else ""
    owner = ""
    if before == "'s" and first > 1:
        owner = tokens[first - 2].lower
    elif before in _OWNERS:
        owner = before
    elif before not in _DETERMINERS and not place:
        return None
    capital = token.text[0].isupper()
    extent = (_EXTENT if capital else _OF).match(text, token.end) if capital or row.alone == "of" else None
    end = extent.end() if extent else token.end
    plain = " ".join(word for word in text[tokens[first].start : token.end].split() if word not in place)
    return _Phrase(row, plain + text[token.end : end], " ".join(place), tokens[first].start, end, owner, capital)


def _is_office(tokens: Sequence[Token], index: int) -> bool:
    following = [token.lower for token in tokens[index + 1 : index + 3]]
    if len(following) > 1 and following[0] in {"'s", "’", "'"}:
        return following[1] in _OFFICE
    return bool(following) and following[0] in _OFFICE


def _modifiers(scene: Scene, index: int, row: RoleRow) -> tuple[int, list[str]]:
    """Return the first token of a role phrase and the capitalised words in it that are no part of the rank."""
    tokens = scene.cues.tokens
    first, place = index - row.noun.count(" "), list[str]()
    while first > 0 and index - first < _SPAN:
        before = tokens[first - 1]
        if "\n" in scene.text[before.end : tokens[first].start]:
            break
        if before.lower not in role_adjectives():
            name = before.text[0].isupper() and before.text.isalpha() and before.lower not in _DETERMINERS
            if not name or (before.lower in name_stops() and not tokens[first].text[0].isupper()):
                break
            place.insert(0, before.text)
        first -= 1
    return first, place


def _worth(scene: Scene, phrase: _Phrase) -> bool:
    row = phrase.row
    if row.alone == "own":
        return phrase.owner in {scene.party, "his", "her"}
    if row.alone == "cap":
        return phrase.capital
    if row.alone == "of":
        return " of " in phrase.words
    special = " " in phrase.words.strip() or bool(phrase.place)
    if row.alone == "no":
        return special or _MASKED_BODY.match(scene.text, phrase.end) is not None or _body(scene, phrase) is not None
    return row.alone == "yes"


def _people(scene: Scene, phrases: list[_Phrase]) -> None:
    worth = [phrase for phrase in phrases if _worth(scene, phrase)]
    if not worth:
        return
    main = max(worth, key=lambda phrase: (bool(phrase.place), len(phrase.words)))
    role = " ".join(part for part in (phrase_place(main), main.words.lower()) if part)
    others = [person for person in scene.draft.people if person.names and person not in scene.parties]
    if main.row.alone == "own" and main.row.occupation == "Lawyer":
        known = next((p for p in others if p.knows("OCCUPATION") in _LAWYERS), None)
    elif not main.row.position and main.row.occupation:
        known = next((p for p in others if p.knows("OCCUPATION") == main.row.occupation), None)
    else:
        known = None
    if known is not None:
        for phrase in phrases:
            known.see(phrase.start, phrase.end)
        return
    if scene.party and main.owner == scene.party:
        role = f"{scene.party}'s {role}"
    person = next((p for p in scene.draft.people if not p.names and any(main.row.noun in r for r in p.roles)), None)
    if person is None:
        person = scene.draft.new_person()
    person.facts[:] = [fact for fact in person.facts if fact.cue.startswith("court")]
    person.play(role, main.start, main.end)
    for phrase in phrases:
        person.see(phrase.start, phrase.end)
    _tell(scene, person, main)


def phrase_place(phrase: _Phrase) -> str:
    """Return the words before a role that are no part of the rank, in lower case."""
    return phrase.place.lower()


def _tell(scene: Scene, person: PersonDraft, phrase: _Phrase) -> None:
    row, span = phrase.row, (phrase.start, phrase.end)
    title = phrase.words[:1].upper() + phrase.words[1:]
    job = title if row.occupation == "*" else row.occupation
    job = "Police officer" if job == "Official" and "police" in phrase.words.lower() else job
    job = "Military prosecutor" if row.noun == "prosecutor" and "military" in phrase.words.lower() else job
    suggest(person, "OCCUPATION", job, 4, span, "court-role")
    suggest(person, "POSITION", title if row.position == "*" else row.position, 4, span, "court-role")
    suggest(person, "EDUCATION", row.education, 3, span, "court-role")
    affiliation = _affiliation(scene, phrase)
    if affiliation is not None:
        suggest(person, "AFFILIATION", *affiliation, "court-role")
    place = _place(scene, phrase, affiliation[0] if affiliation else "")
    if place is not None:
        suggest(person, "LOCATION", *place, "court-role")
    if scene.country and not (scene.strasbourg and row.noun == "registrar"):
        suggest(person, "NATIONALITY", scene.country, 3, scene.country_at, "court-role")


def _body(scene: Scene, phrase: _Phrase) -> re.Match[str] | None:
    sentence = scene.sentence(phrase.start)
    return _BODY.search(scene.text, phrase.end, min(sentence.end, phrase.end + 80))


def _affiliation(scene: Scene, phrase: _Phrase) -> tuple[str, int, tuple[int, int]] | None:
    kind, span = phrase.row.affiliation, (phrase.start, phrase.end)
    if kind == "office" and phrase.place:
        return f"{phrase.place} {phrase.words.title()}'s Office", 4, span
    if kind == "government" and scene.demonym:
        return f"{scene.demonym} Government", 4, scene.country_at
    if kind == "of":
        of = _OF_WHAT.search(phrase.words)
        return (of.group(1), 4, span) if of else None
    if kind == "prison":
        prison = _PRISON.search(scene.text)
        return (prison.group(1), 4, prison.span(1)) if prison else None
    if kind in {"near", "office"}:
        body = _body(scene, phrase)
        if body is not None:
            return body.group(1), 4, body.span(1)
    if kind in {"court", "office"}:
        sentence = scene.sentence(phrase.start)
        courts = list(_COURT.finditer(scene.text, max(0, sentence.start - 3000), sentence.end))
        if courts:
            best = min(courts, key=lambda court: min(abs(court.start() - phrase.end), abs(phrase.start - court.end())))
            return re.sub(r"^The ", "", best.group(1)), 3, best.span(1)
    return None


def _place(scene: Scene, phrase: _Phrase, affiliation: str) -> tuple[str, int, tuple[int, int]] | None:
    if phrase.place and country(phrase.place) is None:
        return levels_of(scene, [phrase.place], phrase.start, phrase.end), 4, (phrase.start, phrase.end)
    at = scene.text.find(affiliation) if affiliation else -1
    if at >= 0:
        places = [place for place in scene.places(at, at + len(affiliation)) if place.kind == "city"]
        if places:
            return (
                levels_of(scene, [places[0].text], places[0].start, places[0].end),
                3,
                (places[0].start, places[0].end),
            )
    local = scene.parties[0].knows("LOCATION") if phrase.row.affiliation == "local" and scene.parties else None
    if local is not None:
        return local, 3, (phrase.start, phrase.end)
    at_capital = phrase.row.affiliation == "government" or affiliation.startswith(
        ("Supreme", "Constitutional", "Federal")
    )
    return scene.seat(at_capital)


def _counted(scene: Scene) -> None:
    """Add the members of small counted groups, such as two police officers."""
    table = roles()
    tokens = scene.cues.tokens
    for index in scene.cues.page.where_tokens(_COUNTS.keys()):
        if index + 1 == len(tokens):
            break
        token = tokens[index]
        count = _COUNTS[token.lower]
        for size in (1, 2, 3):
            phrase = " ".join(part.lower for part in tokens[index + 1 : index + 1 + size])
            noun = phrase[:-3] + "man" if phrase.endswith("men") else phrase.removesuffix("s")
            row = table.get(noun) or table.get(" ".join(noun.split()[1:]))
            if row is None or noun == phrase or row.noun in {"judge", "prosecutor", "minister"}:
                continue
            if scene.draft.with_role(f"first {noun}") is None:
                for number in range(count):
                    person = scene.draft.new_person().play(
                        f"{_NUMBERS[number]} {noun}", token.start, tokens[index + size].end
                    )
                    _tell(scene, person, _Phrase(row, noun, "", token.start, tokens[index + size].end, "", False))
            break
