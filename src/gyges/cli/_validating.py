"""The two halves of ``gyges validate``: attackers, and the scorer of values."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import anyio

from gyges.attacks import AttackOptions
from gyges.cli._attacking import Found, find
from gyges.cli._folders import tell_folder
from gyges.cli._model_flags import ModelFlags
from gyges.cli._output import check_json, print_table, say, write_json
from gyges.errors import BudgetExhaustedError, InputError
from gyges.models import ModelPool, ModelSettings, Spending
from gyges.records import Document, Finding
from gyges.runs import check_budget, used_up
from gyges.scoring import (
    Judge,
    Profile,
    Rate,
    ScoredDocument,
    ScoredSubject,
    score_document_async,
    spia_table_9,
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
    authors = _are_author_labels(documents)
    names = attackers or ("rules",)
    if authors:
        names = tuple(name if name.startswith("author:") else f"author:{name}" for name in names)
    settings = models.settings()
    found = find(documents, names, options, settings, out, "validate", force=force)
    check_budget(found.summary)  # an attacker that was stopped would look worse than it is
    if authors:
        _report_authors(documents, found.findings, profile, json_path, force=force)
    else:
        scored = anyio.run(_score, documents, found, judge, profile, _left(settings, found.spent))
        _report_people("+".join(names), scored, profile, json_path, force=force)
    tell_folder(out, found.folder)


def _report_people(
    attacker: str, scored: Sequence[ScoredDocument], profile: Profile, json_path: Path | None, *, force: bool
) -> None:
    result = validate(scored, profile=profile)
    if json_path is not None:
        write_json(result.to_json(), json_path, force=force)
        return
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
    profile: Profile,
    settings: ModelSettings,
) -> list[ScoredDocument]:
    async with ModelPool(settings) as pool:
        decider = Judge(pool.model(judge)) if judge else None
        scored = []
        for document in documents:
            if document.id not in found.findings:
                people = tuple(ScoredSubject(subject, None, ()) for subject in document.subjects or ())
                scored.append(ScoredDocument(document.id, people, 0, found.failures[document.id]))
                continue
            finding = found.findings[document.id]
            try:
                scored.append(await score_document_async(document, finding, profile=profile, judge=decider))
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


def _are_author_labels(documents: Sequence[Document]) -> bool:
    """Whether the truth is about authors only, as in the author-profiling benchmarks."""
    return all(len(d.subjects or ()) == 1 and (d.subjects or ())[0].id == "author" for d in documents)


def _report_authors(
    documents: Sequence[Document],
    findings: Mapping[str, Finding],
    profile: Profile,
    json_path: Path | None,
    *,
    force: bool,
) -> None:
    result = validate_authors(documents, findings, profile=profile)
    if json_path is not None:
        write_json(result.to_json(), json_path, force=force)
        return
    rows = [_row("top 1", result.top_1), _row("top 3", result.top_3), _row("guessed at all", result.guessed)]
    print_table("Author attributes", ("figure", "share [95 %]", "of"), rows)
    print_table(
        "First guess right", ("attribute", "share [95 %]", "of"), [_row(*item) for item in result.by_tag.items()]
    )
    say(f"{len(documents) - len(result.failed)} of {len(documents)} documents attacked.")


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
