"""Build every table of ``gyges.reading`` from the packages named in README.md."""

import lzma
import sys

from tools.tables import build_jobs, build_names, build_places, sources


def _write(name: str, rows: list[str]) -> None:
    data = ("\n".join(rows) + "\n").encode("utf-8")
    if name.endswith(".xz"):
        data = lzma.compress(data, preset=9 | lzma.PRESET_EXTREME, check=lzma.CHECK_CRC32)
    (sources.TABLES / name).write_bytes(data)
    sys.stdout.write(f"{name}: {len(rows)} rows, {len(data)} bytes\n")


def main() -> None:
    """Write the tables."""
    first, last = build_names.first_names(), build_names.surnames()
    _write("first_names.tsv.xz", first)
    _write("surnames.tsv.xz", last)
    _write("words.txt.xz", build_names.common_words())
    weights = {row.split("\t")[0]: int(row.split("\t")[2]) for row in first}
    _write("job_titles.txt.xz", build_jobs.titles())
    _write("countries.tsv", build_places.countries())
    _write("regions.tsv", build_places.regions())
    _write("cities.tsv.xz", build_places.cities(weights, {row.split("\t")[0] for row in last}))


if __name__ == "__main__":
    main()
