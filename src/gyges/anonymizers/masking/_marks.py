"""One name, one mark: what is somebody's name in one sentence is called so in all of them."""

from collections.abc import Sequence
from dataclasses import replace

from gyges.anonymizers.masking._words import is_plain, words_in
from gyges.reading import ReadMention
from gyges.reading.lookups import title

__all__ = ["agreed"]

_POSSESSIVE = ("'s", "’s")
_KINDS = ("PERSON", "ORG", "LOC")  # by what a name of no certain kind is called, if it is called so elsewhere


def agreed(text: str, mentions: Sequence[ReadMention], things: frozenset[str]) -> list[ReadMention]:
    """Return the spans under one label a name: MISC gives way to what the same name is called elsewhere in the text.

    Args:
        text: The text.
        mentions: The spans.
        things: Names that something in the text bears too, a boat or an animal.
    """
    called: dict[str, str] = {}
    for kind in _KINDS:
        for mention in (one for one in mentions if one.type == kind):
            for name in _names(text[mention.start : mention.end], parts=kind == "PERSON"):
                called.setdefault(name, kind)
    made: list[ReadMention] = []
    for mention in mentions:
        value = _bare(text[mention.start : mention.end])
        known = called.get(value) or called.get(value.removesuffix("s"))  # "The Vogels"
        other = known if mention.type == "MISC" and value not in things else None
        made.append(mention if other is None else replace(mention, type=other))
    return made


def _names(value: str, *, parts: bool) -> list[str]:
    """Return a name and, of a person, its words that are no ordinary ones."""
    words = words_in(value) if parts else []
    return [_bare(value), *(word for word in words if len(word) > 2 and not is_plain(word) and title(word) is None)]


def _bare(value: str) -> str:
    bare = value.strip()
    return bare[:-2] if bare.endswith(_POSSESSIVE) else bare
