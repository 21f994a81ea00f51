"""Bridges: Gyges inside other libraries, one file a library, which is imported with that file and not before.

``gyges.bridges.spacy``, ``gyges.bridges.presidio`` and ``gyges.bridges.datasets``.
"""

__all__: list[str] = []
