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
    from gyges.cli._comparing import print_comparison, strong_comparison, warnings_of
    from gyges.cli._model_flags import notice
    from gyges.cli._output import say, write_json
    from gyges.cli._printable import printable
    from gyges.scoring import check_profile, check_same_terms, compare_audits, load_results, scored_from_results

    one, two = load_results(first), load_results(second)
    differences, strong = check_same_terms(one, two), strong_comparison(one, two)
    compared = compare_audits(scored_from_results(one), scored_from_results(two), profile=check_profile(one.profile))
    warnings = warnings_of(differences, strong)
    if json is not None:
        made = {"differences": list(differences), **compared.to_json(), "strong": strong.to_json()}
        write_json(made, json, force=force)
        for warning in warnings:
            notice(warning)
    else:
        for warning in warnings:  # first, so that no figure is read without it
            say(printable(f"gyges: {warning}"))
        print_comparison(compared, strong)
    raise typer.Exit(1 if fail_on_regression and compared.regressions else 0)
