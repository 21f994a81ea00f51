"""Writes the parts list of a release (SBOM, CycloneDX 1.6, JSON): a wheel and all that was installed because of it.

Usage: python tools/sbom.py SITE_PACKAGES WHEEL > FILE. Needs 'packaging'. The same input gives the same bytes.
"""

import hashlib
import json
import sys
import uuid
from collections.abc import Iterator
from importlib.metadata import Distribution, distributions
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

_NAMESPACE = uuid.UUID("6ba7b811-9dad-11d1-80b4-00c04fd430c8")  # of addresses, RFC 9562
_LONGEST_NAME = 64  # letters; some packages put their whole licence where its name belongs
_CLASSIFIER = "License :: "


def main() -> None:
    """Write the list to standard output."""
    site, wheel = map(Path, sys.argv[1:])
    sys.stdout.write(json.dumps(bill_of(site, wheel), indent=2) + "\n")


def bill_of(site: Path, wheel: Path) -> dict[str, Any]:
    """Return the parts list of a wheel that is installed in a folder of packages.

    Raises:
        SystemExit: Something that the wheel needs is not installed: the list would have a hole.
    """
    there: dict[str, Distribution] = {canonicalize_name(one.name): one for one in distributions(path=[str(site)])}
    root = canonicalize_name(wheel.name.split("-")[0])
    needs = _closure(root, there)
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(_NAMESPACE, digest)}",
        "version": 1,
        "metadata": {  # without a time: the same wheel gives the same list
            "component": _part(there[root]) | {"hashes": [{"alg": "SHA-256", "content": digest}]},
        },
        "components": [_part(there[name]) for name in sorted(needs) if name != root],
        "dependencies": [
            {"ref": _purl(there[name]), "dependsOn": sorted(_purl(there[one]) for one in needs[name])}
            for name in sorted(needs)
        ],
    }


def _closure(root: str, there: dict[str, Distribution]) -> dict[str, list[str]]:
    """Return what is needed by what, from a package down, by name."""
    needs: dict[str, list[str]] = {}
    extras: dict[str, set[str]] = {root: set()}
    waiting = [root]
    while waiting:
        name = waiting.pop()
        if name not in there:
            sys.exit(f"{name} is needed and not installed")
        found = list(_requirements(there[name], extras[name]))
        needs[name] = sorted({canonicalize_name(one.name) for one in found})
        for one in found:
            other = canonicalize_name(one.name)
            if other not in extras or not one.extras <= extras[other]:
                extras[other] = extras.get(other, set()) | one.extras
                waiting.append(other)
    return needs


def _requirements(package: Distribution, extras: set[str]) -> Iterator[Requirement]:
    for line in package.requires or ():
        one = Requirement(line)
        if one.marker is None or any(one.marker.evaluate({"extra": extra}) for extra in ("", *extras)):
            yield one


def _part(package: Distribution) -> dict[str, Any]:
    purl, licences = _purl(package), _licences(package)
    part = {"type": "library", "bom-ref": purl, "name": package.name, "version": package.version, "purl": purl}
    return part | ({"licenses": licences} if licences else {})


def _purl(package: Distribution) -> str:
    return f"pkg:pypi/{canonicalize_name(package.name)}@{package.version}"


def _licences(package: Distribution) -> list[dict[str, Any]]:
    told = package.metadata
    if told["License-Expression"]:
        return [{"expression": told["License-Expression"]}]
    name = told["License"] or ""
    names = [name] if 0 < len(name) <= _LONGEST_NAME and "\n" not in name else []
    classed = [line for line in told.get_all("Classifier") or () if line.startswith(_CLASSIFIER)]
    return [{"license": {"name": one}} for one in names or [line.rpartition(" :: ")[2] for line in classed]]


if __name__ == "__main__":
    main()
