"""People known by what they are in the text: "the applicant", "the nurse", "my boss"."""

import re
from collections.abc import Iterator

from gyges.reading._cues import Cues
from gyges.reading.family._find import Discourse
from gyges.reading.lexicon._load import words
from gyges.reading.page._forms import patterns
from gyges.reading.people._draft import Draft, PersonDraft
from gyges.reading.people._named import Spot
from gyges.reading.work._occupations import OccupationCue

__all__ = ["DETERMINERS", "ROLE_NOUNS", "Roles", "named_beside_jobs"]

ROLE_NOUNS = words("role_nouns")
_CREATES = ROLE_NOUNS - words("roles_of_others")
_COMPOUNDS = words("compound_nouns")
DETERMINERS = words("determiners")
_AGENT, _TO_NAME, _FROM_NAME = patterns("roles", "agent to_name from_name")


class Roles:
    """The roles met so far."""

    def __init__(self, draft: Draft, cues: Cues, discourse: Discourse) -> None:
        self._draft = draft
        self._cues = cues
        self._discourse = discourse
        self._heads = {cue.text.lower(): person for cue, person in reversed([*named_beside_jobs(cues, discourse)])}
        self._occupations = {cue.start: cue for cue in cues.occupations}
        self._pending: dict[str, list[tuple[int, int]]] = {}

    def meet(self, index: int) -> None:
        """Take in a token that may head a role."""
        token = self._cues.tokens[index]
        if index == 0 or not token.lower.isalpha():
            return
        before = self._cues.tokens[index - 1].lower
        if before not in DETERMINERS:
            return
        if token.lower in ROLE_NOUNS:
            if index + 1 < len(self._cues.tokens) and self._cues.tokens[index + 1].lower in _COMPOUNDS:
                return
            self._case_role(token.lower, self._cues.tokens[index - 1].start, token.end)
            return
        cue = self._occupations.get(token.start)
        if cue is not None and self._discourse.name_at(cue.end + 1) is None:
            self._job(before, cue.text.lower(), self._cues.tokens[index - 1].start, cue.end)

    def _case_role(self, role: str, start: int, end: int) -> None:
        gap = re.match(r",?\s(?:(?:Mr|Ms|Mrs|Miss|Dr|Mx)\.?\s)?", self._cues.text[end : end + 8])
        named = self._discourse.name_at(end + gap.end()) if gap else None
        person = self._draft.with_role(role)
        defined = self._defined(start)
        if defined is not None and (person is None or person is defined.person):
            defined.person.play(role, start, end)
            return
        if named is not None and gap is not None and named.start == end + gap.end():
            if person is not None and person is not named.person:
                return
            person = named.person
        if person is None:
            person = self._sole_main(role)
        if person is None and role not in _CREATES:
            return
        if person is None:
            person = self._draft.new_person()
        person.play(role, start, end)
        self._discourse.add(Spot(start, end, person, "role"))

    def _defined(self, start: int) -> Spot | None:
        """Return whom brackets define as a role: ``Mr Jan Novak ("the applicant")``."""
        head = self._cues.text[max(0, start - 5) : start]
        match = re.search(r"\s?\(\s?[\"“”'‘«]?$", head)
        return self._discourse.name_ending(start - len(match.group())) if match else None

    def _sole_main(self, role: str) -> PersonDraft | None:
        main = self._draft.main
        return (
            main
            if main is not None and role in {"patient", "client", "employee", "casualty", "candidate", "tenant"}
            else None
        )

    def _job(self, determiner: str, role: str, start: int, end: int) -> None:
        known = self._heads.get(role) or self._draft.with_role(role)
        if known is not None and known in self._draft.people:
            self._discourse.add(Spot(start, end, known, "role"))
            return
        seen = self._pending.setdefault(role, [])
        seen.append((start, end))
        if _AGENT.search(role.split(" of ")[0]) and (determiner in {"my", "our"} or len(seen) >= 2):
            person = self._draft.new_person()
            for first, last in seen:
                person.play(role, first, last)
                self._discourse.add(Spot(first, last, person, "role"))


def named_beside_jobs(cues: Cues, discourse: Discourse) -> Iterator[tuple[OccupationCue, PersonDraft]]:
    """Yield jobs that stand beside a name, so that "the nurse" later means that person."""
    for cue in cues.occupations:
        from_name = _FROM_NAME.search(cues.text, max(0, cue.start - 10), cue.start)
        before = discourse.name_ending(from_name.start()) if from_name else None
        to_name = _TO_NAME.match(cues.text, cue.end)
        after = discourse.name_at(to_name.end()) if to_name else None
        if before is not None:
            yield cue, before.person
        elif after is not None and to_name is not None and after.start == to_name.end():
            yield cue, after.person
