"""Which spans of a text speak of the same person or thing."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from gyges.anonymizers.replacement._person_names import (
    NameWord,
    is_handle,
    name_words,
    sex_of_title,
    title_before,
)
from gyges.anonymizers.replacement._replacement import SpansToReplace
from gyges.reading import ReadMention
from gyges.reading.lookups import first_name, fold

_SURE = 0.8  # share of one sex among the bearers of a first name from which it tells the sex


@dataclass(slots=True)
class _Person:
    """A person of the text: the words of the name, and where it was used."""

    key: str
    words: set[str] = field(default_factory=set)
    letters: set[str] = field(default_factory=set)
    sex: str = ""
    given: str = ""
    last: str = ""


def entities(scene: SpansToReplace) -> list[str]:
    """Return a key for every span; spans with the same key and type mean the same.

    People are taken from the chains of the reader where it has one; other names join the person whose full name holds
    their words. Everything else is the same if its words are.
    """
    names = [
        (mention, name_words(scene.words(mention))) if mention.type == "PERSON" else None for mention in scene.mentions
    ]
    people = _People()
    for entry in sorted(
        (entry for entry in names if entry),
        key=lambda entry: (
            entry[0].person is None,
            -_size(entry[1]),
            _letters(entry[1]),
        ),
    ):
        people.meet(scene, *entry)
    return [
        people.of[mention.start] if mention.type == "PERSON" else _plain(scene.words(mention))
        for mention in scene.mentions
    ]


def named_people(scene: SpansToReplace, keys: Sequence[str]) -> frozenset[int]:
    """Return where people are named: spans that certainly do, and other names of those who have such a span."""
    certain = {key for one, key in zip(scene.mentions, keys, strict=True) if scene.label(one) == "PERSON"}
    return frozenset(
        one.start for one, key in zip(scene.mentions, keys, strict=True) if one.type == "PERSON" and key in certain
    )


def _plain(words: str) -> str:
    return fold(" ".join(words.split())).removeprefix("the ")


def _size(words: list[NameWord]) -> int:
    return sum(word.kind == "name" for word in words)


def _letters(words: list[NameWord]) -> int:
    return sum(word.kind == "letter" for word in words)


class _People:
    """The people met so far; longer names are met first, so that shorter ones find them."""

    def __init__(self) -> None:
        self.of: dict[int, str] = {}
        self._by_key: dict[str, _Person] = {}
        self._by_word: dict[str, list[_Person]] = {}

    def meet(self, scene: SpansToReplace, mention: ReadMention, parts: list[NameWord]) -> None:
        """Give a name to the person it belongs to."""
        words = {part.key for part in parts if part.kind == "name"}
        letters = {part.key for part in parts if part.kind == "letter"}
        sex = _sex(scene, mention, parts)
        surface = scene.words(mention)
        if is_handle(surface):  # an account, which nobody is called by
            self.of[mention.start] = f"as written {fold(surface)}"
            return
        if not words and self._by_letters(letters):
            key = self._by_letters(letters)
        elif mention.person is not None and words and letters and self._is_new(mention.person):
            key = self._known(words, letters, sex) or f"chain {mention.person}"  # "R. Quispe M."
        elif mention.person is not None:
            key = self._chain(f"chain {mention.person}", words, letters, sex)
        elif not words:
            key = self._by_letters(letters) or f"as written {fold(surface)}"
        else:
            key = self._known(words, letters, sex) or f"name {fold(surface)}"
        person = self._by_key.setdefault(key, _Person(key))
        person.letters |= letters
        person.sex = person.sex or sex
        person.given = person.given or _given(parts)
        person.last = person.last or next((part.key for part in reversed(parts) if part.kind == "name"), "")
        for word in words - person.words:
            self._by_word.setdefault(word, []).append(person)
        person.words |= words
        self.of[mention.start] = key

    def _is_new(self, person: str) -> bool:
        return f"chain {person}" not in self._by_key

    def _by_letters(self, letters: set[str]) -> str:
        """Return the one person whose name begins with these letters; empty if nobody's or several people's does."""
        every = [(one, {word[0] for word in one.words} | one.letters) for one in self._by_key.values() if one.words]
        found = [one for one, firsts in every if (firsts == letters if len(letters) > 1 else letters <= firsts)]
        return found[0].key if len(found) == 1 and letters else ""

    def _chain(self, key: str, words: set[str], letters: set[str], sex: str) -> str:
        """Return the chain, or somebody of the same surname where "Ms" stands before it and the chain is a man's."""
        person = self._by_key.get(key)
        if person is None and len(words) == 1:
            return self._first_named(next(iter(words))) or key
        if person is None or len(words) != 1 or not sex or person.sex in {"", sex}:
            return key
        found = self._known(words, letters, sex)
        return found or (f"{key} {sex}" if next(iter(words)) == person.last else key)  # "Ms Koh" is Koh Wei Ling

    def _first_named(self, word: str) -> str:
        """Return the one person met so far whose first name or nickname a word is: "Brother Aziz" is Aziz Karimov."""
        people = self._by_word.get(word, [])
        return people[0].key if len(people) == 1 and (people[0].given == word or people[0].last != word) else ""

    def _known(self, words: set[str], letters: set[str], sex: str) -> str:
        """Return the person whose name holds all these words, by the sex if several do; empty if nobody does."""
        candidates = [
            person
            for person in self._by_word.get(min(words), ())
            if words <= person.words and letters <= {word[0] for word in person.words} | person.letters
        ]
        fitting = [person for person in candidates if not sex or len(words) > 1 or person.sex in {"", sex}]
        fitting.sort(key=lambda person: bool(sex) and person.sex != sex)  # "Ms Ezaki" is Setsuko Ezaki, no "Ezaki Soba"
        if fitting or len(letters) != 1 or len(words) != 1:
            return fitting[0].key if fitting else ""
        firsts = [one for one in self._by_key.values() if {word[0] for word in one.words} == letters and _is_given(one)]
        return firsts[0].key if len(firsts) == 1 else ""  # "B. Kamau" is the Brighton of the text


def _given(parts: list[NameWord]) -> str:
    """Return the first word of a name of several words, where it is a first name."""
    named = [part.key for part in parts if part.kind == "name"]
    return named[0] if len(named) > 1 and first_name(named[0]) is not None else ""


def _is_given(person: _Person) -> bool:
    """Tell whether all that is known of somebody is a first name."""
    return len(person.words) == 1 and not person.letters and first_name(next(iter(person.words))) is not None


def _sex(scene: SpansToReplace, mention: ReadMention, parts: list[NameWord]) -> str:
    told = sex_of_title(title_before(scene.text, mention.start))
    surname_first = "," in scene.words(mention)
    for part in reversed(parts) if surname_first else parts:
        if told or part.kind == "letter":
            break
        if part.kind == "title":
            told = sex_of_title(part.key)
        elif part.kind == "name":
            stat = first_name(part.key)
            if stat is not None and len(parts) > 1 and not 1 - _SURE < stat.p_female < _SURE:
                told = "Female" if stat.p_female >= _SURE else "Male"
            break
    return told
