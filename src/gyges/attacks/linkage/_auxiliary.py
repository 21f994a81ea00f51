"""What the attacker knows beforehand: a few claims of each record, drawn, or given by the user."""

import hashlib
import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from gyges.attacks.linkage._claims import Claim
from gyges.errors import BadRowError, ConfigError, DuplicateIdError, InputError

__all__ = ["MOST_KNOWN", "Auxiliary", "Draw", "draw_auxiliary", "read_auxiliary"]

Draw = Literal["random", "first", "last"]

MOST_KNOWN = 5
"""The most claims an attacker knows; the paper uses three and tries one to five."""


@dataclass(frozen=True, slots=True)
class Auxiliary:
    """What is known about one record.

    Attributes:
        id: The record.
        known: Indices of the claims it was drawn from, ascending; empty where the user gave the words.
        texts: The claims in words, possibly paraphrased.
        short: Whether the record had fewer claims than asked for, so that all of them are known.
    """

    id: str
    known: tuple[int, ...]
    texts: tuple[str, ...]
    short: bool = False


def draw_auxiliary(id: str, claims: Sequence[Claim], *, how: Draw = "random", k: int = 3, seed: int = 0) -> Auxiliary:
    """Draw the claims an attacker knows about one record.

    The draw depends on the seed, the id, the number of claims and nothing else: neither on other records nor on their
    order, and so it is the same for every method whose releases are attacked.

    Raises:
        ConfigError: `k` is not from 1 to `MOST_KNOWN`, or there is no such draw.

    Example:
        >>> facts = [Claim(word, -1, -1) for word in ("tall", "old", "kind", "rich")]
        >>> draw_auxiliary("a", facts, how="last", k=2).texts
        ('kind', 'rich')
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
    """Read what the attacker knows from a file: one ``{"id": ..., "claims": [...]}`` a line.

    Raises:
        InputError: The file cannot be read.
        BadRowError: A line is no such object, or says nothing.
        DuplicateIdError: Two lines have the same id.
    """
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
