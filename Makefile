# Two commands matter: `make run` and `make test`. Both set up what they need.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: run web games pictures transcripts test test-all attack check format bench clean

run: web
	$(BIN)/adversario serve

# The pages of the web app, from frontend/ into the package; Node.js comes from PyPI if need be.
web: $(READY)
	$(BIN)/python frontend/build.py

# The names of adversario.games for type checkers, from the classes that are registered.
games: $(READY)
	$(BIN)/python -m adversario.games.type_stub

# The screenshots in the README are those of the browser's tests.
pictures: web
	ADVERSARIO_ARTEFACTS=docs/pictures $(BIN)/pytest -q -n 0 tests/browser/test_pictures.py

# One seeded game of each kind, in docs/transcripts.
transcripts: $(READY)
	$(BIN)/python -m tests.transcripts

# Tests of one file, of one browser or of one server stay together in one process.
test: web
	$(BIN)/pytest -q -n auto --dist loadgroup -m "not slow"

test-all: web
	$(BIN)/pytest -q -n auto --dist loadgroup

# Files, games, kills, disks and messages made to break the program; `make test` runs a part (docs/reliability.md).
attack: web
	$(BIN)/python -m tests.attack --seed 1 --cases 20000 --report benchmarks/results/attack.md

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
	rm -rf $(VENV) .venv-bench frontend/node_modules frontend/.node build dist .mypy_cache .ruff_cache .pytest_cache .test_cache .hypothesis

# The dependency groups of pyproject.toml need pip 25.1 or newer.
$(READY): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet --editable . --group dev
	touch $@
