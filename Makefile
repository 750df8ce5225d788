# make play and make test do all their own set-up. make help lists the rest.

VENV := .venv
BIN := $(VENV)/bin
OPTIONS ?=

.DEFAULT_GOAL := help
.PHONY: help play test check format bench pictures lock clean ready-to-play ready-to-test ready-to-browse

help: ## list what can be made
	@sed -n 's/^\([a-z]*\):.*## /make \1\t/p' $(MAKEFILE_LIST) | expand -t 14

play: ready-to-play ## open a table; OPTIONS are those of citychase play
	@$(BIN)/citychase play $(OPTIONS)

test: check ready-to-browse ## all checks and all tests
	$(BIN)/python -m pytest

check: ready-to-test ## lint, format and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: ready-to-test ## bring the code into the house's form
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: ready-to-test ## benchmarks, each against something else in the same run
	$(BIN)/python -m benchmarks

pictures: ready-to-test ## draw the pictures of docs/lights.md anew
	$(BIN)/python -m firmware.gallery docs/scenes

lock: ready-to-test ## renew constraints.txt with the newest versions
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile --quiet --universal --upgrade --python-version 3.11 --extra dev --no-annotate --no-header \
	    --no-emit-index-url --output-file constraints.txt pyproject.toml

clean: ## remove everything that was made
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

ready-to-play:
	@tools/make-venv $(VENV)

ready-to-test:
	@tools/make-venv $(VENV) dev

ready-to-browse:
	@tools/install-browsers
