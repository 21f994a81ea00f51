"""A Ray cluster by its address, as somebody names it, and the connection of this process to it."""

import logging
import os
import signal
import socket
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import Any

from gyges.errors import ConfigError, CrewLostError, MissingExtraError
from gyges.records import PartUnderWay
from gyges.runs.workers import Crew, cores
from gyges.runs.workers._crew import HandLost
from gyges.runs.workers._watch import STILL_SECONDS
from gyges.runs.workers._worker import Worker

REACH_SECONDS = 5.0
"""How long the head of a cluster has to take a connection: a network of one house does it in milliseconds."""

STORE_BYTES = 256 * 2**20
"""Shared memory of a cluster of this machine alone; it holds long texts in flight only, and Ray would take 30 %."""

_ADDRESS = "RAY_ADDRESS"
_MANNERS = {
    "RAY_DEDUP_LOGS_SKIP_REGEX": ".",  # lost machines are told of on standard output, which holds results
    "RAY_NUM_REDIS_GET_RETRIES": "1",  # what answers and is no cluster is tried for a quarter of an hour otherwise
}
"""What Ray is told before it is imported and connected; what somebody has set already stands."""

_SETTINGS = b"\x04"
_GREETING = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes(3) + _SETTINGS + bytes(5)
"""How HTTP/2 begins, with settings of which there are none (RFC 9113, 3.4 and 6.5)."""

_REMEDY = "name HOST:PORT of its head with --address, from a machine that belongs to the cluster (ray status)"


@dataclass(frozen=True, slots=True)
class FoundCluster:
    """What there is at an address."""

    head: str  # where its head is
    machines: int  # how many there are now
    cpus: int  # how many CPUs they have together


def import_ray() -> Any:
    """Return Ray."""
    with _manners():
        try:
            import ray
            import ray.exceptions
        except ModuleNotFoundError as error:
            raise MissingExtraError("ray", "a Ray cluster") from error
    return ray


@contextmanager
def connected(address: str | None, workers: int | None) -> Iterator[FoundCluster]:
    """Be connected to a cluster while the block runs, and yield what it is.

    A program that is connected already stays so, to the same cluster.
    """
    ray = import_ray()
    mine = not ray.is_initialized()
    if mine:
        _connect(ray, address or os.environ.get(_ADDRESS), workers)
    elif address is not None:
        _refuse_another(ray, address)
    try:
        machines = sum(1 for one in ray.nodes() if one["Alive"])
        cpus = max(1, int(ray.cluster_resources().get("CPU", 1)))
        yield FoundCluster(ray.get_runtime_context().gcs_address, machines, cpus)
    finally:
        if mine:
            ray.shutdown()


def _connect(ray: Any, address: str | None, workers: int | None) -> None:
    here: dict[str, Any] = {
        "num_cpus": workers or cores(),
        "include_dashboard": False,
        "object_store_memory": STORE_BYTES,
    }
    with _signals_kept(), _manners():
        if address == "local":
            _init(ray, address, **here)
        elif address is not None:
            _check(address)
            _init(ray, address)
        else:
            try:
                _init(ray, "auto")
            except ConfigError:  # this machine belongs to none
                _init(ray, "local", **here)


def _refuse_another(ray: Any, address: str) -> None:
    """Refuse an address that is not that of the cluster to which this program is connected: texts would go there."""
    context = ray.get_runtime_context()
    if address == "auto":
        return
    if address == "local":
        same = all(one["NodeID"] == context.get_node_id() for one in ray.nodes() if one["Alive"])
    else:
        same = bool(_places(ray, address) & _places(ray, context.gcs_address))
    if not same:
        raise ConfigError(
            f"this program is connected to the Ray cluster at {context.gcs_address}, which is not {address}",
            "call ray.shutdown() before the run, or name no address to use that cluster",
        )


def _places(ray: Any, address: str) -> set[tuple[str, str]]:
    """Return the numbers of a host, each with the port; this machine also by its number in the cluster."""
    host, _, port = address.rpartition(":")
    try:
        numbers = {str(row[4][0]) for row in socket.getaddrinfo(host.strip("[]"), None)}
    except OSError:
        return set()
    if any(ip_address(number.partition("%")[0]).is_loopback for number in numbers):
        numbers.add(ray.util.get_node_ip_address())
    return {(number, port) for number in numbers}


def _check(address: str) -> None:
    """Refuse what Ray would try for a minute, or with many lines."""
    if "://" in address:
        raise ConfigError(f"{address} is an address of Ray's client, through which no run can work", _REMEDY)
    if address == "auto":
        return
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal():
        raise ConfigError(f"'{address}' is no address of a Ray cluster", _REMEDY)
    try:
        with socket.create_connection((host.strip("[]"), int(port)), timeout=REACH_SECONDS) as connection:
            greeted = _is_greeted(connection)
    except (OSError, OverflowError) as error:
        raise ConfigError(f"no Ray cluster can be reached at {address} ({error})", _REMEDY) from error
    if not greeted:
        raise ConfigError(f"what answers at {address} is no Ray cluster", _REMEDY)


