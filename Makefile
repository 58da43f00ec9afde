# Everything a developer runs. It needs make, Python 3.11 or newer with pip, and a way to PyPI or a mirror of it.

VENV := .venv
# Packages of their own beside ours: games, which the tests run over like ours, and the client for Python.
PACKAGES := examples/tic_tac_toe examples/three_chests examples/perfect_tic_tac_toe clients/python
BIN := $(VENV)/bin
# The first Python on PATH that is new enough; set PYTHON to choose another.
PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$python; break; }; done)
# What builds the container image. In their own format Podman and Buildah would leave out the health check: BUILDAH_FORMAT.
ENGINE ?= $(shell docker info >/dev/null 2>&1 && echo docker || command -v podman || command -v buildah)

.DEFAULT_GOAL := help
.PHONY: help setup setup-dev run test test-long test-fast test-web budgets-web lint types imports audit-deps playthroughs pictures record openapi check-openapi check-web-types client-ts client-types clients keep-contract release screenshots whole-games filmstrips vendor cluster soak golden fuzz leaks mutants schemathesis bench sleepers clocks profile ladder arena docker check-docker clean

help: ## Show what there is
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1\t\2/p' $(MAKEFILE_LIST) | while IFS="$$(printf '\t')" read -r name what; do \
		printf '%-16s %s\n' "$$name" "$$what"; done

setup: $(VENV)/.installed ## Make .venv with what the service needs

setup-dev: $(VENV)/.installed-dev ## Make .venv with what development needs too

run: setup ## Start Tradewinds on http://127.0.0.1:8000 (HOST and PORT override)
	@exec $(BIN)/tradewinds up

# Tests start hundreds of processes, which would each compile everything again without bytecode.
test test-long test-fast test-web cluster: export PYTHONDONTWRITEBYTECODE :=

test: setup-dev ## Run all tests but long ones and those in a browser against a Redis of their own, and name the slowest ten
	@exec $(BIN)/python -m pytest -n auto --dist worksteal --durations=10 -m 'not browser and not long'

test-long: setup-dev ## Run the tests that take minutes: all interleavings, and a storm of kills (STORM_ACTIONS=200000, STORM_KILLS=500)
	@exec $(BIN)/python -m pytest -n auto --dist worksteal --durations=10 -m long

test-fast: setup-dev ## Run the tests of tests/fast.txt, in less than a minute: before each commit
	@exec $(BIN)/python -m pytest -n $$(getconf _NPROCESSORS_ONLN) --dist worksteal -m 'not browser and not long' $$(grep -v '^#' tests/fast.txt)

lint: setup-dev ## Check style and format
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: setup-dev ## Check types
	$(BIN)/mypy

imports: setup-dev ## Check who may import whom
	$(BIN)/lint-imports

lock: setup-dev ## Resolve the dependencies anew into requirements*.txt (LOCK=--upgrade takes the newest versions)
	$(call locked,requirements.txt,--extra png)
	$(call locked,requirements-otel.txt,--extra png --extra otel --constraint requirements.txt)
	$(call locked,requirements-dev.txt,--extra dev --constraint requirements-otel.txt)
	$(call locked,requirements-web.txt,--extra web --constraint requirements-dev.txt)

audit-deps: setup-dev ## Look for known vulnerabilities of the dependencies
	@exec $(BIN)/python .ci/audit_deps.py

playthroughs: setup-dev ## Write the games of tests/playthroughs anew as text (GAME=pirates-of-maracaibo: of one ruleset)
	$(BIN)/python -m tests.playthroughs $(GAME)

pictures: setup-dev ## Draw positions of the games into docs/pictures, and what of them each guide shows
	$(BIN)/python -m tests.docs.pictures
	$(BIN)/python -m tests.docs.guides

record: setup-dev ## Write docs/record.md, the reference for authors of games, anew from docstrings
	$(BIN)/python -m tests.docs.record

openapi: setup-dev ## Write openapi.yaml anew from the code, its examples from a game, and the types of the clients from it
	$(BIN)/python -m tests.docs.examples
	$(BIN)/python -m service.openapi > openapi.yaml.new
	mv openapi.yaml.new openapi.yaml
	$(BIN)/python -m harness.client_types
	$(BIN)/ruff format --quiet clients/python

check-openapi: setup-dev ## Fail if openapi.yaml is not what the code says
	$(BIN)/python -m service.openapi | diff -u openapi.yaml - || { \
		echo 'openapi.yaml is stale: run "make openapi"' >&2; exit 1; }

