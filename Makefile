# Two commands do everything: `make run` to play, `make test` to check. Both need Python 3.11+ and a package index.
SHELL := /bin/bash
VENV := .venv
BIN := $(VENV)/bin
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { command -v $$p; break; }; done)
GAMES ?= 100000
SECONDS ?= 300
PLIES ?= 1000000
DEALS ?= 200
# Also what builds the package is of the version that is pinned; newer versions of pip read the second name.
export PIP_CONSTRAINT := constraints.txt
export PIP_BUILD_CONSTRAINT := constraints.txt

.PHONY: run test quick quick-tests check demo bench strength calibrate load train lockstep extremes fuzz campaigns golden pin verify-deps clean

# What the doctor finds is said, with its remedy; the table opens all the same.
run: $(VENV)/.run
	@$(BIN)/mazzo doctor --warm --quiet || true
	@$(BIN)/mazzo

demo: $(VENV)/.run
	@$(BIN)/mazzo demo

test: $(VENV)/.dev
	@bash tools/system.sh
	@$(BIN)/python tools/check.py

# For the inner loop, less than a minute: the checks, and every test that takes no time.
quick: $(VENV)/.dev
	@$(BIN)/python tools/check.py --quick

# The same tests and all of the rules, without the checks, which read the source and not what runs it: for other Pythons.
quick-tests: $(VENV)/.dev
	@$(BIN)/python tools/check.py --quick-tests

check: $(VENV)/.dev
	@$(BIN)/python tools/check.py --static

# SOLVER=1 measures the solver of Solitario instead, beside pyksolve, as JSON: ten minutes. DEALS=40 compares fewer.
bench: $(VENV)/.dev
	@$(BIN)/mazzo doctor --warm --quiet
ifdef SOLVER
	@$(BIN)/python tools/bench_solver.py --deals $(DEALS)
else
	@$(BIN)/python tools/bench.py
	@$(BIN)/python tools/bench_coach.py
	@$(BIN)/python tools/bench_search.py
	@$(BIN)/python tools/bench_lab.py
	@$(BIN)/python tools/bench_envs.py
endif

# Players against players under both rulesets, some minutes; writes docs/strength.md. SIZES="--deep 200" plays more.
strength: $(VENV)/.dev
	@$(BIN)/python tools/strength.py $(SIZES)

# Stated win chances against how games end, some ten minutes; writes docs/calibration.md.
calibrate: $(VENV)/.dev
	@$(BIN)/python tools/calibration.py $(SIZES)

# What every page costs, then a hundred live players, ten times as many, and a thousand pages that listen, on this machine:
# seven minutes, as two JSON documents. COLD=1 installs and compiles a copy from nothing as well.
load: $(VENV)/.dev
	@$(BIN)/mazzo doctor --warm --quiet
	@$(BIN)/python tools/pages.py $(if $(COLD),--cold)
	@$(BIN)/python tools/load.py $(SIZES)

# The nets that judge positions, from nothing, one for each ruleset: about ten minutes of a free core each.
train: $(VENV)/.dev
	@$(BIN)/mazzo lab train --rules rebirth --out src/qb_engine/data/mind_rebirth.net $(SIZES)
	@$(BIN)/mazzo lab train --rules spec --out src/qb_engine/data/mind_spec.net $(SIZES)

lockstep: $(VENV)/.dev
	@$(BIN)/python tools/lockstep.py --games $(GAMES)

# Plain with exact bounds against compiled, at the edges of every record: some minutes.
extremes: $(VENV)/.dev
	@$(BIN)/python tools/extremes.py --plies $(PLIES) --games 16 --workers 2

fuzz: $(VENV)/.dev
	@$(BIN)/python tools/fuzz.py --seconds $(SECONDS)

# The long sizes of what gates every change, hours; one JSON line each. NAMES="oracle 'coach kills'" runs some of them.
campaigns: $(VENV)/.dev
	@$(BIN)/mazzo doctor --warm --quiet
	@$(BIN)/mazzo lab campaign $(if $(NAMES),$(NAMES),--all) --out campaigns.jsonl

# Write down what is installed: versions, hashes, licences. It asks the package index for every file.
pin: $(VENV)/.dev
	@$(BIN)/python tools/pin.py

# Fetch every pinned package for this Python and compare its sha256 with hashes.txt.
verify-deps: $(VENV)/.dev
	@$(BIN)/python tools/verify_deps.py

# Rewrite every file that is generated from the code; a change of behaviour shows as a readable diff.
golden: $(VENV)/.dev
	@$(BIN)/python tools/golden.py

$(VENV)/bin/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed and none was found. Install it, or: make PYTHON=/path/to/python3" >&2; exit 1; }
	@echo "Making an environment in $(VENV) with $$($(PYTHON) --version)"
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.run: pyproject.toml constraints.txt | $(VENV)/bin/python
	@echo "Installing Mazzo (a minute or two, only the first time)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[fast,web]' 2> >(grep -v '^WARNING: Location' >&2)
	@touch $@

$(VENV)/.dev: $(VENV)/.run
	@echo "Installing the development tools"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]' 2> >(grep -v '^WARNING: Location' >&2)
	@touch $@

clean:
	rm -rf $(VENV) $(VENV)-* .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
