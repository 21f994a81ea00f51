"""Which characters of a text were masked, by the offsets of the edits or by looking for the words in the release."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import accumulate

from rapidfuzz.distance import LCSseq

from gyges.reading.lookups import fold
from gyges.records import TAXONOMIES, Document, IdentifierType, Mention, Release, taxonomy

MASKED, STANDING = 1, 0

_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003ffff"
_WORD = re.compile(rf"[{_UNSPACED}]|[^\W{_UNSPACED}]+")
"""A word; in scripts that are written without spaces, a character."""

_TELLING = 2
"""Letters from which on a single word that turns up elsewhere tells something."""

_SHORTEST_WITH_ENDING = 4
"""Letters from which on a final s is taken for an ending; shorter words are other words without it ("Ross")."""

_MAX_CELLS = 1_000_000_000
"""Words of the text times words of the release up to which both are aligned (some 125 MB); 30,000 words each."""


def masked_by_edits(document: Document, release: Release, *, sure: bool = False) -> bytearray | None:
    """Return what the edits in the trace cover, None if it has none that lead from the text to the release.

    Edits are spans that a method replaced in place; what a rewrite changed is no mask, and methods that rewrite leave
    none in the trace. An edit that says the words of a mention again masks nothing of it, nor does one that keeps a
    word of a direct identifier: "Ms Silva" in the place of "Ana Silva".
    """
    edits = release.trace.get("edits")
    if not isinstance(edits, Sequence) or isinstance(edits, str) or not edits:
        return None
    masked = bytearray(len(document.text))
    replaced: list[tuple[int, int, list[str]]] = []
    made, last, told = list[str](), 0, True
    for edit in edits:
        if not isinstance(edit, Mapping):
            return None
        start, end = edit.get("start"), edit.get("end")
        if not isinstance(start, int) or not isinstance(end, int):
            return None
        start, end = max(start, 0), min(end, len(masked))
        made += [document.text[last:start], str(edit.get("text") or "")]
        last, told = end, told and isinstance(edit.get("text"), str)
        masked[start:end] = bytes([MASKED]) * max(end - start, 0)
        said = [word for _, _, word in _words(_marks().sub(" ", str(edit.get("text") or "")))]
        if said:
            replaced.append((start, end, said))
    if told and not sure and "".join([*made, document.text[last:]]) != release.text:
        return None
    for mention in document.mentions or ():
        for start, end in _said_again(mention, replaced):
            masked[start:end] = bytes(end - start)
    return masked


def _said_again(mention: Mention, replaced: Sequence[tuple[int, int, list[str]]]) -> Iterator[tuple[int, int]]:
    """Yield the parts of a mention that the words put in its place, or in another's, still say."""
    words = _words(mention.text)
    plain = [word for _, _, word in words]
    direct = mention.identifier is IdentifierType.DIRECT
    for start, end, said in replaced:
        over = start < mention.end and mention.start < end
        again = plain and any(said[at : at + len(plain)] == plain for at in range(len(said) - len(plain) + 1))
        if again and (over or direct):  # "Spain" in the place of "Madrid" does not bring back a masked "Spain"
            yield mention.start, mention.end
        elif over and direct:
            for first, last, word in words:
                if len(word) >= _TELLING and word in said and not word.isdigit():
                    yield mention.start + first, mention.start + last


def masked_by_exact_search(document: Document, release: Release) -> bytearray:
    """Return the mentions whose exact words are nowhere in the release, as SPIA's span search does.

    Mentions are all or nothing, another spelling counts as masked, and a hit inside another word as standing.
    """
    masked = bytearray(len(document.text))
    for mention in document.mentions or ():
        if mention.text not in release.text:
            masked[mention.start : mention.end] = bytes([MASKED]) * (mention.end - mention.start)
    return masked


