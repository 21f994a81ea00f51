# Two commands do everything: `make demo` and `make test`. Both set up .venv first.
PYTHON ?= python3
BIN := .venv/bin
JOBS ?= 2

.PHONY: install dev demo test lint types docs bench clean

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

# The order is from quick to slow, so that a slip shows early.
test: lint types docs
	$(BIN)/python -m pytest -n $(JOBS)

# Figures, not tests: they are timed, so run them on a quiet machine.
bench: dev
	$(BIN)/python benchmarks/model_client.py
	$(BIN)/python benchmarks/journal.py
	$(BIN)/python benchmarks/footprint.py
	$(BIN)/python benchmarks/reading_jsonl.py
	$(BIN)/python benchmarks/rouge.py
	$(BIN)/python benchmarks/rules_speed.py
	$(BIN)/python benchmarks/mask_spans.py
	$(BIN)/python benchmarks/adversarial_calls.py
	$(BIN)/python benchmarks/linkage_scale.py
	$(BIN)/python benchmarks/linkage_methods.py
	$(BIN)/python benchmarks/factory_variety.py

clean:
	rm -rf .venv site .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist
