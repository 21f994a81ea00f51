"""Every span of a text that tells who somebody is, once: where, what kind, how much it tells, and why."""

import json
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from gyges.reading._reading import ReadMention
from gyges.reading.finder._abroad import mentions_abroad, passages_abroad
from gyges.reading.finder._certain import KindClaim, certain
from gyges.reading.finder._mentions import as_page, find_mentions
from gyges.reading.finder._signals import SIGNALS, Signals, signals
from gyges.reading.finder._tagger import KINDS
from gyges.reading.lookups import fold, is_english_word, is_place, kin, number_words, span_words, title
from gyges.reading.plain import plain_text

WEIGHTS = Path(__file__).parent / "weights" / "weights.json"
TYPES = {
    "person": "PERSON", "handle": "PERSON", "address": "LOC", "place": "LOC", "position": "LOC", "organisation": "ORG",
    "contact": "CODE", "code": "CODE", "link": "CODE", "date": "DATETIME", "birth_date": "DATETIME", "age": "DEM",
    "group": "DEM", "occupation": "DEM", "other": "MISC",
}  # fmt: skip
"""TAB's entity type of every kind."""
_KINDS = {"PERSON": "person", "CODE": "code", "LOC": "place", "ORG": "organisation", "DATETIME": "date"}
_WITH_FIGURES = {"LOC": "address", "DEM": "age"}
"""Kinds of what tables of another language mention, by its type."""
_DOUBT = 3.0  # what the sum of a word in another language has to be above the threshold
_ANY_LANGUAGE = ("handle", "contact", "code", "link", "position")  # looks the same in all
_NAMES = frozenset(("PERSON", "MISC"))  # what is direct and of no certain kind is most often a name
_TEXTS_KEPT = 16  # whose spans are kept: a method, the floor and the guard ask for those of one text
_PAGE = 100_000  # characters; of longer texts fewer are kept
_GAPS = frozenset(" \t,.-/'’&")
_LETTERS = re.compile(r"[^\W\d_]{2,}")
_FIGURES, _WHOLE_DATE = re.compile(r"\d+"), 2  # day and year
Scores = NDArray[np.float64]
_INITIAL_BEFORE = re.compile(r"(?<![\w.'’-])(?:[A-Z]\.|[B-HJ-Z]) ?$")  # "A" and "I" are words
_INITIAL_AFTER = re.compile(r" [B-HJ-Z](?![\w'’-])")
_INITIAL = 6  # characters in which one stands
_ENDLESS = re.compile(r"[^\W\d_]{101,}")  # no word that the tagger knows is longer
_WIDEST_GAP = 3  # characters between two parts of one span
_AGREED, _ALONE = 0.85, 0.9995
"""The tagger's share from which on its kind is said: where the rules name the same kind, and where they do not. Of
words between the two where the tagger is alone, half are of another kind (docs/design/finder.md)."""
_SURE = 0.8
"""How sure a span has to be to be called a person: of 531 in fitted texts 37 are none, of those above it 24 of 490."""
_MOST = 0.5  # of the words of a span that the rules have to name alike
_BEFORE = 16  # signs before a span that tell whether a title stands or a line begins there
_FACTORS = 2  # of what spoke for a span, how much is said
_NEGATIONS = frozenset(("not", "never", "nor", "kein", "keine", "nicht", "nunca"))
"""Without one a release says what is false."""
_BRIDGE = 2  # words, as "on the" within an address
_BRIDGED = ("address", "place", "organisation", "position", "date", "birth_date")
_ABBREVIATION = 2  # letters of a word whose full stop ends no sentence
_PARTING = frozenset('"“”‘()[]|;')
_STOPS = frozenset('\n.,;:!?()[]"“”|')
_LINE = re.compile(r"[^\s][^\n]*[^\s]|[^\s]")
_WITHIN_NUMBERS = frozenset(".-:")
_NAMING = frozenset(("PERSON", "ORG", "MISC"))
_CUT_NUMBER = re.compile(r"\d+\s+(?=[^\W\d_a-z][^\W\d_]{2})")
_SMALL_LAST = re.compile(r"\s+([^\W\d_A-Z]+)$")
_UNSPACED = "\u0e00"  # from here on scripts put no blanks between words
_FEWEST_DATE_WORDS = 3  # a date without a figure that tells more than "Thursday" or "last summer"


