# Two commands matter: `make run` and `make test`. Both set up what they need.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
TOOLS := $(VENV)/.tools
WRITERS := $(VENV)/.writers

# A test that needs one of these fails without it; `make test` installs them all.
export ADVERSARIO_REQUIRE ?= numba,chromium,ray,chess

.PHONY: run web docs site browser games pictures transcripts notebooks test test-all attack check format bench clean

run: web
	@echo "The same on the command line: $(BIN)/adversario --help"
	$(BIN)/adversario serve

# The pages of the web app, from frontend/ into the package; Node.js comes from PyPI if need be.
web: $(READY)
	$(BIN)/python frontend/build.py

# The documentation as a site, in site/docs, in English and Spanish.
docs: $(WRITERS)
	$(BIN)/python docs/builder/build.py

# All of it for a web host, in site/: the documentation, and the app without a server, in which Python
# runs in the browser.
site: docs
	$(BIN)/python frontend/local.py
	cp docs/builder/home.html site/index.html

# A Chromium for the tests, unless the system has one.
browser: $(READY)
	$(BIN)/python frontend/browser.py

# The names of adversario.games for type checkers, from the classes that are registered.
games: $(TOOLS)
	$(BIN)/python -m adversario.games.type_stub

# The screenshots in the README are those of the browser's tests.
pictures: web browser $(TOOLS)
	ADVERSARIO_ARTEFACTS=docs/pictures $(BIN)/pytest -q -n 0 tests/browser/test_pictures.py

# One seeded game of each kind, in docs/transcripts.
transcripts: $(TOOLS)
	$(BIN)/python -m tests.transcripts

# The example notebooks with their outputs, in examples/notebooks.
notebooks: $(TOOLS)
	$(BIN)/python -m tests.notebooks

# Tests of one file, of one browser or of one server stay together in one process.
test: web browser $(TOOLS)
	$(BIN)/pytest -q -n auto --dist loadgroup -m "not slow"

test-all: web browser $(TOOLS)
	$(BIN)/pytest -q -n auto --dist loadgroup

# Files, games, kills, disks and messages made to break the program; `make test` runs a part (docs/reliability.md).
attack: web $(TOOLS)
	$(BIN)/python -m tests.attack --seed 1 --cases 20000 --report benchmarks/results/attack.md

check: $(TOOLS)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(TOOLS)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(TOOLS)
	$(PYTHON) benchmarks/run.py

clean:
	rm -rf $(VENV) .venv-bench frontend/node_modules frontend/.node frontend/.chromium build dist .mypy_cache .ruff_cache .pytest_cache .test_cache .hypothesis

# What the app needs: `make run` installs no more.
$(READY): pyproject.toml
	@echo "Setting up $(VENV), once: this takes about a minute."
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet --editable .
	touch $@

# What the documentation's site is made with.
$(WRITERS): $(READY)
	$(BIN)/python -m pip install --quiet --group docs
	touch $@

# What the tests and the checks need besides. Dependency groups need pip 25.1 or newer.
$(TOOLS): $(READY)
	@echo "Adding the tools of developers to $(VENV), once."
	$(BIN)/python -m pip install --quiet --group dev
	touch $@
