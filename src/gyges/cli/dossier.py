"""``gyges dossier``: audits, linkage and decisions of one release as one file to sign."""

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime
from json import JSONDecodeError, loads
from pathlib import Path
from typing import Annotated

import typer
from pydantic import JsonValue, ValidationError

from gyges.cli._options import Force
from gyges.cli._output import say, write_json, write_page
from gyges.corpus import require_free
from gyges.errors import ConfigError, InputError
from gyges.reports import DossierAsked, DossierRun, make_dossier, render_dossier
from gyges.scoring import Results, load_results, results_files
from gyges.scoring.semantic import LinkResults

PAGE, FILE = "dossier.html", "dossier.json"


def dossier(
    runs: Annotated[list[Path], typer.Argument(help="Folders or results.json of audits, all of one release.")],
    recipient: Annotated[str, typer.Option(metavar="TEXT", help="Who receives the texts.")],
    purpose: Annotated[str, typer.Option(metavar="TEXT", help="What they are for.")],
    until: Annotated[str, typer.Option(metavar="DATE", help="When to assess again, as 2027-05-31.")],
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FOLDER", help="Folder for dossier.html and .json.")],
    links: Annotated[
        list[Path] | None, typer.Option("--link", metavar="RUN", help="Run of gyges link; may be repeated.")
    ] = None,
    decisions: Annotated[
        Path | None, typer.Option(metavar="FILE", help="What people decided: JSONL of the studio's export 'reviews'.")
    ] = None,
    no_text: Annotated[bool, typer.Option("--no-text", help="Keep every value, name and id out.")] = False,
    force: Force = False,
) -> None:
    """Join audits, linkage and decisions of one release into one file that can be printed and signed.

    Example: gyges dossier runs/audit --recipient "Clinic B" --purpose research --until 2027-05-31 -o dossier
    """
    asked = DossierAsked(recipient=_said("recipient", recipient), purpose=_said("purpose", purpose), until=_day(until))
    made = [_run(path, load_results(path)) for path in runs]
    made += [_run(path, _load_link(path)) for path in links or ()]
    _require_one_release(made)
    decided = list(_decisions(decisions)) if decisions else []
    for name in (PAGE, FILE):
        require_free(out / name, force=force)
    now = datetime.now(UTC).date().isoformat()
    done = make_dossier(made, asked, decided, made=now, show_text=not no_text)
    page = render_dossier(done)
    out.mkdir(parents=True, exist_ok=True)
    write_json(done, out / FILE, force=True)
    write_page(out / PAGE, page)
    for one in done.criteria:
        say(f"{one.name}: {'not tested, ' + one.not_tested if one.not_tested else f'{len(one.tests)} tests'}.")
    say(f"Wrote {out / PAGE} and {out / FILE}. It is not a certification, and nobody has signed it yet.")


def _said(name: str, words: str) -> str:
    if not words.strip():
        raise ConfigError(f"--{name} is empty", "a dossier is for one recipient and one purpose: name them")
    return words.strip()


def _day(text: str) -> str:
    try:
        day = date.fromisoformat(text)
    except ValueError as error:
        raise ConfigError(f"'{text}' is no date", "write it as 2027-05-31") from error
    if day <= datetime.now(UTC).date():
        raise ConfigError(f"{text} is not in the future", "name the day on which this is to be assessed again")
    return day.isoformat()


def _run(path: Path, results: Results | LinkResults) -> DossierRun:
    """Return a run with the day on which it was begun, and how long its results took, if its folder says that."""
    ((name, file),) = results_files(path).items()
    try:
        began = datetime.fromisoformat(loads((file.parent / "plan.json").read_bytes())["created"])
        hours = (file.stat().st_mtime - began.timestamp()) / 3600
    except (OSError, ValueError, KeyError, TypeError):
        return DossierRun(name, results)
    return DossierRun(name, results, began.date().isoformat(), max(hours, 0.0))


def _load_link(path: Path) -> LinkResults:
    ((_, file),) = results_files(path).items()
    try:
        return LinkResults.model_validate_json(file.read_bytes())
    except (OSError, ValidationError) as error:
        raise InputError(f"{file} holds no attack by linkage", "name a run of gyges link") from error


def _require_one_release(runs: Sequence[DossierRun]) -> None:
    """Refuse runs that are about other texts, or about originals: the file would speak for none of them."""
    for run in runs:
        if isinstance(run.results, Results) and run.results.anonymizer is None:
            raise InputError(f"{run.name} audited originals", "name an audit of the release")
    told = {run.name: run.results.released.sha256 for run in runs if run.results.released is not None}
    if len({*told.values()}) > 1:
        raise InputError(f"{' and '.join(told)} are about different texts", "audit and link the same release")


def _decisions(file: Path) -> Iterator[dict[str, JsonValue]]:
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
        rows = [loads(line) for line in lines if line.strip()]
    except (OSError, UnicodeDecodeError, JSONDecodeError) as error:
        raise InputError(f"{file} cannot be read ({error})", "name the studio's export 'reviews'") from error
    for row in rows:
        if not isinstance(row, dict) or not {"at", "who", "what"} <= row.keys():
            raise InputError(f"{file} has a row without at, who and what", "name the studio's export 'reviews'")
        yield row
