"""The two halves of ``gyges validate``: attackers, and the scorer of values."""

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import anyio
import typer

from gyges.attacks import AttackOptions
from gyges.cli import EXIT_FAILED
from gyges.cli._attacking import Found, find
from gyges.cli._coverage import say_short, shortfall
from gyges.cli._folders import tell_folder
from gyges.cli._hints import unread_line
from gyges.cli._model_flags import ModelFlags
from gyges.cli._output import check_json, print_table, say, write_json
from gyges.errors import BudgetExhaustedError, InputError
from gyges.models import ModelPool, ModelSettings, Spending
from gyges.reading import unread_kinds
from gyges.records import Document
from gyges.runs import AuditOptions, are_about_authors, author_attackers, check_budget, used_up
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


def validate_attacker(
    documents: Sequence[Document],
    attackers: tuple[str, ...],
    options: AttackOptions,
    models: ModelFlags,
    *,
    judge: str | None,
    matcher: str | None,
    profile: Profile,
    out: Path | None,
    json_path: Path | None,
    force: bool,
) -> None:
    """Attack annotated documents and compare with the truth."""
    check_json(json_path, force=force)
    if not any(document.subjects for document in documents):
        known = documents and "personality" in documents[0].meta
        remedy = "run: gyges validate reddit-synthetic --path FILE" if known else "name annotated documents"
        raise InputError("no document has annotated people", remedy)
    names = author_attackers(attackers or ("rules",), documents)
    settings = models.settings()
    found = find(documents, names, options, settings, out, "validate", force=force)
    check_budget(found.summary)  # an attacker that was stopped would look worse than it is
    who = AuditOptions(attackers=names, judge=judge, matcher=matcher).who_matches
    scored = anyio.run(_score, documents, found, judge, who, profile, _left(settings, found.spent))
    authors = are_about_authors(documents)
    result = validate_authors(scored) if authors else validate(scored, profile=profile)
    short = shortfall(CoverageRow.model_validate(result.coverage.to_json()))
    unread = unread_kinds(found.failures.values())
    if unread:
        sys.stderr.write(f"gyges: {unread_line(unread, len(documents))}\n")
    say_short(short)  # first, so that no figure is read without it
    if json_path is not None:
        write_json(result.to_json(), json_path, force=force)
    elif isinstance(result, AuthorValidation):
        _print_authors(result)
    else:
        _print_people(result, "+".join(names))
    tell_folder(out, found.folder)
    if short:
        raise typer.Exit(EXIT_FAILED)


def _print_people(result: Validation, attacker: str) -> None:
    shown = ("subject_match", "fact_accuracy", "fact_accuracy_all", "subject_precision")
    print_table(attacker, ("figure", "share [95 %]", "of"), [_row(name, getattr(result, name)) for name in shown])
    print_table(
        "Facts of people found, by tag", ("tag", "right", "of"), [_row(*item) for item in result.by_tag.items()]
    )
    published = [
        (row.model, f"{row.subject_match:.1f}", f"{row.fact_accuracy:.1f}", tab)
        for tab in ("tab", "panorama")
        for row in spia_table_9(tab)
    ]
    print_table("For comparison: SPIA, Table 9", ("model", "subject match", "fact accuracy", "corpus"), published)
    say(f"{result.coverage.attacked} of {result.coverage.documents} documents attacked.")


def validate_scorer(path: Path, profile: Profile, json_path: Path | None, *, force: bool) -> None:
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
    found: Found,
    judge: str | None,
    matcher: str | None,
    profile: Profile,
    settings: ModelSettings,
) -> list[ScoredDocument]:
    async with ModelPool(settings) as pool:
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
        return scored


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
    say(f"{result.coverage.attacked} of {result.coverage.documents} documents attacked.")


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
