"""``gyges benchmark``: data sets x methods x models x attackers, in one table; ``gyges demo`` is a small one."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import typer

from gyges.cli import EXIT_FAILED
from gyges.cli._gates import LEAST_COVERAGE, links_shortfall, say_short, shortfall, unread_line
from gyges.cli._inputs import ReadFlags
from gyges.cli._model_flags import CrewFlags, ModelFlags, announce_hosts
from gyges.cli._options import JudgeModel, Matcher, ProfileName, ToJson, ToRun, as_local_name, named_values
from gyges.cli._output import money_of, print_table, print_tables, report_cost, say, say_lines, write_json, write_page
from gyges.cli._running import RUNS, in_pool, progress, take_folder, tell_folder, without_places, write_public_pages
from gyges.cli._saying import notice, one_line
from gyges.cli._task_table import measure_table
from gyges.corpus import bundled_corpus, read_releases
from gyges.errors import ConfigError
from gyges.models import ModelPool, ModelSettings
from gyges.records import JsonValue
from gyges.reports import AuditView, TextPair, is_empty, render_html
from gyges.reports.benchmark import (
    BenchmarkFile,
    LinkRow,
    benchmark_csv,
    benchmark_html,
    benchmark_markdown,
    benchmark_terminal,
    check_tables,
    demo_screen,
    links_csv,
    links_terminal,
    papers_terminal,
)
from gyges.runs import PUBLIC, DocumentFinished, Event, Listener, RunStarted, RunStopped, find_folder, paid_in, run_mark
from gyges.runs.benchmark import (
    BenchmarkOutcome,
    BenchmarkPlan,
    CostRow,
    Prepared,
    benchmark_claim,
    benchmark_folder,
    estimate_cost,
    load_plan,
    prepare_benchmark,
    run_benchmark,
    run_links,
    shipped_plans,
)
from gyges.runs.workers import Jobs
from gyges.scoring import load_results

_ACCEPT = "'coverage: {}' in the plan"
_NOTE = """\
R: marked words that are gone. CPR: facts that stay protected; strong: the same from a strong reader, estimated where
only the embedded one read ("read 12/15": a strong reader did read the releases of 12 of 15 documents); IPR: averaged
over people; worst: the same of the worst-off person of a document. Brackets: 95 % intervals (bootstrap over documents;
of an estimate also what it may be wrong by)."""


_LINK_NOTE = """\
Correct: the own release comes first. Distance: 0 the linked record gives away all the attacker did not know, 1 nothing.
Brackets: 95 % intervals (bootstrap over records), averaged over seeds; ± half the range over them.
Controls: what was known alone, the right record handed over, a stranger's record, the original, questions by chance."""


_DEMO_SHOWN = ("mask names", "mask", "subjectwise")  # whose releases the report on people shows
_DEMO_MASKED = "mask"  # whose text the terminal shows
_DEMO_NEXT = "Your own: gyges anonymize letters/   then: gyges audit letters/ runs/anonymize"


