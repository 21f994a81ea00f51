"""Others in a post: named companions, single role words, the writer of the article it answers, tagged accounts."""

from collections.abc import Iterator, Set

from gyges.reading._cues import Cues
from gyges.reading.codes._handles import given_name, handle_name
from gyges.reading.genres._table import load_table, pattern
from gyges.reading.genres.posts._names import call
from gyges.reading.lexicon._fold import fold
from gyges.reading.lexicon._vocabulary import is_common_word
from gyges.reading.page._page import Page
from gyges.reading.page._spans import Spans
from gyges.reading.people._draft import Draft, PersonDraft

__all__ = ["add_others"]

_BEFORE = 14  # code points before a name that say what it is doing there
_USUAL = 0.3  # weight from which on a first name needs no other evidence
_LEAD = 3


def add_others(draft: Draft, cues: Cues, body: int, *, alone: bool) -> list[PersonDraft]:
    """Add people who are neither author, family nor owner of a code, and return those who are with the author.

    Args:
        draft: The people found so far.
        cues: The cues of the post.
        body: Where its words start after a header.
        alone: Whether the post speaks of no family; then the writer of the article it answers is worth a thought.
    """
    text = cues.text
    known = {word for person in draft.people for name in person.names for word in fold(name).split()}
    companions = []
    for start, end, name in _named(cues, body, known):
        role = "companion" if text.endswith("with ", 0, start) else "person mentioned"
        person = draft.new_person().play(role, start, end)
        call(person, name, start, end, 5, "named")
        companions += [person] if role == "companion" else []
    match = cues.page.first(pattern("posts.writer")) or cues.page.first(pattern("posts.article"))
    writers = [(*match.span(), "author of the article", "Writer")] if match is not None and body > 0 and alone else []
    for start, end, role, job in (*_in_a_role(cues.page), *writers):
        person = draft.new_person().play(role, start, end)
        if job:
            person.learn("OCCUPATION", job, 4, start, end, "role word")
    for match in cues.page.each(pattern("posts.tagged"), max(body, _LEAD)):
        name = handle_name(match[0])
        if not set(fold(name).split()) & known:
            person = draft.new_person().play("tagged account", *match.span()).play(match[0], *match.span())
            call(person, name, *match.span(), 5, "named")
    return companions


def _named(cues: Cues, body: int, known: Set[str]) -> Iterator[tuple[int, int, str]]:
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
        if told and not pattern("posts.place_or_list").search(text, since, one.start):
            seen |= {fold(word) for word in words}
            yield one.start, one.end, one.text


def _in_a_role(page: Page) -> Iterator[tuple[int, int, str, str]]:
    text = page.text
    seen: set[str] = set()
    for match in page.each(pattern("posts.one_of")):
        word, owner = match["word"].lower(), match["owner"].lower()
        if word in seen or (match["many"] and not owner.startswith("one of")):
            continue
        if owner in {"a", "an", "the"} and not pattern("posts.did").match(text, match.end()):
            continue
        if owner in {"a", "an"} and pattern("posts.oneself").search(text, max(0, match.start() - 8), match.start()):
            continue
        seen.add(word)
        yield *match.span(), word, load_table("posts")["single"][word]
