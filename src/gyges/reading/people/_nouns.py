"""Nouns and phrases for somebody without a name: "the delivery man", "two bricklayers", "Employee A", "Nurse says"."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from gyges.reading.lexicon._load import read_toml, words
from gyges.reading.lexicon._names import kin_words
from gyges.reading.names._shapes import SAYING
from gyges.reading.page._forms import patterns
from gyges.reading.page._tokens import Token
from gyges.reading.people._draft import PersonDraft
from gyges.reading.work._occupations import OccupationCue

_AGENT, _KEY, _VERB, _HIDDEN = patterns("nouns", "agent key verb hidden")
_GAPS = frozenset({" ", ""})
_MOST = 5  # people a number counts before it is a crowd
_MOST_MODIFIERS = 3
_SURE = 5


@dataclass(frozen=True, slots=True)
class Noun:
    """A noun for a person."""

    word: str  # in the singular, lower case
    kind: str  # ``parties``, ``others``, ``people``, ``jobs`` or ``ranks``
    sex: str = ""  # male, Female or empty
    plural: bool = False  # whether the form met speaks of several people
    rank: bool = False  # whether the word is a rank in a house


def _table() -> dict[str, Any]:
    return read_toml("person_nouns.toml")


@cache
def noun_words(section: str) -> frozenset[str]:
    """Return a list of words around nouns for people."""
    return frozenset(_table()[section])


def noun_pairs(section: str) -> dict[str, Any]:
    """Return a list of words with what they stand for."""
    found: dict[str, Any] = _table()[section]
    return found


@cache
def nouns() -> dict[str, Noun]:
    """Return all nouns for people by their form, singular and plural."""
    irregular = noun_pairs("plurals")
    found: dict[str, Noun] = {}
    for kind in ("parties", "others", "people", "jobs", "ranks"):
        for word in _table()[kind]:
            sex = "Female" if word in noun_words("female") else "Male" if word in noun_words("male") else ""
            noun = found.setdefault(word, Noun(word, kind, sex, rank=word in noun_words("ranks")))
            if word not in irregular.values():
                found.setdefault(word + "s", replace(noun, kind=kind, plural=True))
    found |= {plural: replace(found[word], plural=True) for plural, word in irregular.items() if word in found}
    return found


def role_head(label: str) -> str:
    """Return the noun of a role or a job, as one word for all its synonyms."""
    word = label.lower().split(" of ")[0].split(",")[0].split(" (")[0].rsplit(" ", 1)[-1]
    return str(noun_pairs("synonyms").get(word, word))


def learn_noun(person: PersonDraft, noun: Noun, label: str, start: int, end: int) -> None:
    """Learn what a noun says about somebody: a sex, a job, a rank."""
    if noun.sex and person.knows("SEX") is None:
        person.learn("SEX", noun.sex, _SURE, start, end, "noun")
    if noun.kind == "jobs":
        person.learn("OCCUPATION", label.title(), _SURE, start, end, "role")
    if noun.rank:
        person.learn("POSITION", label.title(), _SURE - 1, start, end, "role")


@dataclass(frozen=True, slots=True)
class RolePhrase:
    """A phrase for one person or several."""

    first: int  # index of its first token
    last: int  # index of its head noun
    noun: Noun  # the head noun
    determiner: str  # the article or possessive in lower case; empty where none stands
    label: str  # what the person is, lower case, without article and describing words
    modifiers: tuple[str, ...]  # all words between article and head
    count: int  # how many people
    key: str  # the letter or number that stands for a name ("Employee A"); empty if none
    labels: bool  # whether the phrase is the label of a line ("Patient: ██")

    @property
    def indefinite(self) -> bool:
        """Whether the phrase brings somebody new into the text."""
        return self.determiner in noun_words("indefinite")

    @property
    def other(self) -> bool:
        """Whether the phrase speaks of another one of a kind."""
        return self.determiner == "another" or not noun_words("others_of_a_kind").isdisjoint(self.modifiers)


def role_phrase(
    text: str, tokens: Sequence[Token], index: int, jobs: Mapping[int, OccupationCue], opens: Callable[[int], bool]
) -> RolePhrase | None:
    """Return the phrase a token heads, None if it heads none."""
    token = tokens[index]
    cue = jobs.get(token.end)
    noun = nouns().get(token.lower)
    if noun is None and cue is not None and _is_agent(token.lower):
        noun = Noun(token.lower, "jobs")
    following = tokens[index + 1] if index + 1 < len(tokens) else None
    if noun is None or (following is not None and _goes_on(following, jobs, token.end)):
        return None
    key = following.text if following and _KEY.fullmatch(following.text) and token.text[:1].isupper() else ""
    first, determiner, found, count = _look_back(text, tokens, index, cue, opens)
    if noun.plural and not count and determiner in noun_words("definite") and _one_of(tokens, first):
        first, determiner, count, noun = first - 2, "one", 1, replace(noun, plural=False)
    if noun.plural and (not 1 < count <= _MOST or (token.text[:1].isupper() and not token.text.isupper())):
        return None  # a crowd, or "four Singers"
    if not determiner and not key and not (noun.plural and count) and not _bare(text, tokens, index, first, opens):
        return None
    if not noun.plural:
        count = 1
    if determiner == "dear":
        if noun.kind not in {"jobs", "ranks"}:
            return None  # "Dear customer" is everybody
        found = [word.lower() for word in found]
    if not determiner and found:
        found[0] = found[0].lower()
    label = " ".join([*(word for word in found if _belongs(word)), noun.word])
    if noun.word in noun_words("makes_jobs") and " " in label and label.split()[0] not in nouns():
        noun = replace(noun, kind="jobs")  # "the bread man"
    labels = not determiner and following is not None and following.text == ":"
    return RolePhrase(first, index, noun, determiner, label, tuple(word.lower() for word in found), count, key, labels)


def _goes_on(following: Token, jobs: Mapping[int, OccupationCue], end: int) -> bool:
    """Tell whether the head of the phrase comes only now: "the patient portal", "the student nurse"."""
    if following.start != end + 1 or not following.text[0].islower():
        return False
    return following.lower in noun_words("things") or following.lower in nouns() or following.end in jobs


def _one_of(tokens: Sequence[Token], first: int) -> bool:
    return first > 1 and tokens[first - 1].lower == "of" and tokens[first - 2].lower == "one"


def _is_agent(low: str) -> bool:
    return _AGENT.fullmatch(low) is not None and low not in noun_words("no_people") and low not in kin_words()


def _look_back(
    text: str, tokens: Sequence[Token], index: int, cue: OccupationCue | None, opens: Callable[[int], bool]
) -> tuple[int, str, list[str], int]:
    """Return where the phrase starts, its article, the words before the head, and how many people it counts."""
    found: list[str] = []
    count, at = 0, index - 1
    while at >= 0:
        token = tokens[at]
        low, gap = token.lower, text[token.end : tokens[at + 1].start]
        inside = cue is not None and token.start >= cue.start
        if gap not in _GAPS:
            break
        if token.text == "Dear" or low in noun_words("definite") or (low in noun_words("indefinite") and not inside):
            if low == "one" and count:
                break
            return at, low, found, count
        if count:
            break
        if low in noun_pairs("numbers") or (low.isdecimal() and len(low) == 1):
            count = noun_pairs("numbers").get(low) or int(low)
        elif not inside and (low in noun_words("breaks") or len(found) >= _MOST_MODIFIERS or not _is_word(low)):
            break
        elif low != "-":
            found.insert(0, low if token.text == low or token.text.isupper() else token.text)
        at -= 1
    if count or (found and tokens[at + 1].text[:1].isupper() and opens(tokens[at + 1].start)):
        if not count and any(word.lower() in nouns() for word in found):
            return index, "", [], 0  # "Nurse reports patient has slept"
        return at + 1, "", found, count
    start = index
    while start and cue is not None and tokens[start - 1].start >= cue.start:
        start -= 1
    return start, "", [token.lower for token in tokens[start:index]], 0


def _is_word(low: str) -> bool:
    return low.replace("-", "").replace("'", "").replace("’", "").isalnum() and low[0].isalnum()


def _belongs(word: str) -> bool:
    """Tell whether a word before the head is part of what somebody is, and not how they are or where from."""
    return (
        word.isalpha()
        and word.islower()
        and word not in noun_words("adjectives")
        and not word.endswith(("ese", "ish", "ian"))
    )


def _bare(text: str, tokens: Sequence[Token], index: int, first: int, opens: Callable[[int], bool]) -> bool:
    """Tell whether a noun without an article is somebody who acts: "Nurse reports ...", "Cook is crying"."""
    if index + 1 >= len(tokens) or not tokens[first].text[:1].isupper() or not opens(tokens[first].start):
        return False
    after = tokens[index + 1].text
    if after == ":":
        return _HIDDEN.match(text, tokens[index + 1].end) is not None
    acts = _VERB.fullmatch(after) is not None and after not in words("phrases.no_verb") and after not in nouns()
    return acts or after in words("phrases.bare_verbs") or after in SAYING or after in noun_words("past")
