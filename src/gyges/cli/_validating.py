"""The two halves of ``gyges validate``: attackers, and the scorer of values."""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import anyio
import typer

from gyges.attacks import AttackOptions
from gyges.cli import EXIT_FAILED
from gyges.cli._attacking import AttackFindings, find
from gyges.cli._coverage import say_short, shortfall
from gyges.cli._folders import tell_folder
from gyges.cli._hints import unread_line
from gyges.cli._model_flags import ModelFlags
from gyges.cli._output import print_table, say, write_json
from gyges.cli._printable import one_line
from gyges.corpus import Place
from gyges.errors import BudgetExhaustedError, InputError
from gyges.models import ModelPool, ModelSettings, Spending
from gyges.reading import unread_kinds
from gyges.records import Document
from gyges.runs import AuditOptions, are_about_authors, author_attackers, check_budget, run_mark, used_up
from gyges.runs.benchmark import slug_of
from gyges.runs.workers import Jobs
from gyges.scoring import (
    AuthorValidation,
    CoverageRow,
    Judge,
    Profile,
    Rate,
    ScoredDocument,
    Validation,
    score_labelled_async,
    spia_table_9,
    unscored_document,
    validate,
    validate_authors,
    validate_verdicts,
)


@dataclass(frozen=True, slots=True)
class ValidationTerms:
    """On which terms attackers are measured."""

    options: AttackOptions
    judge: str | None
    matcher: str | None
    profile: Profile


@dataclass(frozen=True, slots=True)
class Measured:
    """One attacker after it was measured; `left` is the budget that remains."""

    result: Validation | AuthorValidation
    folder: Path
    short: str
    left: ModelSettings


def validate_attacker(
    documents: Sequence[Document],
    attackers: tuple[str, ...],
    terms: ValidationTerms,
    models: ModelFlags,
    *,
    out: Path | None,
    json_path: Place | None,
    jobs: Jobs,
    force: bool,
) -> None:
    """Attack annotated documents and compare with the truth, attacker by attacker: several are rows of one table."""
    if not any(document.subjects for document in documents):
        known = documents and "personality" in documents[0].meta
        remedy = "run: gyges validate reddit-synthetic --path FILE" if known else "name annotated documents"
        raise InputError("no document has annotated people", remedy)
    names = tuple(dict.fromkeys(author_attackers(attackers or ("rules",), documents)))
    settings, measured = models.settings(), dict[str, Measured]()
    for name in names:
        place = out / slug_of(name) if out is not None and len(names) > 1 else out
        measured[name] = _measure(documents, name, terms, settings, place, jobs=jobs, force=force)
        settings = measured[name].left
    results = {name: one.result for name, one in measured.items()}
    if json_path is not None:
        rows = {name: result.to_json() for name, result in results.items()}
        write_json(rows[names[0]] if len(names) == 1 else {"attackers": rows}, json_path, force=force)
    else:
        _print(results)
    for one in measured.values():
        tell_folder(out, one.folder)
    if any(one.short for one in measured.values()):
        raise typer.Exit(EXIT_FAILED)


def _measure(
    documents: Sequence[Document],
    name: str,
    terms: ValidationTerms,
    settings: ModelSettings,
    out: Path | None,
    *,
    jobs: Jobs,
    force: bool,
) -> Measured:
    found = find(documents, (name,), terms.options, settings, out, "validate", jobs=jobs, force=force)
    check_budget(found.summary)  # an attacker that was stopped would look worse than it is
    who = AuditOptions(attackers=(name,), judge=terms.judge, matcher=terms.matcher).who_matches
    left = _left(settings, found.spent)
    scored, spent = anyio.run(_score, documents, found, terms.judge, who, terms.profile, left)
    authors = are_about_authors(documents)
    result = validate_authors(scored) if authors else validate(scored, profile=terms.profile)
    short = shortfall(CoverageRow.model_validate(result.coverage.to_json()))
    unread = unread_kinds(found.failures.values())
    if unread:
        sys.stderr.write(f"gyges: {unread_line(unread, len(documents))}\n")
    say_short(short)  # first, so that no figure is read without it
    return Measured(result, found.folder, short, _left(left, spent))


def _print(results: Mapping[str, Validation | AuthorValidation]) -> None:
    people = {name: result for name, result in results.items() if isinstance(result, Validation)}
    authors = {name: result for name, result in results.items() if isinstance(result, AuthorValidation)}
    if len(results) > 1:
        _print_rows(results)
    elif authors:
        _print_authors(*authors.values())
    else:
        _print_figures(*people.items())
    if people:
        _print_published()
    for name, result in results.items():
        whose = f"{one_line(name)}: " if len(results) > 1 else ""
        say(f"{whose}{result.coverage.attacked} of {result.coverage.documents} documents attacked.")


