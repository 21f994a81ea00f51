"""The connection of this process to a Ray cluster."""

import logging
import os
import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from gyges.errors import ConfigError, MissingExtraError
from gyges.runs.workers import cores

__all__ = ["FoundCluster", "connected", "import_ray"]

REACH_SECONDS = 5.0
"""How long the head of a cluster has to take a connection: a network of one house does it in milliseconds."""

STORE_BYTES = 256 * 2**20
"""Shared memory of a cluster of this machine alone; it holds long texts in flight only, and Ray would take 30 %."""

_ADDRESS = "RAY_ADDRESS"
_SILENT = {"RAY_DEDUP_LOGS_SKIP_REGEX": "."}
"""Ray writes about lost machines to standard output, which holds results; this drops such lines. Read at its import."""

_REMEDY = "name HOST:PORT of its head with --address, from a machine that belongs to the cluster (ray status)"


@dataclass(frozen=True, slots=True)
class FoundCluster:
    """What there is at an address.

    Attributes:
        head: Where its head is.
        machines: How many there are now.
        cpus: How many CPUs they have together.
    """

    head: str
    machines: int
    cpus: int


def import_ray() -> Any:
    """Return Ray.

    Raises:
        MissingExtraError: It is not installed.
    """
    before = {name: os.environ.get(name) for name in _SILENT}
    for name, value in _SILENT.items():
        os.environ.setdefault(name, value)
    try:
        import ray
        import ray.exceptions
    except ModuleNotFoundError as error:
        raise MissingExtraError("ray", "a Ray cluster") from error
    finally:
        for name, was in before.items():
            if was is None:
                del os.environ[name]
    return ray


@contextmanager
def connected(address: str | None, workers: int | None) -> Iterator[FoundCluster]:
    """Be connected to a cluster while the block runs, and yield what it is.

    A program that is connected already stays so, to the same cluster.

    Args:
        address: As for `RayCluster`.
        workers: How many are wanted; a cluster that is started here gets as many CPUs.

    Raises:
        MissingExtraError: Ray is not installed.
        ConfigError: The cluster cannot be reached.
    """
    ray = import_ray()
    mine = not ray.is_initialized()
    if mine:
        _connect(ray, address or os.environ.get(_ADDRESS), workers)
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
    with _signals_kept():
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
        socket.create_connection((host.strip("[]"), int(port)), timeout=REACH_SECONDS).close()
    except (OSError, OverflowError) as error:
        raise ConfigError(f"no Ray cluster can be reached at {address} ({error})", _REMEDY) from error


def _init(ray: Any, address: str, **options: Any) -> None:
    try:
        ray.init(address, log_to_driver=False, configure_logging=True, logging_level=logging.CRITICAL, **options)
    except (OSError, RuntimeError, ValueError) as error:
        said = str(error).strip().partition("\n")[0]
        raise ConfigError(f"the Ray cluster at {address} cannot be joined ({said})", _REMEDY) from error


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
