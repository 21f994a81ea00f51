"""What became of the values that were drawn: who is led astray, what is still told, what is false now."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from gyges.anonymizers.randomizing._draw import Drawn
from gyges.attacks import align_people
from gyges.records import JsonValue, Subject
from gyges.scoring import compare_values

__all__ = ["ReaderTally", "tally_of"]


@dataclass(frozen=True, slots=True)
class ReaderTally:
    """How a reader of the release fares, over all people and kinds that a value was drawn for.

    Attributes:
        drawn: How many there are.
        false: For how many a reader finds the value that was drawn: the text states something untrue there.
        still_true: For how many a reader still finds what was found in the original, or a part of it.
        hidden: For how many a reader finds neither: nothing, or something else.
        lost: How many of the people nobody found in the rewrite can be matched to. Their values are looked for with
            all strangers, so that a person who cannot be told any more does not pass for a protected one.
    """

    drawn: int
    false: int
    still_true: int
    hidden: int
    lost: int

    def to_json(self) -> dict[str, JsonValue]:
        """Return the counts."""
        return asdict(self)


def tally_of(
    drawn: Sequence[Drawn], before: Sequence[Subject], after: Sequence[Subject], certainty: int
) -> tuple[ReaderTally, tuple[Drawn, ...]]:
    """Compare what a reader finds in a rewrite with what was found in the original and with what was drawn.

    Args:
        drawn: The values to point to.
        before: Who was found in the original.
        after: Who is found in the rewrite.
        certainty: Guesses of which the reader is less sure do not count.

    Returns:
        The counts, and the rows of which the truth is still found.
    """
    pairs = _pairs(drawn, before, after)
    found = {person.id: person for person in after}
    strangers = [person.id for person in after if person.id not in pairs.values()]
    false, true = 0, list[Drawn]()
    for one in drawn:
        who = [pairs[one.person]] if one.person in pairs else strangers
        facts = [fact for id_ in who for fact in found[id_].facts]
        guesses = [fact.value for fact in facts if fact.tag == one.tag and fact.certainty >= certainty]
        if any(_same(one.tag, truth, guess) for truth in one.found for guess in guesses):
            true.append(one)
        elif one.to and any(_same(one.tag, one.to, guess) for guess in guesses):
            false += 1
    people = {one.person for one in drawn}
    lost = len([id_ for id_ in people if id_ not in pairs])
    return ReaderTally(len(drawn), false, len(true), len(drawn) - false - len(true), lost), tuple(true)


def _pairs(drawn: Sequence[Drawn], before: Sequence[Subject], after: Sequence[Subject]) -> dict[str, str]:
    """Return who is who; people whose name is another now are matched by that name, the rest in their order."""
    renamed = {one.person: one.to for one in drawn if one.tag == "NAME" and one.to}
    pairs = align_people(list(before), list(after))
    for id_, name in renamed.items():
        for person in after:
            names = [fact.value for fact in person.facts if fact.tag == "NAME"]
            if id_ not in pairs and person.id not in pairs.values() and any(_same("NAME", name, one) for one in names):
                pairs[id_] = person.id
    left = [person.id for person in before if person.id not in pairs]
    free = [person.id for person in after if person.id not in pairs.values()]
    if len(before) == len(after):  # nobody was added or lost: the order of the text tells who is who
        pairs |= dict(zip(left, free, strict=True))
    return pairs


def _same(tag: str, truth: str, guess: str) -> bool:
    return bool(compare_values(tag, truth, guess).score)
