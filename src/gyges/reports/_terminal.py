"""The report as a terminal shows it: the same figures and the same sentences, in a few lines."""

from collections.abc import Iterable, Sequence

from gyges.reports._figures import Table, low_tail, shown, strong_words, verdict
from gyges.reports._known import known_line
from gyges.reports._limits import own_prompts_sentence, spec, truth_sentence
from gyges.reports._plain import NOTHING, narrow, number, percent
from gyges.reports._sets import set_line
from gyges.reports._views import AuditView, ConfirmedRow, Results
from gyges.reports._words import UTILITY_NAMES, short_utility_name

__all__ = ["GUESSES_TITLE", "TERMINAL_NOTE", "guess_table", "terminal_lines", "terminal_tables"]

TERMINAL_NOTE = """\
CPR: facts that stay protected. Strong: the same from a strong reader, estimated, or "read" where one did; believe it
rather than the embedded reader's. Confirmed: the same after a strong reader read a drawn sample; believe it first. IPR:
averaged over people. Worst: the same of the person worst off, which is what --fail-under worst= asks for; worst 5 %: of
5 % of people as much or less is protected. Blind CPR: what a guesser who never saw the text would leave protected, so
base rates alone. Names and spans: how much of what annotators marked as direct, and as direct or quasi-identifying, is
masked. All these are better high. Brackets are 95 % intervals (bootstrap over documents; for confirmed figures, over
samples)."""
"""What the columns mean."""

GUESSES_TITLE = "Author attributes guessed right (less is better)"
"""The title of `guess_table`."""

_GUESSES = {"top_1": "top 1", "top_2": "top 2", "top_3": "top 3"}


def terminal_tables(audits: Sequence[AuditView]) -> tuple[tuple[str, Table], ...]:
    """Return the tables with their titles: what is protected, what of authors is guessed, and what is left of texts."""
    strong = _strong_columns(audits)
    head = ("release", "CPR", *strong, "IPR", "worst", "worst 5 %", "blind CPR")
    rows = tuple((audit.name, *map(narrow, _protected(audit.results, strong.values()))) for audit in audits)
    protected = Table(head, rows)
    measured = {name for audit in audits for name in audit.results.utility or {}}
    names = [*(name for name in UTILITY_NAMES if name in measured), *sorted(measured - set(UTILITY_NAMES))]
    tables = [("What is still protected from this reader", protected)]
    guessed = guess_table("release", [(audit.name, audit.results) for audit in audits])
    if guessed is not None:
        tables.append((GUESSES_TITLE, guessed))
    if names or any(audit.results.spans for audit in audits):
        left = ("release", "names", "spans", *map(short_utility_name, names))
        rows = tuple((audit.name, *map(narrow, _left(audit.results, names))) for audit in audits)
        tables.append(("What is masked, and how much of the text is left", Table(left, rows)))
    return tuple(tables)


def terminal_lines(audit: AuditView) -> tuple[str, ...]:
    """Return what one audit found out, in sentences: the finding, the control, coverage, bounds and truth."""
    results, covered = audit.results, audit.results.coverage
    finding, control = verdict(audit)
    lines = [f"{audit.name}: {finding} {control}"]
    lines.append(
        f"{number(covered.attacked)} of {number(covered.documents)} documents attacked by {spec(results.attacker)}; "
        f"{number(covered.facts - covered.unknown)} of {number(covered.facts)} facts scored; truth {results.truth}; "
        f"profile {results.profile}."
    )
    if results.confirmed is not None:
        lines.append(_confirmed(results.confirmed))
    if covered.unknown:
        lines.append(_bounds(results))
    lines += filter(None, (set_line(audit), known_line(audit), own_prompts_sentence(results.prompts)))
    if results.truth != "annotated":
        lines.append(truth_sentence(results))
    return tuple(lines)


def guess_table(head: str, named: Iterable[tuple[str, Results]]) -> Table | None:
    """Return how often a right label was among the first guesses about authors; None where nobody guessed at any."""
    rows = tuple(
        (name, *(narrow(shown(results.metrics[guess]).both) for guess in _GUESSES))
        for name, results in named
        if results.metrics.keys() >= _GUESSES.keys()
    )
    return Table((head, *_GUESSES.values()), rows) if rows else None


def _strong_columns(audits: Sequence[AuditView]) -> dict[str, str]:
    """Return the figures of a strong reader by the heads of their columns; what was read goes before estimates."""
    told = [audit.results.confirmed is not None for audit in audits]
    confirmed = {"confirmed": "confirmed_cpr"} if any(told) else {}
    return confirmed if told and all(told) else {**confirmed, "strong": "strong_cpr"}


def _confirmed(row: ConfirmedRow) -> str:
    """Return what was confirmed, and how much more reading would halve the intervals."""
    cpr, ipr = shown(row.cpr).both, shown(row.ipr).both
    more = f" Reading {number(row.more_to_halve)} documents more would halve these intervals."
    return f"Confirmed (sample drawn with seed {row.seed}): CPR {cpr}, IPR {ipr}.{more if row.more_to_halve else ''}"


def _protected(results: Results, strong: Iterable[str]) -> tuple[str, ...]:
    metrics = results.metrics
    worst = metrics.get("worst_subject")
    return (
        shown(metrics.get("cpr")).both,
        *(strong_words(results) if name == "strong_cpr" else shown(metrics.get(name)).both for name in strong),
        shown(metrics.get("ipr")).both,
        str(shown(worst)),
        percent(low_tail(worst)),
        str(shown(metrics.get("prior_cpr"))),
    )


def _left(results: Results, utility: Sequence[str]) -> tuple[str, ...]:
    spans, useful = results.spans or {}, results.utility or {}
    gone = (str(shown(spans.get(name))) for name in ("er_direct", "recall"))
    return (*gone, *(str(shown(useful.get(name))) for name in utility))


def _bounds(results: Results) -> str:
    """Return what the figures would be if all, or none, of what could not be scored had leaked."""
    names = {"cpr": "CPR", "ipr": "IPR"}
    rows = [(words, results.metrics.get(name)) for name, words in names.items()]
    ranges = [
        f"{words} is {percent(row.all_leaked)} if all of that leaked and {percent(row.none_leaked)} if none did"
        for words, row in rows
        if row is not None and row.all_leaked is not None
    ]
    return f"What could not be scored counts as leaked: {'; '.join(ranges) or NOTHING}."