check-web-types: setup-dev ## Hold the scripts of the table to the types of openapi.yaml (needs Node 20 or newer)
	@exec $(BIN)/python -m tests.client_ts.page

client-ts: setup-dev ## Compile a TypeScript client made from openapi.yaml and let it play a game (needs Node 20 or newer)
	@exec $(BIN)/python -m tests.client_ts.run

test-web: $(VENV)/.installed-web ## Play in a real browser (needs Chromium: apt-get install chromium)
	@exec $(BIN)/python -m pytest -n 2 --durations=5 -m 'not long' tests/web

budgets-web: $(VENV)/.installed-web ## Measure what the table takes in Chromium, and write docs/table-budgets.md
	@exec $(BIN)/python -m tests.web.budgets

screenshots: $(VENV)/.installed-web ## Write the pictures of the table in docs/table anew (needs Chromium)
	@exec $(BIN)/python -m tests.web.screenshots

whole-games: $(VENV)/.installed-web ## Play a game of each kind by clicks alone, with pictures in docs/whole-games (needs Chromium)
	@exec $(BIN)/python -m tests.web.whole_games

filmstrips: $(VENV)/.installed-web ## Write what is seen to happen on the table, as strips of pictures in docs/table (needs Chromium)
	@exec $(BIN)/python -m tests.web.filmstrips

client-types: setup-dev ## Write the types of the JavaScript client anew from its module (needs Node 20 or newer)
	@exec $(BIN)/python -m harness.client_packages --types

clients: setup-dev ## Build the clients for programs into dist/clients: a wheel, and an npm tarball where there is Node
	@rm -rf dist/clients
	@exec $(BIN)/python -m harness.client_packages dist/clients

keep-contract: setup-dev ## Keep openapi.yaml as the contract of the release, with which later ones are compared
	@exec $(BIN)/python -m harness.release --keep-contract

release: setup-dev ## Build a release into a new folder: wheel, clients, contract, image, sums (INTO=…, IMAGE=no, REHEARSE=yes)
	@exec $(BIN)/python -m harness.release $(or $(INTO),dist/release) --engine '$(ENGINE)' $(if $(filter no,$(IMAGE)),--without-image) \
		$(if $(REHEARSE),--rehearse)

vendor: setup-dev ## Renew the libraries and icons of the browser's table from the npm registry (harness/vendor.py)
	@exec $(BIN)/python -m harness.vendor

cluster: setup-dev ## Run the tests of the service and of failover on a Redis Cluster
	@exec $(BIN)/python -m pytest -n auto --cluster tests/service tests/cluster

soak: setup-dev ## Kill and stall everything while dozens of games are played, once for each appendfsync (SOAK_SECONDS=120)
	@$(BIN)/python -m tests.soak --seconds $(or $(SOAK_SECONDS),120) --seed $(or $(SOAK_SEED),1) --appendfsync always
	@$(BIN)/python -m tests.soak --seconds $(or $(SOAK_SECONDS),120) --seed $(or $(SOAK_SEED),1) --appendfsync everysec

golden: setup-dev ## Record what the current versions of the rules decide, as far as no record has it (GAME=pirates-of-maracaibo)
	@exec $(BIN)/python -m tests.golden.decide $(GAME)

fuzz: setup-dev ## Play thousands of games of every kind until everything in them was reached (PLAYOUTS=2000)
	@exec $(BIN)/python -m tests.fuzz --playouts $(or $(PLAYOUTS),2000)

leaks: setup-dev ## Deal hidden cards anew and compare what people are told and what bots think (PLAYOUTS=30, POSITIONS=500)
	@exec $(BIN)/python -m tests.leaks --playouts $(or $(PLAYOUTS),30) --positions $(or $(POSITIONS),500)

mutants: setup-dev ## Make small changes of the rules and tell which no test notices (SEED=1, COUNT=300, GAME=pirates-of-maracaibo)
	@PYTHONHASHSEED=0 $(BIN)/python -m tests.mutants --seed $(or $(SEED),1) --count $(or $(COUNT),300) $(if $(GAME),--game $(GAME))

schemathesis: setup-dev ## Throw more, and other, random requests at the running service than `make test` does (EXAMPLES=1000)
	SCHEMATHESIS_EXAMPLES=$(or $(EXAMPLES),1000) SCHEMATHESIS_SEED=$$(date +%s) $(BIN)/python -m pytest -s tests/service/test_schemathesis.py

