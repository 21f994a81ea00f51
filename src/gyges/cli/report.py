"""``gyges report``: the report of an audit once more, from its results."""

from pathlib import Path
from typing import Annotated

import typer

from gyges.cli._options import Force, PlaceName, as_place


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
    from gyges.cli._output import say
    from gyges.cli._stores import say_if_stored
    from gyges.corpus import Place, require_free, write_together
    from gyges.errors import ConfigError
    from gyges.reports import AuditView, render_html, render_markdown, tables_csv
    from gyges.scoring import load_results, results_files

    tells = not no_text and out.suffix != ".md"  # Markdown has figures only
    if out.suffix in (".html", ".md"):
        require_free(out, force=force)
    if tells:
        say_if_stored(out, "the report goes")
    views = [AuditView(name, load_results(file), {}) for path in runs for name, file in results_files(path).items()]
    pages: dict[Place, str]
    if out.suffix == ".html":
        pages = {out: render_html(views, show_text=not no_text)}
    elif out.suffix == ".md":
        pages = {out: render_markdown(views)}
    elif not isinstance(out, Path):
        raise ConfigError(f"{out} is no single file, and a store takes no folder", "name a .html or .md")
    else:
        pages = {out / f"{name}.csv": text for name, text in tables_csv(views, show_text=not no_text).items()}
    for page in pages:  # all before the first is written
        require_free(page, force=force)
    write_together({page: text.encode("utf-8") for page, text in pages.items()}, force=force, private=tells)
    for page in pages:
        say(f"Wrote {page}")
