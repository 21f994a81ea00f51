"""Paraphrases by a model in a local folder, passage by passage."""

from gyges.anonymizers.paraphrasing._local import LocalParaphrase, Manner

__all__ = ["LocalParaphrase", "Manner"]
