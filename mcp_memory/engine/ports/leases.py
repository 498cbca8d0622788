"""What the engine asks so that a thing is done by one process only: leases that expire by themselves."""

from datetime import datetime
from typing import Protocol


class Leases(Protocol):
    """Named leases, shared by all processes on one data folder.

    A holder that is killed needs no clean-up: its lease runs out. All who ask for one name use the same `seconds`.
    """

    def acquire(self, name: str, holder: str, now: datetime, seconds: float) -> bool:
        """Take or prolong the lease; true when it is the holder's for at least half of `seconds` from `now`.

        False while another holder has it. Cheap enough to be asked often: it writes only when it has to.
        """

    def release(self, name: str, holder: str) -> None:
        """Give the lease back early, if that can be done at once; another holder's is left alone."""