@dataclass(frozen=True, slots=True, order=True)
class FoundSpan:
    """A span that tells who somebody is."""

    start: int  # first code point
    end: int  # one past the last code point
    type: str  # one of TAB's eight entity types
    kind: str  # one of the finder's kinds
    # ``direct`` if it points at one person, household or account by itself, else ``together``
    how: Literal["direct", "together"]
    person: str | None = None  # the same for all spans that name one person, None where that is not known
    sure: float = 1.0  # how sure it is, from 0 to 1
    why: tuple[str, ...] = ()  # the signals that spoke for it most
    certain: bool = False  # whether it is so surely of its kind that a release may say so

    @property
    def direct(self) -> bool:
        """Whether it identifies somebody by itself."""
        return self.how == "direct"


@dataclass(frozen=True, slots=True)
class _Weights:
    direct: NDArray[np.float64]
    hides: NDArray[np.float64]
    direct_at: float
    hides_at: float


def find_spans(text: str) -> tuple[FoundSpan, ...]:
    """Return the spans of a text that tell who somebody is, in order and without overlap.

    Example:
        >>> text = "ring jonas weber on 0171 555 01 22"
        >>> [text[one.start : one.end] for one in find_spans(text) if one.direct]
        ['jonas weber', '0171 555 01 22']
    """
    return _found_in_page(text) if len(text) <= _PAGE else _found_in_book(text)


def _found(text: str) -> tuple[FoundSpan, ...]:
    made = plain_text(text)
    if made.layers:
        return tuple(made.placed(_spans(made.text)))
    return tuple(_spans(text))


_found_in_page = lru_cache(maxsize=_TEXTS_KEPT)(_found)
_found_in_book = lru_cache(maxsize=2)(_found)  # the original and its release


def _spans(text: str) -> list[FoundSpan]:
    read = signals(text)
    if not len(read.rows):
        return []
    weights = _weights()
    with_one = np.concatenate([read.rows, np.ones((len(read.rows), 1), dtype=np.float32)], axis=1)
    direct = with_one @ weights.direct - weights.direct_at
    hides = with_one @ weights.hides - weights.hides_at
    told = _Scored(text, read, direct, np.maximum(hides, direct))
    abroad = passages_abroad(text)
    for start, end in (*as_page(text).hidden, *_endless(text)):
        told.leave_out(start, end)
    for start, end in abroad:
        told.doubt(start, end)
    spans = [one for mention in find_mentions(text) if (one := told.mention(mention)) is not None]
    taken = np.zeros(len(direct), dtype=bool)
    for one in spans:
        taken[told.words(one.start, one.end)] = True
    spans += told.runs(taken)
    names = [(one.start, one.end) for one in spans if one.direct and one.type in _NAMES]
    spans = _both(spans, [_of_tables(text, one, told) for one in mentions_abroad(text, abroad, names)])
    whole = _whole(text, [piece for one in _joined(text, sorted(spans)) for piece in _lines(text, one)])
    joined = _with_initials(text, [_bracketed(text, one) for one in whole if not _is_vague(text, one)])
    named = list(_with_people(text, joined))
    told_of = certain([told.claim(one) for one in named])
    return [replace(one, certain=is_certain) for one, is_certain in zip(named, told_of, strict=True)]


def _both(spans: Sequence[FoundSpan], tables: Sequence[FoundSpan]) -> list[FoundSpan]:
    """Return spans with those of the tables of another language, which go first where they are as direct."""
    kept = [one for one in tables if one.direct or not any(other.direct and _meet(one, other) for other in spans)]
    return [*kept, *(one for one in spans if not any(_meet(one, other) for other in kept))]


def _meet(one: FoundSpan, other: FoundSpan) -> bool:
    return one.start < other.end and other.start < one.end


def _endless(text: str) -> Iterator[tuple[int, int]]:
    """Yield where letters without end stand: nobody's name."""
    return (match.span() for match in _ENDLESS.finditer(text))


