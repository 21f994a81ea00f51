"""Real servers of files for tests: the web by Python's own server, S3 by moto's."""

import base64
import logging
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx
import pytest

BUCKET = "clinic"
USER, PASSWORD = "ana", "p4ss-w0rd"
_TOKEN = "Basic " + base64.b64encode(f"{USER}:{PASSWORD}".encode()).decode()

Body = bytes | Callable[[], Iterator[bytes]]


@contextmanager
def web_server(files: Mapping[str, Body], *, statuses: Mapping[str, int] | None = None) -> Iterator[str]:
    """Serve files by their paths, and give the address.

    ``/private/...`` asks for a password, ``/short/...`` breaks off in the middle, and `statuses` are errors by path.
    """

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def _answer(self, *, body: bool) -> None:
            path = self.path.partition("?")[0]
            status = (statuses or {}).get(path) or (200 if path in files else 404)
            if path.startswith("/private/") and self.headers["Authorization"] != _TOKEN:
                status = 401
            content = files.get(path, b"") if status == 200 else b""
            self.send_response(status)
            if isinstance(content, bytes):
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                sent = content[: len(content) // 2] if path.startswith("/short/") else content
                self.wfile.write(sent if body else b"")
                self.close_connection = sent is not content
                return
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            for chunk in content() if body else ():
                self.wfile.write(b"%x\r\n%b\r\n" % (len(chunk), chunk))
            self.wfile.write(b"0\r\n\r\n" if body else b"")

        def do_GET(self) -> None:
            self._answer(body=True)

        def do_HEAD(self) -> None:
            self._answer(body=False)

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"127.0.0.1:{server.server_port}"
        server.shutdown()


@contextmanager
def s3_server(patch: pytest.MonkeyPatch) -> Iterator[str]:
    """Run an S3 server with an empty bucket, and put its address and credentials into the environment."""
    import s3fs
    from moto.server import ThreadedMotoServer

    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    address = "http://{}:{}".format(*server.get_host_and_port())
    patch.setenv("AWS_ENDPOINT_URL", address)
    patch.setenv("AWS_ACCESS_KEY_ID", USER)
    patch.setenv("AWS_SECRET_ACCESS_KEY", PASSWORD)
    patch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    patch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    s3fs.S3FileSystem.clear_instance_cache()
    httpx.post(f"{address}/moto-api/reset")  # what an earlier server of this process held
    try:
        s3fs.S3FileSystem().mkdir(BUCKET)
        yield address
    finally:
        s3fs.S3FileSystem.clear_instance_cache()
        server.stop()
