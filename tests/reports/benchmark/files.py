"""Benchmarks made by hand, for tests of reports."""

from gyges.reports.benchmark import BenchmarkFile
from reports import samples

NASTY = "<script>alert(1)</script> | *x* \u202e"


def cell(label: str, cpr: float, utility: float, *, attacker: str = "rules", **more: object) -> dict[str, object]:
    results = samples.results(samples.MASKED_PEOPLE, cpr, method=label)
    changed = results.model_copy(
        update={
            "subjects": [],
            "utility": {"rouge_l": samples.rate(utility, 4, 0.04)},
            "coverage": results.coverage.model_copy(update={"failed": []}),
        }
    )
    row: dict[str, object] = {
        "dataset": "own",
        "label": label,
        "title": label,
        "method": label.split(" ")[0],
        "model": None,
        "seed": None,
        "attacker": attacker,
        "worst_person": samples.rate(cpr / 2, 4).model_dump(),
        "cost": {"calls": 0, "cached_calls": 0, "input_tokens": 0, "output_tokens": 0, "usd": 0.0},
        "results_file": "audits/own/x/results.json",
        "releases_file": "anonymize/own/x/releases.jsonl",
        "results": changed.model_dump(mode="json"),
    }
    return {**row, **more}


def benchmark(*cells: dict[str, object], reference: str = "own", **more: object) -> BenchmarkFile:
    attackers = list(dict.fromkeys(str(one["attacker"]) for one in cells)) or ["rules"]
    counts = {"documents": 4, "annotated": 4, "marked": 4, "people": 8, "facts": 24, "characters": 900}
    dataset = {"name": "own", "attackers": attackers, "reference": reference, **counts}
    file: dict[str, object] = {"gyges": "0", "name": "test", "profile": "strict", "datasets": [dataset]}
    return BenchmarkFile.model_validate({**file, "cells": list(cells), **more})


def usual(**more: object) -> BenchmarkFile:
    return benchmark(
        *(cell("none", 0.1, 1.0), cell("mask", 0.4, 0.8), cell("worse", 0.35, 0.7), cell("subjectwise", 0.9, 0.75)),
        cell("remove-all", 1.0, 0.0),
        **more,  # type: ignore[arg-type]
    )
