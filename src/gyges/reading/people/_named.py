"""One draft person for everybody named: full names, titles with surnames, first names and initials meet."""

import re
from bisect import bisect_right, insort
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from gyges.reading._cues import Cues
from gyges.reading.lexicon._fold import fold
from gyges.reading.lexicon._names import first_name
from gyges.reading.names._find import NameSpan
from gyges.reading.names._shapes import PARTICLES
from gyges.reading.people._draft import Draft, PersonDraft
from gyges.reading.people._same_name import Same, pair_parts, same_parts

_SURE, _LIKELY = 0.9, 0.65
_LAST = 3.5  # a single letter is placed when everybody else is known


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in the text where a person is spoken of."""

    start: int  # first code point
    end: int  # one past the last code point
    person: PersonDraft  # who
    kind: str  # ``name``, ``pronoun``, ``kin``, ``role`` or ``voice`` (I, my)
    owns: bool = False  # whether the words are possessive (his, my, Ana's)


def moved(spots: list[Spot], joined: Mapping[int, PersonDraft]) -> list[Spot]:
    """Return mentions with those in whose names people turned out to be one with others, by identity."""
    if not joined:
        return spots
    return [replace(spot, person=joined.get(id(spot.person), spot.person)) for spot in spots]


@dataclass(eq=False, slots=True)
class _Who:
    person: PersonDraft
    words: list[str]
    given: str
    family: str
    sex: str | None
    last: int
    letters: bool = False
    spans: list[NameSpan] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)  # of the spans, in order

    def last_before(self, position: int) -> int:
        """Return where the person was last named up to a position, -1 if nowhere."""
        count = bisect_right(self.starts, position)
        return self.starts[count - 1] if count else -1


def sex_of_name(word: str) -> tuple[str, int] | None:
    """Return the sex a first name tells and how surely, None if it tells none."""
    stat = first_name(word)
    if stat is None:
        return None
    for share, sex in ((stat.p_female, "Female"), (1 - stat.p_female, "Male")):
        if share >= _SURE:
            return sex, 4
        if share >= _LIKELY:
            return sex, 3
    return None


def name_people(draft: Draft, cues: Cues) -> list[Spot]:
    """Add a person for everybody named, and return where they are named."""
    people = _Named(draft)
    order = {"full": 0, "initials": 1, "surname": 2, "single": 3, "handle": 4}
    for span in sorted(cues.names, key=lambda span: (_LAST if _one_letter(span) else order[span.kind], span.start)):
        people.place(span)
    return people.spots(cues.names)


class _Named:
    """The people named so far."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._all: list[_Who] = []
        self._by_word: dict[str, list[_Who]] = {}
        self._by_first: dict[str, list[_Who]] = {}
        self._of: dict[NameSpan, _Who] = {}

    def place(self, span: NameSpan) -> None:
        parts = re.split(r"\s+|(?<=\.)-?(?=\w)", span.text)
        words = [_key(word) for word in parts if word.lower() not in PARTICLES] or [_key(word) for word in parts]
        sex = next((title.sex for title in span.titles if title.sex), None)
        who = self._match(span, words, sex)
        if who is None:
            given_sex = sex_of_name(span.given) if span.given else None
            letters = span.kind == "initials" and all(len(word) <= 2 for word in words)
            who = _Who(self._draft.new_person(), words, _key(span.given), _key(span.family), None, span.start, letters)
            who.sex = sex or (given_sex[0] if given_sex else None)
            self._all.append(who)
            self._by_first.setdefault(words[0], []).append(who)
        self._of[span] = who
        who.spans.append(span)
        insort(who.starts, span.start)
        who.sex = who.sex or sex
        if not who.given and span.given:
            who.given = _key(span.given)
        if sex:
            who.person.learn("SEX", sex, 5, span.start, span.end, "title")
        elif span.given and (told := sex_of_name(span.given)):
            who.person.learn("SEX", told[0], told[1], span.start, span.end, "first name")
        for word in words:
            mates = self._by_word.setdefault(word, [])
            if who not in mates:
                mates.append(who)
            if word not in who.words:
                who.words.append(word)
        who.person.call(span.text, span.start, span.end)

    def _match(self, span: NameSpan, words: list[str], sex: str | None) -> _Who | None:
        mates = self._mates(words)
        if span.kind == "handle" or not words:
            alone = (who for who in mates if who.words[:1] == words[:1] and len(who.words) == 1)
            return next((who for who in mates if who.words == words), None) or next(alone, None)
        if span.kind == "full":
            return next((who for who in mates if _is_full(who.words, words)), None)
        if span.kind == "initials":
            return self._by_letters(words, span.speaker) or self._by_one_letter(span, words)
        fitting = [who for who in mates if not (sex and who.sex and sex != who.sex)]
        if not fitting and span.kind == "single":
            return self._by_first_letter(words[0])
        if span.kind == "surname":
            fitting = [
                who for who in fitting if who.words[:1] != words or len(who.words) == 1 or who.family == words[0]
            ]
        return _nearest(fitting, span.start, words[0])

    def _by_first_letter(self, word: str) -> _Who | None:
        """Return the one known by an initial and a family name whom a first name fits: "F. Shaikh", "Farheen"."""
        begun = self._by_first.get(word[:1], ())
        return _only(who for who in begun if len(who.words) >= 2 and len(who.words[-1]) > 2)

    def _by_one_letter(self, span: NameSpan, words: list[str]) -> _Who | None:
        """Return the one person a letter stands for: "Eng. K." after "Eng. Kiprotich", or the label "R:"."""
        if not _one_letter(span) or not (span.titles or span.speaker):
            return None
        letter, wanted = words[0][:1], {title.word for title in span.titles if title.occupation}
        known = [who for who in self._all if len(who.words[0]) > 1]
        if span.speaker:
            return _only(who for who in known if who.words[0][0] == letter)
        titled = (who for who in known if wanted & {title.word for one in who.spans for title in one.titles})
        return _only(who for who in titled if letter in _letters_of(who.words))

    def _mates(self, words: Iterable[str]) -> list[_Who]:
        return list(dict.fromkeys(who for word in words for who in self._by_word.get(word, ())))

    def _by_letters(self, words: list[str], speaker: bool) -> _Who | None:
        joined = "".join(words)
        if speaker or all(len(word) == 1 for word in words) or (len(words) == 1 and len(joined) <= 4):
            same = [who for who in self._all if who.letters and "".join(who.words) == joined]
            if same:
                return same[0]
            if len(joined) < 2:
                return None
            return _only(who for who in self._all if len(who.words) > 1 and _letters_of(who.words).startswith(joined))
        long = [word for word in words if len(word) > 1]
        for who in self._mates(long):
            if {*long} <= {*who.words} and same_parts(who.words, words):
                return who
        halves = (who for who in self._all if len(who.words) == len(words) == 2)  # "J. Abellanosa" and "Jun A."
        return next((who for who in halves if pair_parts(words, who.words, _same_letter)), None)

    def spots(self, spans: Iterable[NameSpan]) -> list[Spot]:
        return [Spot(span.start, span.end, self._of[span].person, "name") for span in spans if span in self._of]


