"""What this genre read, brought together with what the general reader found."""

import re

from gyges.reading._reading import ReadFact
from gyges.reading.genres.posts._names import given_name, handle_name
from gyges.reading.genres.posts._work import firm_spans
from gyges.reading.lexicon._fold import fold
from gyges.reading.lexicon._vocabulary import is_common_word
from gyges.reading.people._draft import Draft, PersonDraft

__all__ = ["bring_together"]

_MATCH = 1.0
_KNOWN = 0.05
_ELDERS = frozenset(
    ["mother", "father", "brother", "sister", "grandmother", "grandfather", "aunt", "uncle", "stepmother", "stepfather"]
)
_CODES = frozenset(
    ["IDENTIFICATION_NUMBER", "DRIVER_LICENSE_NUMBER", "PHONE_NUMBER", "PASSPORT_NUMBER", "EMAIL_ADDRESS"]
)


def bring_together(draft: Draft, own: Draft, *, alone: bool, formed: bool, body: int = 0) -> None:
    """Merge the people of this genre into a draft.

    Args:
        draft: What the general reader found.
        own: What this genre found.
        alone: Whether the text is one post by one author; otherwise only gaps are filled.
        body: Where the words start after a header.
        formed: Whether it has the form of a post, which this genre knows better than the general reader.
    """
    strangers = list(draft.people)
    for person in strangers:
        person.facts = [fact for fact in person.facts if not _is_licence(draft.text, fact)]
    pairs = sorted(
        ((score, -row, -column) for row, mine in enumerate(own.people) for column, other in enumerate(strangers)
         if (score := _alike(mine, other, own, draft)) >= _MATCH),
        reverse=True,
    )  # fmt: skip
    taken: dict[int, int] = {}
    for _, row, column in pairs:
        if -row not in taken and -column not in taken.values():
            taken[-row] = -column
    for row, mine in enumerate(own.people):
        if row in taken:
            _complete(draft, strangers[taken[row]], mine, formed and alone)
        elif alone and not (mine is own.author and strangers and not mine.names and not formed):
            draft.people.append(mine)
            if mine is own.author and draft.author is None:
                draft.author = mine
    if formed and alone:
        _hand_over_codes(draft, own)
    draft.marks += [mark for mark in own.marks if mark[4] in draft.people]
    _marry_parents(draft)
    if formed and alone:
        used = set(taken.values())
        for column, other in enumerate(strangers):
            if column not in used:
                _settle(draft, other, body)


_LICENCE = re.compile(r"driver(?:['’]?s)?[ _]licen[cs]e", re.IGNORECASE)


def _is_licence(text: str, fact: ReadFact) -> bool:
    """Tell whether somebody became a driver by a driver's licence only."""
    return fact.tag == "OCCUPATION" and all(_LICENCE.match(text, one.start) for one in fact.evidence)


def _tokens(names: list[str]) -> list[set[str]]:
    found = []
    for name in names:
        found.append({fold(word).strip(".'’") for word in (handle_name(name) if " " not in name else name).split()})
        found.append({fold(name).strip("@")})
    return found


def _alike(mine: PersonDraft, other: PersonDraft, own: Draft, draft: Draft) -> float:
    score = 0.0
    if mine is own.author and other is draft.author:
        score += 3.0
    shared = max(
        (len(one & two) / max(len(one), len(two)) for one in _tokens(mine.names) for two in _tokens(other.names)),
        default=0.0,
    )
    if mine.names and other.names and not shared:
        return 0.0
    score += 2.0 * shared
    codes = {fact.value for fact in mine.facts if fact.tag in _CODES}
    score += 1.5 * any(fact.value in codes for fact in other.facts if fact.tag in _CODES)
    roles = " ".join(other.roles)
    if any(role.split(" with ")[0] in roles for role in mine.roles if role != "author"):
        score += 1.0
    near = any(one.start < two.end and two.start < one.end for one in mine.mentions for two in other.mentions)
    return score + (_MATCH if near and other.masked and not other.names else 0.6 if near else 0.0)


