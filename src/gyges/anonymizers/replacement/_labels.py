"""``labels``: the same person, place or number gets the same label everywhere, as in ``[PERSON 1]``."""

from gyges.anonymizers._edits import Edit
from gyges.anonymizers.replacement._entities import entities
from gyges.anonymizers.replacement._replacement import SpansToReplace

__all__ = ["NumberedLabels"]


class NumberedLabels:
    """Keeps who did what to whom, by numbers in the order of first mention."""

    name = "labels"

    def edits(self, scene: SpansToReplace) -> list[Edit]:
        """Return a numbered label for every span."""
        numbers: dict[tuple[str, str], int] = {}
        counts: dict[str, int] = {}
        made: list[Edit] = []
        for mention, entity in zip(scene.mentions, entities(scene), strict=True):
            key = (mention.type, entity)
            if key not in numbers:
                numbers[key] = counts[mention.type] = counts.get(mention.type, 0) + 1
            label = f"[{mention.type} {numbers[key]}]"
            made.append(Edit(mention.start, mention.end, label, mention.type, mention.direct, mention.person or ""))
        return made
