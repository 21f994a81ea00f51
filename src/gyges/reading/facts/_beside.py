"""What stands behind or under a name: "Ana Reis, 38", "K. Deol, IO-07731", "Ratna Wulandari / homeroom teacher"."""

from collections.abc import Iterator
from functools import cache
from itertools import islice

from gyges.reading.facts._life import age_value
from gyges.reading.lexicon._load import read_rows
from gyges.reading.page._forms import patterns
from gyges.reading.page._spans import Spans
from gyges.reading.people._draft import PersonDraft, Told
from gyges.reading.people._named import Spot
from gyges.reading.people._owners import Owners

_AGE, _SEX, _CODE, _DATE = patterns("beside", "age sex code date")
_PROSE, _PART, _OWN = patterns("signature", "prose part own")
_OLDEST, _FEWEST, _SURE = 110, 4, 4  # years, digits of a code, and the certainty of an age that is told
_HEAD = 14  # code points before the name, such as a quotation mark or a title
_LONG_LINE, _LONG_PART = 110, 48
_LINES, _PARTS = 3, 6


def read_beside(owners: Owners) -> Iterator[Told]:
    """Give ages, sexes and codes to the name they stand behind, without a word between."""
    aged = {cue.start for cue in owners.cues.ages}
    coded = {position for code in owners.cues.codes if code.kind != "OTHER" for position in range(code.start, code.end)}
    older = max(0, owners.years_since)
    for spot in owners.names():
        age, sex, code = (form.match(owners.text, spot.end) for form in (_AGE, _SEX, _CODE))
        low = int(age["age"]) + older if age and int(age["age"]) else 0
        if age and 0 < low <= _OLDEST and age.start("age") not in aged and _no_age(spot.person):
            value = age_value(low, low + (1 if older else 0))
            yield Told(spot.person, "AGE", value, 4, *age.span("age"), "age beside a name")
        if sex:
            told = "Female" if sex["sex"] == "F" else "Male"
            yield Told(spot.person, "SEX", told, 5, *sex.span("sex"), "marker", first=True)
        if code and code.start("code") not in coded and _is_code(code["code"]):
            yield Told(spot.person, "IDENTIFICATION_NUMBER", code["code"], 3, *code.span("code"), "code beside a name")


def _no_age(person: PersonDraft) -> bool:
    return not any(fact.tag == "AGE" and fact.certainty >= _SURE for fact in person.facts)


def _is_code(words: str) -> bool:
    return sum(letter.isdigit() for letter in words) >= _FEWEST and not _DATE.fullmatch(words)


@cache
def _signed() -> dict[str, tuple[str, str]]:
    return {row[0]: (row[1], row[2] if len(row) > 2 else "") for row in read_rows("signed.tsv")}


def read_signatures(owners: Owners) -> Iterator[Told]:
    """Read posts, departments and houses from the words that follow a name at the start of a line."""
    text, cues = owners.text, owners.cues
    jobs = [(cue.start, cue.end) for cue in cues.occupations if cue.certainty >= 4]
    taken = Spans([(cue.start, cue.end) for found in (cues.organisations, cues.places, cues.codes) for cue in found])
    for spot in owners.names():
        low, high = owners.line(spot.start)
        head = text[low : spot.start].strip(" ->*•\t")
        tail = text[spot.end : high].strip()
        if len(head) > _HEAD or ":" in head or high - low > _LONG_LINE or (tail and tail[0] not in ",(-–—|/."):
            continue
        if not tail or not _PROSE.search(tail.lstrip(",.(-–—| ")):
            yield from _signature(text, spot, _end(owners, high), jobs, taken)


def _end(owners: Owners, high: int) -> int:
    """Where the lines below a name end: at an empty line, at prose, or after three."""
    for _ in range(_LINES):
        if high + 1 >= len(owners.text):
            break
        low, end = owners.line(high + 1)
        line = owners.text[low:end].strip(" >\t")
        if not line or len(line) > _LONG_LINE or _PROSE.search(line) or line.endswith((".", ":")):
            break
        high = end
    return high


def _signature(text: str, spot: Spot, end: int, jobs: list[tuple[int, int]], taken: Spans) -> Iterator[Told]:
    after_post = False
    for match in islice(_PART.finditer(text, spot.end, end), _PARTS):
        words = match[0].strip(" >\t.-–—")
        if not words.strip() or len(words) > _LONG_PART or any(char.isdigit() for char in words):
            continue
        first = match.start() + match[0].index(words)
        last = first + len(words)
        posts = _posts(words, any(first <= start and stop <= last for start, stop in jobs))
        for tag, value, certainty in posts or ():
            yield Told(spot.person, tag, value, certainty, first, last, "signature")
        if posts is None and after_post and spot.person.knows("AFFILIATION") is None and not taken.meets(first, last):
            if _OWN.fullmatch(words):
                yield Told(spot.person, "AFFILIATION", words, 3, first, last, "signature")
            after_post = False
        after_post = after_post or posts is not None


def _posts(words: str, has_job: bool) -> list[tuple[str, str, int]] | None:
    """Return what a post tells that some words name; None if they name none."""
    low = words.lower()
    parts = low.split()
    known = next((_signed()[key] for key in (low, parts[0], parts[-1]) if key in _signed()), None)
    if known is not None and known[1] == "D" and low not in _signed():
        known = None
    if known is None and not has_job:
        return None
    job, kind = known or ("", "")
    told = [("OCCUPATION", job, 4 if kind != "D" else 3)] if not has_job else []
    if kind == "P" or (kind != "D" and len(parts) > 1):
        told.append(("POSITION", words[:1].upper() + words[1:], 4))
    return told
