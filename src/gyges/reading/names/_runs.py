"""Runs of capitalised words and the evidence that one of them names a person."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gyges.reading.lexicon._load import is_common_word, words
from gyges.reading.lexicon._names import Title, first_name, is_surname, kin, title
from gyges.reading.names._shapes import (
    CALENDAR,
    CREDENTIALS,
    NOT_NAMES,
    PARTICLES,
    SAYING,
    as_first,
    as_last,
    capitalised,
    is_nobody,
    is_thing,
    likely_first,
    shout,
    speaks_against,
)
from gyges.reading.page._spans import Spans
from gyges.reading.page._tokens import Token

_MAX_WORDS = 6
_PLACE_WORDS = words("place_words")
_NAMING = words("naming")
_ABBREVIATED = words("abbreviated")
_FULL, _SINGLE = 2.4, 2.9  # evidence a run of several words and a single word need
_BOUND = frozenset({"married", "engaged", "separated", "divorced", "betrothed", "related"})
_TELLING = frozenset({"my", "his", "her", "our", "a", "an"})
_TITLE_GAP = 4  # code points between a title and its name


@dataclass(frozen=True, slots=True)
class Run:
    """Words in a row that name somebody.

    Attributes:
        start: First code point, without titles.
        end: One past the last code point, without credentials.
        text: As written.
        words: The words of the name.
        titles: What stands before it.
        credentials: Letters after it.
        reversed: Whether the family name stands first, followed by a comma.
    """

    start: int
    end: int
    text: str
    words: tuple[str, ...]
    titles: tuple[Title, ...] = ()
    credentials: tuple[str, ...] = ()
    reversed: bool = False


class Runs:
    """The capitalised runs of a text."""

    def __init__(
        self, text: str, tokens: Sequence[Token], busy: Sequence[tuple[int, int]], soft: Sequence[tuple[int, int]]
    ) -> None:
        self._text = text
        self._tokens = tokens
        self._busy = Spans(busy)
        self._soft = Spans(soft)
        self._whole = set(soft)
        self._left: list[tuple[int, list[int]]] = []  # single words nobody vouched for yet

    def sure(self) -> Iterator[Run]:
        """Yield the runs that name somebody by themselves."""
        free = 0
        starts = [i for i, (_, _, word, low) in enumerate(self._tokens) if word[0].isupper() or low in _ABBREVIATED]
        for index in starts:
            if index < free:
                continue
            titles, at = self._titles(index)
            parts, after = self._parts(at)
            if parts:
                run = self._named(parts, titles, after)
                if run is not None:
                    yield run
                    free = after
                    continue
                self._left += [(part, parts) for part in parts if not titles or part != parts[0]]
            free = max(after, index + 1)

    def echoes(self, words: set[str]) -> Iterator[Run]:
        """Yield words that repeat a part of a name found elsewhere; call after `sure` is spent."""
        for index, parts in self._left:
            token = self._tokens[index]
            if token.lower in words and len(token.text) > 1:
                neighbours = [i for i in parts if abs(i - index) == 1 and self._tokens[i].lower not in words]
                if neighbours and any(self._soft.meets(self._tokens[i].start, self._tokens[i].end) for i in neighbours):
                    continue
                yield Run(token.start, token.end, token.text, (token.text,))

    def _at(self, index: int) -> Token | None:
        return self._tokens[index] if 0 <= index < len(self._tokens) else None

    def _titles(self, index: int) -> tuple[tuple[Title, ...], int]:
        found: list[Title] = []
        while index < len(self._tokens) - 1:
            token = self._tokens[index]
            known = title(token.text)
            if known is None or not self._title_here(index, bool(found)):
                break
            found.append(known)
            index += 1
            while index < len(self._tokens) - 1 and self._tokens[index].text in {".", "(", ")"}:
                index += 1
        return tuple(found), index

    def _title_here(self, index: int, more: bool) -> bool:
        """Tell whether a title stands before a name, or before another title as in ``Dr. (Mrs.) Rao``."""
        token, following = self._tokens[index], self._tokens[index + 1]
        if not capitalised(token.text) and following.text != ".":
            return False
        ahead = next((t for t in self._tokens[index + 1 : index + 5] if t.text not in {".", "(", ")"}), None)
        if ahead is None or ahead.start - token.end > _TITLE_GAP or "\n" in self._text[token.end : ahead.start]:
            return False
        if "(" in self._text[token.end : ahead.start] and not more and title(ahead.text) is None:
            return False
        return capitalised(ahead.text) or ahead.lower in PARTICLES

    def _parts(self, index: int) -> tuple[list[int], int]:
        """Return the indexes of the words of a run, and the first index after it."""
        parts: list[int] = []
        last_end = -1
        while index < len(self._tokens) and len(parts) < _MAX_WORDS:
            token = self._tokens[index]
            if parts and not self._close(last_end, token.start):
                break
            if self._busy.meets(token.start, token.end) or (parts and self._title_inside(index)):
                break
            if capitalised(token.text) and self._wordlike(index):
                parts.append(index)
                last_end = token.end
                index += 1
                if len(token.text) == 1:  # the dot of an initial, and the hyphen of "M.-A."
                    while index < len(self._tokens) and self._tokens[index].text in ".-":
                        last_end = self._tokens[index].end
                        index += 1
            elif parts and token.lower in PARTICLES:
                parts.append(index)
                last_end = token.end
                index += 1
            else:
                break
        return parts, max(index, parts[-1] + 1 if parts else index)

    def _title_inside(self, index: int) -> bool:
        """Tell whether a run meets the title of a name: "Then Madam Ama" is no name of three words."""
        token = self._tokens[index]
        if title(token.text) is None or index + 1 >= len(self._tokens) or not self._title_here(index, more=True):
            return False
        return not is_surname(token.text) or is_common_word(self._tokens[index - 1].text)

    def _wordlike(self, index: int) -> bool:
        """Tell whether a word can be part of a name: letters only, and a single letter only with its dot."""
        word = self._tokens[index].text
        if len(word) == 1:
            end = self._tokens[index].end
            return self._text[end : end + 1] == "." and word != "I"
        return word.isalpha() or not any(letter.isdigit() for letter in word)

    def _close(self, end: int, start: int) -> bool:
        gap = self._text[end:start]
        return gap in {"", " ", "\u00a0", "\u2009", "  "}

    def _named(self, parts: list[int], titles: tuple[Title, ...], after: int) -> Run | None:
        parts, credentials = self._trim(parts, bool(titles))
        if not parts:
            return None
        if len(parts) == 1 and not titles and (turned := self._turned(parts[0], after)) is not None:
            return turned
        words = [self._tokens[i] for i in parts]
        if titles:
            head = words[0]
            following = self._at(parts[-1] + 1)
            if (head.lower in CALENDAR and not titles[-1].sex) or is_thing(self._text, words, following):
                return None
            named = len(head.text) == 1 or first_name(head.text) is not None or is_surname(head.text)
            if not named and is_common_word(head.text):
                return None
            return self._make(parts, titles, credentials)
        if len(words) == 1 and words[0].text.isupper():
            return None
        enough = self._evidence(parts, bool(credentials)) >= (_FULL if len(words) > 1 else _SINGLE)
        return self._make(parts, titles, credentials) if enough else None

    def _make(self, parts: list[int], titles: tuple[Title, ...], credentials: tuple[str, ...]) -> Run:
        words: list[str] = []
        for index in parts:
            token = self._tokens[index]
            dotted = self._text[token.end : token.end + 1] == "." and len(token.text) == 1
            words.append(token.text + "." if dotted else token.text)
        last = self._tokens[parts[-1]]
        end = last.end + (1 if words[-1].endswith(".") and not last.text.endswith(".") else 0)
        start = self._tokens[parts[0]].start
        return Run(start, end, self._text[start:end], tuple(words), titles, credentials)

    def _trim(self, parts: list[int], titled: bool) -> tuple[list[int], tuple[str, ...]]:
        credentials: list[str] = []
        parts = list(parts)
        while len(parts) > 1 and self._is_credential(parts[-1]):
            credentials.append(self._tokens[parts.pop()].text)
        while parts and not titled and self._starts_badly(parts):
            parts.pop(0)
        while len(parts) > 1 and self._ends_badly(parts[-1]):
            parts.pop()
        after = parts[-1] + 1 if parts else 0
        ahead = [i for i in (after, after + 1) if parts and i < len(self._tokens)]  # "Ana Ruiz, RN" and "Ana Ruiz RN"
        credentials += [self._tokens[i].text for i in ahead if self._is_credential(i)]
        return parts, tuple(credentials)

    def _is_credential(self, index: int) -> bool:
        token = self._tokens[index]
        return token.lower in CREDENTIALS and (
            token.text.isupper() or token.text in {"PhD", "Jr", "Sr", "Esq", "MSc", "BSc"}
        )

    def _starts_badly(self, parts: list[int]) -> bool:
        word = self._tokens[parts[0]]
        if word.lower in PARTICLES and not capitalised(word.text):
            return True
        following = self._tokens[parts[1]].text if len(parts) > 1 else ""
        if word.lower in CALENDAR or word.lower in NOT_NAMES:
            goes_on = is_surname(following) or len(following) == 1 or following in PARTICLES
            return not (first_name(word.text) and goes_on)
        if following and (kin(word.lower) is not None or self._is_job(word, following)):
            return True
        return len(word.text) > 1 and is_common_word(word.text) and first_name(word.text) is None

    def _is_job(self, word: Token, following: str) -> bool:
        """Tell whether a run opens with an occupation: "Baker Teuvo Salo"."""
        named = likely_first(following) or is_surname(following)
        return (word.start, word.end) in self._whole and is_common_word(word.text) and named

    def _ends_badly(self, index: int) -> bool:
        word = self._tokens[index]
        if word.lower in PARTICLES and not capitalised(word.text):
            return True
        if word.lower in CALENDAR or word.lower in NOT_NAMES:
            return len(word.text) > 1
        return is_common_word(word.text) and not is_surname(word.text) and first_name(word.text) is None

    def _turned(self, index: int, after: int) -> Run | None:
        """Read ``TUMULAK, Leonila``: a shouted family name, a comma, a first name."""
        token = self._tokens[index]
        if not shout(token.text) or is_common_word(token.text) or after + 1 >= len(self._tokens):
            return None
        comma, given = self._tokens[after], self._tokens[after + 1]
        if comma.text != "," or not capitalised(given.text) or shout(given.text) or is_common_word(given.text):
            return None
        if self._busy.meets(given.start, given.end) or title(given.text) or len(token.text) < 4:
            return None
        start, end = token.start, given.end
        return Run(start, end, self._text[start:end], (token.text, given.text), reversed=True)

    def _evidence(self, parts: list[int], credentials: bool) -> float:
        words = [self._tokens[i] for i in parts]
        names = [word for word in words if len(word.text) > 1 and capitalised(word.text)]
        before, after = self._at(parts[0] - 1), self._at(parts[-1] + 1)
        if not names or is_nobody(self._text, words, before, after):
            return 0.0
        score = 1.5 if credentials else 0.0
        score += as_first(names[0].text)
        if len(names) > 1:
            score += 0.5 + as_last(names[-1].text)
            if not likely_first(names[0].text) and any(likely_first(word.text) for word in names[1:]):
                score += 1.2
        elif len(words) > 1 and not is_common_word(names[0].text):
            score += 2.2  # an initial beside a word
        score += self._context(parts, len(names) == 1)
        covered = sum(1 for word in words if self._soft.meets(word.start, word.end))
        if covered == len(words):
            score -= 3.0 if len(words) == 1 or not likely_first(names[0].text) else 1.0
        return score - speaks_against(self._text, words, before, (words[0].start, words[-1].end) in self._whole)

    def _bound(self, index: int) -> bool:
        """Tell whether somebody is bound to the one named next: "married to Ola", "separated from Andrés"."""
        return index > 0 and self._tokens[index].lower in {"to", "from"} and self._tokens[index - 1].lower in _BOUND

    def _context(self, parts: list[int], single: bool) -> float:
        score = 0.0
        first, last = self._tokens[parts[0]], self._tokens[parts[-1]]
        before, after = self._at(parts[0] - 1), self._at(parts[-1] + 1)
        line_start = before is None or "\n" in self._text[before.end : first.start]
        line_end = after is None or "\n" in self._text[last.end : after.start]
        if before is not None and not line_start:
            word = before.lower
            if word == ":":
                score += 1.0
            elif kin(word) is not None or word in _NAMING or self._bound(parts[0] - 1):
                score += 2.0
            elif word in _PLACE_WORDS and (single or not any(likely_first(self._tokens[i].text) for i in parts)):
                score -= 1.0
            elif single and word == "the":
                score -= 2.0
            elif single and before.text[0].islower():
                score += 0.4  # a capital in the middle of a sentence
        if line_start and line_end and not single:
            score += 1.2
        if after is not None and not line_end:
            ahead = self._at(parts[-1] + 2)
            if after.lower in SAYING:
                score += 1.3
            elif after.text in ",(" and ahead is not None:
                age = ahead.text.isdigit() and len(ahead.text) <= 2
                score += 2.0 if age else 1.0 if kin(ahead.lower) or ahead.lower in _TELLING else 0.0
            elif after.lower == "'s":
                score += 0.4
        if all(shout(word.text) for word in (first, last)) and line_start and line_end:
            score -= 1.5  # a heading
        return score
