"""What ``gyges benchmark`` does: a plan in, a folder with tables and a report out."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import anyio
import typer

from gyges.cli import EXIT_FAILED, EXIT_INTERRUPTED
from gyges.cli._costs import money_of, report_cost
from gyges.cli._coverage import links_shortfall, say_short, shortfall
from gyges.cli._folders import RUNS, take_folder, tell_folder
from gyges.cli._hints import unread_line
from gyges.cli._inputs import ReadFlags
from gyges.cli._model_flags import ModelFlags, announce_hosts, notice
from gyges.cli._output import print_table, say, say_lines, write_json
from gyges.cli._printable import one_line
from gyges.cli._progress import progress
from gyges.cli._public_reports import without_places, write_public_pages
from gyges.cli._task_table import table_verb
from gyges.corpus import Place, atomic_file
from gyges.errors import ConfigError
from gyges.models import ModelPool, ModelSettings
from gyges.records import JsonValue
from gyges.reports.benchmark import (
    BenchmarkFile,
    LinkRow,
    benchmark_csv,
    benchmark_html,
    benchmark_markdown,
    benchmark_terminal,
    check_tables,
    links_csv,
    links_terminal,
    papers_terminal,
)
from gyges.runs import PUBLIC, Event, Listener, RunStarted, RunStopped, UnitFinished, find_folder, run_mark
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
from gyges.scoring import Profile
from gyges.tuning.table import TablePlan, load_table, shipped_tables

_NOTE = """\
R: marked words that are gone. CPR: facts that stay protected; strong: the same from a strong reader, estimated where
only the embedded one read ("read 12/15": a strong reader did read the releases of 12 of 15 documents); IPR: averaged
over people; worst: the same of the worst-off person of a document. Brackets: 95 % intervals (bootstrap over documents;
of an estimate also what it may be wrong by)."""


_LINK_NOTE = """\
Correct: the own release comes first. Distance: 0 the linked record gives away all the attacker did not know, 1 nothing.
Brackets: 95 % intervals (bootstrap over records), averaged over seeds; ± half the range over them.
Controls: what was known alone, the right record handed over, a stranger's record, the original, questions by chance."""


@dataclass(frozen=True, slots=True)
class BenchmarkRequest:
    """What the user said on the command line about the plan."""

    models: tuple[str, ...] = ()
    attackers: tuple[str, ...] = ()
    judge: str | None = None
    utility_judge: str | None = None
    matcher: str | None = None
    answerer: str | None = None
    limit: int | None = None
    profile: Profile | None = None
    embedder: str | None = None

    def plan(self, source: str | None) -> BenchmarkPlan:
        """Return the plan with these wishes."""
        if source is None:
            names = ", ".join((*shipped_plans(), *shipped_tables()))
            raise ConfigError("no plan was named", f"name a YAML file or one of {names}")
        return load_plan(source, also=shipped_tables()).with_flags(
            models=self.models,
            attackers=self.attackers,
            judge=self.judge,
            utility_judge=self.utility_judge,
            matcher=self.matcher,
            answerer=self.answerer,
            limit=self.limit,
            profile=self.profile,
            embedder=self.embedder,
        )

    def table(self, plan: TablePlan) -> TablePlan:
        """Return a plan of tasks with these wishes."""
        if len(self.attackers) > 1:
            raise ConfigError("a table of tasks has one attacker", "join several with +, or run it once for each")
        if any((self.matcher, self.answerer, self.utility_judge, self.embedder)):
            flags = "--matcher, --answerer, --utility-judge and --embedder"
            raise ConfigError(
                f"a table of tasks does not take {flags}", "leave them out; the tasks name what they need"
            )
        paper = None if self.profile is None else self.profile == "paper"
        return plan.with_flags(
            models=self.models,
            attacker=next(iter(self.attackers), None),
            judge=self.judge,
            limit=self.limit,
            paper=paper,
        )


def benchmark_verb(
    source: str | None,
    request: BenchmarkRequest,
    models: ModelFlags,
    out: Path | None,
    *,
    jobs: Jobs,
    dry_run: bool,
    json: Place | None,
    force: bool,
) -> None:
    """Do what ``gyges benchmark`` was asked to do."""
    table = load_table(source) if source is not None else None
    if table is not None:
        wanted = request.table(table)
        table_verb("benchmark", wanted, ReadFlags(), models, out, dry_run=dry_run, json=json, force=force)
        return
    plan = request.plan(source)
    default = RUNS / "benchmark" / plan.name
    if dry_run:
        prepared, cost = _estimate(plan, out, default, models.settings())
        report_cost(cost, _total(cost), prepared.left_out, (), json, force=force)
        return
    folder, made = run_plan_file(plan, out, default, models.settings(), jobs=jobs, force=force)
    file = BenchmarkFile.model_validate(made)
    write_benchmark(file, made, folder)
    short = _short_cells(file)
    say_short(short)  # first, so that no figure is read without it
    if json is not None:
        write_json(made, json, force=force)
    else:
        print_benchmark(file)
        say(f"Report: {folder / 'report.html'}  (table.md, table.csv and benchmark.json beside it)")
        say(f"May be published: {folder / PUBLIC}")
    tell_folder(out, folder)
    if short:
        raise typer.Exit(EXIT_FAILED)


