"""What ``gyges doctor`` looks at, and how it says it: one line a thing, and the line that mends it.

It must speak where libraries are missing, so it needs none to look at them and none to print.
"""

import json
import platform
import shutil
import sys
import textwrap
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from gyges._version import __version__
from gyges.cli._health import Check
from gyges.cli._health_packages import package_checks
from gyges.cli._printable import one_line

if TYPE_CHECKING:
    from gyges.corpus import Place

__all__ = ["checks", "is_well", "tell", "tell_machines"]

_MARKS = {"ok": "ok", "absent": "-", "warning": "LOOK", "broken": "BROKEN"}
_WIDEST, _NARROWEST = 120, 60  # letters of a line
_WHAT, _STATE = 22, 8  # letters of the first two columns


def checks() -> list[Check]:
    """Look at everything; without the libraries of the core, at nothing that needs them."""
    here = f"Python {platform.python_version()}, {platform.system()} {platform.machine()}, {sys.executable}"
    found = [Check("gyges", "ok", f"{__version__}, {here}"), *package_checks()]
    if not is_well(found):
        return found
    from gyges.cli._health_files import file_checks
    from gyges.cli._health_models import model_checks

    return [*found, *model_checks(), *file_checks()]


def is_well(found: Sequence[Check]) -> bool:
    """Tell whether everything that is needed works."""
    return not any(check.state == "broken" for check in found)


def tell(found: Sequence[Check]) -> None:
    """Print what was found on one screen, and below it what to do."""
    width = min(max(shutil.get_terminal_size().columns, _NARROWEST), _WIDEST)
    lines = []
    for check in found:
        start = f"{check.what:<{_WHAT}}{_MARKS[check.state]:<{_STATE}}"
        lines += _folded(start, check.found, width)
    mends = [(check.what, check.mend) for check in found if check.mend]
    if mends:
        lines += ["", "What to do, where you want it:"]
    for what, mend in mends:
        lines.append(f"  {what}: {one_line(mend)}")  # never folded, so that it can be pasted
    lines += ["", "Everything that is needed is here." if is_well(found) else "What is marked BROKEN must be mended."]
    sys.stdout.write("\n".join(lines) + "\n")


def tell_machines(found: Sequence[Check], path: "Place", *, force: bool) -> None:
    """Write the same as JSON to a file, or to standard output for ``-``."""
    result = {"ok": is_well(found), "version": __version__, "checks": [asdict(check) for check in found]}
    if str(path) == "-":
        sys.stdout.write(json.dumps(result, ensure_ascii=False, indent=2) + "\n")
        return
    from gyges.cli._output import write_json

    write_json(result, path, force=force)


def _folded(start: str, words: str, width: int) -> list[str]:
    return textwrap.wrap(
        one_line(words),
        width,
        initial_indent=start,
        subsequent_indent=" " * len(start),
        break_long_words=False,
        break_on_hyphens=False,
    )
