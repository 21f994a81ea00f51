"""``gyges demo``: a few bundled documents through methods that need no model, and the embedded attacker."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gyges.cli._options import Force, JsonOutput, as_folder

if TYPE_CHECKING:
    from gyges.reports.benchmark import BenchmarkFile

_PLAN = "demo"
_SHOWN = ("mask names", "mask", "subjectwise")  # whose releases the report on people shows
_NOTE = """\
'mask names' replaces what identifies somebody by itself, which is what most tools promise; 'mask' dates, places and the
like too; 'subjectwise' what gives people away, words and sentences. 'none' and 'remove-all' are the scale's ends."""


def demo(
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            parser=as_folder,
            metavar="<path>",
            help="Run folder, runs/demo if not given; the run goes on where it was.",
        ),
    ] = None,
    json: JsonOutput = None,
    force: Force = False,
) -> None:
    """Run a small benchmark on bundled documents: four methods and the two ends of the scale. No model, no network.

    Example: gyges demo
    """
    from gyges.cli import _benchmarking as verb
    from gyges.cli._folders import RUNS
    from gyges.cli._output import say, write_json
    from gyges.models import ModelSettings
    from gyges.reports.benchmark import BenchmarkFile
    from gyges.runs.benchmark import load_plan

    folder, made = verb.run_plan_file(load_plan(_PLAN), out, RUNS / "demo", ModelSettings(), force=force)
    file = BenchmarkFile.model_validate(made)
    verb.write_benchmark(file, made, folder)
    people = _write_people(file, folder)
    if json is not None:
        write_json(made, json, force=force)
        return
    known = file.datasets[0]
    say(f"{known.documents} invented documents about {known.people} people: court papers, posts, notes and letters.")
    verb.print_benchmark(file)
    say(f"{_NOTE}\nReport: {folder / 'report.html'}\nPerson by person, with the texts: {people}")


def _write_people(file: "BenchmarkFile", out: Path) -> Path:
    """Write the report that shows what is still said about whom, beside the texts."""
    from gyges.corpus import atomic_file, bundled_corpus, read_releases
    from gyges.reports import AuditView, TextPair, render_html
    from gyges.scoring import load_results

    originals = {document.id: document.text for document in bundled_corpus()}
    views = []
    for cell in (cell for cell in file.cells if cell.label in _SHOWN):
        released = read_releases(out / cell.releases_file)
        texts = {release.id: TextPair(release.text, originals[release.id]) for release in released}
        views.append(AuditView(cell.label, load_results(out / cell.results_file), texts))
    page = out / "people.html"
    with atomic_file(page, force=True, private=True) as stream:
        stream.write(render_html(views, show_text=True, show_original=True).encode("utf-8"))
    return page