def _short_cells(file: BenchmarkFile) -> str:
    """Return which cells speak for too little of their data set, the first of them with the reason."""
    named = [(f"{c.label} on {c.dataset}, read by {c.attacker}", shortfall(c.results.coverage)) for c in file.cells]
    named += [
        (f"{row.label} on {row.dataset}, linked by {row.setting.linker}", links_shortfall(*_looked_for(row)))
        for row in file.links
    ]
    named += [(one.what, one.reason) for one in file.unlinked]
    short = [(name, words) for name, words in named if words]
    if not short:
        return ""
    name, words = short[0]
    others = f" (and {len(short) - 1} more of {len(named)} cells)" if len(short) > 1 else ""
    return f"{name}{others}: {words}"


def _looked_for(row: LinkRow) -> tuple[int, int]:
    return row.coverage.get("attacked", 0), row.coverage.get("originals", 0)


def run_plan_file(
    plan: BenchmarkPlan,
    out: Path | None,
    default: Path,
    settings: ModelSettings,
    *,
    jobs: Jobs = None,
    force: bool = False,
) -> tuple[Path, dict[str, JsonValue]]:
    """Run a plan and return its folder and what ``benchmark.json`` holds; Ctrl-C says how to go on."""
    folder, count = out or default, jobs or settings.jobs

    async def main() -> dict[str, JsonValue]:
        nonlocal folder
        async with ModelPool(settings, notify=notice) as pool:
            prepared = _prepared(plan, pool)
            announce_hosts(pool)
            for one in prepared.left_out:
                notice(f"left out: {one.what}: {one.reason}")
            listener = _FreshOnly(progress(usage=lambda: pool.ledger.total))
            folder = take_folder(out, benchmark_claim(prepared), force=force, default=default)
            pool.works_for(run_mark(folder))
            with benchmark_folder(folder, prepared, force=force):
                notice(_total(estimate_cost(prepared, folder, pool)))
                cells = await run_benchmark(
                    prepared,
                    folder,
                    pool,
                    listener=listener,
                    tell=notice,
                    jobs=count,
                )
                linked = await run_links(
                    prepared,
                    folder,
                    pool,
                    listener=listener,
                    tell=notice,
                    jobs=count,
                )
            return BenchmarkOutcome(prepared, cells, pool.ledger.total, linked).to_json()

    try:
        made = anyio.run(main)
    except KeyboardInterrupt:
        sys.stderr.write(f"gyges: stopped; what is done is kept in {folder}. Run the same command again to go on.\n")
        raise typer.Exit(EXIT_INTERRUPTED) from None
    return folder, made


def _prepared(plan: BenchmarkPlan, pool: ModelPool, *, without_absent: bool = False) -> Prepared:
    """Get ready, and refuse tables that this plan cannot fill before any text is sent."""
    prepared = prepare_benchmark(plan, pool, without_absent=without_absent)
    if prepared.attackers:
        check_tables(plan.tables, attackers=max(map(len, prepared.attackers.values())))
    return prepared


def _estimate(
    plan: BenchmarkPlan, out: Path | None, default: Path, settings: ModelSettings
) -> tuple[Prepared, tuple[CostRow, ...]]:
    async def main() -> tuple[Prepared, tuple[CostRow, ...]]:
        async with ModelPool(settings, notify=notice) as pool:
            prepared = _prepared(plan, pool, without_absent=True)
            folder = out or find_folder(default, benchmark_claim(prepared))
            return prepared, estimate_cost(prepared, folder, pool)

    return anyio.run(main)


def write_benchmark(file: BenchmarkFile, made: dict[str, JsonValue], folder: Path) -> None:
    """Write benchmark.json, table.md, table.csv and report.html; what may be published of them also goes to public/."""
    write_json(made, folder / "benchmark.json", force=True)
    renderers = {"table.md": benchmark_markdown, "table.csv": benchmark_csv, "report.html": benchmark_html}
    renderers |= {"links.csv": links_csv} if file.links else {}
    for name, render in renderers.items():
        with atomic_file(folder / name, force=True, private=True) as stream:
            stream.write(render(file).encode("utf-8"))
    shown = BenchmarkFile.model_validate(without_places(made))
    write_public_pages(folder, {name: render(shown) for name, render in renderers.items()})


def print_benchmark(file: BenchmarkFile) -> None:
    """Print the tables of papers that fit, then the main figures of each data set and attacker."""
    for title, table in papers_terminal(file):
        print_table(title, table.head, table.rows)
    for tables, sentences in benchmark_terminal(file):
        for title, table in tables:
            print_table(title, table.head, table.rows)
        say_lines(sentences)
    for title, table in links_terminal(file):
        print_table(title, table.head, table.rows)
    if file.cells:
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


def print_plans(json: Place | None, *, force: bool) -> None:
    """Print the plans that ship."""
    plans = {**shipped_plans(), **shipped_tables()}
    if json is not None:
        write_json(plans, json, force=force)
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
        self._fresh |= isinstance(event, UnitFinished) and not event.reused
        if self._fresh:
            for held in (*self._held, event):
                self.listener(held)
            self._held = []
        elif not isinstance(event, RunStopped):
            self._held.append(event)
