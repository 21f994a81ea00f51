"""``gyges compare``, ``agree`` and ``report``: figures that are there, beside each other or once more."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from gyges.cli import EXIT_FAILED
from gyges.cli._options import Force, PlaceName, ProfileOption, ToJson, as_place
from gyges.cli._output import print_table, say, say_if_stored, say_lines
from gyges.cli._saying import notice, one_line
from gyges.corpus import Place, StoreUrl, read_documents, require_free, write_together
from gyges.errors import ConfigError, InputError
from gyges.reports import AuditView, percent, points, rate_words, render_html, render_markdown, tables_csv
from gyges.runs import RunComparison, compare_results
from gyges.scoring import (
    PersonChange,
    RateRow,
    StrongComparison,
    StrongSide,
    align,
    compare_by_rules,
    fact_agreement,
    load_results,
    mention_agreement,
    results_files,
)

_FIGURES = ("cpr", "ipr", "improved", "worsened")
_SHOWN = 20  # people who are protected less, and ids of documents
_NOTE = """\
Believe the strong reader's figures rather than those of an embedded one. Their difference is not paired, and its
interval holds the error of an estimate: it is wider than the one above. Brackets: who read, or how was estimated."""


def compare(
    to: ToJson,
    first: Annotated[
        Path, typer.Argument(help="results.json or folder of the first audit; of several releases, FOLDER/NAME.")
    ],
    second: Annotated[Path, typer.Argument(help="The same of the second audit.")],
    fail_on_regression: Annotated[
        bool, typer.Option(help="Exit 1 if somebody is protected less, or the second audit knows less.")
    ] = False,
    accept_missing: Annotated[
        bool, typer.Option("--accept-missing", help="Leave out documents that the second audit does not have.")
    ] = False,
    accept_coverage: Annotated[
        float | None,
        typer.Option(min=0, max=1, metavar="SHARE", help="Accept fewer judged facts, from this share on."),
    ] = None,
) -> int:
    """Compare two audits: what the second protects better or worse, with paired intervals, person by person.

    Example: gyges compare runs/masked runs/rewritten
    """
    one, two = load_results(first), load_results(second)
    made = compare_results(one, two, accept_missing=accept_missing, accept_coverage=accept_coverage)
    if to.write(made.to_json()):
        for warning in made.warnings:
            notice(warning)
    else:
        for warning in made.warnings:  # first, so that no figure is read without it
            say(one_line(f"gyges: {warning}"))
        _print(made, (one.coverage.documents, two.coverage.documents))
    return EXIT_FAILED if fail_on_regression and made.losses else 0


def agree(
    to: ToJson,
    first: Annotated[PlaceName, typer.Argument(parser=as_place, help="Documents as one annotator sees them.")],
    second: Annotated[PlaceName, typer.Argument(parser=as_place, help="The same documents as another one sees them.")],
    profile: ProfileOption = "strict",
) -> None:
    """Tell how far two annotators agree on people, facts and mentions.

    Example: gyges agree annotator1.jsonl annotator2.jsonl
    """
    one, two = list(read_documents(first)), list(read_documents(second))
    people = [[document for document in side if document.subjects is not None] for side in (one, two)]
    spans = [[document for document in side if document.mentions is not None] for side in (one, two)]
    if not any(all(sides) for sides in (people, spans)):
        raise InputError("no people and no mentions are annotated in both files", "compare two annotated files")
    facts = fact_agreement(people[0], people[1], align, compare_by_rules(profile))
    mentions = mention_agreement(spans[0], spans[1])
    if to.write({"facts": facts.to_json(), "mentions": mentions.to_json()}):
        return
    tables = {
        "People and facts": (facts, ("subjects", "match", "less_precise", "mismatch", "mean")),
        "Mentions": (mentions, ("type_exact", "type_partial", "identifier_exact", "identifier_partial")),
    }
    for title, (agreement, names) in tables.items():
        rows = [(name, str(rate := getattr(agreement, name)), f"{rate.denominator:,.0f}") for name in names]
        print_table(title, ("figure", "share", "of"), rows)
    for what, sides, alone in (("people", people, facts.skipped), ("mentions", spans, mentions.skipped)):
        if alone:
            every = len({document.id for side in sides for document in side})
            say(f"{len(alone):,} of {every:,} documents have annotated {what} in one file only, and count nowhere.")
    if facts.unscored:
        compared = facts.unscored + int(facts.mean.denominator)
        say(f"{facts.unscored:,} of {compared:,} facts could not be compared, and count nowhere.")


def report(
    runs: Annotated[list[Path], typer.Argument(help="results.json files, or folders of audits.")],
    out: Annotated[
        PlaceName,
        typer.Option(
            "--out", parser=as_place, metavar="<path>", help="File to write: .html, .md, or a folder for CSV tables."
        ),
    ],
    no_text: Annotated[bool, typer.Option("--no-text", help="Keep every value and name out.")] = False,
    force: Force = False,
) -> None:
    """Render results again, as HTML, Markdown or CSV. Texts are not in results, so the report quotes evidence only.

    Example: gyges report runs/audit --out audit.md
    """
    tells = not no_text and out.suffix != ".md"  # Markdown has figures only
    folder = None if out.suffix in (".html", ".md") else out
    if not isinstance(folder, Path):
        require_free(out, force=force)
    if isinstance(folder, StoreUrl):
        raise ConfigError(f"{out} is no single file, and a store takes no folder", "name a .html or .md")
    if tells:
        say_if_stored(out, "the report goes")
    views = [AuditView(name, load_results(file), {}) for path in runs for name, file in results_files(path).items()]
    pages: dict[Place, str]
    if folder is not None:
        pages = {folder / f"{name}.csv": text for name, text in tables_csv(views, show_text=not no_text).items()}
    elif out.suffix == ".html":
        pages = {out: render_html(views, show_text=not no_text)}
    else:
        pages = {out: render_markdown(views)}
    for page in pages:  # all before the first is written
        require_free(page, force=force)
    write_together({page: text.encode("utf-8") for page, text in pages.items()}, force=force, private=tells)
    for page in pages:
        say(f"Wrote {page}")


def _print(made: RunComparison, documents: tuple[int, int]) -> None:
    """Print the tables, and what has no pair of so many documents."""
    compared, strong = made.compared, made.strong
    rows = [(name, str(rate := getattr(compared, name)), f"{rate.denominator:,.0f}") for name in _FIGURES]
    print_table("Second against first", ("figure", "difference or share", "of"), rows)
    if strong.first.how or strong.second.how:
        known = sorted({*strong.first.figures, *strong.second.figures})
        told = [(name, _of(strong.first, name), _of(strong.second, name), _points(strong, name)) for name in known]
        how = ("", _how(strong.first), _how(strong.second), "")
        print_table("What a strong reader leaves", ("figure", "first", "second", "difference"), [*told, how])
        say(_NOTE)
    worse = [(p.document, p.description, percent(p.before), _after(p)) for p in compared.regressions[:_SHOWN]]
    print_table("Protected less now", ("document", "person", "before", "after"), worse)
    say(f"{len(compared.regressions):,} of {compared.worsened.denominator:,.0f} people protected less.")
    say_lines(_without_pair(made, *documents))


def _after(person: PersonChange) -> str:
    return f"{percent(person.after)}, {person.why}" if person.why else percent(person.after)


def _without_pair(made: RunComparison, first: int, second: int) -> list[str]:
    """Return what only one audit has or could judge and how it counts, a line each, and what was accepted."""
    found = made.compared
    missing = "left out (--accept-missing)" if made.accept_missing else "count as leaked in the second"
    documents = (
        ("only in the first audit", first, missing, found.only_first),
        ("only in the second audit", second, "in no figure", found.only_second),
        ("failed in the second audit only", second, "count as leaked there", found.failed_second),
        ("failed in the first audit only", first, "count as leaked there", found.failed_first),
        ("failed in both audits", first, "count as leaked in both", found.failed_both),
    )
    lines = [
        f"Documents {where}: {len(ids):,} of {of:,}, {how}: {_ids(ids)}." for where, of, how, ids in documents if ids
    ]
    lines.append(
        f"Of {found.cpr.denominator:,.0f} facts the first audit could judge {found.judged_first:,} and the second "
        f"{found.judged_second:,}; what is not judged counts as leaked. {found.lost_facts:,} of "
        f"them are not in the second audit; {found.new_facts:,} more are not in the first, and in no figure."
    )
    if made.accept_coverage is not None:
        lines.append(f"Accepted: a coverage of {percent(made.accept_coverage)} or more (--accept-coverage).")
    return lines


def _ids(ids: Sequence[str]) -> str:
    return ", ".join(ids[:_SHOWN]) + (f" and {len(ids) - _SHOWN:,} more" if len(ids) > _SHOWN else "")


def _of(side: StrongSide, name: str) -> str:
    return rate_words(side.figures.get(name))


def _how(side: StrongSide) -> str:
    return f"{side.how} ({side.by})" if side.how else "not known: audit again"


def _points(strong: StrongComparison, name: str) -> str:
    row: RateRow | None = strong.differences.get(name)
    if row is None:
        return points(None)
    ends = "" if row.low is None or row.high is None else f" [{points(row.low)} to {points(row.high)}]"
    return f"{points(row.value)}{ends}"
