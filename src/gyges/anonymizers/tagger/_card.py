"""The card of a checkpoint: the file that makes a folder with weights a tagger, and says where it comes from."""

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from gyges._home import write_private
from gyges.anonymizers.tagger._labels import LabelSet
from gyges.errors import ConfigError

__all__ = ["CARD_NAME", "CARD_VERSION", "TaggerCard", "read_card", "write_card"]

CARD_NAME = "gyges_tagger.json"
CARD_VERSION = 1


@dataclass(frozen=True)
class TaggerCard:
    """What is known about a tagger.

    Attributes:
        labels: The names of its labels, in the order of its outputs.
        threshold: Probability at which a span opens.
        max_length: Tokens it is given at once.
        overlap: Tokens that neighbouring windows share.
        weights: SHA-256 of its weights.
        data: Hash of the documents it learned from.
        documents: How many those were.
        recipe: How it was trained.
        epochs: The loss of each epoch and the figures on the held-out documents.
        kept_epoch: The number of the epoch whose weights these are.
        finished: Whether training went to its end.
        libraries: Versions of what trained it.
        version: The version of this file.
    """

    labels: tuple[str, ...]
    threshold: float
    max_length: int
    overlap: int
    weights: str
    data: str
    documents: int
    recipe: dict[str, Any]
    epochs: tuple[dict[str, Any], ...] = ()
    kept_epoch: int = 0
    finished: bool = False
    libraries: dict[str, str] = field(default_factory=dict)
    version: int = CARD_VERSION


def read_card(folder: Path) -> TaggerCard:
    """Read the card of a tagger.

    Raises:
        ConfigError: The folder holds no tagger.
    """
    remedy = "give the folder that 'gyges train tagger' made"
    try:
        card = TypeAdapter(TaggerCard).validate_json((folder / CARD_NAME).read_bytes())
        LabelSet(card.labels)
    except OSError as error:
        raise ConfigError(f"{folder} holds no tagger: {CARD_NAME} is missing", remedy) from error
    except ValidationError as error:
        raise ConfigError(f"{folder / CARD_NAME} cannot be read ({error.errors()[0]['msg']})", remedy) from error
    if card.version != CARD_VERSION:
        raise ConfigError(f"{folder} was made by another version of Gyges", "train it again or use that version")
    return card


def write_card(card: TaggerCard, folder: Path) -> None:
    """Write the card; the last file of a checkpoint to appear."""
    content = f"{json.dumps(asdict(card), indent=2, ensure_ascii=False)}\n"
    write_private(folder / CARD_NAME, content.encode("utf-8"))
