"""Titles, forms of address and words such as "waitress" or "female" that tell a sex."""

import re
from collections.abc import Iterator
from functools import cache

from gyges.anonymizers.wording._people import Text
from gyges.anonymizers.wording._rewording import Rewording, cased
from gyges.anonymizers.wording._tables import table, words_in
from gyges.reading.english import can_be, usual_tag

__all__ = ["neutral_titles", "neutral_words"]

_FIELD = re.compile(
    r"(?P<label>^[ \t|*-]*(?:sex|gender)\s*[:|]\s*)(?P<value>male|female|man|woman|m|f|m/f)(?=[ \t]*(?:[\n,;|]|$))",
    re.IGNORECASE | re.MULTILINE,
)
_UNSAID = "–"  # in a field of a form


@cache
def _before_name() -> re.Pattern[str]:
    """Return the pattern of titles: of two people, before an office, and before a name."""
    titles = "|".join(sorted(words_in("kin", "titles"), key=len, reverse=True))
    offices = "|".join(words_in("kin", "offices"))
    return re.compile(
        r"(?<![\w@#.-])(?:(?P<pair>(?:Mr|Mrs|Ms)\.? (?:and|&) (?:Mr|Mrs|Ms)\.?(?= [A-Z█\[]))|"
        rf"(?P<office>(?:Madam|Mr|Madame|Mister)\.?)(?= (?:{offices})\b)|"
        r"(?P<chair>(?:Madam|Mr)\.? Chair(?:man|woman)\b)|"
        rf"(?P<title>(?:[Aa] )?(?:{titles})\b\.?)(?= [A-ZÀ-Þ█\[]))"
    )


@cache
def _called() -> re.Pattern[str]:
    """Return the pattern of forms of address, behind a comma or at the beginning."""
    forms = "|".join(table("kin")["addresses"]["list"]).replace("'", "['’]")
    return re.compile(
        rf"(?P<behind>,\s(?:{forms})(?=\s*[.!?,;…\"”’]))|"
        r"(?P<ahead>(?:(?<=[.!?]\s)|(?<=[\"“])|(?<=\n)|^)(?:Sir|Madam|Ma['’]am),)",
        re.IGNORECASE,
    )


def neutral_titles(text: Text) -> Iterator[Rewording]:
    """Yield titles before a name, forms of address, and fields of forms that state a sex."""
    for match in _before_name().finditer(text.text):
        start, end = match.span()
        if match["pair"]:
            called = re.search(r"\b(?:Dear|Hello|Hi)\s$", text.text[max(0, start - 7) : start])
            yield Rewording(start, end, ("" if called else "the couple",), "title")
        elif match["chair"]:
            yield Rewording(start, end, ("Chair",), "title")
        else:
            yield Rewording(start, end, ("",), "title")
    for match in _called().finditer(text.text):
        if "dear" not in text.text[max(0, match.start() - 8) : match.start()].lower() and not _is_told(
            text.text, match
        ):
            yield Rewording(*match.span(), ("",), "title")
    for match in _FIELD.finditer(text.text):
        yield Rewording(*match.span("value"), (_UNSAID,), "gender")


def _is_told(text: str, match: re.Match[str]) -> bool:
    """Tell whether a word behind a name says who that is and calls nobody: "Alusine Kpaka, son, took"."""
    before = re.search(r"(\w+)$", text[max(0, match.start() - 30) : match.start()])
    return match[0].lower() == ", son" and before is not None and before[1][:1].isupper()


def neutral_words(text: Text) -> Iterator[Rewording]:
    """Yield words with a sex that have a twin without one, and "male" and "female" before or as a noun."""
    plain: dict[str, str] = table("kin")["plain"]
    for at, token in enumerate(text.words):
        if token.opaque or at in text.fixed:
            continue
        capital = token.raw[:1].isupper() and not token.raw.isupper() and not text.opens(at)
        if token.low in plain and not capital:
            yield Rewording(token.start, token.end, (cased(plain[token.low], token.raw),), "gender")
        elif token.low in {"maternity", "paternity"} and text.low(at + 1) == "leave" and not capital:
            yield Rewording(token.start, token.end, (cased("parental", token.raw),), "gender")
        elif token.low in {"woman", "lady"} and text.low(at + 1) in words_in("pronouns", "persons") and not capital:
            yield Rewording(token.start, token.end, ("",), "gender")  # "a lady judge"
        elif token.low in {"male", "female"} and not capital:
            yield from _male(text, at)


def _male(text: Text, at: int) -> Iterator[Rewording]:
    """Yield "female" where it says what somebody is: "a female caller", "a male in his forties"."""
    token, after = text.words[at], text.words[at + 1] if at + 1 < len(text.words) else None
    if text.low(at - 1) in words_in("kin", "contrasts") or text.low(at - 1) in {"all", "-", "and", "or", "/", ":"}:
        return
    if after is not None and after.low in words_in("pronouns", "persons"):
        following = text.raw(at + 1)
        new = following.capitalize() if token.raw[:1].isupper() and not token.raw.isupper() else following
        yield Rewording(token.start, after.end, (new,), "gender")
        return
    aged = text.low(at - 1) in {"yo", "old", "y"} or text.low(at - 1).endswith(("-old", "yo"))
    led = aged or text.low(at - 1) in {
        "a",
        "the",
        "another",
        "this",
        "that",
        "one",
        "unknown",
        "young",
        "elderly",
        "adult",
    }
    ends = (
        after is None
        or not after.is_word
        or usual_tag(after.low) in {"IN", "VBZ", "VBD", "VBN", "WP", "MD", "CC", "TO"}
    )
    if led and ends and (after is None or after.raw != "-") and not can_be(text.low(at + 1), "NOUN"):
        yield Rewording(token.start, token.end, (cased("person", token.raw),), "gender")
