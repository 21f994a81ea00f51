"""``type``: words become their type, as in ``[PERSON]``."""

from gyges.anonymizers._edits import Edit
from gyges.anonymizers.replacement._replacement import Scene

__all__ = ["ByType"]


class ByType:
    """Says what kind of words stood there, and nothing about which."""

    name = "type"

    def edits(self, scene: Scene) -> list[Edit]:
        """Return the type of every span in brackets."""
        return [Edit(m.start, m.end, f"[{m.type}]", m.type, m.direct, m.person or "") for m in scene.mentions]
