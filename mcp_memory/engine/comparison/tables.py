"""Tables of words, written as text."""


def words(text: str) -> frozenset[str]:
    """The words of a text."""
    return frozenset(text.split())


def groups(text: str) -> tuple[frozenset[str], ...]:
    """The words of each line."""
    return tuple(words(line) for line in text.strip().splitlines())


def meanings(text: str) -> dict[str, str]:
    """Lines of "meaning: form form", as form to meaning."""
    found: dict[str, str] = {}
    for line in text.strip().splitlines():
        meaning, _, forms = line.partition(":")
        found |= dict.fromkeys(forms.split(), meaning.strip())
    return found


def poles(text: str) -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
    """The words of each line on both sides of its bar."""
    sides = (line.split("|") for line in text.strip().splitlines())
    return tuple((words(one), words(other)) for one, other in sides)
