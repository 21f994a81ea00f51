"""All pieces of a text, found once before the first round."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from gyges.anonymizers.subjectwise._gender import find_gender, find_kin, is_english
from gyges.anonymizers.subjectwise._hashtags import find_hashtags
from gyges.anonymizers.subjectwise._ladders import (
    age_rungs,
    code_rungs,
    job_rungs,
    organisation_rungs,
    place_rungs,
    quoted_rungs,
    word_ladders,
)
from gyges.anonymizers.subjectwise._names import find_names
from gyges.anonymizers.subjectwise._pieces import TAGS, Piece, Pieces
from gyges.anonymizers.subjectwise._tables import table, words_in
from gyges.reading import (
    REFERENCE_DATE,
    Reading,
    ReadMention,
    find_ages,
    find_codes,
    find_mentions,
    find_occupations,
    find_organisations,
    find_places,
)

__all__ = ["find_pieces"]

_BORN_BEFORE = re.compile(r"(?:was|were)\s+$")
_AND = re.compile(r"\s+and\s+(?=(?:lives?|lived|works?|worked|resides?|resided|is|was|has)\b)")
_PLACED = re.compile(r"\b(?:from|in|near)\s$")
_BARE_AGE = re.compile(r"(?:,\s|\s(?P<open>\())(?P<age>[1-9]\d|10\d)(?(open)\)|,\s)")
_TOLD_AGES = frozenset(("stated", "birth_year", "birth_date"))
_AMOUNT = re.compile(r"\s?\d")
_AMOUNT_BEFORE = re.compile(r"(?:\d|million|billion|thousand|hundred)\s?[(]?$")
_CODE = 3  # letters of the code of a currency
_NAMED = 4  # certainty of a job that is named, not only hinted at
_SURE = 2  # certainty of a cue from which on it makes a piece
_SECTIONS = {"EDUCATION": "study", "OCCUPATION": "job"}


def find_pieces(text: str, reading: Reading) -> Pieces:
    """Return the pieces of a text; where they meet, numbers and names go first, then the longer ones."""
    mentions: dict[str, list[ReadMention]] = {}
    for mention in find_mentions(text):
        mentions.setdefault(mention.type, []).append(mention)
    names, parts = find_names(text, _with_read(text, mentions, reading), reading)
    first = sorted([*_codes(text, mentions.get("CODE", [])), *names], key=_longest)
    rest = sorted(
        [
            *_organisations(text, mentions.get("ORG", [])),
            *_places(text, mentions.get("LOC", [])),
            *_jobs(text),
            *_ages(text),
            *_ages_of(text, names),
            *_currencies(text),
        ],
        key=_longest,
    )
    people = (*find_gender(text), *find_kin(text)) if is_english(text) else ()
    words = sorted([*_words(text), *people], key=_longest)
    pieces = Pieces()
    for piece in (*find_hashtags(text), *first, *rest, *parts, *words):
        pieces.add(piece)
    return pieces


def _with_read(text: str, mentions: Mapping[str, Sequence[ReadMention]], reading: Reading) -> list[ReadMention]:
    """Return the names of the detector and those that only the reader understood, in order, without overlap."""
    read = [mention for mention in reading.mentions if mention.type == "PERSON"]
    read += [
        ReadMention(words.start, words.end, "PERSON", True, person.id)
        for person in reading.people
        for fact in person.facts
        if fact.tag == "NAME"
        for words in fact.evidence
    ]
    kept = sorted(mentions.get("PERSON", ()), key=lambda mention: mention.start)
    places = {(place.start, place.end) for place in mentions.get("LOC", ())}
    for mention in read:
        if (mention.start, mention.end) in places and _PLACED.search(text, max(0, mention.start - 6), mention.start):
            continue  # "a student from Lyon"
        if not any(mention.start < other.end and other.start < mention.end for other in kept):
            kept.append(mention)
    return sorted(kept, key=lambda mention: mention.start)


def _longest(piece: Piece) -> tuple[int, int]:
    return piece.start - piece.end, piece.start


def _codes(text: str, mentions: Sequence[ReadMention]) -> Iterator[Piece]:
    known = {code.start: code for code in find_codes(text)}
    direct = {mention.start: mention.direct for mention in mentions}
    ends = {**{mention.start: mention.end for mention in mentions}, **{code.start: code.end for code in known.values()}}
    for start, end in ends.items():
        rungs = code_rungs(text, start, known[start].kind if start in known else "OTHER")
        key = f"code {text[start:end].casefold()}"
        yield Piece(start, end, "code", rungs, key, TAGS["code"], "CODE", direct=direct.get(start, True))


def _organisations(text: str, mentions: Sequence[ReadMention]) -> Iterator[Piece]:
    kinds = {found.start: found.kind for found in find_organisations(text)}
    for mention in mentions:
        words = text[mention.start : mention.end]
        rungs = organisation_rungs(words, kinds.get(mention.start, "other"))
        key = f"organisation {words.casefold()}"
        yield Piece(mention.start, mention.end, "organisation", rungs, key, TAGS["organisation"], "ORG")


def _places(text: str, mentions: Sequence[ReadMention]) -> Iterator[Piece]:
    seen: set[int] = set()
    for place in find_places(text):
        if place.certainty >= _SURE:
            key = f"place {place.text.casefold()}"
            seen.update(range(place.start, place.end))
            if place.kind == "demonym":
                yield Piece(place.start, place.end, "demonym", ("",), key, TAGS["demonym"], "DEM")
            else:
                yield Piece(place.start, place.end, "place", place_rungs(place), key, TAGS["place"], "LOC")
    for mention in mentions:
        if seen.isdisjoint(range(mention.start, mention.end)):
            key = f"place {text[mention.start : mention.end].casefold()}"
            yield Piece(mention.start, mention.end, "place", ("a place",), key, TAGS["place"], "LOC")


def _jobs(text: str) -> Iterator[Piece]:
    known = word_ladders("OCCUPATION")
    for job in find_occupations(text):
        word = job.text.lower()
        if job.certainty < _SURE or word in known or word in words_in("grammar", "not_jobs"):
            continue
        kind = "job" if job.certainty >= _NAMED else "hint"
        rungs = job_rungs(job) if kind == "job" else quoted_rungs(job.text, "OCCUPATION")
        yield Piece(job.start, job.end, kind, rungs, f"{kind} {job.text.casefold()}", TAGS[kind], "DEM")


def _ages(text: str) -> Iterator[Piece]:
    for age in find_ages(text, REFERENCE_DATE):
        words = text[age.start : age.end]
        if age.kind == "school":
            key = f"study {words.casefold()}"
            yield Piece(age.start, age.end, "study", ("training", ""), key, TAGS["study"], "DEM")
        if age.kind not in _TOLD_AGES:
            continue
        start, end, rungs = age.start, age.end, age_rungs(words)
        born, after = _BORN_BEFORE.search(text, max(0, start - 6), start), _AND.match(text, end)
        if words.lower().startswith("born") and born and after:  # "was born in 1970 and lives": "lives"
            start, end, rungs = born.start(), after.end(), ("",)
        yield Piece(start, end, "age", rungs, f"age {words.casefold()}", TAGS["age"], "DATETIME")


def _ages_of(text: str, names: Sequence[Piece]) -> Iterator[Piece]:
    """Yield bare numbers behind a name that are ages: "Ana Reis, 43, said", "Ana Reis (43)"."""
    for name in names:
        number = _BARE_AGE.match(text, name.end)
        if number is not None:
            start, end = number.span("age")
            yield Piece(start, end, "age", age_rungs(number["age"]), f"age {number['age']}", TAGS["age"], "DATETIME")


def _currencies(text: str) -> Iterator[Piece]:
    """Yield currencies beside an amount: they tell a country."""
    for match in _pattern("currencies").finditer(text):
        words = match[0]
        beside = _AMOUNT_BEFORE.search(text, max(0, match.start() - 12), match.start()) or _AMOUNT.match(
            text, match.end()
        )
        if beside is None or (len(words) == _CODE and words.isascii() and not words.isupper()):
            continue
        rungs = (table("words")["currencies"][words.lower()],)
        yield Piece(*match.span(), "currency", rungs, f"currency {words.lower()}", TAGS["currency"], "QUANTITY")


def _words(text: str) -> Iterator[Piece]:
    for section, kind in _SECTIONS.items():
        ladders = word_ladders(section)
        for match in _pattern(section).finditer(text):
            word = match[0].lower()
            yield Piece(*match.span(), kind, ladders[word], f"{kind} {word}", TAGS[kind], "DEM")


@cache
def _pattern(section: str) -> re.Pattern[str]:
    words = "|".join(re.escape(word) for word in sorted(table("words")[section], key=lambda word: -len(word)))
    return re.compile(rf"(?:(?<![\w-])|(?=[^\w\s]))(?:{words})(?:(?![\w-])|(?<=[^\w\s]))", re.IGNORECASE)
