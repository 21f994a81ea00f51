"""What is named or told becomes a letter, a mark or a broader word, span by span, as the finder says."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace

from gyges.anonymizers._plain_mark import labels_in, mark_left, mark_of
from gyges.anonymizers.replacement.broader import broader_here, without_attribute
from gyges.anonymizers.replacement.broader._places import broader_people, is_country
from gyges.anonymizers.subjectwise._changes import Change, laid_over
from gyges.anonymizers.subjectwise._letters import Letters
from gyges.anonymizers.subjectwise._options import Level
from gyges.anonymizers.subjectwise._purpose import Understood
from gyges.reading import (
    ENGLISH,
    REFERENCE_DATE,
    find_ages,
    find_occupations,
    kept_page,
    reading_language,
)
from gyges.reading.details import find_details, written_as
from gyges.reading.finder import FoundSpan, find_spans
from gyges.reading.ladders import ten_years
from gyges.reading.lookups import number_words, title
from gyges.records import Edit

_PEOPLE = frozenset(("person", "handle"))
_NAMED = _PEOPLE | {"contact", "code", "link"}
_DATES = frozenset(("date",))
_ATTRIBUTES = frozenset(("group", "organisation", "place", "other"))  # "the Lakehead merger" is the merger
_BROADER = _ATTRIBUTES | {"birth_date", "date", "occupation"}
_MAY_STAY = frozenset(("occupation", "date"))  # where no broader word surely fits: "the cook", "8:00"
_TAGS = {
    "address": ("LOCATION",), "place": ("LOCATION", "NATIONALITY"), "position": ("LOCATION",),
    "organisation": ("AFFILIATION",), "group": ("NATIONALITY",), "age": ("AGE",), "birth_date": ("AGE",),
    "occupation": ("OCCUPATION", "POSITION"),
}  # fmt: skip
"""What spans of a kind tell first of all: a purpose that keeps this keeps them. Names and codes never stay."""
_REASONS = {
    "person": "is a name", "handle": "is a name", "address": "tells where somebody is",
    "place": "tells where somebody is", "position": "tells where somebody is",
    "organisation": "tells where somebody belongs", "group": "tells where somebody comes from",
    "occupation": "tells what somebody does", "age": "tells an age", "birth_date": "tells an age",
    "date": "an exact date", "contact": "is a number or address of somebody",
    "code": "is a number or address of somebody", "link": "is a number or address of somebody",
}  # fmt: skip
_OF_DETAIL = {
    "street": "address", "place": "place", "organisation": "organisation", "demonym": "group",
    "job": "occupation", "age": "age", "birth": "birth_date",
}  # fmt: skip
_IDENTIFIES = "identifies somebody"
_SOME_NAME, _SOME_AGE, _SOME_JOB = (mark_of(kind, "", certain=True) for kind in ("person", "age", "occupation"))
_NOTHING_SAID = mark_of("other", "")
_ARTICLE = re.compile(r"(?<![\w'’-])([Aa]n?)\s$")
_NEXT = re.compile(r" ([a-z]+)")
_GOES_ON = ("'", "’", "-", "/")
_AFTER_A_JOB = frozenset((
    "is", "was", "who", "whose", "in", "at", "from", "of", "and", "with", "for", "on", "aged", "but", "to", "by", "as",
    "or", "since", "when", "that", "here", "there", "near", "until", "all", "now", "then",
))  # fmt: skip
_BEFORE = 20  # signs that tell whether a language is meant
_SPOKEN = re.compile(r"\b(?:in|into|speaks?|spoke|speaking|learn\w*|fluent|from the)[\s(]+$")
_NAMED_JOB = 4  # certainty of a job that is named, not only hinted at
_TOLD_AGES = frozenset(("stated", "birth_year", "birth_date"))
_YEAR = re.compile(r"(?<!\d)(1[89]\d|20\d)\d(?!\d)")
_AGE = re.compile(r"(?<!\w)\d{1,3}(?!\d)[^\W\d_]*")
_WORD = re.compile(r"[A-Za-z]+(?:-[a-z]+)?")
_BORN = re.compile(r"born\s|b\.\s*|d\.?\s?o\.?\s?b\.?:?\s*", re.IGNORECASE)
_TITLE = re.compile(r"([^\W\d_]+)\.?\s+(?=\S)")
_TRAILING = re.compile(r"(?:\s+[a-zà-ÿ][\w'’-]*)+$")  # "Portuguese cardiologist"
_POSSESSIVE = re.compile(r"['’]s$")
_BETWEEN_SAME, _BETWEEN_LETTERS = re.compile(r"[\s,'’]{1,2}"), re.compile(r"\s")
_BETWEEN_NAMES = re.compile(r" ")  # "[name], [name]" are two people
_QUOTED = {' "': '"', " “": "”", " '": "'", " ‘": "’"}


def masked(text: str, level: Level, purpose: Understood) -> list[Change]:
    """Return what stands for the spans of a text that a level hides, in order, without overlap."""
    spans = [one for one in _spans(text) if _goes(one, level, purpose)]
    labels_at = labels_in(text)
    told: list[Change] = []
    if level.breadth != "names" and reading_language(text) == ENGLISH:
        told = sorted(one for one in _told(text, purpose) if labels_at(one.start) is None)
    ends = [one.end for one in told]
    letters = _letters(text, spans)
    made: list[Change] = []
    for one in spans:
        start, end = _core(text, one)
        labels = labels_at(start)
        near = bisect_right(ends, start)
        is_told = near < len(told) and told[near].meets(start, end)
        if not one.direct and (is_told or (one.kind == "age" and labels is None)):
            continue  # the embedded reader is surer what is an age in English: not "16 yrs of service"
        new = letters.get(one.start, "")
        change = Change(start, end, new, one.type, one.direct, one.person or "", _reason(one.kind))
        if not new and not labels and one.kind in _BROADER:
            change = _broader(text, one, change, made[-1].end if made else 0)
        elif not new:
            change = replace(change, new=mark_of(one.kind, text[start:end], labels, certain=one.certain))
        made.append(change)
    return _tidy(text, laid_over(told, made))


def _spans(text: str) -> Iterator[FoundSpan]:
    """Yield what the finder finds; what it is not sure of is what the tables of the language call it."""
    details = sorted(find_details(text), key=lambda one: one.start) if written_as(text) else []
    ends = [one.end for one in details]
    found = find_spans(text)
    people = {one.person for one in found}
    for one in found:
        near = bisect_right(ends, one.start)
        said = details[near] if near < len(details) and details[near].start < one.end else None
        if one.kind != "other":
            yield one
        elif said is not None and said.kind == "name":
            end = one.end - 1 if said.genitive and text[one.end - 1] == "s" else one.end  # "B.s Brief"
            yield replace(
                one, end=end, type="PERSON", kind="person", person=said.chain if said.chain in people else None
            )
        elif said is not None and said.kind in _OF_DETAIL:
            yield replace(one, kind=_OF_DETAIL[said.kind])
        else:
            words = text[one.start : one.end]
            if not one.direct and is_country(words):
                yield replace(one, kind="place", type="LOC")
            else:
                yield replace(one, kind="group", type="DEM") if not one.direct and broader_people(words) else one


def _told(text: str, purpose: Understood) -> Iterator[Change]:
    """Yield what stands for ages, and for jobs behind "a", that the embedded reader is sure of, in English."""
    page = kept_page(text)
    if purpose.changes(frozenset(_TAGS["age"])):
        for age in find_ages(page, REFERENCE_DATE):
            if age.kind in _TOLD_AGES:
                bare = text[age.start - 1 : age.start] + text[age.end : age.end + 1] == "()"
                for change in _age(text[age.start : age.end], age.start):
                    yield replace(change, new=_NOTHING_SAID) if bare else change  # "Kyle (two)" may be goals
    if purpose.changes(frozenset(_TAGS["occupation"])):
        for job in find_occupations(page):
            article = _ARTICLE.search(text, max(0, job.start - 4), job.start)
            following = _NEXT.match(text, job.end)
            ends = text[job.end : job.end + 1] not in _GOES_ON and (following is None or following[1] in _AFTER_A_JOB)
            named = job.certainty >= _NAMED_JOB and text[job.start : job.end].islower()
            if article is not None and named and ends:
                start, new = article.start(1), f"{article[1][0]}n {_SOME_JOB}"
                yield Change(start, job.end, new, "DEM", reason=_reason("occupation"))


def _age(words: str, at: int) -> Iterator[Change]:
    """Yield the ten years of an age, or the decade of a birth; a mark for an age in words."""
    years, ages = _YEAR.search(words), _AGE.findall(words)
    if years is not None:
        since = _BORN.match(words)
        start = since.end() if since is not None else years.start()
        new = f"in the {years[1]}0s" if since is not None else f"{years[1]}0s"
        yield Change(at + start, at + len(words), new, "DATETIME", reason=_reason("age"))
    elif len(ages) == 1:
        start = words.index(ages[0])
        whole = ages[0].isdecimal() and len(ages[0]) > 1  # "only [age]", not "only 0-9"; "34yo"
        new = ten_years(int(ages[0])) if whole else _SOME_AGE
        yield Change(at + start, at + start + len(ages[0]), new, "DATETIME", reason=_reason("age"))
    elif not ages:
        for match in _WORD.finditer(words):
            if match[0].lower() in number_words():
                yield Change(
                    at + match.start(),
                    at + match.end(),
                    _SOME_AGE,
                    "DATETIME",
                    reason=_reason("age"),
                )


def _goes(one: FoundSpan, level: Level, purpose: Understood) -> bool:
    if one.direct or one.kind in _NAMED:
        return True
    told = frozenset(_TAGS.get(one.kind, ()))
    if one.kind == "other":
        return False  # of no certain kind, and no name: a word for a relative, a dose, a thing
    if level.breadth == "names" or (one.kind in _DATES and not level.hides_cues):
        return False
    return not told or purpose.changes(told)


def _reason(kind: str) -> str:
    return _REASONS.get(kind, _IDENTIFIES)


def _tidy(text: str, changes: Sequence[Change]) -> list[Change]:
    """Leave one of two marks of a kind side by side, or around quotes, and one full stop behind a letter."""
    made: list[Change] = []
    for change in changes:
        if change.new.endswith(".") and text[change.end : change.end + 1] == ".":
            change = replace(change, new=change.new[:-1])
        last = made[-1] if made else None
        gap = text[last.end : change.start] if last is not None else ""
        if last is not None and change.new == last.new and _between_same(change.new).fullmatch(gap):
            made[-1] = replace(last, end=change.end, direct=last.direct or change.direct)
        elif last is not None and gap == " " and last.new != change.new and (new := mark_left(last.new, change.new)):
            made[-1] = replace(last, end=change.end, new=new, direct=last.direct or change.direct)
        elif last is not None and _is_nickname(text, last, change):
            made[-1] = replace(last, end=change.end + 1, direct=last.direct or change.direct)
        elif change.new != text[change.start : change.end]:
            made.append(change)
    return made


def _between_same(mark: str) -> re.Pattern[str]:
    if mark.startswith("["):
        return _BETWEEN_NAMES if mark == _SOME_NAME else _BETWEEN_SAME
    return _BETWEEN_LETTERS


def _is_nickname(text: str, last: Change, change: Change) -> bool:
    """Return True for the second of two names of which it says the same in quotes: 'Angus "Gus"'."""
    closes = _QUOTED.get(text[last.end : change.start])
    told = change.new == _SOME_NAME and (last.new == _SOME_NAME or last.type == "PERSON")
    return told and text[change.end : change.end + 1] == closes


def _broader(text: str, one: FoundSpan, change: Change, floor: int) -> Change:
    """Return a change to a broader date, or without what stands before a thing; to a mark where neither surely fits."""
    edit: Edit | None = None
    if one.kind in _DATES | {"birth_date"}:
        edit = broader_here(text, change.start, change.end, "DATETIME", floor=floor)
    elif one.kind in _ATTRIBUTES:
        edit = without_attribute(text, change.start, change.end, floor=floor)
    if edit is not None:
        return replace(change, start=edit.start, end=edit.end, new=edit.text)
    words = text[change.start : change.end]
    before = text[max(floor, change.start - _BEFORE) : change.start]
    stays = one.kind in _MAY_STAY or (one.kind == "group" and _SPOKEN.search(before) is not None)  # a language
    if stays and not one.direct and not _YEAR.search(words):
        return replace(change, new=words)
    return replace(change, new=mark_of(one.kind, words, certain=one.certain))


def _core(text: str, one: FoundSpan) -> tuple[int, int]:
    """Return a name without titles before and the possessive behind it, a nationality without the job behind it."""
    start, end = one.start, one.end
    if one.kind == "group" and (trailing := _TRAILING.search(text, start, end)) is not None:
        return start, trailing.start()
    if one.kind not in _PEOPLE:
        return start, end
    while (match := _TITLE.match(text, start, end)) is not None and title(match[1]) is not None:
        start = match.end()
    owned = _POSSESSIVE.search(text, start, end)
    return start, owned.start() if owned is not None and owned.start() > start else end


def _letters(text: str, spans: Sequence[FoundSpan]) -> dict[int, str]:
    """Return the letters of people by where their names begin, in order of appearance.

    Nobody has two letters: a name of which it is not known whose it is belongs to the only one with such a surname,
    and has none where it is a single word and nobody has. Where people are named in full, whoever is only called by one
    word has none either: "Artie" may be short for anybody. Who is nowhere certain to be a person has none.
    """
    letters = Letters(text, [text[one.start : one.end] for one in spans if one.type in {"PERSON", "LOC", "ORG"}])
    sure = {one.person for one in spans if one.certain and one.person is not None}
    people = [
        (one, text[slice(*_core(text, one))].casefold().split())
        for one in spans
        if one.kind in _PEOPLE and one.person in sure
    ]
    bearers: dict[str, set[str]] = {}
    for one, words in people:
        if len(words) > 1 and one.person is not None:
            bearers.setdefault(words[-1], set()).add(one.person)
    in_full = {who for known in bearers.values() for who in known}
    given: dict[int, str] = {}
    for one, words in people:
        if in_full and one.person is not None and one.person not in in_full:
            continue
        known = bearers.get(words[-1], set()) if words else set()
        key = one.person or (next(iter(known)) if len(known) == 1 else " ".join(words) if len(words) > 1 else "")
        if key:
            given[one.start] = letters.of(key)
    return given
