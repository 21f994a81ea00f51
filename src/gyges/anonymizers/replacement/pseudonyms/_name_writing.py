"""How an invented name is written where the text calls a person by a full name, a part of it or letters."""

from collections.abc import Mapping
from dataclasses import dataclass

from gyges.anonymizers.replacement._person_names import NameWord, whole_words
from gyges.anonymizers.replacement.pseudonyms._bearer import Bearer, Called


@dataclass(frozen=True, slots=True)
class InventedName:
    """An invented name, and the bearer of the real one."""

    given: str  # the invented first name
    family: str  # the invented last name
    middle: Mapping[str, str]  # invented words for further words of the real name, by their folded form
    bearer: Bearer  # who really bears which words
    digits: int  # what letters of which nothing is known are drawn from
    letters: int = 1  # how many letters stand for a letter

    def write(self, call: Called) -> str:
        """Return the invented name in the form in which the text calls the person.

        "Ana Reis", "Ms Reis", "REIS, A." become "Carla Brandt", "Ms Brandt", "BRANDT, C.".
        """
        words = whole_words(call.name)
        alone = sum(word.kind == "name" for word in words) == 1
        titled = bool(call.title) or any(word.kind == "title" for word in words)
        parts: list[str] = []
        last = 0
        for word in words:
            parts.append(call.name[last : word.start])
            last = word.end
            if word.kind == "particle" and word.start == 0 and call.name[: word.end].islower():
                parts.append(call.name[: word.end])  # "mamá de Valen"
            elif word.kind == "particle":
                last += len(call.name[last:]) - len(call.name[last:].lstrip(" -'’"))
            else:
                parts.append(self._word(call.name[word.start : word.end], word, alone, titled))
        return "".join([*parts, call.name[last:]])

    def _word(self, written: str, word: NameWord, alone: bool, titled: bool) -> str:
        if word.kind in {"title", "suffix"}:
            return written
        if word.kind == "letter":
            return in_case_of(written, self._letter(word.key), single=True)
        doubled = self.bearer.family.split("-")
        if word.key == self.bearer.family:
            name = self.family
        elif word.key in doubled:
            name = dict(zip(doubled, self.family.split("-"), strict=False)).get(word.key, self.family)
        elif word.key == self.bearer.given or word.key in self.bearer.given.split("-"):
            name = self.given
        elif word.key in self.middle:
            name = self.middle[word.key]
        else:
            name = self.family if titled or not alone else self.given
        return in_case_of(written, name)

    def _letter(self, key: str) -> str:
        if key == self.bearer.given[:1]:
            return self.given[: self.letters]
        if key == self.bearer.family[:1]:
            return self.family[: self.letters]
        word = next((name for real, name in self.middle.items() if real[0] == key), "")
        return word[:1] or chr(ord("A") + (ord(key[0]) + self.digits) % 26)


def in_case_of(written: str, name: str, *, single: bool = False) -> str:
    """Return a name in capitals or small letters, as the real one is written."""
    if written.isupper() and (len(written) > 1 or single):
        return name.upper()
    return name.lower() if written.islower() else name
