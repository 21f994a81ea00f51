"""Build every table of ``gyges.reading`` from the packages named in README.md."""

import lzma
import sys

from tools.tables import build_english, build_jobs, build_names, build_ordinary, build_places, build_vocabulary, sources


def _write(name: str, rows: list[str]) -> None:
    data = ("\n".join(rows) + "\n").encode("utf-8")
    if name.endswith(".xz"):
        data = lzma.compress(data, preset=9 | lzma.PRESET_EXTREME, check=lzma.CHECK_CRC32)
    (sources.TABLES / name).write_bytes(data)
    sys.stdout.write(f"{name}: {len(rows)} rows, {len(data)} bytes\n")


def _places(lands: list[str], regions: list[str], cities: list[str]) -> set[str]:
    """Return the folded names of all places, of their people and of their languages."""
    cells = [cell for row in lands for cell in row.split("\t")[1:5]]
    cells += [cell for row in regions for cell in row.split("\t")[1:3]]
    words = {sources.fold(name) for cell in cells for name in cell.split(";")}
    return words | {row.split("\t")[0] for row in cities}


def main() -> None:
    """Write the tables."""
    english = build_english.english_table(
        sources.package("lemminflect") / "resources" / "lemma_lu.csv.gz",
        sources.package("textblob") / "en" / "en-lexicon.txt",
    )
    (sources.TABLES / "english.tsv.gz").write_bytes(english)
    first, last = build_names.first_names(), build_names.surnames()
    _write("first_names.tsv.xz", first)
    _write("surnames.tsv.xz", last)
    _write("words.tsv.xz", build_names.common_words())
    weights = {row.split("\t")[0]: int(row.split("\t")[2]) for row in first}
    _write("languages/de/ordinary.tsv.xz", build_ordinary.german_words())
    _write("languages/es/ordinary.tsv.xz", build_ordinary.spanish_words())
    _write("job_titles.tsv.xz", build_jobs.titles())
    lands, regions = build_places.countries(), build_places.regions()
    cities = build_places.cities(weights, {row.split("\t")[0] for row in last})
    _write("countries.tsv", lands)
    _write("regions.tsv", regions)
    _write("cities.tsv.xz", cities)
    surnames = {row.split("\t")[0] for row in last}
    _write("vocabulary.tsv.xz", build_vocabulary.vocabulary({*weights, *surnames}, _places(lands, regions, cities)))


if __name__ == "__main__":
    main()
