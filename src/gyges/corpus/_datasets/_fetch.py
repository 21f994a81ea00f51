"""Getting the published files: streamed, checked, whole or not at all."""

import hashlib
import sys
from pathlib import Path
from typing import IO, TYPE_CHECKING

from gyges._home import data_home
from gyges.corpus._datasets._registry import Dataset, PublishedFile
from gyges.corpus._write import atomic_file
from gyges.errors import DatasetUnavailableError

SUFFIXES = (".jsonl", ".json", ".csv", ".tsv", ".parquet")
_PACKED = (".jsonl.gz", ".json.gz", ".csv.gz", ".tsv.gz")
_TIMEOUT_SECONDS = 30.0
_CHUNK = 1 << 16

if TYPE_CHECKING:
    import httpx
    from rich.progress import Progress, TaskID


def find_file(folder: Path, file: PublishedFile) -> Path | None:
    """Return where a file of a dataset lies in a folder, whatever its suffix; None if it is not there."""
    stem = Path(file.name).stem
    names = (file.name, f"{file.name}.gz", *(stem + suffix for suffix in (*SUFFIXES, *_PACKED)))
    return next((folder / name for name in names if (folder / name).is_file()), None)


def fetch_dataset(
    wanted: Dataset, folder: Path | None = None, *, force: bool = False, proxy: str | None = None
) -> tuple[Path, ...]:
    """Fetch the files of a dataset that are not there yet."""
    folder = folder or data_home() / wanted.name
    found = {file: None if force else find_file(folder, file) for file in wanted.files}
    if None in found.values():
        with _client(proxy) as client, _progress() as progress:
            for file, path in found.items():
                if path is None:
                    found[file] = _fetched(client, wanted, file, folder / file.name, progress)
    return tuple(path for path in found.values() if path is not None)


def _fetched(
    client: "httpx.Client", wanted: Dataset, file: PublishedFile, target: Path, progress: "Progress"
) -> Path | None:
    """Download a file; one that the dataset can do without may be missing."""
    try:
        return _download(client, wanted, file, target, progress)
    except DatasetUnavailableError:
        if not file.optional:
            raise
        return None


def _download(client: "httpx.Client", wanted: Dataset, file: PublishedFile, target: Path, progress: "Progress") -> Path:
    import httpx

    if not file.url:
        raise _unavailable(wanted, file, target, "its address is not known")
    try:
        with client.stream("GET", file.url) as answer:
            answer.raise_for_status()
            if answer.headers.get("content-type", "").startswith("text/html"):  # a log-in or error page
                raise _unavailable(wanted, file, target, "the server sent a web page instead of data")
            with atomic_file(target, force=True) as stream:
                digest = _copy(answer, stream, progress, progress.add_task(file.name, total=None))
                if file.sha256 not in ("", digest):  # raised in here, so that the file is not kept
                    reason = f"it was changed: its SHA-256 is {digest}, not {file.sha256}"
                    raise _unavailable(wanted, file, target, reason)
    except httpx.HTTPStatusError as error:
        raise _unavailable(wanted, file, target, f"the server answered {error.response.status_code}") from error
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise _unavailable(wanted, file, target, str(error) or type(error).__name__) from error
    return target


def _copy(answer: "httpx.Response", stream: IO[bytes], progress: "Progress", task: "TaskID") -> str:
    """Write an answer to a file as it comes in; return its SHA-256."""
    digest = hashlib.sha256()
    length = answer.headers.get("content-length", "")
    progress.update(task, total=int(length) if length.isdigit() else None)
    for chunk in answer.iter_bytes(_CHUNK):
        digest.update(chunk)
        stream.write(chunk)
        progress.update(task, completed=answer.num_bytes_downloaded)
    return digest.hexdigest()


def _unavailable(wanted: Dataset, file: PublishedFile, target: Path, reason: str) -> DatasetUnavailableError:
    return DatasetUnavailableError(
        f"{file.name} of the dataset '{wanted.name}' could not be fetched ({reason})",
        f"download {address(wanted, file)} and save it as {target}",
    )


def address(wanted: Dataset, file: PublishedFile) -> str:
    """Return where people get a file: its own address, or the page that leads to it."""
    return file.url or f"it from {wanted.page}"


def _client(proxy: str | None) -> "httpx.Client":
    import httpx

    return httpx.Client(follow_redirects=True, timeout=_TIMEOUT_SECONDS, trust_env=False, proxy=proxy)


def _progress() -> "Progress":
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TransferSpeedColumn

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        DownloadColumn(),
        TransferSpeedColumn(),
        console=Console(stderr=True),
        disable=not sys.stderr.isatty(),
    )