def masked_by_search(document: Document, release: Release) -> bytearray:
    """Return what is masked, told from the two texts alone, word by word and whatever case, accents and punctuation.

    The two texts are aligned by the longest common subsequence of their words. A mention stands if all its words are
    where they were, or if its letters and digits turn up elsewhere in words that are not simply other words of the
    original in their own place. Short of that, single words of it stand if they are left, in place or moved, and the
    original has them in mentions to mask only: "Smith" does, the "court" in "a court" does not. So "Ann" does not stand
    because of "Anna", nor "5 May" because of another "5 May" that nobody had to mask; and neither lower case nor other
    punctuation masks anything. Placeholders are no words.
    """
    original, released = _words(document.text), _words(_marks().sub(" ", release.text))
    kept = _kept(original, released)
    in_place = frozenset(kept.values())
    loose = {_form(word) for place, (_, _, word) in enumerate(released) if place not in kept}
    spans = _mentions(document, original)
    covered = {number for _, span in spans for number in span}
    public = {word for number, (_, _, word) in enumerate(original) if number not in covered}
    places = _LetterPlaces(released, frozenset(kept))
    masked = bytearray([MASKED]) * len(document.text)
    for mention, span in spans:
        words = [original[number][2] for number in span]
        if _stands_whole(mention, span, words, in_place, places, release):
            masked[mention.start : mention.end] = bytes(mention.end - mention.start)
            continue
        for number, word in zip(span, words, strict=True):
            moved = _form(word) in loose and len(word) >= _TELLING
            if word not in public and (number in in_place or moved):
                start, end, _ = original[number]
                masked[start:end] = bytes(end - start)
    return masked


def _mentions(document: Document, words: Sequence[tuple[int, int, str]]) -> list[tuple[Mention, range]]:
    """Return the mentions that must be masked, each with the numbers of the words it lies in."""
    ends = [end for _, end, _ in words]
    starts = [start for start, _, _ in words]
    return [
        (mention, range(bisect_right(ends, mention.start), bisect_left(starts, mention.end)))
        for mention in document.mentions or ()
        if mention.identifier is not IdentifierType.NO_MASK
    ]


def _stands_whole(
    mention: Mention, span: range, words: list[str], in_place: frozenset[int], places: "_LetterPlaces", release: Release
) -> bool:
    if not span:  # signs only
        return mention.text.strip() in release.text
    if all(number in in_place for number in span):
        return True
    around = "".join(words)
    inside = "".join(word for _, _, word in _words(mention.text))  # other letters where a mention ends within a word
    return places.has_moved(around) or places.has_moved(inside)


class _LetterPlaces:
    """The words of a release written together, with the way back from a letter to its word."""

    def __init__(self, words: Sequence[tuple[int, int, str]], kept: frozenset[int]) -> None:
        self._text = "".join(word for _, _, word in words)
        self._starts = list(accumulate((len(word) for _, _, word in words), initial=0))
        self._kept = kept

    def has_moved(self, letters: str) -> bool:
        """Tell whether whole words spell these letters, at least one of them not where the original has it."""
        at = self._text.find(letters)
        while at >= 0:
            first, last = bisect_right(self._starts, at) - 1, bisect_right(self._starts, at + len(letters)) - 1
            whole = self._starts[first] == at and self._starts[last] == at + len(letters)
            if whole and any(number not in self._kept for number in range(first, last)):
                return True
            at = self._text.find(letters, at + 1)
        return False


@cache
def _marks() -> re.Pattern[str]:
    """Match what maskers put in place of words and nothing else: ``[PERSON]``, ``<LOC_2>``, ``[redacted]``."""
    names = {tag.name for name in TAXONOMIES for tag in taxonomy(name)} | {"REDACTED", "MASKED", "MASK", "ANONYMIZED"}
    return re.compile(rf"[\[<](?i:{'|'.join(sorted(names))})(?:[ _-]?\d{{1,3}})?[\]>]")


def _words(text: str) -> list[tuple[int, int, str]]:
    return [(match.start(), match.end(), _plain(match.group())) for match in _WORD.finditer(text)]


@lru_cache(maxsize=1 << 16)
def _plain(word: str) -> str:
    """Return a word without case and accents; a sign of a script that is written above others stays."""
    return fold(word) or word


def _form(word: str) -> str:
    """Return a word without the ending of its plural or genitive: the Silvas are told from "Silva"."""
    return word.removesuffix("s") if len(word) > _SHORTEST_WITH_ENDING else word


def _kept(original: Sequence[tuple[int, int, str]], released: Sequence[tuple[int, int, str]]) -> dict[int, int]:
    """Return the words of the release that are words of the original in their place, as number to number."""
    numbers: dict[str, int] = {}
    one = [numbers.setdefault(word, len(numbers)) for _, _, word in original]
    two = [numbers.setdefault(word, len(numbers)) for _, _, word in released]
    if len(one) * len(two) > _MAX_CELLS:  # too long to align: every word that is left anywhere stands, to be safe
        left = set(two)
        return {-1 - place: place for place, word in enumerate(one) if word in left}  # in no place of the release
    return {
        block.dest_start + step: block.src_start + step
        for block in LCSseq.opcodes(one, two)
        if block.tag == "equal"
        for step in range(block.src_end - block.src_start)
    }
