"""Claims by a language model: a typed list, made from a plain account first where the text is a conversation."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Annotated

from pydantic import BaseModel, Field

from gyges.attacks.linkage._claims import Claim
from gyges.attacks.linkage._locate import Locator
from gyges.models import DocumentText, Model, Prompt, together
from gyges.reading import chars_for, split_windows
from gyges.records import Document, JsonValue

__all__ = ["ModelClaimer", "is_dialogue"]

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
class TakeApart(Prompt[ClaimList]):
    """What does this text state?"""

    template = "prompts/claims.jinja"
    answer = ClaimList
    max_tokens = 8192

    text: DocumentText

    def check(self, answer: ClaimList) -> None:
        """Require at least one claim: no text without any is sent."""
        if not any(claim.strip() for claim in answer.claims):
            raise ValueError("give at least one claim: a text that is not blank states something")


@dataclass(frozen=True)
class Retell(Prompt[Account]):
    """What was said in this conversation?"""

    template = "prompts/summary.jinja"
    answer = Account
    max_tokens = 8192

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

    Attributes:
        model: Who is asked.
        retell: Whether documents are retold first; None decides it for each by whether it is a conversation.
    """

    model: Model
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
        """Return the claims of a document; none for a blank one.

        Raises:
            AnswerInvalidError: The model gave no usable list.
            ModelError: The model could not be asked.
        """
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
    r"""Tell whether a text is a conversation: several turns, each after a name and a colon, of at least two speakers.

    Example:
        >>> is_dialogue("USER: Hi.\nCHATBOT: Hello!\nUSER: I am Ana.")
        True
    """
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
