# Each target wraps one command that also works by itself. `make check` is what the continuous checks run.
PYTHON ?= .venv/bin/python
BIN := $(dir $(PYTHON))

.PHONY: check format test bench install

check:
	$(BIN)ruff format --check .
	$(BIN)ruff check .
	$(BIN)mypy
	$(BIN)lint-imports
	$(BIN)deptry .
	$(PYTHON) -m pytest --cov --cov-report=
	$(BIN)coverage report --fail-under=95
	$(BIN)coverage report --fail-under=100 --include='mcp_memory/engine/domain/*'
	$(BIN)coverage report --fail-under=100 --include='mcp_memory/engine/lifecycle/*'
	$(BIN)coverage report --fail-under=100 --include='mcp_memory/engine/recall/*'

format:
	$(BIN)ruff format .
	$(BIN)ruff check --fix .

test:
	$(PYTHON) -m pytest

bench:
	$(PYTHON) benchmarks/prove.py
	$(PYTHON) benchmarks/latency.py
	$(PYTHON) benchmarks/startup.py

install:
	python3 -m venv .venv
	.venv/bin/pip install -q -c constraints.txt -e '.[dev]'
