"""The report as a terminal shows it: the same figures and the same sentences, in a few lines."""

from collections.abc import Iterable, Sequence

from gyges.reports._decision import decision
from gyges.reports._figures import AuditView, Table, low_tail, shown, strong_words, unknown_releases
from gyges.reports._known import known_line
from gyges.reports._limits import own_prompts_sentence
from gyges.reports._plain import UTILITY_NAMES, narrow, percent, short_utility_name
from gyges.reports._verdict import is_empty
from gyges.scoring import Results

GUESSES_TITLE = "Author attributes guessed right (less is better)"
"""The title of `guess_table`."""

_GUESSES = {"top_1": "top 1", "top_2": "top 2", "top_3": "top 3"}


def terminal_tables(audits: Sequence[AuditView]) -> tuple[tuple[str, Table], ...]:
    """Return the tables with their titles: what is protected, what of authors is guessed, and what is left of texts.

    None where nothing at all could be judged: a table of zeros and dashes would be taken for figures.
    """
    audits = [audit for audit in audits if not is_empty(audit.results)]
    if not audits:
        return ()
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


def terminal_lines(audit: AuditView, *, show_text: bool = True, brief: bool = False) -> tuple[str, ...]:
    """Return what one audit found out, in the order of the first screen of the page; `brief` beside other audits."""
    results, covered = audit.results, audit.results.coverage
    said = decision(audit, show_text=show_text)
    first, *lines = said.lines
    if brief:
        whole = not covered.failed and not covered.unscored
        lines = [*said.standing[1:], *([] if whole else [said.unread])]
    lines = [f"{audit.name}: {first}", *lines]
    lines += filter(
        None,
        (unknown_releases(covered, show_ids=show_text), known_line(audit), own_prompts_sentence(results.prompts)),
    )
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
