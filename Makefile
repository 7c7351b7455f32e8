# Two commands matter: `make run` and `make test`. Both set up what they need.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: run test test-all check format bench clean

run: $(READY)
	$(BIN)/adversario play tictactoe --explain

test: $(READY)
	$(BIN)/pytest -q -n auto -m "not slow"

test-all: $(READY)
	$(BIN)/pytest -q -n auto

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(READY)
	$(PYTHON) benchmarks/run.py

clean:
	rm -rf $(VENV) .venv-bench build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis

# The dependency groups of pyproject.toml need pip 25.1 or newer.
$(READY): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet --editable . --group dev
	touch $@
