"""The public benchmarks by name: what they are, where they come from, and how their rows become documents.

A benchmark of your own is a `Benchmark` named in the entry-point group ``gyges.benchmarks``; its `shape` may be a
function that turns a `SourceRow` into a row of Gyges' own keys.
"""

from gyges.corpus._benchmarks._fetch import fetch_benchmark
from gyges.corpus._benchmarks._load import load_benchmark, local_files
from gyges.corpus._benchmarks._registry import Benchmark, PublishedFile, SourceRow, benchmark, benchmarks

__all__ = [
    "Benchmark",
    "PublishedFile",
    "SourceRow",
    "benchmark",
    "benchmarks",
    "fetch_benchmark",
    "load_benchmark",
    "local_files",
]
