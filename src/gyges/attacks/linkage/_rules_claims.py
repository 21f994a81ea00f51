"""Claims without a model: sentences cut into clauses and attributes by rules, always the same way."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from gyges.attacks.linkage._analyzer import meanings
from gyges.attacks.linkage._claims import Claim
from gyges.attacks.linkage._clauses import ClauseWord, Part, attributes, clauses, cut_words
from gyges.reading import require_read, split_sentences
from gyges.records import Document, JsonValue

_LEAST_MEANING = 2
"""Words with a meaning of their own that a claim needs."""

_LEAST_ASIDE = 3
"""Words in brackets from which on they are a claim of their own."""

_LONGEST_NAME = 4

_LONGEST_SENTENCE = 1200
"""Characters. What goes on for longer without an end is no sentence but a list or a post, and is cut between words."""

_ASIDE = re.compile(r"\(([^()]*)\)")
_INNER_END = re.compile(r"(?<=[^\W\d_]{3})(?:[.!?…]+|\s[:;]-?[)D(P])(?=\s+[a-zß-ÿ])")  # how posts end a sentence
_ABBREVIATED = re.compile(
    r"\b(?:etc|approx|incl|resp|esp|dept|est|vol|fig|ave|jan|feb|mar|apr|aug|sep|sept|oct|nov|dec)$", re.I
)
_EDGE = " \t\n\r,;:–—-.…"
_LEADING = re.compile(
    r"^(?:(?:and|but|so|yet|or|nor|then|while|whereas|although|though|because)\b[\s,]+)*"
    r"(?:(?:when|where|as)\s+(?=(?:i|he|she|it|we|they|you)\b))?",
    re.I,
)


@dataclass(frozen=True)
class RulesClaimer:
    """Cuts sentences into clauses, and clauses into the attributes they list.

    A subject that a clause leaves out is put before it. Pronouns stay as they are: a wrong name in their place would
    make a false claim. What stands in brackets is a claim of its own if it says enough. A clause that says too little
    alone stays with the one before it, and repeated claims count once, so that each claim tells something new.
    """

    name: str = "rules"  # what reports call it
    any_language: bool = False

    @property
    def settings(self) -> Mapping[str, JsonValue]:
        """The rules have no other settings."""
        return {"claimer": self.name, "any_language": self.any_language}

    async def claims(self, document: Document) -> tuple[Claim, ...]:
        """Return the claims of a document; none for a blank one."""
        if not self.any_language:
            require_read(document.text, self.name, "--claims", english_only=True)
        return claims_of(document.text)


def claims_of(text: str) -> tuple[Claim, ...]:
    """Return the claims of a text in its order."""
    found: dict[str, Claim] = {}
    for start, end in (piece for sentence in _sentences(text) for piece in _cut(text, *sentence)):
        for claim in _sentence_claims(text, start, end):
            found.setdefault(claim.text.casefold(), claim)
    if not found and text.strip():  # too little for a claim is still all there is
        start = len(text) - len(text.lstrip())
        return (Claim(" ".join(text.split()), start, len(text.rstrip())),)
    return tuple(found.values())


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    """Yield sentences, also those that begin in lower case."""
    for sentence in split_sentences(text):
        start = sentence.start
        for match in _INNER_END.finditer(text, sentence.start, sentence.end):
            if not _ABBREVIATED.search(text, start, match.start()):
                yield start, match.end()
                start = match.end()
        yield start, sentence.end


def _cut(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield a sentence, or the pieces of one that has no end."""
    while end - start > _LONGEST_SENTENCE:
        space = max(text.rfind(sign, start + 1, start + _LONGEST_SENTENCE) for sign in " \n\t")
        border = space if space > start else start + _LONGEST_SENTENCE
        yield start, border
        start = border
    yield start, end


def _sentence_claims(text: str, start: int, end: int) -> Iterator[Claim]:
    asides = [match for match in _ASIDE.finditer(text, start, end) if len(match.group(1).split()) >= _LEAST_ASIDE]
    words = cut_words(text, start, end)
    kept = [word for word in words if not any(aside.start() <= word.start < aside.end() for aside in asides)]
    parts = [part for clause in clauses(kept) for part in attributes(kept, clause)] if kept else []
    found = [claim for part in _joined(text, kept, parts) if (claim := _worded(text, kept, part)) is not None]
    found += [_aside_claim(text, kept, aside) for aside in asides]
    yield from sorted(
        [claim for claim in found if _says_enough(claim.text)], key=lambda claim: (claim.start, claim.end)
    )


def _joined(text: str, words: Sequence[ClauseWord], parts: Sequence[Part]) -> list[Part]:
    """Return the parts, with those that say too little joined to the part before."""
    joined: list[Part] = []
    for part in parts:
        claim = _worded(text, words, part)
        if joined and (claim is None or not _says_enough(claim.text)):
            joined[-1] = Part(joined[-1].first, part.last, joined[-1].about)
        else:
            joined.append(part)
    return joined


def _worded(text: str, words: Sequence[ClauseWord], part: Part) -> Claim | None:
    own = words[part.first : part.last]
    spoken = [word for word in own if word.spoken]
    if not spoken:
        return None
    said = _LEADING.sub("", _spelled(text, own))
    full = f"{_spelled(text, part.about)} {said}" if part.about else said
    return Claim(full, spoken[0].start, spoken[-1].end)


def _aside_claim(text: str, words: Sequence[ClauseWord], aside: re.Match[str]) -> Claim:
    """Return what stands in brackets, after the name or words it explains."""
    before = [word for word in words if word.end <= aside.start() and word.spoken][-_LONGEST_NAME:]
    named = next((number for number, word in enumerate(before) if word.text[0].isupper()), max(0, len(before) - 2))
    about = _spelled(text, [word for word in words if before and before[named].start <= word.start < aside.start()])
    said = " ".join(aside.group(1).split())
    return Claim(f"{about}: {said}" if about else said, aside.start(), aside.end())


def _spelled(text: str, words: Sequence[ClauseWord]) -> str:
    """Return words with the spaces they have in the text, and without what stood between them there."""
    pieces: list[str] = []
    for number, word in enumerate(words):
        if number and text[words[number - 1].end : word.start] != "":
            pieces.append(" ")
        pieces.append(word.text)
    return "".join(pieces).strip(_EDGE)


def _says_enough(text: str) -> bool:
    return len(meanings(text)) >= _LEAST_MEANING
