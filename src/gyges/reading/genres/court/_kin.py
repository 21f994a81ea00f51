"""Relatives of the parties: the applicant's wife, his late father."""

from gyges.reading.genres.court._marriage import (
    DIVORCED,
    SPOUSES,
    count_children,
    name_spouse,
    tell_marriage,
    tell_status,
)
from gyges.reading.genres.court._names import calls_in
from gyges.reading.genres.court._scene import Scene, say, suggest
from gyges.reading.genres.court._tables import kin_table, pattern, words
from gyges.reading.people._draft import PersonDraft

__all__ = ["meet_kin"]

_DEAD_AFTER = pattern("kin.dead_after")
_DEAD_BEFORE = pattern("kin.dead_before")


def meet_kin(scene: Scene) -> None:
    """Add relatives of a sole party, and what they tell about the party."""
    if not scene.parties:
        return
    table = kin_table()
    tokens = scene.cues.tokens
    before = frozenset(words()["kin_adjectives"])
    for index in scene.cues.page.where_tokens(table.keys()):
        if index < 1:
            continue
        token = tokens[index]
        row = table[token.lower]
        first = index - 1
        while first > 0 and tokens[first].lower in before:
            first -= 1
        owner, start = _owner(scene, first)
        if owner is not None:
            said = {token.lower for token in tokens[first + 1 : index]}
            _relative(scene, owner, token.lower, row, (start, token.end), said)
    for party in scene.parties[:1]:
        name_spouse(scene, party)
        count_children(scene, party)
        tell_status(scene, party)


def _owner(scene: Scene, index: int) -> tuple[PersonDraft | None, int]:
    """Return the party whose relative is meant, by the possessive before the kin word, and where the phrase begins."""
    tokens = scene.cues.tokens
    token = tokens[index]
    if token.lower == "'s" and index > 0 and tokens[index - 1].lower == scene.party:
        role = f"{tokens[index - 2].lower} {scene.party}" if index > 1 else ""
        same = next((party for party in scene.parties if role in party.roles), None)
        return same or (scene.parties[0] if len(scene.parties) == 1 else None), tokens[index - 1].start
    if len(scene.parties) == 1 and _is_his(scene.parties[0], token.lower):
        return scene.parties[0], token.start
    return None, token.start


def _is_his(party: PersonDraft, pronoun: str) -> bool:
    sex = party.knows("SEX")
    return (pronoun == "his" and sex != "Female") or (pronoun == "her" and sex == "Female")


def _relative(
    scene: Scene, party: PersonDraft, word: str, row: dict[str, str], span: tuple[int, int], adjectives: set[str]
) -> None:
    person = _known(scene, party, word, span)
    person.play(f"{scene.party}'s {word}", *span)
    person.kin_of = person.kin_of or (word, party)
    if row.get("sex"):
        say(person, "SEX", row["sex"], 5, span, "court-kin")
    sentence = scene.sentence(span[0])
    late = bool(adjectives & {"late", "deceased"})
    dead = _DEAD_AFTER.match(scene.text, span[1]) or _DEAD_BEFORE.search(scene.text, max(0, span[0] - 24), span[0])
    person.dead = person.dead or late or dead is not None
    if word in SPOUSES:
        apart = bool(adjectives & {"former", "ex", "divorced"})
        divorced = DIVORCED.search(scene.text, sentence.start, sentence.end) is not None
        tell_marriage(party, person, span, apart or divorced)
    elif row.get("tie"):
        suggest(person, "RELATIONSHIP", row["tie"], 4, span, "court-kin")
        if row["tie"] == "Divorced":
            suggest(party, "RELATIONSHIP", "Divorced", 4, span, "court-kin")


def _known(scene: Scene, party: PersonDraft, word: str, span: tuple[int, int]) -> PersonDraft:
    call = next(
        (call for call in calls_in(scene.calls, span[1], span[1] + 80) if call.start - span[1] <= 2 and call.name), None
    )
    if call is not None and scene.text[span[1] : call.start].strip(" ,") == "":
        named = scene.person(call)
        for person in list(scene.draft.people):
            if person is not named and not person.names and person.kin_of == (word, party):
                scene.draft.merge(named, person)
        return named
    for person in scene.draft.people:
        if person.kin_of and person.kin_of[1] is party and person.kin_of[0] == word:
            return person
        if f"{scene.party}'s {word}" in person.roles:
            return person
    return scene.draft.new_person()
