"""The attacker inside a method: who it is, and what of its finding concerns the person to protect."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby

from gyges.anonymizers._tools import Tools
from gyges.attacks import Attack, AttackOptions, SubjectsAttack
from gyges.models import DocumentText, Model
from gyges.records import Fact, Finding, JsonValue, Subject
from gyges.scoring import compare_values

_ASIDE = re.compile(r"\b(?:of|to|for|with)\b.*|(?<!\S)\S+['’]s?\s")
"""In "wife of the applicant" and "the applicant's lawyer" the applicant is somebody else."""

_ARTICLES = frozenset({"the", "a", "an"})


@dataclass(frozen=True, slots=True)
class Inference:
    """What an attacker concluded about one tag."""

    tag: str  # the kind of fact
    guesses: tuple[str, ...]  # its guesses, the likeliest first
    certainty: int  # how sure it is, 0-5
    reasoning: str = ""  # why, in its own words; empty where it gave none
    evidence: tuple[str, ...] = ()  # the words of the text that gave it away
    person: str = ""  # whom it speaks of; empty for the target

    def to_json(self) -> dict[str, JsonValue]:
        """Return it as a trace holds it; what is empty is left out."""
        lists = {"guesses": list(self.guesses), "evidence": list(self.evidence)}
        return {name: value for name, value in {**asdict(self), **lists}.items() if value or name == "certainty"}


def open_inner_attack(tools: Tools, model: str, own: Callable[[Model, AttackOptions], Attack]) -> Attack:
    """Open the attacker of a method.

    An attacker that is just a model is asked the question of the method. Any other (``rules``, ``author:MODEL``, a
    union, a plug-in) attacks in its own way.
    """
    opened = tools.open_attack(model)
    return own(opened.model, opened.options) if isinstance(opened, SubjectsAttack) else opened


def inferences(finding: Finding, target: str) -> tuple[Inference, ...]:
    """Return what a finding says about the target, by tag."""
    found = target_subjects(finding, target)
    reasons = _reasons(finding.notes)
    return tuple(
        one for subject in found for one in _by_tag(subject, reasons, subject.description if len(found) > 1 else "")
    )


def target_subjects(finding: Finding, target: str) -> tuple[Subject, ...]:
    """Return whom of a finding the target is.

    Where the finding has several people and none of them can be told to be the target, all of them count: protecting
    too many is the safe mistake.
    """
    found = finding.subjects
    return (tuple(one for one in found if _is_target(one, target)) or found) if len(found) > 1 else found


def feedback_text(rows: Iterable[Inference]) -> DocumentText:
    """Return inferences as lines for the model that rewrites, the surest first. They quote the text, so they are data.

    Certainties are not told, as in the published method.
    """
    lines = []
    for row in sorted(rows, key=lambda one: -one.certainty):
        person = f" of {row.person}" if row.person else ""
        lines.append(f"{row.tag}{person}: {'; '.join(row.guesses)}")
        if row.evidence:
            lines.append("  given away by: " + " | ".join(" ".join(words.split()) for words in row.evidence))
        if row.reasoning:
            lines.append("  because: " + " ".join(row.reasoning.split()))
    return DocumentText("\n".join(lines))


def _is_target(subject: Subject, target: str) -> bool:
    wanted = _words(target)
    parts = [_words(_ASIDE.sub("", part)) for part in subject.description.split(" - ")]
    if any(wanted <= part for part in parts):
        return True
    names = [fact.value for fact in subject.facts if fact.tag == "NAME"]
    return any((compare_values("NAME", target, name).score or 0) > 0 for name in names)


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.casefold())) - _ARTICLES


def _by_tag(subject: Subject, reasons: Mapping[str, str], person: str) -> Iterable[Inference]:
    for tag, group in groupby(sorted(subject.facts, key=lambda fact: fact.tag), key=lambda fact: fact.tag):
        facts: Sequence[Fact] = tuple(group)
        yield Inference(
            tag,
            tuple(dict.fromkeys(fact.value for fact in facts)),
            max(fact.certainty for fact in facts),
            reasons.get(tag, reasons.get("", "")),
            tuple(dict.fromkeys(words for fact in facts for words in fact.evidence)),
            person,
        )


def _reasons(notes: Mapping[str, JsonValue]) -> dict[str, str]:
    """Return the reasoning by tag, under an empty tag where it is about everything; also that of a union's members."""
    given = notes.get("reasoning")
    reasons = {"": given} if isinstance(given, str) else {}
    if isinstance(given, Mapping):
        reasons = {tag: words for tag, words in given.items() if isinstance(words, str)}
    members = notes.get("members")
    for member in members.values() if isinstance(members, Mapping) else ():
        reasons = {**(_reasons(member) if isinstance(member, Mapping) else {}), **reasons}
    return reasons
