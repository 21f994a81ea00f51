"""A server on this machine that answers as Azure AI Language does, and misbehaves on demand."""

import json
import re
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, TypeAlias

Answer: TypeAlias = tuple[int, dict[str, str], bytes]
"""Status, headers, body."""

KNOWN = (
    ("Ana Kovač", "Person", "", 0.98),
    ("nurse", "PersonType", "", 0.7),
    ("Split", "Location", "City", 0.83),
    ("May 2019", "DateTime", "DateRange", 0.8),
    ("41 years", "Quantity", "Age", 0.9),
    ("30 km", "Quantity", "Dimension", 0.9),
    ("ana@example.com", "Email", "", 0.8),
    ("art", "Skill", "", 0.8),
    ("Acme", "Organization", "", 0.3),
    ("912-44-1234", "USSocialSecurityNumber", "", 0.85),
)
KINDS = {"PiiEntityRecognition": "PiiEntityRecognitionResults", "EntityRecognition": "EntityRecognitionResults"}


class AzureServer:
    """Answers by a small table of words; `script` holds answers that come first."""

    def __init__(self) -> None:
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.script: list[Callable[[dict[str, Any]], Answer]] = []
        handler = type("Handler", (_Handler,), {"owner": self})
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> "AzureServer":
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def answer(self, body: dict[str, Any]) -> Answer:
        self.requests.append(body)
        if self.script:
            return self.script.pop(0)(body)
        return ok(body, [found(row) for row in body["analysisInput"]["documents"]])


def ok(body: dict[str, Any], documents: list[dict[str, Any]], errors: list[dict[str, Any]] | None = None) -> Answer:
    results = {"documents": documents, "errors": errors or [], "modelVersion": "2025-01-01"}
    return 200, {}, json.dumps({"kind": KINDS[body["kind"]], "results": results}).encode()


def found(row: dict[str, Any]) -> dict[str, Any]:
    """Return what stands in one text, with offsets in code points."""
    entities = [
        {
            "text": words,
            "category": category,
            "offset": match.start(),
            "length": len(words),
            "confidenceScore": score,
            **({"subcategory": sub} if sub else {}),
        }
        for words, category, sub, score in KNOWN
        for match in re.finditer(re.escape(words), row["text"])
    ]
    return {"id": row["id"], "entities": entities, "warnings": [], "redactedText": ""}


def failure(status: int, code: str, message: str, **headers: str) -> Callable[[dict[str, Any]], Answer]:
    """Return an answer that says what went wrong, as the service words it."""
    content = json.dumps({"error": {"code": code, "message": message}}).encode()
    return lambda _: (status, {name.replace("_", "-"): value for name, value in headers.items()}, content)


class _Handler(BaseHTTPRequestHandler):
    owner: AzureServer
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.owner.headers.append({name.lower(): value for name, value in self.headers.items()})
        status, headers, content = self.owner.answer(body)
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **headers, "Content-Length": str(len(content))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""
