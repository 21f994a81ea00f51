"""``pseudonyms``: every span becomes an invented one of its kind, the same for the same words."""

import re
from dataclasses import replace

from gyges.anonymizers._edits import Edit
from gyges.anonymizers.replacement._entities import entities
from gyges.anonymizers.replacement._person_names import title_before
from gyges.anonymizers.replacement._replacement import Scene
from gyges.anonymizers.replacement._secret import Secret
from gyges.anonymizers.replacement.broader import broader_edit, with_article
from gyges.anonymizers.replacement.pseudonyms._atlas import Atlas
from gyges.anonymizers.replacement.pseudonyms._bearer import Called
from gyges.anonymizers.replacement.pseudonyms._calendar import Calendar
from gyges.anonymizers.replacement.pseudonyms._cast import Cast
from gyges.anonymizers.replacement.pseudonyms._codes import has_invented_form, invented_code
from gyges.anonymizers.replacement.pseudonyms._firms import invented_firm
from gyges.anonymizers.replacement.pseudonyms._numbers import Numbers
from gyges.anonymizers.replacement.pseudonyms._taken import Taken
from gyges.reading import ReadMention
from gyges.reading.lookups import country

__all__ = ["Pseudonyms"]

_ARTICLE = re.compile(r"(?<![\w'’-])(?:an?|the)\s$", re.IGNORECASE)


class Pseudonyms:
    """Invents people, places, organisations, dates and numbers by a key; what has no invented form gets broader.

    Args:
        secret: What everything is drawn from.
    """

    name = "pseudonyms"

    def __init__(self, secret: Secret) -> None:
        self._secret = secret

    def edits(self, scene: Scene) -> list[Edit]:
        """Return invented words for every span."""
        inventor = _Inventor(self._secret, scene)
        made: list[Edit] = []
        for mention, entity in zip(scene.mentions, inventor.entities, strict=True):
            floor = made[-1].end if made else 0
            words = inventor.words(mention, entity)
            if words is None:
                edit = broader_edit(scene.text, mention.start, mention.end, mention.type, floor=floor)
            else:
                edit = _with_its_article(scene.text, Edit(mention.start, mention.end, words, mention.type), floor)
            made.append(replace(edit, direct=mention.direct, person=mention.person or ""))
        return made


def _with_its_article(text: str, edit: Edit, floor: int) -> Edit:
    """Return an edit that takes in the article before it where the invented words want another one."""
    found = _ARTICLE.search(text[max(floor, edit.start - 5) : edit.start])
    if found is None or edit.type == "PERSON":
        return edit
    article = found[0].strip()
    if article.lower() == "the":
        lands = edit.type == "LOC" and country(text[edit.start : edit.end]) is not None
        return replace(edit, start=edit.start - len(found[0])) if lands else edit
    wanted = with_article(edit.text).split(" ")[0]
    wanted = wanted.capitalize() if article[0].isupper() else wanted
    if wanted == article:
        return edit
    return replace(edit, start=edit.start - len(found[0]), text=f"{wanted} {edit.text}")


class _Inventor:
    """What is invented for one document."""

    def __init__(self, secret: Secret, scene: Scene) -> None:
        self.entities = entities(scene)
        self._secret, self._scene = secret, scene
        self._taken = Taken(scene.text)
        self._cast = Cast(secret, self._taken)
        self._atlas = Atlas(secret, self._taken)
        self._numbers = Numbers(secret, scene.id)
        dates = dict.fromkeys(scene.words(mention) for mention in scene.mentions if mention.type == "DATETIME")
        self._calendar = Calendar(secret, scene.id, dates)
        self._known: dict[tuple[str, str], str | None] = {}
        self._meet_people()

    def _meet_people(self) -> None:
        calls: dict[str, list[Called]] = {}
        for mention, entity in zip(self._scene.mentions, self.entities, strict=True):
            if mention.type == "PERSON":
                call = self._called(mention)
                if call not in calls.setdefault(entity, []):
                    calls[entity].append(call)
        for entity, names in calls.items():
            self._cast.add(entity, names)

    def _called(self, mention: ReadMention) -> Called:
        return Called(self._scene.words(mention), title_before(self._scene.text, mention.start))

    def words(self, mention: ReadMention, entity: str) -> str | None:
        """Return the invented words for a span, None if there are none for this kind."""
        if mention.type == "PERSON":
            name = self._cast.of(entity)
            return name.write(self._called(mention)) if name is not None else None
        words = self._scene.words(mention)
        key = (mention.type, words)
        if key not in self._known:
            self._known[key] = self._invented(words, mention.type)
        return self._known[key]

    def _invented(self, words: str, type_: str) -> str | None:
        if type_ == "CODE":
            if not has_invented_form(words):
                return None
            return self._taken.first_free(
                words, lambda attempt: invented_code(words, self._secret, self._cast, attempt)
            )
        if type_ == "LOC":
            return self._atlas.other(words)
        if type_ == "ORG":
            return invented_firm(words, self._secret, self._taken)
        if type_ == "DATETIME":
            return self._calendar.moved(words)
        if type_ == "QUANTITY":
            return self._numbers.amount(words)
        if type_ == "DEM":
            return self._calendar.moved(words) if words.lower().startswith("born") else self._attribute(words)
        return None

    def _attribute(self, words: str) -> str | None:
        return self._atlas.people(words) or self._numbers.age(words)
