"""What stands for what is named: a letter, the noun of its kind, or nothing where the sentence does not need it."""

import re
from collections.abc import Sequence
from dataclasses import replace

from gyges.anonymizers.subjectwise._across import Across, LetterGiver, forms_of
from gyges.anonymizers.subjectwise._found import Found, find_all
from gyges.anonymizers.subjectwise._labels import Labels
from gyges.anonymizers.subjectwise._pieces import TAGS, Piece
from gyges.anonymizers.subjectwise._place_words import place_word
from gyges.anonymizers.subjectwise._senses import NO_SENSES, Senses
from gyges.anonymizers.wording import (
    Letters,
    Swap,
    adjunct,
    attribute,
    can_be,
    code_swap,
    demonym_swap,
    field_around,
    kind_noun,
    kind_of,
    lead_of,
    name_swap,
    segment_around,
    titles_before,
    usual_tag,
    word_before,
)
from gyges.reading import Reading

__all__ = ["find_named"]

_TYPES = {"place": "LOC", "organisation": "ORG", "demonym": "DEM", "name": "PERSON", "code": "CODE"}
_LINK = re.compile(r",? (?:(?:in|at|of|near|on) )?(?:the )?")
_LETTER = "\ue000{}\ue001"  # stands for a letter until it is known which letters are read
_SINGLE = re.compile(r"(?<![\w.'’])[A-Z](?![\w'’])")
_PLACEHOLDER = re.compile("\ue000([^\ue001]*)\ue001")
_ONLY = re.compile(r"(?: [a-z]+)? only\b")
_THERE = re.compile(r"\bthere\b(?!['’]s| (?:is|was|are|were|has|have|had|will|would|came|lives|lived)\b)")
_WHERE = frozenset(("in", "at", "on", "from", "to", "near"))
_NEAR = 120  # code points behind a place in which "there" may mean it
_ON_TO = re.compile(r" (?:to|until|and|through) (?:here|there|home|the|our|my|his|her|their)\b")
_NOUN_BEHIND = re.compile(r" ([a-z]{3,})\b")
_ENGLISH = "English"  # the language of the text tells nobody's nation
_Draft = tuple[Found, str, Swap]


def find_named(text: str, reading: Reading, senses: Senses = NO_SENSES, across: Across | None = None) -> list[Piece]:
    """Return the pieces of a text that name somebody or something; `across` knows the windows before this text."""
    found, labels = find_all(text, reading, senses), Labels(text, reading)
    known: set[str] = set()
    same: dict[str, str] = {}  # words that name a person here and a place there have one letter
    drafts: list[_Draft] = []
    for one in found:
        words = text[one.start : one.end]
        key = labels.key(one.start, words) if one.kind == "name" else f"{one.kind} {words.casefold()}"
        first = same.setdefault(words.casefold().removesuffix("'s").removesuffix("’s"), key)
        letter = _LETTER.format(key if one.kind == "name" else first)
        swap = _again(text, drafts, one, key) or _swap(
            text, one, place_word(text, one) or letter, known, _anchor(text, drafts, one)
        )
        if swap is not None:
            _draft(drafts, one, key, letter, swap)
    if across is not None:
        people = forms_of((key, text[one.start : one.end]) for one, key, _ in drafts if one.kind == "name")
        return _lettered(drafts, across.window(people), labels)
    names = [text[one.start : one.end] for one in found if one.kind in {"name", "place", "organisation"}]
    names += _SINGLE.findall(text)  # "Patient B", "Block C"
    return _lettered(drafts, Letters(names), labels)


def _again(text: str, drafts: Sequence[_Draft], one: Found, key: str) -> Swap | None:
    """Return that a second form of a name goes that only explains the first: "A. Wills (Alasdair Wills)"."""
    if not drafts or drafts[-1][1] != key or one.kind != "name":
        return None
    last = drafts[-1][2].end
    gap = text[last : titles_before(text, one.start)]
    if gap == " (" and text[one.end : one.end + 1] == ")":
        return Swap(last, one.end + 1, "", "")
    return Swap(last, one.end, "", "") if gap in {", i.e. ", " i.e. ", " alias ", ", alias "} else None


def _anchor(text: str, drafts: Sequence[_Draft], one: Found) -> int | None:
    """Return where what goes right before something begins; None if nothing does."""
    last = drafts[-1][2] if drafts else None
    if last is None or last.new or not _LINK.fullmatch(text, last.end, one.start):
        return None
    return last.start