def _only(fitting: Iterable[_Who]) -> _Who | None:
    """Return the one who fits, None if nobody or more than one does."""
    found = list(fitting)
    return found[0] if len(found) == 1 else None


def _key(word: str) -> str:
    """Return a word of a name to compare it by; an initial stays one letter ("Þ." and "th")."""
    plain = word.replace(".", "")
    return fold(plain)[:1] if len(plain) == 1 else fold(plain)


def _one_letter(span: NameSpan) -> bool:
    return span.kind == "initials" and len(span.text.rstrip(".")) == 1


def _is_full(known: list[str], words: list[str]) -> bool:
    """Tell whether two full names are one: "Rayyan Abdul Kareem" is not his father "Abdul Kareem P."."""
    same = same_parts(known, words).same
    begun_or_ended = same is Same.PART and (known[0] == words[0] or known[-1] == words[-1])
    return min(len(known), len(words)) > 1 and (same is Same.EXACT or begun_or_ended)


def _letters_of(words: list[str]) -> str:
    return "".join(word[:1] for word in words)


def _same_letter(a: str, b: str) -> bool:
    """Tell whether two words are one, or one abbreviates the other to one or two letters."""
    return a == b or (min(len(a), len(b)) <= 2 and a[:1] == b[:1])


def _nearest(fitting: list[_Who], start: int, word: str) -> _Who | None:
    if len(fitting) < 2:
        return fitting[0] if fitting else None
    by_given = [who for who in fitting if who.given == word]
    pool = by_given or fitting
    before = [who for who in pool if who.spans and who.spans[0].start <= start]
    return max(before or pool, key=lambda who: who.last_before(start))
