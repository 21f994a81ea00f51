"""A tagger of words that must be masked: any Hugging Face encoder, fine-tuned here or published by others."""

from gyges.anonymizers.tagger._aggregation import Aggregation, Scheme
from gyges.anonymizers.tagger._card import CARD_NAME, TaggerCard, read_card
from gyges.anonymizers.tagger._checkpoint import Checkpoint, Finder, TaggerChoice, open_checkpoint
from gyges.anonymizers.tagger._labels import LabelSet
from gyges.anonymizers.tagger._model import TaggerModel, load_tagger
from gyges.anonymizers.tagger._published import weights_hash
from gyges.anonymizers.tagger._recipe import Epoch, Recipe
from gyges.anonymizers.tagger._training import train_tagger

__all__ = [
    "CARD_NAME",
    "Aggregation",
    "Checkpoint",
    "Epoch",
    "Finder",
    "LabelSet",
    "Recipe",
    "Scheme",
    "TaggerCard",
    "TaggerChoice",
    "TaggerModel",
    "load_tagger",
    "open_checkpoint",
    "read_card",
    "train_tagger",
    "weights_hash",
]
