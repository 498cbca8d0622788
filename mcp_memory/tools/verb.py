"""What the tools have in common: lenient arguments in, one compact shape out, lean schemas.

A tool itself is a sentence: its signature is the schema, its docstring is for the model, then one call and one view.
"""

import inspect
from collections.abc import Callable, Mapping
from typing import Any, Literal, cast

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.tools import Tool
from mcp.types import ToolAnnotations

from mcp_memory.engine.domain.errors import EngineError, Invalid
from mcp_memory.engine.domain.vocabulary import EventType, Layer
from mcp_memory.failures import told_to_model
from mcp_memory.lenience import about_unknown, take
from mcp_memory.views.shape import View, answered, refused

LayerWord = Literal["", "episodic", "semantic", "procedural"]
EventWord = Literal[
    "",
    "decision",
    "preference",
    "constraint",
    "risk",
    "question",
    "task",
    "commitment",
    "reversal",
    "fact",
    "task_record",
    "discussion",
]


class Verb(Tool):
    """A tool that fits the arguments it is given, and answers every failure in words of ours."""

    refuses_unknown: bool = False
    """Whether an argument it does not know stops the call; otherwise it is named in the answer."""

    async def run(self, arguments: dict[str, Any], context: Context[Any, Any], convert_result: bool = False) -> Any:  # noqa: ARG002 (the SDK calls it so)
        """Run the tool. What is neither a view nor an error is the SDK's own: a question to the person."""
        try:
            given, stray = self._taken(arguments)
            answer = await super().run(given, context)
        except EngineError as unfit:
            return refused(unfit.message)
        except ToolError as failed:
            return refused(told_to_model(failed))
        if isinstance(answer, View):
            return answered(answer.noted(stray) if stray else answer)
        return answer

    def _taken(self, arguments: Mapping[str, Any]) -> tuple[dict[str, Any], str]:
        """The arguments that fit, and what is to be said of those nobody knows."""
        taken = take(self.parameters, arguments)
        stray = about_unknown(taken.unknown, self.parameters["properties"])
        if stray and self.refuses_unknown:
            raise Invalid(stray)
        return taken.values, stray


def verb(
    sentence: Callable[..., Any],
    *,
    prefix: str,
    title: str,
    annotations: ToolAnnotations,
    refuses_unknown: bool = False,
    meta: dict[str, Any] | None = None,
) -> Verb:
    """Make a tool of a function; its name may get a prefix, where another server has tools of the same name."""
    made = cast(
        "Verb",
        Verb.from_function(
            sentence,
            name=prefix + sentence.__name__,
            title=title,
            description=inspect.cleandoc(sentence.__doc__ or ""),
            annotations=annotations,
            meta=meta,
        ),
    )
    made.refuses_unknown = refuses_unknown
    made.parameters = lean(made.parameters, keep_descriptions=True)
    if refuses_unknown:
        made.parameters["additionalProperties"] = False
    made.fn_metadata.output_schema = lean(made.fn_metadata.output_schema or {})
    return made


def layer_of(word: str) -> Layer | None:
    """The layer named, or None for none in particular."""
    return Layer(word) if word in set(Layer) else None


def event_of(word: str) -> EventType | None:
    """The event type named, or None for none in particular."""
    return EventType(word) if word else None


def lean(schema: Mapping[str, Any], *, keep_descriptions: bool = False) -> dict[str, Any]:
    """The schema without references, titles, empty words and empty defaults: clients stumble over them or pay for them.

    Descriptions are kept where a model chooses arguments by them.
    """
    definitions = schema.get("$defs", {})
    dropped = {"title", "$defs"} if keep_descriptions else {"title", "$defs", "description", "default"}

    def leaner(part: Any) -> Any:
        if isinstance(part, list):
            return [leaner(item) for item in part if item != ""]
        if not isinstance(part, dict):
            return part
        if "$ref" in part:
            return leaner(definitions[part["$ref"].rpartition("/")[2]])
        return {
            key: {name: leaner(value) for name, value in inner.items()} if key == "properties" else leaner(inner)
            for key, inner in part.items()
            if key not in dropped and not (key == "default" and inner in ("", [], False, 0))
        }

    return dict(leaner(dict(schema)))
