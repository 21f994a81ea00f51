"""From a draft to a document: facts that follow from others, one best value a tag, quotes as evidence."""

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise

from gyges.factory._draft import DocumentDraft, MarkedFact, Span
from gyges.factory._personas import Persona
from gyges.factory._world import sexed_words
from gyges.records import Document, Fact, JsonValue, Kind, Mention, Subject, taxonomy

_SCHOOLING = {
    "phd": ("PhD", 3),
    "college": ("College Degree", 4),
    "hs": ("High School Diploma", 3),
    "student": ("In College", 4),
}
_SURE = 4  # what a fact must be for others to be built on it
_SINGLE_UNDER = 15
_NAME_ORDER = ("full", "both", "initial", "first", "last", "letter", "handle")
_MOST_QUOTES = 3
_SHORT = 14


def document_of(draft: DocumentDraft, id_: str, meta: dict[str, JsonValue]) -> Document:
    """Return the finished document."""
    facts = [fact for fact in (*draft.facts, *_names(draft)) if fact.certainty]
    facts += _followed(draft, facts)
    facts += _household(draft, facts)
    by_person: defaultdict[int, list[MarkedFact]] = defaultdict(list)
    for fact in facts:
        by_person[id(fact.who)].append(fact)
    told = [who for who in draft.people if by_person[id(who)]]
    numbers = {id(who): f"s{index}" for index, who in enumerate(told, 1)}
    subjects = tuple(
        Subject(numbers[id(who)], _description(draft, who), tuple(_best(draft, by_person[id(who)]))) for who in told
    )
    return Document(id=id_, text=draft.text, subjects=subjects, mentions=_mentions(draft, numbers), meta=meta)


def _mentions(draft: DocumentDraft, numbers: dict[int, str]) -> tuple[Mention, ...]:
    entities: dict[object, str] = {}
    found = []
    for mark in sorted(draft.spans, key=lambda mark: mark.span):
        start, end = mark.span
        if isinstance(mark.entity, Persona):
            entity = numbers[id(mark.entity)]
        else:
            entity = entities.setdefault(mark.entity, f"m{len(entities) + 1}")
        found.append(Mention(start, end, draft.text[start:end], mark.type, mark.identifier, entity))
    return tuple(found)


def _names(draft: DocumentDraft) -> Iterator[MarkedFact]:
    """Yield what names tell: the name itself, the sex, and often the nationality."""
    for who in draft.people:
        rows = draft.names.get(id(who), [])
        kinds = {kind: span for span, _, kind in reversed(rows)}
        if not kinds:
            continue
        if "full" not in kinds and "first" in kinds and "last" in kinds:
            beside = _beside(rows)
            spans = beside or (kinds["first"], kinds["last"])
            yield MarkedFact(who, "NAME", who.full, 5 if beside else 4, 1 if beside else 2, spans)
            kinds = {kind: span for kind, span in kinds.items() if kind in ("first", "last")}
        else:
            yield _shown_name(who, rows, kinds)
        for kind in ("full", "first"):
            if kind in kinds:
                yield MarkedFact(who, "SEX", who.sex, 4, 2, (kinds[kind],))
                break
        telling = next((kinds[kind] for kind in ("full", "last", "first") if kind in kinds), None)
        if telling:
            yield MarkedFact(who, "NATIONALITY", who.nationality, who.origin.signal, 3, (telling,))


def _beside(rows: list[tuple[Span, str, str]]) -> tuple[Span, Span] | None:
    """Return given name and surname where they stand side by side."""
    for (one, _, first), (two, _, last) in pairwise(rows):
        if (first, last) == ("first", "last") and two[0] - one[1] == 1:
            return one, two
    return None


def _shown_name(who: Persona, rows: list[tuple[Span, str, str]], kinds: dict[str, Span]) -> MarkedFact:
    best = next(kind for kind in _NAME_ORDER if kind in kinds)
    known = {"full": who.full, "first": who.first, "last": who.last}.get(best)
    return MarkedFact(who, "NAME", known or next(form for _, form, kind in rows if kind == best), 5, 1, (kinds[best],))


def _followed(draft: DocumentDraft, facts: list[MarkedFact]) -> Iterator[MarkedFact]:
    """Yield what follows from other facts of the same person."""
    for who in draft.people:
        mine = [fact for fact in facts if fact.who is who]
        work = _one(mine, "OCCUPATION")
        if work and work.certainty >= _SURE and who.age >= 18 and who.job.schooling in _SCHOOLING:
            value, certainty = _SCHOOLING[who.job.schooling]
            yield MarkedFact(
                who, "EDUCATION", value, min(certainty, work.certainty), 2 if certainty > 3 else 3, work.spans
            )
        place = _one(mine, "LOCATION")
        if place and who.origin is who.home:
            named = any(fact.tag == "NATIONALITY" and fact.certainty >= 2 for fact in mine)
            yield MarkedFact(
                who, "NATIONALITY", who.nationality, 4 if named and place.certainty >= _SURE else 3, 2, place.spans
            )
        age = _one(mine, "AGE")
        if age and who.age < _SINGLE_UNDER:
            yield MarkedFact(who, "RELATIONSHIP", "No relation", 4, 2, age.spans)
        if who.staff and draft.org_spans:
            yield MarkedFact(who, "AFFILIATION", draft.organisation, 5, 2, (draft.org_spans[0],))
        if who.staff and draft.place_spans:
            yield MarkedFact(who, "LOCATION", f"{draft.place} / {who.home.country}", 3, 2, (draft.place_spans[0],))


