"""A stand-in for the Messages API: real HTTP on the loopback, scripted answer by answer. It is no language model.

It refuses what the documented API refuses of our requests, so that their shape is tested by what the real SDK sends,
and it answers as the API does, or fails in the ways that services fail.
"""

import asyncio
import json
import socket
import threading
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

KEY = "sk-ant-test-0123456789"
"""The one key it accepts."""

USED = {"input_tokens": 900, "output_tokens": 100}
"""What it says of every answer that it took."""

Sender = Callable[[MutableMapping[str, Any]], Awaitable[None]]


@dataclass
class FakeAnthropic:
    """The service while it runs. `script` is answered in order, its last entry from then on; `asked` is what came."""

    url: str = ""
    script: list[Response] = field(default_factory=list)
    asked: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    released: threading.Event = field(default_factory=threading.Event)

    def answers(self, *script: Response) -> None:
        """Answer so from now on, and forget what came."""
        self.script = list(script)
        self.asked.clear()
        self.headers.clear()

    async def message(self, request: Request) -> Response:
        """Answer one request."""
        body = await request.json()
        self.asked.append(body)
        self.headers.append(dict(request.headers))
        if request.headers.get("authorization") != f"Bearer {KEY}" or "anthropic-version" not in request.headers:
            return status(401)
        if wrong := _wrong(body):
            return status(400, message=wrong)
        answer = self.script.pop(0) if len(self.script) > 1 else self.script[0]
        if isinstance(answer, _Slow):
            await asyncio.to_thread(self.released.wait)
        return answer


@contextmanager
def running() -> Iterator[FakeAnthropic]:
    """Run the service on a free port."""
    fake = FakeAnthropic()
    listening = socket.create_server(("127.0.0.1", 0))
    fake.url = f"http://127.0.0.1:{listening.getsockname()[1]}"
    app = Starlette(routes=[Route("/v1/messages", fake.message, methods=["POST"])])
    server = uvicorn.Server(uvicorn.Config(app, log_config=None, lifespan="off", ws="none", access_log=False))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        yield fake
    finally:
        fake.released.set()
        server.should_exit = True
        thread.join()
        listening.close()


def memories(*found: dict[str, Any]) -> Response:
    """An extraction of these memories."""
    return text(json.dumps({"memories": found}, ensure_ascii=False))


def memory(content: str, *turns: int, **fields: Any) -> dict[str, Any]:
    """One memory of an extraction, with all that the schema requires."""
    texts = ("speaker", "goal", "conclusion", "stance", "place", "topic", "intent", "when", "valid_until")
    lists = ("open_tasks", "subjects", "objects", "steps")
    empty = {**dict.fromkeys(texts, ""), **{name: [] for name in lists}}
    return {"content": content, "event_type": "fact", "turns": list(turns), **empty, **fields}


def text(*parts: str, stop_reason: str = "end_turn", usage: Any = USED) -> Response:
    """An answer of these texts, after some thinking."""
    blocks = [{"type": "thinking", "thinking": "Let me see.", "signature": "x"}]
    blocks += [{"type": "text", "text": part} for part in parts]
    message = {"id": "msg_1", "type": "message", "role": "assistant", "model": "claude-haiku-5-5", "content": blocks}
    return JSONResponse({**message, "stop_reason": stop_reason, "stop_sequence": None, "usage": usage})


def status(code: int, *, message: str = "told to fail", **headers: str) -> Response:
    """An error of the API."""
    error = {"type": "error", "error": {"type": "api_error", "message": message}}
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return JSONResponse(error, code, headers=named)


def body(content: str, media_type: str = "application/json") -> Response:
    """A body that no Messages API sends."""
    return Response(content, media_type=media_type)


class _Slow(Response):
    """Comes when the test is over."""


def slow() -> Response:
    """An answer that comes too late."""
    return _Slow()


class _HangUp(Response):
    async def __call__(self, _scope: Any, _receive: Any, send: Sender) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"100")]})
        await send({"type": "http.response.body", "body": b"{", "more_body": True})


def hang_up() -> Response:
    """A connection that ends in the middle of the answer."""
    return _HangUp()


def _wrong(asked: dict[str, Any]) -> str:
    """What the documented API would refuse of a request, in words; "" for nothing."""
    known = {"model", "max_tokens", "system", "messages", "output_config"}
    if set(asked) != known:
        return f"unexpected fields: {set(asked) ^ known}"
    if not isinstance(asked["system"], str) or asked["max_tokens"] < 1:
        return "system or max_tokens"
    if [sorted(message) for message in asked["messages"]] != [["content", "role"]]:
        return "messages"
    form = asked["output_config"]["format"]
    return "format" if form["type"] != "json_schema" else _wrong_schema(form["schema"])


def _wrong_schema(schema: dict[str, Any]) -> str:
    """Structured output takes a subset of JSON Schema: objects closed, no lengths, no ranges."""
    if stray := set(schema) - {"type", "properties", "required", "additionalProperties", "items", "enum"}:
        return f"unsupported: {stray}"
    if schema.get("type") == "object" and schema.get("additionalProperties") is not False:
        return "an open object"
    inner = [*schema.get("properties", {}).values(), *([schema["items"]] if "items" in schema else [])]
    return next((wrong for part in inner if (wrong := _wrong_schema(part))), "")
