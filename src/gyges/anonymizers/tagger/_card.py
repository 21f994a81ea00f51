"""The card of a checkpoint: the file that makes a folder with weights a tagger, and says where it comes from."""

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from gyges._home import write_private
from gyges.anonymizers.tagger._labels import LabelSet
from gyges.errors import ConfigError

CARD_NAME = "gyges_tagger.json"
CARD_VERSION = 1


@dataclass(frozen=True)
class TaggerCard:
    """What is known about a tagger."""

    labels: tuple[str, ...]  # the names of its labels, in the order of its outputs
    threshold: float  # probability at which a span opens
    max_length: int  # tokens it is given at once
    overlap: int  # tokens that neighbouring windows share
    weights: str  # SHA-256 of its weights
    data: str  # hash of the documents it learned from
    documents: int  # how many those were
    recipe: dict[str, Any]  # how it was trained
    epochs: tuple[dict[str, Any], ...] = ()  # the loss of each epoch and the figures on the held-out documents
    kept_epoch: int = 0  # the number of the epoch whose weights these are
    finished: bool = False  # whether training went to its end
    libraries: dict[str, str] = field(default_factory=dict)  # versions of what trained it
    version: int = CARD_VERSION  # the version of this file


def read_card(folder: Path) -> TaggerCard:
    """Read the card of a tagger."""
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
