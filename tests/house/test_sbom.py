"""The parts list of a release has everything that a wheel brings along, and nothing else."""

import json
import runpy
from pathlib import Path
from typing import Any

import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

TOOL = runpy.run_path(str(Path(__file__).parents[2] / "tools" / "sbom.py"))
INSTALLED = {
    "gyges 1.2": ["Core_Lib>=1", "typed[fast]", "docs ; extra == 'dev'", "winonly ; sys_platform == 'nowhere'"],
    "core-lib 2.0": ["leaf"],
    "typed 3.1": ["leaf<9", "quick ; extra == 'fast'"],
    "quick 0.1": ["core.lib"],
    "leaf 1.0": [],
    "pip 30": [],
}


@pytest.fixture
def installed(tmp_path: Path) -> tuple[Path, Path]:
    for package, needs in INSTALLED.items():
        name, version = package.split()
        place = tmp_path / f"{name.replace('-', '_')}-{version}.dist-info"
        place.mkdir()
        lines = ["Metadata-Version: 2.4", f"Name: {name}", f"Version: {version}"]
        lines += (
            ["License-Expression: MIT"] if name == "leaf" else ["Classifier: License :: OSI Approved :: BSD License"]
        )
        (place / "METADATA").write_text("\n".join(lines + [f"Requires-Dist: {need}" for need in needs]) + "\n")
    wheel = tmp_path / "gyges-1.2-py3-none-any.whl"
    wheel.write_bytes(b"a wheel")
    return tmp_path, wheel


def _bill(installed: tuple[Path, Path]) -> dict[str, Any]:
    bill: dict[str, Any] = TOOL["bill_of"](*installed)
    return bill


def test_it_names_what_the_wheel_needs_through_and_through_and_not_what_else_is_there(
    installed: tuple[Path, Path],
) -> None:
    bill = _bill(installed)
    assert [part["name"] for part in bill["components"]] == ["core-lib", "leaf", "quick", "typed"]
    needs = {row["ref"]: row["dependsOn"] for row in bill["dependencies"]}
    assert needs["pkg:pypi/gyges@1.2"] == ["pkg:pypi/core-lib@2.0", "pkg:pypi/typed@3.1"]
    assert needs["pkg:pypi/typed@3.1"] == ["pkg:pypi/leaf@1.0", "pkg:pypi/quick@0.1"]
    assert needs["pkg:pypi/leaf@1.0"] == []
    refs = {part["bom-ref"] for part in (bill["metadata"]["component"], *bill["components"])}
    assert refs == needs.keys()


def test_a_list_with_a_hole_is_refused(installed: tuple[Path, Path]) -> None:
    (installed[0] / "leaf-1.0.dist-info" / "METADATA").unlink()
    (installed[0] / "leaf-1.0.dist-info").rmdir()
    with pytest.raises(SystemExit, match="leaf is needed and not installed"):
        _bill(installed)


def _against_schema(bill: dict[str, Any]) -> str:
    """Return what the schema of CycloneDX says against a list; empty if nothing."""
    return str(JsonStrictValidator(SchemaVersion.V1_6).validate_str(json.dumps(bill)) or "")


def test_it_is_valid_by_the_official_schema(installed: tuple[Path, Path]) -> None:
    bill = _bill(installed)
    assert _against_schema(bill) == ""
    bill["components"][0]["licenses"] += [{"expression": "MIT"}]  # an expression stands alone
    assert _against_schema(bill)
    assert _against_schema(_bill(installed) | {"serialNumber": "1"})
