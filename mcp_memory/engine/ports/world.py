"""Time, place, identity: the world as arguments."""

from collections.abc import Callable
from datetime import datetime

Clock = Callable[[], datetime]
"""Returns the current time, aware, UTC."""

Local = Callable[[datetime], datetime]
"""The same moment in the zone of the person, in which "yesterday" is meant."""

NewId = Callable[[], str]
"""Returns a fresh UUIDv7 in its canonical 36 characters: sortable, never reused."""
