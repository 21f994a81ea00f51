"""``general``: words become broader ones, and people letters, so that the text still reads."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from gyges.anonymizers.replacement._entities import entities, named_people
from gyges.anonymizers.replacement._labels import marked
from gyges.anonymizers.replacement._person_names import name_words, sex_of_title
from gyges.anonymizers.replacement._replacement import SpansToReplace
from gyges.anonymizers.replacement.broader import broader_here
from gyges.reading import ReadMention
from gyges.reading.lookups import country, title
from gyges.records import Edit

_TITLE_BEFORE = re.compile(r"(?<![\w.])([^\W\d_]{1,10})\.?\s$")
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_SPEAKER = re.compile(r"(?m)^[A-Z]{2}(?=:)")
_ONE_DATE = re.compile(r",?\s(?:at\s|the\s)?")
_ONE_PLACE = re.compile(r",\s(?:in\s)?|\sin\s|\s")


class General:
    """Keeps the sense of a text: years, countries, sectors, sizes, and which person is which."""

    name = "general"

    def edits(self, scene: SpansToReplace) -> list[Edit]:
        """Return broader words for the spans that have some; people become "Person A" and so on in order of mention."""
        scene = replace(scene, mentions=_joined(scene.text, scene.mentions))
        people: dict[str, str] = {}
        made: list[Edit] = []
        keys = entities(scene)
        named = named_people(scene, keys)
        for mention, entity in zip(scene.mentions, keys, strict=True):
            floor = made[-1].end if made else 0
            if mention.start in named:
                name = people.setdefault(entity, _stand_in(len(people)))
                edit: Edit | None = _named(scene, mention, name, floor)
            else:
                edit = broader_here(scene.text, mention.start, mention.end, mention.type, floor=floor)
            if edit is None and (mention.direct or mention.type == "PERSON"):
                edit = Edit(mention.start, mention.end, marked(scene.label(mention)))
            if edit is None:
                continue
            edit = replace(edit, direct=mention.direct, person=mention.person or "", type=mention.type)
            if made and _says_it_again(scene.text, made[-1], edit):
                made[-1] = replace(made[-1], end=edit.end)
            elif made and _is_beside(scene.text, made[-1], edit):
                made.append(replace(edit, text="another place there"))
            else:
                made.append(edit)
        return sorted([*made, *_speakers(scene, keys, people, made)], key=lambda edit: edit.start)


def _speakers(scene: SpansToReplace, keys: list[str], people: dict[str, str], made: list[Edit]) -> Iterator[Edit]:
    """Yield edits for the letters of somebody before what he says: "CT: And well?"."""
    owners: dict[str, set[str]] = {}
    for mention, entity in zip(scene.mentions, keys, strict=True):
        names = [word.key for word in name_words(scene.words(mention)) if word.kind == "name"]
        if entity in people and len(names) > 1:
            owners.setdefault(f"{names[0][0]}{names[-1][0]}".upper(), set()).add(people[entity])
    for match in _SPEAKER.finditer(scene.text):
        whose = owners.get(match[0], set())
        if len(whose) == 1 and all(match.end() <= one.start or one.end <= match.start() for one in made):
            yield Edit(match.start(), match.end(), min(whose), "PERSON", direct=True)


def _joined(text: str, mentions: Sequence[ReadMention]) -> tuple[ReadMention, ...]:
    """Return the spans; parts of one date, such as a weekday and a day, are one."""
    made: list[ReadMention] = []
    for mention in mentions:
        last = made[-1] if made else None
        one = (
            last is not None and last.type == mention.type == "DATETIME" and "\n" not in text[last.end : mention.start]
        )
        if last is not None and one and _ONE_DATE.fullmatch(text[last.end : mention.start]):
            made[-1] = replace(last, end=mention.end)
        else:
            made.append(mention)
    return tuple(made)


def _says_it_again(text: str, last: Edit, edit: Edit) -> bool:
    """Tell whether two places side by side became the same: "Salthill, Galway" is one "Ireland"."""
    if last.type != "LOC" or edit.type != "LOC" or not _ONE_PLACE.fullmatch(text[last.end : edit.start]):
        return False
    one, other = (re.sub(r"^(?:in|at|from|the)\s", "", each.text) for each in (last, edit))
    land = country(one)
    same = land is not None and country(text[edit.start : edit.end].removeprefix("in ")) == land
    return same or one == other


def _is_beside(text: str, last: Edit, edit: Edit) -> bool:
    """Tell whether two places of a country are named together: "between Samarkand and Bukhara"."""
    gap = text[last.end : edit.start]
    return last.type == edit.type == "LOC" and last.text == edit.text and gap in {" and ", " to ", " or "}


def _named(scene: SpansToReplace, mention: ReadMention, name: str, floor: int) -> Edit:
    """Return the edit of a name: titles that tell the sex go, others stay, and so does what stands in a table."""
    words = name_words(scene.words(mention))
    start, end = mention.start, mention.end
    lead = next((word for word in words if word.kind != "title" or sex_of_title(word.key)), None)
    if lead is not None and lead.start > 0:
        start += lead.start
    else:
        start = _without_title(scene.text, start, floor)
    if words and words[-1].kind == "letter" and re.match(r"\.[,)]|\. [a-z(]", scene.text[end : end + 3]):
        end += 1  # "Aoife N. (29)"
    return Edit(start, end, name, "PERSON")


def _stand_in(number: int) -> str:
    return f"Person {_LETTERS[number] if number < len(_LETTERS) else number + 1}"


def _without_title(text: str, start: int, floor: int) -> int:
    """Return where a name begins with the titles before it that tell the sex."""
    before = _TITLE_BEFORE.search(text[max(floor, start - 14) : start])
    known = title(before[1]) if before else None
    if before is None or known is None or not known.sex or known.occupation or not before[1][0].isupper():
        return start
    return _without_title(text, start - len(before[0]), floor)
