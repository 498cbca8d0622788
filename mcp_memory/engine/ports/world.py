"""Time, identity: the world as arguments."""

from collections.abc import Callable
from datetime import datetime

Clock = Callable[[], datetime]
"""Returns the current time, aware, UTC."""

NewId = Callable[[], str]
"""Returns a fresh UUIDv7 in its canonical 36 characters: sortable, never reused."""
