"""``general``: words become broader ones, and people letters, so that the text still reads."""

import re
from dataclasses import replace

from gyges.anonymizers._edits import Edit
from gyges.anonymizers.replacement._entities import entities
from gyges.anonymizers.replacement._replacement import Scene
from gyges.anonymizers.replacement.broader import broader_edit
from gyges.reading.lookups import title

__all__ = ["General"]

_TITLE_BEFORE = re.compile(r"(?<![\w.])([^\W\d_]{1,10})\.?\s$")
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class General:
    """Keeps the sense of a text: years, countries, sectors, sizes, and which person is which."""

    name = "general"

    def edits(self, scene: Scene) -> list[Edit]:
        """Return broader words for every span; people become "Person A", "Person B" in the order of first mention."""
        people: dict[str, str] = {}
        made: list[Edit] = []
        for mention, entity in zip(scene.mentions, entities(scene), strict=True):
            floor = made[-1].end if made else 0
            if mention.type == "PERSON":
                name = people.setdefault(entity, _stand_in(len(people)))
                edit = Edit(_without_title(scene.text, mention.start, floor), mention.end, name, "PERSON")
            else:
                edit = broader_edit(scene.text, mention.start, mention.end, mention.type, floor=floor)
            made.append(replace(edit, direct=mention.direct, person=mention.person or ""))
        return made


def _stand_in(number: int) -> str:
    return f"Person {_LETTERS[number] if number < len(_LETTERS) else number + 1}"


def _without_title(text: str, start: int, floor: int) -> int:
    """Return where a name begins with the titles before it that tell the sex."""
    before = _TITLE_BEFORE.search(text[max(floor, start - 14) : start])
    known = title(before[1]) if before else None
    if before is None or known is None or not known.sex or known.occupation or not before[1][0].isupper():
        return start
    return _without_title(text, start - len(before[0]), floor)
