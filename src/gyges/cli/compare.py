"""``gyges compare``: two audits of the same documents, pair by pair."""

from pathlib import Path
from typing import Annotated

import typer

from gyges.cli._options import Force, JsonOutput


def compare(
    first: Annotated[
        Path, typer.Argument(help="results.json or folder of the first audit; of several releases, FOLDER/NAME.")
    ],
    second: Annotated[Path, typer.Argument(help="The same of the second audit.")],
    fail_on_regression: Annotated[bool, typer.Option(help="Exit 1 if somebody is protected less.")] = False,
    json: JsonOutput = None,
    force: Force = False,
) -> None:
    """Compare two audits: what the second protects better or worse, with paired intervals, person by person.

    Example: gyges compare runs/masked runs/rewritten
    """
    from gyges.cli._comparing import print_comparison
    from gyges.cli._model_flags import notice
    from gyges.cli._output import say, write_json
    from gyges.cli._printable import printable
    from gyges.runs import compare_results
    from gyges.scoring import load_results

    made = compare_results(load_results(first), load_results(second))
    if json is not None:
        told = {"differences": list(made.differences), **made.compared.to_json(), "strong": made.strong.to_json()}
        write_json(told, json, force=force)
        for warning in made.warnings:
            notice(warning)
    else:
        for warning in made.warnings:  # first, so that no figure is read without it
            say(printable(f"gyges: {warning}"))
        print_comparison(made.compared, made.strong)
    raise typer.Exit(1 if fail_on_regression and made.compared.regressions else 0)
