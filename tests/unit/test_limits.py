"""The house's limits: small files, small functions, and nothing in the tree that holds for one machine only."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MAX_FILE_LINES = 400
MAX_BODY_LINES = 40

SOURCES = sorted(path for part in ("mcp_memory", "tests", "benchmarks") for path in (ROOT / part).rglob("*.py"))
TEXT_SUFFIXES = {".py", ".md", ".toml", ".json", ".txt", ".sql", ".html", ".yml", ".yaml", ".cfg", ".ini", ""}
SKIPPED_FOLDERS = {"__pycache__", "models", "build", "dist"}

MACHINE_PATH = re.compile(
    r"(?<![\w.~])/(?!home/(?:me|user)\b)(?:home|Users|root|work|private)/\w+|(?<!\w)[A-Z]:\\Users\\\w+", re.ASCII
)
REGISTRY = re.compile(r"https?://[\w.-]*(?:pypi|pythonhosted|npmjs|registry|artifactory|nexus)[\w.-]*", re.IGNORECASE)
LOCK_FILES = {"uv.lock", "poetry.lock", "pdm.lock", "Pipfile.lock", "pylock.toml", "package-lock.json", "yarn.lock"}


def texts() -> Iterator[Path]:
    """Every text file of the tree, hidden folders of tools left out."""
    for path in sorted(ROOT.rglob("*")):
        parts = path.relative_to(ROOT).parts
        hidden = any(part.startswith(".") and part != ".ci" for part in parts)
        if path.is_file() and not hidden and not SKIPPED_FOLDERS & set(parts) and path.suffix in TEXT_SUFFIXES:
            yield path


Function = ast.FunctionDef | ast.AsyncFunctionDef


def body_lines(function: Function) -> int:
    """Lines from the first statement after the docstring to the last, without functions that stand inside."""
    body = function.body[1:] if ast.get_docstring(function) is not None else function.body
    inside = sum(span(statement) for statement in body if isinstance(statement, Function))
    return (body[-1].end_lineno or 0) - body[0].lineno + 1 - inside if body else 0


def span(function: Function) -> int:
    """Lines from the first decorator or the name to the end."""
    first = min(line.lineno for line in (function, *function.decorator_list))
    return (function.end_lineno or first) - first + 1


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_files_and_functions_stay_small(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert len(source.splitlines()) < MAX_FILE_LINES
    long = [
        f"{node.name} has {body_lines(node)} lines"
        for node in ast.walk(ast.parse(source))
        if isinstance(node, Function) and body_lines(node) >= MAX_BODY_LINES
    ]
    assert long == []


def test_no_file_names_a_machine_or_a_registry() -> None:
    """Paths of one machine and addresses of package registries belong into no file."""
    strays = [
        f"{path.relative_to(ROOT)}: {hit.group()}"
        for path in texts()
        for pattern in (MACHINE_PATH, REGISTRY)
        for hit in pattern.finditer(path.read_text(encoding="utf-8"))
    ]
    assert strays == []


def test_versions_are_pinned_without_addresses() -> None:
    """One constraints file of `name==version` lines, and no lock file, which would record where packages came from."""
    pins = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pin = re.compile(r"#.*|[A-Za-z0-9_.-]+==[A-Za-z0-9_.+!-]+(?: ?; ?[\w\s=<>!'\".]+)?")
    assert [line for line in pins if not pin.fullmatch(line)] == []
    assert [path.name for path in ROOT.iterdir() if path.name in LOCK_FILES] == []


def test_no_group_repeats_possessively() -> None:
    """Python before 3.11.5 matches `(...)*+` wrongly where the group backtracks; of single characters it is right."""
    possessive = re.compile(r"\)(?:[*+?]|\{[0-9,]+\})\+(?![\w\s])")
    found = [path.name for path in ROOT.glob("mcp_memory/**/*.py") if possessive.search(path.read_text("utf-8"))]
    assert found == []
