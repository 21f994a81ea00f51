"""What failed, what stands in releases and must be held back, and how an audit was made."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from gyges.reports._figures import AuditView, Table
from gyges.reports._plain import NOTHING, clipped, label, number, setting, setting_name, truth_name
from gyges.scoring import Results

_MOST_HELD = 20  # documents that are named one by one
_MOST_WORDS = 5  # of one document
_LONGEST = 80  # signs of them


def standing_sentence(words: int, standing: int, unchecked: int, held: int, documents: int) -> str:
    """Return how much stands in how many of all documents, how many could not be checked and how many to hold back."""
    of = f"of {count_documents(documents)}"
    where = f"{number(words)} in {number(standing)} {of}" if words else f"none in {count_documents(documents)}"
    said = [f"Direct identifiers that stand: {where}."]
    said += [f"{number(unchecked)} {of} could not be checked for them."] if unchecked else []
    return " ".join([*said, f"Hold back {number(held)} {of}."] if held else said)


def held_lines(standing: Mapping[str, Collection[str]], unchecked: Mapping[str, str], held: int) -> tuple[str, ...]:
    """Return a line for each document to hold back: its id, the words that stand and why nobody could check it."""
    said = {id_: [_words(words)] for id_, words in islice(standing.items(), _MOST_HELD)}
    for id_, reason in islice(unchecked.items(), _MOST_HELD):
        said.setdefault(id_, []).append(f"cannot be checked: {reason}")
    lines = [f"{id_}: {'; '.join(parts)}" for id_, parts in islice(said.items(), _MOST_HELD)]
    return (*lines, *([f"and {count_documents(held - len(lines), 'more ')}"] if held > len(lines) else []))


def standing_lines(audit: AuditView, *, show_text: bool) -> tuple[str, ...]:
    """Return the same of an audit, the sentence first; nothing of results that do not say."""
    results = audit.results
    if results.standing is None:
        return ()
    words: dict[str, list[str]] = {}
    for row in results.standing:
        words.setdefault(row.document, []).append(row.words)
    unchecked = {row.document: row.reason for row in results.unchecked}
    held = len(words.keys() | unchecked.keys())
    documents = results.coverage.documents
    sentence = standing_sentence(len(results.standing), len(words), len(unchecked), held, documents)
    return (sentence, *(held_lines(words, unchecked, held) if show_text else ()))


def _words(words: Collection[str]) -> str:
    named = ", ".join(f"'{clipped(one, _LONGEST)}'" for one in islice(words, _MOST_WORDS))
    return f"{named} and {number(len(words) - _MOST_WORDS)} more" if len(words) > _MOST_WORDS else named


def count_documents(count: int, more: str = "") -> str:
    """Return how many documents, in words."""
    return f"{number(count)} {more}{'document' if count == 1 else 'documents'}"


_CODE = re.compile(r"^GY\d{3}\b")
_LONGEST_SETTING = 300


@dataclass(frozen=True, slots=True)
class Failures:
    """The failed documents of one audit."""

    audit: str
    table: Table


def failures(audits: Sequence[AuditView], *, show_text: bool) -> tuple[Failures, ...]:
    """Return every failed document; without texts only how many failed where, because reasons may quote them."""
    found = []
    for audit in audits:
        failed = audit.results.coverage.failed
        if show_text and failed:
            rows = tuple((row.id, row.stage, row.reason) for row in failed)
            found.append(Failures(audit.name, Table(("Document", "Stage", "Reason"), rows)))
        elif failed:
            counts: dict[tuple[str, str], int] = {}
            for row in failed:
                code = _CODE.match(row.reason)
                key = (row.stage, code[0] if code else "withheld")
                counts[key] = counts.get(key, 0) + 1
            cells = tuple((stage, code, number(count)) for (stage, code), count in counts.items())
            found.append(Failures(audit.name, Table(("Stage", "Reason", "Documents"), cells)))
    return tuple(found)


def made_of(audits: Sequence[AuditView], version: str) -> Table:
    """Return how the audits were made, one row a setting; where they differ, each is named."""
    columns = {audit.name: dict(_made(audit)) for audit in audits}
    names = list(dict.fromkeys(name for column in columns.values() for name in column))
    rows = tuple((name, _said({who: column.get(name, NOTHING) for who, column in columns.items()})) for name in names)
    return Table(("Setting", "Value"), (*rows, ("Report by", f"Gyges {version}")))


def _said(values: Mapping[str, str]) -> str:
    """Return a setting once where all audits share it, else once for each audit."""
    if len(set(values.values())) == 1:
        return next(iter(values.values()))
    return "; ".join(f"{who}: {value}" for who, value in values.items())


def cost(results: Results) -> str:
    """Return what an audit cost, in one line."""
    said = [f"{label(name)}: {number(value)}" for name, value in results.cost.items() if name != "usd"]
    usd = results.cost.get("usd")
    return "; ".join([*said, "cost unknown" if usd is None else f"US$ {usd:,.2f}"])


def _made(audit: AuditView) -> list[tuple[str, str]]:
    results = audit.results
    parts = (("Reader", results.attacker), ("Judge", results.judge), ("Anonymizer", results.anonymizer or {}))
    rows = [
        (f"{part}, {setting_name(name)}" if name != "name" else part, clipped(setting(value), _LONGEST_SETTING))
        for part, settings in parts
        for name, value in settings.items()
        if value not in (None, "", [], {})
    ]
    if results.anonymizer is None:
        rows.append(("Anonymizer", "none: the texts as they are"))
    if results.accepted:
        rows.append(("Accepted by name", ", ".join(results.accepted)))
    rest = [("Scoring profile", results.profile), ("Truth", truth_name(results.truth)), ("Cost", cost(results))]
    return [*rows, *rest, ("Results file", f"version {results.version}")]
