"""Who is who: the author who signs, the wife's husband who is the party."""

from gyges.reading.genres.court._scene import Scene
from gyges.reading.people._draft import PersonDraft

__all__ = ["join"]

_BACK = {
    "wife": frozenset({"husband", "spouse", "former husband", "ex-husband"}),
    "husband": frozenset({"wife", "spouse", "former wife", "ex-wife"}),
    "spouse": frozenset({"wife", "husband", "spouse"}),
    "mother": frozenset({"son", "daughter", "child"}),
    "father": frozenset({"son", "daughter", "child"}),
    "son": frozenset({"mother", "father"}),
    "daughter": frozenset({"mother", "father"}),
}


def join(scene: Scene) -> None:
    """Merge people who turn out to be one."""
    for person in list(scene.draft.people):
        if person.names or person.kin_of is None or person in scene.parties:
            continue
        word, whose = person.kin_of
        if whose.kin_of is None or whose.kin_of[1] not in scene.parties:
            continue
        back, party = whose.kin_of
        if word in _BACK.get(back, ()) and _may_be(party, person):
            scene.draft.merge(party, person)
    _author(scene)


def _may_be(party: PersonDraft, person: PersonDraft) -> bool:
    return person.knows("SEX") in {None, party.knows("SEX")} or party.knows("SEX") is None


def _author(scene: Scene) -> None:
    """Whoever says "I" in a decision is who signs it."""
    author = scene.draft.author
    if author is None or author.names or author not in scene.draft.people or author in scene.parties:
        return
    signed = [p for p in scene.draft.people if p.names and any(fact.cue == "court-bench" for fact in p.facts)]
    if len(signed) == 1 and not scene.strasbourg:
        scene.draft.merge(signed[0], author)
