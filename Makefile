# make play and make test do all their own set-up. make help lists the rest.

VENV := .venv
BIN := $(VENV)/bin
OPTIONS ?=

.DEFAULT_GOAL := help
.PHONY: help play install uninstall test test-pi test-pi-long check format bench pictures hardware lock clean
.PHONY: ready-to-play ready-to-test ready-to-browse ready-to-inspect ready-to-emulate

help: ## list what can be made
	@sed -n 's/^\([a-z-]*\):.*## /make \1\t/p' $(MAKEFILE_LIST) | expand -t 20

play: ready-to-play ## open a table; OPTIONS are those of citychase play
	@$(BIN)/citychase play $(OPTIONS)

install: ## sudo make install: the table as a service of this machine, or its upgrade; OPTIONS=--help lists options
	@systemd/install $(OPTIONS)

uninstall: ## sudo make uninstall: take it away again; games and settings stay
	@systemd/install uninstall $(OPTIONS)

test: check ready-to-browse ready-to-inspect ## all checks and all tests
	$(BIN)/python -m pytest

test-pi: ready-to-test ready-to-emulate ## the service on a virtual Pi, with three power cuts
	$(BIN)/python -m tests.virtual_pi.building
	$(BIN)/python -m pytest --capture=no tests/virtual_pi $(OPTIONS)

test-pi-long: ## the same with fifty power cuts
	@$(MAKE) test-pi OPTIONS="--cuts 50"

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

hardware: ready-to-test ## make drawings, models and lists of hardware/ anew from hardware/board.toml
	$(BIN)/python -m hardware.making $(OPTIONS)

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
	@tools/install-missing "The tests of the pages" chromium=chromium WebKitWebDriver=webkit2gtk-driver Xvfb=xvfb

ready-to-inspect:
	@tools/install-missing "The tests of the services" systemd-analyze=systemd shellcheck=shellcheck \
	    mmdebstrap=mmdebstrap systemd-nspawn=systemd-container
	@tools/install-missing "The tests of the circuit board" pcbnew=kicad

ready-to-emulate:
	@tools/install-missing "The virtual Pi" qemu-system-x86_64=qemu-system-x86 qemu-img=qemu-utils \
	    mmdebstrap=mmdebstrap cpio=cpio mke2fs=e2fsprogs
