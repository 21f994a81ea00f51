"""The server: binds first, so that the link it names is true, then serves until it is stopped."""

import ipaddress
import socket
import urllib.parse
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from gyges.errors import ConfigError, MissingExtraError
from gyges.studio._options import StudioOptions
from gyges.studio._project import Project

__all__ = ["Listening", "serve"]

_LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


@dataclass(frozen=True, slots=True)
class Listening:
    """Where a studio can be reached.

    Attributes:
        address: The address of its pages.
        link: The address that lets in, with the token: a secret.
    """

    address: str
    link: str


def serve(
    project: Project,
    *,
    host: str = "127.0.0.1",
    port: int = 0,
    name: str = "me",
    certificate: tuple[Path, Path] | None = None,
    options: StudioOptions | None = None,
    listening: Callable[[Listening], None],
) -> None:
    """Serve a project until Ctrl-C.

    Args:
        project: What to show.
        host: Loopback, unless there is a certificate and there are users with passwords.
        port: 0 takes a free one.
        name: Who opens the link.
        certificate: Files of certificate and key.
        options: What whoever starts it allows.
        listening: Told the link as soon as the port is ours.

    Raises:
        ConfigError: The port is taken, or the host is not ours to open.
        MissingExtraError: FastAPI or uvicorn is not installed.
    """
    try:
        import uvicorn

        from gyges.studio._app import make_app
        from gyges.studio._sessions import Sessions
    except ImportError as error:
        raise MissingExtraError("studio", "the studio") from error
    if not _is_loopback(host) and certificate is None:
        raise ConfigError(f"{host} is not this machine alone", "give --tls-cert and --tls-key too, and add users")
    bound = _bind(host, port)
    port = bound.getsockname()[1]
    scheme = "http" if certificate is None else "https"
    names = (*_LOOPBACK, host) if _is_loopback(host) else (host, socket.gethostname(), socket.getfqdn())
    sessions = Sessions(project.secret())
    hosts = frozenset(f"{one}:{port}" for one in names)
    app = make_app(project, sessions, hosts, scheme=scheme, cookie=f"gyges_{port}", options=options)
    address = f"{scheme}://{host}:{port}/"
    query = urllib.parse.urlencode({"token": sessions.token, "name": name})
    # The access log would hold the token of the link; what the app has to say it says in its answers.
    config = uvicorn.Config(app, log_level="critical", access_log=False, server_header=False, lifespan="off")
    if certificate is not None:
        config.ssl_certfile, config.ssl_keyfile = certificate
    listening(Listening(address, f"{address}open?{query}"))
    uvicorn.Server(config).run(sockets=[bound])


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"


def _bind(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((host.strip("[]"), port))
        bound.listen()  # who opens the link at once waits a moment instead of being refused
    except (OSError, OverflowError) as error:
        bound.close()
        raise ConfigError(f"{host}:{port} cannot be used ({error})", "name another --port, or none") from error
    return bound
