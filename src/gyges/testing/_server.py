"""The model server as an object: started in a thread of its own, stopped at the end of a with statement."""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from types import TracebackType

from gyges.errors import ConfigError
from gyges.testing._answers import Answer, schema_answer
from gyges.testing._connection import listening
from gyges.testing._faults import NO_FAULTS, Faults
from gyges.testing._protocol import FULL_CAPABILITIES, MODEL, Capabilities
from gyges.testing._service import ServedRequest, Service, Settings


class ModelServer:
    """A real HTTP server on this machine that speaks OpenAI's and Anthropic's chat protocols.

    Args:
        answer: What the model says: a function from `ChatRequest` to text.
        latency: Seconds that an answer takes, or a (low, high) range drawn from the seed.
        slots: How many requests are answered at once; more wait in line. None for no limit.
        faults: Which requests fail, and how.
        api_key: The key that requests must carry, if any.
        capabilities: What the endpoint supports.
        seed: What faults and latencies are drawn from.
        host: The address to listen on.
        port: The port to listen on; 0 for a free one.

    Example:
        >>> import httpx
        >>> from gyges.testing import ModelServer, scripted
        >>> with ModelServer(scripted(["Hello!"])) as server:
        ...     body = {"model": "any", "messages": [{"role": "user", "content": "Hi"}]}
        ...     response = httpx.post(f"{server.url}/chat/completions", json=body)
        >>> response.json()["choices"][0]["message"]["content"]
        'Hello!'
        >>> server.requests[0].outcome
        <Outcome.ANSWERED: 'answered'>
    """

    def __init__(
        self,
        answer: Answer = schema_answer,
        *,
        latency: float | tuple[float, float] = 0.0,
        slots: int | None = None,
        faults: Faults = NO_FAULTS,
        api_key: str | None = None,
        capabilities: Capabilities = FULL_CAPABILITIES,
        seed: int = 0,
        host: str = "127.0.0.1",
        port: int = 0,
    ) -> None:
        self._settings = Settings(answer, latency, slots, faults, api_key, capabilities, seed)
        self._host = host
        self._port = port
        self._served: list[ServedRequest] = []
        self._thread: threading.Thread | None = None

    def __enter__(self) -> "ModelServer":
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    @property
    def url(self) -> str:
        """The base address, with ``/v1``; stays known after the server stopped.

        Raises:
            ConfigError: If the server was not started.
        """
        if self._thread is None:
            raise ConfigError("the model server has no address yet", "use it in a with statement or call start()")
        host = f"[{self._host}]" if ":" in self._host else self._host
        return f"http://{host}:{self._port}/v1"

    @property
    def requests(self) -> list[ServedRequest]:
        """What reached the server so far, in order; also requests that are still waiting."""
        return list(self._served)

    def spec(self, model: str = MODEL) -> str:
        """Name a model of this server as Gyges names models: ``http://127.0.0.1:PORT/v1#MODEL``."""
        return f"{self.url}#{model}"

    def start(self) -> "ModelServer":
        """Start the server; returns it.

        Raises:
            ConfigError: If the port is taken, or the server was started before.
        """
        if self._thread is not None:
            raise ConfigError("a model server starts only once", "make a new one; it may have the same port")
        bound: Future[tuple[int, Callable[[], object]]] = Future()
        self._thread = threading.Thread(target=self._run, args=(bound,), name="gyges-model-server", daemon=True)
        self._thread.start()
        try:
            self._port, self._halt = bound.result()
        except (OSError, OverflowError) as error:
            raise ConfigError(
                f"cannot listen on {self._host}:{self._port} ({error})", "choose another port, or 0 for a free one"
            ) from error
        return self

    def stop(self) -> None:
        """Stop the server and drop its clients; does nothing if it is not running."""
        if self._thread is not None and self._thread.is_alive():
            self._halt()
            self._thread.join()

    def _run(self, bound: "Future[tuple[int, Callable[[], object]]]") -> None:
        try:
            asyncio.run(self._serve(bound))
        except (OSError, OverflowError) as error:
            bound.set_exception(error)

    async def _serve(self, bound: "Future[tuple[int, Callable[[], object]]]") -> None:
        loop, stopping = asyncio.get_running_loop(), asyncio.Event()
        async with listening(Service(self._settings, self._note), self._host, self._port) as port:
            bound.set_result((port, partial(loop.call_soon_threadsafe, stopping.set)))
            await stopping.wait()

    def _note(self, request: ServedRequest, digest: str) -> None:
        if request.number > len(self._served):
            self._served.append(request)
        else:
            self._served[request.number - 1] = request
