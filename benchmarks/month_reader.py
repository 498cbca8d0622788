"""A stand-in for a model that has read the month carefully: HTTP on the loopback, behind the real SDK.

It answers about the very texts it is sent, from what the script knows of them. It is NO language model: it tells
what the product does with good answers, and nothing about how good a model's answers are.
"""

import json
import re
import threading
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from month_script import Script, Turn

KEY = "sk-ant-stand-in"
_BLOCK = re.compile(
    r"^\[(?P<mark>[0-9a-f]+) (?P<head>[^\n]*)\]\n(?P<text>.*?)\n\[/(?P=mark)\]$", re.MULTILINE | re.DOTALL
)
_STEP = re.compile(r"^\d+\. ([^({\n]+)", re.MULTILINE)
_TEXT_FIELDS = ("speaker", "goal", "conclusion", "stance", "place", "topic", "intent", "when", "valid_until")
_LIST_FIELDS = ("open_tasks", "subjects", "objects", "steps")


@dataclass
class Reader:
    """The service while it runs: where it listens, and what it was asked."""

    url: str = ""
    asked: Counter[str] = field(default_factory=Counter)


@contextmanager
def careful_reader(script: Script) -> Iterator[Reader]:
    """Run it on a free port, by heart in one script."""
    reader = Reader()

    class Service(_Service):
        asked = reader.asked
        answers = Answers(script)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Service)
    reader.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield reader
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Service(BaseHTTPRequestHandler):
    """Answers as the Messages API does."""

    protocol_version = "HTTP/1.1"
    asked: Counter[str]
    answers: "Answers"

    def do_POST(self) -> None:
        """Answer one request."""
        request = json.loads(self.rfile.read(int(self.headers["content-length"])))
        form = request["output_config"]["format"]["schema"]["properties"]
        blocks = [(found["head"], found["text"]) for found in _BLOCK.finditer(request["messages"][0]["content"])]
        what, answer = self.answers.to(form, blocks)
        self.asked[what] += 1
        message = {"id": "msg_1", "type": "message", "role": "assistant", "model": request["model"]}
        message |= {"content": [{"type": "text", "text": json.dumps(answer, ensure_ascii=False)}]}
        message |= {"stop_reason": "end_turn", "stop_sequence": None}
        message |= {"usage": {"input_tokens": 1000, "output_tokens": 200}}
        body = json.dumps(message).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Nothing: what was asked holds conversations."""


@dataclass(frozen=True)
class Answers:
    """What a careful reader of one script says."""

    script: Script

    def to(self, form: Mapping[str, Any], blocks: Sequence[tuple[str, str]]) -> tuple[str, dict[str, object]]:
        """What was asked, by the form of the answer, and the answer."""
        texts = [text for _, text in blocks]
        if "memories" in form:
            noted = self._noted(blocks)
            return "what turns hold", {"memories": [_memory(int(head.split()[1]), turn) for head, turn in noted]}
        if "summary" in form:
            notes = [turn.note for _, turn in self._noted(blocks)]
            return "a summary", {"summary": " ".join(notes) or "Nothing was settled."}
        if "is_one_rule" in form:
            is_one = any(all(rule.is_said_in(text) for text in texts) for rule in self.script.rules)
            return "a common rule", {"is_one_rule": is_one, "statement": texts[0] if is_one else ""}
        if blocks[0][0] == "procedure":
            return "whether a procedure fits", {"verdict": _fits(texts[0], texts[1:])}
        return "whether two clash", {"verdict": self._clash(*texts)}

    def _noted(self, blocks: Sequence[tuple[str, str]]) -> list[tuple[str, Turn]]:
        """The numbered turns that a careful reader notes something of."""
        noted = {turn.text: turn for sitting in self.script.sittings for turn in sitting.turns if turn.note}
        return [(head, noted[text]) for head, text in blocks if head.startswith("turn ") and text in noted]

    def _clash(self, earlier: str, later: str) -> bool:
        """One value against another of the same thing."""
        return any(
            change.is_about(earlier) and change.is_about(later) and (change.new in earlier) != (change.new in later)
            for change in self.script.changes
        )


def _memory(number: int, turn: Turn) -> dict[str, object]:
    empty = {**dict.fromkeys(_TEXT_FIELDS, ""), **{name: [] for name in _LIST_FIELDS}}
    return {**empty, "content": turn.note, "event_type": turn.kind, "turns": [number], "speaker": turn.speaker}


def _fits(procedure: str, runs: Sequence[str]) -> bool:
    """Whether most of its steps stand in each run."""
    steps = [found[1].strip() for found in _STEP.finditer(procedure)]
    return bool(steps) and all(sum(step in run for step in steps) * 2 > len(steps) for run in runs)