bench: setup-dev ## Measure how fast it is (BENCH="--rows 3,4 --quick" and the like); see docs/benchmarks.md
	@exec $(BIN)/python -m bench $(BENCH)

sleepers: setup-dev ## Put 100,000 half-played games to sleep and play beside a million of them (SLEEPERS="--sleepers 1000" and the like)
	@exec $(BIN)/python -m bench.sleepers $(SLEEPERS)

clocks: setup-dev ## Let 10,000 clocks run, and run out at once while workers are killed (CLOCKS="--games 1000" and the like)
	@exec $(BIN)/python -m bench.clocks $(CLOCKS)

profile: setup-dev ## Show where the processor time of an action goes (PROFILE="merchants-and-marauders" and the like)
	@exec $(BIN)/python -m bench.profile $(PROFILE)

ladder: setup-dev ## Prove the ladder of levels: play what is missing in .ladder, write the tables of docs/bots.md (LADDER="--jobs 2")
	@exec $(BIN)/python -m bench.ladder $(LADDER)

arena: setup ## Let bots play each other (ARGS="--seats expert,greedy --games 300" and the like)
	@exec $(BIN)/tradewinds arena $(ARGS)

docker: ## Build the container image, by Docker, Podman or Buildah
	@test -n '$(ENGINE)' || { echo 'This needs Docker (and that it runs), Podman or Buildah' >&2; exit 1; }
	BUILDAH_FORMAT=docker $(ENGINE) build --tag tradewinds .

check-docker: setup-dev docker ## Build the container image and play a game with it, run with no rights at all
	IMAGE=tradewinds ENGINE=$(ENGINE) $(BIN)/python -m pytest tests/image

clean: ## Remove .venv and everything that tools cache
	rm -rf $(VENV) .mutants build dist *.egg-info examples/*/build examples/*/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

# One lock file serves all platforms and Python versions; what it pins is installed by hash, and nothing beside it.
locked = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-package tradewinds-client \
	--custom-compile-command 'make lock' \
	$(LOCK) $(2) --output-file $(1) pyproject.toml
install = $(BIN)/python -m pip install --quiet --disable-pip-version-check

# Each stamp is older than the lock file as soon as the dependencies change.
$(VENV)/.installed: pyproject.toml requirements.txt | $(BIN)/pip
	@echo "Installing $$(grep -c '==' requirements.txt) packages into $(VENV), each checked by its hash (about 20 seconds)"
	@$(install) --require-hashes --requirement requirements.txt
	@$(install) --quiet --no-deps --editable .
	@touch $@

$(VENV)/.installed-dev: pyproject.toml requirements-dev.txt $(PACKAGES:%=%/pyproject.toml) | $(BIN)/pip
	@echo "Installing $$(grep -c '==' requirements-dev.txt) packages into $(VENV), each checked by its hash (about a minute)"
	@$(install) --require-hashes --requirement requirements-dev.txt
	@$(install) --quiet --no-deps --editable . $(PACKAGES:%=--editable %)
	@touch $(VENV)/.installed $@

$(VENV)/.installed-web: requirements-web.txt $(VENV)/.installed-dev
	@$(install) --require-hashes --requirement requirements-web.txt
	@touch $@

# Debian and Ubuntu ship Python without venv unless asked; virtualenv, fetched by pip, needs nothing of it.
# The target is pip because it comes last: a .venv without it was left half made.
$(BIN)/pip:
	@test -n '$(PYTHON)' || { echo 'Tradewinds needs Python 3.11 or newer on PATH (or: make PYTHON=/path/to/python)' >&2; exit 1; }
	@echo 'Making $(VENV), once, with $(PYTHON)'
	@$(PYTHON) -m venv --clear $(VENV) >/dev/null 2>&1 || { \
		rm -rf $(VENV) $(VENV)-tool && \
		$(PYTHON) -m pip install --quiet --disable-pip-version-check --target $(VENV)-tool virtualenv==21.15.8 && \
		PYTHONPATH=$(VENV)-tool $(PYTHON) -m virtualenv --quiet $(VENV) && \
		rm -rf $(VENV)-tool; } || { \
		rm -rf $(VENV) $(VENV)-tool; echo 'Cannot make $(VENV): install pip or venv for $(PYTHON)' >&2; exit 1; }
