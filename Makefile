# The two commands: `make build` runs the whole pipeline on the bundled decks, `make test` checks everything.
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.complete

.PHONY: build test lint types docs bench lock clean

build: $(STAMP)
	$(BIN)/wildmix build

test: lint types
	$(BIN)/pytest -n auto

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(STAMP)
	$(BIN)/mypy

# What is made from the code and kept in git; tests compare it.
docs: $(STAMP)
	$(BIN)/wildmix explain --markdown > docs/findings.md
	$(BIN)/python -m pipeline.cli.reference > docs/commands.md
	$(BIN)/python -m pipeline.cli.vocabulary > docs/years-words.md
	$(BIN)/python -m pipeline.cli.glyphs > pipeline/checks/glyphs.txt
	$(BIN)/wildmix schema --write schemas

bench: $(STAMP)
	$(BIN)/python -m benchmarks

# The stamp is written last, so that a broken installation is made anew.
$(STAMP): requirements/main.txt requirements/dev.txt pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/main.txt -r requirements/dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	touch $@

# Needs uv (`pip install uv`); writes no registry address into the lock files.
lock:
	cd requirements && for name in main dev; do \
	  uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-annotate --no-header \
	    --python-version 3.11 $$name.in -o $$name.txt || exit 1; done

clean:
	rm -rf .venv build dist print/out .mypy_cache .ruff_cache .hypothesis
