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
    from gyges.cli._model_flags import notice
    from gyges.cli._output import print_table, say, write_json
    from gyges.cli._printable import printable
    from gyges.reports import percent
    from gyges.scoring import check_profile, check_same_terms, compare_audits, load_results, scored_from_results

    one, two = load_results(first), load_results(second)
    differences = check_same_terms(one, two)
    warning = f"gyges: the audits differ in more than their releases: {'; '.join(differences)}" if differences else ""
    compared = compare_audits(scored_from_results(one), scored_from_results(two), profile=check_profile(one.profile))
    if json is not None:
        write_json({"differences": list(differences), **compared.to_json()}, json, force=force)
        if warning:
            notice(warning.removeprefix("gyges: "))
    else:
        if warning:  # first, so that no figure is read without it
            say(printable(warning))
        figures = ("cpr", "ipr", "improved", "worsened")
        rows = [(name, str(rate := getattr(compared, name)), f"{rate.denominator:,.0f}") for name in figures]
        print_table("Second against first", ("figure", "difference or share", "of"), rows)
        worse = [(p.document, p.description, percent(p.before), percent(p.after)) for p in compared.regressions[:20]]
        print_table("Protected less now", ("document", "person", "before", "after"), worse)
        say(f"{len(compared.regressions)} people protected less, {compared.unpaired_facts} facts without a pair.")
    raise typer.Exit(1 if fail_on_regression and compared.regressions else 0)
