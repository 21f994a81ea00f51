"""What the figures of an audit say: in two sentences, and as headline numbers."""

from gyges.reports._figures import (
    AuditView,
    Card,
    fact_sum,
    low_tail,
    prior,
    protected_if_scored,
    shown,
)
from gyges.reports._page import sentences
from gyges.reports._plain import NOTHING, number, percent, points
from gyges.scoring import PROTECTED_FROM, ConfirmedRow, RateRow, Results

_TEMPLATE = "verdict.txt.jinja"


def is_empty(results: Results) -> bool:
    """Whether not one fact could be judged, and no original was found in full, so that nothing is known."""
    return not results.coverage.judged and not results.elsewhere


def verdict(audit: AuditView) -> tuple[str, str]:
    """Return the finding in plain sentences: what stays protected, and what a guess would have left so."""
    results, covered = audit.results, audit.results.coverage
    protected = results.metrics.get("cpr")
    if protected is None or protected.value is None or is_empty(results):
        done = f"{number(covered.attacked)} of {number(covered.documents)} documents were attacked and scored"
        return f"No fact could be scored; {done}.", "These results say nothing about privacy, neither good nor bad."
    tested = results.reader is not None and results.reader.by != "nobody" and not results.reader.is_weak
    found = sentences(_TEMPLATE, "finding", results, people_scored(results), protected_if_scored(results))
    return " ".join(found), " ".join(sentences(_TEMPLATE, "control", results, guess_beats(results), tested))


def read_by(confirmed: ConfirmedRow) -> str:
    """Return who read how many of all documents, as in "read by MODEL in 60 of 400 documents"."""
    return " ".join(sentences(_TEMPLATE, "read_by", confirmed))


def people_scored(results: Results) -> int:
    """Return how many people the figures are about."""
    ipr = results.metrics.get("ipr")
    counted = None if ipr is None else (ipr.model_extra or {}).get("subjects", ipr.denominator)
    if isinstance(counted, int | float):
        return int(counted)
    return sum(any(fact.score is not None for fact in subject.facts) for subject in results.subjects)


def guess_beats(results: Results) -> bool:
    """Whether a guesser who never saw the text got more than the reader, beyond chance: then no low figure counts."""
    row = results.metrics.get("excess_leak")
    if row is None or row.value is None:
        return False
    return row.value < 0 and (row.high is None or row.high < 0)


def cards(results: Results) -> tuple[Card, ...]:
    """Return the headline numbers, each with its interval and denominator."""
    metrics, coverage = results.metrics, results.coverage
    protected, guessed = shown(metrics.get("cpr")), prior(results)
    person, worst = shown(metrics.get("ipr")), metrics.get("worst_subject")
    main, people = shown(metrics.get("aac")), number(people_scored(results))
    extra = metrics.get("excess_leak")
    safe = shown(metrics.get("protected_people"))
    least = percent(_threshold(metrics.get("protected_people")))
    enough = f"of {number(safe.out_of)} people, {least} or more of their facts protected"
    scored = protected_if_scored(results)
    told = f"CPR, of {number(protected.out_of)} facts"
    told = told if scored is None else f"{told}; {percent(scored)} had nothing leaked of what could not be judged"
    return (
        Card("Facts protected", str(protected), protected.interval, told, "protected"),
        *_expected(results),
        Card("A guess without the text", str(guessed), guessed.interval, f"of {number(guessed.out_of)} facts", "prior"),
        Card("Given away by the text", *_given_away(extra, whole=not coverage.unscored)),
        Card("Protected per person, on average", str(person), person.interval, f"IPR, {people} people"),
        Card("Protected of the main person", str(main), main.interval, f"1-AAC, {number(main.out_of)} facts"),
        Card("Well protected people", str(safe), safe.interval, enough),
        Card("Person worst off", percent(worst.value if worst else None), *_worst(worst, results)),
        Card(
            "Coverage",
            f"{number(coverage.attacked)} / {number(coverage.documents)}",
            NOTHING,
            f"documents; {fact_sum(coverage)}",
            "failed" if coverage.failed or coverage.unscored else "",
        ),
    )


def _expected(results: Results) -> tuple[Card, ...]:
    sure = shown(results.metrics.get("confirmed_cpr"))
    if sure.value is not None and results.confirmed is not None:
        told = f"of {number(sure.out_of)} facts; {read_by(results.confirmed)}"
        return (Card("Protected from a strong reader", str(sure), sure.interval, told, "strong"),)
    expected, left = shown(results.metrics.get("strong_cpr")), shown(results.metrics.get("read_cpr"))
    found = []
    if results.strong is not None and results.strong.read is not None:
        read = f"read {number(results.strong.read.documents)} of {number(results.strong.read.of)} documents"
        told = f"{read}, {number(left.out_of)} facts"
        found.append(Card("Protected from a strong reader", str(left), left.interval, told, "strong"))
    if expected.value is not None:
        title = "Estimated for all documents" if found else "Protected from a strong reader"
        told = f"estimated, of {number(expected.out_of)} facts"
        found.append(Card(title, str(expected), expected.interval, told, "strong"))
    return tuple(found)


def _given_away(row: RateRow | None, *, whole: bool) -> tuple[str, str, str, str]:
    if row is None or row.value is None:
        return NOTHING, NOTHING, "no control was run", ""
    ends = NOTHING if row.low is None or row.high is None else _ends(row)
    scope = "" if whole else f", of {number(row.denominator)} facts that could be judged"
    if row.value < 0:
        return points(row.value), ends, f"points: this reader did worse than that guess{scope}", "prior"
    return points(row.value), ends, f"points above that guess{scope}", "leak"


def _threshold(row: RateRow | None) -> float:
    named = None if row is None else (row.model_extra or {}).get("threshold")
    return float(named) if isinstance(named, int | float) else PROTECTED_FROM


def _worst(row: RateRow | None, results: Results) -> tuple[str, str]:
    if row is None:
        return NOTHING, "not measured"
    tail = f"; of 5\u00a0% of people {percent(low_tail(row))} or less" if low_tail(row) is not None else ""
    lost = "" if _is_scored(row, results) else ", not scored and so counted as leaked"
    return NOTHING, f"protected of {number(row.denominator)} facts{lost}{tail}"


def _is_scored(worst: RateRow, results: Results) -> bool:
    """Whether anything of the person worst off was scored; files that do not say so list everybody."""
    more = worst.model_extra or {}
    if "scored" in more:
        return bool(more["scored"])
    facts = [
        fact
        for one in results.subjects
        if (one.document, one.id) == (more.get("document"), more.get("id"))
        for fact in one.facts
    ]
    return not facts or any(fact.score is not None for fact in facts)


def _ends(row: RateRow) -> str:
    return f"{points(row.low)} to {points(row.high)}"
