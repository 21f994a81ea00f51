"""Words for kin, with what tells which: ``my late mother``, ``father of 4``."""

import re
from collections.abc import Iterator
from functools import lru_cache

from gyges.reading.english import usual_tag
from gyges.reading.lexicon._tables import indexes_of
from gyges.reading.page._scan import Scan, Span, bare, words

__all__ = ["find_kin"]

_PARENT_OF = re.compile(
    r"\s(?:of|to)\s(?:(?:a|an|my|his|her|the)\s)?"
    r"(?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twins|triplets)\b"
    r"(?:\s(?:(?:\w+)\s)?(?:kids|children|boys|girls|sons|daughters|kiddos|ones))?",
    re.I,
)
_DESCRIBING = words("before_kin")


def find_kin(scan: Scan) -> Iterator[Span]:
    """Yield words for kin."""
    for index in indexes_of(scan.text, _is_kin):
        _, end, key = scan.words[index]
        end -= 2 * key.endswith("'s")
        if bare(key) in words("kin_if_owned") and scan.key(index - 1) not in words("possessive"):
            continue
        if bare(key) == "partner" and scan.joined(index) and usual_tag(scan.key(index + 1)) == "NN":
            continue  # "the partner scheme"
        children = _PARENT_OF.match(scan.text, end)
        first = index
        while first and scan.joined(first - 1) and scan.key(first - 1) in _DESCRIBING:
            first -= 1
        yield Span(scan.words[first][0], children.end() if children else end, "DEM")


@lru_cache(maxsize=16384)
def _is_kin(key: str) -> bool:
    return bare(key) in words("kin")
