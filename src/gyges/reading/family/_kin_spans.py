"""Words for kin, with what tells which: ``my late mother``, ``father of 4``."""

import re
from collections.abc import Iterator

from gyges.reading.english import usual_tag
from gyges.reading.lexicon._known_words import bare
from gyges.reading.lexicon._load import words
from gyges.reading.page._cue import Cue
from gyges.reading.page._page import Page, Wanted

__all__ = ["find_kin"]

_PARENT_OF = re.compile(
    r"\s(?:of|to)\s(?:(?:a|an|my|his|her|the)\s)?"
    r"(?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twins|triplets)\b"
    r"(?:\s(?:(?:\w+)\s)?(?:kids|children|boys|girls|sons|daughters|kiddos|ones))?",
    re.I,
)
_DESCRIBING = words("before_kin")


def find_kin(page: Page) -> Iterator[Cue]:
    """Yield words for kin."""
    for index in page.where(_is_kin):
        _, end, key = page.words[index]
        end -= 2 * key.endswith("'s")
        if bare(key) in words("kin_if_owned") and page.key(index - 1) not in words("possessive"):
            continue
        if bare(key) == "partner" and page.joined(index) and usual_tag(page.key(index + 1)) == "NN":
            continue  # "the partner scheme"
        children = _PARENT_OF.match(page.text, end)
        first = index
        while first and page.joined(first - 1) and page.key(first - 1) in _DESCRIBING:
            first -= 1
        yield Cue(page.words[first][0], children.end() if children else end, "DEM")


@Wanted
def _is_kin(key: str) -> bool:
    return bare(key) in words("kin")
