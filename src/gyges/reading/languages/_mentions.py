"""The spans a masker hides in a text of a language of tables: a projection of what its reader finds."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace

from gyges.reading._reading import REFERENCE_DATE, ReadMention
from gyges.reading.languages._gather import TextSight, gather_in
from gyges.reading.languages._words import word_before
from gyges.reading.languages.names._find import unexplained_names
from gyges.reading.languages.table._language import Language
from gyges.reading.names._find import NameSpan
from gyges.reading.page._page import Page
from gyges.reading.page._spans import Cue, lay
from gyges.reading.people._chains import chain

_TOLD = ("RELATIONSHIP", "EDUCATION", "OCCUPATION")  # what patterns tell in words of their own
_JOINED = frozenset({"PERSON", "LOC", "MISC"})  # what may go on after a joint
_HIDDEN = frozenset({"kin", "job", "demonym", "trait"})  # a role says nothing, unless it is a position


def mentions_in(language: Language, page: Page) -> tuple[ReadMention, ...]:
    """Return the spans of a text that say something about somebody, in order, without overlap."""
    text = page.text
    sight = gather_in(language, page, REFERENCE_DATE)
    cues = sight.cues
    named = list(_named(sight))
    births = {age.start for age in cues.ages if age.kind == "birth_date"}
    around = _Around(_matches(sight, "places.wider"))
    spans = lay(
        text,
        [
            [Cue(start, end, "MASKED") for start, end in page.hidden],
            [Cue(code.start, code.end, "CODE", True) for code in cues.codes],
            [Cue(start, end, "PERSON", True) for start, end, _ in named],
            [Cue(place.start, place.end, "LOC", True) for place in cues.places if place.kind == "street"],
            [Cue(one.start, one.end, "DATETIME", one.start in births) for one in cues.dates],
            [Cue(start, end, "DATETIME") for start, end in sight.moments],
            [Cue(one.start, one.end, "ORG") for one in cues.organisations],
            list(_demographic(sight)),
            [
                Cue(*around.widen(place.start, place.end), "LOC")
                for place in cues.places
                if place.kind not in {"street", "demonym"}
            ],
            [Cue(start, end, "QUANTITY") for start, end in sight.amounts],
            [Cue(*span, "MISC") for span in unexplained_names(page, language, sight.shadow)],
        ],
    )
    spans = _joined(text, [span for span in spans if span.kind != "MASKED"], language)
    chains = chain(text, spans, [replace(span, start=start) for start, _, span in named])
    return tuple(ReadMention(span.start, span.end, span.kind, span.direct, chains.get(span.start)) for span in spans)


def _joined(text: str, spans: Sequence[Cue], language: Language) -> list[Cue]:
    """Return spans with those as one between which only a joint of names stands: ``Molina de Aragón``."""
    joints = set(language.words("names", "joints"))
    joined: list[Cue] = []
    for span in spans:
        last = joined[-1] if joined else None
        if last is not None and last.kind in _JOINED and (span.kind == last.kind or "MISC" in (span.kind, last.kind)):
            gap = text[last.end : span.start].removeprefix(".")  # "Vda. de Cortés"
            if gap[:1] == gap[-1:] == " " and gap.strip().lower() in joints and span.kind in _JOINED:
                kind = span.kind if last.kind == "MISC" else last.kind
                joined[-1] = last._replace(end=span.end, kind=kind, direct=last.direct or span.direct)
                continue
        joined.append(span)
    return joined


def _named(sight: TextSight) -> Iterator[tuple[int, int, NameSpan]]:
    """Yield each name with where it begins and ends together with what belongs to it: ``Cabo 1.º Seguel``."""
    wider = _matches(sight, "names.wider")
    titled, others = _Around(wider), _Around([*wider, *_matches(sight, "names.nicknames")])
    for start, span in sight.named:
        around = titled if start < span.start else others  # "la Norma", but "la | doña Norma"
        yield *around.widen(start, span.end), span


def _matches(sight: TextSight, section: str) -> list[tuple[int, int]]:
    return [(start, end) for _, _, start, end in sight.shadow.find(sight.language.rules[section])]


class _Around:
    """Spans that may stand around another one."""

    def __init__(self, spans: Sequence[tuple[int, int]]) -> None:
        self._spans = sorted(spans)
        self._longest = max((end - start for start, end in spans), default=0)

    def widen(self, start: int, end: int) -> tuple[int, int]:
        """Return a span as wide as what stands around the whole of it."""
        first = bisect_left(self._spans, (end - self._longest,))
        near = self._spans[first : bisect_right(self._spans, start, key=lambda span: span[0])]
        whole = [(start, end), *(one for one in near if end <= one[1])]
        return min(whole)[0], max(high for _, high in whole)


def _demographic(sight: TextSight) -> Iterator[Cue]:
    """Yield the words that describe somebody: ages, kin, jobs, demonyms, traits, and what patterns found."""
    found = [(age.start, age.end) for age in sight.cues.ages if age.kind != "birth_date"]
    found += [(word.start, word.end) for word in sight.described if word.kind in _HIDDEN or word.position]
    for tag in _TOLD:
        found += [(start, end) for _, _, start, end in sight.shadow.find(sight.language.facts.get(tag, ()))]
    found += [(start, end) for _, _, start, end in sight.shadow.find(sight.language.rules["people.hidden"])]
    grown = [_grown(sight, start, end) for start, end in found]
    end = 0
    for start, stop in sorted(grown, key=lambda pair: (pair[0], -pair[1])):
        if stop > end:
            yield Cue(max(start, end), stop, "DEM")
            end = stop


def _grown(sight: TextSight, start: int, end: int) -> tuple[int, int]:
    """Return words that describe somebody with those before and after that belong to them: ``früheren Ehefrau``."""
    text, words = sight.cues.text, sight.language.words
    while (head := word_before(text, start).lstrip('(„«"')) and head.lower() in words("people", "before"):
        start = text.rindex(head, 0, start)
    for rule in sight.language.rules["people.tails"]:
        tail = rule.pattern.match(sight.shadow.text, end + 1) if text[end : end + 1] == " " else None
        end = tail.end() if tail is not None else end
    return start, end
