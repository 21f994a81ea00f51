"""``tab``: marked spans must be gone, the text must stay itself."""

from collections.abc import Mapping
from dataclasses import dataclass

from gyges.errors import InputError
from gyges.reading import quote_places
from gyges.records import Document, IdentifierType, JsonValue, Mention
from gyges.tuning._outcome import LeakedFact
from gyges.tuning.objectives._objective import Judged, clipped_share, likeness, lost_passages

__all__ = ["SpansObjective"]


@dataclass(frozen=True)
class SpansObjective:
    """Privacy: the share of marked entities none of whose names still stands, whatever the case, as words of its own.

    As published (`paper`): the share of marked spans whose letters are nowhere, case and word borders as they are, and
    0 where nothing was marked. The published utility is that of a cross-encoder (stsb-roberta-base), which is used
    where its folder is given; else a local embedding model stands in, and ROUGE-1 where there is none.
    """

    embedding: str | None = None  # folder of a sentence-embedding model for utility; ROUGE-L without
    paper: bool = False  # whether to measure as published
    cross_encoder: str | None = None  # folder of a cross-encoder for utility (extra ``dense``); wins over `embedding`
    name = "tab"

    @property
    def measures(self) -> tuple[str, str]:
        """Spans gone, likeness."""
        words = "ROUGE-1" if self.paper else "ROUGE-L"
        alike = "similarity of embeddings" if self.embedding else f"overlap with the original ({words})"
        utility = "similarity by a cross-encoder" if self.cross_encoder else alike
        return ("marked spans gone" if self.paper else "marked entities gone"), utility

    @property
    def settings(self) -> Mapping[str, JsonValue]:
        """The options."""
        return {"embedding": self.embedding, "paper": self.paper, "cross_encoder": self.cross_encoder}

    async def prepare(self, document: Document) -> JsonValue:
        """Need nothing."""
        del document
        return None

    async def judge(self, document: Document, text: str, known: JsonValue) -> Judged:
        """Look for the marked words."""
        del known
        if document.mentions is None:
            raise InputError(f"document '{document.id}' has no marked spans", "use a corpus with mentions")
        marked = [one for one in document.mentions if one.identifier is not IdentifierType.NO_MASK]
        alike = likeness(self.embedding, words="rouge_1" if self.paper else "rouge_l", cross_encoder=self.cross_encoder)
        utility = alike(document.text, text)
        losses = lost_passages(document.text, text)
        leaks = tuple(_leaks(marked, text))
        if self.paper:
            left = sum(one.text in text for one in marked)
            return Judged(1 - left / len(marked) if marked else 0.0, utility, None, leaks, losses)
        return Judged(clipped_share(len(leaks), len(_entities(marked))), utility, None, leaks, losses)


def _entities(marked: list[Mention]) -> dict[str, list[Mention]]:
    """Group mentions; one without an entity is an entity of its own words."""
    entities: dict[str, list[Mention]] = {}
    for mention in marked:
        entities.setdefault(mention.entity_id or f"={mention.text.casefold()}", []).append(mention)
    return entities


def _leaks(marked: list[Mention], text: str) -> list[LeakedFact]:
    found = []
    for mentions in _entities(marked).values():
        words = tuple(dict.fromkeys(mention.text for mention in mentions if quote_places(mention.text, text)))
        if words:
            found.append(LeakedFact(mentions[0].type, max(words, key=len), "", words))
    return found
