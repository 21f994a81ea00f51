"""How much faster are two workers of a Ray cluster than one on the audit by rules, and do they find the same?

Run: python benchmarks/ray_scale.py                       (2,000 documents; one worker, then two, on two "machines")
     python benchmarks/ray_scale.py --workers 1 2 4 8 --address 10.0.0.5:6379

Exit 1 when results differ. Timed is the audit alone: workers are up, tables are loaded, invented documents and their
masked releases are there. The last column says how busy the process that hands out is: where it comes near 100 %, more
workers do not help. Two workers and that process need more than two cores to show twice the speed.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path

import anyio

from gyges.anonymizers import Tools
from gyges.factory import make_documents
from gyges.models import ModelPool
from gyges.records import Document, Release
from gyges.runs import AnonymizeOptions, AuditOptions, anonymize_corpus, audit_corpus
from gyges.runs.cluster import RayCluster
from gyges.runs.workers import Crew

_STORE = 80 * 2**20
"""Bytes of shared memory for each machine; Ray takes no fewer than 75 MB."""


@dataclass(frozen=True, slots=True)
class OpenCluster:
    """Workers that are there already, so that their start is not timed."""

    there: Crew

    @asynccontextmanager
    async def crew(self) -> AsyncIterator[Crew]:
        """Lend them."""
        yield self.there


@contextmanager
def two_machines() -> Iterator[str]:
    """Have a cluster of two machines with a CPU each on this one; yield its address."""
    from ray.cluster_utils import Cluster

    cluster = Cluster(True, head_node_args={"num_cpus": 1, "include_dashboard": False, "object_store_memory": _STORE})
    try:
        cluster.add_node(num_cpus=1, object_store_memory=_STORE)
        yield cluster.address
    finally:
        cluster.shutdown()


async def audited(
    documents: Sequence[Document], releases: Mapping[str, Release], folder: Path, jobs: OpenCluster | int
) -> tuple[str, float, float]:
    """Audit; return the results, seconds on the wall and seconds of computing in this process."""
    async with ModelPool() as pool:
        wall, cpu = time.perf_counter(), time.process_time()
        (audit,) = await audit_corpus(documents, {"mask": releases}, folder, pool, options=AuditOptions(), jobs=jobs)
        return audit.results.model_dump_json(), time.perf_counter() - wall, time.process_time() - cpu


async def measure(count: int, workers: Sequence[int], address: str, folder: Path) -> bool:
    """Print how long audits take; return whether all found the same."""
    documents = tuple(make_documents(count, seed=7))
    async with ModelPool() as pool, RayCluster(address).crew() as crew:
        options = AnonymizeOptions("mask", jobs=OpenCluster(crew))
        made = await anonymize_corpus(documents, folder / "made", Tools(pool), options)
        releases = dict(made.releases)
    found, first = [], 0.0
    for number in workers:
        async with RayCluster(address, number).crew() as crew:
            while crew.ready < number:
                await anyio.sleep(0.1)
            few = {document.id: releases[document.id] for document in documents[:50]}
            await audited(documents[:50], few, folder / f"warm-{number}", OpenCluster(crew))
            results, wall, cpu = await audited(documents, releases, folder / f"audit-{number}", OpenCluster(crew))
        first = first or wall
        found.append(results)
        print(
            f"{number:3} workers: {count / wall:7.1f} documents/s ({wall:.1f} s), "
            f"{first / wall:.2f}x, hands out {cpu / wall:.0%} of the time",
            flush=True,
        )
    same = len(set(found)) == 1
    print("the same results" if same else "DIFFERENT results")
    return same


def main() -> int:
    """Measure what was asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, default=2000)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--address", help="a cluster that is there; two machines on this one if not given")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if asked.address:
            return 0 if anyio.run(measure, asked.documents, asked.workers, asked.address, Path(folder)) else 1
        with two_machines() as address:
            return 0 if anyio.run(measure, asked.documents, asked.workers, address, Path(folder)) else 1


if __name__ == "__main__":
    sys.exit(main())
