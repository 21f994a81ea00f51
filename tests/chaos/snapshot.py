"""What a run folder holds, without what may differ between two runs that are equal."""

import json
import zlib
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

_FIGURES = ("cpr", "ipr", "aac", "weighted_cpr", "protected_people", "worst_subject")
_MAY_DIFFER = "cost"
"""What a run asked of models: one that goes on asks less, one whose endpoint fails asks more."""


@dataclass(frozen=True)
class Snapshot:
    """The results in a run folder."""

    units: dict[str, Any] = field(default_factory=dict)
    twice: tuple[str, ...] = ()
    results: Any = None
    released: dict[str, str] = field(default_factory=dict)
    published: tuple[str, ...] = ()
    pages: tuple[str, ...] = ()
    strangers: tuple[str, ...] = ()

    @property
    def figures(self) -> dict[str, float]:
        """The figures of protection."""
        metrics = (self.results or {}).get("metrics", {})
        return {name: metrics[name]["value"] for name in _FIGURES if metrics.get(name)}


def snapshot(run: Path) -> Snapshot:
    """Read a run folder, whatever state it is in."""
    done, twice = _units(run / "journal")
    releases = _lines(run / "releases.jsonl")
    beside = run.parent.rglob("*")
    return Snapshot(
        units=done,
        twice=twice,
        results=_json(run / "results.json"),
        released={row["id"]: row["text"] for row in releases if "failed" not in row["trace"]},
        published=tuple(sorted(row["text"] for row in _lines(run / "public" / "public.jsonl"))),
        pages=tuple(sorted(str(page.relative_to(run)) for page in run.rglob("*.html") if _is_whole(page))),
        strangers=tuple(sorted(one.name for one in beside if one.name.endswith((".draft", ".part", ".tmp")))),
    )


def _units(path: Path) -> tuple[dict[str, Any], tuple[str, ...]]:
    done: dict[str, Any] = {}
    count: Counter[str] = Counter()
    for line in path.read_bytes().splitlines() if path.exists() else ():
        crc, _, body = line.partition(b" ")
        key, _, payload = body.partition(b" ")
        if crc == b"%08x" % zlib.crc32(body):
            row = json.loads(payload)
            if row["status"] == "done":
                done[key.decode()] = _without_cost(row["value"])
                count[key.decode()] += 1
    return done, tuple(sorted(key for key, times in count.items() if times > 1))


def _json(path: Path) -> Any:
    return _without_cost(json.loads(path.read_text("utf-8"))) if path.exists() else None


def _without_cost(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _without_cost(inner) for name, inner in value.items() if name != _MAY_DIFFER}
    return [_without_cost(inner) for inner in value] if isinstance(value, list) else value


def _lines(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.exists() else []


def _is_whole(page: Path) -> bool:
    return page.read_text("utf-8").rstrip().endswith("</html>")
