"""``type``: words become their type, as in ``[PERSON]``; what is of no certain kind becomes ``[REDACTED]``."""

from gyges.anonymizers._edits import Edit
from gyges.anonymizers.replacement._replacement import SpansToReplace

__all__ = ["ByType"]

_UNCERTAIN = "MISC"
_UNNAMED = "[REDACTED]"  # claims nothing; the reader takes it for a blank


class ByType:
    """Says what kind of words stood there, and nothing about which."""

    name = "type"

    def edits(self, scene: SpansToReplace) -> list[Edit]:
        """Return the type of every span in brackets."""
        return [
            Edit(
                m.start,
                m.end,
                _UNNAMED if m.type == _UNCERTAIN else f"[{m.type}]",
                m.type,
                m.direct,
                m.person or "",
            )
            for m in scene.mentions
        ]
