"""Several attackers as one: what any of them finds out is found out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from gyges.attacks._attack import Align, Attack
from gyges.attacks._same_person import align_people
from gyges.errors import ConfigError, UnreadError
from gyges.models import together
from gyges.records import SPECIAL, Finding, JsonValue, Subject


@dataclass(frozen=True)
class UnionAttack:
    """Lets several attackers read the same text and puts their findings together.

    Facts of one person stand one after the other, in the order of the attackers. `Finding.notes` says who found what:
    ``found_by`` lists for each person the attacker of each fact, ``members`` holds the notes of each attacker. A text
    that some of them cannot read is read by the others, and ``unread`` says why.

    Attributes:
        attackers: The attackers; two or more.
        align: Says who is who in two findings: ids of the first list to ids of the second.
    """

    attackers: tuple[Attack, ...]
    align: Align = align_people

    def __post_init__(self) -> None:
        names = [attacker.name for attacker in self.attackers]
        if len(names) < 2 or len(set(names)) != len(names):
            raise ConfigError(
                f"a union of {', '.join(names) or 'nobody'} is not one", "name two or more different attackers"
            )

    @property
    def name(self) -> str:
        """The specs of the attackers, joined by a plus."""
        return "+".join(attacker.name for attacker in self.attackers)

    async def attack(self, text: str, *, id: str) -> Finding:
        """Let everybody read the text; raises as `join`."""
        return await self.join(text, {}, id=id)

    async def join(self, text: str, known: Mapping[str, Finding], *, id: str) -> Finding:
        """Let everybody read the text who has not read it yet.

        Args:
            text: The text.
            known: What attackers found in this text, by their names.
            id: The document.

        Raises:
            UnreadError: None of the attackers can read the text.
            GygesError: One of the attackers failed. What the others found would look like all there is, so it is not
                given.
        """
        read = await together(
            [partial(_read_by, attacker, text, id, known.get(attacker.name)) for attacker in self.attackers]
        )
        findings = [finding for finding in read if isinstance(finding, Finding)]
        unread = [one for one in read if isinstance(one, UnreadError)]
        if not findings:
            raise unread[0]
        people: list[Subject] = []
        found_by: dict[str, list[str]] = {}
        for finding in findings:
            there = self._known(people, finding.subjects)
            for subject in finding.subjects:
                found_by_now = [finding.attacker] * len(subject.facts)
                if subject.id in there:
                    place = there[subject.id]
                    people[place] = replace(
                        people[place],
                        facts=(*people[place].facts, *subject.facts),
                        called=tuple(dict.fromkeys((*people[place].called, *subject.called))),
                        special=tuple(dict.fromkeys((*people[place].special, *subject.special))),
                    )
                    found_by[people[place].id] += found_by_now
                else:
                    people.append(replace(subject, id=str(len(people))))
                    found_by[people[-1].id] = found_by_now
        members: dict[str, JsonValue] = {finding.attacker: finding.notes for finding in findings}
        notes: dict[str, JsonValue] = {"found_by": dict(found_by), "members": members}
        if any(SPECIAL in finding.notes for finding in findings):
            notes[SPECIAL] = sum(int(str(finding.notes.get(SPECIAL, 0))) for finding in findings)
        if unread:
            notes["unread"] = [error.problem for error in unread]
        return Finding(id, self.name, tuple(people), notes)

    def _known(self, people: Sequence[Subject], others: Sequence[Subject]) -> dict[str, int]:
        """Return for those of the others who are known already their place in the list."""
        if not people or not others:
            return {}
        pairs = self.align(list(people), list(others))
        places = {subject.id: place for place, subject in enumerate(people)}
        ids = {subject.id for subject in others}
        if not pairs.keys() <= places.keys() or not set(pairs.values()) <= ids:
            raise ConfigError("the alignment names people who are not there", "let it return ids of the two lists")
        if len(set(pairs.values())) != len(pairs):
            raise ConfigError("the alignment takes two people for the same one", "let it pair everybody once")
        return {other: places[mine] for mine, other in pairs.items()}


async def _read_by(attacker: Attack, text: str, id: str, known: Finding | None) -> Finding | UnreadError:
    try:
        return known or await attacker.attack(text, id=id)
    except UnreadError as error:  # whoever reads the language speaks for all
        return error
