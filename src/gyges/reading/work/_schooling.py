"""Where somebody stands in a school or a service: ``Year 9``, ``second year law``, ``JSS2``, ``Grade Level 06``."""

import re
from collections.abc import Iterator

from gyges.reading.lexicon._load import either, words
from gyges.reading.page._cue import Cue
from gyges.reading.page._page import Page

__all__ = ["find_degrees", "find_schooling"]

_LEFT = re.compile(r"(?<!\w)(?P<word>[^\W\d_]{1,10})\.?\s?(?:level\s)?$", re.I)
_RIGHT = re.compile(r"\d{1,2}[A-Za-z]?(?![\w/:.,]\d|\w|%)")
_ORDINAL = re.compile(r"\d{1,2}(?:st|nd|rd|th|[.°º])\s(?P<word>[^\W\d_]+)(?:\s[A-D](?!\w))?")
_DEGREE = re.compile(
    r"(?<![\w.])(?:[BMD]\.\s?"
    f"{either('schooling.degree')}"
    r"|[BM]\.[TEAS]\.(?=[,;)\n]|$)|Ph\.D|LL\.[BMD])(?!\w)\.?(?=[\s,;.)]|$)"
)
_SHORT, _REACH = 2, 16


def find_degrees(page: Page) -> Iterator[Cue]:
    """Yield degrees that look like initials and a name: ``M.Pharm``, ``B.T.``."""
    return (Cue(*match.span(), "DEM") for match in _DEGREE.finditer(page.text) if "." in page.text)


def find_schooling(page: Page) -> Iterator[Cue]:
    """Yield classes, years of study and pay grades."""
    text = page.text
    for start, end in page.digits:
        if end - start > _SHORT:
            continue
        ordinal = _ORDINAL.match(text, start)
        if ordinal and ordinal["word"].lower() in words("class_nouns"):
            yield Cue(*ordinal.span(), "DEM")
            continue
        left = _LEFT.search(text[max(0, start - _REACH) : start])
        right = _RIGHT.match(text, start)
        if left and right and left["word"].lower() in words("class_labels"):
            yield Cue(start - len(left[0]), right.end(), "DEM")
    for index in page.where(words("class_ordinals")):
        if not page.joined(index) or page.key(index + 1) not in words("class_nouns"):
            continue
        last = index + 1
        while last - index <= _SHORT and page.joined(last) and page.key(last + 1) in words("study_subjects"):
            last += 1
        yield Cue(page.words[index][0], page.words[last][1], "DEM")