class _Scored:
    """The scores of the words of a text; those above nothing pass."""

    def __init__(self, text: str, read: Signals, direct: Scores, hides: Scores) -> None:
        self._text, self._read, self._direct, self._hides = text, read, direct, hides
        starts = read.tags.starts
        self._worded = np.array([text[at].isalnum() for at in starts], dtype=bool)
        words = (text[low:high].lower() for low, high in zip(starts, read.tags.ends, strict=True))
        self._titles = read.rows[:, SIGNALS.index("title")] > 0
        self._negates = np.fromiter((word in _NEGATIONS for word in words), dtype=bool, count=len(starts))

    def words(self, start: int, end: int) -> slice:
        """Return the words that lie in a span, or around it."""
        tags = self._read.tags
        return slice(int(np.searchsorted(tags.ends, start, side="right")), int(np.searchsorted(tags.starts, end)))

    def leave_out(self, start: int, end: int) -> None:
        """Let no word of a span pass: what is masked already tells nothing."""
        self._hides[self.words(start, end)] = self._direct[self.words(start, end)] = -np.inf

    def doubt(self, start: int, end: int) -> None:
        """Ask more of the words of a span that is in another language, but for kinds that look the same in all."""
        here = self.words(start, end)
        words = ~np.isin(self._read.tags.kinds[here].argmax(axis=1), [KINDS.index(kind) for kind in _ANY_LANGUAGE])
        self._hides[here][words] -= _DOUBT
        self._direct[here][words] -= _DOUBT

    def mention(self, one: ReadMention) -> FoundSpan | None:
        """Return a mention of the rules as a span, None where the sum is against it."""
        here = self.words(one.start, one.end)
        worded = self._worded[here]
        hides, direct = self._hides[here][worded], self._direct[here][worded]
        if not len(hides) or hides.mean() < 0:
            return None
        return self._span(one.start, one.end, here, one, is_direct=bool(direct.mean() >= 0))

    def share(self, start: int, end: int, type_: str) -> float:
        """Return the tagger's share of an entity type in the words of a span."""
        here = self.words(start, end)
        rows = self._read.tags.kinds[here][self._telling(here)]
        return float(rows[:, [TYPES[kind] == type_ for kind in KINDS]].sum(axis=1).mean()) if len(rows) else 0.0

    def claim(self, one: FoundSpan) -> KindClaim:
        """Return what speaks for the type of a span."""
        here, text = self.words(one.start, one.end), self._text
        return KindClaim(
            one.type,
            text[one.start : one.end],
            self.share(one.start, one.end, one.type),
            _mean(self._read.tags.direct[here]),
            _mean(self._read.rows[here, SIGNALS.index(f"rules_{one.type}")]) > _MOST,
            one.sure,
            one.person,
            text[max(0, one.start - _BEFORE) : one.start],
            bool(self._titles[here].any()),
            text[one.end : one.end + 1],
        )

    def runs(self, taken: NDArray[np.bool_]) -> Iterator[FoundSpan]:
        """Yield runs of words that pass and that no mention of the rules has."""
        passing = (self._hides >= 0) & ~taken & ~self._negates
        self._bridge(passing, taken)
        edges = np.flatnonzero(np.diff(np.concatenate([[False], passing, [False]]).astype(np.int8))).tolist()
        whole = zip(edges[::2], edges[1::2], strict=True)
        for low, high in (part for run in whole for part in self._parted(*run)):
            worded = np.flatnonzero(self._worded[low:high])
            if not len(worded):
                continue
            here = slice(int(low + worded[0]), int(low + worded[-1] + 1))
            tags = self._read.tags
            is_direct = bool(self._direct[here][self._worded[here]].max() >= 0)
            start, end = int(tags.starts[here.start]), int(tags.ends[here.stop - 1])
            if end - start == 1:
                continue  # "x" in the cell behind a number, "3." before an item
            yield self._span(start, end, here, None, is_direct=is_direct)

    def _parted(self, low: int, high: int) -> Iterator[tuple[int, int]]:
        """Yield the parts of a run: it ends with a line or sentence, at quotes, brackets and changes of type."""
        tags, first = self._read.tags, low
        types = [TYPES[KINDS[at]] for at in tags.kinds[low:high].argmax(axis=1)]
        for at in range(low + 1, high):
            between = self._text[tags.ends[at - 1] : tags.starts[at]]
            marks = self._text[tags.starts[at - 1]], self._text[tags.starts[at]]
            ends = "\n" in between or not _PARTING.isdisjoint(marks) or self._ends_sentence(at - 1)
            changes = not self._worded[at - 1] and at - 2 >= first and types[at - 2 - low] != types[at - low]
            if ends or changes:
                yield first, at
                first = at
        yield first, high

    def _ends_sentence(self, at: int) -> bool:
        """Return True if a word is the full stop of a sentence, not of an abbreviation."""
        tags, text = self._read.tags, self._text
        end = int(tags.ends[at])
        if (
            text[tags.starts[at] : end] != "."
            or not text[end : end + 2].strip().isupper()
            or text[end : end + 1] != " "
        ):
            return False
        return not _may_join(text, int(tags.starts[at]), ".")

    def _bridge(self, passing: NDArray[np.bool_], taken: NDArray[np.bool_]) -> None:
        """Let the few words between two of one kind pass with them: "the red door on the left"."""
        tags, found = self._read.tags, np.flatnonzero(passing)
        top = tags.kinds.argmax(axis=1)
        bridged = np.isin(top, [KINDS.index(kind) for kind in _BRIDGED])
        for left, right in pairwise(found.tolist()):
            between = self._text[tags.ends[left] : tags.starts[right]]
            alike = bridged[left] and top[left] == top[right]
            if 1 < right - left <= _BRIDGE + 1 and alike and not taken[left:right].any():
                passing[left:right] |= not _STOPS & set(between)

    def _kind(self, here: slice, one: ReadMention | None) -> tuple[str, str]:
        """Return kind and entity type of some words; of no kind where tagger and rules do not agree: it is a claim."""
        shares = self._read.tags.kinds[here][self._telling(here)].mean(axis=0)
        types = dict.fromkeys(TYPES.values(), 0.0)
        for kind, share in zip(KINDS, shares, strict=True):
            types[TYPES[kind]] += float(share)
        type_ = max(types, key=lambda name: types[name])
        if types[type_] < (_AGREED if one is not None and one.type == type_ else _ALONE):
            return "other", TYPES["other"]
        return max((kind for kind in KINDS if TYPES[kind] == type_), key=lambda kind: shares[KINDS.index(kind)]), type_

    def _telling(self, here: slice) -> NDArray[np.bool_]:
        """Return which of some words say what kind they are: not the title before a name, which is of none."""
        worded = self._worded[here]
        named = worded & ~self._titles[here]
        return named if named.any() else worded

    def _is_shared(self, start: int, end: int, kind: str) -> bool:
        """Return True for what many share: a town, a date without its day and year, a title or "two sons" alone."""
        words = self._text[start:end]
        if kind == "place":
            return is_place(fold(words))
        if kind == "date":
            return len(_FIGURES.findall(words)) < _WHOLE_DATE
        told = _LETTERS.findall(words) or ("",)
        return all(title(word) or kin(word.lower()) or fold(word) in number_words() for word in told)

    def _span(self, start: int, end: int, here: slice, one: ReadMention | None, *, is_direct: bool) -> FoundSpan:
        kind, type_ = self._kind(here, one)
        is_direct = is_direct and not self._is_shared(start, end, kind)
        score = float((self._direct if is_direct else self._hides)[here].mean())
        rows = self._read.rows[here].mean(axis=0) * (_weights().direct if is_direct else _weights().hides)[:-1]
        why = tuple(SIGNALS[at] for at in np.argsort(-rows)[:_FACTORS] if rows[at] > 0)
        sure = 1 / (1 + math.exp(-min(max(score, -30.0), 30.0)))
        if kind == "person" and sure < _SURE:
            kind, type_ = "other", TYPES["other"]
        person = one.person if one is not None and type_ == "PERSON" else None
        return FoundSpan(start, end, type_, kind, "direct" if is_direct else "together", person, round(sure, 3), why)


