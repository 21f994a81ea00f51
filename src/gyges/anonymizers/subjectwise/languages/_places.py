"""Places and organisations: the kind they are of, with an article where a sentence needs one, or a letter."""

import re
from collections.abc import Sequence
from dataclasses import replace

from gyges.anonymizers.subjectwise._across import LetterGiver
from gyges.anonymizers.subjectwise.languages._slots import NounSlot, find_slot, rendered
from gyges.anonymizers.subjectwise.languages._swap import LanguageSwap
from gyges.anonymizers.subjectwise.languages._table import LanguageWriting, WrittenNoun
from gyges.reading.details import Detail
from gyges.reading.lookups import fold

__all__ = ["PlaceWords"]

_HEAD = re.compile(r"(?:^|[\n:(|·–/]|,)[ \t]*$")  # before what stands alone, as in a heading or an address
_TAIL = re.compile(r"[ \t]*(?:$|[\n,;|·–/)]|\.(?:\s|$))")
_OPENS = re.compile(r"(?:^|[.!?:\n]\s*|[„“\"«(]\s*)$")


class PlaceWords:
    """Finds words for the places and organisations of one text; several of one kind are told apart by letters."""

    def __init__(
        self, text: str, details: Sequence[Detail], writing: LanguageWriting, letters: LetterGiver, home: set[str]
    ) -> None:
        self._text, self._writing, self._letters, self._home = text, writing, letters, home
        self._met: set[str] = set()
        self._after_people = {
            one.end + 1 for one in details if one.kind in {"job", "kin"} and text[one.end : one.end + 1] == " "
        }
        self._keys: dict[str, set[str]] = {}
        for detail in details:
            noun = self._noun(detail)
            if noun:
                self._keys.setdefault(noun, set()).add(self._key(detail))

    def swap(self, detail: Detail) -> LanguageSwap | None:
        """Return what stands for a place or an organisation; None where the table has no word for it."""
        if detail.kind == "street":
            return self._street(detail)
        if detail.scale == "country":
            return self._country(detail)
        noun = self._writing.nouns.get(self._noun(detail))
        if noun is None:
            return None
        slot = find_slot(self._text, detail.start, self._writing)
        if not slot.readings and detail.start in self._after_people and detail.kind == "organisation":
            return LanguageSwap(
                detail.start, detail.end, (self._letters.of(self._key(detail)),)
            )  # "el panadero Refugio"
        key, first = self._key(detail), self._key(detail) not in self._met
        self._met.add(key)
        several = len(self._keys[self._noun(detail)]) > 1
        letter = f" {self._letters.of(key)}" if several else ""
        if detail.kind == "place":
            return self._place(detail, slot, noun, several=several, first=first)
        if not slot.readings and not slot.preposition and self._stands_alone(detail):
            return LanguageSwap(detail.start, detail.end, (noun.plain + letter, noun.plain))
        if not slot.readings and not slot.preposition and not self._opens(detail) and self._after_noun(detail):
            return LanguageSwap(detail.start, detail.end, (self._letters.of(key),))
        definite = several or not first
        rungs = (
            rendered(slot, noun, self._writing, definite=definite, tail=letter),
            rendered(slot, noun, self._writing, definite=not first),
        )
        return LanguageSwap(slot.start, detail.end, tuple(dict.fromkeys(rungs)))

    def is_generic(self, detail: Detail) -> bool:
        """Tell whether words for an organisation name none: "das Amtsgericht"."""
        return self._writing.generic.fullmatch(self._text[detail.start : detail.end]) is not None

    def _place(self, detail: Detail, slot: NounSlot, noun: WrittenNoun, *, several: bool, first: bool) -> LanguageSwap:
        letter = self._letters.of(self._key(detail))
        named = re.search(
            rf"(?<!\w)(?:{self._writing.places.get('named', '(?!)')}) $",
            self._text[max(0, detail.start - 30) : detail.start],
        )
        if named or not slot.preposition or (several and not slot.readings):
            return LanguageSwap(detail.start, detail.end, (letter,))
        if slot.readings and detail.scale == "city":  # no town has an article where the table says so: a river
            noun = self._writing.nouns.get(self._writing.places.get("with_article", ""), noun)
        moved = self._writing.places.get("moves", {}).get(slot.preposition)
        if moved is not None:
            preposition, _, case = moved.partition(" ")
            slot = replace(slot, preposition=preposition, case=slot.case if slot.readings or not case else case)
        within = self._writing.places.get("within", {}).get(detail.value, "")
        tail = f" {within}" if within and first else ""
        rungs = (
            rendered(slot, noun, self._writing, definite=not first and not several, tail=tail),
            rendered(slot, noun, self._writing, definite=not first and not several),
        )
        return LanguageSwap(slot.start, detail.end, tuple(dict.fromkeys(rungs)))

    def _country(self, detail: Detail) -> LanguageSwap | None:
        """Return "abroad" or "in this country" behind a preposition that the table has words for."""
        slot = find_slot(self._text, detail.start, self._writing)
        table = self._writing.places.get("home" if detail.value in self._home else "abroad", {})
        new = table.get(slot.preposition)
        if not slot.preposition or new is None:
            return None
        new = new[:1].upper() + new[1:] if slot.capital else new
        return LanguageSwap(slot.start, detail.end, (new,))

    def _street(self, detail: Detail) -> LanguageSwap | None:
        for pattern in self._writing.streets:
            head = (
                pattern.before.search(self._text[max(0, detail.start - 40) : detail.start]) if pattern.before else None
            )
            if head is not None:
                start = detail.start - len(head.group())
                new = pattern.new
                new = new[:1].upper() + new[1:] if self._text[start].isupper() else new
                return LanguageSwap(start, detail.end, (new,))
        return None

    def _noun(self, detail: Detail) -> str:
        if detail.kind == "place" and detail.scale != "country":
            noun = self._writing.places.get(detail.scale, "")
            return str(noun)
        if detail.kind != "organisation" or self.is_generic(detail):
            return ""
        for pattern in self._writing.organisations:
            if pattern.pattern.search(self._text[detail.start : detail.end]):
                return pattern.noun
        return ""

    def _key(self, detail: Detail) -> str:
        if detail.kind == "place" and detail.levels:
            return f"place {fold(detail.levels[0])}"
        return f"{detail.kind} {fold(self._text[detail.start : detail.end])}"

    def _stands_alone(self, detail: Detail) -> bool:
        """Tell whether words stand in a heading, a field or a list, not in a sentence."""
        head, tail = self._text[: detail.start], self._text[detail.end :]
        if _HEAD.search(head[-3:]) is None:
            return False
        return _TAIL.match(tail) is not None or self._text[detail.start : detail.end].isupper()

    def _opens(self, detail: Detail) -> bool:
        return _OPENS.search(self._text[max(0, detail.start - 3) : detail.start]) is not None

    def _after_noun(self, detail: Detail) -> bool:
        """Tell whether a noun stands before: "Kundendienst Alpkauf AG"."""
        word = self._text[max(0, detail.start - 40) : detail.start].split(" ")
        return len(word) > 1 and word[-2][:1].isupper() and word[-2][-1:].isalpha()
