"""Claims: the independent statements a document is made of, each with the words it comes from; made by a model."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Protocol

from pydantic import BaseModel, Field

from gyges.attacks.linkage._analyzer import meanings
from gyges.models import DocumentText, Model, Prompt, together
from gyges.reading import chars_for, split_sentences, split_windows
from gyges.records import Document, JsonValue

NOWHERE = -1
"""Start and end of a claim that shares no word with its document."""


@dataclass(frozen=True, slots=True)
class Claim:
    """One statement that can be understood, known and checked by itself."""

    text: str  # the statement in words. A subject that the source leaves out is added, so it may differ from the source
    start: int  # first code point of its source in the document, `NOWHERE` if it has none
    end: int  # one past the last code point of its source, `NOWHERE` if it has none


class Claimer(Protocol):
    """Takes a document apart into claims."""

    @property
    def name(self) -> str:
        """What reports call it."""
        ...

    @property
    def settings(self) -> Mapping[str, JsonValue]:
        """Everything that changes what it claims: two claimers with the same settings say the same."""
        ...

    async def claims(self, document: Document) -> tuple[Claim, ...]:
        """Return the claims of a document in the order of its text; none for a blank one."""
        ...


class Locator:
    """Finds the sentence that shares most with a claim.

    Words that few sentences and few claims have count more: claims repeat whom they are about, where sentences do not.
    """

    def __init__(self, text: str, claims: Iterable[str] = ()) -> None:
        self._spans = split_sentences(text)
        self._terms = [meanings(text[span.start : span.end]) for span in self._spans]
        spread = Counter(term for terms in self._terms for term in terms)
        claimed = Counter(term for claim in claims for term in meanings(claim))
        self._weights = {
            term: math.log1p(len(self._spans) / count) / max(1, claimed[term]) for term, count in spread.items()
        }

    def find(self, claim: str) -> tuple[int, int]:
        """Return start and end of the sentence, the first of equals; `NOWHERE` twice if no word is shared."""
        wanted = meanings(claim)
        shared = [math.fsum(self._weights[term] for term in wanted & terms) for terms in self._terms]
        best = max(shared, default=0.0)
        if best <= 0:
            return NOWHERE, NOWHERE
        span = self._spans[shared.index(best)]
        return span.start, span.end


WINDOW_TOKENS = 3000
"""Longer texts are taken apart in pieces: the list of claims is about as long as the text itself."""

_TURN = re.compile(r"^[^\S\n]*\[?([^\W\d_][\w .'-]{0,24})\]?:[ \t]+\S", re.MULTILINE)
_LEAST_TURNS = 3


class ClaimList(BaseModel):
    """What a text states."""

    claims: list[Annotated[str, Field(max_length=600)]] = Field(max_length=400)


class Account(BaseModel):
    """A conversation retold."""

    account: str = Field(max_length=40_000)


@dataclass(frozen=True)
class TakeApart(Prompt[ClaimList], template="prompts/claims.jinja", max_tokens=8192):
    """What does this text state?"""

    text: DocumentText

    def check(self, answer: ClaimList) -> None:
        """Require at least one claim: no text without any is sent."""
        if not any(claim.strip() for claim in answer.claims):
            raise ValueError("give at least one claim: a text that is not blank states something")


@dataclass(frozen=True)
class Retell(Prompt[Account], template="prompts/summary.jinja", max_tokens=8192):
    """What was said in this conversation?"""

    text: DocumentText

    def check(self, answer: Account) -> None:
        """Require an account."""
        if not answer.account.strip():
            raise ValueError("the account is empty")


@dataclass(frozen=True)
class ModelClaimer:
    """Lets a model take documents apart, with one example in the prompt.

    A conversation is retold as a plain account first, since its turns are not understood alone. Each claim is located
    in the document by the sentence that shares most of its words.
    """

    model: Model  # who is asked
    retell: bool | None = None

    @property
    def name(self) -> str:
        """The spec of the model."""
        return self.model.name

    @property
    def settings(self) -> Mapping[str, JsonValue]:
        """The model, and whether documents are retold."""
        return {"claimer": "model", "model": self.model.name, "retell": self.retell}

    async def claims(self, document: Document) -> tuple[Claim, ...]:
        """Return the claims of a document; none for a blank one."""
        if not document.text.strip():
            return ()
        retell = is_dialogue(document.text) if self.retell is None else self.retell
        windows = split_windows(document.text, chars_for(WINDOW_TOKENS, document.text))
        lists = await together([partial(self._take_apart, window.text, retell) for window in windows])
        return _located(document.text, (claim for found in lists for claim in found))

    async def _take_apart(self, text: str, retell: bool) -> list[str]:
        if retell:
            text = (await self.model.ask(Retell(DocumentText(text)))).account
        return (await self.model.ask(TakeApart(DocumentText(text)))).claims


def is_dialogue(text: str) -> bool:
    r"""Tell whether a text is a conversation: turns after a name and a colon, of two speakers or more."""
    speakers = Counter(match.group(1).casefold() for match in _TURN.finditer(text))
    # Forms have names and colons too, but each name once.
    return len(speakers) > 1 and speakers.total() >= _LEAST_TURNS and speakers.most_common(1)[0][1] > 1


def _located(text: str, claims: Iterable[str]) -> tuple[Claim, ...]:
    different: dict[str, str] = {}
    for claim in (" ".join(claim.split()) for claim in claims):
        if claim:
            different.setdefault(claim.casefold(), claim)
    locator = Locator(text, different.values())
    return tuple(Claim(claim, *locator.find(claim)) for claim in different.values())
