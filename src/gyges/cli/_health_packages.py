"""Libraries and extras, as the installed package itself names them."""

import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import metadata

from gyges.cli._health import Check

__all__ = ["Requirement", "package_checks", "requirements"]

_PACKAGE = "gyges"
_FOR_DEVELOPERS = "dev"
_REQUIREMENT = re.compile(
    r"(?P<name>[\w.-]+)(?:\[[^]]*\])?(?P<versions>[^;]*)(?:;.*extra == ['\"](?P<extra>[\w-]+)['\"])?"
)
_BOUND = re.compile(r"(>=|<)\s*([\d.]+)")


@dataclass(frozen=True, slots=True)
class Requirement:
    """A library that Gyges, or one of its extras, needs."""

    name: str
    versions: str
    extra: str = ""

    def trouble(self) -> str:
        """Return what is wrong with it; empty if it is there in a version that fits.

        Example:
            >>> Requirement("no-such-library", ">=1").trouble()
            'no-such-library is not installed'
        """
        try:
            found = metadata.version(self.name)
        except metadata.PackageNotFoundError:
            return f"{self.name} is not installed"
        return "" if _fits(found, self.versions) else f"{self.name} is {found}, needed is {self.versions}"


def requirements(lines: Iterable[str]) -> Iterator[Requirement]:
    """Read requirements as the metadata of a package writes them.

    Example:
        >>> list(requirements(['gepa<0.2,>=0.1.4; extra == "tune"']))
        [Requirement(name='gepa', versions='<0.2,>=0.1.4', extra='tune')]
    """
    for line in lines:
        match = _REQUIREMENT.match(line)
        if match:
            yield Requirement(match["name"], match["versions"].strip(), match["extra"] or "")


def package_checks() -> list[Check]:
    """Look at the libraries of the core, which must be there, and of the extras, which need not."""
    try:
        listed = list(requirements(metadata.requires(_PACKAGE) or ()))
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
