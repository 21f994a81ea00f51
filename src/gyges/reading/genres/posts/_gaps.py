"""Gaps in what is known about whoever speaks, filled by what their words let slip."""

from collections.abc import Sequence

from gyges.reading._cues import Cues
from gyges.reading.genres.author._cues import author_guesses
from gyges.reading.lexicon._fold import fold
from gyges.reading.people._draft import Draft, PersonDraft

__all__ = ["fill_gaps", "fill_speakers"]

_GUESSED = frozenset(["AGE", "SEX", "LOCATION", "EDUCATION", "RELATIONSHIP", "OCCUPATION"])
_LEAST, _MOST = 2, 3


def fill_gaps(person: PersonDraft, cues: Cues, spans: Sequence[tuple[int, int]]) -> None:
    """Add guesses about tags nothing is known of, from what a person says in some spans of the text."""
    for tag, found in author_guesses(cues.text, cues.reference, cues.places, spans).items():
        best = found[0]
        if best.cue == "prior" or best.certainty < _LEAST or tag not in _GUESSED or person.knows(tag) is not None:
            continue
        certainty = min(best.certainty, _MOST)
        person.learn(tag, best.value, certainty, best.start, best.end, best.cue)
        if tag == "LOCATION" and person.knows("NATIONALITY") is None:
            person.learn("NATIONALITY", best.value.rpartition(" / ")[2], certainty, best.start, best.end, best.cue)


def fill_speakers(draft: Draft, cues: Cues) -> None:
    """Do this for everybody who speaks in a conversation and whom the general reader knows by name."""
    said: dict[str, list[tuple[int, int]]] = {}
    for turn in cues.layout.turns:
        said.setdefault(fold(turn.who).lstrip("@"), []).append((turn.start, turn.end))
    for who, spans in said.items():
        person = next((one for one in draft.people if who in {fold(name).lstrip("@") for name in one.names}), None)
        if person is not None:
            fill_gaps(person, cues, spans)
