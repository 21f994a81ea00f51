"""How a tagger is trained, and what one epoch of it brought."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Literal

from gyges.anonymizers.tagger._decoding import THRESHOLD
from gyges.anonymizers.tagger._labels import spans_to_mask
from gyges.errors import ConfigError, InputError
from gyges.records import Document, JsonValue


@dataclass(frozen=True, slots=True)
class Recipe:
    """All that decides a tagger besides the documents. The defaults are those of SPIA's Longformer baseline."""

    base: str  # the encoder: the folder of a saved model, or a name on the Hugging Face hub
    epochs: int = 2  # how often all documents are gone through
    learning_rate: float = 2e-5  # step of AdamW
    batch_size: int = 1  # windows per step
    mask_weight: float = 10.0  # weight of masking labels in the loss; the label of other tokens weighs 1
    max_length: int = 4096  # the most tokens the encoder is given at once; cut down to what it can take
    overlap: int = 128  # tokens that neighbouring windows share. The papers cut texts off or apart instead
    typed: bool = False  # whether TAB's types are learned, or only that a word is to be masked as in the papers
    threshold: float = THRESHOLD  # probability at which a span opens
    seed: int = 0  # decides the order of windows, dropout and the held-out documents
    dev_share: float = 0.1  # share of the documents that is held out to measure on, at most a half; 0 for none
    patience: int = 0
    device: Literal["auto", "cpu", "cuda"] = "auto"  # where to train; ``auto`` takes a CUDA device if there is one

    def __post_init__(self) -> None:
        allowed = {
            "epochs": self.epochs >= 1,
            "learning_rate": 0 < self.learning_rate < 1,
            "batch_size": self.batch_size >= 1,
            "mask_weight": self.mask_weight > 0,
            "max_length": self.max_length >= 16,
            "overlap": self.overlap >= 0,
            "threshold": 0.5 <= self.threshold <= 1,
            "dev_share": 0 <= self.dev_share <= 0.5,
            "patience": self.patience >= 0 and (not self.patience or self.dev_share > 0),
        }
        for name, fits in allowed.items():
            if not fits:
                raise ConfigError(
                    f"a tagger cannot be trained with {name}={getattr(self, name)}", "see gyges train tagger --help"
                )

    def to_json(self) -> dict[str, JsonValue]:
        """Return the recipe as a checkpoint holds it."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Epoch:
    """What one epoch brought."""

    number: int  # from 1
    loss: float  # the mean loss of its steps
    dev: Mapping[str, JsonValue] | None = None


def held_out(documents: Sequence[Document], recipe: Recipe) -> tuple[list[Document], list[Document]]:
    """Split documents into those to learn from and those to measure on, by a hash of their ids."""
    count = round(len(documents) * recipe.dev_share)
    if recipe.dev_share and len(documents) > 1:
        count = max(1, count)
    order = sorted(documents, key=lambda d: hashlib.sha256(f"{recipe.seed}/{d.id}".encode()).digest())
    kept = {document.id for document in order[:count]}
    return [d for d in documents if d.id not in kept], [d for d in documents if d.id in kept]


def data_hash(documents: Sequence[Document]) -> str:
    """Return a hash of the texts and of what is to be masked in them."""
    if not documents:
        raise InputError("there are no documents to train on", "give documents with annotated mentions")
    if len({document.id for document in documents}) != len(documents):
        raise InputError("two documents have one id", "give every document an id of its own")
    digest = hashlib.sha256()
    for document in documents:
        if document.mentions is None:
            raise InputError(f"document '{document.id}' has no annotated mentions", "annotate it or leave it out")
        spans = [(span.start, span.end, span.type) for span in spans_to_mask(document.mentions)]
        digest.update(json.dumps([document.id, document.text, spans]).encode())
    return digest.hexdigest()
