"""The public datasets by name: what they are, where they come from, and how their rows become documents.

A dataset of your own is a `Dataset` named in the entry-point group ``gyges.datasets``; its `shape` may be a
function that turns a `SourceRow` into a row of Gyges' own keys.
"""
