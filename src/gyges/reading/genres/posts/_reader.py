"""Short posts, comments, chat messages, reviews and adverts, brought together with what the general reader found."""

from collections.abc import Iterator

from gyges.reading._cues import Cues
from gyges.reading.codes._handles import given_name
from gyges.reading.genres._table import pattern
from gyges.reading.genres.posts._author import name_words
from gyges.reading.genres.posts._life import CODE_TAGS
from gyges.reading.genres.posts._people import PostReader, fill_gaps
from gyges.reading.lexicon._fold import fold
from gyges.reading.lexicon._load import is_common_word
from gyges.reading.page._spans import Spans
from gyges.reading.people._draft import Draft, PersonDraft
from gyges.reading.people._owners import Owners

_ALONE = 1800  # code points up to which a text may be one post
_TOO_LONG = 20_000
_MATCH = 1.0  # score from which on two are one person
_KNOWN = 0.05  # weight of a first name that is one
_TOLD = 3  # certainty from which on this genre knows better
_SENTENCE_ENDS = (".", "!", "?")
_ELDERS = frozenset(
    ["mother", "father", "brother", "sister", "grandmother", "grandfather", "aunt", "uncle", "stepmother", "stepfather"]
)


def add(owners: Owners, cues: Cues) -> None:
    """Add the people of a post and what it tells about them; people the general reader found are kept and completed."""
    draft = owners.draft
    if not draft.text.strip() or len(draft.text) > _TOO_LONG:
        return
    reader = PostReader(Draft(draft.text), cues)
    reader.read()
    alone = len({turn.who.casefold() for turn in cues.layout.turns}) < 2 and len(cues.text) <= _ALONE
    _bring_together(draft, reader, alone=alone)
    if not alone:
        _fill_speakers(draft, cues)


def _fill_speakers(draft: Draft, cues: Cues) -> None:
    """Fill gaps about everybody who speaks in a conversation and whom the general reader knows by name."""
    said: dict[PersonDraft, list[tuple[int, int]]] = {}
    for turn in cues.layout.turns:
        label = name_words(turn.who)
        for person in draft.people:
            if any(label <= have or have <= label for have in map(name_words, person.names)):
                said.setdefault(person, []).append((turn.start, turn.end))
                break
    for person, spans in said.items():
        fill_gaps(person, cues, spans)


def _bring_together(draft: Draft, reader: PostReader, *, alone: bool) -> None:
    """Merge the people of this genre into a draft."""
    own, strangers = reader.draft, list(draft.people)
    formed = reader.formed or not strangers
    wins = formed and alone  # what has the form of a post this genre knows better than the general reader
    same = _pairs(own, draft)
    for mine in own.people:
        if mine in same:
            _complete(draft, same[mine], mine, wins)
        elif alone and (formed or mine is not own.author or mine.names):
            draft.people.append(mine)
            draft.author = draft.author or (mine if mine is own.author else None)
    if wins:
        _hand_over_codes(draft, own)
    draft.marks += [mark for mark in own.marks if mark[4] in draft.people]
    for person in strangers if wins else ():
        if person not in same.values():
            _settle(draft, person, reader)


def _pairs(own: Draft, draft: Draft) -> dict[PersonDraft, PersonDraft]:
    """Return who of this genre is whom of the general reader, the surest pairs first."""
    scores = [(_alike(mine, other, own, draft), mine, other) for mine in own.people for other in draft.people]
    found: dict[PersonDraft, PersonDraft] = {}
    for score, mine, other in sorted(scores, key=lambda row: -row[0]):
        if score >= _MATCH and mine not in found and other not in found.values():
            found[mine] = other
    return found


def _tokens(person: PersonDraft) -> Iterator[frozenset[str]]:
    for name in person.names:
        yield name_words(name)
        yield frozenset({fold(name).strip("@")})


