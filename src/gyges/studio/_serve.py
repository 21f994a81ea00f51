"""The server: binds first, so that the link it names is true, then serves until it is stopped."""

import ipaddress
import socket
import ssl
import urllib.parse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from gyges.errors import ConfigError, MissingExtraError
from gyges.studio._auth import proper_name
from gyges.studio._project import Project, StudioOptions

_LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
_EVERYWHERE = ("0.0.0.0", "[::]", "::")  # noqa: S104 - compared, not bound to
_USUAL_PORT = {"http": 80, "https": 443}
_GOODBYE_SECONDS = 1  # for what is being answered when Ctrl-C comes


@dataclass(frozen=True, slots=True)
class Listening:
    """Where a studio can be reached."""

    address: str  # the address of its pages
    link: str  # the address that lets in, with the token: a secret. Where people sign in, the address and no more
    by_link: bool  # whether the link is what lets in


def serve(
    project: Project,
    *,
    host: str = "127.0.0.1",
    port: int = 0,
    names: Sequence[str] = (),
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
        names: What else browsers may call this machine, where it is open to others.
        name: Who opens the link.
        certificate: Files of certificate and key.
        options: What whoever starts it allows.
        listening: Told the link as soon as the port is ours.

    Raises:
        InputError: `name` is no name.
        ConfigError: The port is taken, the certificate cannot be used, or others could ask and nobody has to sign in.
        MissingExtraError: FastAPI or uvicorn is not installed.
    """
    try:
        import uvicorn

        from gyges.studio._app import make_app
        from gyges.studio._auth import Sessions
    except ImportError as error:
        raise MissingExtraError("studio", "the studio") from error
    name = proper_name(name)
    _check_open(project, host, certificate)
    sessions = Sessions(project.secret(), None if _is_loopback(host) else project.users)
    bound = _bind(host, port)
    port = bound.getsockname()[1]
    scheme = "http" if certificate is None else "https"
    hosts = _hosts(host, port, scheme, names)
    # Only an answer of this very host over TLS can set a cookie of this beginning.
    cookie = f"gyges_{port}" if certificate is None else f"__Host-gyges_{port}"
    app = make_app(project, sessions, hosts, scheme=scheme, cookie=cookie, options=options)
    # The access log would hold the token of the link; what the app has to say it says in its answers.
    # One parser of requests, whatever is installed beside: it refuses heads without end.
    config = uvicorn.Config(
        app, log_level="critical", access_log=False, server_header=False, lifespan="off", http="h11"
    )
    config.timeout_graceful_shutdown = _GOODBYE_SECONDS
    if certificate is not None:
        config.ssl_certfile, config.ssl_keyfile = certificate
    seen_as = next(iter(names), socket.getfqdn() if host in _EVERYWHERE else host)
    address = f"{scheme}://{seen_as}:{port}/"
    query = urllib.parse.urlencode({"token": sessions.token, "name": name})
    by_link = sessions.users is None
    listening(Listening(address, f"{address}open?{query}" if by_link else address, by_link))
    uvicorn.Server(config).run(sockets=[bound])


def _check_open(project: Project, host: str, certificate: tuple[Path, Path] | None) -> None:
    """Refuse to open a studio to others without a certificate and users, and a certificate that cannot be used."""
    if not _is_loopback(host):
        if certificate is None:
            raise ConfigError(f"{host} is not this machine alone", "give --tls-cert and --tls-key, and add users")
        if not project.users.names():
            raise ConfigError("nobody could sign in", f"add users: gyges studio {project.folder} --add-user NAME")
    if certificate is not None:
        try:
            ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(*certificate, password=_no_password)
        except (OSError, ValueError) as error:
            files = " and ".join(map(str, certificate))
            raise ConfigError(
                f"{files} are no certificate and key ({error})",
                "name two PEM files that fit, without a password",
            ) from error


def _no_password() -> str:
    """Stand in for OpenSSL's own question on the terminal."""
    raise ValueError("the key has a password")


def _hosts(host: str, port: int, scheme: str, names: Sequence[str]) -> frozenset[str]:
    known = (*_LOOPBACK, host) if _is_loopback(host) else (host, socket.gethostname(), socket.getfqdn(), *names)
    with_port = {f"{one.lower()}:{port}" for one in known}
    return frozenset(with_port | ({one.lower() for one in known} if port == _USUAL_PORT[scheme] else set()))


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
