"""``gyges validate``: how good an attacker is, on annotated documents in their original wording."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import typer

from gyges.cli import EXIT_FAILED
from gyges.cli._gates import say_short, shortfall, unread_line
from gyges.cli._inputs import ReadFlags
from gyges.cli._model_flags import AttackFlags, CrewFlags, ModelFlags
from gyges.cli._options import DataPath, JudgeModel, Matcher, ProfileOption, Split, ToRun
from gyges.cli._output import print_table, say, write_json
from gyges.cli._running import in_pool, tell_folder
from gyges.cli._saying import notice, one_line
from gyges.cli.attack import AttackFindings, find
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
    Rate,
    ScoredDocument,
    Validation,
    score_labelled_async,
    spia_table_9,
    unscored_document,
    validate_authors,
)
from gyges.scoring import validate as validate_people


def validate(
    read: ReadFlags,
    models: ModelFlags,
    how: AttackFlags,
    crew: CrewFlags,
    to: ToRun,
    annotated: Annotated[str | None, typer.Argument(help="Annotated documents, 'bundled' or a dataset.")] = None,
    path: DataPath = None,
    split: Split = None,
    attacker: Annotated[
        list[str] | None,
        typer.Option("--attacker", metavar="NAME", help="Who attacks; repeat it for more rows, join with + for one."),
    ] = None,
    judge: JudgeModel = None,
    matcher: Matcher = None,
    profile: ProfileOption = "strict",
) -> int:
    """Measure an attacker: people found, facts right.

    Several attackers are several rows; joined by +, what either of them finds is one row.

    Example: gyges validate spia-tab --path spia_tab_144.jsonl --attacker rules
    """
    documents = read.all_documents(annotated, path, split)
    if not any(document.subjects for document in documents):
        known = documents and "personality" in documents[0].meta
        remedy = "run: gyges validate reddit-synthetic --path FILE" if known else "name annotated documents"
        raise InputError("no document has annotated people", remedy)
    names = tuple(dict.fromkeys(author_attackers(tuple(attacker or ("rules",)), documents)))
    terms = AuditOptions(judge=judge, matcher=matcher, profile=profile, attack=how.options(profile))
    settings, measured = models.settings(), dict[str, Measured]()
    for name in names:
        place = to.out / slug_of(name) if to.out is not None and len(names) > 1 else to.out
        asked = replace(terms, attackers=(name,))
        measured[name] = _measure(documents, asked, settings, place, jobs=crew.crew(), force=to.force)
        settings = measured[name].left
    results = {name: one.result for name, one in measured.items()}
    if to.json is not None:
        rows = {name: result.to_json() for name, result in results.items()}
        write_json(rows[names[0]] if len(names) == 1 else {"attackers": rows}, to.json, force=to.force)
    else:
        _print(results)
    for one in measured.values():
        tell_folder(to.out, one.folder)
    return EXIT_FAILED if any(one.short for one in measured.values()) else 0


@dataclass(frozen=True, slots=True)
class Measured:
    """One attacker after it was measured; `left` is the budget that remains."""

    result: Validation | AuthorValidation
    folder: Path
    short: str
    left: ModelSettings


def _measure(
    documents: Sequence[Document],
    asked: AuditOptions,
    settings: ModelSettings,
    out: Path | None,
    *,
    jobs: Jobs,
    force: bool,
) -> Measured:
    found = find(documents, asked.attackers, asked.attack, settings, out, "validate", jobs=jobs, force=force)
    check_budget(found.summary)  # an attacker that was stopped would look worse than it is
    left = settings.less(found.spent)
    scored, spent = _score(documents, found, asked, left)
    authors = are_about_authors(documents)
    result = validate_authors(scored) if authors else validate_people(scored, profile=asked.profile)
    short = shortfall(CoverageRow.model_validate(result.coverage.to_json()))
    unread = unread_kinds(found.failures.values())
    if unread:
        notice(f"{unread_line(unread, len(documents))}")
    say_short(short)  # first, so that no figure is read without it
    return Measured(result, found.folder, short, left.less(spent))


def _print(results: Mapping[str, Validation | AuthorValidation]) -> None:
    """One row an attacker, as in SPIA's Table 9, and one column an attacker for the kinds of facts."""
    first = next(iter(results.values()))
    figures = _PEOPLE if isinstance(first, Validation) else _AUTHORS
    rows = [(name, *(_cell(getattr(result, figure)) for figure in figures)) for name, result in results.items()]
    print_table("Attackers", ("attacker", *(figure.replace("_", " ") for figure in figures)), rows)
    tags = dict.fromkeys(tag for result in results.values() for tag in result.by_tag)
    kinds = [(tag, *(_cell(result.by_tag.get(tag)) for result in results.values())) for tag in tags]
    print_table("Right, by kind, of how many", ("kind", *results), kinds)
    if isinstance(first, Validation):
        _print_published()
    for name, result in results.items():
        say(f"{one_line(name)}: {result.coverage.attacked} of {result.coverage.documents} documents attacked.")


_PEOPLE = ("subject_match", "fact_accuracy", "fact_accuracy_all", "subject_precision")
_AUTHORS = ("top_1", "top_2", "top_3", "guessed")


def _cell(rate: Rate | None) -> str:
    return "–" if rate is None else f"{rate} of {rate.denominator:,.0f}"


def _print_published() -> None:
    published = [
        (row.model, f"{row.subject_match:.1%}", f"{row.fact_accuracy:.1%}", tab)
        for tab in ("tab", "panorama")
        for row in spia_table_9(tab)
    ]
    print_table("For comparison: SPIA, Table 9", ("model", "subject match", "fact accuracy", "corpus"), published)


def _score(
    documents: Sequence[Document], found: AttackFindings, asked: AuditOptions, settings: ModelSettings
) -> tuple[list[ScoredDocument], Spending]:
    async def main(pool: ModelPool) -> tuple[list[ScoredDocument], Spending]:
        pool.works_for(run_mark(found.folder))
        judge = Judge(pool.model(asked.judge)) if asked.judge else None
        matcher = pool.model(asked.who_matches) if asked.who_matches else None
        scored = []
        for one in documents:
            finding = found.findings.get(one.id)
            if finding is None:
                scored.append(unscored_document(one.id, one.subjects or (), found.failures[one.id]))
                continue
            try:
                scored.append(
                    await score_labelled_async(one, finding, profile=asked.profile, judge=judge, matcher=matcher)
                )
            except BudgetExhaustedError as error:
                raise used_up(len(scored), len(documents)) from error
        return scored, pool.ledger.total

    return in_pool(settings, main)