def _alike(mine: PersonDraft, other: PersonDraft, own: Draft, draft: Draft) -> float:
    shares = [len(one & two) / max(len(one), len(two)) for one in _tokens(mine) for two in _tokens(other)]
    shared = max(shares, default=0.0)
    if mine.names and other.names and not shared:
        return 0.0
    codes = {fact.value for fact in mine.facts if fact.tag in CODE_TAGS}
    roles = " ".join(other.roles)
    near = any(one.start < two.end and two.start < one.end for one in mine.mentions for two in other.mentions)
    return (
        3.0 * (mine is own.author and other is draft.author)
        + 2.0 * shared
        + 1.5 * len(codes & {fact.value for fact in other.facts})
        + 1.0 * any(role.split(" with ")[0] in roles for role in mine.roles if role != "author")
        + near * (_MATCH if other.masked and not other.names else 0.6)
    )


def _complete(draft: Draft, other: PersonDraft, mine: PersonDraft, wins: bool) -> None:
    """Add what this genre knows about somebody; where it wins, its facts replace less sure ones of the same tag."""
    if wins:
        told = {fact.tag for fact in mine.facts if fact.certainty >= _TOLD and fact.tag not in CODE_TAGS}
        other.facts = [fact for fact in other.facts if fact.tag not in told]
        other.roles = []
    else:
        known = {fact.tag for fact in other.facts if fact.tag not in CODE_TAGS or other.names}
        mine.facts = [fact for fact in mine.facts if fact.tag not in known]
        mine.roles = [] if other.roles or other.names else mine.roles
    draft.people.append(mine)
    draft.merge(other, mine)


def _hand_over_codes(draft: Draft, own: Draft) -> None:
    """Take a code from whoever the general reader gave it to, where this genre knows its owner."""
    known = {fact.value for person in own.people for fact in person.facts if fact.tag in CODE_TAGS}
    holder = {
        fact.value: person for person in draft.people for fact in person.facts
        if fact.tag in CODE_TAGS and fact.cue in {"own code", "code"}
    }  # fmt: skip
    for person in draft.people:
        person.facts = [fact for fact in person.facts if fact.value not in known or holder.get(fact.value) is person]


def _settle(draft: Draft, person: PersonDraft, reader: PostReader) -> None:
    """Decide about somebody only the general reader found: known under another name, no person of a post, or kept."""
    names = list(_tokens(person))
    same = next((one for one in draft.people if one is not person and any(n in names for n in _tokens(one))), None)
    if same is not None:
        person.facts = [fact for fact in person.facts if same.knows(fact.tag) is None]
        draft.merge(same, person)
    elif not _is_somebody(person, reader):
        draft.forget(person)


def _is_somebody(person: PersonDraft, reader: PostReader) -> bool:
    """Tell whether somebody has a name that stands in the words of the post and not in the name of a firm."""
    told = [one for one in person.mentions if one.start >= reader.header.body or _in_prose(reader.text, one.start)]
    if person.kin_of is not None:
        return bool(person.names) or (person.kin_of[0] in _ELDERS and not person.dead)
    if person.masked and not person.names:  # whoever was masked was named
        return bool(told)
    if any(fact.cue == "title" for fact in person.facts):  # Dr Wimmer is somebody whatever the first name
        return True
    if not person.names and any(" of " in role and role.split(" of ")[1][:1].isupper() for role in person.roles):
        return True  # the coach of Tessa Moran
    firsts = [name.split()[0] for name in person.names if name.split()]
    firms = Spans((one.start, one.end) for one in reader.cues.organisations)
    named = any(given_name(first, _KNOWN) and not is_common_word(first) for first in firsts)
    return named and any(not firms.meets(one.start, one.start + 1) for one in told)


def _in_prose(text: str, place: int) -> bool:
    """Whether a line reads like a sentence and holds no label: a label further down makes no header of it."""
    start = text.rfind("\n", 0, place) + 1
    end = text.find("\n", place)
    line = text[start : len(text) if end < 0 else end].rstrip()
    return line.endswith(_SENTENCE_ENDS) and pattern("posts.field").search(text, start, start + len(line)) is None
