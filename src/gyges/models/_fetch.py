"""Weights that Gyges brings to this machine when asked: from their publisher or out of a file, checked by hash."""

import hashlib
import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from gyges._home import cache_home, private_folder
from gyges.errors import InputError, UnknownNameError

_CHUNK = 1 << 20
_TIMEOUT_SECONDS = 60.0
_LOGIN = re.compile(r"(?<=://)[^/\s'\"]*@")


@dataclass(frozen=True, slots=True)
class Weights:
    """A file of weights."""

    name: str  # the name users type
    file: str  # the name of the file
    sha256: str  # what the file must hash to
    address: str  # where its publisher has it
    licence: str  # the licence of the weights
    attacker: str = ""  # the attacker of ours that runs on them, which is another name for them


WEIGHTS = (
    Weights(
        "qwen2.5-coder-1.5b",
        "qwen2.5-coder-1.5b-instruct-q4_k_m.gguf",
        "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
        "https://huggingface.co/Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF/resolve/main/"
        "qwen2.5-coder-1.5b-instruct-q4_k_m.gguf",
        "Apache-2.0",
        "local",
    ),
)
"""Small open models that may be fetched; each runs as ``gguf:PATH``."""


def weights_named(name: str) -> Weights:
    """Return weights by their name, or by that of the attacker that runs on them."""
    names = {name: weights for weights in WEIGHTS for name in (weights.attacker, weights.name) if name}
    if name not in names:
        raise UnknownNameError(f"there are no weights '{name}'", f"use one of {', '.join(names)}")
    return names[name]


def weights_path(weights: Weights) -> Path:
    """Return where the file lies once it was fetched."""
    return cache_home() / "models" / weights.file


def fetch_weights(
    weights: Weights, source: str | None = None, *, force: bool = False, proxy: str | None = None
) -> Path:
    """Bring weights to this machine, unless they are there."""
    target = weights_path(weights)
    if target.is_file() and not force:
        return target
    with _room(target), tempfile.TemporaryDirectory(dir=target.parent) as folder:
        draft = Path(folder) / weights.file
        with _opened(source or weights.address, Path(folder), proxy) as chunks:
            found = _copied(chunks, draft)
        if found != weights.sha256:
            place = _without_login(source or weights.address)
            raise InputError(
                f"the file from {place} has the hash {found[:12]}…, not {weights.sha256[:12]}…",
                "give another source with --from",
            )
        draft.replace(target)  # whole or not at all
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
def _opened(source: str, folder: Path, proxy: str | None) -> Iterator[Iterator[bytes]]:
    place = _without_login(source)
    path = _downloaded(source, folder, proxy) if source.startswith(("http://", "https://")) else Path(source)
    with _readable(place):
        stream = path.open("rb")
    with stream:
        yield _chunks(stream, place)


@contextmanager
def _readable(place: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise InputError(f"{place} cannot be read ({error})", "check the source") from error


def _chunks(stream: IO[bytes], place: str) -> Iterator[bytes]:
    with _readable(place):
        while chunk := stream.read(_CHUNK):
            yield chunk


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
        raise InputError(
            _without_login(f"{address} cannot be downloaded ({error})"), "give a file or another address with --from"
        ) from None
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
