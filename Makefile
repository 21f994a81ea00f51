# `make demo` shows it, `make check` is the quick round while you work, `make test` is everything. All set up .venv first.
PYTHON ?= python3
BIN := .venv/bin
JOBS ?= 2

.PHONY: install dev demo check fast test lint types docs web coverage release-check bench clean

install: .venv/installed
dev: .venv/installed-dev

.venv/pip:
	$(PYTHON) -m venv .venv
	@touch $@

.venv/installed: .venv/pip pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

.venv/installed-dev: .venv/installed pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[dev]"
	@touch $@

demo: install
	$(BIN)/gyges demo

lint: dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: dev
	$(BIN)/mypy

docs: dev
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

# The pages of the studio, into the package; needs Node. Nobody needs it to run them.
web:
	cd web && npm ci --no-audit --no-fund && npm run build

# Neither slow nor thorough; tests/fast_set.py says what that is and keeps it so.
fast: dev
	$(BIN)/python -m pytest -q -m "not slow and not thorough"

# Meant to take under 90 s on two quiet cores once mypy has its cache: types on one core, tests on the other, which collects them once.
check: lint
	$(MAKE) --jobs=2 types fast

# The order is from quick to slow, so that a slip shows early. Tests start some thousand processes, each of which would
# compile the package anew where Python is told not to keep what it compiled (PYTHONDONTWRITEBYTECODE).
test: lint types docs
	$(BIN)/python -m compileall -q src
	$(BIN)/python -m pytest -n $(JOBS)

# Lines reached by the tests in this process, room by room; what only runs as a command of its own is not counted.
coverage: dev
	$(BIN)/python -m pytest -q -n $(JOBS) -m "not slow" --cov=gyges --cov-report=json:.cache/coverage.json
	$(BIN)/python tools/coverage_by_room.py .cache/coverage.json

# docs/contributing/releasing.md
release-check:
	tools/release_check.sh $(PYTHON)

# Figures, not tests: they are timed, so run them on a quiet machine.
bench: dev
	$(BIN)/python benchmarks/model_client.py
	$(BIN)/python benchmarks/journal.py
	$(BIN)/python benchmarks/scale.py
	$(BIN)/python benchmarks/footprint.py
	$(BIN)/python benchmarks/reading_jsonl.py
	$(BIN)/python benchmarks/rouge.py
	$(BIN)/python benchmarks/rules_speed.py
	$(BIN)/python benchmarks/mask_spans.py
	$(BIN)/python benchmarks/adversarial_calls.py
	$(BIN)/python benchmarks/linkage_scale.py
	$(BIN)/python benchmarks/linkage_methods.py
	$(BIN)/python benchmarks/chaos.py --faults 200 --seed 7
	$(BIN)/python benchmarks/hostile.py
	$(BIN)/python benchmarks/studio_load.py
	$(BIN)/python benchmarks/studio_pages.py

clean:
	rm -rf .venv site .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist
