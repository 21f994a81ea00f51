"""What the attacker knows in other words: the facts are the same, the wording is not that of the record."""

import re
from collections import Counter
from dataclasses import dataclass, replace
from typing import Annotated

from pydantic import BaseModel, Field

from gyges.attacks.linkage._auxiliary import Auxiliary
from gyges.models import DocumentText, Model, Prompt

__all__ = ["paraphrase"]

_NUMBER = re.compile(r"\d+")


class Reworded(BaseModel):
    """Claims in other words."""

    claims: list[Annotated[str, Field(max_length=1000)]] = Field(max_length=50)


@dataclass(frozen=True)
class Reword(Prompt[Reworded]):
    """How else can these claims be said?"""

    template = "prompts/paraphrase.jinja"
    answer = Reworded

    claims: tuple[DocumentText, ...]

    def check(self, answer: Reworded) -> None:
        """Require one for each claim, with the numbers of the claim."""
        if len(answer.claims) != len(self.claims) or not all(claim.strip() for claim in answer.claims):
            raise ValueError(f"give exactly {len(self.claims)} claims, none of them empty")
        for number, (before, after) in enumerate(zip(self.claims, answer.claims, strict=True), start=1):
            lost = Counter(_NUMBER.findall(before)) - Counter(_NUMBER.findall(after))
            if lost:
                raise ValueError(f"claim {number} must keep its numbers")


async def paraphrase(auxiliary: Auxiliary, model: Model) -> Auxiliary:
    """Return what is known with each claim said in other words.

    Raises:
        AnswerInvalidError: The model did not keep to the claims.
        ModelError: The model could not be asked.
    """
    if not auxiliary.texts:
        return auxiliary
    answer = await model.ask(Reword(tuple(DocumentText(text) for text in auxiliary.texts)))
    return replace(auxiliary, texts=tuple(" ".join(claim.split()) for claim in answer.claims))
