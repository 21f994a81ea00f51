"""Others in a post: named companions, single role words, the writer of the article it answers, tagged accounts."""

from collections.abc import Iterator, Set
from typing import NamedTuple

from gyges.reading._cues import Cues
from gyges.reading.genres._table import load_table, pattern
from gyges.reading.genres.posts._handles import given_name, handle_name
from gyges.reading.lexicon._fold import fold
from gyges.reading.lexicon._vocabulary import is_common_word
from gyges.reading.page._spans import Spans

__all__ = ["Other", "find_others"]

_BEFORE = 14  # code points before a name that say what it is doing there
_USUAL = 0.3  # weight from which on a first name needs no other evidence
_LEAD = 3


class Other(NamedTuple):
    """Somebody else: where, as what, by which name, with which job."""

    start: int
    end: int
    role: str
    name: str = ""
    job: str = ""


def find_others(cues: Cues, body: int, known: Set[str], *, alone: bool) -> Iterator[Other]:
    """Yield people who are neither author, family nor owner of a code.

    Args:
        cues: The cues of the post.
        body: Where its words start after a header.
        known: Folded words of the names of the people found so far.
        alone: Whether the post speaks of no family; then the writer of the article it answers is worth a thought.
    """
    yield from _named(cues, body, known)
    yield from _in_a_role(cues.text)
    match = pattern("posts.writer").search(cues.text) or pattern("posts.article").search(cues.text)
    if match is not None and body > 0 and alone:
        yield Other(*match.span(), "author of the article", job="Writer")
    for match in pattern("posts.tagged").finditer(cues.text, max(body, _LEAD)):
        name = handle_name(match[0])
        if not set(fold(name).split()) & known:
            yield Other(*match.span(), "tagged account", name)


def _named(cues: Cues, body: int, known: Set[str]) -> Iterator[Other]:
    text, seen = cues.text, set(known)
    firms = Spans((one.start, one.end) for one in cues.organisations)
    for one in cues.names:
        words = one.text.split()
        if one.start < body or one.kind not in {"full", "single"} or fold(words[0]) in seen:
            continue
        if not given_name(words[0], _USUAL) or is_common_word(words[0]) or firms.meets(one.start, one.end):
            continue
        since = max(0, one.start - _BEFORE)
        told = len(words) > 1 or text.startswith(("'s", "’s"), one.end)
        told = told or pattern("posts.before_name").search(text, since, one.start) is not None
        if not told or pattern("posts.place_or_list").search(text, since, one.start):
            continue
        seen |= {fold(word) for word in words}
        yield Other(
            one.start, one.end, "companion" if text.endswith("with ", 0, one.start) else "person mentioned", one.text
        )


def _in_a_role(text: str) -> Iterator[Other]:
    seen: set[str] = set()
    for match in pattern("posts.one_of").finditer(text):
        word, owner = match["word"].lower(), match["owner"].lower()
        if word in seen or (match["many"] and not owner.startswith("one of")):
            continue
        if owner in {"a", "an", "the"} and not pattern("posts.did").match(text, match.end()):
            continue
        if owner in {"a", "an"} and pattern("posts.oneself").search(text, max(0, match.start() - 8), match.start()):
            continue
        seen.add(word)
        yield Other(*match.span(), word, job=load_table("posts")["single"][word])