def _complete(draft: Draft, other: PersonDraft, mine: PersonDraft, wins: bool) -> None:
    """Add what this genre knows about somebody; where it wins, its facts replace less sure ones of the same tag."""
    if wins:
        told = {fact.tag for fact in mine.facts if fact.certainty >= 3}
        other.facts = [fact for fact in other.facts if fact.tag not in told or fact.tag in _CODES]
        other.roles = []
    else:
        known = {fact.tag for fact in other.facts if fact.tag not in _CODES or other.names}
        mine.facts = [fact for fact in mine.facts if fact.tag not in known]
        mine.roles = [] if other.roles or other.names else mine.roles
    draft.people.append(mine)
    draft.merge(other, mine)


def _hand_over_codes(draft: Draft, own: Draft) -> None:
    """Take a code from whoever the general reader gave it to, where this genre knows its owner."""
    owner = {fact.value: person for person in own.people for fact in person.facts if fact.tag in _CODES}
    holder: dict[str, PersonDraft] = {}
    for person in draft.people:
        for fact in person.facts:
            if fact.tag in _CODES and fact.cue in {"own code", "code"}:
                holder[fact.value] = person
    for person in draft.people:
        person.facts = [fact for fact in person.facts if _keeps(person, fact, holder, owner)]


def _keeps(person: PersonDraft, fact: ReadFact, holder: dict[str, PersonDraft], owner: dict[str, PersonDraft]) -> bool:
    return fact.tag not in _CODES or fact.value not in owner or holder.get(fact.value, person) is person


def _settle(draft: Draft, person: PersonDraft, body: int) -> None:
    """Decide about somebody only the general reader found: known under another name, no person of a post, or kept."""
    same = next((one for one in draft.people if one is not person and _same_name(one, person)), None)
    if same is not None:
        person.facts = [fact for fact in person.facts if same.knows(fact.tag) is None]
        draft.merge(same, person)
    elif not _is_somebody(draft, person, body):
        draft.forget(person)


def _marry_parents(draft: Draft) -> None:
    """Take the mother and the father of one person for a couple."""
    parents = [one for one in draft.people if one.kin_of is not None and one.kin_of[0] in {"mother", "father"}]
    for one in parents:
        other = next((two for two in parents if two is not one and _couple(one, two)), None)
        if other is not None and not (one.dead or other.dead) and one.knows("RELATIONSHIP") is None:
            words = min(one.mentions, key=lambda mention: mention.start)
            one.learn("RELATIONSHIP", "Married", 3, words.start, words.end, "couple")


def _couple(one: PersonDraft, two: PersonDraft) -> bool:
    if one.kin_of is None or two.kin_of is None:
        return False
    return one.kin_of[1] is two.kin_of[1] and one.kin_of[0] != two.kin_of[0]


def _same_name(one: PersonDraft, two: PersonDraft) -> bool:
    return any(first == second for first in _tokens(one.names) for second in _tokens(two.names))


def _is_somebody(draft: Draft, person: PersonDraft, body: int) -> bool:
    """Tell whether somebody has a name that stands in the words of the post and not in the name of a firm."""
    if person.kin_of is not None and not person.names:
        return person.kin_of[0] in _ELDERS and not person.dead
    if person.masked and not person.names:  # whoever was masked was named
        return any(one.start >= body for one in person.mentions)
    if any(fact.cue == "title" for fact in person.facts):  # Dr Wimmer is somebody whatever the first name
        return True
    if not person.names and any(" of " in role and role.split(" of ")[1][:1].isupper() for role in person.roles):
        return True  # the coach of Tessa Moran
    if not any(
        given_name(name.split()[0], _KNOWN) and not is_common_word(name.split()[0])
        for name in person.names
        if name.split()
    ):
        return False
    firms = firm_spans(draft.text)
    return any(one.start >= body and not any(a <= one.start < b for a, b in firms) for one in person.mentions)
