"""Reading what the user named: originals, releases, benchmarks by name."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from gyges.cli._output import report_skipped
from gyges.corpus import SkippedRows, benchmarks, bundled_corpus, load_benchmark, read_documents, read_releases
from gyges.errors import ConfigError
from gyges.records import Document, Release

BUNDLED = "bundled"


@dataclass(frozen=True, slots=True)
class ReadFlags:
    """How the user wants files to be read."""

    text_field: str | None = None
    id_field: str | None = None
    skip_bad: bool = False

    def documents(self, source: str | None, path: Path | None = None, split: str | None = None) -> list[Document]:
        """Read a file, a folder, standard input, the bundled corpus or a benchmark by name."""
        if source is None:
            raise ConfigError("no documents were named", "name a file, a folder, 'bundled' or a benchmark")
        skipped = SkippedRows() if self.skip_bad else None
        found = [d for d in self._read(source, path, skipped) if split is None or d.meta.get("split") == split]
        if skipped is not None:
            report_skipped(skipped)
        return found

    def _read(self, source: str, path: Path | None, skipped: SkippedRows | None) -> Iterable[Document]:
        if source == BUNDLED:
            return bundled_corpus()
        if path is not None or (source in {b.name for b in benchmarks()} and not Path(source).exists()):
            return load_benchmark(source, path, skipped=skipped)
        return read_documents(source, text_field=self.text_field, id_field=self.id_field, skipped=skipped)

    def releases(self, path: Path) -> tuple[str, dict[str, Release]]:
        """Read releases, with a name: the method if it is one, else the name of the file."""
        skipped = SkippedRows() if self.skip_bad else None
        found = {release.id: release for release in read_releases(path, id_field=self.id_field, skipped=skipped)}
        if skipped is not None:
            report_skipped(skipped)
        methods = {release.method for release in found.values()}
        known = len(methods) == 1 and methods != {"unknown"}
        return (methods.pop() if known else path.stem), found
