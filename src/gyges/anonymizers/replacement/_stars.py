"""``stars``: every sign becomes a star, so that offsets and line breaks stay where they were."""

import re

from gyges.anonymizers._edits import Edit
from gyges.anonymizers.replacement._replacement import SpansToReplace

__all__ = ["Stars"]

_SIGN = re.compile(r"\S")


class Stars:
    """Keeps length, spaces and line breaks; what it hides besides the words is the least of all styles."""

    name = "stars"

    def edits(self, scene: SpansToReplace) -> list[Edit]:
        """Return as many stars as there were signs."""
        return [
            Edit(m.start, m.end, _SIGN.sub("*", scene.words(m)), m.type, m.direct, m.person or "")
            for m in scene.mentions
        ]
