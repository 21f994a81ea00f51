"""What the author of a post tells about themselves: firm, job, schooling, home; and whose the codes in it are."""

import re
from collections.abc import Iterator
from functools import cache

from gyges.reading._cues import Cues
from gyges.reading.codes._contacts import phone_area
from gyges.reading.codes._find import Code
from gyges.reading.genres._jobs import Phrases, ToldValue, cut, job_named, schooling_of, topic_scores
from gyges.reading.genres._table import load_table, pattern
from gyges.reading.lexicon._fold import fold
from gyges.reading.lexicon._names import country
from gyges.reading.places._find import find_places
from gyges.reading.places._gazetteer import Place, abbreviations, land_name, named_places, region_name

CODE_TAGS = {
    "IDENTIFICATION_NUMBER": "id number", "DRIVER_LICENSE_NUMBER": "driver's license", "PHONE_NUMBER": "phone number",
    "PASSPORT_NUMBER": "passport number", "EMAIL_ADDRESS": "mail address",
}  # fmt: skip
"""The tags of codes, and what to call such a code."""
_REACHABLE = frozenset({"EMAIL_ADDRESS", "PHONE_NUMBER"})
_BEFORE = 90  # code points before a code that tell whose it is
_LETTERS = re.compile(r"[A-Za-z]+")


def code_place(code: Code) -> tuple[str, ...]:
    """Return the place a code points to, most specific first."""
    if code.kind == "PHONE_NUMBER":
        return phone_area(code.value)
    known = load_table("posts")["code_places"].get(code.value[:5])
    return tuple(known) if known else (code.country,) if code.country else ()


def code_owner(text: str, code: Code) -> str:
    """Tell whose a code is by the words around it: ``author``, ``other`` or ``nobody``."""
    head = text[max(0, code.start - _BEFORE) : code.start]
    if pattern("posts.of_a_device").search(head) or pattern("posts.certified_device").match(text, code.end):
        return "nobody"
    mine = pattern("posts.mine").search(head)
    if mine is None and code.kind != "EMAIL_ADDRESS":
        mine = pattern("posts.ours").search(head)
    if mine and (
        record_word(mine["between"]) is None or (code.kind in _REACHABLE and "work" in mine["between"].lower())
    ):
        return "author"
    if code.kind != "PHONE_NUMBER":
        return "other"
    record = record_word(head)
    if (record is None and pattern("posts.reach").search(head)) or pattern("posts.work_phone").search(head):
        return "author"
    return "nobody" if record in {None, "individual"} else "other"


@cache
def _record_words() -> dict[str, str]:
    return {word: role for role, words in load_table("posts")["records"].items() for word in words}


def record_word(text: str) -> str | None:
    """Return the last word for somebody in a record, such as ``patient``, or else ``individual`` for a mere record."""
    words = _record_words()
    found = [words[key] for match in _LETTERS.finditer(text) if (key := match[0].lower()) in words]
    return next((word for word in reversed(found) if word != "individual"), found[-1] if found else None)


_ENOUGH = 2  # score of a topic that is worth a job
_DIGITS = re.compile(r"(?:(?<![\s,-])[\s,-]++)?\b\d{4,7}\b\s*+$")
_HOMES = frozenset({"country", "region", "city", "district"})


def find_life(cues: Cues, body: int) -> Iterator[tuple[str, ToldValue | None]]:
    """Yield firm, job and schooling of the author of a post, each with its tag."""
    job = _job(cues.text, body)
    yield "AFFILIATION", _firm(cues, body)
    yield "OCCUPATION", job
    yield "EDUCATION", _schooling(cues.text, job)


def _firm(cues: Cues, body: int) -> ToldValue | None:
    """Return the organisation the author seems to be with."""
    found: list[ToldValue] = []
    for one in cues.organisations:
        if one.start >= body and one.kind in load_table("posts")["employers"]:
            head = cues.text[max(0, one.start - 24) : one.start]
            sure = (
                2 if pattern("posts.firm_of_data").search(head) else 4 if pattern("posts.with_firm").search(head) else 3
            )
            found.append(ToldValue(one.start, one.end, one.text, sure, "firm"))
    return max(found, key=lambda firm: firm.sure, default=None)


def _job(text: str, body: int) -> ToldValue | None:
    """Return the author's job: named outright, by a hashtag, or by what the post is about."""
    words = tuple(word for word in cut(text) if word[0] >= body)
    topic, score, (start, end) = next(iter(topic_scores(words)), ("", 0, (0, 0)))
    return job_named(text, words) or (ToldValue(start, end, topic, 3, "topic") if score >= _ENOUGH else None)


def _schooling(text: str, job: ToldValue | None) -> ToldValue | None:
    """Return the author's schooling: as said, or as the job needs it."""
    for level, said in load_table("posts")["schooling"].items():
        match = re.search(said, text)
        if match is not None:
            return ToldValue(*match.span(), level, 4, "said so")
    level = schooling_of(job.value) if job is not None else None
    return ToldValue(job.start, job.end, level, 3, "job") if job is not None and level is not None else None


def header_place(value: str, hint: str | None) -> tuple[str, ...]:
    """Return the levels of a place as a header gives it, up to the country."""
    *inner, last = [_DIGITS.sub("", part).strip(" .") for part in re.split(r"[,/|]", value)]
    inner = [part for part in inner if part]
    land = country(last) if len(last) > 2 or last in {"UK", "US"} else None
    if land is not None and (inner or fold(last) == fold(land.name)):
        known = _known(inner[0], land.name) if len(inner) == 1 else ()
        return known or (*inner, land.name)
    levels = _region(last, hint) or _known(last, hint) or _known(last, None) or ((last, hint) if hint else (last,))
    return (*inner, *levels) if last else ()


def _region(value: str, hint: str | None) -> tuple[str, ...]:
    named = named_places().get(fold(value), ("", "", "", ""))
    rows = [(named[1], *named[2:])] if named[0] == "region" else abbreviations().get(value, ())
    rows = sorted(rows, key=lambda row: row[1] == "CA")  # NT is Northern Territory rather than Northwest Territories
    found = ((region_name(iso, code) or name, land_name(iso) or iso) for name, iso, code in rows)
    return next((levels for levels in found if hint in (None, levels[-1])), ())


def _known(value: str, hint: str | None) -> tuple[str, ...]:
    places = [place for place in find_places(f"lives in {value}") if place.kind != "demonym" and place.levels]
    return next((_up_to_country(place) for place in places if hint is None or place.country == hint), ())


def _up_to_country(place: Place) -> tuple[str, ...]:
    land = place.country
    return place.levels if land is None or land in place.levels else (*place.levels, land)


@cache
def _local_words() -> tuple[Phrases, dict[str, str]]:
    table = {word: land for land, words in load_table("posts")["local"].items() for word in words}
    return Phrases(table), table


def text_place(cues: Cues) -> tuple[tuple[str, ...], int, int] | None:
    """Return the place a post is written from, or the country that its money, time zones or hashtags point to."""
    for place in cues.places:
        head = max(0, place.start - 14), place.start
        if place.kind in _HOMES and place.certainty >= 3 and pattern("posts.written_from").search(cues.text, *head):
            return place.levels, place.start, place.end
    phrases, lands = _local_words()
    found = phrases.find_words(cut(cues.text))
    return ((lands[found[0].phrase],), found[0].start, found[0].end) if found else None
