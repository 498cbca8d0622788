"""What the server derives from the text of a memory for its layer, so that nobody has to fill in forms."""

from typing import assert_never

from mcp_memory.engine.domain.memory import Details
from mcp_memory.engine.domain.vocabulary import Layer
from mcp_memory.engine.text.procedures import procedure_of, steps_in
from mcp_memory.engine.text.triples import triple_of


def structure(layer: Layer, content: str, steps: tuple[str, ...] = ()) -> Details:
    """A triple for a semantic memory, a procedure for a procedural one, nothing for an episode.

    `steps` are those the caller named; without them they are read from the text, and a text that names none is a
    procedure of one step.
    """
    match layer:
        case Layer.SEMANTIC:
            return triple_of(content)
        case Layer.PROCEDURAL:
            return procedure_of(content, steps or steps_in(content) or (content,))
        case Layer.EPISODIC:
            return None
        case _:
            assert_never(layer)
