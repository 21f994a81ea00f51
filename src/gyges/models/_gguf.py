"""A model in this process: a GGUF file run by llama.cpp through xllamacpp (extra ``local``)."""

import hashlib
import os
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import anyio.to_thread

from gyges.errors import InputError, MissingExtraError, RequestRefusedError
from gyges.models._exchange import Reply, Request
from gyges.models._openai import OpenAIDialect
from gyges.models._trouble import Trouble

__all__ = ["DEFAULT_CONTEXT", "GgufProvider"]

DEFAULT_CONTEXT = 8192
"""Tokens of context in each slot."""

_HASHED = 8 * 2**20  # weights at both ends; a whole file would take seconds per gigabyte

SLOTS = 2
"""Requests decoded together; llama.cpp batches them, so two cost little more than one."""


class GgufProvider:
    """One GGUF file, loaded when it is first asked."""

    takes_schema = True

    def __init__(self, path: str, timeout: float, context: int = DEFAULT_CONTEXT) -> None:
        if not Path(path).is_file():
            raise InputError(f"there is no model file {path}", "check the path after 'gguf:'")
        self._path = path
        self._timeout = timeout
        self._fingerprint = _fingerprint(Path(path))
        self._context = context
        self._dialect = OpenAIDialect(Path(path).name)
        self._server: Any = None
        self._loading = anyio.Lock()

    @property
    def endpoint(self) -> str:
        """What stands for the address: the name of the file and a hash of it, so that another file is another model."""
        return f"gguf:{Path(self._path).name}:{self._fingerprint}"

    @property
    def model(self) -> str:
        """The name of the file."""
        return self._dialect.model

    async def complete(self, request: Request) -> Reply:
        """Answer one request in a worker thread."""
        async with self._loading:
            if self._server is None:
                self._server = await anyio.to_thread.run_sync(self._load)
        body = self._dialect.body(request)
        try:
            with anyio.fail_after(self._timeout):
                # A thread cannot be stopped; it is left behind, and the server stays alive until it ends.
                answer = partial(self._server.handle_chat_completions, body)
                data = await anyio.to_thread.run_sync(answer, abandon_on_cancel=True)
        except TimeoutError as error:
            raise Trouble(f"{self.model} did not answer in {self._timeout:g} s") from error
        if "error" in data:
            message = data["error"].get("message", "no reason given")
            raise RequestRefusedError(f"the model in this process refused: {message}", "give it a shorter text")
        reply = self._dialect.reply(data)
        self._dialect.note(request, reply)
        return reply

    async def aclose(self) -> None:
        """Free the model."""
        self._server = None

    def _load(self) -> Any:
        try:
            runtime = import_module("xllamacpp")
        except ModuleNotFoundError as error:
            raise MissingExtraError("local", "running a GGUF file in this process") from error
        parameters = runtime.CommonParams()
        parameters.model.path = self._path
        parameters.n_parallel = SLOTS
        parameters.n_ctx = self._context * SLOTS
        parameters.verbosity = -1
        parameters.cpuparams.n_threads = os.cpu_count() or 1
        try:
            return runtime.Server(parameters)
        except RuntimeError as error:
            raise InputError(
                f"{self._path} cannot be loaded ({error})", "check that it is a whole GGUF file"
            ) from error


def _fingerprint(path: Path) -> str:
    """Return a hash of the size and of both ends of a file: fine-tunes of one model share name and size."""
    size = path.stat().st_size
    digest = hashlib.sha256(str(size).encode())
    with path.open("rb") as stream:
        digest.update(stream.read(_HASHED))
        stream.seek(max(0, size - _HASHED))
        digest.update(stream.read(_HASHED))
    return digest.hexdigest()[:16]
