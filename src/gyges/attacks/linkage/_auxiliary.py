"""What the attacker knows beforehand: a few claims of each record, drawn, or given by the user."""

import hashlib
import json
import math
import random
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Literal, get_args

from pydantic import BaseModel, Field

from gyges.attacks.linkage._analyzer import meanings
from gyges.attacks.linkage._claims import Claim
from gyges.errors import BadRowError, ConfigError, DuplicateIdError, InputError
from gyges.models import DocumentText, Model, Prompt

Draw = Literal["random", "first", "last"]

MOST_KNOWN = 5
"""The most claims an attacker knows; the paper uses three and tries one to five."""


@dataclass(frozen=True, slots=True)
class Auxiliary:
    """What is known about one record."""

    id: str  # the record
    known: tuple[int, ...]  # indices of the claims it was drawn from, ascending; empty where the user gave the words
    texts: tuple[str, ...]  # the claims in words, possibly paraphrased
    short: bool = False  # whether the record had fewer claims than asked for, so that all of them are known


def draw_auxiliary(id: str, claims: Sequence[Claim], *, how: Draw = "random", k: int = 3, seed: int = 0) -> Auxiliary:
    """Draw the claims an attacker knows about one record.

    The draw depends on the seed, the id, the number of claims and nothing else: neither on other records nor on their
    order, and so it is the same for every method whose releases are attacked.
    """
    if not 1 <= k <= MOST_KNOWN:
        raise ConfigError(f"an attacker cannot be given {k} claims", f"choose from 1 to {MOST_KNOWN}")
    if how not in get_args(Draw):
        raise ConfigError(f"claims cannot be drawn '{how}'", f"choose one of {', '.join(get_args(Draw))}")
    everything = range(len(claims))
    if how == "random":
        digest = hashlib.sha256(f"{seed}\0{id}".encode("utf-8", "surrogatepass")).digest()
        chance = random.Random(digest)  # noqa: S311  # an experiment, repeatable on purpose
        known = sorted(chance.sample(everything, min(k, len(claims))))
    else:
        known = list(everything[:k] if how == "first" else everything[-k:])
    return Auxiliary(id, tuple(known), tuple(claims[number].text for number in known), short=len(claims) < k)


def read_auxiliary(path: str | Path) -> dict[str, Auxiliary]:
    """Read what the attacker knows from a file: one ``{"id": ..., "claims": [...]}`` a line."""
    try:
        lines = Path(path).read_text(encoding="utf-8-sig").split("\n")  # other line ends may stand inside a claim
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"the auxiliary file {path} cannot be read ({error})", "give a JSONL file") from error
    known: dict[str, Auxiliary] = {}
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        auxiliary = _row(line, f"{path}:{number}")
        if auxiliary.id in known:
            raise DuplicateIdError(f"{path}:{number} has the id '{auxiliary.id}' again", "keep one line a record")
        known[auxiliary.id] = auxiliary
    return known


def _row(line: str, where: str) -> Auxiliary:
    remedy = 'write {"id": "...", "claims": ["...", "..."]}'
    try:
        row = json.loads(line)
    except ValueError as error:
        raise BadRowError(f"{where} is no JSON ({error})", remedy) from error
    if not isinstance(row, Mapping) or not isinstance(row.get("id"), str | int) or isinstance(row.get("id"), bool):
        raise BadRowError(f"{where} has no id", remedy)
    claims = row.get("claims")
    if not isinstance(claims, list) or not all(isinstance(claim, str) for claim in claims):
        raise BadRowError(f"{where} has no list of claims", remedy)
    texts = tuple(claim.strip() for claim in claims if claim.strip())
    if not texts:
        raise BadRowError(f"{where} gives no claim about '{row['id']}'", "add a claim, or leave the record out")
    return Auxiliary(str(row["id"]), (), texts)


def match_known(auxiliary: Auxiliary, claims: Sequence[Claim]) -> Auxiliary:
    """Return what is known with the claims it covers: for each text the claim that shares most, by its rarest words.

    One claim for each text, as the paper leaves out one sentence for each known claim: what was known beforehand is
    nothing an attacker learns. A text that shares no word with any claim covers none. Drawn knowledge stays as it is.
    """
    if auxiliary.known:
        return auxiliary
    terms = [meanings(claim.text) for claim in claims]
    spread = Counter(term for some in terms for term in some)
    known = set()
    for text in auxiliary.texts:
        wanted = meanings(text)
        shared = [math.fsum(math.log1p(len(claims) / spread[term]) for term in wanted & some) for some in terms]
        if max(shared, default=0.0) > 0:
            known.add(shared.index(max(shared)))
    return replace(auxiliary, known=tuple(sorted(known)))


_NUMBER = re.compile(r"\d+")


class Reworded(BaseModel):
    """Claims in other words."""

    claims: list[Annotated[str, Field(max_length=1000)]] = Field(max_length=50)


@dataclass(frozen=True)
class Reword(Prompt[Reworded], template="prompts/paraphrase.jinja"):
    """How else can these claims be said?"""

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
    """Return what is known with each claim said in other words."""
    if not auxiliary.texts:
        return auxiliary
    answer = await model.ask(Reword(tuple(DocumentText(text) for text in auxiliary.texts)))
    return replace(auxiliary, texts=tuple(" ".join(claim.split()) for claim in answer.claims))
