"""``gyges doctor``: whether everything that is needed is here, and what mends what is not.

It must speak where libraries are missing, so it needs none to look at them and none to print.
"""

import json
import platform
import re
import shutil
import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from importlib import metadata
from typing import Literal, TypeAlias

from gyges._version import __version__
from gyges.cli import EXIT_FAILED
from gyges.cli._options import ToJson
from gyges.cli._saying import one_line

_MARKS = {"ok": "ok", "absent": "-", "warning": "LOOK", "broken": "BROKEN"}
_WIDEST, _NARROWEST = 120, 60  # letters of a line
_WHAT, _STATE = 22, 8  # letters of the first two columns
_PACKAGE = "gyges"
_FOR_DEVELOPERS = "dev"
_REQUIREMENT = re.compile(
    r"(?P<name>[\w.-]+)(?:\[[^]]*\])?(?P<versions>[^;]*)(?:;.*extra == ['\"](?P<extra>[\w-]+)['\"])?"
)
_BOUND = re.compile(r"(>=|<)\s*([\d.]+)")

State: TypeAlias = Literal["ok", "absent", "warning", "broken"]
"""Absent: not there and not needed. Warning: works, but look at it. Broken: something that is needed does not work."""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at."""

    what: str  # its name
    state: State  # how it is
    found: str  # what was found, in a few words
    mend: str = ""  # the one line that mends it, or brings what is not there; empty where there is nothing to do


def doctor(to: ToJson) -> int:
    """Look over this installation: Python, libraries, extras, weights, models, cache, disk, permissions.

    Nothing is sent or fetched. Exit 1 when something that is needed is broken; an extra that is not there is not.

    Example: gyges doctor
    """
    found = _checks()
    result = {"ok": _is_well(found), "version": __version__, "checks": [asdict(check) for check in found]}
    if str(to.json) == "-":  # libraries that write files may be what is missing
        sys.stdout.write(json.dumps(result, ensure_ascii=False, indent=2) + "\n")
    elif not to.write(result):
        _print(found)
    return 0 if _is_well(found) else EXIT_FAILED


def _checks() -> list[Check]:
    """Look at everything; without the libraries of the core, at nothing that needs them."""
    here = f"Python {platform.python_version()}, {platform.system()} {platform.machine()}, {sys.executable}"
    found = [Check("gyges", "ok", f"{__version__}, {here}"), *_package_checks()]
    if not _is_well(found):
        return found
    from gyges.cli._health import file_checks, model_checks

    return [*found, *model_checks(), *file_checks()]


def _is_well(found: Sequence[Check]) -> bool:
    """Tell whether everything that is needed works."""
    return not any(check.state == "broken" for check in found)


def _print(found: Sequence[Check]) -> None:
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
    lines += ["", "Everything that is needed is here." if _is_well(found) else "What is marked BROKEN must be mended."]
    sys.stdout.write("\n".join(lines) + "\n")


def _folded(start: str, words: str, width: int) -> list[str]:
    return textwrap.wrap(
        one_line(words),
        width,
        initial_indent=start,
        subsequent_indent=" " * len(start),
        break_long_words=False,
        break_on_hyphens=False,
    )


@dataclass(frozen=True, slots=True)
class Requirement:
    """A library that Gyges, or one of its extras, needs."""

    name: str
    versions: str
    extra: str = ""

    def trouble(self) -> str:
        """Return what is wrong with it; empty if it is there in a version that fits."""
        try:
            found = metadata.version(self.name)
        except metadata.PackageNotFoundError:
            return f"{self.name} is not installed"
        return "" if _fits(found, self.versions) else f"{self.name} is {found}, needed is {self.versions}"


def _requirements(lines: Iterable[str]) -> Iterator[Requirement]:
    """Read requirements as the metadata of a package writes them."""
    for line in lines:
        match = _REQUIREMENT.match(line)
        if match:
            yield Requirement(match["name"], match["versions"].strip(), match["extra"] or "")


def _package_checks() -> list[Check]:
    """Look at the libraries of the core, which must be there, and of the extras, which need not."""
    try:
        listed = list(_requirements(metadata.requires(_PACKAGE) or ()))
    except metadata.PackageNotFoundError:
        return [Check("libraries", "broken", "gyges is not installed as a package", f"{_pip()} install gyges")]
    core = [one for one in listed if not one.extra]
    return [_core(core), *_extras([one for one in listed if one.extra not in ("", _FOR_DEVELOPERS)])]


def _core(core: list[Requirement]) -> Check:
    wrong = list(filter(None, (one.trouble() for one in core)))
    if wrong:
        named = " ".join(f"'{one.name}{one.versions}'" for one in core if one.trouble())
        return Check("libraries", "broken", "; ".join(wrong), f"{_pip()} install {named}")
    return Check("libraries", "ok", f"all {len(core)} that are needed")


def _extras(listed: list[Requirement]) -> Iterator[Check]:
    names = sorted({one.extra for one in listed})
    wrong = {name: [why for one in listed if one.extra == name and (why := one.trouble())] for name in names}
    there = [name for name in names if not wrong[name]]
    missing = [name for name in names if wrong[name]]
    if there:
        yield Check("extras", "ok", ", ".join(there))
    if missing:
        yield Check("extras not there", "absent", ", ".join(missing), f"{_pip()} install 'gyges[{','.join(missing)}]'")
    old = [why for name in missing for why in wrong[name] if "needed is" in why]
    if old:
        yield Check(
            "extras too old", "warning", "; ".join(dict.fromkeys(old)), f"{_pip()} install --upgrade 'gyges[NAME]'"
        )


def _pip() -> str:
    """Return the pip of this very Python, whatever is first on the path."""
    return f"{sys.executable} -m pip"


def _fits(version: str, bounds: str) -> bool:
    found = _numbers(version)
    for sign, bound in _BOUND.findall(bounds):
        wanted = _numbers(bound)
        if (sign == ">=" and found < wanted) or (sign == "<" and found >= wanted):
            return False
    return True


def _numbers(version: str) -> tuple[int, ...]:
    """Return the release of a version without zeros at its end; letters behind it are let be."""
    numbers = [int(part) for part in re.findall(r"\d+", re.split(r"[^\d.]", version)[0])]
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers)
