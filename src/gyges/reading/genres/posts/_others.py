"""Others in a post: named companions, single role words, the writer of the article it answers."""

import re
from collections.abc import Iterator
from functools import cache

from gyges.reading.genres.posts._header import tagged
from gyges.reading.genres.posts._names import given_name, handle_name
from gyges.reading.genres.posts._phrases import load
from gyges.reading.genres.posts._work import firm_spans
from gyges.reading.lexicon._fold import fold
from gyges.reading.lexicon._vocabulary import is_common_word

__all__ = ["find_others"]

_CAP = r"[^\W\d_a-zß-öø-ÿ](?:(?!['’]s\b)[a-zß-öø-ÿ'’\-])+"
_NAMED = re.compile(
    rf"(?<![\w@#-])(?<!, )(?P<name>{_CAP}(?: {_CAP})?)(?P<after>['’]s)?(?![\w-]| (?:and|&) {_CAP}|, {_CAP} (?:and|&))"
)
_BEFORE = re.compile(
    r"\b(?:with|by|to|thanks|from|and|&|for|named|called|like|User:|user|friend|mate|buddy|shoutout|"
    r"kudos|met|saw|of)\s$",
    re.I,
)
_DID = re.compile(
    r"[^.;\n]{0,12}\b(?:mentioned|said|told|suggested|asked|noticed|helped|recommended|gave|came|was|"
    r"reported|called|on my|today|for input|who)\b"
)
_SELF = re.compile(r"\b(?:as|am|['’]m|like|being) $")
_ARTICLE = re.compile(
    r"\b(?:this|the|news|your)\s(?:news\s|recent\s)?(?:article|piece|column|blog post|editorial|op-ed)(?:['’]s)?\b",
    re.I,
)
_WRITER = re.compile(
    r"\b(?:kudos to|thanks to|props to) the (?:writer|author|columnist)\b|\bthe (?:writer|columnist)\b", re.I
)


def find_others(text: str, body: int, known: list[str], alone: bool) -> Iterator[tuple[int, int, str, str, str]]:
    """Yield start, end, role, name and job of people who are neither author, family nor owner of a code.

    Args:
        text: The post.
        body: Where its words start after a header.
        known: Names of the people found so far.
        alone: Whether the post speaks of no family; then the writer of the article it answers is worth a thought.
    """
    tokens = {word for name in known for word in name.split()}
    yield from _named(text, body, tokens)
    yield from _roles(text)
    match = _WRITER.search(text) or _ARTICLE.search(text)
    if match is not None and body > 0 and alone:
        yield match.start(), match.end(), "author of the article", "", "Writer"
    for start, end, handle in tagged(text):
        name = handle_name(handle)
        if (
            start >= max(body, 3)
            and not set(fold(name).split()) & tokens
            and end < len(text) + 1
            and text[end : end + 2] != " :"
        ) and not re.search(r"[\w.]@|@\w+\.\w+$", text[max(0, start - 1) : end]):
            yield start, end, "tagged account", name, ""


def _named(text: str, body: int, tokens: set[str]) -> Iterator[tuple[int, int, str, str, str]]:
    seen: set[str] = set()
    firms = firm_spans(text)
    for match in _NAMED.finditer(text, body):
        words = match["name"].split()
        if not given_name(words[0], 0.3) or is_common_word(words[0]) or words[0] in load("headers")["not_names"]:
            continue
        if fold(words[0]) in tokens | seen or (fold(words[-1]) in tokens and len(words) == 1):
            continue
        if any(start <= match.start() < end for start, end in firms):
            continue
        head = text[max(0, match.start() - 14) : match.start()]
        if not (_BEFORE.search(head) or match["after"] or (len(words) == 2 and given_name(words[0], 0.4))):
            continue
        if re.search(r"\b(?:at|in|near)\s(?:the\s)?$", head, re.I) or re.search(rf"{_CAP}, $", head):
            continue
        seen |= {fold(word) for word in words}
        role = "companion" if re.search(r"\bwith\s$", head, re.I) else "person mentioned"
        end = match.end("name")
        yield match.start(), end, role, match["name"], ""


@cache
def _single() -> re.Pattern[str]:
    words = "|".join(sorted(load("roles")["single"], key=lambda word: (-len(word), word)))
    return re.compile(
        rf"\b(?P<owner>an?|my|our|the|one of (?:our|my|"
        rf"the))(?: [a-z]+)? (?P<word>{words})s?\b(?![- ]?[a-z]* (?:system|desk|portal))",
        re.IGNORECASE,
    )


def _roles(text: str) -> Iterator[tuple[int, int, str, str, str]]:
    words: dict[str, str] = load("roles")["single"]
    seen: set[str] = set()
    for match in _single().finditer(text):
        key, owner = match["word"].lower(), match["owner"].lower()
        if key in seen or (text[match.end() - 1] == "s" and not owner.startswith("one of")):
            continue
        if owner in {"a", "an", "the"} and not _DID.match(text, match.end()):
            continue
        if owner in {"a", "an"} and _SELF.search(text, max(0, match.start() - 8), match.start()):
            continue
        seen.add(key)
        yield match.start(), match.end(), key, "", words[key]
