"""Everything the tables of a language see in a text, gathered once: the cues of the common reader, and more."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from gyges.reading._cues import Cues
from gyges.reading.codes._find import Code, find_codes
from gyges.reading.languages._places import find_places, find_streets
from gyges.reading.languages._times import Moment, find_ages, find_births, find_dates, find_moments, written_on
from gyges.reading.languages._words import Described, find_words, is_casual
from gyges.reading.languages.names._find import find_echoes, find_full_names, find_single_names
from gyges.reading.languages.names._words import Named
from gyges.reading.languages.table._language import Language
from gyges.reading.languages.table._rules import Shadow
from gyges.reading.organisations._find import Organisation
from gyges.reading.page._page import Page
from gyges.reading.places._gazetteer import Place
from gyges.reading.time._dates import Frame
from gyges.reading.work._occupations import OccupationCue

_HEARSAY = 2  # certainty of a place somebody came from: the text seldom plays there


@dataclass(frozen=True, slots=True)
class TextSight:
    """What stands in a text."""

    language: Language  # the language
    cues: Cues  # what the readers of all languages have in common
    shadow: Shadow  # the text with signs for what was found
    named: tuple[Named, ...]  # the names with where their titles begin
    described: tuple[Described, ...]  # words for people, without overlap
    moments: tuple[Moment, ...]  # hours, days without a year, feasts
    amounts: tuple[Moment, ...]  # numbers with a unit


def gather_in(language: Language, page: Page, reference: date) -> TextSight:
    """Gather what stands on a page; nothing is found where placeholders stand."""
    text = page.text
    shadow = Shadow(page)
    small = is_casual(page)
    for start, end in page.hidden:
        shadow.cover("code", start, end)
    codes = _codes(language, shadow, page)
    dates, moments = find_dates(language, shadow)
    streets = find_streets(language, shadow, text)
    words = find_words(page, language, small=small)
    organisations = _organisations(language, shadow, text)
    named = find_full_names(page, language, shadow, words)
    described = _described(shadow, words)
    places: list[Place] = [*streets, *find_places(page, language, shadow)]
    named += find_single_names(page, language, shadow)
    named += find_echoes(page, language, shadow, named)
    named.sort(key=lambda one: one.span.start)
    births = find_births(language, shadow)
    written = written_on(dates, {born.start for _, _, born in births})
    ages = sorted(find_ages(language, shadow, births, Frame(written, reference)), key=lambda age: age.start)
    moments += find_moments(language, shadow)
    amounts = [
        (start, end)
        for _, _, start, end in shadow.find(language.rules["amounts.patterns"])
        if shadow.cover("amount", start, end)
    ]
    places += [
        Place(word.start, word.end, text[word.start : word.end], "demonym", (word.value,), word.value, 5)
        for word in described
        if word.kind == "demonym"
    ]
    elsewhere = {start for _, _, start, _ in shadow.find(language.facts.get("NATIONALITY", ()))}
    places = [replace(place, certainty=_HEARSAY) if place.start in elsewhere else place for place in places]
    cues = Cues(
        page=page,
        names=tuple(one.span for one in named),
        places=tuple(sorted(places, key=lambda place: place.start)),
        codes=tuple(codes),
        dates=tuple(dates),
        ages=tuple(ages),
        occupations=tuple(_job(text, word) for word in described if word.kind == "job"),
        organisations=tuple(organisations),
        written=written,
        reference=reference,
        countries=language.countries,
    )
    return TextSight(language, cues, shadow, tuple(named), tuple(described), tuple(moments), tuple(amounts))


def _codes(language: Language, shadow: Shadow, page: Page) -> list[Code]:
    """Return the codes: by the labels of the language, by its shapes, and by what all languages have in common."""
    found: list[Code] = []
    for section in ("codes.labels", "codes.shapes"):
        for rule, _, start, end in shadow.find(language.rules[section]):
            code = Code(start, end, rule.more["kind"], page.text[start:end], rule.cue or "label", None)
            if shadow.cover("code", start, end, code):
                found.append(code)
    found += [code for code in find_codes(page) if shadow.cover("code", code.start, code.end, code)]
    return sorted(found, key=lambda code: code.start)


def _organisations(language: Language, shadow: Shadow, text: str) -> list[Organisation]:
    found: list[Organisation] = []
    for _, _, start, end in shadow.find(language.rules["organisations.patterns"]):
        one = Organisation(start, end, text[start:end], "other")
        if shadow.cover("org", start, end, one):
            found.append(one)
    return sorted(found, key=lambda one: one.start)


def _described(shadow: Shadow, words: Sequence[Described]) -> list[Described]:
    """Return the words for people that stand free, the longest of several first, in order."""
    rank = {"trait": 0, "demonym": 1, "kin": 2, "job": 3, "role": 4}
    ordered = sorted(words, key=lambda word: (word.start - word.end, rank[word.kind], word.start))
    kept = [word for word in ordered if shadow.cover(word.kind, word.start, word.end, word)]
    return sorted(kept, key=lambda word: word.start)


def _job(text: str, word: Described) -> OccupationCue:
    education = word.more if isinstance(word.more, str) and word.more else None
    return OccupationCue(word.start, word.end, text[word.start : word.end], word.value, None, education, None, 5)
