"""Reports that may be published: figures alone, and no name of a file of the user's."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from gyges.corpus import atomic_file
from gyges.records import Release
from gyges.reports import AuditView, render_link, render_markdown
from gyges.runs import PUBLIC, Audit
from gyges.scoring import Results
from gyges.scoring.semantic import LinkResults

__all__ = ["without_places", "write_public_audit", "write_public_link", "write_public_pages"]

_PLACE = re.compile(r"\b(gguf|paraphrase|prompt|recorded|tagger):(?:[^+;|]*[/\\])?")
_UNKNOWN = "unknown"  # the method of releases that name none
_PEOPLE: Mapping[str, bool | set[str]] = {
    "subjects": True,
    "strangers": True,
    "combination": {"people"},
    "anonymity": {"people"},
    "known": {"people"},
}
"""What results say of one person after the other."""
_READINGS = re.compile(r"\brecorded:[^+;|]*")


def without_places(value: Any) -> Any:
    """Return what JSON holds without the folders of weights and instructions, and without the files of readings.

    Example:
        >>> without_places({"attacker": "rules+gguf:/home/ana/qwen.gguf+recorded:ana.jsonl"})
        {'attacker': 'rules+gguf:qwen.gguf+recorded'}
    """
    if isinstance(value, str):
        return _READINGS.sub("recorded", _PLACE.sub(r"\1:", value))
    if isinstance(value, Mapping):
        return {without_places(name): without_places(inner) for name, inner in value.items()}
    return [without_places(inner) for inner in value] if isinstance(value, list | tuple) else value


def write_public_audit(audits: Sequence[Audit], releases: Mapping[str, Mapping[str, Release]], folder: Path) -> None:
    """Write the figures of audits for others to read."""
    names = _public_names([audit.name for audit in audits], releases)
    views = [AuditView(name, _public(audit.results, name)) for name, audit in zip(names, audits, strict=True)]
    write_public_pages(folder, {"report.md": render_markdown(views)})


def write_public_link(released: Mapping[str, Release], results: LinkResults, folder: Path) -> None:
    """Write the figures of a linkage attack for others to read."""
    methods = {release.method for release in released.values()} - {_UNKNOWN}
    name = without_places(methods.pop()) if len(methods) == 1 else "release"
    shown = LinkResults.model_validate(without_places(results.model_dump(mode="json")))
    write_public_pages(folder, {"report.html": render_link(name, shown, show_text=False)})


def write_public_pages(folder: Path, pages: Mapping[str, str]) -> None:
    """Write pages into ``public/`` of a run folder."""
    for name, text in pages.items():
        with atomic_file(folder / PUBLIC / name, force=True, private=True) as stream:
            stream.write(text.encode("utf-8"))


def _public(results: Results, name: str) -> Results:
    """Return results for a page of figures, without names of files; people are only counted there, as they are."""
    row = without_places(results.model_dump(mode="json", exclude=_PEOPLE))
    if row["anonymizer"]:
        row["anonymizer"]["name"] = name
    figures = Results.model_validate({**row, "subjects": []})
    return figures.model_copy(update={"subjects": results.subjects, "strangers": results.strangers})


def _public_names(names: Sequence[str], releases: Mapping[str, Mapping[str, Release]]) -> list[str]:
    """Return what releases are called in public: by their method, else by a number: other names are those of files."""
    made: list[str] = []
    for number, name in enumerate(names, 1):
        methods = {release.method for release in releases.get(name, {}).values()} - {_UNKNOWN}
        known = name in methods or name not in releases  # the originals themselves have a name of ours
        made.append(without_places(name) if known else f"release {number}")
    return made
