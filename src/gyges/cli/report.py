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
    from gyges.corpus import Place, StoreUrl, require_free, write_together
    from gyges.errors import ConfigError
    from gyges.reports import AuditView, render_html, render_markdown, tables_csv
    from gyges.scoring import load_results, results_files

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
