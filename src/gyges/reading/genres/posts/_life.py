"""What the author of a post tells about themselves: firm, job, schooling, age, home."""

import re
from collections.abc import Iterator
from functools import cache

from gyges.reading._cues import Cues
from gyges.reading.genres._jobs import ToldValue, job_in_account, job_named, schooling_of, topic_scores
from gyges.reading.genres._phrases import Phrases, cut
from gyges.reading.genres._table import load_table, pattern
from gyges.reading.genres.posts._author import Author
from gyges.reading.lexicon._countries import country
from gyges.reading.lexicon._fold import fold
from gyges.reading.places._find import Place, find_places
from gyges.reading.places._gazetteer import abbreviations, land_name, named_places, region_name

__all__ = ["find_life", "header_place", "text_place"]

_ENOUGH = 2  # score of a topic that is worth a job
_PARTS = {"early": (0, 3), "mid": (4, 6), "late": (7, 9), None: (0, 9)}
_YEAR, _LONG_AGO = 365.25, 30
_SAME_DAYS = 0.02  # share of a year in which nobody has a birthday
_DIGITS = re.compile(r"(?:(?<![\s,-])[\s,-]++)?\b\d{4,7}\b\s*+$")
_HOMES = frozenset({"country", "region", "city", "district"})


def find_life(cues: Cues, body: int, author: Author) -> Iterator[tuple[str, ToldValue | None]]:
    """Yield firm, job, schooling and age of the author of a post, each with its tag."""
    job = _job(cues.text, body, author)
    yield "AFFILIATION", _firm(cues, body)
    yield "OCCUPATION", job
    yield "EDUCATION", _schooling(cues.text, job)
    yield "AGE", _age(cues)


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


def _job(text: str, body: int, author: Author) -> ToldValue | None:
    """Return the author's job: by the account's name, named outright, by a hashtag, or by what the post is about."""
    named = job_in_account(text[author.start : author.end])
    if named is not None:
        return ToldValue(author.start, author.end, named, 4, "account name")
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


def _age(cues: Cues) -> ToldValue | None:
    """Return the author's age on the day of reference, from the age they give and the day they wrote."""
    match = pattern("posts.age").search(cues.text)
    passed = max(0.0, (cues.reference - cues.written).days / _YEAR) if cues.written else 0.0
    if match is None or passed >= _LONG_AGO:
        return None
    first, last = _PARTS[match["part"]] if match["tens"] else (0, 0)
    years = int(match["tens"]) * 10 if match["tens"] else int(match["age"] or match["old"])
    low, high = years + first + int(passed), years + last + int(passed) + (passed % 1 > _SAME_DAYS)
    return ToldValue(*match.span(), str(low) if low == high else f"{low}-{high}", 5, "age given")


def header_place(value: str, hint: str | None) -> tuple[str, ...]:
    """Return the levels of a place as a header gives it, up to the country.

    Args:
        value: The words after the label, such as ``Leeds`` or ``12 Mill Road, Bataan``.
        hint: A country the rest of the post points to.
    """
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
