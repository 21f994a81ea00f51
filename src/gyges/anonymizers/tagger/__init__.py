"""A tagger of words that must be masked: any Hugging Face encoder, fine-tuned here or published by others."""

from gyges.anonymizers.tagger._card import CARD_NAME, TaggerCard, read_card
from gyges.anonymizers.tagger._labels import LabelSet
from gyges.anonymizers.tagger._model import load_tagger
from gyges.anonymizers.tagger._published import weights_hash
from gyges.anonymizers.tagger._recipe import Epoch, Recipe
from gyges.anonymizers.tagger._training import train_tagger

__all__ = ["Recipe", "TaggerCard", "train_tagger"]
