"""A fault stub: HTTP on the loopback, behind it the client's own memory mode, until it is told to fail. It is no Qdrant.

It speaks the few requests that the adapter makes, so that the real client goes over a real wire, and then answers
with errors, too late, with rubbish, or not at all. What a real server does with the settings of a collection, it
cannot tell; that takes a live server.
"""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal
from urllib.parse import urlsplit

from qdrant_client import QdrantClient, models

Fault = Literal["", "error", "rubbish", "slow", "disconnect", "lost answer"]


class Loopback:
    """The stub while it runs. `fault` may be changed at any time; `requests` are method and path of all that came.

    `lost answer` does what is asked and then hangs up. `held` is set as soon as a request is kept waiting by `slow`.
    """

    def __init__(self) -> None:
        self.fault: Fault = ""
        self.faulty_after = 0
        self.requests: list[str] = []
        self.bodies: list[Any] = []
        self.held = threading.Event()
        self.released = threading.Event()
        self.client = QdrantClient(":memory:")
        self.turn = threading.Lock()
        self.url = ""

    def fault_now(self) -> Fault:
        """The fault that meets the request in hand: the first `faulty_after` after it was set are spared."""
        if self.fault and self.faulty_after:
            self.faulty_after -= 1
            return ""
        return self.fault


@contextmanager
def loopback() -> Iterator[Loopback]:
    """Run the stub on a free port."""
    stub = Loopback()

    class Handler(_Handler):
        state = stub

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    stub.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield stub
    finally:
        stub.released.set()
        server.shutdown()
        thread.join()
        server.server_close()
        stub.client.close()


class _Handler(BaseHTTPRequestHandler):
    state: Loopback

    def do_GET(self) -> None:
        self._answer()

    def do_PUT(self) -> None:
        self._answer()

    def do_POST(self) -> None:
        self._answer()

    def do_DELETE(self) -> None:
        self._answer()

    def log_message(self, *_: Any) -> None:
        """Say nothing."""

    def _answer(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length") or 0)) or "null")
        path = urlsplit(self.path).path
        with self.state.turn:
            self.state.requests.append(f"{self.command} {path}")
            self.state.bodies.append(body)
            fault = self.state.fault_now()
            result = (
                _do(self.state.client, self.command, path.split("/")[2:], body)
                if fault in {"", "lost answer"}
                else None
            )
        match fault:
            case "slow":
                self.state.held.set()
                self.state.released.wait()
            case "disconnect" | "lost answer":
                self.close_connection = True
            case "error":
                self._send(500, b'{"status": {"error": "told to fail"}}')
            case "rubbish":
                self._send(200, b"<html>Please log in</html>")
            case "":
                self._send(*_wrapped(result))

    def _send(self, status: int, content: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


def _wrapped(result: Any) -> tuple[int, bytes]:
    if isinstance(result, LookupError | ValueError):
        return 404, json.dumps({"status": {"error": str(result)}}).encode()
    return 200, json.dumps({"result": result, "status": "ok", "time": 0.0}).encode()


def _do(client: QdrantClient, method: str, path: list[str], body: Any) -> Any:
    """Translate one request; an error of the memory mode is its result."""
    name, rest = path[0], "/".join(path[1:])
    try:
        return _REQUESTS[method, rest](client, name, body)
    except (LookupError, ValueError) as refused:
        return refused


def _create(client: QdrantClient, name: str, body: Any) -> bool:
    asked = models.CreateCollection.model_validate(body)
    return client.create_collection(
        name, vectors_config=asked.vectors, sparse_vectors_config=asked.sparse_vectors, hnsw_config=asked.hnsw_config
    )


def _index(client: QdrantClient, name: str, body: Any) -> Any:
    models.CreateFieldIndex.model_validate(body)
    client.get_collection(name)
    return _DONE


def _upsert(client: QdrantClient, name: str, body: Any) -> Any:
    asked = models.PointsList.model_validate(body)
    client.upsert(name, asked.points, update_filter=asked.update_filter)
    return _DONE


def _delete(client: QdrantClient, name: str, body: Any) -> Any:
    client.delete(name, models.FilterSelector.model_validate(body))
    return _DONE


def _query(client: QdrantClient, name: str, body: Any) -> Any:
    asked = models.QueryRequest.model_validate(body)
    found = client.query_points(
        name, query=asked.query, using=asked.using, query_filter=asked.filter, limit=asked.limit or 10
    )
    return found.model_dump(mode="json")


def _retrieve(client: QdrantClient, name: str, body: Any) -> Any:
    return [point.model_dump(mode="json") for point in client.retrieve(name, models.PointRequest(**body).ids)]


def _count(client: QdrantClient, name: str, body: Any) -> Any:
    return client.count(name, models.CountRequest.model_validate(body).filter).model_dump(mode="json")


_DONE = {"operation_id": 0, "status": "completed"}
_REQUESTS: dict[tuple[str, str], Callable[[QdrantClient, str, Any], Any]] = {
    ("GET", "exists"): lambda client, name, _: {"exists": client.collection_exists(name)},
    ("PUT", ""): _create,
    ("DELETE", ""): lambda client, name, _: client.delete_collection(name),
    ("PUT", "index"): _index,
    ("PUT", "points"): _upsert,
    ("POST", "points/delete"): _delete,
    ("POST", "points/query"): _query,
    ("POST", "points"): _retrieve,
    ("POST", "points/count"): _count,
}
