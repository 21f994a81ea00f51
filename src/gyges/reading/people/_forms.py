"""Forms and files: labels before names give roles, and the fields that follow belong to the person of the form."""

import re
from bisect import bisect_right

from gyges.reading._cues import Cues
from gyges.reading.lexicon._load import words
from gyges.reading.lexicon._people_words import kin
from gyges.reading.page._forms import patterns
from gyges.reading.people._draft import Draft, PersonDraft
from gyges.reading.people._named import Spot

__all__ = ["Forms", "fill_in"]

_MAIN = words("main")
_PLAIN = words("forms.plain")
_ADDRESSING = words("addressing")
_LABEL, _BED, _TITLE_TAIL = patterns("forms", "label bed title_tail")


class Forms:
    """Which person a form is about from which position on."""

    def __init__(self) -> None:
        self._starts: list[int] = []
        self._people: list[PersonDraft] = []

    def open(self, start: int, person: PersonDraft) -> None:
        """Note that a form or an entry about somebody starts here; call in the order of the text."""
        self._starts.append(start)
        self._people.append(person)

    def at(self, position: int) -> PersonDraft | None:
        """Return whom the fields at a position are about."""
        index = bisect_right(self._starts, position) - 1
        return self._people[index] if index >= 0 else None

    def replaced(self, keep: PersonDraft, gone: PersonDraft) -> None:
        """Two people turned out to be one."""
        self._people = [keep if person is gone else person for person in self._people]


def fill_in(draft: Draft, cues: Cues, spots: list[Spot]) -> Forms:
    """Give people the roles their labels name, and find out whom the form is about."""
    forms = Forms()
    parents_until = 0
    turns = {turn.who_start for turn in cues.layout.turns}
    for spot in spots:
        if spot.start < parents_until:
            _kin_label(draft, spot, ["parents"])
        head = cues.text[max(0, spot.start - 60) : spot.start]
        head = _TITLE_TAIL.sub("", head)
        if _BED.search(head):
            forms.open(spot.start, spot.person)
            spot.person.play("patient", spot.start, spot.end)
            continue
        match = _LABEL.search(head)
        if match is None or max(0, spot.start - 60) + match.start(1) in turns:
            continue
        label = re.sub(r"^\d+[.)]?\s*", "", match.group(1)).strip().lower()
        words = label.split()
        if not words or len(words) > 5:
            continue
        if not set(words) & _ADDRESSING and len(label) <= 30 and label not in _PLAIN:
            spot.person.play(label, spot.start, spot.end)
        _kin_label(draft, spot, words)
        if "parents" in words:
            parents_until = cues.text.find("\n", spot.start) if "\n" in cues.text[spot.start :] else len(cues.text)
        if set(words) & _MAIN and "by" not in words and "of" not in words[:-1]:
            forms.open(spot.start, spot.person)
            draft.main = draft.main or spot.person
    return forms


def _kin_label(draft: Draft, spot: Spot, words: list[str]) -> None:
    """Read ``Mother: Ana Reis`` and ``Parents: Ana Reis, Rui Reis`` in the file of a child."""
    main = draft.main
    if main is None or spot.person is main or spot.person.kin_of is not None:
        return
    tie = next((known for word in words if (known := kin(word)) is not None and not known.plural), None)
    if "parents" in words or "parent" in words:
        role = {"Female": "mother", "Male": "father"}.get(spot.person.knows("SEX") or "", "parent")
    elif tie is not None and tie.group not in {"known", "knowns"}:
        role = tie.singular
    else:
        return
    spot.person.kin_of = (role, main)
    spot.person.play(f"{role} of {main.name}", spot.start, spot.end)
