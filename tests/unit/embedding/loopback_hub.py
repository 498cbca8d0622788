"""A model hub on the loopback that serves a folder's files, and the faults a hub has. It is a stub, and no hub."""

import hashlib
import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Literal

REVISION = "a" * 40
Fault = Literal["", "down", "silent", "damaged"]


@dataclass
class LoopbackHub:
    """What it serves, what goes wrong, and which files were asked for."""

    files: Mapping[str, bytes]
    fault: Fault = ""
    fetched: list[str] = field(default_factory=list)
    address: str = ""
    released: threading.Event = field(default_factory=threading.Event)


@contextmanager
def serving(hub: LoopbackHub) -> Iterator[LoopbackHub]:
    """Serve until the block ends."""
    with _Server(hub) as server:
        hub.address = f"http://127.0.0.1:{server.server_address[1]}"
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield hub
        finally:
            hub.released.set()
            server.shutdown()
            thread.join()


class _Server(ThreadingHTTPServer):
    def __init__(self, hub: LoopbackHub) -> None:
        self.hub = hub
        super().__init__(("127.0.0.1", 0), _Answer)


class _Answer(BaseHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (the library names it)
        """Print nothing."""

    def do_HEAD(self) -> None:
        self._answer(has_body=False)

    def do_GET(self) -> None:
        self._answer(has_body=True)

    def _answer(self, *, has_body: bool) -> None:
        assert isinstance(self.server, _Server)
        hub = self.server.hub
        if hub.fault == "down":
            self.send_error(500)
        elif hub.fault == "silent":
            hub.released.wait()
        elif self.path.startswith("/api/models/"):
            self._send(_listing(hub), "application/json", has_body=has_body)
        else:
            self._send_file(hub, self.path.split("/resolve/", 1)[1].split("/", 1)[1], has_body=has_body)

    def _send_file(self, hub: LoopbackHub, name: str, *, has_body: bool) -> None:
        content = hub.files[name]
        if has_body:
            hub.fetched.append(name)
            content = bytes(len(content)) if hub.fault == "damaged" else content
        self._send(content, "application/octet-stream", has_body=has_body)

    def _send(self, content: bytes, kind: str, *, has_body: bool) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("X-Repo-Commit", REVISION)
        self.send_header("ETag", f'"{hashlib.sha256(content).hexdigest()}"')
        self.end_headers()
        if has_body:
            self.wfile.write(content)


def _listing(hub: LoopbackHub) -> bytes:
    siblings = [
        {
            "rfilename": name,
            "size": len(content),
            "lfs": {"sha256": hashlib.sha256(content).hexdigest(), "size": len(content), "pointerSize": 1},
        }
        for name, content in hub.files.items()
    ]
    return json.dumps({"id": "acme/model", "sha": REVISION, "siblings": siblings}).encode()
