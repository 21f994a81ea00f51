"""Which found person is which true person, by asking a model that sees the original and the release; or as recorded."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pydantic import BaseModel

from gyges.errors import InputError
from gyges.models import DocumentText, Model, Prompt
from gyges.records import WHO, Document, Finding, Subject
from gyges.scoring.alignment._align import Alignment, left_by


class Match(BaseModel, extra="forbid"):
    """A true person and the found person who is the same."""

    truth: str
    found: str


class ReasonedMatch(BaseModel, extra="forbid"):
    """The same with the reason before it."""

    reason: str
    truth: str
    found: str


class Matches(BaseModel, extra="forbid"):
    """The matcher's answer; people without a counterpart are left out."""

    matches: list[Match]


class ReasonedMatches(BaseModel, extra="forbid"):
    """The same with a reason for each pair."""

    matches: list[ReasonedMatch]


@dataclass(frozen=True)
class MatchPeople(Prompt[Matches], template="prompts/match.jinja", max_tokens=2048):
    """The question which people of two lists about one text are the same."""

    text: DocumentText
    release: DocumentText | None
    truth: DocumentText
    found: DocumentText
    truth_ids: tuple[str, ...]
    found_ids: tuple[str, ...]
    reasons: bool = False

    def check(self, answer: Matches | ReasonedMatches) -> None:
        """Check that ids are known and that nobody is matched twice."""
        for side, known in (("truth", self.truth_ids), ("found", self.found_ids)):
            used = [str(getattr(match, side)) for match in answer.matches]
            if not set(used) <= set(known):
                raise ValueError(f"an id is not in the list '{side}'; its ids are {', '.join(known)}")
            if len(set(used)) < len(used):
                raise ValueError(f"somebody of the list '{side}' is matched twice; match people one to one")


class MatchWithReasons(MatchPeople, answer=ReasonedMatches):
    """The same, with a reason before each pair as in SPIA (Figures 27 and 28)."""


async def align_by_model(
    model: Model,
    truth: Sequence[Subject],
    found: Sequence[Subject],
    original: str,
    release: str | None = None,
    trace: Mapping[str, object] | None = None,
    *,
    reasons: bool = False,
) -> Alignment:
    """Match true people with found ones by asking a model, one to one.

    Whom the model leaves out although the rules would not exclude them is undecided: a matcher that says nothing
    protects nobody. The same people in another order are the same question.
    """
    if not truth or not found:
        return Alignment({})
    ones = {f"T{number}": subject for number, subject in enumerate(_in_order(truth), start=1)}
    twos = {f"F{number}": subject for number, subject in enumerate(_in_order(found), start=1)}
    changed = release is not None and release != original
    kind = MatchWithReasons if reasons else MatchPeople
    prompt = kind(
        DocumentText(original),
        DocumentText(release) if changed else None,
        DocumentText(_listed(ones)),
        DocumentText(_listed(twos)),
        tuple(ones),
        tuple(twos),
        reasons,
    )
    answer = await model.ask(prompt)
    matches = {ones[match.truth].id: twos[match.found].id for match in answer.matches}
    return left_by(matches, truth, found, original, release, trace)


def _in_order(people: Iterable[Subject]) -> list[Subject]:
    return sorted(people, key=lambda subject: (subject.description, repr(subject.facts), subject.id))


def _listed(people: Mapping[str, Subject]) -> str:
    lines = []
    for id, subject in people.items():
        facts = [f"{fact.tag}: {fact.value}" for fact in subject.facts if fact.certainty > 0 and fact.value.strip()]
        called = f"\n  called: {'; '.join(subject.called)}" if subject.called else ""
        lines.append(f"{id}: {subject.description}{called}" + "".join(f"\n  {fact}" for fact in facts))
    return "\n".join(lines)


def recorded_alignment(document: Document, finding: Finding) -> Alignment | None:
    """Return who is who as it was recorded with a finding; None where nobody recorded it."""
    told = finding.notes.get(WHO)
    if not isinstance(told, Mapping):
        return None
    matches = {true: str(found) for true, found in told.items()}
    true_ids = {subject.id for subject in document.subjects or ()}
    if not matches.keys() <= true_ids or not set(matches.values()) <= {subject.id for subject in finding.subjects}:
        raise InputError(
            f"who is who in the reading of '{document.id}' names people who are not annotated there",
            "record it again for these annotations, leave it out, or let others match (--matcher rules)",
        )
    return Alignment(matches)