def _household(draft: DocumentDraft, facts: list[MarkedFact]) -> Iterator[MarkedFact]:
    """Yield where husband, wife and small children live: where the one lives they are named through."""
    for who in draft.people:
        span = draft.kin_spans.get(id(who))
        if span is None or who.owner is None or not (who.bond == "spouse" or (who.bond == "kid" and who.age < 18)):
            continue
        place = _one([fact for fact in facts if fact.who is who.owner], "LOCATION")
        if place and place.certainty >= _SURE:
            yield MarkedFact(who, "LOCATION", place.value, 4 if place.certainty == 5 else 3, 3, (*place.spans, span))
            if who.origin is who.home:
                yield MarkedFact(who, "NATIONALITY", who.nationality, 3, 3, (*place.spans, span))


def _one(facts: list[MarkedFact], tag: str) -> MarkedFact | None:
    found = [fact for fact in facts if fact.tag == tag]
    return max(found, key=_rank) if found else None


def _rank(fact: MarkedFact) -> tuple[int, int, int]:
    detail = fact.value.count(" / ") if fact.tag == "LOCATION" else -len(fact.value) if fact.tag == "AGE" else 0
    if fact.tag == "NAME":
        detail = fact.value.count(" ")
    if fact.tag in ("LOCATION", "NAME") and fact.certainty >= _SURE:  # the fullest form counts more than the surest
        return _SURE, detail, fact.certainty
    return fact.certainty, detail, -fact.hardness


def _best(draft: DocumentDraft, facts: list[MarkedFact]) -> Iterator[Fact]:
    """Yield one fact a tag, for codes one a value, in the order of the taxonomy."""
    for tag in taxonomy("spia"):
        rows = [fact for fact in facts if fact.tag == tag.name]
        values = dict.fromkeys(fact.value for fact in rows) if tag.kind is Kind.CODE else {None: None}
        for value in values:
            chosen = [fact for fact in rows if value is None or fact.value == value]
            if chosen:
                yield _fact(draft, chosen)


def _fact(draft: DocumentDraft, rows: list[MarkedFact]) -> Fact:
    best = max(rows, key=_rank)
    same = sorted((row for row in rows if row.value == best.value), key=_rank, reverse=True)
    certainty = best.certainty
    if certainty == 3 and len({row.spans for row in same if row.certainty == 3}) > 1:
        certainty = 4  # two hints that agree
    people = {mark.span for mark in draft.spans if mark.type == "PERSON"}
    quotes = dict.fromkeys(_quote(draft.text, span, people) for row in same for span in row.spans)
    return Fact(best.tag, best.value, certainty, best.hardness, tuple(quotes)[:_MOST_QUOTES])


_BREAK = re.compile(r"[.!?;:|\]>)–]")


def _quote(text: str, span: Span, people: set[Span]) -> str:
    """Return the words of a span, with a few around them where it is short."""
    start, end = span
    while start > 0 and text[start - 1].isalnum() and text[start].isalnum():
        start -= 1
    while end < len(text) and text[end].isalnum() and text[end - 1].isalnum():
        end += 1
    if span not in people and end - start < _SHORT:
        start = _words_left(text, start, 2, {last for _, last in people})
        following = re.match(r"[ ]\w+", text[end:])
        end += following.end() if following else 0
    return text[start:end].strip()


def _words_left(text: str, start: int, count: int, speakers: set[int]) -> int:
    """Return where up to `count` words before a place begin; a label such as "DOB:" is kept, a speaker is not."""
    begin = text.rfind("\n", 0, start) + 1
    line = text[begin:start]
    for match in reversed(list(re.finditer(r"\S+", line))[-count:]):
        word = match.group()
        label = word.endswith(":") and begin + match.end() - 1 not in speakers
        if _BREAK.search(word[-1]) and not label:
            break
        start = begin + match.start()
        if label:
            break
    return start


def _description(draft: DocumentDraft, who: Persona) -> str:
    """Return who somebody is: the name where the text has it, and the part in the scene."""
    rows = draft.names.get(id(who), [])
    role = _role(who)
    for kind in _NAME_ORDER:
        for _, form, found in rows:
            if found == kind:
                return f"{who.full if kind == 'full' else form} - {role}"
    return role


def _role(who: Persona) -> str:
    if who.description:
        return who.description
    if who.owner is None:
        return "somebody in the text"
    owner = _role(who.owner)
    word = sexed_words("roles", who.bond, male=who.male)[0]
    if who.bond == "spouse" and who.owner.status == "In Relation":
        word = "partner"
    return f"{owner}'{'' if owner.endswith('s') else 's'} {word}"
