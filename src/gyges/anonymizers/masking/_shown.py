"""What the words around a name show in all of a text: that it is a place's, that it says of what kind a thing is."""

import re

from gyges.anonymizers.wording import can_be, places_of, remembered, usual_tag
from gyges.reading import ReadMention

__all__ = ["is_before_noun", "is_measured_out", "is_placed"]

_WHERE = re.compile(
    r"(?<!\w)(?:[Aa]t|[Ii]n|[Nn]ear|[Ii]nside|[Oo]utside|[Oo]ver|[Aa]bove|[Bb]elow|[Bb]eyond|towards|along|via)\s$"
)
_NAME_STARTS, _NAME_ENDS = re.compile(r"(?<!\w)"), re.compile(r"(?!\w|['’]s)")
_NOUN = re.compile(r"\s(?P<noun>[a-z]{3,})(?![\w'’-])")
_WHEN = frozenset(("today", "tomorrow", "yesterday", "tonight", "home", "mornings", "evenings", "nights"))
_MEASURED = re.compile(
    r"\b(?:bottles?|glass(?:es)?|pints?|tins?|cans?|box(?:es)?|packets?|packs?|bags?|jars?|cups?|shots?|tablets?|crates?|"
    r"cartons?|tubes?|doses?|drops?|kegs?|sachets?|slices?)\sof\s$"
)


def is_placed(text: str, name: str) -> bool:
    """Tell whether a name stands somewhere in a text as that of a place: ``at Plas Aran``."""
    return remembered(text, (name, "placed"), lambda: _is_placed(text, name))


def _is_placed(text: str, name: str) -> bool:
    return any(
        _WHERE.search(text[max(0, start - 9) : start]) for start, _ in places_of(text, name, _NAME_STARTS, _NAME_ENDS)
    )


def is_before_noun(text: str, mention: ReadMention) -> bool:
    """Tell whether a name says of what kind the thing after it is: ``Slava season``."""
    after = _NOUN.match(text, mention.end)
    if after is None or after["noun"] in _WHEN:
        return False
    does = after["noun"].endswith("s") and can_be(after["noun"], "VERB")  # "Hector coaches"
    return usual_tag(after["noun"]) in {"NN", "NNS"} and not does


def is_measured_out(text: str, mention: ReadMention) -> bool:
    """Tell whether a name is that of something to drink, to eat or to take: ``two bottles of Jameson``."""
    return _MEASURED.search(text[max(0, mention.start - 16) : mention.start]) is not None
