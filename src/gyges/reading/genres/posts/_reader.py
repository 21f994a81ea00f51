"""Short posts, comments, chat messages, reviews and adverts: one author, a few others, a header, some codes."""

from gyges.reading._cues import Cues
from gyges.reading.genres.posts._merge import bring_together
from gyges.reading.genres.posts._people import PostReader, fill_gaps
from gyges.reading.people._draft import Draft, PersonDraft

__all__ = ["add"]

_ALONE = 1800  # code points up to which a text may be one post
_TOO_LONG = 20_000


def add(draft: Draft, cues: Cues) -> None:
    """Add the people of a post and what it tells about them; people the general reader found are kept and completed."""
    if not draft.text.strip() or len(draft.text) > _TOO_LONG:
        return
    reader = PostReader(Draft(draft.text), cues)
    reader.read()
    alone = len({turn.who.casefold() for turn in cues.layout.turns}) < 2 and len(cues.text) <= _ALONE
    bring_together(draft, reader, alone=alone)
    if not alone:
        _fill_speakers(draft, cues)


def _fill_speakers(draft: Draft, cues: Cues) -> None:
    """Fill gaps about everybody who speaks in a conversation and whom the general reader knows by name."""
    said: dict[PersonDraft, list[tuple[int, int]]] = {}
    for turn in cues.layout.turns:
        for person in draft.people:
            if person.names and any(turn.who_start <= words.start < turn.who_end for words in person.mentions):
                said.setdefault(person, []).append((turn.start, turn.end))
                break
    for person, spans in said.items():
        fill_gaps(person, cues, spans)
