"""``type``: words become their type, as in ``[PERSON]``."""

from gyges.anonymizers._edits import Edit
from gyges.anonymizers.replacement._replacement import Scene

__all__ = ["ByType"]


class ByType:
    """Says what kind of words stood there, and nothing about which."""

    name = "type"

    def edits(self, scene: Scene) -> list[Edit]:
        """Return the type of every span in brackets; spans of one type with only a space between them get one mask."""
        made: list[Edit] = []
        for mention in scene.mentions:
            last = made[-1] if made else None
            edit = Edit(mention.start, mention.end, f"[{mention.type}]", mention.type, mention.direct, mention.person or "")
            if last is not None and last.text == edit.text and scene.text[last.end : edit.start] == " ":
                person = last.person if last.person == edit.person else ""
                made[-1] = Edit(last.start, edit.end, edit.text, edit.type, last.direct or edit.direct, person)
            else:
                made.append(edit)
        return made
