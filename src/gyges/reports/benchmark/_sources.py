"""Which published results stand in a report."""

from gyges.reports.benchmark._link_tables import link_tables
from gyges.reports.benchmark._published import LINK_SOURCE
from gyges.reports.benchmark._schema import BenchmarkFile
from gyges.reports.benchmark._tables import main_table, published_tables

__all__ = ["used_sources"]


def used_sources(file: BenchmarkFile) -> frozenset[str]:
    """Return the sources of all published rows of a report; none where every figure is ours."""
    found = {source for source, _, _ in published_tables(file)} | {one.partition("-")[0] for one in file.tables}
    for dataset in file.datasets:
        mains = [main_table(file, dataset, attacker) for attacker in dataset.attackers]
        if any(block.kind == "published" for table in mains for block in table.blocks):
            found.add("spia")
        if any(block.kind == "published" for table in link_tables(file, dataset) for block in table.blocks):
            found.add(LINK_SOURCE)
    return frozenset(found)