def _is_greeted(connection: socket.socket) -> bool:
    """Return whether somebody greets as the head of a cluster does, which speaks HTTP/2; encrypted, nobody can tell."""
    if os.environ.get("RAY_USE_TLS", "0") != "0":
        return True
    connection.sendall(_GREETING)
    return connection.recv(9)[3:4] == _SETTINGS


def _init(ray: Any, address: str, **options: Any) -> None:
    try:
        ray.init(address, log_to_driver=False, configure_logging=True, logging_level=logging.CRITICAL, **options)
    except (OSError, RuntimeError, ValueError) as error:
        said = str(error).strip().partition("\n")[0]
        raise ConfigError(f"the Ray cluster at {address} cannot be joined ({said})", _REMEDY) from error


@contextmanager
def _manners() -> Iterator[None]:
    mine = _MANNERS.keys() - os.environ.keys()
    os.environ.update({name: _MANNERS[name] for name in mine})
    try:
        yield
    finally:
        for name in mine:
            del os.environ[name]


@contextmanager
def _signals_kept() -> Iterator[None]:
    """Keep what this process does when it is asked to end; Ray would set its own."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.getsignal(signal.SIGTERM)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


_CREW_REMEDY = (
    "see by 'ray status' that CPUs are free and that all machines have the same version of Gyges, then run the same "
    "command again; what is done is kept"
)


@dataclass(frozen=True, slots=True)
class RayCluster:
    """A Ray cluster; give it as `jobs` where a number of processes may stand.

    Texts are sent to its machines as they are. All of them need the same version of Gyges.

    Attributes:
        address: ``HOST:PORT`` of its head, from a machine that belongs to it. None for ``RAY_ADDRESS``, or else the
            cluster this machine belongs to, or else one of this machine alone that ends with the run.
        workers: How many compute; None for one on each CPU that the cluster has now.
        tell: Told where texts go before any does, and of workers that cannot be used.

    Example:
        >>> RayCluster("10.0.0.5:6379", workers=32).address
        '10.0.0.5:6379'
    """

    address: str | None = None
    workers: int | None = None
    tell: Callable[[str], None] = field(default=lambda sentence: None, compare=False, repr=False)

    def __post_init__(self) -> None:
        if self.workers is not None and self.workers < 1:
            raise ConfigError(f"{self.workers} workers cannot work", "use 1 or more with --jobs")

    @asynccontextmanager
    async def crew(self) -> AsyncIterator[Crew]:
        """Have workers on the cluster while the block runs; its end ends them."""
        with connected(self.address, self.workers) as found:
            jobs = self.workers or found.cpus
            self.tell(f"texts go to the Ray cluster at {found.head}: machines {found.machines}, workers {jobs}")
            async with Crew(jobs, RayHand, where="the Ray cluster", remedy=_CREW_REMEDY, tell=self.tell) as crew:
                try:
                    await crew.begun()
                except CrewLostError as error:
                    raise ConfigError(error.problem, error.remedy) from error
                yield crew


class RayHand:
    """An actor on one CPU of the cluster. Ray starts it when it finds one."""

    def __init__(self) -> None:
        self._ray = import_ray()
        # Retries are ours: only the run knows what is written down already.
        make = self._ray.remote(num_cpus=1, max_restarts=0, max_task_retries=0, scheduling_strategy="SPREAD")
        self._actor: Any = make(Worker).remote()
        self._longest, self._begun, self._told = 0, 0.0, 0.0
        self.known: set[int] = set()

    async def begin(self) -> str:
        """Wait until it has started, and return its version of Gyges."""
        return str(await self._answer(self._actor.version.remote()))

    async def ask(self, orders: list[bytes]) -> list[bytes]:
        """Have orders done, one after the other, and return the answers."""
        self._longest = orders.index(max(orders, key=len))  # likely the one that takes long
        self._begun, self._told = time.monotonic(), 0.0
        answers: list[bytes] = await self._answer(self._actor.answer.remote(orders))
        return answers

    def heard(self) -> tuple[int, float, PartUnderWay | None] | None:
        """Return the seconds on the wall, as an actor that computes cannot speak."""
        seconds = time.monotonic() - self._begun
        if seconds - self._told < STILL_SECONDS:
            return None
        self._told = seconds
        return self._longest, seconds, None

    async def _answer(self, reference: Any) -> Any:
        try:
            return await reference
        except self._ray.exceptions.RayError as error:
            raise HandLost(str(error).strip().rpartition("\n")[2].strip()) from error

    def end(self) -> None:
        """End it, whatever it does."""
        if self._ray.is_initialized():
            self._ray.kill(self._actor)
