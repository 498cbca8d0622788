"""What stands in a text for personal data that was taken out of it: `[phone:1]`, numbered for each user and kind.

It knows the shape only; which value a placeholder stands for is the vault's to know.
"""

import re
from collections.abc import Iterator

KINDS = ("phone", "e-mail", "address", "national-id", "passport", "bank-card", "iban", "licence-plate")
"""What is kept apart as personal data."""

PLACEHOLDER = re.compile(rf"\[({'|'.join(KINDS)}):([1-9][0-9]{{0,8}})\]")


def numbered(kind: str, number: int) -> str:
    """The placeholder of one value."""
    return f"[{kind}:{number}]"


def unnumbered(kind: str) -> str:
    """What stands in a text that is not kept, for a value that is not known."""
    return f"[{kind}]"


def placeholders_in(text: str) -> Iterator[tuple[str, int]]:
    """Kind and number of every placeholder in a text, in order, with repetitions."""
    for found in PLACEHOLDER.finditer(text):
        yield found[1], int(found[2])