def _mean(values: NDArray[np.float32]) -> float:
    return float(values.mean()) if len(values) else 0.0


def _of_tables(text: str, one: ReadMention, told: _Scored) -> FoundSpan:
    """Return a mention in another language as a span; a label of words without figures needs the tagger's word too."""
    figures = any(map(str.isdigit, text[one.start : one.end]))
    kind = "birth_date" if one.type == "DATETIME" and one.direct else _WITH_FIGURES.get(one.type) if figures else None
    how: Literal["direct", "together"] = "direct" if one.direct else "together"
    if not figures and told.share(one.start, one.end, one.type) < _AGREED:
        return FoundSpan(one.start, one.end, TYPES["other"], "other", how, None, 1.0, ("tables",))
    return FoundSpan(
        one.start, one.end, one.type, kind or _KINDS.get(one.type, "other"), how, one.person, 1.0, ("tables",)
    )


def _joined(text: str, spans: Sequence[FoundSpan]) -> list[FoundSpan]:
    """Return spans of which direct ones of one type that touch are one."""
    made: list[FoundSpan] = []
    for one in spans:
        last = made[-1] if made else None
        gap = text[last.end : one.start] if last else ""
        if last and last.type == "PERSON" and one.direct and one.kind == "other" and gap == " ":
            made[-1] = replace(last, end=one.end)  # a surname in lower case behind its first name
            continue
        if (
            last
            and last.type == one.type
            and last.how == one.how
            and one.person in (None, last.person)
            and len(gap) <= _WIDEST_GAP
            and _may_join(text, last.end, gap)
            and (not one.person or not gap.strip())
        ):
            made[-1] = replace(last, end=one.end, sure=min(last.sure, one.sure))
            continue
        made.append(one)
    return made


