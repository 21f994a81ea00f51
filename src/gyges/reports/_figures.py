"""The figures of a report, always as what stays protected, and the sentences that say what they mean."""

import math
from dataclasses import dataclass

from gyges.reports._plain import NOTHING, label, number, percent, points
from gyges.reports._views import AuditView, ConfirmedRow, RateRow, Results
from gyges.scoring import PROTECTED_FROM, percent_ends

__all__ = [
    "Bar",
    "Card",
    "Figure",
    "Table",
    "bars",
    "cards",
    "excess",
    "guess_beats",
    "leak",
    "low_tail",
    "people_scored",
    "prior",
    "protected_if_scored",
    "rate_words",
    "read_by",
    "shown",
    "strong",
    "strong_by",
    "strong_row",
    "strong_words",
    "verdict",
]

_BEST_KNOWN = ("confirmed_cpr", "read_cpr", "strong_cpr")
"""CPR from a strong reader, what is known best first."""

_NO_CONTROL = "No control was run, so it is not known how much of this a guess without the text would have got."


@dataclass(frozen=True, slots=True)
class Figure:
    """A share with its 95 % interval and what it is a share of."""

    value: float | None = None
    low: float | None = None
    high: float | None = None
    out_of: float | None = None

    @property
    def ends(self) -> str:
        """The ends of the interval without a unit, as in "57–65"; empty where there is none."""
        if self.value is None or self.low is None or self.high is None:
            return ""
        return percent_ends(self.low, self.high)

    @property
    def interval(self) -> str:
        """The interval, as in "57–65 %"; a dash where there is none."""
        return f"{self.ends}\u00a0%" if self.ends else NOTHING

    @property
    def both(self) -> str:
        """Value and interval, as in "61 % [57–65]"."""
        return f"{self} [{self.ends}]" if self.ends else str(self)

    def __str__(self) -> str:
        return percent(self.value)


