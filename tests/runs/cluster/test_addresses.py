import socket
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import anyio
import pytest

from gyges.errors import ConfigError, MissingExtraError
from gyges.runs.cluster import RayCluster


def joined(cluster: RayCluster) -> None:
    async def main() -> None:
        async with cluster.crew():
            raise AssertionError("nobody is there")

    anyio.run(main)


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


def test_without_ray_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'gyges\[ray\]'"):
        joined(RayCluster("127.0.0.1:6379"))


def test_a_cluster_that_is_not_there_is_said_in_one_line() -> None:
    address = f"127.0.0.1:{free_port()}"
    with pytest.raises(ConfigError) as caught:
        joined(RayCluster(address))
    assert str(caught.value).startswith(f"GY201 no Ray cluster can be reached at {address} (")
    assert "\n" not in str(caught.value)


def test_what_answers_and_is_no_cluster_is_said_in_one_line() -> None:
    with HTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler) as server:
        thread = threading.Thread(target=server.handle_request)
        thread.start()
        with pytest.raises(ConfigError, match="is no Ray cluster"):
            joined(RayCluster(f"127.0.0.1:{server.server_port}"))
        thread.join()


@pytest.mark.parametrize(
    ("address", "why"),
    [("ray://10.0.0.5:10001", "Ray's client"), ("10.0.0.5", "no address"), ("head:port", "no address")],
)
def test_what_is_no_address_of_a_cluster_is_refused(address: str, why: str) -> None:
    with pytest.raises(ConfigError, match=why):
        joined(RayCluster(address))


def test_the_environment_names_a_cluster_too(monkeypatch: pytest.MonkeyPatch) -> None:
    address = f"127.0.0.1:{free_port()}"
    monkeypatch.setenv("RAY_ADDRESS", address)
    with pytest.raises(ConfigError, match=address):
        joined(RayCluster())


def test_nobody_cannot_work() -> None:
    with pytest.raises(ConfigError, match="1 or more"):
        RayCluster(workers=0)
