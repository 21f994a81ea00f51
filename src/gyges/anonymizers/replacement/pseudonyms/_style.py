"""``pseudonyms``: an invented name for everybody who certainly is a person, invented codes; what happened stays."""

from gyges._secret import Secret
from gyges.anonymizers.replacement._entities import entities, named_people
from gyges.anonymizers.replacement._labels import marked
from gyges.anonymizers.replacement._person_names import is_handle, name_words
from gyges.anonymizers.replacement._replacement import SpansToReplace
from gyges.anonymizers.replacement.pseudonyms._bearer import Called
from gyges.anonymizers.replacement.pseudonyms._calls import Calls
from gyges.anonymizers.replacement.pseudonyms._cast import InventedNames
from gyges.anonymizers.replacement.pseudonyms._codes import has_invented_form, invented_code
from gyges.anonymizers.replacement.pseudonyms._setting import Setting
from gyges.anonymizers.replacement.pseudonyms._spoken_of import is_spoken_of
from gyges.anonymizers.replacement.pseudonyms._taken import Taken
from gyges.records import Edit

_NAMING = frozenset(("PERSON", "CODE", "LOC", "ORG"))
"""Types that go wherever they are found; of the others only what identifies somebody by itself."""


class Pseudonyms:
    """Invents people and codes by a key; other names get a mark that says what is certain, and events stay.

    Args:
        secret: What everything is drawn from.
    """

    name = "pseudonyms"

    def __init__(self, secret: Secret) -> None:
        self._secret = secret

    def edits(self, scene: SpansToReplace) -> list[Edit]:
        """Return invented words for people and codes, and marks for what else goes."""
        keys, calls, taken = entities(scene), Calls(scene), Taken(scene.text)
        cast = InventedNames(self._secret, taken, Setting(scene.text))
        named = named_people(scene, keys)
        called: dict[str, dict[Called, None]] = {}
        for one, entity in zip(scene.mentions, keys, strict=True):
            if one.start in named and not is_handle(scene.words(one)):
                called.setdefault(entity, {})[calls.of(one)] = None
        cast.meet(
            {
                entity: list(names)
                for entity, names in called.items()
                if not is_spoken_of(scene.text, [word for one in names for word in _words_of(one.name)])
            }
        )
        codes: dict[str, str | None] = {}
        made: list[Edit] = []
        for one, entity in zip(scene.mentions, keys, strict=True):
            words, label = scene.words(one), scene.label(one)
            name = cast.of(entity) if one.start in named and not is_handle(words) else None
            if name is not None:
                new: str | None = name.write(calls.of(one))
            elif label == "CODE":
                new = codes[words] if words in codes else codes.setdefault(words, self._code(words, taken))
            else:
                new = None
            if new is not None or one.direct or one.type in _NAMING:
                made.append(Edit(one.start, one.end, new or marked(label), one.type, one.direct, one.person or ""))
        return made

    def _code(self, words: str, taken: Taken) -> str | None:
        """Return another code of the same shape; None where there are too few of it."""
        if not has_invented_form(words):
            return None
        return taken.first_free(words, lambda attempt: invented_code(words, self._secret, attempt))


def _words_of(name: str) -> list[str]:
    """Return the words of a name as they are written."""
    return [name[one.start : one.end] for one in name_words(name) if one.kind == "name"]
