"""A tagger of words that must be masked: any Hugging Face encoder, fine-tuned on documents with annotated mentions."""

from gyges.anonymizers.tagger._card import CARD_NAME, TaggerCard, read_card
from gyges.anonymizers.tagger._labels import Labels
from gyges.anonymizers.tagger._model import TaggerModel, load_tagger
from gyges.anonymizers.tagger._recipe import Epoch, Recipe
from gyges.anonymizers.tagger._training import train_tagger

__all__ = [
    "CARD_NAME",
    "Epoch",
    "Labels",
    "Recipe",
    "TaggerCard",
    "TaggerModel",
    "load_tagger",
    "read_card",
    "train_tagger",
]
