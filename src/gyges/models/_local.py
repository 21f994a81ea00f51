"""Models in this process: a GGUF file run by llama.cpp (extra ``local``), sentence embeddings (extra ``dense``)."""

import hashlib
import os
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import Any, Literal

import anyio.to_thread

from gyges.errors import InputError, MissingExtraError, RequestRefusedError
from gyges.models._exchange import Reply, Request, Trouble
from gyges.models._openai import OpenAIDialect

CONTEXT = 8192
"""Tokens of context in each slot."""

_HASHED = 8 * 2**20  # weights at both ends; a whole file would take seconds per gigabyte

SLOTS = 2
"""Requests decoded together; llama.cpp batches them, so two cost little more than one."""


class GgufServer:
    """One GGUF file, loaded when it is first asked, with an adapter (LoRA) on it if there is one."""

    def __init__(
        self, path: Path, adapter: Path | None = None, timeout: float | None = None, slots: int = SLOTS
    ) -> None:
        self._path, self._adapter, self._timeout, self._count = path, adapter, timeout, slots
        self._server: Any = None
        self._loading = anyio.Lock()
        self._slots = anyio.Semaphore(slots)

    async def ask(self, way: Literal["handle_chat_completions", "handle_completions"], body: dict[str, object]) -> Any:
        """Answer one request in a worker thread."""
        async with self._loading:
            if self._server is None:
                self._server = await anyio.to_thread.run_sync(self._load)
        async with self._slots:
            try:
                with anyio.fail_after(self._timeout):
                    # A thread cannot be stopped; it is left behind, and the server stays alive until it ends.
                    answer = partial(getattr(self._server, way), body)
                    data = await anyio.to_thread.run_sync(answer, abandon_on_cancel=True)
            except TimeoutError as error:
                raise Trouble(f"{self._path.name} did not answer in {self._timeout:g} s") from error
        if "error" in data:
            message = data["error"].get("message", "no reason given")
            raise RequestRefusedError(f"the model in this process refused: {message}", "give it a shorter text")
        return data

    def close(self) -> None:
        """Free the model."""
        self._server = None

    def _load(self) -> Any:
        try:
            runtime = import_module("xllamacpp")
        except ModuleNotFoundError as error:
            raise MissingExtraError("local", "running a GGUF file in this process") from error
        parameters = runtime.CommonParams()
        parameters.model.path = str(self._path)
        parameters.n_parallel = self._count
        parameters.n_ctx = CONTEXT * self._count
        parameters.verbosity = -1
        parameters.cpuparams.n_threads = os.cpu_count() or 1
        if self._adapter is not None:
            adapter = runtime.CommonAdapterLoraInfo()
            adapter.path, adapter.scale = str(self._adapter), 1.0
            parameters.lora_adapters = [adapter]
            parameters.cache_ram_mib = 0  # an adapter is asked one thing about a text, so no text is asked about again
        try:
            return runtime.Server(parameters)
        except RuntimeError as error:
            raise InputError(
                f"{self._path} cannot be loaded ({error})", "check that it is a whole GGUF file"
            ) from error


class GgufProvider:
    """A GGUF file that is asked as a chat."""

    takes_schema = True

    def __init__(self, path: str, timeout: float) -> None:
        if not Path(path).is_file():
            raise InputError(f"there is no model file {path}", "check the path after 'gguf:'")
        self._path = Path(path)
        self._fingerprint = _fingerprint(self._path)
        self._dialect = OpenAIDialect(self._path.name)
        self._server = GgufServer(self._path, timeout=timeout)

    @property
    def endpoint(self) -> str:
        """What stands for the address: the name of the file and a hash of it, so that another file is another model."""
        return f"gguf:{self._path.name}:{self._fingerprint}"

    @property
    def model(self) -> str:
        """The name of the file."""
        return self._dialect.model

    async def complete(self, request: Request) -> Reply:
        """Answer one request."""
        data = await self._server.ask("handle_chat_completions", self._dialect.body(request))
        reply = self._dialect.reply(data)
        self._dialect.note(request, reply)
        return reply

    async def aclose(self) -> None:
        """Free the model."""
        self._server.close()


def _fingerprint(path: Path) -> str:
    """Return a hash of the size and of both ends of a file: fine-tunes of one model share name and size."""
    size = path.stat().st_size
    digest = hashlib.sha256(str(size).encode())
    with path.open("rb") as stream:
        digest.update(stream.read(_HASHED))
        stream.seek(max(0, size - _HASHED))
        digest.update(stream.read(_HASHED))
    return digest.hexdigest()[:16]


def open_encoder(model: str | Path, what: str) -> Any:
    """Open a sentence-embedding model on the processor."""
    folder = _model_folder(model, "an embedding model")
    try:
        return _opened(_library(what).SentenceTransformer, folder)
    except (OSError, ValueError) as error:
        raise InputError(f"{folder} holds no embedding model ({error})", "name a local model") from error


def open_cross_encoder(model: str | Path, what: str) -> Any:
    """Open a model that reads two texts together and gives one number, on the processor."""
    folder = _model_folder(model, "a cross-encoder")
    try:
        made = _opened(_library(what).CrossEncoder, folder)
    except (OSError, ValueError) as error:
        raise InputError(f"{folder} holds no cross-encoder ({error})", "name a local model") from error
    if made.num_labels != 1:
        raise InputError(f"the model in {folder} gives {made.num_labels} numbers", "name one made for similarity")
    return made


def _model_folder(model: str | Path, kind: str) -> Path:
    folder = Path(model)
    if not folder.is_dir():
        raise InputError(f"there is no folder {folder} with {kind}", "name a local model")
    return folder


@cache
def _opened(kind: Any, folder: Path) -> Any:
    """Open a model once a process: objectives ask for it document by document."""
    return kind(str(folder), device="cpu", local_files_only=True)


def _library(what: str) -> Any:
    try:
        return import_module("sentence_transformers")
    except ModuleNotFoundError as error:
        raise MissingExtraError("dense", what) from error
