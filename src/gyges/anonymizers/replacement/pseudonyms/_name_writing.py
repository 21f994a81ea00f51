"""How an invented name is written where the text calls a person by a full name, a part of it, letters or an account."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from gyges.anonymizers.replacement._person_names import NameWord, is_handle, whole_words
from gyges.anonymizers.replacement.pseudonyms._bearer import Bearer, Called
from gyges.reading.lookups import fold


@cache
def nicks() -> tuple[str, ...]:
    """Return words account names are made of, which say nothing of anybody."""
    packed = (files("gyges.anonymizers.replacement") / "pools" / "nicks.txt").read_text(encoding="utf-8")
    return tuple(packed.splitlines())


_RUN = re.compile(r"[A-Z]?[^\W\d_A-Z]+|[A-Z]+|\d+")
_FEW = 2  # letters that stand for names and are no word
_EVEN_DIGITS = 15  # of a number of 64 bits, whose digits above are not even


@dataclass(frozen=True, slots=True)
class InventedName:
    """An invented name, and the bearer of the real one."""

    given: str  # the invented first name
    family: str  # the invented last name
    middle: Mapping[str, str]  # invented words for further words of the real name, by their folded form
    bearer: Bearer  # who really bears which words
    digits: int  # A number that digits of account names are drawn from
    letters: int = 1  # how many letters stand for a letter

    def write(self, call: Called) -> str:
        """Return the invented name in the form in which the text calls the person.

        "Ana Reis", "Ms Reis", "REIS, A." become "Carla Brandt", "Ms Brandt", "BRANDT, C.".
        """
        if is_handle(call.name):
            prefix = re.match(r"@|u/", call.name)
            head = prefix[0] if prefix else ""
            return head + self.account(call.name[len(head) :])
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
        if not words:
            return self.account(call.name)
        return "".join([*parts, call.name[last:]])

    def account(self, handle: str) -> str:
        """Return an account name of the same build: names in it are the invented ones, other words say nothing.

        "ana_owl7" becomes "carla_pebble4".
        """
        runs = list(_RUN.finditer(handle))
        lettered = [match for match in runs if not match[0].isdecimal()]
        turn = 0
        parts: list[str] = []
        last = 0
        for match in runs:
            parts.append(handle[last : match.start()])
            last = match.end()
            if match[0].isdecimal():
                parts.append(_moved_digits(match[0], self.digits))
                continue
            parts.append(self._run(match[0], turn))
            turn += 1
        return "".join([*parts, handle[last:]]) if lettered else f"{self._nick(0)}{self.digits % 100}"

    def _run(self, run: str, turn: int) -> str:
        """Return the letters that stand for a run of letters in an account name."""
        key = fold(run)
        known = {self.bearer.given: self.given, self.bearer.family: self.family, **self.middle}
        if len(key) > 1 and key in known:
            return in_case_of(run, known[key])
        own = next((real for real in (self.bearer.family, self.bearer.given) if len(real) > 2 and real in key), "")
        if own:  # "pcmhlanga", "frostbjorn": something before or after a name
            before, _, after = key.partition(own)
            return in_case_of(run, self._around(before, turn) + known[own] + self._around(after, turn + 1))
        if len(key) <= _FEW:
            return in_case_of(run, "".join(self._letter(letter) for letter in key), single=True)
        return in_case_of(run, self._nick(turn))

    def _around(self, letters: str, turn: int) -> str:
        """Return what stands beside a name in an account name: letters for letters, a word for a word."""
        return self._nick(turn) if len(letters) > _FEW else "".join(self._letter(letter) for letter in letters)

    def _nick(self, turn: int) -> str:
        return nicks()[(self.digits // 10**6 + turn * 7) % len(nicks())]

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


def _moved_digits(digits: str, number: int) -> str:
    """Return as many digits, each of them as likely at every place; other digits for others."""
    steps = (number // 10 ** (place % _EVEN_DIGITS) % 10 for place in range(len(digits)))
    return "".join(str((int(digit) + step) % 10) for digit, step in zip(digits, steps, strict=True))