def benchmark(
    models: ModelFlags,
    crew: CrewFlags,
    to: ToRun,
    plan: Annotated[
        str | None, typer.Argument(parser=as_local_name, help="A plan file (YAML), or one that ships; see --list.")
    ] = None,
    model: Annotated[
        list[str] | None, typer.Option(metavar="MODEL", help="Model that rewrites; several times for several.")
    ] = None,
    attacker: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Who attacks, instead of those of the plan.")
    ] = None,
    judge: JudgeModel = None,
    utility_judge: Annotated[
        str | None, typer.Option(metavar="MODEL", help="Model that rates utility; the judge if not given.")
    ] = None,
    matcher: Matcher = None,
    answerer: Annotated[
        str | None, typer.Option(metavar="MODEL", help="Model that answers questions about the releases (MedQA).")
    ] = None,
    profile: Annotated[ProfileName | None, typer.Option(help="Scoring rules, instead of those of the plan.")] = None,
    embedder: Annotated[
        str | None,
        typer.Option(
            metavar="FOLDER", parser=as_local_name, help="Local sentence-embedding model, for linkage by meaning."
        ),
    ] = None,
    set_: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="METHOD.NAME=VALUE", help="An option of a method of the plan."),
    ] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="So many documents of each data set at most.")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what it would cost, then stop.")] = False,
    list_plans: Annotated[bool, typer.Option("--list", help="List the plans that ship, then stop.")] = False,
) -> int:
    """Compare methods: anonymize, attack and score data sets by a plan, with published results beside.

    The same command again goes on where it was stopped.

    Example: gyges benchmark spia-table4 --model http://127.0.0.1:11434/v1#llama3.2 --dry-run
    """
    if list_plans:
        _print_plans(to)
        return 0
    if plan is None:
        raise ConfigError("no plan was named", f"name a YAML file or one of {', '.join(shipped_plans())}")
    wanted = load_plan(plan).with_flags(
        models=tuple(model or ()),
        attackers=tuple(attacker or ()),
        judge=judge,
        utility_judge=utility_judge,
        matcher=matcher,
        answerer=answerer,
        limit=limit,
        profile=profile,
        embedder=embedder,
        options=tuple(named_values(set_ or (), "--set METHOD.NAME=VALUE")),
    )
    workers, settings = crew.crew(), models.settings(wanted.sampling)
    if wanted.tasks:
        return measure_table("benchmark", wanted, ReadFlags(), settings, to, dry_run=dry_run)
    default = RUNS / "benchmark" / wanted.name
    if dry_run:
        prepared, cost = _estimate(wanted, to.out, default, settings)
        report_cost(cost, _total(cost), prepared.left_out, (), to)
        return 0
    folder, made = _run_plan(wanted, default, settings, to, jobs=workers)
    file = BenchmarkFile.model_validate(made)
    _write(file, made, folder)
    short = _short_cells(file)
    say_short(short)  # first, so that no figure is read without it
    if not to.write(made):
        _print(file)
        say(f"Report: {folder / 'report.html'}  (table.md, table.csv and benchmark.json beside it)")
        if _says_something(file) or file.links:
            say(f"May be published: {folder / PUBLIC}")
    tell_folder(to.out, folder)
    return EXIT_FAILED if short else 0


def demo(to: ToRun) -> None:
    """Run a small benchmark on bundled documents: four methods and the two ends of the scale. No model, no network.

    Example: gyges demo
    """
    folder, made = _run_plan(load_plan("demo"), RUNS / "demo", ModelSettings(), to)
    file = BenchmarkFile.model_validate(made)
    _write(file, made, folder)
    views = _write_people(file, folder)
    if to.write(made):
        return
    lines, table = demo_screen(file, views[_DEMO_MASKED])
    say_lines(lines)
    print_tables([table])
    say(f"Person by person: {folder / 'people.html'}. All figures: {folder / 'report.html'}.\n{_DEMO_NEXT}")


def _write_people(file: BenchmarkFile, out: Path) -> dict[str, AuditView]:
    """Write the report that shows what is still said about whom, beside the texts, and return what it shows."""
    originals = {document.id: document.text for document in bundled_corpus()}
    views = []
    for cell in (cell for cell in file.cells if cell.label in _DEMO_SHOWN):
        released = read_releases(out / cell.releases_file)
        texts = {release.id: TextPair(release.text, originals[release.id]) for release in released}
        views.append(AuditView(cell.label, load_results(out / cell.results_file), texts))
    write_page(out / "people.html", render_html(views, show_text=True, show_original=True))
    return {view.name: view for view in views}


def _short_cells(file: BenchmarkFile) -> str:
    """Return which cells speak for too little of their data set, the first of them with the reason."""
    least = LEAST_COVERAGE if file.coverage is None else file.coverage
    named = [
        (f"{one.label} on {one.dataset}, read by {one.attacker}", shortfall(one.results.coverage, least, _ACCEPT))
        for one in file.cells
    ]
    named += [
        (
            f"{row.label} on {row.dataset}, linked by {row.setting.linker}",
            links_shortfall(_looked_for(row), row.semantic.judged),
        )
        for row in file.links
    ]
    named += [(one.what, one.reason) for one in file.unlinked]
    short = [(name, words) for name, words in named if words]
    if not short:
        return ""
    name, words = short[0]
    others = f" (and {len(short) - 1} more of {len(named)} cells)" if len(short) > 1 else ""
    return f"{name}{others}: {words}"


def _looked_for(row: LinkRow) -> dict[str, int]:
    attacked, originals = row.coverage.get("attacked", 0), row.coverage.get("originals", 0)
    return {"attacked": attacked, "lost": originals - attacked, "records": 0, "failed": 0, **row.coverage}


