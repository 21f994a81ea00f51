"""Organisations: the words that say what one is stay, its name is that of the person it is named after or a letter."""

import re

from gyges._secret import Secret
from gyges.anonymizers.replacement._remembered import stands
from gyges.anonymizers.replacement._word_kinds import is_word, kept_words
from gyges.anonymizers.replacement.pseudonyms._atlas import Atlas
from gyges.anonymizers.replacement.pseudonyms._cast import InventedNames
from gyges.anonymizers.replacement.pseudonyms._codes import same_shape
from gyges.anonymizers.replacement.pseudonyms._letters import DocumentLetters
from gyges.anonymizers.replacement.pseudonyms._name_writing import in_case_of
from gyges.anonymizers.replacement.pseudonyms._proper import one_letter, with_runs
from gyges.anonymizers.replacement.pseudonyms._taken import Taken
from gyges.reading import find_organisations, find_places
from gyges.reading.english import usual_tag
from gyges.reading.lookups import fold

_ACRONYM = re.compile(r"[A-Z][A-Z&.]{1,6}")
_WORKED = (
    r"\b(?:(?:work\w*|employed|job|shifts?|trained|studie[sd]|nurse|driver|clerk|teaches|taught)\s(?:at|for|with)|"
    r"joined|left)\s(?:the\s)?"
)
_TOKEN = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_SMALL = frozenset(("of", "the", "for", "and", "in", "on", "at", "a", "de", "la", "del", "do", "da", "des", "&"))
_SHORT = 3  # letters of an office
_OF_A_KIND = ("al", "ary", "ory", "ic", "ive")  # words that say of what kind something is
_FORM = re.compile(
    r"(?:Ltd|Limited|LLC|LLP|Inc|Corp|PLC|GmbH|AG|S\.?A|Oy|AB|AS|BV|NV)\b\.?|& (?:Sons|Co)\b", re.IGNORECASE
)


class Firms:
    """The organisations of one document."""

    def __init__(
        self, secret: Secret, text: str, taken: Taken, atlas: Atlas, cast: InventedNames, letters: DocumentLetters
    ) -> None:
        self._letters = letters
        self._secret, self._text, self._taken, self._atlas, self._cast = secret, text, taken, atlas, cast

    def other(self, words: str) -> str | None:
        """Return another organisation of the same kind; None for what is no name, such as "the hospital"."""
        if not any(sign.isupper() for sign in words):
            return None
        if _ACRONYM.fullmatch(words):
            return self._acronym(words)
        tokens = _TOKEN.findall(words)
        if len(tokens) == 1 and not self._names_one(words, tokens[0]):
            return None
        made = self._placed(words)
        if made == words and not words.isupper():
            made = self._of_words(words)
        return made if fold(made) != fold(words) else None

    def _acronym(self, words: str) -> str | None:
        """Return other letters for those of an employer; what else is written in capitals is most often a form."""
        if is_word(words.lower()) or not stands(self._text, rf"{_WORKED}%s\b(?!\s*\d)", words):
            return None
        key = fold(words)
        return self._taken.first_free(
            words, lambda attempt: same_shape(words, self._secret.numbers("letters", key, attempt))
        )

    def _names_one(self, words: str, token: str) -> bool:
        low = token.lower()
        if is_word(low) or low in kept_words("brands") or low in kept_words("no_names"):
            return False
        known = bool(find_organisations(words)) or bool(self._cast.of_word(token)) or bool(find_places(f"in {words}"))
        return known or stands(self._text, r"\b(?:at|for|joined)\s%s\b", words)

    def _placed(self, words: str) -> str:
        """Return words in which places have their letters of the document, and proper names other ones."""
        made, last = [], 0
        for place in sorted(find_places(f"in {words}"), key=lambda place: place.start):
            start, end = place.start - 3, place.end - 3
            name = words[start:end]
            if start < last or place.kind in {"country", "demonym", "street", "postcode"}:
                continue
            if name.isupper() and len(name) <= _SHORT and not words.isupper():  # "MO Blood Bank"
                continue
            if all(is_word(word.lower()) for word in _TOKEN.findall(name)) or self._cast.of_word(name):
                continue
            made += [with_runs(words[last:start], self._stem), self._atlas.other(name) or name]
            last = end
        return one_letter("".join([*made, with_runs(words[last:], self._stem)]))

    def _of_words(self, words: str) -> str:
        """Return another name where the real one is made of English words: "Oak Siding School"."""
        named = [
            match
            for match in _TOKEN.finditer(words)
            if match[0][0].isupper()
            and match[0].lower() not in kept_words("generic")
            and match[0].lower() not in kept_words("foreign_heads")
            and match[0].lower() not in _SMALL
            and not _FORM.fullmatch(match[0])
            and not (match[0].isupper() and len(match[0]) <= _SHORT)
        ]
        capitals = [match for match in _TOKEN.finditer(words) if match[0][0].isupper()]
        if len(named) == 1 and (usual_tag(named[0][0].lower()) == "JJ" or named[0][0].lower().endswith(_OF_A_KIND)):
            return words  # "Notarial Office"
        if not named or named[0].start() != capitals[0].start() or len(capitals) < 2 or not find_organisations(words):
            return words
        if not any(match[0].lower() in kept_words("named_heads") for match in capitals):
            return words  # "Drug Treatment Programme" says what it is, "Oak Siding School" which one
        first, last = named[0].start(), named[0].end()
        for match in named[1:]:
            if words[last : match.start()].strip(" -"):
                break
            last = match.end()
        if last == capitals[-1].end():  # nothing is left that says what it is
            return words
        return words[:first] + self._stem(words[first:last]) + words[last:]

    def _stem(self, name: str) -> str:
        """Return another name: that of the person it is named after, or its letter."""
        own = self._cast.of_word(name)
        return in_case_of(name, own) if own else self._atlas.named(name)
