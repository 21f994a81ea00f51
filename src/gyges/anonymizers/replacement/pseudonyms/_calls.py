"""How the people of a text are called, and what the words around a name say of their sex where the name does not."""

import re
from bisect import bisect_left

from gyges.anonymizers.replacement._person_names import title_before
from gyges.anonymizers.replacement._replacement import Scene
from gyges.anonymizers.replacement.pseudonyms._bearer import Called
from gyges.reading import ReadMention
from gyges.reading.lookups import kin

__all__ = ["Calls"]

_PRONOUN = re.compile(r"\b(?:he|his|him|himself|she|her|hers|herself)\b", re.IGNORECASE)
_SEX = {
    **dict.fromkeys(("he", "his", "him", "himself"), "Male"),
    **dict.fromkeys(("she", "her", "hers", "herself"), "Female"),
}
_KIN_BEFORE = re.compile(r"\b([a-z]+(?:-[a-z]+)*),?\s$")
_KIN_AFTER = re.compile(r",\s(?:the|my|his|her|our|their|a)\s(?:[a-z]+\s)?([a-z]+(?:-[a-z]+)*)")
_NEAR = 240  # characters after a name in which pronouns may be its own


class Calls:
    """The names of a text as they are used."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._people = [one.start for one in scene.mentions if one.type == "PERSON"]

    def of(self, mention: ReadMention) -> Called:
        """Return how somebody is called in a span."""
        text = self._scene.text
        return Called(self._scene.words(mention), title_before(text, mention.start), self._sex(text, mention))

    def _sex(self, text: str, mention: ReadMention) -> str:
        before = _KIN_BEFORE.search(text[max(0, mention.start - 24) : mention.start])
        after = _KIN_AFTER.match(text, mention.end)
        for found in (before, after):
            known = kin(found[1]) if found else None
            if known is not None and known.sex:
                return known.sex
        place = bisect_left(self._people, mention.end)
        last = self._people[place] if place < len(self._people) else len(text)
        told = {
            _SEX[found[0].lower()] for found in _PRONOUN.finditer(text, mention.end, min(mention.end + _NEAR, last))
        }
        return told.pop() if len(told) == 1 else ""