@dataclass(frozen=True, slots=True)
class Bar:
    """One row of a bar plot."""

    name: str
    figure: Figure
    note: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """A table of words."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Card:
    """One headline number."""

    title: str
    value: str
    interval: str
    note: str
    kind: str = ""


def shown(row: RateRow | None) -> Figure:
    """Return a rate as it is; an empty figure for one that was not measured."""
    if row is None:
        return Figure()
    return Figure(_real(row.value), _real(row.low), _real(row.high), _real(row.denominator))


def rate_words(row: RateRow | None) -> str:
    """Return a rate with its interval, as in "61 % [57–65]"."""
    return shown(row).both


def leak(row: RateRow | None) -> Figure:
    """Return a rate of protection turned round: the share that leaks."""
    kept = shown(row)
    value, low, high = (None if end is None else 1 - end for end in (kept.value, kept.high, kept.low))
    return Figure(value, low, high, kept.out_of)


def prior(results: Results) -> Figure:
    """Return what a guesser who never saw the text would leave protected."""
    return shown(results.metrics.get("prior_cpr"))


def excess(results: Results) -> str:
    """Return what leaks beyond the guess, in points with their interval; a dash where no control was run."""
    row = results.metrics.get("excess_leak")
    if row is None or row.value is None:
        return NOTHING
    return points(row.value) if row.low is None or row.high is None else f"{points(row.value)} [{_ends(row)}]"


def people_scored(results: Results) -> int:
    """Return how many people the figures are about."""
    ipr = results.metrics.get("ipr")
    counted = None if ipr is None else (ipr.model_extra or {}).get("subjects", ipr.denominator)
    if isinstance(counted, int | float):
        return int(counted)
    return sum(any(fact.score is not None for fact in subject.facts) for subject in results.subjects)


def bars(rows: dict[str, RateRow]) -> tuple[Bar, ...]:
    """Return what stays protected in each group of facts."""
    return tuple(Bar(label(name), shown(row)) for name, row in rows.items())


def verdict(audit: AuditView) -> tuple[str, str]:
    """Return the finding in two plain sentences: what stays protected, and what a guess would have left so."""
    protected = shown(audit.results.metrics.get("cpr"))
    if protected.value is None or not protected.out_of:
        return "No fact could be scored.", "These results say nothing about privacy, neither good nor bad."
    people = number(people_scored(audit.results))
    said = f"Of {number(protected.out_of)} facts about {people} people, {protected} stay protected from this reader"
    before = shown(audit.results.controls.get("original_cpr"))
    if before.value is not None:
        way = "up from" if before.value < protected.value else "as against"
        said = f"{said}, {way} {before} with the original texts"
    scored = protected_if_scored(audit.results)
    if scored is not None:
        said = f"{said}; what could not be scored counts as leaked, and without that it would be {percent(scored)}"
    return f"{said}.{_stronger(audit.results)}", _control(audit.results)


def strong_words(results: Results) -> str:
    """Return CPR from a strong reader: as read where one read some of the documents, with how many, else estimated."""
    read = results.strong.read if results.strong else None
    if read is None:
        return shown(results.metrics.get("strong_cpr")).both
    return f"{shown(results.metrics.get('read_cpr')).both} read\u00a0{read.documents}/{read.of}"


def strong(results: Results) -> Figure:
    """Return CPR from a strong reader as pictures draw it: confirmed or as read where one read, else estimated."""
    return shown(strong_row(results))


def strong_row(results: Results) -> RateRow | None:
    """Return what is known best of CPR from a strong reader."""
    return next((results.metrics[name] for name in _BEST_KNOWN if name in results.metrics), None)


def strong_by(results: Results) -> str:
    """Return how that is known, in a word."""
    known = {"confirmed_cpr": "confirmed by a sample", "read_cpr": "read"}
    return next((words for name, words in known.items() if name in results.metrics), "estimated")


def _stronger(results: Results) -> str:
    """Return what a strong reader leaves: as confirmed or read by one, else estimated, and no estimate is an attack."""
    sure = shown(results.metrics.get("confirmed_cpr"))
    if sure.value is not None and results.confirmed is not None:
        return f" A strong reader leaves {sure.both} of {number(sure.out_of)} protected: {read_by(results.confirmed)}."
    expected, left = shown(results.metrics.get("strong_cpr")), shown(results.metrics.get("read_cpr"))
    if results.strong is None:
        return ""
    if results.strong.read is None and expected.value is None:
        why = sorted(set(results.strong.left_out.values()))
        return f" What a strong reader would leave was not estimated: {'; '.join(why)}." if why else ""
    read = results.strong.read
    if read is not None:
        documents = f"{number(read.documents)} of {number(read.of)} documents"
        gone = f"; {number(read.failed)} without a release count as leaked" if read.failed else ""
        return f" A strong reader, who read {documents}, left {left.both} of {number(left.out_of)} protected{gone}."
    make = results.strong.by.get("make", "")
    told = f"{expected.both} of {number(expected.out_of)} protected"
    return f" A strong reader would leave about {told}: estimated ({make}), no attack."


def read_by(confirmed: ConfirmedRow) -> str:
    """Return who read how many of all documents, as in "read by MODEL in 60 of 400 documents"."""
    failed, all_read = len(confirmed.failed), confirmed.drawn == confirmed.documents
    there = f"{number(confirmed.drawn - failed)} of {number(confirmed.documents)} documents"
    drawn = "" if all_read else ", drawn at random, the others predicted"
    lost = f"; {number(failed)} more could not be read and count as leaked" if failed else ""
    gone = f"; {number(len(confirmed.lost))} without a release count as leaked" if confirmed.lost else ""
    return f"read by {confirmed.by} in {there}{drawn}{lost}{gone}"


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


def protected_if_scored(results: Results) -> float | None:
    """Return what would be protected had nothing unscored leaked, where that makes a difference that shows."""
    row = results.metrics.get("cpr")
    if row is None or row.value is None or row.none_leaked is None:
        return None
    return row.none_leaked if percent(row.none_leaked) != percent(row.value) else None


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
    told = told if scored is None else f"{told}; {percent(scored)} had nothing leaked of what could not be scored"
    return (
        Card("Facts protected", str(protected), protected.interval, told, "protected"),
        *_expected(results),
        Card("A guess without the text", str(guessed), guessed.interval, f"of {number(guessed.out_of)} facts", "prior"),
        Card("Given away by the text", *_given_away(extra, whole=scored is None)),
        Card("Protected per person, on average", str(person), person.interval, f"IPR, {people} people"),
        Card("Protected of the main person", str(main), main.interval, f"1-AAC, {number(main.out_of)} facts"),
        Card("Well protected people", str(safe), safe.interval, enough),
        Card("Person worst off", percent(worst.value if worst else None), *_worst(worst, results)),
        Card(
            "Coverage",
            f"{number(coverage.attacked)} / {number(coverage.documents)}",
            NOTHING,
            f"documents; {number(coverage.unknown)} of {number(coverage.facts)} facts unscored",
            "failed" if coverage.failed or coverage.unknown else "",
        ),
    )


def _control(results: Results) -> str:
    guessed, row = prior(results), results.metrics.get("excess_leak")
    if guessed.value is None or row is None or row.value is None:
        return _NO_CONTROL
    start = f"A guesser who never saw the text would leave {guessed} protected"
    known = row.low is not None and row.high is not None
    whole = protected_if_scored(results) is None
    scored = f"Of the {number(row.denominator)} facts that could be scored,"
    if guess_beats(results):
        less = f"{start}, less than this reader does:" if whole else f"{start}. {scored} it got more than this reader:"
        return (
            f"{less} this reader is too weak to say anything about these texts, and such a high figure does not show "
            "that they are safe."
        )
    if row.value <= 0 or (row.low is not None and row.low <= 0):
        interval = f" (95\u00a0% interval of the difference {_ends(row)} points)" if known else ""
        return f"{start}. That this reader took more than that out of the text is not shown{interval}."
    interval = f" (95\u00a0% interval {_ends(row)})" if known else ""
    given = f"{abs(round(row.value * 100))} points{interval}"
    if whole:
        return f"{start}; {given} less are left because of the text."
    return f"{start}. {scored} {given} more are given away by the text."


def guess_beats(results: Results) -> bool:
    """Whether a guesser who never saw the text got more than the reader, beyond chance: then no low figure counts."""
    row = results.metrics.get("excess_leak")
    if row is None or row.value is None:
        return False
    return row.value < 0 and (row.high is None or row.high < 0)


def _real(value: float | None) -> float | None:
    return value if value is not None and math.isfinite(value) else None


def _ends(row: RateRow) -> str:
    return f"{points(row.low)} to {points(row.high)}"


def _given_away(row: RateRow | None, *, whole: bool) -> tuple[str, str, str, str]:
    if row is None or row.value is None:
        return NOTHING, NOTHING, "no control was run", ""
    ends = NOTHING if row.low is None or row.high is None else _ends(row)
    scope = "" if whole else f", of {number(row.denominator)} facts that could be scored"
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


def low_tail(worst: RateRow | None) -> float | None:
    """Return what is protected of 5 % of people at most, as it stands beside the person worst off."""
    low = None if worst is None else (worst.model_extra or {}).get("quantile_5")
    value = low.get("value") if isinstance(low, dict) else None
    return float(value) if isinstance(value, int | float) else None
