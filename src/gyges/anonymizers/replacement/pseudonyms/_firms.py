"""Invented organisations: another name, and the words that say what it is stay."""

import re
from collections.abc import Iterator

from gyges.anonymizers.replacement._kept_words import kept_words, saints
from gyges.anonymizers.replacement._secret import Secret
from gyges.anonymizers.replacement._word_kinds import is_word
from gyges.anonymizers.replacement.pseudonyms._atlas import Atlas
from gyges.anonymizers.replacement.pseudonyms._cast import Cast
from gyges.anonymizers.replacement.pseudonyms._codes import same_shape
from gyges.anonymizers.replacement.pseudonyms._cultures import culture_of
from gyges.anonymizers.replacement.pseudonyms._name_writing import in_case_of
from gyges.anonymizers.replacement.pseudonyms._pools import districts
from gyges.anonymizers.replacement.pseudonyms._proper import is_proper, with_runs
from gyges.anonymizers.replacement.pseudonyms._setting import Setting
from gyges.anonymizers.replacement.pseudonyms._taken import Taken
from gyges.anonymizers.wording import usual_tag
from gyges.reading import find_organisations, find_places
from gyges.reading.lookups import first_name, fold, is_surname

__all__ = ["Firms"]

_ACRONYM = re.compile(r"[A-Z][A-Z&.]{1,6}")
_SAINT = re.compile(r"\b(St\.?|Saint|ST\.?|SAINT)\s([^\W\d_]+)(?=['’]|\s|$)")
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

    def __init__(self, secret: Secret, text: str, taken: Taken, atlas: Atlas, cast: Cast, setting: Setting) -> None:
        self._setting = setting
        self._secret, self._text, self._taken, self._atlas, self._cast = secret, text, taken, atlas, cast
        self._stems: dict[str, str] = {}

    def other(self, words: str) -> str | None:
        """Return another organisation of the same kind; None for what is no name, such as "the hospital"."""
        if not any(sign.isupper() for sign in words):
            return None
        if _ACRONYM.fullmatch(words):
            return self._letters(words)
        tokens = _TOKEN.findall(words)
        if len(tokens) == 1 and not self._names_one(words, tokens[0]):
            return None
        made = _SAINT.sub(self._saint, words)
        made = self._placed(made) if made == words else made
        if made == words and not words.isupper():
            made = self._of_words(words)
        return made if fold(made) != fold(words) else None

    def stems(self) -> Iterator[tuple[str, str]]:
        """Yield the folded names that were replaced within names of organisations, each with the other one."""
        yield from ((real, new) for real, new in self._stems.items() if " " not in real and not is_word(real))

    def _letters(self, words: str) -> str | None:
        """Return other letters for those of an employer; what else is written in capitals is most often a form."""
        if is_word(words.lower()) or not re.search(rf"{_WORKED}{re.escape(words)}\b(?!\s*\d)", self._text):
            return None
        key = fold(words)
        return self._taken.first_free(
            words, lambda attempt: same_shape(words, self._secret.numbers("letters", key, attempt))
        )

    def _names_one(self, words: str, token: str) -> bool:
        if is_word(token.lower()):
            return False
        known = bool(find_organisations(words)) or bool(self._cast.of_word(token)) or bool(find_places(f"in {words}"))
        return known or bool(re.search(rf"\b(?:at|for|joined)\s{re.escape(words)}\b", self._text))

    def _saint(self, match: re.Match[str]) -> str:
        key = fold(match[2])
        if key not in self._stems:
            made = self._taken.first_free(match[2], lambda attempt: self._secret.pick(saints(), "saint", key, attempt))
            self._stems[key] = made or "Anne"
        return f"{match[1]} {in_case_of(match[2], self._stems[key])}"

    def _placed(self, words: str) -> str:
        """Return words in which places are the invented ones of the document, and proper names other ones."""
        made, last = [], 0
        for place in sorted(find_places(f"in {words}"), key=lambda place: place.start):
            start, end = place.start - 3, place.end - 3
            if start < last or (place.kind == "demonym" and not words[start:end][:1].isupper()):
                continue
            name = words[start:end]
            if name.isupper() and len(name) <= _SHORT and not words.isupper():  # "MO Blood Bank"
                continue
            if all(is_word(word.lower()) for word in _TOKEN.findall(name)) and place.kind not in {"country", "demonym"}:
                continue
            new = None if place.kind == "demonym" else self._atlas.other(name)
            made += [with_runs(words[last:start], self._stem), in_case_of(name, new or name)]
            last = end
        if not made:
            kind = self._kind(words)
            return kind + with_runs(words[len(kind) :], self._stem)
        return "".join([*made, with_runs(words[last:], self._stem)])

    def _kind(self, words: str) -> str:
        """Return the first word of a name that would leave nothing else, as it says what this is: "Posada Xocomil"."""
        tokens = _TOKEN.findall(words)
        if len(tokens) < 2 or any(not is_proper(token, loud=words.isupper()) for token in tokens):
            return ""
        first = tokens[0]
        if is_surname(first) or first_name(first) is not None or find_places(f"in {first.title()}"):
            return ""
        return words[: words.index(first) + len(first)]

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
        """Return another name: that of the person it is named after, or one like it."""
        own = self._cast.of_word(name)
        if own:
            return in_case_of(name, own)
        key = fold(name)
        if key not in self._stems:
            local = self._setting.towns or districts()
            pool = (*culture_of(name.split(), self._setting.home).surnames, *local)
            made = self._taken.first_free(name, lambda attempt: self._secret.pick(pool, "firm", key, attempt))
            self._stems[key] = made if made is not None else self._atlas.named(name)
        return in_case_of(name, self._stems[key])
