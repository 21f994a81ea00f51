"""``gyges doctor``: whether everything that is needed is here, and what mends what is not."""

import typer

from gyges.cli._options import Force, JsonOutput


def doctor(json: JsonOutput = None, force: Force = False) -> None:
    """Look over this installation: Python, libraries, extras, weights, models, cache, disk, permissions.

    Nothing is sent or fetched. Exit 1 when something that is needed is broken; an extra that is not there is not.

    Example: gyges doctor
    """
    from gyges.cli._doctoring import checks, is_well, tell, tell_machines

    found = checks()
    if json is not None:
        tell_machines(found, json, force=force)
    else:
        tell(found)
    raise typer.Exit(0 if is_well(found) else 1)
