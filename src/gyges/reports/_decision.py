"""May this be released, as far as it was measured? The answer, its reason, and what to look at first."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice

from gyges.reports._figures import AuditView, fact_sum, shown, strong_row
from gyges.reports._made import count_documents, standing_lines
from gyges.reports._person import ranked
from gyges.reports._plain import clipped, label, number, truth_name
from gyges.reports._verdict import guess_beats, is_empty, people_scored
from gyges.scoring import RateRow, Results, SubjectResult

WORST = 5
"""How many people are named first."""
_OF = 10  # facts that a share is told in
_MOST_KINDS, _MOST_QUOTES, _LONGEST_QUOTE, _LONGEST_NAME = 3, 1, 30, 40  # a line of a terminal for each of them


class ReleaseAnswer(StrEnum):
    """What can be said of a release; that it is anonymous cannot."""

    HOLD_BACK = "Hold back"
    NOT_SHOWN = "Not shown to be safe"
    NO_OBJECTION = "No objection found at the level asked for"


@dataclass(frozen=True, slots=True)
class ReleaseDecision:
    """The first screen of one audit: everything an officer needs before the evidence."""

    answer: ReleaseAnswer | None  # None where originals were audited, which nobody wants to release
    reason: str
    told: str  # the one figure to believe
    standing: tuple[str, ...]
    worst: tuple[str, ...]
    unread: str

    @property
    def lines(self) -> tuple[str, ...]:
        """The same for a terminal, each line a sentence."""
        first = f"{self.answer}: {self.reason}" if self.answer else self.reason
        worst = ("Worst off:", *(f"  {one}" for one in self.worst)) if self.worst else ()
        return tuple(filter(None, (first, self.told, *self.standing, *worst, self.unread)))


def decision(audit: AuditView, *, show_text: bool) -> ReleaseDecision:
    """Return what an audit says about a release."""
    results = audit.results
    answer, reason = _answer(results, show_text=show_text)
    return ReleaseDecision(
        answer,
        reason,
        _told(results),
        standing_lines(audit, show_text=show_text),
        tuple(_worst(results, show_text=show_text)),
        _unread(results),
    )


def _answer(results: Results, *, show_text: bool) -> tuple[ReleaseAnswer | None, str]:
    if results.anonymizer is None:
        return None, "These are the originals, as they are without any method."
    if results.elsewhere:
        count = number(len(results.elsewhere))
        return (
            ReleaseAnswer.HOLD_BACK,
            f"{count} of {count_documents(results.coverage.documents)} are published in full under another id.",
        )
    if results.standing:
        held = len({row.document for row in results.standing})
        return (
            ReleaseAnswer.HOLD_BACK,
            f"direct identifiers stand in {number(held)} of {count_documents(results.coverage.documents)}.",
        )
    gate = results.gate
    if gate is not None and gate.broken:
        return ReleaseAnswer.NOT_SHOWN, f"{gate.broken[0]}." if show_text else "what was asked for is not reached."
    if is_empty(results):
        return ReleaseAnswer.NOT_SHOWN, "no fact could be judged."
    if results.unchecked:
        count = number(len(results.unchecked))
        return (
            ReleaseAnswer.NOT_SHOWN,
            f"{count} of {count_documents(results.coverage.documents)} could not be checked for direct identifiers.",
        )
    if _strong(results) is None and guess_beats(results):
        return (
            ReleaseAnswer.NOT_SHOWN,
            "a guesser who never saw the text tells more than this reader, which is too weak.",
        )
    if results.standing is None:
        return ReleaseAnswer.NOT_SHOWN, "it was not checked for direct identifiers."
    asked = {} if gate is None else {name: limit for name, limit in gate.limits.items() if name != "coverage"}
    if not asked:
        return ReleaseAnswer.NOT_SHOWN, "no level was asked for; name one, such as --fail-under cpr=0.6."
    return ReleaseAnswer.NO_OBJECTION, f"{', '.join(f'{name}={limit:g}' for name, limit in asked.items())}."


def _told(results: Results) -> str:
    """Return the figure to believe: of a strong reader if it is known or estimated, else of the reader that read."""
    best = _strong(results)
    row = best or results.metrics.get("cpr")
    if row is None or row.value is None or is_empty(results):
        return "How much a reader still tells is not known."
    who = "a strong reader" if best else "this reader"
    facts = f"{number(row.denominator)} facts about {number(people_scored(results))} people"
    how = {"confirmed_cpr": "confirmed by a sample", "read_cpr": "read by one"}
    known = next((words for name, words in how.items() if name in results.metrics), "estimated: none read these texts")
    own = f"this reader told {_tenths(results.metrics['cpr'])}" if best and "cpr" in results.metrics else ""
    alone = "measured; not known of a strong reader"
    by = "; ".join(filter(None, (facts, known if best else alone, own, f"truth: {truth_name(results.truth)}")))
    return f"Of {_OF} facts about people {who} still tells about {_tenths(row)} ({by})."


def _strong(results: Results) -> RateRow | None:
    """Return what is known or estimated of a strong reader; None where nothing is, as in German."""
    row = strong_row(results)
    return None if row is None or row.value is None else row


def _tenths(row: RateRow) -> str:
    """Return how many of ten facts are told, with the interval: "5 [4–6]"."""
    figure = shown(row)
    if figure.value is None:
        return "an unknown number"
    if figure.low is None or figure.high is None:
        return _of_ten(figure.value)
    return f"{_of_ten(figure.value)} [{_of_ten(figure.high)}–{_of_ten(figure.low)}]"


def _of_ten(protected: float) -> str:
    """Return how many of ten facts are told; what is not all or nothing is never shown as 0 or 10."""
    told = round(_OF * (1 - protected))
    if told == 0 and protected < 1:
        return "less than 1"
    return "more than 9" if told == _OF and protected > 0 else str(told)


def _worst(results: Results, *, show_text: bool) -> Iterator[str]:
    """Yield those of whom most is told: role, document, which facts, and by which words."""
    documents = {id_: place for place, id_ in enumerate(dict.fromkeys(one.document for one in results.subjects), 1)}
    of_some = (one for one in ranked(results.subjects) if any(fact.score for fact in one.facts))
    for rank, one in enumerate(islice(of_some, WORST), 1):
        told = [fact for fact in one.facts if fact.score]
        kinds = list(dict.fromkeys(label(fact.tag) for fact in told))
        more = f" and {len(kinds) - _MOST_KINDS} more" if len(kinds) > _MOST_KINDS else ""
        said = f"{len(told)} of {len(one.facts)} facts told: {', '.join(kinds[:_MOST_KINDS])}{more}"
        if not show_text:
            yield f"Person {rank} (document {documents[one.document]}): {said}"
            continue
        quotes = dict.fromkeys(clipped(words, _LONGEST_QUOTE) for fact in told for words in fact.evidence)
        by = ", ".join(f"“{words}”" for words in list(quotes)[:_MOST_QUOTES])
        yield f"{_name(one)} ({one.document}): {said}{f', by {by}' if by else ''}"


def _name(subject: SubjectResult) -> str:
    return clipped(subject.description, _LONGEST_NAME) or subject.id


def _unread(results: Results) -> str:
    covered = results.coverage
    read = f"{number(covered.attacked)} of {count_documents(covered.documents)} attacked and scored"
    accepted = f" Accepted by name: {', '.join(results.accepted)}." if results.accepted else ""
    return f"{read}; {fact_sum(covered)}.{accepted}"
