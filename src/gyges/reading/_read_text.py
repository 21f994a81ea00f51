"""The reader: the general one always, a genre's own rules on top, and a word about how well it went."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date

from gyges.reading._apart import read_apart
from gyges.reading._cues import Cues, gather
from gyges.reading._reading import REFERENCE_DATE, Evidence, Reading
from gyges.reading.facts._read import read_facts
from gyges.reading.genres import GENRES, Genre
from gyges.reading.inference._infer import infer
from gyges.reading.languages._passages import foreign_paragraphs
from gyges.reading.languages._read import read_in
from gyges.reading.languages.table._language import language_to_read, reading_language
from gyges.reading.masks._context import is_in_words, is_person_here
from gyges.reading.masks._find import Mask, find_masks, hide
from gyges.reading.masks._letters import lettered_people
from gyges.reading.masks._people import masked_people, show_people
from gyges.reading.page._composed import Composed, composed
from gyges.reading.page._page import Page, kept_page
from gyges.reading.people._draft import Draft
from gyges.reading.people._follow import follow
from gyges.reading.people._forms import fill_in
from gyges.reading.people._join import forget_faceless, give_roles, join_kin, join_named
from gyges.reading.people._named import name_people
from gyges.reading.people._owners import Owners
from gyges.reading.people._voices import attribute, hear
from gyges.reading.spans._marks import mark_spans
from gyges.records import JsonValue

__all__ = ["read_people", "read_text"]

_CLEAR = 0.75  # a score that no other genre beats
_FORM = 4  # labels that make a form
_UNDERSTOOD = 0.15  # share of sentences that must give something


def read_text(text: str, *, reference: date = REFERENCE_DATE, genres: bool = True) -> Reading:
    """Return what a text says about each person in it, by rules and tables.

    Args:
        text: Any text.
        reference: The day on which ages are stated.
        genres: Whether the rules of a genre may speak too.

    Example:
        >>> reading = read_text("Dr Ana Reis, 43, lives in Porto with her husband.")
        >>> reading.people[0].description
        'Ana Reis'
    """
    made = composed(text)
    if made is not None:
        return _given(read_text(made.text, reference=reference, genres=genres), made)
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
    known = genre is not None and genre.table.known
    owners = read_people(draft, cues, masks, unnamed=genre is None or genre.table.unnamed)
    if genre is not None:
        genre.add(owners, gather(as_written, reference) if masks else cues)  # as written: few texts are of a genre
        if known:
            draft.genre = genre.name
        else:
            draft.notes["read_as"] = genre.name
    infer(owners)
    if genre is None or genre.table.forgets:
        forget_faceless(draft, owners)
    mark_spans(draft, owners)
    if masks:
        show_people(draft)
    _note(draft, cues, known)
    return draft.finish()


def read_people(draft: Draft, cues: Cues, masks: Sequence[Mask], *, unnamed: bool = False) -> Owners:
    """Read what any text says about its people, before a genre speaks and anything is inferred.

    Args:
        draft: An empty draft.
        cues: What stands in the text, placeholders hidden.
        masks: The placeholders.
        unnamed: Whether people without a name are looked for.
    """
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
    read_facts(owners)
    if unnamed:
        owners.spots = join_named(draft, owners.spots)
        give_roles(draft)
    return owners


def _given(reading: Reading, made: Composed) -> Reading:
    """Return a reading of a composed text with the offsets of the given one."""

    def moved(places: Iterable[Evidence]) -> tuple[Evidence, ...]:
        return tuple(Evidence(made.back(one.start), made.back(one.end)) for one in places)

    people = tuple(
        replace(
            person,
            mentions=moved(person.mentions),
            facts=tuple(replace(fact, evidence=moved(fact.evidence)) for fact in person.facts),
        )
        for person in reading.people
    )
    mentions = tuple(replace(one, start=made.back(one.start), end=made.back(one.end)) for one in reading.mentions)
    return replace(reading, people=people, mentions=mentions)


def _genre(page: Page) -> Genre | None:
    """Return the genre a text belongs to: of those it looks enough like the one it looks most like."""
    scored: list[tuple[float, Genre]] = []
    for genre in GENRES:
        scored.append((genre.looks_like(page), genre))
        if scored[-1][0] >= _CLEAR:  # no need to ask the others
            break
    score, best = max(scored, key=lambda pair: pair[0])
    look = best.table.look
    if score < look.floor or (score < look.form and _is_form(page)):
        return None
    return best


def _is_form(page: Page) -> bool:
    """Tell whether a text is a form: many labels, no speakers."""
    labels = {field.label for field in page.layout.fields}
    return len(labels) >= _FORM and not page.layout.turns and len(page.lines) > _FORM


def _note(draft: Draft, cues: Cues, known: bool) -> None:
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
