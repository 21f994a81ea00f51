"""The reader: the general one always, a genre's own rules on top, and a word about how well it went."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import date
from itertools import accumulate

from gyges.reading._cues import Cues, gather
from gyges.reading._infer import infer
from gyges.reading._reading import REFERENCE_DATE, Evidence, PersonRead, Reading
from gyges.reading.facts._beside import read_beside, read_signatures
from gyges.reading.facts._codes import read_codes
from gyges.reading.facts._identity import read_homes, read_identities
from gyges.reading.facts._life import read_ages, read_bonds
from gyges.reading.facts._special import tell_special
from gyges.reading.facts._work import read_schooling, read_work
from gyges.reading.genres import GENRES, Genre
from gyges.reading.languages._passages import foreign_paragraphs
from gyges.reading.languages._read import read_in
from gyges.reading.languages.table._language import language_to_read, reading_language
from gyges.reading.masks._find import Mask, find_masks, hide, is_in_words, is_person_here
from gyges.reading.masks._letters import lettered_people
from gyges.reading.masks._people import masked_people, show_people
from gyges.reading.page._page import Page, kept_page
from gyges.reading.people._draft import Draft, learn
from gyges.reading.people._follow import follow, forget_faceless, join_kin, join_named
from gyges.reading.people._named import name_people
from gyges.reading.people._owners import Owners, fill_in, mark_spans
from gyges.reading.people._same_name import same_name
from gyges.reading.people._voices import attribute, hear
from gyges.reading.plain import Plain, plain_text
from gyges.records import JsonValue

_BETWEEN = "\n\n"
Span = tuple[int, int]


def read_apart(text: str, foreign: Sequence[Span], read: Callable[[str], Reading]) -> Reading:
    """Return what a text says about its people, its foreign paragraphs read in their own language."""
    groups: dict[str, list[Span]] = {}
    for low, high in foreign:
        groups.setdefault(reading_language(text[low:high]), []).append((low, high))
    whole = read(_blanked(text, foreign))
    for number, spans in enumerate(groups.values(), 1):
        whole = _with(whole, _shown(read(_BETWEEN.join(text[low:high] for low, high in spans)), spans), number)
    return replace(whole, notes={**whole.notes, "paragraphs_in": [*groups]})


def _blanked(text: str, spans: Iterable[Span]) -> str:
    parts, last = list[str](), 0
    for low, high in spans:
        parts += [text[last:low], *("\n" if sign == "\n" else " " for sign in text[low:high])]
        last = high
    return "".join([*parts, text[last:]])


def _shown(reading: Reading, spans: Sequence[Span]) -> Reading:
    """Return a reading of joined paragraphs with the offsets of the text they stand in."""
    starts = [0, *accumulate(high - low + len(_BETWEEN) for low, high in spans)]

    def back(start: int, end: int) -> Span:
        place = max(place for place in range(len(spans)) if starts[place] <= start)
        low, high = spans[place]
        return low + start - starts[place], min(high, low + end - starts[place])

    def moved(found: Iterable[Evidence]) -> tuple[Evidence, ...]:
        return tuple(Evidence(*back(one.start, one.end)) for one in found)

    people = tuple(
        replace(
            person,
            mentions=moved(person.mentions),
            facts=tuple(replace(fact, evidence=moved(fact.evidence)) for fact in person.facts),
            special=tuple(replace(fact, evidence=moved(fact.evidence)) for fact in person.special),
        )
        for person in reading.people
    )
    mentions = []
    for one in reading.mentions:
        start, end = back(one.start, one.end)
        mentions.append(replace(one, start=start, end=end))
    return replace(reading, people=people, mentions=tuple(mentions))


def _with(whole: Reading, part: Reading, number: int) -> Reading:
    """Return a reading with the people of another one, those of the same name as one person each."""
    people = {person.id: person for person in whole.people}
    ids: dict[str, str] = {}
    for person in part.people:
        same = [one for one in people.values() if one.id not in ids.values() and _are_one(one, person)]
        ids[person.id] = same[0].id if len(same) == 1 else f"{person.id}-{number}"
        known = people.get(ids[person.id])
        people[ids[person.id]] = replace(person, id=ids[person.id]) if known is None else _joined(known, person)
    mentions = [replace(one, person=ids.get(one.person or "")) for one in part.mentions]
    ordered = sorted([*whole.mentions, *mentions], key=lambda one: one.start)
    return replace(whole, people=tuple(people.values()), mentions=tuple(ordered))


def _are_one(one: PersonRead, other: PersonRead) -> bool:
    names, others = ([fact.value for fact in who.facts if fact.tag == "NAME"] for who in (one, other))
    return any(same_name(name, said) for name in names for said in others)


def _joined(known: PersonRead, other: PersonRead) -> PersonRead:
    told = {(fact.tag, fact.value) for fact in known.facts}
    facts = (*known.facts, *(fact for fact in other.facts if (fact.tag, fact.value) not in told))
    mentions = tuple(sorted({*known.mentions, *other.mentions}, key=lambda one: (one.start, one.end)))
    ranked = sorted(facts, key=lambda fact: (fact.tag, -fact.certainty))
    return replace(known, mentions=mentions, facts=tuple(ranked), special=(*known.special, *other.special))


_CLEAR = 0.75  # a score that no other genre beats
_FORM = 4  # labels that make a form
_FACTS = (
    read_identities, read_codes, read_ages, read_beside, read_work, read_signatures, read_schooling, read_bonds,
    read_homes,
)  # fmt: skip
"""Which cue belongs to whom, by families of tags, what tells most surely first."""

_UNDERSTOOD = 0.15  # share of sentences that must give something


def read_text(text: str, *, reference: date = REFERENCE_DATE, genres: bool = True) -> Reading:
    """Return what a text says about each person in it, by rules and tables."""
    made = plain_text(text)
    reading = _read_plain(made.text, reference, genres=genres)
    return _given(reading, made) if made.layers else reading


def _read_plain(text: str, reference: date, *, genres: bool) -> Reading:
    """Return what a text says, every passage of it in its language."""
    foreign = [*foreign_paragraphs(text, reading_language(text))]
    if foreign:
        return read_apart(text, foreign, lambda part: _read_whole(part, reference, genres=genres))
    return _read_whole(text, reference, genres=genres)


def _read_whole(text: str, reference: date, *, genres: bool) -> Reading:
    """Return what a text says that is in one language."""
    language = language_to_read(text)
    masks = find_masks(text, is_person_here if language is None else is_in_words)
    hidden = [(mask.start, mask.end) for mask in masks]
    if language is not None:
        return read_in(language, Page(hide(text, masks) if masks else text, hidden), reference, masks)
    page = as_written = kept_page(text, tuple(hidden))
    if masks:
        page = Page(hide(text, masks), hidden)
    cues, draft = gather(page, reference), Draft(text)
    genre = _genre(as_written) if genres else None
    owners = read_people(draft, cues, masks, unnamed=genre is None or genre.unnamed)
    if genre is not None:
        genre.add(owners, gather(as_written, reference) if masks else cues)  # as written: few texts are of a genre
        draft.genre = genre.name
    infer(owners)
    tell_special(owners)
    if genre is None:
        forget_faceless(draft, owners)
    mark_spans(owners)
    if masks:
        show_people(draft)
    _note(draft, cues, known=genre is not None)
    return draft.finish()


def read_people(draft: Draft, cues: Cues, masks: Sequence[Mask], *, unnamed: bool = False) -> Owners:
    """Read what any text says about its people, before a genre speaks and anything is inferred."""
    spots = name_people(draft, cues)
    if masks:
        spots = sorted([*spots, *masked_people(draft, cues, masks)], key=lambda spot: spot.start)
    forms = fill_in(draft, cues, spots)
    voices = hear(draft, cues, spots)
    draft.author = voices.author
    attribute(cues, spots, voices)
    if unnamed:
        spots = lettered_people(draft, cues, spots)
    spots = join_kin(draft, follow(draft, cues, spots, voices, unnamed=unnamed))
    owners = Owners(draft, cues, spots, voices, forms)
    for reader in _FACTS:
        learn(reader(owners))
    if unnamed:
        owners.spots = join_named(draft, owners.spots)
    return owners


def _given(reading: Reading, made: Plain) -> Reading:
    """Return a reading of a plain text with the offsets of the given one."""

    def moved(places: Iterable[Evidence]) -> tuple[Evidence, ...]:
        return tuple(Evidence(*made.back(one.start, one.end)) for one in places)

    people = tuple(
        replace(
            person,
            mentions=moved(person.mentions),
            facts=tuple(replace(fact, evidence=moved(fact.evidence)) for fact in person.facts),
            special=tuple(replace(fact, evidence=moved(fact.evidence)) for fact in person.special),
        )
        for person in reading.people
    )
    mentions = tuple(made.placed(reading.mentions))
    return replace(reading, people=people, mentions=mentions)


def _genre(page: Page) -> Genre | None:
    """Return the genre a text belongs to: of those it looks enough like the one it looks most like."""
    scored: list[tuple[float, Genre]] = []
    for genre in GENRES:
        scored.append((genre.looks_like(page), genre))
        if scored[-1][0] >= _CLEAR:  # no need to ask the others
            break
    score, best = max(scored, key=lambda pair: pair[0])
    if score < best.look.floor or (score < best.look.form and _is_form(page)):
        return None
    return best


def _is_form(page: Page) -> bool:
    """Tell whether a text is a form: many labels, no speakers."""
    labels = {field.label for field in page.layout.fields}
    return len(labels) >= _FORM and not page.layout.turns and len(page.lines) > _FORM


def _note(draft: Draft, cues: Cues, *, known: bool) -> None:
    """Say how much was understood; where that is little and no genre spoke, be less sure of everything."""
    told = sorted(evidence.start for person in draft.people for fact in person.facts for evidence in fact.evidence)
    silent = 0
    at = 0
    for sentence in cues.sentences:
        while at < len(told) and told[at] < sentence.start:
            at += 1
        if at >= len(told) or told[at] >= sentence.end:
            silent += 1
    total = len(cues.sentences)
    draft.notes["sentences"] = total
    draft.notes["silent_sentences"] = silent
    draft.notes["unassigned"] = _unassigned(told, cues)
    draft.notes["people_without_name"] = sum(1 for person in draft.people if not person.names)
    if not known and total and (total - silent) / total < _UNDERSTOOD:
        draft.notes["understood"] = "little"
        for person in draft.people:
            person.facts = [replace(fact, certainty=max(1, fact.certainty - 1)) for fact in person.facts]


def _unassigned(told: list[int], cues: Cues) -> dict[str, JsonValue]:
    """Count the cues the reader saw but gave to nobody."""
    starts = set(told)
    return {
        "codes": sum(1 for cue in cues.codes if cue.kind != "OTHER" and cue.start not in starts),
        "ages": sum(1 for cue in cues.ages if cue.start not in starts),
        "occupations": sum(1 for cue in cues.occupations if cue.start not in starts),
        "organisations": sum(1 for cue in cues.organisations if cue.start not in starts),
    }