def _may_join(text: str, end: int, gap: str) -> bool:
    """Return True if what stands between two spans does not part them: a full stop only behind "St" or an initial."""
    before = _LETTERS.search(text, max(0, end - _ABBREVIATION - 1), end)
    return set(gap) <= _GAPS and ("." not in gap or before is None or before.end() - before.start() <= _ABBREVIATION)


def _lines(text: str, one: FoundSpan) -> Iterator[FoundSpan]:
    """Yield the parts of a span, line by line, so that line ends stay."""
    for match in _LINE.finditer(text, one.start, one.end):
        yield replace(one, start=match.start(), end=match.end())


def _whole(text: str, spans: Sequence[FoundSpan]) -> list[FoundSpan]:
    """Return spans that cut no word and no number, as far as they do not meet.

    A number that a name cuts is none of it: "9:45 Mt. Zion"; neither is a verb behind one: "Haruki belayed".
    """
    made: list[FoundSpan] = []
    for at, one in enumerate(_trimmed(text, one) for one in spans):
        start, end = one.start, one.end
        least = made[-1].end if made else 0
        most = spans[at + 1].start if at + 1 < len(spans) else len(text)
        while start > least and (_goes_on(text, start) or (one.type == "MISC" and _is_hyphened(text, start))):
            start -= 1
        while end < most and _goes_on(text, end):
            end += 1
        made.append(one if (start, end) == (one.start, one.end) else replace(one, start=start, end=end))
    return made


def _trimmed(text: str, one: FoundSpan) -> FoundSpan:
    """Return a name without what it took from its neighbours."""
    words = text[one.start : one.end]
    if one.type in _NAMING and (cut := _CUT_NUMBER.match(words)) is not None and _goes_on(text, one.start):
        one = replace(one, start=one.start + cut.end())
    if one.kind != "person" or words.islower():
        return one
    end = one.end
    while (last := _SMALL_LAST.search(text, one.start, end)) is not None and is_english_word(last[1]):
        end = last.start()
    return replace(one, end=end) if end > one.start else one


def _is_hyphened(text: str, at: int) -> bool:
    """Return True if what stands before a place goes on with the word behind it: "son-in-|law"."""
    before = text[max(0, at - 2) : at]
    return (text[at : at + 1].isalpha() and (before[-1:] == "-" and before[:1].isalpha())) or (
        before[-1:].isalpha() and text[at : at + 1] == "-" and text[at + 1 : at + 2].isalpha()
    )


