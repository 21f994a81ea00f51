"""What the table of a genre says about the people of a text, on top of what the general reader found."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache

from gyges.reading.genres._table import TAGS, GenrePhrase, GenreRole, GenreTable, any_of, load_genre
from gyges.reading.lexicon._fold import fold
from gyges.reading.people._draft import PersonDraft
from gyges.reading.people._named import Spot
from gyges.reading.people._owners import Owners

__all__ = ["tell"]

_TO_NAME = re.compile(r"\.?\s?(?P<label>[:=]|\s[-–]\s|\()?\s{0,6}(?:[^\W\d_a-z][a-z]{1,4}\.?\s){0,2}")
_FROM_NAME = re.compile(r",?\s?(?:[,(\n/–|-]|\.{2,20})?\s?(?:the |an? |our |your )?")
_TITLE = 8  # code points of a title, which may be part of a name
_GAP = 24  # code points between a role and its name
_SIGNED_TAIL = 260  # code points at the end of a text in which somebody signs it
_HEAD = 600  # code points in which a text says what it is
_CODES = frozenset({"IDENTIFICATION_NUMBER", "PHONE_NUMBER", "EMAIL_ADDRESS", "PASSPORT_NUMBER"})
_WORD = re.compile(r"[^\W_]+")


def tell(name: str, owners: Owners, meet: Callable[[], None] | None = None) -> None:
    """Add what roles, phrases and the setting of a genre say; forget whom its words took for people.

    Args:
        name: The genre.
        owners: What the general reader found, and whose a cue is.
        meet: Adds whom only code can tell, once roles are given and before phrases speak.
    """
    table = load_genre(name)
    _forget(table, owners)
    for role, spot, start, end in _roles(table, owners):
        _play(table, owners, role, spot, start, end)
    if meet is not None:
        meet()
    for phrase in table.phrases:
        if not phrase.forget:
            _say(table, owners, phrase)
    _staff(table, owners)


def _learn(person: PersonDraft, tells: Mapping[str, str], sure: int, start: int, end: int, cue: str) -> None:
    for key, value in tells.items():
        person.learn(TAGS[key], value, sure, start, end, cue)


# Whom the genre's own words made up


def _forget(table: GenreTable, owners: Owners) -> None:
    """Forget people whose names are words of the genre; codes they were given go to whom the form is about."""
    draft = owners.draft
    told = {id(person) for phrase in table.phrases if phrase.forget for person in _told(owners, phrase)}
    for person in [one for one in draft.people if id(one) in told or _is_nobody(table, one)]:
        owners.forget(person)
        for fact in person.facts:
            start = fact.evidence[0].start
            heir = owners.forms.at(start) or draft.main
            if fact.tag in _CODES and heir is not None and heir is not person:
                heir.learn(fact.tag, fact.value, fact.certainty, start, fact.evidence[0].end, fact.cue)


def _told(owners: Owners, phrase: GenrePhrase) -> Iterator[PersonDraft]:
    """Yield those of whom a phrase says that they are nobody, unless they are named elsewhere too."""
    for match in owners.cues.page.each(_compiled(phrase.pattern), cased=phrase.cased):
        person = _named_in(owners, *match.span("who"))
        if person is not None and all(match.start() <= mention.start < match.end() for mention in person.mentions):
            yield person


def _is_nobody(table: GenreTable, person: PersonDraft) -> bool:
    if person.masked or person.kin_of is not None:
        return False
    if person.names:
        return all(_is_no_name(table, name) for name in person.names)
    return bool(person.roles) and all(role in table.no_roles for role in person.roles)


def _is_no_name(table: GenreTable, name: str) -> bool:
    words = [fold(word) for word in _WORD.findall(name)]
    told = [word for word in words if len(word) > 1] or ["".join(words)]
    return all(word in table.no_names for word in told)


# Roles


@cache
def _role_pattern(name: str) -> tuple[re.Pattern[str], dict[str, GenreRole]]:
    by_word = {word: role for role in load_genre(name).roles for word in role.words}
    return re.compile(any_of(list(by_word)) if by_word else r"(?!)"), by_word


def _roles(table: GenreTable, owners: Owners) -> Iterator[tuple[GenreRole, Spot, int, int]]:
    """Yield the roles of a text whose person is named beside them."""
    pattern, by_word = _role_pattern(table.name)
    text = owners.cues.text
    for match in owners.cues.page.each(pattern, cased=False):
        role, (start, end) = by_word[match.group()], match.span()
        gap = _TO_NAME.match(text, end)
        after = next((spot for spot in owners.between(end, end + _GAP) if spot.kind == "name"), None)
        if gap is not None and after is not None and after.start <= gap.end() and (gap["label"] or role.before):
            yield role, after, start, end
            continue
        near = [spot for spot in owners.between(start - 2 * _GAP, start) if spot.kind == "name" and spot.end <= start]
        if role.after and near and _FROM_NAME.fullmatch(text, near[-1].end, start):
            yield role, near[-1], start, end


def _play(table: GenreTable, owners: Owners, role: GenreRole, spot: Spot, start: int, end: int) -> None:
    person = spot.person
    if role.main:
        owners.draft.main = owners.draft.main or person
    words = owners.cues.text[start:end]
    if role.role and not person.roles:
        person.play(words.lower() if role.role == "*" else role.role, spot.start, spot.end)
    tells = {key: words[:1].upper() + words[1:] if value == "*" else value for key, value in role.tells.items()}
    _learn(person, tells, role.sure, start, end, role.cue or f"{table.name}-role")


# Phrases


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def _say(table: GenreTable, owners: Owners, phrase: GenrePhrase) -> None:
    text = owners.cues.text
    low = owners.cues.page.caseless
    if phrase.when and not _compiled(phrase.when).search(low, 0, _HEAD):
        return
    for match in owners.cues.page.each(_compiled(phrase.pattern), cased=phrase.cased):
        person = _whose(owners, phrase, match)
        if person is None:
            continue
        if phrase.main:
            owners.draft.main = owners.draft.main or person
        groups = match.re.groupindex
        for key in [key for key in TAGS if key in phrase.tells or (key in groups and match[key])]:
            start, end = match.span(key) if key in groups else match.span()
            value = phrase.tells.get(key) or _value(table, key, text[start:end])
            if value and not (phrase.gap and person.knows(TAGS[key]) is not None):
                if phrase.instead:
                    person.facts = [fact for fact in person.facts if fact.tag != TAGS[key]]
                person.learn(TAGS[key], value, phrase.sure, start, end, phrase.cue)
        _claim(owners, person, phrase.claims, *match.span("span" if "span" in groups else 0))


def _value(table: GenreTable, key: str, words: str) -> str:
    values = table.values.get(key)
    if values is not None:
        return values.get(words.lower(), "")
    return words[:1].upper() + words[1:] if key in {"job", "rank"} else words


def _whose(owners: Owners, phrase: GenrePhrase, match: re.Match[str]) -> PersonDraft | None:
    draft = owners.draft
    if phrase.whose == "who":
        return _named_in(owners, *match.span("who"))
    if phrase.whose == "near":
        return owners.of(*match.span())
    if phrase.whose.startswith("role:"):
        role = phrase.whose.removeprefix("role:")
        known = (person for person in draft.people if any(f"{one} ".startswith(f"{role} ") for one in person.roles))
        return (next(known, None) or draft.new_person()).play(role, *match.span())
    if phrase.whose == "author":
        return draft.author or _signer(owners)
    return owners.forms.at(match.start()) or draft.main


def _named_in(owners: Owners, start: int, end: int) -> PersonDraft | None:
    spots = owners.between(start - _TITLE, end)
    return next((spot.person for spot in spots if spot.kind == "name" and spot.end > start), None)


def _claim(owners: Owners, person: PersonDraft, tags: Iterable[str], start: int, end: int) -> None:
    """Take facts that some words gave to others and give them to whom the words are about.

    Whoever is spoken of in these words keeps theirs: "I saw this cook with his wife".
    """
    for tag in [TAGS[key] for key in tags]:
        for other in owners.draft.people:
            told = [fact for fact in other.facts if fact.tag == tag] if other is not person else []
            mine = [fact for fact in told if all(start <= one.start < end for one in fact.evidence)]
            if not mine or any(start <= mention.start < end for mention in other.mentions):
                continue
            other.facts = [fact for fact in other.facts if fact not in mine]
            for fact in mine:
                person.learn(tag, fact.value, fact.certainty, fact.evidence[0].start, fact.evidence[0].end, fact.cue)


# Who works here


def _signer(owners: Owners) -> PersonDraft | None:
    """Return whose name stands at the start of a line near the end of the text."""
    text = owners.cues.text
    for spot in reversed(owners.between(len(text) - _SIGNED_TAIL, len(text))):
        low, _ = owners.line(spot.start)
        head = text[low : spot.start].strip(" ->*•\t").rstrip(".")
        if spot.kind == "name" and len(head) <= len("Prof"):
            return spot.person
    return None


def _staff(table: GenreTable, owners: Owners) -> None:
    """Give the work of those who write texts of this kind to whoever signs, and to whom a title tells too little of."""
    low = owners.cues.page.caseless
    found = ((staff, re.compile(any_of(staff.words)).search(low, 0, _HEAD)) for staff in table.staff)
    staff, match = next(((staff, match) for staff, match in found if match), (None, None))
    if staff is None or match is None:
        return
    signer = _signer(owners)
    for person in owners.draft.people:
        job = person.best("OCCUPATION")
        if (person is signer and job is None) or (job is not None and job.value in staff.instead):
            person.facts = [f for f in person.facts if f.tag != "OCCUPATION" or f.value not in staff.instead]
            _learn(person, staff.tells, staff.sure, *match.span(), staff.cue)
