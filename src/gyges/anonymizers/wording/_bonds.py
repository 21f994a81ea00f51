"""Words that say with whom somebody lives: what can go without a gap goes, the rest stays until more must go."""

import re
from collections.abc import Iterator

from gyges.anonymizers.wording._people import Text, kin_kinds
from gyges.anonymizers.wording._rewording import Rewording
from gyges.anonymizers.wording._tables import words_in
from gyges.anonymizers.wording._verbs import third_to_plain
from gyges.reading.english import can_be, usual_tag
from gyges.reading.ladders import ladder

__all__ = ["bonds"]

_PREDICATE = re.compile(
    r"\b(?P<be>(?:is|was) (?:now |happily |long )?(?:married|divorced|widowed|unmarried|single) and) (?P<next>[a-z]+)\b"
)
_LOOSE = re.compile(r"(?P<lead>, )(?:divorced|widowed|unmarried|married|separated)(?P<tail>,)(?= [a-z])")
_WIDOW = re.compile(
    r"(?P<be>(?:(?<=\bis )|(?<=\bwas )|(?<=\bbecame )|(?<=\bam )|(?<=['’]s )|(?<=['’]m )))"
    r"an? (?P<who>widow(?:er)?|bachelor)\b"
    r"(?!['’-]| (?:of|who|by|at|for|from|in|named|called|aged)\b)",
    re.IGNORECASE,
)
_SOMEBODY = re.compile(
    r"(?<![\w-])(?P<lead>an? |the |his |her |their |my |our )(?P<who>widow(?:er)?)(?![\w'’-])", re.IGNORECASE
)
_FIELD = re.compile(
    r"^(?P<label>[ \t|*-]*(?:marital|civil) status\s*[:|]\s*)(?P<value>\w+)(?=[ \t]*(?:[\n,;|]|$))", re.I | re.M
)
_OWN = frozenset(("my", "our", "your", "his", "her", "their", "'s"))


def bonds(text: Text) -> Iterator[Rewording]:
    """Yield words that say whether somebody is married, or has children, with what may stand there instead."""
    whole = text.text
    for match in _PREDICATE.finditer(whole):
        verb = match["next"]
        certain = verb in words_in("pronouns", "human") or not (can_be(verb, "NOUN") and usual_tag(verb) == "NNS")
        if third_to_plain(verb) and certain:
            yield Rewording(*match.span("be"), ("",), "bond")
    for match in _LOOSE.finditer(whole):
        before = whole[max(0, match.start() - 60) : match.start()]
        chained = re.search(r",[^,.;:!?\n]{1,24}$", before) is not None
        end = match.start("tail") if chained else match.end()
        yield Rewording(match.start(), end, ("",), "bond")
    for match in _WIDOW.finditer(whole):
        yield Rewording(*match.span(), ("unmarried" if match["who"].lower() == "bachelor" else "widowed",), "tie")
    for match in _SOMEBODY.finditer(whole):
        if not _WIDOW.search(whole, max(0, match.start() - 4), match.end()):
            if re.match(r"\s[A-Z]", whole[match.end() : match.end() + 2]):  # "the widow Tohill"
                yield Rewording(*match.span(), ("",), "tie")
                continue
            one = "surviving partner" if match["lead"].strip().lower() not in {"a", "an", "the"} else "widowed person"
            yield Rewording(*match.span("who"), (one, "relative" if "surv" in one else "person"), "tie")
    for match in _FIELD.finditer(whole):
        yield Rewording(*match.span("value"), ("–",), "bond")
    yield from _described(text)
    yield from _family(text)


def _described(text: Text) -> Iterator[Rewording]:
    """Yield "divorced" before somebody: "a divorced teacher"."""
    for at, token in enumerate(text.words):
        if token.raw not in words_in("bonds", "status") or token.opaque:
            continue
        if text.low(at - 1) in {"a", "the", "an", "this"} and text.low(at + 1) in words_in("bonds", "before"):
            yield Rewording(token.start, token.end, ("",), "bond")


def _family(text: Text) -> Iterator[Rewording]:
    """Yield the word for somebody's relatives that tells no sex, if there is but one: it stays until more must go."""
    if kin_kinds(text) > 1:
        return
    for at, token in enumerate(text.words):
        if token.low in ladder("family") and text.low(at - 1) in _OWN and not token.opaque and text.raw(at + 1) != "-":
            yield Rewording(token.start, token.end, (token.raw, ladder("family")[token.low]), "family")
