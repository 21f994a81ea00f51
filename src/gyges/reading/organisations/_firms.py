"""Firms that are called after people: "at Rice, Woodard and Perez"."""

import re
from collections.abc import Sequence

from gyges.reading.lexicon._names import first_name, is_surname
from gyges.reading.organisations._find import Organisation
from gyges.reading.page._page import Page
from gyges.reading.page._spans import Spans

__all__ = ["with_firms"]

_NAME = r"[^\W\d_a-zà-öø-ÿ][\w'’-]+"
_FIRM = re.compile(
    rf"\b(?:at|with|for|from|of|joined|the)\s({_NAME}(?:,\s{_NAME}){{0,3}},?\s(?:and|&)\s{_NAME}|{_NAME}-{_NAME})"
)


def with_firms(page: Page, organisations: Sequence[Organisation]) -> list[Organisation]:
    """Return the organisations of a text and the firms named after two or more people."""
    taken = Spans((org.start, org.end) for org in organisations)
    found = list(organisations)
    for match in page.each(_FIRM):
        names = re.split(r",?\s(?:and|&)\s|,\s|-", match.group(1).removesuffix("'s").removesuffix("’s"))
        listed = "," in match.group(1) or "&" in match.group(1)
        if len(names) < 2 or not listed or taken.meets(match.start(1), match.end(1)):
            continue
        if all(is_surname(name) or first_name(name) is not None for name in names):
            end = match.end(1) - (2 if match.group(1).endswith(("'s", "’s")) else 0)
            found.append(Organisation(match.start(1), end, page.text[match.start(1) : end], "company"))
    return sorted(found, key=lambda org: org.start)