def _draft(drafts: list[_Draft], one: Found, key: str, letter: str, swap: Swap) -> None:
    """Add a swap; one that goes takes what stands in it along, and one that meets another gives way."""
    while drafts and not swap.new and swap.start <= drafts[-1][2].start:
        drafts.pop()  # "(Reg. BVC-3318)"
    end = drafts[-1][2].end if drafts else 0
    if swap.start < end:
        if one.start < end:
            return
        swap = replace(swap, start=end) if not swap.instead else Swap(one.start, one.end, letter, letter)
    drafts.append((one, key, swap))


def _lettered(drafts: Sequence[_Draft], letters: LetterGiver, labels: Labels) -> list[Piece]:
    """Give letters in order of appearance: first to what is read, then to what is only there if a sentence breaks."""

    def told(words: str) -> str:
        return _PLACEHOLDER.sub(lambda match: letters.of(match[1]), words)

    news = [told(swap.new) for _, _, swap in drafts]
    return [
        Piece(
            swap.start,
            swap.end,
            one.kind,
            (new,),
            key,
            TAGS[one.kind],
            _TYPES[one.kind],
            one.kind in {"name", "code"},
            labels.person(one.start) if one.kind == "name" else "",
            told(swap.instead),
        )
        for (one, key, swap), new in zip(drafts, news, strict=True)
    ]


def _swap(text: str, one: Found, letter: str, known: set[str], anchor: int | None) -> Swap | None:
    span = (one.start, one.end)
    if one.kind == "name":
        return name_swap(text, *span, letter)
    if one.kind == "code":
        return code_swap(text, *span)
    if one.kind == "demonym":
        stays = not _is_nation(text, *span) or _ONLY.match(text, one.end)  # "in Swedish only"
        return None if stays else demonym_swap(text, *span, letter)
    if one.kind == "organisation":
        kind = kind_of(text[one.start : one.end])
        if kind is not None:
            new = kind_noun(text, *span, kind, known=kind in known)
            known.add(kind)
            return Swap(*span, new, new)
    part = segment_around(text, *span)
    if part is not None:
        return Swap(*part, "", "")
    field = field_around(text, *span)
    if field is not None and one.kind == "place":
        return Swap(*field, "", "")
    goes = attribute(text, *span) or adjunct(text, *span, anchor)
    if goes is not None and not _is_needed(text, one):
        return _gone(text, goes, one, letter)
    if one.kind == "place" and text[one.end : one.end + 1] == "-":
        return None  # "Lahore-born"
    before = word_before(text, one.start)
    if one.kind == "organisation" and before is not None and before.lower in {"the", "a", "an"}:
        return None  # "the Libertadores": it is not certain what that is
    return Swap(lead_of(text, one.start, one.end), one.end, letter, letter)


def _gone(text: str, goes: tuple[int, int], one: Found, letter: str) -> Swap:
    """Return that a phrase goes; where that breaks the sentence, a letter stands for the name in it."""
    low, high = goes
    instead = (
        f"{text[low : one.start]}{letter}{text[one.end : high]}" if low <= one.start and one.end <= high else letter
    )
    return Swap(low, high, "", instead)


def _is_needed(text: str, one: Found) -> bool:
    """Tell whether a phrase cannot go: "there" takes it up, or the name belongs to the noun behind it ("Cedar bog")."""
    line = text.find("\n", one.end)
    led = word_before(text, one.start)
    where = led is not None and led.lower in _WHERE
    if led is not None and led.lower in {"from", "between"} and _ON_TO.match(text, one.end):
        return True  # "from Plaine Magnien to here"
    if (
        where
        and one.kind == "place"
        and _THERE.search(text[one.end : min(one.end + _NEAR, line if line >= 0 else len(text))])
    ):
        return True
    after = _NOUN_BEHIND.match(text, one.end)
    return where and after is not None and _is_noun(after[1])


def _is_noun(word: str) -> bool:
    tag = usual_tag(word)
    return (tag == "NN" or (tag == "VB" and can_be(word, "NOUN"))) and not can_be(word, "ADV")


def _is_nation(text: str, start: int, end: int) -> bool:
    return text[start:end] != _ENGLISH
