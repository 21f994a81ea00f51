"""People known by what they are in the text: "the applicant", "the nurse", "my boss"."""

from collections.abc import Iterator

from gyges.reading.lexicon._load import words
from gyges.reading.page._forms import patterns
from gyges.reading.people._draft import PersonDraft
from gyges.reading.people._named import Spot
from gyges.reading.people._registry import Registry
from gyges.reading.work._occupations import OccupationCue

__all__ = ["ROLE_NOUNS", "Roles", "named_beside_jobs"]

ROLE_NOUNS = words("role_nouns")
_DETERMINERS = words("determiners")
_AGENT, _TO_NAME, _FROM_NAME, _TITLE, _DEFINES = patterns("roles", "agent to_name from_name title defines")


class Roles:
    """The roles met so far, where only parties, and those spoken of twice, are somebody."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._draft = registry.draft
        self._heads = {cue.text.lower(): person for cue, person in reversed([*named_beside_jobs(registry)])}
        self._occupations = {cue.start: cue for cue in registry.cues.occupations}
        self._pending: dict[str, list[tuple[int, int]]] = {}

    def heads(self) -> set[int]:
        """Return the indices of the tokens that follow an article or the like."""
        found = {index + 1 for index in self._registry.cues.page.where_tokens(_DETERMINERS)}
        return found - {len(self._registry.tokens)}

    def fleeting(self) -> set[int]:
        """Return who was only touched upon: nobody."""
        return set()

    def meet(self, index: int) -> None:
        """Take in a token that may head a role."""
        tokens, token = self._registry.tokens, self._registry.tokens[index]
        if index == 0 or not token.lower.isalpha() or tokens[index - 1].lower not in _DETERMINERS:
            return
        before = tokens[index - 1]
        if token.lower in ROLE_NOUNS:
            if index + 1 >= len(tokens) or tokens[index + 1].lower not in words("compound_nouns"):
                self._case_role(token.lower, before.start, token.end)
            return
        cue = self._occupations.get(token.start)
        if cue is not None and self._registry.name_at(cue.end + 1) is None:
            self._job(before.lower, cue.text.lower(), before.start, cue.end)

    def _case_role(self, role: str, start: int, end: int) -> None:
        text = self._registry.text
        person = self._draft.with_role(role)
        brackets = _DEFINES.search(text, max(0, start - 5), start)  # ``Mr Jan Novak ("the applicant")``
        defined = self._registry.name_ending(brackets.start()) if brackets else None
        if defined is not None and (person is None or person is defined.person):
            defined.person.play(role, start, end)
            return
        named = self._registry.name_from(_TITLE.match(text, end, end + 8))
        if named is not None and person is not None and person is not named.person:
            return
        person = named.person if named is not None else person
        if person is None and role in words("roles_of_main"):
            person = self._draft.main
        if person is None and role in words("roles_of_others"):
            return
        person = person or self._draft.new_person()
        person.play(role, start, end)
        self._registry.add(Spot(start, end, person, "role"))

    def _job(self, determiner: str, role: str, start: int, end: int) -> None:
        known = self._heads.get(role) or self._draft.with_role(role)
        if known is not None and known in self._draft.people:
            self._registry.add(Spot(start, end, known, "role"))
            return
        seen = self._pending.setdefault(role, [])
        seen.append((start, end))
        if _AGENT.search(role.split(" of ")[0]) and (determiner in {"my", "our"} or len(seen) >= 2):
            person = self._draft.new_person()
            for first, last in seen:
                person.play(role, first, last)
                self._registry.add(Spot(first, last, person, "role"))


def named_beside_jobs(registry: Registry) -> Iterator[tuple[OccupationCue, PersonDraft]]:
    """Yield jobs that stand beside a name, so that "the nurse" later means that person."""
    for cue in registry.cues.occupations:
        from_name = _FROM_NAME.search(registry.text, max(0, cue.start - 10), cue.start)
        before = registry.name_ending(from_name.start()) if from_name else None
        beside = before or registry.name_from(_TO_NAME.match(registry.text, cue.end))
        if beside is not None:
            yield cue, beside.person
