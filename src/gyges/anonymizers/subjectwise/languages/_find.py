"""All pieces of a text in a language of tables: everything the reader understood, with what may stand there."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from gyges.anonymizers.subjectwise._across import Across, LetterGiver, forms_of
from gyges.anonymizers.subjectwise._pieces import TAGS, Piece, Pieces
from gyges.anonymizers.subjectwise.languages._people import (
    anybody_swap,
    demonym_swap,
    is_partner,
    is_refuted,
    job_swap,
    kin_swap,
    may_go,
)
from gyges.anonymizers.subjectwise.languages._places import PlaceWords
from gyges.anonymizers.subjectwise.languages._slots import is_determiner
from gyges.anonymizers.subjectwise.languages._study import study_swap, told_swap
from gyges.anonymizers.subjectwise.languages._swap import LanguageSwap, label_of
from gyges.anonymizers.subjectwise.languages._table import LanguageWriting
from gyges.anonymizers.subjectwise.languages._times import age_swap, amount_swap, date_swap, is_no_age, with_tail
from gyges.anonymizers.wording import ALPHABET, Letters
from gyges.reading import Reading
from gyges.reading.details import Detail, find_details
from gyges.reading.lookups import first_name, fold

__all__ = ["LanguagePieces"]

_KINDS = {
    "unexplained": "name", "street": "code", "birth": "date", "kin": "bond", "trait": "told",
}  # fmt: skip
_BY_TAG = {"RELATIONSHIP": "bond", "EDUCATION": "study", "OCCUPATION": "job", "POSITION": "job", "AGE": "age"}
_TAGS = {
    **TAGS,
    "date": frozenset({"AGE"}),
    "amount": frozenset[str](),
    "bond": frozenset({"RELATIONSHIP", "AGE"}),
    "job": TAGS["job"] | {"RELATIONSHIP"},
    "told": TAGS["job"] | {"NATIONALITY", "RELATIONSHIP"},
}
_COMMA_BEFORE_VERB = re.compile(r", (?!\d)[^\W\d_A-ZÄÖÜÁÉÍÓÚÑ]")
_FOREIGN = {"LOC": "place", "ORG": "organisation", "DEM": "job", "CODE": "code", "MISC": "code"}
"""Pieces of words in a paragraph of another language, which get a label; names get a letter as everywhere."""
_LONG_NUMBER = 5  # figures from which on a number without a unit is somebody's
_WITHOUT_SMALL_END = re.compile(r".*[^\W_a-zß-öø-ÿ][^\s]*", re.S)  # up to the last word with a capital or a figure
_INITIALS = re.compile(r"(?:\.[^\W\d_])+\.(?= [^\W\d_A-ZÄÖÜÁÉÍÓÚÑ]|,)")  # of a firm: "S | .L. y"
_MORE_FIGURES = re.compile(r"(?:[-/.]\d+)*")
_FIGURES = re.compile(r"(?!\d{1,3}(?:[.'’ ]\d{3})+(?:,\d+)?$)\d+(?:[-/. ]\d+)*")
_RETIRED = "Retired"
_FIRST = ("name", "code", "street", "unexplained")  # what identifies somebody keeps its place where two meet


class LanguagePieces:
    """The pieces of one text.

    Args:
        text: The text.
        reading: What the reader found in it.
        writing: How its language is written.
        home: The countries where the language is spoken, in English.
        across: Who was met in the windows before, where the text is one.
    """

    def __init__(
        self, text: str, reading: Reading, writing: LanguageWriting, home: set[str], across: Across | None = None
    ) -> None:
        self._text, self._writing, self._home = text, writing, home
        self._details = tuple(_joined(text, find_details(text), writing))
        self._people = {m.start: m.person or "" for m in reading.mentions if m.person is not None}
        named = [text[one.start : one.end] for one in self._details if one.kind in {*_FIRST, "place", "organisation"}]
        self.letters: LetterGiver = Letters(named, writing.letters or ALPHABET)
        if across is not None:
            names = [one for one in self._details if one.kind in {"name", "unexplained"}]
            forms = forms_of((self._key(one), one.name or text[one.start : one.end]) for one in names)
            self.letters = across.window(forms)
        self._places = PlaceWords(text, self._details, writing, self.letters, home)

    def find(self) -> Pieces:
        """Return the pieces; words that no table knows how to change get their label."""
        pieces = Pieces()
        ordered = sorted(self._details, key=lambda one: one.kind not in _FIRST)
        for detail in ordered:
            for piece in self._pieces(detail):
                if pieces.add(piece):
                    break
        return pieces

    def _pieces(self, detail: Detail) -> Iterator[Piece]:
        """Yield the piece of a detail, and a plainer one for where it does not fit beside others."""
        if detail.foreign and detail.type in _FOREIGN:
            label = label_of(detail, self._writing)
            yield self._piece(detail, _FOREIGN[detail.type], LanguageSwap(detail.start, detail.end, (label,)))
            return
        kind = _BY_TAG.get(detail.tag) or _KINDS.get(detail.kind, detail.kind)
        if kind in {"moment", "amount"} and _is_number_of_somebody(self._text[detail.start : detail.end]):
            label = self._writing.labels.get("code") or "[CODE]"
            rest = _MORE_FIGURES.match(self._text, detail.end)
            end = rest.end() if rest is not None else detail.end
            yield self._piece(detail, "code", LanguageSwap(detail.start, end, (label,)))
            return
        if kind == "moment" or self._is_mistaken(detail):
            return
        label = label_of(detail, self._writing)
        swap = self._swap(detail)
        if swap is not None:
            last = "" if may_go(self._text, detail.start, detail.end, self._writing) else label
            rungs = (*swap.rungs, last) if kind in {"age", "bond", "demonym"} or not last else swap.rungs
            yield self._piece(detail, kind, self._without_comma(LanguageSwap(swap.start, swap.end, rungs)))
        if swap is None and not self._must_change(detail, kind):
            return
        goes = kind not in {"name", "code"} and may_go(self._text, detail.start, detail.end, self._writing)
        yield self._piece(detail, kind, LanguageSwap(detail.start, detail.end, ("" if goes else label,)))

    def _without_comma(self, swap: LanguageSwap) -> LanguageSwap:
        """Return a swap that takes the comma behind it along where all goes between a name and what is said of it."""
        named = any(one.end == swap.start - 2 and one.kind in {"name", "kin"} for one in self._details)
        verb = _COMMA_BEFORE_VERB.match(self._text, swap.end)
        if swap.rungs[0] or not named or verb is None or self._text[swap.start - 2] != ",":
            return swap
        return replace(swap, end=swap.end + 1)

    def _is_mistaken(self, detail: Detail) -> bool:
        """Tell whether the words around show that the reader took a word for what it is not."""
        shown, head = self._text[detail.start : detail.end], self._text[max(0, detail.start - 12) : detail.start]
        label = self._text[detail.end : detail.end + 1] == ":" and head.rpartition("\n")[2] == ""
        if detail.kind == "unexplained" or (detail.kind == "name" and label):
            return self._writing.ordinary.fullmatch(shown) is not None
        if detail.kind == "kin" and re.search(rf"(?<!\w)(?:{self._writing.people.get('idioms', '(?!)')}) $", head):
            return True
        if detail.kind in {"kin", "job"}:
            thing = re.fullmatch(self._writing.people.get("things", "(?!)"), shown)
            thing = thing or re.search(rf"(?<!\w)(?:{self._writing.people.get('things_after', '(?!)')}) $", head)
            if label or thing or head.endswith("& "):
                return True
        if detail.kind == "age":
            return is_no_age(self._text, detail, self._writing)
        return detail.kind in {"job", "kin"} and is_refuted(self._text, detail, self._writing)

    def _must_change(self, detail: Detail, kind: str) -> bool:
        """Tell whether words go though the table has no others: not a month, a year, a small number or a relative."""
        if kind in {"date", "amount", "told"}:
            return detail.kind == "birth"
        if detail.kind == "kin":
            return False
        if detail.kind == "organisation":
            return not self._places.is_generic(detail)
        return not (detail.kind == "demonym" and detail.value in self._home) and detail.scale != "country"

    def _swap(self, detail: Detail) -> LanguageSwap | None:
        text, writing = self._text, self._writing
        match detail.kind:
            case "name" | "unexplained":
                return self._name(detail)
            case "street" | "place" | "organisation":
                return self._places.swap(detail)
            case "age":
                return age_swap(text, detail, writing)
            case "date" | "birth":
                return date_swap(text, detail, writing)
            case "amount":
                return amount_swap(text, detail, writing)
            case "job":
                return told_swap(text, detail.start, detail.end, writing) or job_swap(text, detail, writing)
            case "kin":
                return kin_swap(text, detail, writing) if is_partner(detail.value) else None
            case "demonym":
                return demonym_swap(text, detail, writing, detail.value in self._home)
        return self._described(detail)

    def _described(self, detail: Detail) -> LanguageSwap | None:
        """Return what stands for other words that describe somebody, by the tag they tell."""
        swap = told_swap(self._text, detail.start, detail.end, self._writing)
        if swap is not None:
            return swap
        match detail.tag:
            case "EDUCATION":
                return study_swap(self._text, detail, self._writing)
            case "OCCUPATION" | "POSITION":
                return job_swap(self._text, detail, self._writing)
            case "RELATIONSHIP":
                goes = may_go(self._text, detail.start, detail.end, self._writing)
                if goes:
                    return LanguageSwap(detail.start, detail.end, ("",))
                return anybody_swap(self._text, detail, self._writing)
        return None

    def _key(self, detail: Detail) -> str:
        return detail.chain or fold(self._text[detail.start : detail.end])

    def _name(self, detail: Detail) -> LanguageSwap:
        letter = self.letters.of(self._key(detail)) + (self._writing.genitive if detail.genitive else "")
        known = re.fullmatch(self._writing.people.get("addresses", "(?!)"), detail.address)
        address = f"{detail.address} " if known else ""
        start = self._text.find(address, detail.start, detail.end) if address else detail.start
        if start < 0 or not is_determiner(self._text[detail.start : start].strip(), self._writing):
            start = detail.start  # "el Sr. Cruz" keeps its article, "la Norma" does not
        return LanguageSwap(start, detail.end, (address + letter,))

    def _piece(self, detail: Detail, kind: str, swap: LanguageSwap) -> Piece:
        shown = fold(self._text[detail.start : detail.end])
        return Piece(
            swap.start,
            swap.end,
            kind,
            swap.rungs,
            f"{kind} {shown}" if kind not in {"name", "date"} else f"{kind} {detail.start}",
            _TAGS[kind],
            detail.type,
            detail.direct,
            self._people.get(detail.start, ""),
        )


def _joined(text: str, details: Sequence[Detail], writing: LanguageWriting) -> Iterator[Detail]:
    """Yield details with parts of one name as one, two days of a month as a stretch, a retired job as that job."""
    last: Detail | None = None
    for detail in (_balanced(text, with_tail(text, one, writing) if one.day else one, writing) for one in details):
        one = _together(text, last, detail, writing) if last is not None else None
        if last is not None and one is None:
            yield last
        last = one or detail
    if last is not None:
        yield last


def _together(text: str, last: Detail, detail: Detail, writing: LanguageWriting) -> Detail | None:
    """Return two details as one where they are parts of one thing."""
    gap, kinds = text[last.end : detail.start], {last.kind, detail.kind}
    field = text[max(0, last.start - 2) : last.start]
    listed = last.kind == "moment" and gap == ", " and (field in {"", ": "} or field.endswith("\n"))
    if listed and (detail.kind == "name" or _is_first_name(text[detail.start : detail.end])):
        return replace(detail, start=last.start)  # a surname that is a day: "Sonntag, Heinz"
    if last.kind == "name" and gap == ", " and not detail.tag and _is_first_name(text[detail.start : detail.end]):
        return replace(last, end=detail.end)  # "Sonntag, Heinz-Dieter"
    if kinds == {"name"} and gap == " ":
        return replace(detail, start=last.start, address=last.address)
    if last.kind in {"name", "unexplained"} and detail.kind == "unexplained" and writing.joins.fullmatch(gap):
        return replace(last, end=detail.end)
    if kinds == {"job"} and gap == " " and _RETIRED in {last.value, detail.value}:
        work = last if detail.value == _RETIRED else detail
        return replace(work, start=last.start, end=detail.end, sex=last.sex or detail.sex)
    if last.kind == "job" and detail.tag == "EDUCATION" and gap == " ":
        return replace(last, end=detail.end)
    in_month = kinds == {"date"} and (last.year or detail.year, last.month) == (detail.year, detail.month)
    if in_month and re.fullmatch(writing.dates.get("ranges", "(?!)"), gap):
        return replace(detail, start=last.start, tag="range")
    return None


def _is_number_of_somebody(shown: str) -> bool:
    """Tell whether figures that a finder took for a time or an amount are too many for one: "5550-18"."""
    return sum(map(str.isdigit, shown)) >= _LONG_NUMBER and _FIGURES.fullmatch(shown) is not None


def _is_first_name(shown: str) -> bool:
    return all(first_name(part) is not None for part in re.split(r"[ -]", shown))


def _balanced(text: str, detail: Detail, writing: LanguageWriting) -> Detail:
    """Return a detail with the bracket, quotation mark or stop that belongs to it, an organisation without verbs."""
    shown = text[detail.start : detail.end]
    if detail.kind == "organisation":
        name = _WITHOUT_SMALL_END.match(shown)
        initials = _INITIALS.match(text, detail.end) or writing.firms.match(text, detail.end)
        end = (
            initials.end() if initials is not None else detail.start + (name.end() if name is not None else len(shown))
        )
        return replace(detail, end=end)
    if shown.count(")") > shown.count("(") and text[detail.start - 1 : detail.start] == "(":
        return replace(detail, start=detail.start - 1)
    if shown.count('"') % 2 and text[detail.end : detail.end + 1] == '"':
        return replace(detail, end=detail.end + 1)
    if "." in shown and text[detail.end : detail.end + 2] == ".,":
        return replace(detail, end=detail.end + 1)
    return detail
