"""Words that tell a sex: pronouns with the verbs that go with them, titles, nouns."""

import re
from collections.abc import Iterator
from functools import cache

from gyges.anonymizers.subjectwise._pieces import TAGS, Piece
from gyges.anonymizers.subjectwise._tables import table, words_in

__all__ = ["find_gender", "is_english", "plain_verb"]

_PRONOUN = re.compile(
    r"\b(?:(?P<both>s/he|\(s\)he|he/she|she/he|he or she|she or he|his/her|her/his|his or her|her or his|him/her|"
    r"him or her|her or him|himself or herself|herself or himself)|(?P<one>he|she|him|his|hers?|himself|herself))\b",
    re.IGNORECASE,
)
_VERB = re.compile(
    r"(?P<s>['’]s\b)|\s+(?:(?:also|still|now|then|never|always|often|only|just|really|actually|probably|already|"
    r"usually|currently|subsequently|allegedly|sometimes|not|apparently|no longer|later|further|therefore)\s+)?"
    r"(?P<verb>[A-Za-z]+(?:n['’]t)?)(?!\w)"
)
_BEFORE = re.compile(r"\b(?P<verb>is|was|has|does|isn['’]t|wasn['’]t|hasn['’]t|doesn['’]t)\s+$", re.IGNORECASE)
_AND = re.compile(
    r"[^.;:!?\n(]{0,120}?,?\s(?:and|but|or)\s(?:also\s|then\s|now\s|still\s|that\s)?(?P<verb>is|was|has|does|lives|works|says|wants)\s"
)
_SUBJECT = re.compile(r"\b(?:who|which|that|it|[Tt]he|[Hh]e|[Ss]he|they|I|we|you)\b|[A-Z]")
_PARTICIPLE = re.compile(
    r"\s+(?:not\s|also\s|just\s|already\s|never\s)?(?:been|got|had|gone|done|made|taken|become|seen|given|written|begun)\b"
)
_ENGLISH = 0.04  # share of the commonest English words from which on a text is English; other languages stay below
_TIES = frozenset(("spouse", "spouses", "partner"))  # say no sex, and still that somebody is not alone
_KEY = "pronouns"


def is_english(text: str) -> bool:
    """Tell whether a text is written in English, by its commonest words.

    Example:
        >>> is_english("She was at home and it is late."), is_english("Sie war zu Hause, und es ist spät.")
        (True, False)
    """
    words = re.findall(r"[^\W\d_]+", text[:20_000].lower())
    return bool(words) and sum(word in words_in("grammar", "commonest") for word in words) / len(words) >= _ENGLISH


def find_gender(text: str) -> Iterator[Piece]:
    """Yield the words of an English text that tell a sex; pronouns and their verbs change together."""
    yield from _pronouns(text)
    for match in _nouns().finditer(text):
        words = match[0]
        if not (words.islower() or words.isupper() or words.istitle()):
            continue  # such as NaN
        rungs = tuple(_cased(rung, words) for rung in table("gender")["nouns"][words.lower()])
        kind = "tie" if rungs[0].lower().split()[-1] in _TIES else "gender"
        yield Piece(*match.span(), kind, rungs, f"{kind} {words.lower()}", TAGS[kind], "DEM")


def plain_verb(verb: str) -> str | None:
    """Return the verb that goes with "they" for one that goes with "she"; None if it is the same or no verb.

    Example:
        >>> plain_verb("is"), plain_verb("carries"), plain_verb("watches"), plain_verb("works"), plain_verb("worked")
        ('are', 'carry', 'watch', 'work', None)
    """
    known: dict[str, str] = table("gender")["verbs"]
    if verb in known:
        return known[verb]
    if (
        verb in words_in("gender", "not_verbs")
        or len(verb) < 4
        or not verb.endswith("s")
        or verb.endswith(("ss", "us"))
    ):
        return None
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    return verb[:-2] if re.search(r"(?:ss|sh|ch|x|zz|o)es$", verb) else verb[:-1]


def _pronouns(text: str) -> Iterator[Piece]:
    taken: set[int] = set()
    for match in _PRONOUN.finditer(text):
        word = (match["both"] or match["one"]).lower()
        if word in {"his", "her", "his/her", "her/his", "his or her", "her or his"}:
            new = _possessive(text, match.end(), word)
        else:
            new = table("gender")["pronouns"].get(word, "them" if "him" in word else "they")
            if "self" in word:
                new = "themselves"
        yield _piece(*match.span(), _cased(new, match[0]))
        if new == "they":
            for start, end, verb in _verbs(text, *match.span()):
                if start not in taken:
                    taken.add(start)
                    yield _piece(start, end, _cased(verb, text[start:end]) if start < match.start() else verb)


def _possessive(text: str, end: int, word: str) -> str:
    after = re.match(r"\s+([\w'’-]+)", text[end:])
    if after is None:
        return "theirs" if word == "his" else "them"
    if word == "her" and after[1].lower() in words_in("grammar", "after_object"):
        return "them"
    return "their"


def _verbs(text: str, start: int, end: int) -> Iterator[tuple[int, int, str]]:
    """Yield the verbs that must agree: before the pronoun in a question, else behind it, also a second one."""
    asked = _BEFORE.search(text, max(0, start - 12), start)
    if asked:
        yield *asked.span("verb"), table("gender")["verbs"][asked["verb"].lower()]
        return
    match = _VERB.match(text, end)
    if match is None:
        return
    if match["s"]:
        yield *match.span("s"), f"{match['s'][0]}{'ve' if _PARTICIPLE.match(text, match.end()) else 're'}"
        return
    verb = plain_verb(match["verb"].lower()) if match["verb"][0].islower() or match["verb"].isupper() else None
    if verb:
        yield *match.span("verb"), _cased(verb, match["verb"])
    second = _AND.match(text, match.end())
    if second and not _SUBJECT.search(text, match.end(), second.start("verb")):
        other = plain_verb(second["verb"])
        if other:
            yield *second.span("verb"), other


def _piece(start: int, end: int, new: str) -> Piece:
    return Piece(start, end, "pronoun", (new,), _KEY, TAGS["pronoun"], "DEM")


def _cased(new: str, old: str) -> str:
    if len(old) > 1 and old.isupper():
        return new.upper()
    return new[:1].upper() + new[1:] if old[:1].isupper() else new


@cache
def _nouns() -> re.Pattern[str]:
    words = sorted(table("gender")["nouns"], key=lambda word: -len(word))
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, words))})(?![\w-])", re.IGNORECASE)
