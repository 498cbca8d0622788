"""Asking the person behind a client, where the client can: their own hand counts more than an agent's word for it.

Which decisions need a person is the engine's to say; here is only how they are asked and what they answered.
"""

from enum import Enum

from mcp.server.elicitation import AcceptedElicitation, CancelledElicitation, DeclinedElicitation
from pydantic import BaseModel, Field, field_validator

from mcp_memory.engine.text.counting import cut_chars
from mcp_memory.views.words import PREVIEW_CHARS


class Consent(BaseModel):
    """What a person is asked to fill in. Whatever is not a plain yes is a no."""

    agree: bool = Field(default=False, description="Whether this may be done")

    @field_validator("agree", mode="before")
    @classmethod
    def _plainly(cls, given: object) -> bool:
        return given is True


class Said(Enum):
    """How the question went."""

    NOT_ASKED = "not asked"
    AGREED = "agreed"
    DECLINED = "declined"


Answer = AcceptedElicitation[Consent] | DeclinedElicitation | CancelledElicitation


def quoted(text: str) -> str:
    """The beginning of a text as a question shows it: on one line, and in marks that it cannot close itself."""
    return '"{}"'.format(cut_chars(" ".join(text.replace('"', "'").split()), PREVIEW_CHARS))


def said(answer: Answer) -> Said:
    """Read an answer. A question that was not put comes back as accepted without any data."""
    if not isinstance(answer, AcceptedElicitation):
        return Said.DECLINED
    if not isinstance(answer.data, Consent):
        return Said.NOT_ASKED
    return Said.AGREED if answer.data.agree else Said.DECLINED
