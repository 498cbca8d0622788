"""From an engine error to what the protocol shows: the only translation.

An expected error keeps its own message, which names the argument and the next step. A surprise is shown to nobody but
the log, and there without its text, since the text of an exception may quote a memory; both sides get one reference.
"""

import logging
import traceback
import zlib
from collections.abc import Iterator
from contextlib import contextmanager

from mcp.server.mcpserver.exceptions import ResourceError, ResourceNotFoundError, ToolError

from mcp_memory.engine.domain.errors import EngineError, Invalid, NotFound

log = logging.getLogger(__name__)

NOT_UNDERSTOOD = "The person's answer was not understood, so nothing was done. Ask them again."

_RESOLVER = "Resolver "
"""So the SDK begins what it says of an answer that it cannot read; the rest names functions of ours."""


def told_to_model(failed: ToolError) -> str:
    """What a model reads after a failed call. The SDK's wrapper is taken off; its cause is what went wrong."""
    cause = failed.__cause__ or failed
    match cause:
        case EngineError():
            return cause.message
        case ToolError() if str(cause).startswith(_RESOLVER):
            return NOT_UNDERSTOOD
        case ToolError():
            return str(cause)
        case _:
            return f"Internal error, reference {_logged(cause)}. Nothing else is affected; the server's log says more."


@contextmanager
def told_to_reader() -> Iterator[None]:
    """Turn an engine error of a resource into the protocol's own: an address that is none, or failed."""
    try:
        yield
    except (NotFound, Invalid) as missing:
        raise ResourceNotFoundError(missing.message) from missing
    except EngineError as failed:
        raise ResourceError(failed.message) from failed


def frames(error: BaseException) -> str:
    """Where a surprise happened, of what kind it was and what caused it, without the text of the exceptions."""
    kind = f"{type(error).__module__}.{type(error).__qualname__}"
    here = "".join((*traceback.format_tb(error.__traceback__), kind))
    within = error.exceptions if isinstance(error, BaseExceptionGroup) else ()
    cause = (error.__cause__,) if error.__cause__ else ()
    return "\ncaused by\n".join((here, *map(frames, (*within, *cause))))


def _logged(surprise: BaseException) -> str:
    """Log a surprise and return its reference: the same fault has the same one."""
    where = frames(surprise)
    reference = f"{zlib.crc32(where.encode()):08x}"
    log.error("internal error, reference %s\n%s", reference, where)
    return reference
