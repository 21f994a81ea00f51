"""People known by letters only, and names that are spelt out: ``H.T.``, ``Dr A.``, ``T-H-A-D``."""

import re
from collections.abc import Iterator

from gyges.reading.lexicon._load import either, words
from gyges.reading.lexicon._people_words import title
from gyges.reading.page._cue import Cue
from gyges.reading.page._page import Page

__all__ = ["find_letters"]

_SPELT = re.compile(r"(?<![\w-])(?:[A-Z][-. ]){3,20}[A-Z](?![\w-])")
_LETTERS = re.compile(r"(?<![\w.])(?:[^\W\d_a-zà-öø-ÿ]\.\s?-?){1,4}(?=[\s,;:)’']|$)")
_ALONE = re.compile(
    r"(?<![\w.&/'’-])(?P<who>[B-HJ-Z])(?:['’]s[ ](?P<tie>[a-z]+)|[ ](?:and|&)[ ](?:I|me|[B-HJ-Z])(?=[\s,.;])"
    r"|[ ](?:said|says|told|asked|texted|phoned|rang|wept|cried)\b)"
)
_LINKED = re.compile(
    r"(?<![\w.])(?:[A-Z]\.\s?){1,2}(?:"
    f"{either('letters.linked')}"
    r"\s){1,2}[A-Z]\."
)
_ROLE = re.compile(r"(?<=[a-z]\s)[A-HJ-Z]\d?(?![\w'’-]|\.\w)")
_HYPHENED = re.compile(r"(?<![\w.-])[A-Z]-(?P<rest>[A-Z][a-z]{1,10})(?![\w-])")
_LINE_END = re.compile(r"[ \t]*(?:\n|$)")
_WORD_LEFT = re.compile(r"\b(?P<word>[^\W\d_]+)[.,]?\s?$")


def find_letters(page: Page) -> Iterator[Cue]:
    """Yield letters that stand for somebody."""
    text = page.text
    yield from (Cue(*match.span(), "PERSON", True) for match in _SPELT.finditer(text))
    yield from _behind_roles(text)
    for match in _ALONE.finditer(text):
        left = _WORD_LEFT.search(text[max(0, match.start() - 16) : match.start()])
        numbered = left is not None and left["word"].lower().rstrip("s") in words("before_letter")
        if not numbered and (match["tie"] is None or match["tie"] in words("kin") or match["tie"] in words("bonds")):
            yield Cue(*match.span("who"), "PERSON", True)
    if "." in text:
        yield from (Cue(*match.span(), "PERSON", True) for match in _LINKED.finditer(text))
    for match in _HYPHENED.finditer(text) if "-" in text else ():
        if match["rest"].lower() not in words("no_hyphened"):
            yield Cue(*match.span(), "PERSON", True)
    for match in _LETTERS.finditer(text):
        value = match[0].rstrip(" -")
        if _is_somebody(text, match.start(), value):
            yield Cue(match.start(), match.start() + len(value), "PERSON", True)


def _behind_roles(text: str) -> Iterator[Cue]:
    """Yield letters behind a word for somebody's part: ``Witness K``, and of ``the child E`` the letter alone."""
    for match in _ROLE.finditer(text):
        left = _WORD_LEFT.search(text[max(0, match.start() - 16) : match.start()])
        if left and left["word"].lower() in words("role_letters"):
            lead = len(left[0]) if left["word"][0].isupper() else 0
            yield Cue(match.start() - lead, match.end(), "PERSON", True)


def _is_somebody(text: str, start: int, value: str) -> bool:
    """Tell letters that stand for a person from abbreviations and from the number of a heading."""
    plain = value.replace(".", "").replace(" ", "")
    if plain.lower() in words("abbreviations"):
        return False
    if len(plain) > 1:
        return True
    if text[start - 1 : start] == "\n" and _LINE_END.match(text, start + len(value)):
        return True  # signed with a letter
    left = _WORD_LEFT.search(text[max(0, start - 16) : start])
    before = left["word"].lower() if left else ""
    after = text[start + len(value) : start + len(value) + 2]
    if title(before) is not None:
        return True
    if before in words("kin"):
        return not after[1:2].isupper()
    return bool(before) and (after[:1] in ",;)’'" or after[1:2].islower()) and text[start - 1] != "\n"
