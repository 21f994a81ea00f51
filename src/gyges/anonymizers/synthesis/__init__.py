"""Synthetic releases: a language model learns the originals, with or without privacy, and writes new records."""

from gyges.anonymizers.synthesis._privacy import find_budget
from gyges.anonymizers.synthesis._recipe import SynthesisRecipe
from gyges.anonymizers.synthesis._synthesize import SYNTHESIS_FILES, Synthesis, synthesize
from gyges.anonymizers.synthesis._training import EpochDone

__all__ = ["Synthesis", "SynthesisRecipe", "synthesize"]