def _goes_on(text: str, at: int) -> bool:
    """Return True if a word or a number goes on at a place: "9|y", "11|.4", "11.|4", "NM|-308"."""
    before, after = text[at - 1 : at], text[at : at + 1]
    if before.isalnum() and after.isalnum():
        return before < _UNSPACED and after < _UNSPACED
    if after in _WITHIN_NUMBERS:
        return before.isalnum() and text[at + 1 : at + 2].isdigit() and (after == "-" or before.isdigit())
    return before in _WITHIN_NUMBERS and after.isdigit() and text[at - 2 : at - 1].isalnum()


def _bracketed(text: str, one: FoundSpan) -> FoundSpan:
    """Return a span with the bracket or quote before it that it closes: "(0171) 55501"."""
    words, before = text[one.start : one.end], text[max(0, one.start - 1) : one.start]
    opens = (words.count(")") > words.count("(") and before == "(") or (words.count('"') == 1 and before == '"')
    return replace(one, start=one.start - 1) if opens else one


def _with_initials(text: str, spans: Sequence[FoundSpan]) -> list[FoundSpan]:
    """Return spans of which names have the initial beside them: "I. Reis", "Ana R"."""
    made: list[FoundSpan] = []
    for number, one in enumerate(spans):
        start, end = one.start, one.end
        if one.direct and one.type in _NAMES:
            before = _INITIAL_BEFORE.search(text, max(0, start - _INITIAL), start)
            after = _INITIAL_AFTER.match(text, end)
            start, end = before.start() if before else start, after.end() if after else end
        free = (not made or made[-1].end <= start) and (number + 1 == len(spans) or end <= spans[number + 1].start)
        made.append(replace(one, start=start, end=end) if free else one)
    return made


def _is_vague(text: str, one: FoundSpan) -> bool:
    """Return True for a weekday, a month or a season alone, which half the world has, and for "the"."""
    words = text[one.start : one.end]
    return all(word in span_words("small_words") for word in words.lower().split()) or (
        one.type == "DATETIME"
        and not one.direct
        and len(words.split()) < _FEWEST_DATE_WORDS
        and not any(map(str.isdigit, words))
    )


def _with_people(text: str, spans: Sequence[FoundSpan]) -> Iterator[FoundSpan]:
    """Yield spans of which every name has a person: the one whose words it shares, else somebody new."""
    bearers: dict[str, set[str]] = {}
    spans = _as_elsewhere(text, spans)
    for one in spans:
        if one.person is not None:
            for word in _name_words(text, one):
                bearers.setdefault(word, set()).add(one.person)
    for number, one in enumerate(spans):
        if one.type != "PERSON" or one.person is not None:
            yield one
            continue
        words = _name_words(text, one)
        named = [bearers[word] for word in words if word in bearers]
        shared = set.intersection(*named) if named else set()
        person = shared.pop() if len(shared) == 1 else f"found-{number}"
        for word in words:
            bearers.setdefault(word, set()).add(person)
        yield replace(one, person=person)


def _as_elsewhere(text: str, spans: Sequence[FoundSpan]) -> list[FoundSpan]:
    """Return spans of which those of no kind that are the name of a person elsewhere, or a part of it, are one too."""
    names = {frozenset(_name_words(text, one)) for one in spans if one.kind == "person"}
    parts = {word for name in names for word in name}
    made = []
    for one in spans:
        words = frozenset(_name_words(text, one)) if one.kind == "other" and one.direct else frozenset[str]()
        named = bool(words) and words <= parts and any(words <= name for name in names)
        made.append(replace(one, type="PERSON", kind="person") if named else one)
    return made


def _name_words(text: str, one: FoundSpan) -> list[str]:
    return [word for word in _LETTERS.findall(fold(text[one.start : one.end])) if title(word) is None]


@cache
def _weights() -> _Weights:
    told = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    order = (*SIGNALS, "bias")
    return _Weights(
        np.array([told["direct"][name] for name in order]),
        np.array([told["hides"][name] for name in order]),
        told["direct_at"],
        told["hides_at"],
    )
