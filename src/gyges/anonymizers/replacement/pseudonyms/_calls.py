"""How the people of a text are called, and what the words around a name say of their sex where the name does not."""

import re
from bisect import bisect_left

from gyges.anonymizers.replacement._person_names import title_before
from gyges.anonymizers.replacement._replacement import SpansToReplace
from gyges.anonymizers.replacement.pseudonyms._bearer import Called
from gyges.reading import ReadMention
from gyges.reading.lookups import kin

_PRONOUN = re.compile(r"\b(?:he|his|him|himself|she|her|hers|herself)\b", re.IGNORECASE)
_SEX = {
    **dict.fromkeys(("he", "his", "him", "himself"), "Male"),
    **dict.fromkeys(("she", "her", "hers", "herself"), "Female"),
}
_KIN_BEFORE = re.compile(r"\b([A-Za-z]+(?:-[a-z]+)*)(?:,|:|\s\()?\s?$")
_KIN_AFTER = re.compile(
    r"(?:,\s|\sis\s|\swas\s|\s\()(?:(?:the|my|his|her|our|their|a)\s)?(?:[a-z]+\s)?([a-z]+(?:-[a-z]+)*)\b(?!['’-])",
    re.IGNORECASE,
)
_BRACKETED = re.compile(r"\s\((he|she|m|f|mr|ms|mrs|miss|male|female|him|her)\b", re.IGNORECASE)
_WOMEN = frozenset(("she", "f", "ms", "mrs", "miss", "female", "her"))
_LETTER_BEFORE = re.compile(
    r"(?<!\w)(?:([A-Z][a-z]?)\.\s|((?:[Ss]urname|SURNAME|[Ff]amily name|[Ll]ast name)[:\s.]+))$"
)
_HUSBAND, _WIFE = re.compile(r"\b[Mm]y (?:late )?husband\b"), re.compile(r"\b[Mm]y (?:late )?wife\b")
_SIGNED = re.compile(r"[^\n]*(?:\n[^\n]*){0,2}\s*")  # what may follow the name of whoever wrote the text
_NEAR = 240  # characters after a name in which pronouns may be its own


class Calls:
    """The names of a text as they are used."""

    def __init__(self, scene: SpansToReplace) -> None:
        self._scene = scene
        self._people = [one.start for one in scene.mentions if one.type == "PERSON"]

    def of(self, mention: ReadMention) -> Called:
        """Return how somebody is called in a span."""
        text = self._scene.text
        sex = _told_beside(text, mention)
        hint = self._hint(text, mention)
        letter = _LETTER_BEFORE.search(text[max(0, mention.start - 20) : mention.start])  # "Sh. Ergashev"
        title = title_before(text, mention.start) or ((letter[1] or "surname") if letter else "")
        return Called(self._scene.words(mention), title, sex, hint)

    def _hint(self, text: str, mention: ReadMention) -> str:
        place = bisect_left(self._people, mention.end)
        last = self._people[place] if place < len(self._people) else len(text)
        told = {
            _SEX[found[0].lower()] for found in _PRONOUN.finditer(text, mention.end, min(mention.end + _NEAR, last))
        }
        return told.pop() if len(told) == 1 else self._of_the_writer(text, mention)

    def _of_the_writer(self, text: str, mention: ReadMention) -> str:
        """Return what the writer says by "my husband" or "my wife", for the name at the end of the text."""
        if not _SIGNED.fullmatch(text, mention.end) or not text[: mention.start].endswith(("\n", "\n- ", "\n— ")):
            return ""
        husband, wife = bool(_HUSBAND.search(text)), bool(_WIFE.search(text))
        return ("Female" if husband else "Male") if husband != wife else ""


def _told_beside(text: str, mention: ReadMention) -> str:
    """Return the sex said right beside a name: "my brother Jo", "Jo, his wife", "Marci (he)"."""
    bracketed = _BRACKETED.match(text, mention.end)
    if bracketed is not None:
        return "Female" if bracketed[1].lower() in _WOMEN else "Male"
    before = _KIN_BEFORE.search(text[max(0, mention.start - 24) : mention.start])
    after = _KIN_AFTER.match(text, mention.end)
    for found in (before, after):
        known = kin(found[1]) if found else None
        if known is not None and known.sex:
            return known.sex
    return ""
