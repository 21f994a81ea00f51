"""What stands plainly for an identifier: what it surely is, in brackets, in the language of the text."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from gyges.anonymizers.subjectwise.languages._table import writing_in
from gyges.reading import foreign_paragraphs, reading_language
from gyges.reading.details import written_as
from gyges.reading.finder import FoundSpan, Residual
from gyges.reading.lookups import is_english_word, kin, title
from gyges.records import Edit

_ENGLISH = {
    "name": "[name]", "code": "[number]", "mail": "[e-mail]", "link": "[link]", "street": "[address]",
    "place": "[place]", "organisation": "[organisation]", "date": "[date]", "age": "[age]", "demonym": "[origin]",
    "job": "[occupation]", "told": "[...]",
}  # fmt: skip
_LABELS = {
    "person": "name", "handle": "name", "address": "street", "place": "place", "position": "place",
    "organisation": "organisation", "contact": "code", "code": "code", "link": "link", "date": "date",
    "birth_date": "date", "age": "age", "group": "told", "occupation": "job", "other": "told",
}  # fmt: skip
_TYPES = {"name": "NAME", "code": "NUMBER", "mail": "CODE", "link": "CODE", "told": "MISC"}
"""What a label says of a span whose type is not certain."""
_PEOPLE = frozenset(("person", "handle"))
_NAMED = frozenset(("person", "handle", "address", "place", "position", "organisation"))
_NOTHING = _ENGLISH["told"]
_OF_A_NAME = re.compile(r"\[(?:NAME|PERSON|ORG|LOC|name|place|organisation|address)\]|[A-Z]{1,3}\d*\.")
_MAIL = re.compile(r"\S+@\S+\.\S+")
_LINK = re.compile(r"(?:https?://|www\.)\S+|\S+\.[a-z]{2,}/\S*", re.IGNORECASE)
_NO_NUMBER = re.compile(r"[^\W\d_]{3,}")  # a word: "FK-2290417" has none
_WORD = re.compile(r"[^\W\d_]{2,}")


def plain_mark(one: Residual, labels: Mapping[str, str] | None = None) -> str:
    """Return what stands for an identifier that was left."""
    return mark_of(one.kind, one.words, labels)


def mark_of(kind: str, words: str, labels: Mapping[str, str] | None = None, *, certain: bool = False) -> str:
    """Return what stands for words of a kind of the finder, which is said only where it is certain."""
    said = said_of(kind, words, certain=certain, english=labels is None)
    return (labels or _ENGLISH)["told" if said == "name" and kind not in _PEOPLE else said]


def label_of(one: FoundSpan | Residual, words: str, *, english: bool) -> str:
    """Return what a label in capitals may say: the entity type where it is certain, else NAME, NUMBER or MISC."""
    if isinstance(one, FoundSpan) and one.certain:
        return one.type
    return _TYPES[said_of(one.kind, words, certain=False, english=english)]


def one_mark(text: str, edits: Sequence[Edit]) -> list[Edit]:
    """Return edits of which one mark is left where two stand side by side that say the same, or one says nothing."""
    made: list[Edit] = []
    for edit in edits:
        at = next((at for at in range(len(made) - 1, -1, -1) if made[at].text), None)
        beside = at is not None and text[made[-1].end : edit.start] in ("", " ")
        left = mark_left(made[at].text, edit.text) if at is not None and beside else ""
        if at is None or not left:
            made.append(edit)
            continue
        made[at] = replace(made[at], text=left)
        gap = [Edit(made[-1].end, edit.start, "")] if made[-1].end < edit.start else []
        made += [*gap, replace(edit, text="")]
    return made


def mark_left(one: str, other: str) -> str:
    """Return the mark that says as much as two side by side, empty if both are needed."""
    if one == other:
        return one
    says = other if one == _NOTHING else one if other == _NOTHING else ""
    return says if _OF_A_NAME.fullmatch(says) else ""


def said_of(kind: str, words: str, *, certain: bool, english: bool) -> str:
    """Return what is surely true of words: their kind where it is certain, else ``name``, ``code`` or ``told``."""
    if _MAIL.fullmatch(words):
        return "mail"
    if _LINK.fullmatch(words):
        return "link"
    label = _LABELS[kind]
    if certain and label not in ("code", "link", "told"):
        return label
    if any(map(str.isdigit, words)):
        return "told" if _NO_NUMBER.search(words) else "code"
    if kind == "handle" or (
        _is_all_names(words) and any(_is_name(word, kind, english) for word in _WORD.findall(words))
    ):
        return "name"
    return "told"


def _is_all_names(words: str) -> bool:
    """Return True if nothing but names stands there: "Ana de Sá", not "drive for Translink"."""
    return all(word[0].isupper() or not is_english_word(word) for word in _WORD.findall(words))


def _is_name(word: str, kind: str, english: bool) -> bool:
    """Return True for a word with a capital that names; in English only one that is no other word."""
    if not word[0].isupper() or title(word) is not None or kin(word.lower()) is not None:
        return False
    if kind not in _NAMED and kind != "other":
        return False
    return not is_english_word(word.lower()) if english else kind in _NAMED


def labels_in(text: str) -> Callable[[int], Mapping[str, str] | None]:
    """Return what says the marks of a place of a text: those of its paragraph's language, None for English."""
    main = reading_language(text)
    apart = [(low, high, written_as(text[low:high])) for low, high in foreign_paragraphs(text, main)]
    return partial(_labels_at, apart, written_as(text))


def _labels_at(apart: list[tuple[int, int, str]], main: str, place: int) -> Mapping[str, str] | None:
    iso = next((one for low, high, one in apart if low <= place < high), main)
    return writing_in(iso).labels if iso else None
