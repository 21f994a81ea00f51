"""The model server as a process: ``python -m gyges.testing``.

The first line on standard output is ``listening on http://127.0.0.1:PORT/v1``; SIGTERM or SIGINT ends it. With
``--log`` each request that was answered (or met a fault other than a hang) becomes a line of JSON the moment it is,
so that a test which kills its client can count what the server did.
"""

import argparse
import asyncio
import json
import signal
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TextIO

from gyges.errors import ConfigError
from gyges.testing._connection import listening
from gyges.testing._faults import ALL_KINDS, FaultKind, RandomFaults
from gyges.testing._service import Observer, ServedRequest, Service, Settings


def _latency(text: str) -> float | tuple[float, float]:
    low, colon, high = text.partition(":")
    return (float(low), float(high)) if colon else float(low)


def _kinds(text: str) -> tuple[FaultKind, ...]:
    return tuple(FaultKind(name.strip()) for name in text.split(","))


def _arguments(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m gyges.testing", description=__doc__.partition("\n")[0])
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (%(default)s)")
    parser.add_argument("--port", type=int, default=0, help="port to listen on, 0 for a free one (%(default)s)")
    parser.add_argument("--latency", type=_latency, default=0.0, help="seconds per answer, or LOW:HIGH (%(default)s)")
    parser.add_argument("--slots", type=int, help="requests answered at once (no limit)")
    parser.add_argument("--faults", type=float, default=0.0, help="share of requests that fail (%(default)s)")
    parser.add_argument("--kinds", type=_kinds, default=ALL_KINDS, help=f"of {','.join(ALL_KINDS)} (all)")
    parser.add_argument("--seed", type=int, default=0, help="what faults and latencies are drawn from (%(default)s)")
    parser.add_argument("--api-key", help="key that requests must carry (none)")
    parser.add_argument("--log", type=Path, help="file to append a line of JSON to for each finished request")
    return parser.parse_args(arguments)


def _observer(log: TextIO | None) -> Observer:
    def observe(request: ServedRequest, digest: str) -> None:
        if log is not None and request.finished is not None:
            line = {"number": request.number, "path": request.path, "sha256": digest, "outcome": request.outcome}
            log.write(json.dumps({**line, "started": request.started, "finished": request.finished}) + "\n")
            log.flush()

    return observe


async def _serve(settings: Settings, host: str, port: int, log: TextIO | None) -> None:
    loop, stopping = asyncio.get_running_loop(), asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: loop.call_soon_threadsafe(stopping.set))
    async with listening(Service(settings, _observer(log)), host, port) as bound:
        sys.stdout.write(f"listening on http://{host}:{bound}/v1\n")
        sys.stdout.flush()
        await stopping.wait()


def main(arguments: list[str] | None = None) -> int:
    """Serve until a signal comes; returns the exit status."""
    options = _arguments(arguments)
    with ExitStack() as stack:
        try:
            settings = Settings(
                latency=options.latency,
                slots=options.slots,
                faults=RandomFaults(options.faults, options.kinds),
                api_key=options.api_key,
                seed=options.seed,
            )
            log = stack.enter_context(options.log.open("a", encoding="utf-8")) if options.log else None
            asyncio.run(_serve(settings, options.host, options.port, log))
        except (ConfigError, OSError) as error:
            sys.stderr.write(f"{error}\n")
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
