"""Marks for masked words: their type, stars, or numbered labels."""

import re

from gyges.anonymizers.replacement._entities import entities
from gyges.anonymizers.replacement._replacement import SpansToReplace
from gyges.records import Edit

_UNCERTAIN = "MISC"
_UNNAMED = "[...]"  # claims nothing


class ByType:
    """Says what kind of words stood there, and nothing about which."""

    name = "type"

    def edits(self, scene: SpansToReplace) -> list[Edit]:
        """Return what may be said of every span in brackets."""
        return [Edit(m.start, m.end, marked(scene.label(m)), m.type, m.direct, m.person or "") for m in scene.mentions]


def marked(label: str) -> str:
    """Return a label as it stands in a text."""
    return _UNNAMED if label == _UNCERTAIN else f"[{label}]"


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


class NumberedLabels:
    """Keeps who did what to whom, by numbers in the order of first mention."""

    name = "labels"

    def edits(self, scene: SpansToReplace) -> list[Edit]:
        """Return a numbered label for every span."""
        numbers: dict[tuple[str, str], int] = {}
        counts: dict[str, int] = {}
        made: list[Edit] = []
        for mention, entity in zip(scene.mentions, entities(scene), strict=True):
            label = scene.label(mention)
            key = (label, entity)
            if key not in numbers:
                numbers[key] = counts[label] = counts.get(label, 0) + 1
            mark = f"[{label} {numbers[key]}]"
            made.append(Edit(mention.start, mention.end, mark, mention.type, mention.direct, mention.person or ""))
        return made
