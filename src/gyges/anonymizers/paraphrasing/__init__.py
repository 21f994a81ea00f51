"""Paraphrases by a model in a local folder, passage by passage."""
