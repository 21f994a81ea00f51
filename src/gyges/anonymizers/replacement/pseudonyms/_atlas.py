"""Places: a letter for each, so that nothing said of one is false of another; countries and nations stay."""

import re
from collections.abc import Iterator

from gyges._secret import Secret
from gyges.anonymizers.replacement._word_kinds import is_word, kept_words
from gyges.anonymizers.replacement.pseudonyms._codes import same_shape
from gyges.anonymizers.replacement.pseudonyms._letters import DocumentLetters
from gyges.anonymizers.replacement.pseudonyms._proper import with_runs
from gyges.reading import Place, find_places
from gyges.reading.lookups import country, fold, months

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_MEASURED = re.compile(r"\d{1,3}\s?c?m\b")  # "15m SSB", no number of a house
_POSTCODE = re.compile(r"\d{4}")
_SHORTEST_POSTCODE = 5  # letters and digits
_STREET = re.compile(r"(?:\d+\w?[\s,]+)?(?P<name>[^\d,]+?)\s(?P<head>[^\W\d_]+\.?)$")
_NUMBER = re.compile(  # a time first is none: "0710"
    r"(?<![A-Z])[A-Z]{2,}+\d{4,}|(?!^(?:[01]\d|2[0-3])[0-5]\d\s)(?<!\d)\d+"
)
_OFFSET = 3  # of "in ", before which a place is looked for
_DRAWS = 60


class Atlas:
    """The places of one document."""

    def __init__(self, secret: Secret, letters: DocumentLetters) -> None:
        self._secret, self._letters = secret, letters
        self._known: dict[str, str] = {}

    def other(self, words: str, *, exact: bool = False) -> str | None:
        """Return what stands for a place; None for what is none, such as "block 9", a country or a language."""
        key = fold(" ".join(words.split()))
        if key not in self._known:
            told = [word.lower().replace("’", "'") for word in _WORD.findall(words)]
            none = not any(sign.isupper() for sign in words) or any(_is_none(word) for word in told)
            self._known[key] = "" if none else self._composed(words, exact)
        return self._known[key] or None

    def named(self, words: str) -> str:
        """Return the letter of a name, or the name itself if it is that of a country or a nation."""
        return words if country(words) is not None else self._letters.of(words)

    def names(self) -> Iterator[tuple[str, str]]:
        """Yield the places of one word that were replaced, folded, each with its letter."""
        yield from ((real, new) for real, new in self._known.items() if new and " " not in real and not is_word(real))

    def _composed(self, words: str, exact: bool) -> str:
        """Return words in which every place and every proper name is its letter; empty if there is none."""
        found: list[Place] = []
        for place in sorted(find_places(f"in {words}"), key=lambda one: one.start):
            if place.start >= (found[-1].end if found else 0) and place.start >= _OFFSET:
                found.append(place)
        known = words[0].isdigit() or any(place.kind in {"street", "postcode", "city"} for place in found)
        numbered = (exact or bool(_POSTCODE.search(words))) and known and not _MEASURED.match(words)
        parts, last = [], 0
        for place in found:
            start, end = place.start - _OFFSET, place.end - _OFFSET
            parts += [self._gap(words[last:start], numbered), self._place(words[start:end], place, exact)]
            last = end
        made = "".join([*parts, self._gap(words[last:], numbered)])
        return "" if fold(made) == fold(words) else made

    def _place(self, words: str, place: Place, exact: bool) -> str:
        if place.kind in {"demonym", "country"}:
            return words
        if place.kind == "postcode":
            return self._postcode(words)
        if place.kind == "street":
            return self._street(words, exact)
        if place.kind in {"city", "region"}:
            return self._letters.of(words)
        return with_runs(words, self.named)

    def _postcode(self, words: str) -> str:
        if sum(sign.isalnum() for sign in words) < _SHORTEST_POSTCODE:
            return words
        numbers = self._secret.numbers("postcode", fold(words))
        drawn = (same_shape(words, numbers) for _ in range(_DRAWS))
        return next((made for made in drawn if fold(made) != fold(words)), same_shape(words, numbers))

    def _street(self, words: str, exact: bool) -> str:
        """Return a street with its letter: "14 Station Road" is "52 K. Road"; no letter for every "Station Road"."""
        numbered = exact or any(map(str.isdigit, words))
        made = self._gap(words, numbered)
        street = _STREET.search(words)
        if street is None or not numbered or re.sub(r"\d", "", made) != re.sub(r"\d", "", words):
            return made
        return made.replace(street["name"].strip(), self._letters.of(street["name"]), 1)

    def _gap(self, words: str, numbered: bool) -> str:
        """Return what stands between known places: proper names become letters, numbers of an address others."""
        return with_runs(self._digits(words) if numbered else words, self.named)

    def _digits(self, words: str) -> str:
        return _NUMBER.sub(lambda match: same_shape(match[0], self._secret.numbers("house", match[0])), words)


def _is_none(low: str) -> bool:
    """Tell whether a word says that a span is a language, a month or a brand and no place."""
    return low in kept_words("no_places") or low in kept_words("brands") or fold(low) in months()
