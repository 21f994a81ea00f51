"""An attack by linkage as ``benchmark.json`` holds it: figures only, no texts, claims or ids."""

from collections import Counter
from dataclasses import asdict

from gyges.records import JsonValue
from gyges.runs.benchmark._links import LinkedCell
from gyges.scoring.semantic import LinkCoverage

__all__ = ["link_json"]

_FIGURES = {"linkage", "semantic", "lexical", "controls", "categories", "utility", "sets"}
_COUNTED = ("unusable", "short", "failed", "unreleased", "extra", "blank")


def link_json(one: LinkedCell) -> JsonValue:
    """Return the figures of one attack on the releases of one method."""
    return {
        "dataset": one.dataset,
        "label": one.label,
        "title": one.without_seed,
        "method": one.method,
        "model": one.model,
        "seed": one.seed,
        "paired": one.paired,
        "setting": asdict(one.setting),
        "results_file": one.results_file,
        "coverage": _counts(one.results.coverage),
        **one.results.model_dump(mode="json", include=_FIGURES),
    }


def _counts(coverage: LinkCoverage) -> dict[str, JsonValue]:
    whole = {name: getattr(coverage, name) for name in ("originals", "records", "attacked")}
    return {**whole, **Counter({name: len(getattr(coverage, name)) for name in _COUNTED})}