_PEOPLE = ("subject_match", "fact_accuracy", "fact_accuracy_all", "subject_precision")
_AUTHORS = ("top_1", "top_2", "top_3", "guessed")


def _print_rows(results: Mapping[str, Validation | AuthorValidation]) -> None:
    """One row an attacker, as in SPIA's Table 9, and one column an attacker for the kinds of facts."""
    first = next(iter(results.values()))
    figures = _AUTHORS if isinstance(first, AuthorValidation) else _PEOPLE
    rows = [(name, *(str(getattr(result, figure)) for figure in figures)) for name, result in results.items()]
    print_table("Attackers", ("attacker", *(figure.replace("_", " ") for figure in figures)), rows)
    tags = dict.fromkeys(tag for result in results.values() for tag in result.by_tag)
    kinds = [(tag, *(_cell(result.by_tag.get(tag)) for result in results.values())) for tag in tags]
    print_table("Right, by kind, of how many", ("kind", *results), kinds)


def _cell(rate: Rate | None) -> str:
    return "–" if rate is None else f"{rate} of {rate.denominator:,.0f}"


def _print_figures(measured: tuple[str, Validation]) -> None:
    attacker, result = measured
    print_table(attacker, ("figure", "share [95 %]", "of"), [_row(name, getattr(result, name)) for name in _PEOPLE])
    print_table(
        "Facts of people found, by tag", ("tag", "right", "of"), [_row(*item) for item in result.by_tag.items()]
    )


def _print_published() -> None:
    published = [
        (row.model, f"{row.subject_match:.1%}", f"{row.fact_accuracy:.1%}", tab)
        for tab in ("tab", "panorama")
        for row in spia_table_9(tab)
    ]
    print_table("For comparison: SPIA, Table 9", ("model", "subject match", "fact accuracy", "corpus"), published)


def validate_scorer(path: Path, profile: Profile, json_path: Place | None, *, force: bool) -> None:
    """Run the scorer of values over recorded verdicts."""
    result = validate_verdicts(_recorded(path), profile=profile)
    if json_path is not None:
        write_json(result, json_path, force=force)
        return
    rows = [
        (name, f"{result[name]:.3f}" if isinstance(result[name], float) else str(result[name]))
        for name in ("rows", "settled_share", "precision", "agreement")
    ]
    print_table("The scorer of values against recorded verdicts", ("figure", "value"), rows)


async def _score(
    documents: Sequence[Document],
    found: AttackFindings,
    judge: str | None,
    matcher: str | None,
    profile: Profile,
    settings: ModelSettings,
) -> tuple[list[ScoredDocument], Spending]:
    async with ModelPool(settings) as pool:
        pool.works_for(run_mark(found.folder))
        decider = Judge(pool.model(judge)) if judge else None
        matching = pool.model(matcher) if matcher else None
        scored = []
        for document in documents:
            if document.id not in found.findings:
                scored.append(unscored_document(document.id, document.subjects or (), found.failures[document.id]))
                continue
            finding = found.findings[document.id]
            try:
                scored.append(
                    await score_labelled_async(document, finding, profile=profile, judge=decider, matcher=matching)
                )
            except BudgetExhaustedError as error:
                raise used_up(len(scored), len(documents)) from error
        return scored, pool.ledger.total


def _left(settings: ModelSettings, spent: Spending) -> ModelSettings:
    """Return the settings for the judge: one budget for attackers and judge together."""
    calls, usd = settings.max_calls, settings.max_usd
    return replace(
        settings,
        max_calls=None if calls is None else max(0, calls - spent.calls),
        max_usd=None if usd is None else max(0.0, usd - (spent.usd or 0.0)),
    )


def _print_authors(result: AuthorValidation) -> None:
    rows = [_row("top 1", result.top_1), _row("top 2", result.top_2), _row("top 3", result.top_3)]
    print_table("Author attributes", ("figure", "share [95 %]", "of"), [*rows, _row("guessed at all", result.guessed)])
    print_table(
        "First guess right", ("attribute", "share [95 %]", "of"), [_row(*item) for item in result.by_tag.items()]
    )


def _recorded(path: Path) -> Iterator[dict[str, object]]:
    """Yield recorded verdicts, one JSON object a line."""
    try:
        with path.open(encoding="utf-8") as stream:
            for number, line in enumerate(stream, start=1):
                if line.strip():
                    row = json.loads(line)
                    if not isinstance(row, dict):
                        raise InputError(f"{path}:{number}: no object", "give it a JSON object a line")
                    yield {"verdict_model": row.get("verdict"), **row}
    except OSError as error:
        raise InputError(f"{path} cannot be read ({error.strerror})", "check the path") from error
    except ValueError as error:
        raise InputError(f"{path} is not JSONL ({error})", "give it a JSON object a line") from error


def _row(name: str, rate: Rate) -> tuple[str, str, str]:
    return name, str(rate), f"{rate.denominator:,.0f}"
