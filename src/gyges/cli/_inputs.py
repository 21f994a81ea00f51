"""Reading what the user named: originals, releases, benchmarks by name."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from gyges.cli._output import report_left_out, report_skipped
from gyges.corpus import (
    SkippedRows,
    benchmarks,
    bundled_corpus,
    files_left_out,
    load_benchmark,
    read_documents,
    read_releases,
)
from gyges.errors import ConfigError
from gyges.records import Document, Release
from gyges.runs import PUBLIC_TEXTS, original_ids

BUNDLED = "bundled"
_RELEASES, _PUBLIC = "releases.jsonl", Path(PUBLIC_TEXTS).name


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
        if Path(source).is_dir():
            report_left_out(Path(source), files_left_out(Path(source)))
        return read_documents(source, text_field=self.text_field, id_field=self.id_field, skipped=skipped)

    def releases(self, path: Path) -> tuple[str, dict[str, Release]]:
        """Read releases, with a name: the method if it is one, else the name of the file.

        The folder of ``gyges anonymize`` or ``gyges synthesize`` stands for the releases in it, and what it may publish
        is read under the ids of the originals.
        """
        path = next((path / name for name in (_RELEASES, _PUBLIC) if (path / name).is_file()), path)
        skipped = SkippedRows() if self.skip_bad else None
        read = read_releases(path, id_field=self.id_field, skipped=skipped)
        names = original_ids(path.absolute())
        found = {names.get(release.id, release.id): release for release in read}
        found = {id_: replace(release, id=id_) for id_, release in found.items()}
        if skipped is not None:
            report_skipped(skipped)
        methods = {release.method for release in found.values()}
        known = len(methods) == 1 and methods != {"unknown"}
        return (methods.pop() if known else path.stem), found

    def all_releases(self, paths: Sequence[Path]) -> dict[str, dict[str, Release]]:
        """Read several files of releases; those with the same name are told apart by their paths, never dropped."""
        named: dict[str, dict[str, Release]] = {}
        read = [(path, *self.releases(path)) for path in paths]
        shared = {name for name, count in Counter(name for _, name, _ in read).items() if count > 1}
        for path, name, found in read:
            plain = f"{path.resolve().parent.name}-{path.stem}" if name in shared else name
            again = sum(1 for other in named if other == plain or other.startswith(f"{plain} "))
            named[f"{plain} {again + 1}" if again else plain] = found
        return named