def _run_plan(
    plan: BenchmarkPlan, default: Path, settings: ModelSettings, to: ToRun, *, jobs: Jobs = None
) -> tuple[Path, dict[str, JsonValue]]:
    """Run a plan and return its folder and what ``benchmark.json`` holds."""
    count = jobs or settings.jobs

    async def main(pool: ModelPool) -> tuple[Path, dict[str, JsonValue]]:
        prepared = _prepared(plan, pool)
        announce_hosts(pool)
        for one in prepared.left_out:
            notice(f"left out: {one.what}: {one.reason}")
        folder = take_folder(to.out, benchmark_claim(prepared), force=to.force, default=default)
        pool.works_for(run_mark(folder))
        with benchmark_folder(folder, prepared, force=to.force), paid_in(folder) as paid:
            listener = _FreshOnly(progress(usage=lambda: paid))
            notice(_total(estimate_cost(prepared, folder, pool)))
            cells = await run_benchmark(prepared, folder, pool, listener=listener, tell=notice, jobs=count)
            linked = await run_links(prepared, folder, pool, listener=listener, tell=notice, jobs=count)
        return folder, BenchmarkOutcome(prepared, cells, pool.ledger.total, paid, linked).to_json()

    return in_pool(settings, main)


def _prepared(plan: BenchmarkPlan, pool: ModelPool, *, without_absent: bool = False) -> Prepared:
    """Get ready, and refuse tables that this plan cannot fill before any text is sent."""
    prepared = prepare_benchmark(plan, pool, without_absent=without_absent)
    if prepared.attackers:
        check_tables(plan.tables, attackers=max(map(len, prepared.attackers.values())))
    return prepared


def _estimate(
    plan: BenchmarkPlan, out: Path | None, default: Path, settings: ModelSettings
) -> tuple[Prepared, tuple[CostRow, ...]]:
    async def main(pool: ModelPool) -> tuple[Prepared, tuple[CostRow, ...]]:
        prepared = _prepared(plan, pool, without_absent=True)
        return prepared, estimate_cost(prepared, out or find_folder(default, benchmark_claim(prepared)), pool)

    return in_pool(settings, main)


def _write(file: BenchmarkFile, made: dict[str, JsonValue], folder: Path) -> None:
    """Write benchmark.json, table.md, table.csv and report.html; what may be published of them also goes to public/."""
    write_json(made, folder / "benchmark.json", force=True)
    renderers = {"table.md": benchmark_markdown, "table.csv": benchmark_csv, "report.html": benchmark_html}
    renderers |= {"links.csv": links_csv} if file.links else {}
    for name, render in renderers.items():
        write_page(folder / name, render(file))
    shown = BenchmarkFile.model_validate(without_places(made))
    write_public_pages(folder, {name: render(shown) for name, render in renderers.items()})


def _print(file: BenchmarkFile) -> None:
    """Print the tables of papers that fit, then the main figures of each data set and attacker."""
    print_tables(papers_terminal(file))
    for tables, sentences in benchmark_terminal(file):
        print_tables(tables)
        say_lines(sentences)
    print_tables(links_terminal(file))
    if _says_something(file):
        say(_NOTE)
    if file.links:
        say(_LINK_NOTE)
    for cell in file.cells:
        covered = cell.results.coverage
        if covered.unread:
            line = unread_line(covered.unread, covered.documents)
            say(one_line(f"{cell.label} on {cell.dataset}, read by {cell.attacker}: {line}"))
    for one in (*file.unlinked, *file.left_out):
        say(one_line(f"Left out: {one.what}: {one.reason}"))


def _says_something(file: BenchmarkFile) -> bool:
    return any(not is_empty(cell.results) for cell in file.cells)


def _print_plans(to: ToJson) -> None:
    """Print the plans that ship."""
    plans = shipped_plans()
    if to.write(plans):
        return
    print_table("Plans", ("name", "what it compares"), list(plans.items()))


def _total(cost: Sequence[CostRow]) -> str:
    calls = sum(row.calls for row in cost)
    done = sum(row.done for row in cost)
    todo = sum(row.units for row in cost if row.step in ("anonymize", "attack"))
    said = f"{todo:,} texts to anonymize and attack, {done:,} done already"
    if not calls:
        return f"{said}; no model is asked"
    tokens = sum(row.input_tokens + row.output_tokens for row in cost)
    return f"{said}; about {calls:,} calls, about {tokens:,} tokens, {money_of(cost)}"


@dataclass(slots=True)
class _FreshOnly:
    """Passes a run on to a listener once something new happens in it: what is only read back needs no bar."""

    listener: Listener
    _held: list[Event] = field(default_factory=list)
    _fresh: bool = False

    def __call__(self, event: Event, /) -> None:
        if isinstance(event, RunStarted):
            self._held, self._fresh = [], False
        self._fresh |= isinstance(event, DocumentFinished) and event.paid and not event.reused
        if self._fresh:
            for held in (*self._held, event):
                self.listener(held)
            self._held = []
        elif not isinstance(event, RunStopped):
            self._held.append(event)
